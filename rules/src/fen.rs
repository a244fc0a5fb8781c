//! Forsyth–Edwards notation, with stacks in brackets.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::LazyLock;
use std::{fmt, iter};

use crate::piece::{Color, Piece, Powers};
use crate::position::{CastlingRights, Faults, Position, Setup};
use crate::square::{RANKS, Square};
use crate::variant::{Variant, Wing};
use crate::variants;

/// Why a text is no FEN of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Not six fields.
    #[error("six fields are needed (board, turn, castling, en passant, halfmove clock, move number), not {0}")]
    Fields(usize),
    /// Not eight ranks.
    #[error("the board needs {RANKS} ranks, not {0}")]
    Ranks(usize),
    /// A rank that is too long or too short for this game's board.
    #[error("rank {rank} has {found} squares instead of {needed}")]
    RankWidth {
        /// The rank's number, 1 to 8.
        rank: u8,
        /// How many squares the text describes.
        found: usize,
        /// How many the board has.
        needed: u8,
    },
    /// A character that means nothing here, or a letter of no piece of this game.
    #[error("'{character}' on rank {rank} is no piece of this game")]
    Character {
        /// The rank's number, 1 to 8.
        rank: u8,
        /// What was found.
        character: char,
    },
    /// Brackets that don't hold two or three different pieces of one side, or in a game without stacks.
    #[error("a stack on rank {rank} isn't two or three different pieces of one colour")]
    Stack {
        /// The rank's number, 1 to 8.
        rank: u8,
    },
    /// The second field is neither `w` nor `b`.
    #[error("the turn is written w or b")]
    Turn,
    /// The third field isn't made of `K`, `Q`, `k`, `q`, or a dash.
    #[error("castling rights are written with K, Q, k and q, or a dash")]
    Castling,
    /// The fourth field is neither a square nor a dash.
    #[error("the en passant square is a square or a dash")]
    EnPassant,
    /// The fifth or sixth field isn't a number in range.
    #[error("the halfmove clock and the move number are numbers below a million")]
    Number,
    /// The text is a FEN, but what it describes is no legal position.
    #[error(transparent)]
    Invalid(#[from] Faults),
}

/// Reads a FEN of this game.
///
/// # Errors
///
/// The first thing that isn't FEN, or else every fault of the position described.
///
/// ```
/// let fen = "4k3/8/8/[rn]7/8/8/8/4K3 b - - 0 1";
/// let position = rules::fen::parse(&rules::variants::COMBINATION, fen)?;
/// assert_eq!(rules::fen::print(&position), fen);
/// # Ok::<(), rules::FenError>(())
/// ```
pub fn parse(variant: &'static Variant, text: &str) -> Result<Position, FenError> {
    Ok(Position::try_from(parse_setup(variant, text)?)?)
}

/// Reads what a FEN of this game describes, be it a legal position or not.
///
/// # Errors
///
/// The first thing that isn't FEN.
pub fn parse_setup(variant: &'static Variant, text: &str) -> Result<Setup, FenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, turn, castling, en_passant, halfmove_clock, fullmove_number] = fields[..] else {
        return Err(FenError::Fields(fields.len()));
    };
    Ok(Setup {
        variant,
        pieces: parse_board(variant, board)?,
        turn: match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Turn),
        },
        castling: parse_castling(castling)?,
        en_passant: match en_passant {
            "-" => None,
            square => Some(square.parse().map_err(|_| FenError::EnPassant)?),
        },
        halfmove_clock: parse_number(halfmove_clock)?,
        fullmove_number: parse_number(fullmove_number)?,
    })
}

fn parse_number(text: &str) -> Result<u32, FenError> {
    u32::from_str(text).ok().filter(|number| *number < 1_000_000).ok_or(FenError::Number)
}

fn parse_castling(text: &str) -> Result<CastlingRights, FenError> {
    if text == "-" {
        return Ok(CastlingRights::NONE);
    }
    text.chars().try_fold(CastlingRights::NONE, |rights, letter| {
        let wing = match letter.to_ascii_uppercase() {
            'K' => Wing::King,
            'Q' => Wing::Queen,
            _ => return Err(FenError::Castling),
        };
        Ok(rights.with(color_of(letter), wing))
    })
}

fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

fn parse_board(variant: &'static Variant, text: &str) -> Result<BTreeMap<Square, Piece>, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != RANKS as usize {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut pieces = BTreeMap::new();
    for (text, rank) in ranks.into_iter().zip((0..RANKS).rev()) {
        parse_rank(variant, text, rank, &mut pieces)?;
    }
    Ok(pieces)
}

fn parse_rank(variant: &Variant, text: &str, rank: u8, pieces: &mut BTreeMap<Square, Piece>) -> Result<(), FenError> {
    let number = rank + 1;
    let mut file = 0;
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if character.is_ascii_digit() {
            let end = rest.find(|next: char| !next.is_ascii_digit()).unwrap_or(rest.len());
            let run: usize = rest[..end].parse().map_err(|_| FenError::Character { rank: number, character })?;
            file += run.min(100);
            rest = &rest[end..];
            continue;
        }
        let piece = if let Some(closing) = closing_bracket(character) {
            let end = rest.find(closing).ok_or(FenError::Stack { rank: number })?;
            let stack = parse_stack(variant, &rest[1..end]).ok_or(FenError::Stack { rank: number })?;
            rest = &rest[end + 1..];
            stack
        } else {
            rest = &rest[character.len_utf8()..];
            parse_letter(variant, character).ok_or(FenError::Character { rank: number, character })?
        };
        if let Some(square) = u8::try_from(file).ok().and_then(|file| Square::at(file, rank)) {
            pieces.insert(square, piece);
        }
        file += 1;
    }
    if file == variant.files as usize {
        Ok(())
    } else {
        Err(FenError::RankWidth { rank: number, found: file, needed: variant.files })
    }
}

fn closing_bracket(opening: char) -> Option<char> {
    match opening {
        '[' => Some(']'),
        '(' => Some(')'),
        '{' => Some('}'),
        _ => None,
    }
}

fn parse_letter(variant: &Variant, letter: char) -> Option<Piece> {
    match variant.meanings_of_letter(letter)[..] {
        [powers] => Some(Piece { color: color_of(letter), powers }),
        _ => None,
    }
}

fn parse_stack(variant: &Variant, letters: &str) -> Option<Piece> {
    let units: Vec<Piece> = letters.chars().map(|letter| parse_letter(variant, letter)).collect::<Option<_>>()?;
    let color = units.first()?.color;
    let powers = units.iter().fold(Powers::NONE, |powers, unit| powers | unit.powers);
    let fits = variant.stacks_pieces()
        && units.len() > 1
        && units.iter().all(|unit| unit.color == color)
        && powers.len() as usize == units.len()
        && variant.may_stand(powers);
    fits.then_some(Piece { color, powers })
}

/// Writes a position as FEN.
pub fn print(position: &Position) -> String {
    let mut text = String::with_capacity(96);
    for rank in (0..RANKS).rev() {
        let mut empty = 0;
        for square in (0..position.variant().files).filter_map(|file| Square::at(file, rank)) {
            match position.piece_at(square) {
                None => empty += 1,
                Some(piece) => {
                    push_number(&mut text, std::mem::take(&mut empty));
                    push_piece(&mut text, position.variant(), piece);
                }
            }
        }
        push_number(&mut text, empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text.push_str(match position.turn() {
        Color::White => " w ",
        Color::Black => " b ",
    });
    push_castling(&mut text, position.castling());
    text.push(' ');
    match position.en_passant() {
        Some(square) => text.extend([square.file().letter(), square.rank().digit()]),
        None => text.push('-'),
    }
    text + &format!(" {} {}", position.halfmove_clock(), position.fullmove_number())
}

/// So many empty squares, if any.
fn push_number(text: &mut String, empty: u32) {
    match empty {
        0 => {}
        10.. => text.push_str("10"),
        _ => text.extend(char::from_digit(empty, 10)),
    }
}

fn push_piece(text: &mut String, variant: &Variant, piece: Piece) {
    let cased = |letter: char| match piece.color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    };
    let mut letters = variant.each_letter(piece.powers).map(cased);
    match variant.kind(piece.powers) {
        Some(_) => text.extend(letters.next()),
        None => text.extend(iter::once('[').chain(letters).chain([']'])),
    }
}

/// A piece as in FEN: its letter, or a stack's letters in brackets, in the case of its colour.
pub fn piece_text(variant: &Variant, piece: Piece) -> String {
    let mut text = String::new();
    push_piece(&mut text, variant, piece);
    text
}

fn push_castling(text: &mut String, rights: CastlingRights) {
    let letter = |(color, wing)| match (color, wing) {
        (Color::White, Wing::King) => 'K',
        (Color::White, Wing::Queen) => 'Q',
        (Color::Black, Wing::King) => 'k',
        (Color::Black, Wing::Queen) => 'q',
    };
    match rights {
        CastlingRights::NONE => text.push('-'),
        _ => text.extend(rights.each().map(letter)),
    }
}

impl Position {
    /// The start of a game.
    pub fn start(variant: &'static Variant) -> Position {
        static STARTS: LazyLock<[Position; variants::ALL.len()]> = LazyLock::new(|| variants::ALL.map(read_start));
        let known = STARTS.iter().find(|start| start.variant() == variant);
        known.cloned().unwrap_or_else(|| read_start(variant))
    }
}

fn read_start(variant: &'static Variant) -> Position {
    parse(variant, variant.start).expect("a test holds every game's start to be valid")
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}: {})", self.variant().key, print(self))
    }
}
