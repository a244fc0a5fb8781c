//! Numbers that look random and are the same for the same seed.

/// Marsaglia's xorshift, random enough to open games with.
pub(crate) struct Random(u64);

impl Random {
    /// Numbers that depend on the seed and on nothing else; near seeds give unlike numbers.
    pub(crate) fn new(seed: u64) -> Random {
        // A golden-ratio step spreads the seed over all bits, and the low bit keeps it from being zero.
        let mut random = Random(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..16 {
            random.below(1);
        }
        random
    }

    /// A number from 0 to just below the limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}
