//! Squares, files and ranks: one numbering for every board.
//!
//! A square's index is `16 * rank + file`. A board of any game here has 8 ranks and 8 or 10 files, so every square
//! has the same index whatever the board, and at least six columns to the right of the last file are always empty:
//! a step off one edge can never come out on the other.

use std::fmt;
use std::str::FromStr;

/// Files on the widest board.
pub const MAX_FILES: u8 = 10;
/// Ranks on every board.
pub const RANKS: u8 = 8;
/// Distance in index between a square and the one above it.
pub(crate) const STRIDE: u8 = 16;

/// A column of the board, `a` to `j`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

impl File {
    /// The file with this index, 0 for `a` to 9 for `j`.
    pub const fn new(index: u8) -> Option<File> {
        if index < MAX_FILES { Some(File(index)) } else { None }
    }

    /// The file with this letter, in lower case.
    pub const fn from_letter(letter: char) -> Option<File> {
        if letter.is_ascii_lowercase() { File::new(letter as u8 - b'a') } else { None }
    }

    /// 0 for `a` to 9 for `j`.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A row of the board, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The rank with this index, 0 for the first rank to 7 for the eighth.
    pub const fn new(index: u8) -> Option<Rank> {
        if index < RANKS { Some(Rank(index)) } else { None }
    }

    /// The rank with this digit, `1` to `8`.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// 0 for the first rank to 7 for the eighth.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The digit, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self.0) as char
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

/// A square, `a1` to `j8`. Whether it is on a given game's board is [`Variant::board`](crate::Variant::board)'s to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square where a file and a rank cross.
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank.0 * STRIDE + file.0)
    }

    /// The square at these indices, counted from 0.
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        match (File::new(file), Rank::new(rank)) {
            (Some(file), Some(rank)) => Some(Square::new(file, rank)),
            _ => None,
        }
    }

    /// The square with this index, as taken from a bitboard's set bit.
    pub(crate) const fn from_index(index: u8) -> Square {
        debug_assert!(index / STRIDE < RANKS && index % STRIDE < MAX_FILES);
        Square(index)
    }

    /// `16 * rank + file`, always below 128.
    pub const fn index(self) -> usize {
        // The mask changes nothing; it lets the compiler leave out bounds checks on tables of 128.
        (self.0 & 127) as usize
    }

    /// The square's file.
    pub const fn file(self) -> File {
        File(self.0 % STRIDE)
    }

    /// The square's rank.
    pub const fn rank(self) -> Rank {
        Rank(self.0 / STRIDE)
    }

    /// The square this many files to the right and ranks up, if there is one on the widest board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file().0 as i8 + files;
        let rank = self.rank().0 as i8 + ranks;
        if file < 0 || rank < 0 { None } else { Square::at(file as u8, rank as u8) }
    }

    /// Whether the square is dark, as a1 is.
    pub const fn is_dark(self) -> bool {
        (self.file().0 + self.rank().0).is_multiple_of(2)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text isn't the name of a square such as `e4`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square: a file from a to j and a rank from 1 to 8 are needed, as in e4")]
pub struct NotASquare;

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        let mut characters = text.chars();
        let file = characters.next().and_then(File::from_letter);
        let rank = characters.next().and_then(Rank::from_digit);
        match (file, rank, characters.next()) {
            (Some(file), Some(rank), None) => Ok(Square::new(file, rank)),
            _ => Err(NotASquare),
        }
    }
}
