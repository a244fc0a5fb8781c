//! Whole games on Discord: the bot's own process, in a Discord of the test's own.

#![allow(clippy::unwrap_used)]

mod clocks;
mod delivery;
mod games;
mod hints;
mod house;
mod manners;
mod people;
mod places;
