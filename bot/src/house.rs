//! The rules of a room, which its moderators set.

use serde::{Deserialize, Serialize};

use crate::names::GameKind;
use crate::terms::Terms;

/// A room's rules. Whatever isn't stored is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct House {
    /// Whether the bot is silent here.
    pub is_off: bool,
    /// The games that may be played; all when none is named.
    pub games: Vec<GameKind>,
    /// The terms of a challenge that says nothing about them.
    pub terms: Option<Terms>,
}

impl House {
    /// Whether a kind of game may be played here.
    pub fn allows(&self, kind: GameKind) -> bool {
        self.games.is_empty() || self.games.contains(&kind)
    }
}
