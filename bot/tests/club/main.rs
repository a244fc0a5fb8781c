//! The club as people meet it: whole games in rooms, on a real database file.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod clocks;
mod conditionals;
mod games;
mod hall;
mod hints;
mod letters;
mod lists;
mod machines;
mod mischief;
mod moves;
mod offers;
mod people;
mod ratings;
mod rooms;
mod storage;
