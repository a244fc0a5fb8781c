//! Boards as pictures.

use std::io::Cursor;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use image::{ImageFormat, ImageReader};
use render::{RenderError, Renderer, Scene};
use rules::FenError;
use tokio::sync::Semaphore;

use crate::talk::Board;

/// Nobody waits longer than this for a picture.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// So many are drawn at once; a move's picture takes a few hundredths of a second.
const AT_ONCE: usize = 2;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(super) enum PictureError {
    #[error("the board is no position: {0}")]
    Board(#[from] FenError),
    #[error("it can't be drawn: {0}")]
    Scene(#[from] RenderError),
    #[error("the thread that draws it died: {0}")]
    Thread(#[from] tokio::task::JoinError),
    #[error("it took too long")]
    Late,
    #[error("it has no size: {0}")]
    Size(#[from] image::ImageError),
}

/// A drawn board.
pub(super) struct Drawn {
    /// The file.
    pub(super) png: Vec<u8>,
    /// In pixels.
    pub(super) width: u32,
    /// In pixels.
    pub(super) height: u32,
}

/// Draws boards, a few at a time.
#[derive(Clone)]
pub(super) struct Pictures {
    /// Made when the first board is drawn.
    renderer: Arc<OnceLock<Renderer>>,
    places: Arc<Semaphore>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures { renderer: Arc::default(), places: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Pictures {
    /// Draws a board.
    ///
    /// # Errors
    ///
    /// What went wrong; the board can still be told in words.
    pub(super) async fn draw(&self, board: &Board) -> Result<Drawn, PictureError> {
        let scene = Scene { view: board.view, last_move: board.last_squares(), ..Scene::new(board.position()?) };
        let place = self.places.clone().acquire_owned().await;
        let renderer = self.renderer.clone();
        let drawing = tokio::task::spawn_blocking(move || {
            // The place is taken for as long as the drawing goes on, even when nobody waits for it any more.
            let _place = place;
            renderer.get_or_init(Renderer::default).png(&scene)
        });
        let png = tokio::time::timeout(TIME_LIMIT, drawing).await.map_err(|_| PictureError::Late)???;
        let (width, height) = ImageReader::with_format(Cursor::new(&png), ImageFormat::Png).into_dimensions()?;
        Ok(Drawn { png, width, height })
    }
}

#[cfg(test)]
mod tests {
    use rules::{Color, variants};

    use super::*;
    use crate::talk::GameKind;

    #[tokio::test]
    async fn a_board_is_drawn_with_its_size() {
        let kind = GameKind(&variants::CARRERA);
        let board = Board { game: kind, fen: kind.0.start.to_owned(), last_move: None, view: Color::Black };
        let drawn = Pictures::default().draw(&board).await.unwrap();
        assert!(drawn.png.starts_with(b"\x89PNG"));
        assert!(drawn.width > drawn.height && drawn.height > 200, "{} by {}", drawn.width, drawn.height);
        let nonsense = Board { fen: "nonsense".to_owned(), ..board };
        assert!(matches!(Pictures::default().draw(&nonsense).await, Err(PictureError::Board(_))));
    }
}
