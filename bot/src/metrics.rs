//! What the bot counts and times while it runs, for whoever looks after it.
//!
//! Without the feature `metrics` nothing is counted: a [`Tally`] is empty then, and so are its functions.

#[cfg(feature = "metrics")]
mod counted;
#[cfg(feature = "metrics")]
pub mod endpoint;
#[cfg(not(feature = "metrics"))]
mod uncounted;

#[cfg(feature = "metrics")]
pub use counted::Tally;
#[cfg(not(feature = "metrics"))]
pub use uncounted::Tally;

/// What became of an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It was done or answered.
    Done,
    /// It was the asker's mistake.
    Refused,
    /// It was chat, or had been dealt with before.
    Ignored,
    /// It was our fault.
    Failed,
}

impl Outcome {
    /// As it is logged and counted.
    pub fn key(self) -> &'static str {
        match self {
            Outcome::Done => "done",
            Outcome::Refused => "refused",
            Outcome::Ignored => "ignored",
            Outcome::Failed => "failed",
        }
    }
}
