//! The platforms: each turns native events into asks, and posts into native messages.

#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(feature = "matrix")]
mod pictures;
pub mod terminal;
