//! Boards as pictures for chat rooms: few are drawn at a time, each within a time limit, off the runtime's threads.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use render::{RenderError, Renderer};
use rules::FenError;
use rules::uci::NoSuchMove;
use tokio::sync::Semaphore;
use tokio::time::error::Elapsed;

use super::{replay_scene, scene};
use crate::metrics::Tally;
use crate::talk::{Attachment, Board, File};

/// How long a picture may take, the time in the queue included.
const LONGEST: Duration = Duration::from_secs(10);

/// No file is larger than this, in bytes: Discord takes 10 MiB in one message.
const LARGEST: usize = 8 << 20;

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
    /// The club posted a game that is none.
    #[error("the game can't be replayed: {0}")]
    Replay(#[from] NoSuchMove),
    /// The file would be larger than rooms take.
    #[error("it has {0} bytes")]
    Large(usize),
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
        let scene = scene(board)?;
        self.in_turn(move |renderer| Ok(renderer.png(&scene)?)).await
    }

    /// The bytes of a file that goes with a post, and their kind.
    ///
    /// # Errors
    ///
    /// [`PictureError`] when it is a picture that can't be drawn, or not in time.
    pub(crate) async fn file(&self, attachment: &Attachment) -> Result<(Vec<u8>, &'static str), PictureError> {
        match &attachment.file {
            File::Text(text) => Ok((text.clone().into_bytes(), "text/plain; charset=utf-8")),
            File::Replay(replay) => {
                let replay = replay.clone();
                let drawn = self.in_turn(move |renderer| {
                    let (record, scene) = replay_scene(&replay)?;
                    Ok(renderer.gif(&record, &scene)?)
                });
                match drawn.await? {
                    gif if gif.len() > LARGEST => Err(PictureError::Large(gif.len())),
                    gif => Ok((gif, "image/gif")),
                }
            }
        }
    }

    /// Draws when there is a place for it.
    async fn in_turn(
        &self,
        work: impl FnOnce(&Renderer) -> Result<Vec<u8>, PictureError> + Send + 'static,
    ) -> Result<Vec<u8>, PictureError> {
        let start = Instant::now();
        let renderer = Arc::clone(&self.renderer);
        let places = Arc::clone(&self.places);
        let drawing = async move {
            let place = places.acquire_owned().await;
            // The place is kept until the drawing is done, even when nobody waits for it any more.
            tokio::task::spawn_blocking(move || {
                let _place = place;
                work(&renderer)
            })
            .await
        };
        let drawn = tokio::time::timeout(LONGEST, drawing).await??;
        self.tally.drew(start.elapsed());
        drawn
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
