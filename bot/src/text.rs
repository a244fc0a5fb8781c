//! Every sentence that people read, as plain functions of facts.

pub mod terminal;

use crate::talk::{Board, Text};

/// Three lines for somebody who comes into a room of the bot for the first time.
pub fn welcome() -> Text {
    Text::default()
}

/// What to say when something went wrong on our side.
pub fn apology() -> Text {
    Text::default()
}

/// A board in words, for those who can't see it: whose turn, the last move, who stands where.
pub fn board_in_words(_board: &Board) -> String {
    String::new()
}
