//! The coordinate form of moves: `e2e4`, `e7e8q`, castling by the king's two squares, a part of a stack as `e4f6:n`.

use crate::movegen::Move;
use crate::position::Position;
use crate::square::Square;

/// Writes a legal move in coordinate form.
pub fn print(position: &Position, legal: Move) -> String {
    let variant = position.variant();
    let mut text = format!("{}{}", legal.from, legal.to);
    if !legal.promotion.is_empty() {
        text += &variant.letters(legal.promotion).to_ascii_lowercase();
    }
    if legal.travellers != position.powers_at(legal.from) {
        text.push(':');
        text += &variant.letters(legal.travellers).to_ascii_lowercase();
    }
    text
}

/// No legal move is written like this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no legal move here has this coordinate form")]
pub struct NoSuchMove;

/// Reads a move in exactly the form that [`print()`] writes; [`read`](crate::read::read) is the forgiving way.
///
/// # Errors
///
/// [`NoSuchMove`] when the text is the coordinate form of no legal move.
pub fn parse(position: &Position, text: &str) -> Result<Move, NoSuchMove> {
    let square = |range| text.get::<std::ops::Range<usize>>(range).and_then(|name| name.parse::<Square>().ok());
    let (Some(from), Some(to)) = (square(0..2), square(2..4)) else { return Err(NoSuchMove) };
    let joins = |legal: &Move| legal.from == from && legal.to == to;
    let mut moves = position.legal_moves().into_iter().filter(joins);
    moves.find(|legal| print(position, *legal) == text).ok_or(NoSuchMove)
}
