//! What earlier visits to a position found, shared by all threads of a search.
//!
//! An entry is two numbers: what was found, and that mixed with the position's hash. A half-written entry doesn't fit
//! together and is taken for nothing, so no lock is needed.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::movegen::Move;
use crate::piece::{Power, Powers};
use crate::square::Square;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// At most the score.
    Upper,
    /// At least the score.
    Lower,
    /// The score itself.
    Exact,
}

/// What was found in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) best: Option<Move>,
    /// In centipawns for the side to move; mates counted from this position.
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// A fixed number of entries; newer and deeper ones replace older ones in the same place.
pub(super) struct Table {
    entries: Vec<Entry>,
}

#[derive(Default)]
struct Entry {
    key: AtomicU64,
    data: AtomicU64,
}

const BYTES: usize = size_of::<Entry>();

impl Table {
    /// A table of about this many megabytes, at least one entry.
    pub(super) fn new(megabytes: usize) -> Table {
        let count = (megabytes * 1_048_576 / BYTES).max(1);
        Table { entries: std::iter::repeat_with(Entry::default).take(count).collect() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.iter_mut().for_each(|entry| *entry = Entry::default());
    }

    /// The hash's place, as if it were a fraction of the table.
    fn entry(&self, hash: u64) -> &Entry {
        &self.entries[((hash as u128 * self.entries.len() as u128) >> 64) as usize]
    }

    pub(super) fn get(&self, hash: u64) -> Option<Found> {
        let entry = self.entry(hash);
        let data = entry.data.load(Relaxed);
        (data != 0 && entry.key.load(Relaxed) ^ data == hash).then(|| unpack(data)).flatten()
    }

    pub(super) fn put(&self, hash: u64, found: Found) {
        let entry = self.entry(hash);
        let old = entry.data.load(Relaxed);
        let same = entry.key.load(Relaxed) ^ old == hash;
        let kept = if same { unpack(old) } else { None };
        // A shallow look doesn't wipe out a much deeper one of the same position.
        if kept.is_some_and(|kept| found.bound != Bound::Exact && found.depth < kept.depth - 3) {
            return;
        }
        let best = found.best.or(kept.and_then(|kept| kept.best));
        let data = pack(Found { best, ..found });
        entry.data.store(data, Relaxed);
        entry.key.store(hash ^ data, Relaxed);
    }
}

/// 7 bits each for the squares, 6 each for the powers, 16 for the score, 8 for the depth, 2 for the bound (never 0).
fn pack(found: Found) -> u64 {
    let best = found.best.map_or(0, |best| {
        best.from.index() as u64
            | (best.to.index() as u64) << 7
            | (best.travellers.bits() as u64) << 14
            | (best.promotion.bits() as u64) << 20
    });
    let bound = match found.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    best | (found.score as i16 as u16 as u64) << 26 | (found.depth.clamp(0, 255) as u64) << 42 | bound << 50
}

fn unpack(data: u64) -> Option<Found> {
    let square = |bits: u64| Square::at((bits & 15) as u8, (bits >> 4 & 7) as u8);
    let powers = |bits: u64| Power::ALL.into_iter().filter(|power| bits >> power.index() & 1 != 0).collect::<Powers>();
    let travellers = powers(data >> 14 & 63);
    let best = if travellers.is_empty() {
        None
    } else {
        Some(Move { from: square(data)?, to: square(data >> 7)?, travellers, promotion: powers(data >> 20 & 63) })
    };
    let bound = match data >> 50 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Found { best, score: (data >> 26) as u16 as i16 as i32, depth: (data >> 42 & 255) as i32, bound })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use crate::variants;

    #[test]
    fn what_is_put_comes_back() {
        let table = Table::new(1);
        let fen = "r3k2r/1P4P1/8/2[rnb]5/3[RNQ]4/2B5/[RB]5[NQ]1/R3K2R w KQkq - 0 1";
        let position = fen::parse(&variants::COMBINATION, fen).unwrap();
        for (hash, legal) in position.legal_moves().into_iter().enumerate() {
            let hash = (hash as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let found = Found { best: Some(legal), score: -29_990 + hash as i32 % 100, depth: 7, bound: Bound::Lower };
            table.put(hash, found);
            assert_eq!(table.get(hash), Some(found));
            assert_eq!(table.get(hash ^ 1), None);
        }
    }
}
