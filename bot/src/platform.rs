//! The platforms: each turns native events into asks, and posts into native messages.

#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(any(feature = "discord", feature = "matrix"))]
mod pictures;
pub mod terminal;

use render::{Arrow, Caption, Mark, MarkKind, Scene};
use rules::{FenError, Position};

use crate::talk::{self, Board};
use crate::text;

/// What a picture of a board shows, on every platform alike.
fn scene(board: &Board) -> Result<Scene, FenError> {
    let arrows = board.arrow_squares().into_iter().map(|(from, to)| Arrow { from, to }).collect();
    let marks = board.marked_squares().into_iter().map(|square| Mark { square, kind: MarkKind::Focus }).collect();
    let shown =
        |caption: &talk::Caption| Caption { name: caption.name.clone(), clock: caption.left.map(text::clock_shown) };
    let captions = board.players.as_ref().map(|players| players.each_ref().map(shown));
    // What was captured stands beside the names.
    let since = captions.is_some().then(|| Position::start(board.game.0));
    let last_move = board.last_squares();
    Ok(Scene { view: board.view, last_move, captions, since, arrows, marks, ..Scene::new(board.position()?) })
}
