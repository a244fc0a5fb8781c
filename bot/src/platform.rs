//! The platforms: each turns native events into asks, and posts into native messages.

pub mod terminal;
