//! What a position looks like: a [`Scene`] goes in, the bytes of a picture come out. Nothing here reads or writes files.
//!
//! ```
//! let position = rules::Position::start(&rules::variants::CARRERA);
//! let renderer = render::Renderer::new();
//! let png = renderer.png(&render::Scene::new(position))?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), render::RenderError>(())
//! ```

mod board;
mod mask;
mod pieces;
mod renderer;
mod scene;
mod sprites;
pub mod theme;

pub use renderer::Renderer;
pub use scene::{Arrow, DEFAULT_SQUARE_SIZE, RenderError, SQUARE_SIZES, Scene};
pub use theme::Theme;
