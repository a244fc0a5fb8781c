//! Boards as pictures: in a file, and on the terminal itself where it can show them.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::ImageFormat;
use render::{RenderError, Renderer};
use rules::FenError;
use rules::uci::NoSuchMove;
use viuer::{ViuError, ViuResult};

use crate::platform::{replay_scene, scene};
use crate::talk::{Board, Post, Replay};

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(super) enum PictureError {
    #[error("the board is no position: {0}")]
    Board(#[from] FenError),
    #[error("the game can't be replayed: {0}")]
    Replay(#[from] NoSuchMove),
    #[error("it can't be drawn: {0}")]
    Scene(#[from] RenderError),
    #[error("the thread that draws it died: {0}")]
    Thread(#[from] tokio::task::JoinError),
    #[error("the file can't be written: {0}")]
    File(#[from] io::Error),
    #[error("it can't be read back: {0}")]
    Decode(#[from] image::ImageError),
    #[error("the terminal doesn't show it: {0}")]
    Terminal(#[from] ViuError),
}

/// Draws boards into a folder.
pub(super) struct Pictures {
    folder: PathBuf,
    /// Made when the first board is drawn.
    renderer: Option<Arc<Renderer>>,
    on_terminal: bool,
}

impl Pictures {
    /// Pictures kept in this folder, and shown on the terminal if it can and `on_terminal` says so.
    pub(super) fn new(folder: PathBuf, on_terminal: bool) -> Pictures {
        Pictures { folder, renderer: None, on_terminal: on_terminal && terminal_shows_pictures() }
    }

    /// Whether boards are shown on the terminal itself.
    pub(super) fn are_on_terminal(&self) -> bool {
        self.on_terminal
    }

    /// Draws a post's board into the file of its game, and tells which.
    ///
    /// # Errors
    ///
    /// What went wrong; the board can still be shown as text.
    pub(super) async fn draw(&mut self, post: &Post, board: &Board) -> Result<PathBuf, PictureError> {
        let scene = scene(board)?;
        let known = self.renderer.clone();
        let drawing = tokio::task::spawn_blocking(move || {
            let renderer = known.unwrap_or_default();
            (renderer.png(&scene), renderer)
        });
        let (png, renderer) = drawing.await?;
        self.renderer = Some(renderer);
        let name = post.about.map_or("board.png".to_owned(), |number| format!("game-{}.png", number.0));
        self.keep(&name, &png?)
    }

    /// Draws a game that moves into a file of this name, and tells which.
    ///
    /// # Errors
    ///
    /// What went wrong.
    pub(super) async fn animate(&mut self, name: &str, replay: &Replay) -> Result<PathBuf, PictureError> {
        let (record, scene) = replay_scene(replay)?;
        let known = self.renderer.clone();
        let drawing = tokio::task::spawn_blocking(move || {
            let renderer = known.unwrap_or_default();
            (renderer.gif(&record, &scene), renderer)
        });
        let (gif, renderer) = drawing.await?;
        self.renderer = Some(renderer);
        self.keep(name, &gif?)
    }

    fn keep(&self, name: &str, picture: &[u8]) -> Result<PathBuf, PictureError> {
        let file = self.folder.join(name);
        std::fs::create_dir_all(&self.folder)?;
        std::fs::write(&file, picture)?;
        Ok(file)
    }
}

/// Shows a picture on the terminal.
///
/// # Errors
///
/// When the file is no picture, or the terminal doesn't take it.
pub(super) fn show(file: &Path) -> Result<(), PictureError> {
    let picture = image::load_from_memory_with_format(&std::fs::read(file)?, ImageFormat::Png)?;
    let (_, rows) = viuer::terminal_size();
    // As large as leaves room for the words and the prompt.
    let height = rows.saturating_sub(6).clamp(10, 32);
    let config = viuer::Config { absolute_offset: false, height: Some(height.into()), ..viuer::Config::default() };
    let shown: ViuResult<(u32, u32)> = viuer::print(&picture, &config);
    shown?;
    Ok(())
}

/// Whether the terminal draws pictures, going by what it tells of itself in the environment.
///
/// Asking the terminal itself would wait for ever where it doesn't answer.
fn terminal_shows_pictures() -> bool {
    let is_within = |multiplexer| env::var_os(multiplexer).is_some();
    // What stands between us and the terminal lets no pictures through.
    if is_within("TMUX") || is_within("STY") {
        return false;
    }
    let by_kitty = env::var("TERM").is_ok_and(|term| ["xterm-kitty", "xterm-ghostty"].contains(&term.as_str()));
    by_kitty || viuer::is_iterm_supported()
}
