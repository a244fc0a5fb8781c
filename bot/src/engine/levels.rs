//! The levels at which a machine plays.

use std::fmt;
use std::sync::atomic::AtomicBool;

use rules::Game;
use rules::search::{Limits, Line};

/// How well a machine plays, from 1 for a beginner to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest.
    pub const LOWEST: Level = Level(1);
    /// The one that is meant when none is named.
    pub const USUAL: Level = Level(3);
    /// The highest.
    pub const HIGHEST: Level = Level(8);

    /// The level with this number, if there is one.
    pub fn new(number: u32) -> Option<Level> {
        let levels = u32::from(Level::LOWEST.0)..=u32::from(Level::HIGHEST.0);
        levels.contains(&number).then_some(Level(number as u8))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// About how many positions each level searches, the lowest first.
const NODES: [u64; 8] = [40, 150, 600, 2_500, 10_000, 40_000, 160_000, 640_000];

/// How many positions a level searches. The seed lets it be up to half as many more, so that games differ.
fn nodes(level: Level, seed: u64) -> u64 {
    let usual = NODES[usize::from(level.0 - Level::LOWEST.0)];
    // Neighbouring seeds are to differ much.
    let chance = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    usual + chance % (usual / 2)
}

/// The line that a machine of this level plays; `None` when it has no move.
pub(super) fn choose(game: &Game, level: Level, seed: u64, stop: &AtomicBool) -> Option<Line> {
    super::search(game, Limits { depth: None, nodes: Some(nodes(level, seed)), stop: Some(stop) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_searches_more_than_the_one_below_whatever_the_seed() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(9), None);
        let levels: Vec<Level> = (1..=8).filter_map(Level::new).collect();
        for pair in levels.windows(2) {
            let most = (0..100).map(|seed| nodes(pair[0], seed)).max();
            let fewest = (0..100).map(|seed| nodes(pair[1], seed)).min();
            assert!(most < fewest, "{pair:?}: {most:?} {fewest:?}");
        }
        assert_ne!(nodes(Level::USUAL, 1), nodes(Level::USUAL, 2));
    }
}
