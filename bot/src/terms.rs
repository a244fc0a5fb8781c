//! What two players agree on before a game, beside what is played and who has which colour.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::clock::{Timing, TimingWishes};
use crate::command::Misread;

/// The terms of a game. What is kept without one of them, as older versions did, has the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// Whether both may ask for hints.
    pub hints: bool,
    /// Whether the result changes the players' ratings; then there are no hints.
    pub rated: bool,
    /// How much time there is.
    pub timing: Timing,
}

impl Default for Terms {
    /// Those of a friendly game.
    fn default() -> Terms {
        Terms { hints: true, rated: false, timing: Timing::default() }
    }
}

impl Terms {
    /// The same for a game that doesn't count: where only that forbade hints, they are allowed.
    pub fn unrated(self) -> Terms {
        Terms { rated: false, hints: self.hints || self.rated, ..self }
    }
}

/// What somebody said about the terms; the rest is as usual.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    hints: Option<bool>,
    rated: Option<bool>,
    timing: TimingWishes,
}

impl Wishes {
    /// Notes what a word in lower case says about the terms; whether it does.
    pub(crate) fn note(&mut self, word: &str) -> bool {
        let (name, value) = match word {
            "hints" | "rated" => (word, true),
            "nohints" => ("hints", false),
            "casual" | "friendly" | "unrated" => ("rated", false),
            _ => match word.split_once(':') {
                Some((name, "on" | "yes" | "true")) => (name, true),
                Some((name, "off" | "no" | "false")) => (name, false),
                _ => return self.timing.note(word),
            },
        };
        match name {
            "hints" => self.hints = Some(value),
            "rated" => self.rated = Some(value),
            _ => return self.timing.note(word),
        }
        true
    }

    /// The terms wished for.
    ///
    /// # Errors
    ///
    /// [`Misread`] when they contradict each other, as hints do in a rated game.
    pub(crate) fn terms(self) -> Result<Terms, Misread> {
        let rated = self.rated.unwrap_or_default();
        let hints = self.hints.unwrap_or(!rated);
        if rated && hints {
            return Err(Misread::HintsInRatedGame);
        }
        Ok(Terms { hints, rated, timing: self.timing.timing().ok_or(Misread::ImpossibleTiming)? })
    }
}

/// A word that says something about the terms, to be offered to whoever types.
pub(crate) const WORDS: [&str; 4] = ["hints:on", "hints:off", "rated", "casual"];

impl fmt::Display for Terms {
    /// As a challenge has them typed, each after a space; nothing for what is usual.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rated, self.hints) {
            (true, _) => f.write_str(" rated")?,
            (false, false) => f.write_str(" hints:off")?,
            (false, true) => {}
        }
        write!(f, "{}", self.timing)
    }
}
