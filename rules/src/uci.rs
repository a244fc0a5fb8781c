//! The coordinate form of moves: `e2e4`, `e7e8q`, castling by the king's two squares, a part of a stack as `e4f6:n`.

use crate::game::Game;
use crate::movegen::Move;
use crate::piece::Powers;
use crate::position::Position;

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
    written(position, text).filter(|written| position.is_legal(*written)).ok_or(NoSuchMove)
}

/// Reads a move as [`parse()`] does and plays it.
///
/// # Errors
///
/// [`NoSuchMove`] when the text is the coordinate form of no legal move; then nothing is played.
pub fn play(game: &mut Game, text: &str) -> Result<Move, NoSuchMove> {
    let legal = parse(game.position(), text)?;
    game.push(legal);
    Ok(legal)
}

/// The only move that could be written like this. Whether it is legal isn't asked.
fn written(position: &Position, text: &str) -> Option<Move> {
    let (squares, rest) = text.split_at_checked(4)?;
    let (from, to) = squares.split_at_checked(2)?;
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    let whole = Move { from, to, travellers: position.powers_at(from), promotion: Powers::NONE };
    let variant = position.variant();
    let has_letters = |powers: &Powers, letters: &str| variant.letters(*powers).to_ascii_lowercase() == letters;
    if rest.is_empty() {
        return Some(whole);
    }
    Some(match rest.strip_prefix(':') {
        Some(part) => {
            let is_meant = |powers: &Powers| *powers != whole.travellers && has_letters(powers, part);
            Move { travellers: whole.travellers.subsets().find(is_meant)?, ..whole }
        }
        None => Move { promotion: variant.promotions.iter().copied().find(|powers| has_letters(powers, rest))?, ..whole },
    })
}
