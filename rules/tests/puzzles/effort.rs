//! How hard a search may try to solve a puzzle.

/// How many positions it may visit for a mate in 1, 2, and so on.
pub(crate) const MATE_NODES: [u64; 5] = [2_000, 40_000, 80_000, 800_000, 1_000_000];
/// How many for anything else.
pub(crate) const NODES: u64 = 50_000;
/// How large its table is meanwhile, in megabytes.
pub(crate) const TABLE: usize = 16;
