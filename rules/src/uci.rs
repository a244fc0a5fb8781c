//! The coordinate form of moves: `e2e4`, `e7e8q`, castling by the king's two squares, a part of a stack as `e4f6:n`.

use crate::game::Game;
use crate::movegen::Move;
use crate::piece::Powers;
use crate::position::Position;

/// Writes a legal move in coordinate form.
pub fn print(position: &Position, legal: Move) -> String {
    let mut text = String::with_capacity(8);
    for square in [legal.from, legal.to] {
        text.extend([square.file().letter(), square.rank().digit()]);
    }
    text.extend(lower_letters(position, legal.promotion));
    if legal.travellers != position.powers_at(legal.from) {
        text.push(':');
        text.extend(lower_letters(position, legal.travellers));
    }
    text
}

fn lower_letters(position: &Position, powers: Powers) -> impl Iterator<Item = char> {
    position.variant().each_letter(powers).map(|letter| letter.to_ascii_lowercase())
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
    let has_letters = |powers: &Powers, letters: &str| lower_letters(position, *powers).eq(letters.chars());
    if rest.is_empty() {
        return Some(whole);
    }
    Some(match rest.strip_prefix(':') {
        Some(part) => {
            let is_meant = |powers: &Powers| *powers != whole.travellers && has_letters(powers, part);
            Move { travellers: whole.travellers.subsets().find(is_meant)?, ..whole }
        }
        None => Move {
            promotion: position.variant().promotions.iter().copied().find(|powers| has_letters(powers, rest))?,
            ..whole
        },
    })
}
