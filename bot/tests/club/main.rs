//! The club as people meet it: whole games in rooms, on a real database file.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod games;
mod hall;
mod letters;
mod lists;
mod mischief;
mod moves;
mod offers;
mod people;
mod ratings;
mod rooms;
mod storage;
