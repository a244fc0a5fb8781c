//! The room on a terminal.

mod board;
