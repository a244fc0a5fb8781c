//! The platforms: each turns native events into asks, and posts into native messages.

#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(any(feature = "discord", feature = "matrix"))]
mod pictures;
pub mod terminal;
