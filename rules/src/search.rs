//! The hint: which move to play, found by searching. Nothing else in this crate depends on it.
//!
//! Iterative deepening with a principal variation search; a table of visited positions; quiescence over captures and
//! promotions; null move, late move reductions, futility, history and exchange pruning. Whoever asks owns the time: a
//! search ends at a depth, after a number of nodes, or when a flag is raised. On one thread it is the same for the same
//! number of nodes. A weaker player is a [`Level`]; programs that fit the evaluation use [`Evaluator`] and [`Weights`].

mod evaluate;
mod exchange;
mod level;
mod memory;
mod picker;
mod table;
mod weights;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub use evaluate::Evaluator;
pub use level::Level;

use crate::game::Game;
use crate::movegen::Move;
use crate::variant::Variant;
use table::Table;
pub use weights::{Pair, Weights};
use worker::Worker;

/// Plies that a search goes at the most.
pub(crate) const MAX_PLY: usize = 120;
/// The score of mating at once, in centipawns; mating a ply later is one less.
pub(crate) const MATE: i32 = 30_000;

/// When a search ends, whatever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// After searching this many plies deep.
    pub depth: Option<u32>,
    /// After visiting about this many positions.
    pub nodes: Option<u64>,
    /// When somebody sets this.
    pub stop: Option<&'a AtomicBool>,
}

/// How good a position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative when the side to move is mated.
    Mate(i32),
}

impl Score {
    fn from_internal(score: i32) -> Score {
        let plies = MATE - score.abs();
        if plies > MAX_PLY as i32 {
            Score::Centipawns(score)
        } else if score > 0 {
            Score::Mate((plies + 1) / 2)
        } else {
            Score::Mate(-(plies / 2))
        }
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How good it is for the side to move.
    pub score: Score,
    /// How many plies deep.
    pub depth: u32,
    /// How many positions were visited for it.
    pub nodes: u64,
    /// The moves both sides would play; the first is the one to play.
    pub moves: Vec<Move>,
}

/// Searches positions of one game, remembering what it found.
pub struct Engine {
    table: Table,
    evaluator: Evaluator,
    threads: usize,
}

impl Engine {
    /// An engine for a game with a table of about this many megabytes, using one thread.
    pub fn new(variant: &'static Variant, megabytes: usize) -> Engine {
        Engine { table: Table::new(megabytes), evaluator: Evaluator::new(variant, Weights::of(variant)), threads: 1 }
    }

    /// The same with this many threads, at least one. With more than one, results vary.
    pub fn with_threads(self, threads: usize) -> Engine {
        Engine { threads: threads.max(1), ..self }
    }

    /// Forgets everything found before.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The best line from a game's present position; nothing when the side to move has no move.
    ///
    /// Each depth completed is reported on the way. However tight the limits, at least one ply is searched.
    pub fn search(&self, game: &Game, limits: Limits<'_>, mut report: impl FnMut(&Line)) -> Option<Line> {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for thread in 1..self.threads {
                let mut helper = Worker::new(game, &self.table, &self.evaluator, Limits::default(), &done);
                scope.spawn(move || helper.deepen(1 + thread as u32 % 2, |_| {}));
            }
            let mut worker = Worker::new(game, &self.table, &self.evaluator, limits, &done);
            let best = worker.deepen(1, &mut report);
            done.store(true, Relaxed);
            best
        })
    }
}
