//! Games of the engine against itself, as quiet positions with the game's result.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rules::search::{self, Engine, Limits};
use rules::{Color, Position, Score, Variant};

use crate::Plan;
use crate::opening::random_opening;
use crate::random::Random;

/// A position and what its game brought White: 1, ½ or 0.
pub(crate) struct Sample {
    pub(crate) position: Position,
    pub(crate) result: f64,
}

/// The longest game, in plies; it is drawn then.
const LONGEST: usize = 240;
/// A side that sees itself so far ahead, in centipawns, for so many of its and the other's moves has won.
const DECIDED: i32 = 1_200;
const AGREED: usize = 6;

/// Each game's quiet positions.
pub(crate) fn games(variant: &'static Variant, plan: &Plan) -> Vec<Vec<Sample>> {
    let next = AtomicUsize::new(0);
    let played = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..plan.threads {
            scope.spawn(|| {
                let mut engine = Engine::new(variant, 4);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= plan.games {
                        return;
                    }
                    // Nothing is carried over, so that a game is the same whichever thread plays it.
                    engine.clear();
                    let samples = play(variant, &engine, plan, number);
                    played.lock().expect("no thread panics").push((number, samples));
                }
            });
        }
    });
    let mut played = played.into_inner().expect("no thread panics");
    played.sort_by_key(|(number, _)| *number);
    played.into_iter().map(|(_, samples)| samples).collect()
}

fn play(variant: &'static Variant, engine: &Engine, plan: &Plan, number: usize) -> Vec<Sample> {
    let mut random = Random::new(plan.seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
    let mut game = random_opening(variant, plan.plies, &mut random);
    let mut quiet = Vec::new();
    let mut decided = 0;
    let result = loop {
        if let Some(outcome) = game.outcome() {
            break match outcome.score {
                Score::Win(Color::White) => 1.0,
                Score::Win(Color::Black) => 0.0,
                Score::Draw => 0.5,
            };
        }
        if game.claim().is_some() || game.ply() >= LONGEST {
            break 0.5;
        }
        let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
        let line = engine.search(&game, limits, |_| {}).expect("the game isn't over");
        let position = game.position();
        let score = match line.score {
            search::Score::Centipawns(score) => score,
            search::Score::Mate(moves) => moves.signum() * 10_000,
        };
        decided = if score.abs() >= DECIDED { decided + 1 } else { 0 };
        if decided >= AGREED {
            break if (score > 0) == (position.turn() == Color::White) { 1.0 } else { 0.0 };
        }
        let best = line.moves[0];
        let forcing = position.captured_by(best).is_some() || !best.promotion.is_empty();
        if !forcing && !position.is_check() && score.abs() < DECIDED {
            quiet.push(position.clone());
        }
        game.play(best).expect("the engine's moves are legal");
    };
    quiet.into_iter().map(|position| Sample { position, result }).collect()
}
