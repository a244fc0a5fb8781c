//! Standard algebraic notation, with the letters of compounds and, for stacks, of the pieces that move.

use crate::alphabet::Alphabet;
use crate::movegen::Move;
use crate::piece::Powers;
use crate::position::Position;
use crate::variant::Wing;

/// Writes a legal move in algebraic notation, with `+` for check and `#` for mate.
///
/// ```
/// use rules::{Position, read, san, variants};
///
/// let start = Position::start(&variants::BIRD);
/// let legal = read(&start, "i1h3")?;
/// assert_eq!(san::print(&start, legal), "Nh3");
/// # Ok::<(), rules::ReadError>(())
/// ```
pub fn print(position: &Position, legal: Move) -> String {
    print_in(position, legal, Alphabet::OWN)
}

/// The same with the letters of another language.
pub fn print_in(position: &Position, legal: Move, alphabet: Alphabet<'_>) -> String {
    format!("{}{}", without_check(position, legal, &position.legal_moves(), alphabet), check_mark(position, legal))
}

/// Every legal move with its notation, for lists.
pub fn print_all(position: &Position) -> Vec<(Move, String)> {
    print_all_in(position, Alphabet::OWN)
}

/// The same with the letters of another language.
pub fn print_all_in(position: &Position, alphabet: Alphabet<'_>) -> Vec<(Move, String)> {
    let moves = position.legal_moves();
    let text = |legal| format!("{}{}", without_check(position, legal, &moves, alphabet), check_mark(position, legal));
    moves.iter().map(|legal| (*legal, text(*legal))).collect()
}

fn check_mark(position: &Position, legal: Move) -> &'static str {
    let after = position.after(legal);
    match after.is_check() {
        true if after.count_legal_moves() == 0 => "#",
        true => "+",
        false => "",
    }
}

/// The notation of one of these legal moves, without the mark for check or mate.
pub(crate) fn without_check(position: &Position, legal: Move, moves: &[Move], alphabet: Alphabet<'_>) -> String {
    if legal.is_castling() {
        let wing = if legal.to > legal.from { Wing::King } else { Wing::Queen };
        return castling(wing).to_owned();
    }
    let variant = position.variant();
    let captures = position.captured_by(legal).is_some();
    let mut text = String::new();
    if legal.travellers == Powers::PAWN {
        if captures {
            text.push(legal.from.file().letter());
        }
    } else {
        text += &alphabet.letters(variant, legal.travellers);
        text += &origin(legal, moves);
    }
    if captures {
        text.push('x');
    }
    text += &legal.to.to_string();
    if !legal.promotion.is_empty() {
        text.push('=');
        text += &alphabet.letters(variant, legal.promotion);
    }
    text
}

/// How castling to this wing is written.
pub fn castling(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}

/// As much of the square left as tells this move from others of the same letters to the same square.
fn origin(legal: Move, moves: &[Move]) -> String {
    let others = moves
        .iter()
        .filter(|other| other.to == legal.to && other.travellers == legal.travellers && other.from != legal.from)
        .map(|other| other.from);
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for from in others {
        any = true;
        same_file |= from.file() == legal.from.file();
        same_rank |= from.rank() == legal.from.rank();
    }
    match (any, same_file, same_rank) {
        (false, ..) => String::new(),
        (true, false, _) => legal.from.file().to_string(),
        (true, true, false) => legal.from.rank().to_string(),
        (true, true, true) => legal.from.to_string(),
    }
}
