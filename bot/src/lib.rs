//! Centaur: a club of friends who play historic chess variants where they talk anyway.
//!
//! Platforms turn what they hear into an [`Ask`](talk::Ask), hand it to the [`Desk`](desk::Desk), and say the
//! [`Post`](talk::Post)s that come back. Everything between is the [`Club`](club::Club).

pub mod challenge;
pub mod clock;
pub mod club;
pub mod command;
pub mod conditional;
pub mod config;
pub mod desk;
pub mod engine;
pub mod error;
pub mod game;
pub mod hint;
pub mod house;
pub mod json;
pub mod letters;
pub mod machine;
pub mod metrics;
pub mod names;
mod pace;
pub mod pgn;
pub mod platform;
pub mod preference;
pub mod rating;
pub mod review;
mod store;
pub mod talk;
pub mod terms;
pub mod text;

pub use store::{Archive, Figures};
