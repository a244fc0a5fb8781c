//! Settings of the engine, and of one from outside.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use rules::{Variant, variants};
use serde::Deserialize;

/// Settings of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(default, deny_unknown_fields)]
pub struct Engine {
    /// How many threads think; 0 for half as many as there are processors.
    pub threads: usize,
    /// How long is thought about a hint.
    #[serde(with = "jiff::fmt::serde::unsigned_duration::friendly::compact::required")]
    pub hint_time: Duration,
    /// About how long a machine player seems to think, half as long up to half as long again.
    #[serde(with = "jiff::fmt::serde::unsigned_duration::friendly::compact::required")]
    pub pause: Duration,
    /// An engine from outside.
    pub outside: Outside,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine {
            threads: 0,
            hint_time: Duration::from_secs(1),
            pause: Duration::from_secs(2),
            outside: Outside::default(),
        }
    }
}

impl Engine {
    /// How many threads think.
    pub fn threads(&self) -> NonZero<usize> {
        let half = || thread::available_parallelism().map_or(1, NonZero::get) / 2;
        NonZero::new(self.threads).or_else(|| NonZero::new(half())).unwrap_or(NonZero::<usize>::MIN)
    }
}

/// A program that speaks the Universal Chess Interface, to think instead of our own engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(default, deny_unknown_fields)]
pub struct Outside {
    /// The program; empty for none.
    pub program: PathBuf,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// The file that teaches it games, handed over as its option `VariantPath`; empty for none.
    pub variants_file: PathBuf,
    /// The games that it is asked about, by key; all that it knows when there is none.
    pub games: Vec<Game>,
    /// What it calls games, by our keys, where it isn't the same.
    pub names: BTreeMap<Game, String>,
    /// Options of its own and their values.
    pub options: BTreeMap<String, String>,
}

/// A game that an engine from outside can play, by its key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(try_from = "String")]
#[cfg_attr(test, serde(into = "String"))]
pub struct Game(String);

impl TryFrom<String> for Game {
    type Error = String;

    fn try_from(key: String) -> Result<Game, String> {
        match variants::by_key(&key) {
            None => Err(format!("there is no game {key:?}; `centaur games` lists them")),
            Some(variant) if variant.stacks_pieces() => Err(format!("no other engine can play {key:?}")),
            Some(_) => Ok(Game(key)),
        }
    }
}

#[cfg(test)]
impl From<Game> for String {
    fn from(game: Game) -> String {
        game.0
    }
}

impl Outside {
    /// Whether there is to be such an engine at all.
    pub fn is_configured(&self) -> bool {
        !self.program.as_os_str().is_empty()
    }

    /// Whether it is to be asked about a game, if it knows it.
    pub fn may_play(&self, variant: &Variant) -> bool {
        let listed = self.games.is_empty() || self.games.iter().any(|game| game.0 == variant.key);
        listed && !variant.stacks_pieces()
    }

    /// What it calls a game.
    pub fn name_of<'a>(&'a self, variant: &'a Variant) -> &'a str {
        let named = self.names.iter().find(|(game, _)| game.0 == variant.key);
        named.map_or(variant.key, |(_, name)| name)
    }
}
