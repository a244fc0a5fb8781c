//! What a machine player of each level plays.

use std::sync::atomic::AtomicBool;

use rules::Game;
use rules::search::{Limits, Line};

use crate::machine::Level;

/// About how many positions each level searches, the lowest first.
const NODES: [u64; 8] = [40, 150, 600, 2_500, 10_000, 40_000, 160_000, 640_000];

/// How many positions a level searches. The seed lets it be up to half as many more, so that games differ.
fn nodes(level: Level, seed: u64) -> u64 {
    let usual = NODES[usize::from(level.number() - Level::LOWEST.number())];
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
        let levels: Vec<Level> = (1..=8).filter_map(Level::new).collect();
        for pair in levels.windows(2) {
            let most = (0..100).map(|seed| nodes(pair[0], seed)).max();
            let fewest = (0..100).map(|seed| nodes(pair[1], seed)).min();
            assert!(most < fewest, "{pair:?}: {most:?} {fewest:?}");
        }
        assert_ne!(nodes(Level::USUAL, 1), nodes(Level::USUAL, 2));
    }
}
