//! The club as people meet it: whole games in rooms, on a real database file.

mod games;
mod hall;
mod mischief;
mod moves;
mod offers;
mod storage;
