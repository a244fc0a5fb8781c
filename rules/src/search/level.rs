//! How strong the engine plays: eight levels, from a beginner's to all that a second of thought finds.
//!
//! A weaker level looks at fewer positions and misjudges moves by a little: every move gets its score and a random
//! number of centipawns on top, and the highest sum is played. So a level's errors are moves that could be played,
//! never worse than the best it sees by more than its misjudgement.

use std::sync::atomic::AtomicBool;

use crate::game::Game;
use crate::movegen::Move;
use crate::search::worker::Worker;
use crate::search::{Engine, Limits};
use crate::zobrist::split_mix;

/// A strength from 1, for beginners, to 8, the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Positions visited and the largest misjudgement in centipawns, by level.
const STRENGTHS: [(u64, u64); 8] =
    [(100, 450), (300, 220), (700, 140), (2_000, 70), (4_500, 25), (5_000, 0), (35_000, 0), (300_000, 0)];

impl Level {
    /// The strongest.
    pub const STRONGEST: Level = Level(STRENGTHS.len() as u8);

    /// The level with this number, if there is one.
    pub const fn new(number: u8) -> Option<Level> {
        if 1 <= number && number <= Level::STRONGEST.0 { Some(Level(number)) } else { None }
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    fn strength(self) -> (u64, u64) {
        STRENGTHS[usize::from(self.0) - 1]
    }
}

impl Engine {
    /// The move that a player of this level plays; nothing when there is none to play.
    ///
    /// It uses one thread and is the same for the same game, level and seed, as long as nothing stops it and the
    /// engine remembers the same.
    pub fn choose(&self, game: &Game, level: Level, seed: u64, stop: Option<&AtomicBool>) -> Option<Move> {
        let (nodes, misjudgement) = level.strength();
        let limits = Limits { nodes: Some(nodes), stop, ..Limits::default() };
        let done = AtomicBool::new(false);
        let mut worker = Worker::new(game, &self.table, &self.evaluator, limits, &done);
        if misjudgement == 0 {
            return worker.deepen(1, |_| {})?.moves.first().copied();
        }
        let mut state = seed ^ game.position().hash();
        let mut seen_as = |score: i32| {
            let drawn;
            (drawn, state) = split_mix(state);
            i64::from(score) + (drawn % misjudgement) as i64
        };
        let rated = worker.rate_moves().into_iter().map(|(score, legal)| (seen_as(score), legal));
        rated.max_by_key(|(seen, _)| *seen).map(|(_, legal)| legal)
    }
}
