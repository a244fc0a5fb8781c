//! What only people at a terminal read.

use std::path::Path;

use crate::command::PREFIX;

/// Three lines that get a newcomer playing.
pub fn welcome(name: &str, database: &Path) -> String {
    format!(
        "Welcome to Centaur, {name}! Two play here at one keyboard; \"bob: e5\" speaks as bob.\n\
         Type {PREFIX}challenge @bob bird, then {PREFIX}accept, then the moves of both in turn, such as e4.\n\
         {PREFIX}help tells the rest, {PREFIX}games what you play, Tab completes, Ctrl-D leaves. All is kept in {}.",
        database.display()
    )
}

/// Said when a line was neither a command nor a move of the speaker's.
pub fn unheard() -> String {
    format!("(That is chat to me: no command, and no move of yours. {PREFIX}help tells what I understand.)")
}

/// Said when somebody took the prompt.
pub fn farewell() -> &'static str {
    "Goodbye! Your games are kept."
}

/// Where the picture of a board is.
pub fn picture_in(file: &Path) -> String {
    format!("picture: {}", file.display())
}

/// Where a game was drawn move by move.
pub fn replay_in(file: &Path) -> String {
    format!("replay: {}", file.display())
}

/// A line of a script that nobody says.
pub fn nobody_speaks(line: usize) -> String {
    format!("line {line} is skipped: it doesn't have the form \"name: message\"")
}
