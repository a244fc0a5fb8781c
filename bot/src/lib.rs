//! The bot: friends play historic chess variants where they already talk.

pub mod config;
pub mod platform;
