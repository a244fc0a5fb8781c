//! What can be said within a command that has several forms.

use rules::{Color, Score};
use serde::{Deserialize, Serialize};

use crate::names::GameKind;
use crate::terms::Terms;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White's.
    White,
    /// Black's.
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// What can be done about a challenge, and about nothing else that has its number later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeStep {
    /// Accept it.
    Accept,
    /// Decline it.
    Decline,
    /// Take one's own back.
    Withdraw,
}

/// How a moderator decides a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// White wins.
    White,
    /// Black wins.
    Black,
    /// Nobody does.
    Draw,
}

impl Verdict {
    /// The words, each with what it means.
    pub const ALL: [(&'static str, Verdict); 3] =
        [("white", Verdict::White), ("black", Verdict::Black), ("draw", Verdict::Draw)];
}

impl From<Verdict> for Score {
    fn from(verdict: Verdict) -> Score {
        match verdict {
            Verdict::White => Score::Win(Color::White),
            Verdict::Black => Score::Win(Color::Black),
            Verdict::Draw => Score::Draw,
        }
    }
}

/// What can be done about a room's rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomStep {
    /// Show them.
    Show,
    /// Let the bot speak, or be silent.
    Speak(bool),
    /// Allow these games and no others; all when none is named.
    Games(Vec<GameKind>),
    /// Give these terms to challenges that say nothing about them.
    Terms(Terms),
}
