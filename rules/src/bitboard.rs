//! A set of squares as the bits of one number.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::square::{STRIDE, Square};

/// A set of squares: bit `16 * rank + file` is set when the square belongs to it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// Every square of a board with eight ranks and this many files.
    pub const fn board(files: u8) -> Bitboard {
        let mut bits = 0;
        let mut rank = 0;
        while rank < 8 {
            bits |= ((1 << files) - 1) << (rank * STRIDE);
            rank += 1;
        }
        Bitboard(bits)
    }

    /// The squares of one rank, counted from 0, on the widest board.
    pub const fn rank(index: u8) -> Bitboard {
        Bitboard(((1 << STRIDE) - 1) << (index * STRIDE))
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares belong to the set.
    pub const fn len(self) -> u32 {
        // Both halves are counted together from the second step on: most processors that builds are made for have no
        // instruction for it that could be counted upon.
        let pairs = self.0 - (self.0 >> 1 & (u128::MAX / 3));
        let fours = (pairs & (u128::MAX / 5)) + (pairs >> 2 & (u128::MAX / 5));
        let both = fours as u64 + (fours >> 64) as u64;
        let eights = (both & (u64::MAX / 17)) + (both >> 4 & (u64::MAX / 17));
        (eights.wrapping_mul(u64::MAX / 255) >> 56) as u32
    }

    /// Whether more than one square belongs to the set.
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square belongs to the set.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The lowest square of the set: first by rank, then by file.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square of the set: last by rank, then by file.
    pub const fn highest(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(127 - self.0.leading_zeros() as u8)) }
    }

    /// Every square moved by `by` in index: 16 is one rank up, 1 is one file to the right.
    pub const fn shifted(self, by: i8) -> Bitboard {
        Bitboard(if by >= 0 { self.0 << by } else { self.0 >> -by })
    }
}

impl Square {
    /// The set of this square alone.
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.len() as usize;
        (count, Some(count))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bit())
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
