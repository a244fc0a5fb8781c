//! What a position looks like: a [`Scene`] goes in, the bytes of a picture come out. Nothing here reads or writes files.
//!
//! ```
//! let position = rules::Position::start(&rules::variants::CARRERA);
//! let renderer = render::Renderer::new();
//! let scene = render::Scene::new(position);
//! assert!(renderer.png(&scene)?.starts_with(b"\x89PNG"));
//! assert!(render::alt_text(&scene).starts_with("Carrera's Chess (1617). White to move."));
//! # Ok::<(), render::RenderError>(())
//! ```

mod alt;
mod animation;
mod board;
mod captions;
mod compress;
mod deflate;
mod look;
mod mosaic;
mod palette;
mod pieces;
mod png;
mod recent;
mod renderer;
mod scene;
mod shapes;
mod text;
pub mod theme;

pub use alt::{ALT_TEXT_LIMIT, alt_text};
pub use renderer::Renderer;
pub use scene::{Arrow, Caption, DEFAULT_SQUARE_SIZE, Mark, MarkKind, RenderError, SQUARE_SIZES, Scene};
pub use theme::Theme;
