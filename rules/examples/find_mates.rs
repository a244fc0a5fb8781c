//! Finds mates to be solved by tests: `cargo run --release -p rules --example find_mates > rules/tests/puzzles/mates.jsonl`.
//!
//! The engine plays itself from random openings, one side half blindly. Going back from each mate, a position is printed
//! where the prover finds a mate in just so many moves that only one move begins, and the search sees it too
//! (the prover tries only checks after the first move). The same program finds the same positions.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/puzzles/effort.rs"]
mod effort;
#[path = "../tests/puzzles/prover.rs"]
mod prover;
#[path = "common/random.rs"]
mod random;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use effort::{MATE_NODES, TABLE};
use prover::Prover;
use random::Random;
use rules::search::{self, Engine, Limits};
use rules::{Game, Move, Position, Score, Variant, fen, san, variants};

/// How many of each length in each game, and the most games played for it.
const EACH: usize = 2;
const GAMES: usize = 40;
const LONGEST: usize = 5;

fn main() {
    for variant in variants::ALL {
        let mut random = Random::new(1898);
        let mut found = [0; LONGEST + 1];
        for _ in 0..GAMES {
            if found[1..].iter().all(|count| *count >= EACH) {
                break;
            }
            let game = play(variant, &mut random);
            if !game.outcome().is_some_and(|outcome| matches!(outcome.score, Score::Win(_))) {
                continue;
            }
            // Longer mates are rarer: the first that fits goes, one position a game.
            for length in (1..=LONGEST).rev().filter(|length| 2 * length - 1 <= game.ply()) {
                let position = game.position_at(game.ply() + 1 - 2 * length).expect("the game is that long");
                if found[length] < EACH
                    && let Some(first) = only_mate(position, length as u32)
                    && Some(first) == searched(position, length)
                {
                    found[length] += 1;
                    let (key, fen, first) = (variant.key, fen::print(position), san::print(position, first));
                    println!(r#"{{"game": "{key}", "fen": "{fen}", "mate": {length}, "first": "{first}"}}"#);
                    break;
                }
            }
        }
    }
}

fn play(variant: &'static Variant, random: &mut Random) -> Game {
    let engine = Engine::new(variant, 4);
    let mut game = Game::new(variant);
    while game.outcome().is_none() && game.ply() < 200 {
        let moves = game.position().legal_moves();
        let blind = game.ply() < 6 || game.ply() % 2 == 1 && random.below(2) == 0;
        let played = if blind {
            moves[random.below(moves.len())]
        } else {
            let limits = Limits { nodes: Some(1_000), ..Limits::default() };
            engine.search(&game, limits, |_| {}).expect("there are moves").moves[0]
        };
        game.play(played).expect("both kinds of move are legal");
    }
    game
}

/// The move with which a search sees such a mate.
fn searched(position: &Position, moves: usize) -> Option<Move> {
    let seen = AtomicBool::new(false);
    let mates = |score| matches!(score, search::Score::Mate(found) if (1..=moves as i32).contains(&found));
    let limits = Limits { nodes: Some(MATE_NODES[moves - 1]), stop: Some(&seen), ..Limits::default() };
    let game = Game::from_position(position.clone());
    let engine = Engine::new(position.variant(), TABLE);
    let line = engine.search(&game, limits, |line| seen.store(mates(line.score), Relaxed))?;
    mates(line.score).then(|| line.moves[0])
}

/// The only move that begins a mate in so many moves, where there is just one and no shorter mate.
fn only_mate(position: &Position, moves: u32) -> Option<Move> {
    let mut prover = Prover::default();
    let legal = position.legal_moves();
    if legal.iter().any(|first| moves > 1 && prover.begins_mate(position, *first, moves - 1)) {
        return None;
    }
    let mut mating = legal.into_iter().filter(|first| prover.begins_mate(position, *first, moves));
    let first = mating.next()?;
    mating.next().is_none().then_some(first)
}
