//! A game described as data.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::piece::{Color, Powers};
use crate::square::{RANKS, Square};

/// A game of this family: its board, its pieces' names, and the few rules in which it differs from the others.
///
/// Everything else in this crate reads these fields; nothing branches on a game's name.
pub struct Variant {
    /// Stable name for configuration, storage and the command line, such as `carrera-modern`.
    pub key: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Width of the board, 8 or 10.
    pub files: u8,
    /// FEN of the start.
    pub start: &'static str,
    /// The single pieces and compounds, each a set of powers with its letter and name.
    pub kinds: &'static [Kind],
    /// What a pawn may become, in the order in which it is offered.
    pub promotions: &'static [Powers],
    /// The castlings, by [`Castle::index`]; `None` where the game has none.
    pub castles: [Option<Castle>; 4],
    /// Whether a pawn that made a double step can be captured in passing.
    pub en_passant: bool,
    /// What limits a pawn's double step.
    pub double_step: DoubleStep,
    /// Whether pieces of one side may share a square.
    pub stacking: Stacking,
    /// Names of the stacks, for games that have them.
    pub stacks: &'static [(Powers, &'static str)],
}

/// A kind of piece: a set of powers and what a game calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it can do.
    pub powers: Powers,
    /// Upper-case letter in FEN and in moves.
    pub letter: char,
    /// Name in lower case.
    pub name: &'static str,
}

/// What limits a pawn's double step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubleStep {
    /// Nothing but the squares in its way.
    Free,
    /// Carrera's rule: while in check, a pawn may not step two squares to where an enemy pawn attacks it.
    NotFromCheckIntoPawn,
}

/// Whether and how pieces of one side may share a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacking {
    /// One piece a square.
    None,
    /// Up to three different units a square (Campling).
    Free,
    /// The same, and a move that leaves part of a stack behind may not give check (Pritchard's addition).
    NoCheckByPart,
}

/// The most units that may share a square.
pub const MAX_STACK: u32 = 3;

/// The side of the board to which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Towards the rook on the highest file, `O-O`, `K` in FEN.
    King,
    /// Towards the rook on file a, `O-O-O`, `Q` in FEN.
    Queen,
}

impl Wing {
    /// King's wing, then queen's wing.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];
}

/// The squares of one castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castle {
    /// Where the king stands before.
    pub king_from: Square,
    /// Where the king goes.
    pub king_to: Square,
    /// Where the rook stands before.
    pub rook_from: Square,
    /// Where the rook goes: beside the king, on the inner side.
    pub rook_to: Square,
    /// The squares between king and rook, which must be empty.
    pub empty: Bitboard,
    /// The squares from the king's first to its last, none of which may be attacked.
    pub safe: Bitboard,
}

impl Castle {
    /// Position of a castling in [`Variant::castles`] and of its bit in a set of castling rights.
    pub const fn index(color: Color, wing: Wing) -> usize {
        2 * color.index() + wing as usize
    }

    /// The four castlings of a game whose kings start on these files (White's, Black's) and go this many squares.
    pub(crate) const fn all(files: u8, king_files: [u8; 2], steps: u8) -> [Option<Castle>; 4] {
        let mut castles = [None; 4];
        let mut index = 0;
        while index < 4 {
            let color = Color::ALL[index / 2];
            let king = king_files[index / 2];
            let (rook, king_to, rook_to) = match Wing::ALL[index % 2] {
                Wing::King => (files - 1, king + steps, king + steps - 1),
                Wing::Queen => (0, king - steps, king - steps + 1),
            };
            let rank = color.rank(0);
            castles[index] = Some(Castle {
                king_from: on(king, rank),
                king_to: on(king_to, rank),
                rook_from: on(rook, rank),
                rook_to: on(rook_to, rank),
                empty: span(king, rook, rank, false),
                safe: span(king, king_to, rank, true),
            });
            index += 1;
        }
        castles
    }
}

const fn on(file: u8, rank: u8) -> Square {
    match Square::at(file, rank) {
        Some(square) => square,
        None => panic!("a castling leaves the board"),
    }
}

/// The squares of a rank from one file to another, with or without these two.
const fn span(one: u8, other: u8, rank: u8, ends: bool) -> Bitboard {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    let mut bits = 0;
    let mut file = if ends { low } else { low + 1 };
    while file < high || (ends && file == high) {
        bits |= on(file, rank).bit().0;
        file += 1;
    }
    Bitboard(bits)
}

/// Usual names and letters of compounds beside a game's own, accepted on input wherever they mean nothing else.
const USUAL: [(Powers, &[char], &[&str]); 2] = [
    (
        Powers::ROOK.with(Powers::KNIGHT),
        &['C', 'G', 'M', 'E'],
        &["chancellor", "marshall", "marshal", "empress", "champion", "guard"],
    ),
    (Powers::BISHOP.with(Powers::KNIGHT), &['A', 'E'], &["archbishop", "cardinal", "princess", "centaur", "equerry"]),
];

impl Variant {
    /// Every square of this game's board.
    pub const fn board(&self) -> Bitboard {
        Bitboard::board(self.files)
    }

    /// How many ranks the board has.
    pub const fn ranks(&self) -> u8 {
        RANKS
    }

    /// Whether pieces of one side may share a square.
    pub fn stacks_pieces(&self) -> bool {
        self.stacking != Stacking::None
    }

    /// The castling of this side to this wing, where the game has it.
    pub const fn castle(&self, color: Color, wing: Wing) -> Option<&Castle> {
        self.castles[Castle::index(color, wing)].as_ref()
    }

    /// The kind of piece with exactly these powers; `None` for a stack or a set that the game doesn't have.
    pub fn kind(&self, powers: Powers) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.powers == powers)
    }

    /// Whether these powers may stand on one square: a piece of this game, or a stack of at most three pieces.
    pub fn may_stand(&self, powers: Powers) -> bool {
        self.kind(powers).is_some()
            || self.stacks_pieces()
                && !powers.is_empty()
                && powers.is_subset(Powers::STACKABLE)
                && powers.len() <= MAX_STACK
    }

    /// What this game calls a piece or a stack, in lower case.
    pub fn name_of(&self, powers: Powers) -> &'static str {
        let stack = || self.stacks.iter().find(|(stack, _)| *stack == powers).map(|(_, name)| *name);
        self.kind(powers).map(|kind| kind.name).or_else(stack).unwrap_or("piece")
    }

    /// The letters with which a piece or a stack is written in moves, upper case: `N`, `C`, `RN`; `P` for a pawn.
    pub fn letters(&self, powers: Powers) -> String {
        self.each_letter(powers).collect()
    }

    /// The same letters one by one.
    pub(crate) fn each_letter(&self, powers: Powers) -> impl Iterator<Item = char> {
        let whole = self.kind(powers);
        let units = if whole.is_some() { Powers::NONE } else { powers };
        let units = units.each().filter_map(|power| self.kind(Powers::of(power)));
        whole.into_iter().chain(units).map(|kind| kind.letter)
    }

    /// What a letter can mean in this game, in either case: the game's own meaning, or else the usual ones.
    pub fn meanings_of_letter(&self, letter: char) -> Vec<Powers> {
        let letter = letter.to_ascii_uppercase();
        if let Some(kind) = self.kinds.iter().find(|kind| kind.letter == letter) {
            return vec![kind.powers];
        }
        self.usual(|letters, _| letters.contains(&letter))
    }

    /// What a piece's name can mean in this game, in either case: the game's own meaning, or else a usual one.
    pub fn meanings_of_name(&self, name: &str) -> Vec<Powers> {
        let name = name.to_ascii_lowercase();
        if let Some(kind) = self.kinds.iter().find(|kind| kind.name == name) {
            return vec![kind.powers];
        }
        if let Some((stack, _)) = self.stacks.iter().find(|(_, stack)| *stack == name) {
            return vec![*stack];
        }
        self.usual(|_, names| names.contains(&name.as_str()))
    }

    fn usual(&self, fits: impl Fn(&[char], &[&str]) -> bool) -> Vec<Powers> {
        USUAL
            .iter()
            .filter(|(powers, letters, names)| self.kind(*powers).is_some() && fits(letters, names))
            .map(|(powers, ..)| *powers)
            .collect()
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.key == other.key
    }
}

impl Eq for Variant {}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({})", self.key)
    }
}
