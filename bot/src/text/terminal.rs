//! What only people at a terminal read.

use std::path::Path;

use crate::command::PREFIX;

/// Three lines that get a newcomer playing.
pub fn welcome(name: &str, database: &Path) -> String {
    format!(
        "Welcome to Centaur: historic chess variants for two at one keyboard. You are {name}; whoever is to answer gets the prompt.\n\
         To play, type {PREFIX}challenge @bob bird, then {PREFIX}accept, then moves such as e4. \
         A line such as \"bob: e5\" speaks as Bob at any time.\n\
         {PREFIX}help tells the rest, {PREFIX}games lists your games, Tab completes, Ctrl-D leaves. Everything is kept in {}.",
        database.display()
    )
}

/// Said when a line was neither a command nor a move of the speaker's.
pub fn unheard() -> String {
    format!("(Chat, as far as I can tell: no command, and no move in a game of yours. {PREFIX}help tells what I understand.)")
}

/// Said when somebody took the prompt.
pub fn farewell() -> &'static str {
    "Goodbye! Your games are kept."
}

/// Where the picture of a board is.
pub fn picture_in(file: &Path) -> String {
    format!("picture: {}", file.display())
}

/// A line of a script that nobody says.
pub fn nobody_speaks(line: usize) -> String {
    format!("line {line} is skipped: it doesn't have the form \"name: message\"")
}
