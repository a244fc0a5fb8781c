//! What only people on Matrix read.

/// Above a position in words that is folded away.
pub const POSITION: &str = "The position in words";

/// What the bot's session is called among the sessions of its account.
pub const SESSION_NAME: &str = "Centaur";
