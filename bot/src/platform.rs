//! The platforms: each turns native events into asks, and posts into native messages.

#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(any(feature = "discord", feature = "matrix"))]
mod pictures;
pub mod terminal;

use render::Scene;
use rules::FenError;

use crate::talk::Board;

/// What a picture of a board shows, on every platform alike.
fn scene(board: &Board) -> Result<Scene, FenError> {
    Ok(Scene { view: board.view, last_move: board.last_squares(), ..Scene::new(board.position()?) })
}
