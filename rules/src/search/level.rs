//! How strong the engine plays: eight levels, from a beginner's to all that a second of thought finds.
//!
//! A weaker level looks at fewer positions and misjudges moves by a little: every move gets its score and a random
//! number of centipawns on top, and the highest sum is played. So a level's errors are moves that could be played,
//! never worse than the best it sees by more than its misjudgement. The stronger ones misjudge nothing, and look at some
//! more positions or fewer, so that no two games need be the same.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::game::Game;
use crate::search::worker::Worker;
use crate::search::{Engine, Limits, Line, Score};
use crate::zobrist::split_mix;

/// A strength from 1, for beginners, to 8, the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Positions visited and the largest misjudgement in centipawns, by level.
const STRENGTHS: [(u64, u64); 8] =
    [(100, 450), (300, 220), (700, 140), (2_000, 70), (4_500, 25), (2_200, 0), (14_000, 0), (120_000, 0)];

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(1);
    /// The strongest.
    pub const STRONGEST: Level = Level(STRENGTHS.len() as u8);

    /// The level with this number, if there is one.
    pub const fn new(number: u8) -> Option<Level> {
        if Level::WEAKEST.0 <= number && number <= Level::STRONGEST.0 { Some(Level(number)) } else { None }
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The most positions that it looks at for a move, about.
    pub fn most_nodes(self) -> u64 {
        self.strength().0 * 5 / 4
    }

    fn strength(self) -> (u64, u64) {
        STRENGTHS[usize::from(self.0) - 1]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Engine {
    /// The line with the move that a player of this level plays, and how good it really is as far as was seen; nothing
    /// when there is no move to play.
    ///
    /// It uses one thread and is the same for the same game, level and seed, as long as nothing stops it and the
    /// engine remembers the same.
    pub fn choose(&self, game: &Game, level: Level, seed: u64, stop: Option<&AtomicBool>) -> Option<Line> {
        let (mut nodes, misjudgement) = level.strength();
        let mut state = seed ^ game.position().hash();
        let mut chance = |below: u64| {
            let drawn;
            (drawn, state) = split_mix(state);
            drawn % below
        };
        if misjudgement == 0 {
            nodes += chance(nodes / 4);
        }
        let limits = Limits { nodes: Some(nodes), stop, ..Limits::default() };
        let done = AtomicBool::new(false);
        let mut worker = Worker::new(game, &self.table, &self.evaluator, limits, &done);
        if misjudgement == 0 {
            return worker.deepen(1, |_| {});
        }
        let (rated, depth) = worker.rate_moves();
        let seen = rated.into_iter().map(|rated| (i64::from(rated.0) + chance(misjudgement) as i64, rated));
        let (_, (score, played)) = seen.max_by_key(|(seen_as, _)| *seen_as)?;
        Some(Line { score: Score::from_internal(score), depth, nodes: worker.nodes, moves: vec![played] })
    }
}
