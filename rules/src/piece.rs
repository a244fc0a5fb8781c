//! Colours, powers, and pieces as sets of powers.

use std::fmt;
use std::ops::{BitOr, BitOrAssign, Not};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that moves first, from rank 1 upwards.
    White,
    /// The side that moves second, from rank 8 downwards.
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 for White, whose pawns go up, -1 for Black.
    pub const fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// The rank seen from this side, counted from 0: a side's own first rank is 0.
    pub const fn rank(self, index: u8) -> u8 {
        match self {
            Color::White => index,
            Color::Black => 7 - index,
        }
    }
}

impl Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// One way of moving. A piece is a set of these, [`Powers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Power {
    /// A pawn's step, double step and diagonal capture.
    Pawn,
    /// The rook's lines.
    Rook,
    /// The knight's leap.
    Knight,
    /// The bishop's lines.
    Bishop,
    /// One step in any direction without being royal, as Campling's queen.
    Man,
    /// One step in any direction, and the crown.
    King,
}

impl Power {
    /// Every power, in the order in which a stack's letters are written: R N B Q.
    pub const ALL: [Power; 6] = [Power::Pawn, Power::Rook, Power::Knight, Power::Bishop, Power::Man, Power::King];

    /// Position in [`Power::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A set of powers: what a piece is. The queen of chess is {rook, bishop}; a stack is the union of its units.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Powers(u8);

impl Powers {
    /// No power: what stands on an empty square.
    pub const NONE: Powers = Powers(0);
    /// A pawn.
    pub const PAWN: Powers = Powers::of(Power::Pawn);
    /// A rook.
    pub const ROOK: Powers = Powers::of(Power::Rook);
    /// A knight.
    pub const KNIGHT: Powers = Powers::of(Power::Knight);
    /// A bishop.
    pub const BISHOP: Powers = Powers::of(Power::Bishop);
    /// A man.
    pub const MAN: Powers = Powers::of(Power::Man);
    /// A king.
    pub const KING: Powers = Powers::of(Power::King);

    /// The units that may join into a stack: rook, knight, bishop and man.
    pub const STACKABLE: Powers = Powers::ROOK.with(Powers::KNIGHT).with(Powers::BISHOP).with(Powers::MAN);

    /// The set of one power.
    pub const fn of(power: Power) -> Powers {
        Powers(1 << power as u8)
    }

    /// The powers of both sets.
    pub const fn with(self, other: Powers) -> Powers {
        Powers(self.0 | other.0)
    }

    /// The powers of `self` that `other` hasn't.
    pub const fn without(self, other: Powers) -> Powers {
        Powers(self.0 & !other.0)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many powers the set has.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the power belongs to the set.
    pub const fn has(self, power: Power) -> bool {
        self.0 >> power as u8 & 1 != 0
    }

    /// Whether every power of `self` belongs to `other`.
    pub const fn is_subset(self, other: Powers) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share a power.
    pub const fn meets(self, other: Powers) -> bool {
        self.0 & other.0 != 0
    }

    /// The set as the low six bits of a number, in the order of [`Power::ALL`].
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set with these [`bits`](Powers::bits).
    pub(crate) const fn from_bits(bits: u8) -> Powers {
        Powers(bits & 63)
    }

    /// The powers, in the order of [`Power::ALL`].
    pub fn each(self) -> impl Iterator<Item = Power> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let power = Power::ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(*power)
        })
    }

    /// Every non-empty subset, the whole set first.
    pub fn subsets(self) -> impl Iterator<Item = Powers> {
        let whole = self.0;
        std::iter::successors((whole != 0).then_some(whole), move |subset| {
            let next = (subset - 1) & whole;
            (next != 0).then_some(next)
        })
        .map(Powers)
    }
}

impl BitOr for Powers {
    type Output = Powers;
    fn bitor(self, other: Powers) -> Powers {
        self.with(other)
    }
}

impl BitOrAssign for Powers {
    fn bitor_assign(&mut self, other: Powers) {
        self.0 |= other.0;
    }
}

impl FromIterator<Power> for Powers {
    fn from_iter<I: IntoIterator<Item = Power>>(powers: I) -> Powers {
        powers.into_iter().fold(Powers::NONE, |set, power| set | Powers::of(power))
    }
}

impl fmt::Debug for Powers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.each()).finish()
    }
}

/// A piece of one side, as it stands on a square: a single piece, a compound or a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it can do; never empty.
    pub powers: Powers,
}
