//! The platforms: each turns native events into asks, and posts into native messages.

#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(any(feature = "discord", feature = "matrix"))]
mod pictures;
pub mod terminal;

use render::{Arrow, Mark, MarkKind, Scene};
use rules::FenError;

use crate::talk::Board;

/// What a picture of a board shows, on every platform alike.
fn scene(board: &Board) -> Result<Scene, FenError> {
    let arrows = board.arrow_squares().into_iter().map(|(from, to)| Arrow { from, to }).collect();
    let marks = board.marked_squares().into_iter().map(|square| Mark { square, kind: MarkKind::Focus }).collect();
    Ok(Scene { view: board.view, last_move: board.last_squares(), arrows, marks, ..Scene::new(board.position()?) })
}
