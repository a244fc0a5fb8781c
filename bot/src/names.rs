//! What people, rooms, events, games and kinds of game are known by.

use std::fmt;

use rules::{Color, Variant, variants};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A person's key: the platform and what it knows the person by, such as `discord:1234`. It never changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonKey(pub String);

/// Somebody who plays or talks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Person {
    /// Who it is, for ever.
    pub key: PersonKey,
    /// What the person is called just now; never used to recognise anybody.
    pub name: String,
}

impl Person {
    /// A person with this key and name.
    pub fn new(key: impl Into<String>, name: impl Into<String>) -> Person {
        Person { key: PersonKey(key.into()), name: name.into() }
    }
}

impl PartialEq for Person {
    fn eq(&self, other: &Person) -> bool {
        self.key == other.key
    }
}

impl Eq for Person {}

/// A person named in a text, as the platform resolved it.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The name exactly as written in the text, such as `@bob` or `<@1234>`.
    pub written: String,
    /// Who is meant.
    pub person: Person,
}

/// A place where people talk: the platform, a colon, and what it knows the place by, such as `terminal:room`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Room(pub String);

impl Room {
    /// The platform's name: what stands before the first colon.
    pub fn platform(&self) -> &str {
        self.0.split(':').next().unwrap_or_default()
    }
}

/// What a platform knows one message, press or other event by; the same event has the same key whenever delivered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventKey(pub String);

/// The short number of a challenge and of the game that comes of it, written `#12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameNumber(pub u32);

impl fmt::Display for GameNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// One of the games in [`rules::variants`], serialised as its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKind(pub &'static Variant);

impl GameKind {
    /// The kind of game with this key.
    pub fn by_key(key: &str) -> Option<GameKind> {
        variants::by_key(key).map(GameKind)
    }
}

impl Serialize for GameKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.key.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GameKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameKind, D::Error> {
        let key = String::deserialize(deserializer)?;
        GameKind::by_key(&key).ok_or_else(|| de::Error::custom(format!("no game has the key {key}")))
    }
}

/// How a colour is serialised, for `#[serde(with = "ColorName")]`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "lowercase")]
pub(crate) enum ColorName {
    /// White.
    White,
    /// Black.
    Black,
}
