//! What people type, read as a move: forgiving, never guessing.
//!
//! Move numbers, check marks and annotations are taken off, and every [`Reading`] of the rest is tried, first those that
//! name both squares, which are as plain as coordinates (`e3-f4` is never an empress from the third rank when the piece
//! on e3 can go there). If one legal move fits, it is that; if several do, the one whose algebraic or coordinate form
//! the text is exactly (`bxc3` is the pawn's); if none is, it is ambiguous.
//!
//! ```text
//! move      := castling | [piece] [file] [rank] [sign] file rank [promotion] [part]
//! castling  := two or three of O, o or 0, with or without hyphens between them
//! piece     := one letter, a name, or for stacks up to three letters, in either case
//! sign      := - x : * to takes, or a space
//! promotion := [= / ( or a space] (letter | name) [)]
//! part      := : letters
//! ```

use crate::alphabet::Alphabet;
use crate::movegen::Move;
use crate::piece::Powers;
use crate::position::Position;
use crate::san;
use crate::square::{File, Rank, Square};
use crate::uci;
use crate::variant::{MAX_STACK, Variant, Wing};

/// No move that anybody would type is longer than this many characters.
const LONGEST: usize = 40;

/// Why a text is no move that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The text doesn't look like a move at all.
    #[error("this isn't a move")]
    NotAMove,
    /// It looks like a move, but no legal one fits; [`explain`](crate::explain::explain) tells why.
    #[error("no legal move fits this")]
    Illegal,
    /// A pawn reaches the last rank and what it becomes isn't said; the moves it could be.
    #[error("the piece for the promotion is missing")]
    PromotionMissing(Vec<Move>),
    /// Several legal moves fit.
    #[error("several legal moves fit this")]
    Ambiguous(Vec<Move>),
}

/// One way of reading a text as a move, before any position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Castling.
    Castling(Wing),
    /// Any other move.
    Travel(Travel),
}

/// What a text says of a move other than castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Travel {
    /// What moves; unsaid for pawns and when the square left is given.
    pub travellers: Option<Powers>,
    /// The file left.
    pub from_file: Option<File>,
    /// The rank left.
    pub from_rank: Option<Rank>,
    /// The square reached.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Powers>,
}

impl Travel {
    /// The square left, when the text gives it whole.
    pub fn from(&self) -> Option<Square> {
        Some(Square::new(self.from_file?, self.from_rank?))
    }

    /// What the text says is to leave a square where these powers stand; nothing when it doesn't mean that square.
    pub(crate) fn travellers_from(&self, square: Square, whole: Powers) -> Option<Powers> {
        let agrees = self.from_file.is_none_or(|file| file == square.file())
            && self.from_rank.is_none_or(|rank| rank == square.rank());
        match (self.travellers, self.from()) {
            _ if !agrees => None,
            (Some(travellers), _) => Some(travellers),
            (None, Some(_)) => Some(whole),
            // A bare square is a pawn's step to it; a capture names the file it comes from.
            (None, None) if self.from_file.is_none() && square.file() != self.to.file() => None,
            (None, None) => Some(Powers::PAWN),
        }
    }

    /// Whether the move does what the text says, promotion apart.
    fn fits(&self, position: &Position, candidate: &Move) -> bool {
        candidate.to == self.to
            && self.travellers_from(candidate.from, position.powers_at(candidate.from)) == Some(candidate.travellers)
    }
}

impl Reading {
    fn names_both_squares(&self) -> bool {
        matches!(self, Reading::Travel(travel) if travel.from().is_some())
    }

    fn fits(&self, position: &Position, candidate: &Move) -> bool {
        match self {
            Reading::Castling(wing) => {
                candidate.is_castling() && (*wing == Wing::King) == (candidate.to > candidate.from)
            }
            Reading::Travel(travel) => {
                travel.fits(position, candidate) && candidate.promotion == travel.promotion.unwrap_or(Powers::NONE)
            }
        }
    }

    /// Whether only the piece for the promotion is missing.
    fn fits_without_promotion(&self, position: &Position, candidate: &Move) -> bool {
        matches!(self, Reading::Travel(travel) if travel.promotion.is_none()
            && !candidate.promotion.is_empty()
            && travel.fits(position, candidate))
    }
}

/// Reads what somebody typed as a move in this position.
///
/// # Errors
///
/// [`ReadError`]: not a move, not legal, ambiguous, or a promotion without its piece.
pub fn read(position: &Position, text: &str) -> Result<Move, ReadError> {
    read_in(position, text, Alphabet::OWN)
}

/// The same of what was typed with the letters of another language. The coordinate form is the same in all.
///
/// # Errors
///
/// As [`read`].
pub fn read_in(position: &Position, text: &str, alphabet: Alphabet<'_>) -> Result<Move, ReadError> {
    let text = clean(text);
    let moves = position.legal_moves();
    let in_coordinates = uci::parse(position, &text).ok();
    if !alphabet.is_own()
        && let Some(legal) = in_coordinates
    {
        return Ok(legal);
    }
    let readings = readings_of(position.variant(), &text, alphabet);
    if readings.is_empty() {
        return Err(ReadError::NotAMove);
    }
    let is_exact = |legal: &&Move| {
        in_coordinates == Some(**legal) || san::without_check(position, **legal, &moves, alphabet) == text
    };
    let fitting = |readings: &[Reading], fits: fn(&Reading, &Position, &Move) -> bool| -> Vec<Move> {
        let fits_any = |candidate: &Move| readings.iter().any(|reading| fits(reading, position, candidate));
        moves.iter().copied().filter(fits_any).collect()
    };
    let (whole, loose): (Vec<_>, Vec<_>) = readings.into_iter().partition(Reading::names_both_squares);
    for readings in [whole, loose] {
        match fitting(&readings, Reading::fits)[..] {
            [] => {}
            [only] => return Ok(only),
            ref several => {
                let exact = several.iter().find(is_exact);
                return exact.copied().ok_or_else(|| ReadError::Ambiguous(several.to_vec()));
            }
        }
        let unpromoted = fitting(&readings, Reading::fits_without_promotion);
        if !unpromoted.is_empty() {
            return Err(ReadError::PromotionMissing(unpromoted));
        }
    }
    Err(ReadError::Illegal)
}

/// Every way of reading a text as a move of this game; none when it isn't one.
pub fn readings(variant: &Variant, text: &str) -> Vec<Reading> {
    readings_in(variant, text, Alphabet::OWN)
}

/// The same of what was typed with the letters of another language.
pub fn readings_in(variant: &Variant, text: &str, alphabet: Alphabet<'_>) -> Vec<Reading> {
    readings_of(variant, &clean(text), alphabet)
}

/// The text without what doesn't count: spaces around it, a move number, check marks, annotations; unusual dashes,
/// multiplication signs and piece symbols are made plain.
fn clean(text: &str) -> String {
    let text: String = text.trim().chars().take(LONGEST + 1).map(plain).collect();
    let after_number = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let numbered = after_number.len() < text.len() && after_number.starts_with('.');
    let text = if numbered { after_number } else { &text };
    let text = text.trim_start_matches(['.', ' ']);
    let mut text = text.trim_end_matches(['!', '?', '+', '#', '=', ' ']);
    for suffix in ["e.p.", "ep"] {
        text = text.strip_suffix(suffix).unwrap_or(text).trim_end();
    }
    text.to_owned()
}

fn plain(character: char) -> char {
    match character {
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        '×' | '✕' | '✗' => 'x',
        '…' => '.',
        '†' => '+',
        '‡' => '#',
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '\u{a0}' | '\t' => ' ',
        _ => character,
    }
}

fn readings_of(variant: &Variant, text: &str, alphabet: Alphabet<'_>) -> Vec<Reading> {
    if text.chars().count() > LONGEST {
        return Vec::new();
    }
    if let Some(wing) = castling(text) {
        return vec![Reading::Castling(wing)];
    }
    // Capitals name pieces, and files only where everything is in capitals.
    let shouted = !text.chars().any(|character| character.is_ascii_lowercase());
    let lowered;
    let text = if shouted {
        lowered = text.to_ascii_lowercase();
        &lowered
    } else {
        text
    };
    let mut found = Vec::new();
    for (travellers, rest) in pieces(variant, text, alphabet) {
        for (from_file, from_rank, rest) in origins(rest) {
            let rest = sign(rest);
            let Some((to, rest)) = square(rest) else { continue };
            for (promotion, rest) in promotions(variant, rest, alphabet) {
                for (part, rest) in parts(variant, rest, alphabet) {
                    let travellers = match (travellers, part) {
                        (Some(one), Some(other)) if one != other => continue,
                        (one, other) => one.or(other),
                    };
                    let reading = Reading::Travel(Travel { travellers, from_file, from_rank, to, promotion });
                    if rest.is_empty() && !found.contains(&reading) {
                        found.push(reading);
                    }
                }
            }
        }
    }
    found
}

fn castling(text: &str) -> Option<Wing> {
    let circles = text.chars().filter(|character| *character != '-').count();
    let only_circles = text.chars().all(|character| matches!(character, 'o' | 'O' | '0' | '-'));
    match circles {
        2 if only_circles => Some(Wing::King),
        3 if only_circles => Some(Wing::Queen),
        _ => None,
    }
}

/// Splits off the first character when `read` makes something of it.
fn first<T>(text: &str, read: impl Fn(char) -> Option<T>) -> Option<(T, &str)> {
    let character = text.chars().next()?;
    Some((read(character)?, &text[character.len_utf8()..]))
}

/// A word at the start of the text, such as a piece's name, with what follows it and any space.
fn word(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|character: char| !character.is_alphabetic()).unwrap_or(text.len());
    (text[..end].chars().count() > 2).then(|| (&text[..end], text[end..].trim_start()))
}

/// A piece, or a stack's pieces, at the start of the text; nothing is always one of the ways.
fn pieces<'t>(variant: &Variant, text: &'t str, alphabet: Alphabet<'_>) -> Vec<(Option<Powers>, &'t str)> {
    let mut found = vec![(None, text)];
    if let Some((name, rest)) = word(text) {
        found.extend(alphabet.meanings_of_name(variant, name).into_iter().map(|powers| (Some(powers), rest)));
    }
    let mut ways = vec![(Powers::NONE, text)];
    for _ in 0..if variant.stacks_pieces() { MAX_STACK } else { 1 } {
        ways = ways.into_iter().flat_map(|(powers, text)| another_piece(variant, powers, text, alphabet)).collect();
        found.extend(ways.iter().map(|(powers, rest)| (Some(*powers), *rest)));
    }
    found
}

fn another_piece<'t>(
    variant: &Variant,
    powers: Powers,
    text: &'t str,
    alphabet: Alphabet<'_>,
) -> Vec<(Powers, &'t str)> {
    let Some((meanings, rest)) = first(text, |letter| Some(alphabet.meanings_of_letter(variant, letter))) else {
        return Vec::new();
    };
    let joined = meanings.into_iter().filter(|more| !more.meets(powers)).map(|more| powers | more);
    joined.filter(|powers| variant.may_stand(*powers)).map(|powers| (powers, rest)).collect()
}

/// What may be said of the square left: nothing, its file, its rank or both.
fn origins(text: &str) -> Vec<(Option<File>, Option<Rank>, &str)> {
    let mut found = vec![(None, None, text)];
    if let Some((rank, rest)) = first(text, Rank::from_digit) {
        found.push((None, Some(rank), rest));
    }
    if let Some((file, rest)) = first(text, File::from_letter) {
        found.push((Some(file), None, rest));
        if let Some((rank, rest)) = first(rest, Rank::from_digit) {
            found.push((Some(file), Some(rank), rest));
        }
    }
    found
}

/// What follows an optional sign between the squares.
fn sign(text: &str) -> &str {
    let trimmed = text.trim_start();
    let signs = ["-", "x", "X", ":", "*", "takes ", "to "];
    let after = signs.into_iter().find_map(|sign| trimmed.strip_prefix(sign));
    after.unwrap_or(trimmed).trim_start()
}

fn square(text: &str) -> Option<(Square, &str)> {
    let (file, rest) = first(text, File::from_letter)?;
    let (rank, rest) = first(rest, Rank::from_digit)?;
    Some((Square::new(file, rank), rest))
}

/// What a pawn becomes, at the start of the text; nothing is always one of the ways.
fn promotions<'t>(variant: &Variant, text: &'t str, alphabet: Alphabet<'_>) -> Vec<(Option<Powers>, &'t str)> {
    let mut found = vec![(None, text)];
    let after = text.trim_start();
    let after = after.strip_prefix(['=', '/', '(']).unwrap_or(after).trim_start();
    let close = |rest: &'t str| rest.strip_prefix(')').unwrap_or(rest);
    if let Some((meanings, rest)) = first(after, |letter| Some(alphabet.meanings_of_letter(variant, letter))) {
        found.extend(meanings.into_iter().map(|powers| (Some(powers), close(rest))));
    }
    if let Some((name, rest)) = word(after) {
        let meanings = alphabet.meanings_of_name(variant, name).into_iter();
        found.extend(meanings.map(|powers| (Some(powers), close(rest))));
    }
    found
}

/// The pieces of a stack that travel, as in coordinate form; nothing is always one of the ways.
fn parts<'t>(variant: &Variant, text: &'t str, alphabet: Alphabet<'_>) -> Vec<(Option<Powers>, &'t str)> {
    let named =
        text.strip_prefix(':').filter(|_| variant.stacks_pieces()).map(|letters| pieces(variant, letters, alphabet));
    let named = named.into_iter().flatten().filter(|(powers, _)| powers.is_some());
    std::iter::once((None, text)).chain(named).collect()
}
