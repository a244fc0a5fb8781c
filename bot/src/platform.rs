//! The platforms: each turns native events into asks, and posts into native messages.

#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(any(feature = "discord", feature = "matrix"))]
mod pictures;
pub mod terminal;

use render::{Arrow, Caption, Mark, MarkKind, Scene};
use rules::uci::NoSuchMove;
use rules::{FenError, Position};

use crate::preference::Theme;
use crate::talk::{self, Board, Replay};
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
    let (last_move, theme) = (board.last_squares(), theme(board.theme));
    Ok(Scene { view: board.view, last_move, captions, since, arrows, marks, theme, ..Scene::new(board.position()?) })
}

fn theme(theme: Theme) -> &'static render::Theme {
    render::theme::by_name(theme.name()).unwrap_or(render::theme::THEMES[0])
}

/// The width of a square in a game that moves, in pixels: a game of 300 plies is then about half a megabyte.
const REPLAY_SQUARE: u32 = 56;

/// A game as a picture that moves, on every platform alike.
fn replay_scene(replay: &Replay) -> Result<(rules::Game, Scene), NoSuchMove> {
    let record = replay.record()?;
    let scene = Scene {
        view: replay.view,
        theme: theme(replay.theme),
        result: replay.result.clone(),
        square_size: REPLAY_SQUARE,
        ..Scene::new(rules::Position::start(replay.game.0))
    };
    Ok((record, scene))
}
