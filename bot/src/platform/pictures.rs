//! Boards as pictures for chat rooms: few are drawn at a time, each within a time limit, off the runtime's threads.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use render::{RenderError, Renderer};
use rules::FenError;
use tokio::sync::Semaphore;
use tokio::time::error::Elapsed;

use super::scene;
use crate::metrics::Tally;
use crate::talk::Board;

/// How long a picture may take, the time in the queue included.
const LONGEST: Duration = Duration::from_secs(10);

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PictureError {
    /// The club posted a board that is none.
    #[error("the board is no position: {0}")]
    Board(#[from] FenError),
    /// The scene doesn't fit its board.
    #[error("it can't be drawn: {0}")]
    Scene(#[from] RenderError),
    /// Drawing panicked.
    #[error("the thread that draws it died: {0}")]
    Thread(#[from] tokio::task::JoinError),
    /// There was too much to draw.
    #[error("it took too long")]
    Late(#[from] Elapsed),
}

/// Draws boards; clones share the pool.
#[derive(Clone)]
pub(crate) struct Pictures {
    renderer: Arc<Renderer>,
    places: Arc<Semaphore>,
    tally: Tally,
}

impl Pictures {
    /// A pool with a place for every processor, which counts what it draws.
    pub(crate) fn new(tally: &Tally) -> Pictures {
        let places = thread::available_parallelism().map_or(1, NonZero::get);
        Pictures { renderer: Arc::new(Renderer::new()), places: Arc::new(Semaphore::new(places)), tally: tally.clone() }
    }

    /// The board as the bytes of a PNG.
    ///
    /// # Errors
    ///
    /// [`PictureError`] when the board can't be drawn, or not in time.
    pub(crate) async fn draw(&self, board: &Board) -> Result<Vec<u8>, PictureError> {
        let start = Instant::now();
        let scene = scene(board)?;
        let renderer = Arc::clone(&self.renderer);
        let places = Arc::clone(&self.places);
        let drawing = async move {
            let place = places.acquire_owned().await;
            // The place is kept until the drawing is done, even when nobody waits for it any more.
            tokio::task::spawn_blocking(move || {
                let _place = place;
                renderer.png(&scene)
            })
            .await
        };
        let png = tokio::time::timeout(LONGEST, drawing).await???;
        self.tally.drew(start.elapsed());
        Ok(png)
    }
}

/// A board in words that say all that its picture shows, few enough for a picture's description.
///
/// # Errors
///
/// [`FenError`] when the board is no position, which the club never posts.
pub(crate) fn describe(board: &Board) -> Result<String, FenError> {
    Ok(render::alt_text(&scene(board)?))
}
