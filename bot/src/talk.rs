//! What travels between the platforms and the club, free of any platform's syntax.

use std::fmt::{self, Write};

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};
use rules::uci::{self, NoSuchMove};
use rules::{Color, FenError, Position, Square, fen};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::command::Command;
use crate::names::ColorName;
pub use crate::names::{EventKey, GameKind, GameNumber, Mention, Person, PersonKey, Room};
use crate::preference::Theme;

/// Something that a person said or pressed.
///
/// What bots said, notices, edits and messages from before the bot came are never made into one.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The event, so that one delivered twice counts once.
    pub event: EventKey,
    /// Where it was said; answers go there.
    pub room: Room,
    /// Who said it, with the name of just now.
    pub person: Person,
    /// The game that the place or the message replied to belongs to.
    pub about: Option<GameNumber>,
    /// What was said.
    pub content: Content,
    /// The people named in the text.
    pub mentions: Vec<Mention>,
    /// Whether an answer to the asker alone is seen by nobody else.
    pub is_private: bool,
    /// Whether the person looks after this room.
    pub is_moderator: bool,
    /// The room whose rules hold here when it is another one: the channel of a thread.
    pub within: Option<Room>,
}

impl Ask {
    /// An ask of somebody who is nothing special, about nothing that is known, in a room where others read along.
    pub fn new(event: EventKey, room: Room, person: Person, content: Content) -> Ask {
        Ask {
            event,
            room,
            person,
            about: None,
            content,
            mentions: Vec::new(),
            is_private: false,
            is_moderator: false,
            within: None,
        }
    }
}

/// What was said.
#[derive(Clone, Debug)]
pub enum Content {
    /// A message: a command, a move or, mostly, chat.
    Text(String),
    /// A button, a reaction, or the platform's own form of a command.
    Command(Command),
}

/// A piece of text that each platform writes in its own way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// Plain words, perhaps with line breaks; whatever looks like markup in them isn't.
    Plain(String),
    /// Words to be seen first.
    Strong(String),
    /// Something to be typed or copied as it is, such as a move or a FEN.
    Code(String),
    /// A command to be typed, without the prefix.
    Command(String),
    /// A person's name. It pings nobody unless the post says so.
    Person(Person),
    /// An instant, in the time zone of the reader as far as one is known. A platform that knows better shows it in that.
    #[serde(deserialize_with = "instant")]
    Instant(Zoned),
    /// Lines to be shown as they are in letters of one width.
    Block(String),
}

impl From<&str> for Span {
    fn from(words: &str) -> Span {
        Span::Plain(words.to_owned())
    }
}

impl From<String> for Span {
    fn from(words: String) -> Span {
        Span::Plain(words)
    }
}

impl From<&Person> for Span {
    fn from(person: &Person) -> Span {
        Span::Person(person.clone())
    }
}

impl From<GameNumber> for Span {
    fn from(number: GameNumber) -> Span {
        Span::Plain(number.to_string())
    }
}

impl From<Timestamp> for Span {
    fn from(instant: Timestamp) -> Span {
        Span::Instant(instant.to_zoned(TimeZone::UTC))
    }
}

/// Reads an instant with its zone, or without one as earlier versions kept it.
fn instant<'d, D: Deserializer<'d>>(stored: D) -> Result<Zoned, D::Error> {
    let stored = String::deserialize(stored)?;
    let bare = || stored.parse().map(|bare: Timestamp| bare.to_zoned(TimeZone::UTC));
    stored.parse().or_else(|_| bare()).map_err(Error::custom)
}

/// What people read, as spans free of markup: a name or typed words can't format or ping anything.
///
/// Its [`Display`](fmt::Display) is the plain form, for terminals, logs and tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(pub Vec<Span>);

impl Text {
    /// A text of these spans.
    pub fn of(spans: impl IntoIterator<Item = Span>) -> Text {
        Text(spans.into_iter().collect())
    }

    /// Adds a span at the end.
    pub fn push(&mut self, span: impl Into<Span>) {
        self.0.push(span.into());
    }

    /// The instants in it.
    pub(crate) fn instants(&mut self) -> impl Iterator<Item = &mut Zoned> {
        self.0.iter_mut().filter_map(|span| if let Span::Instant(instant) = span { Some(instant) } else { None })
    }

    /// Adds another text at the end.
    pub fn append(&mut self, mut other: Text) {
        self.0.append(&mut other.0);
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for span in &self.0 {
            match span {
                Span::Plain(words) | Span::Strong(words) | Span::Code(words) => write_visible(f, words)?,
                Span::Command(words) => {
                    f.write_str(crate::command::PREFIX)?;
                    write_visible(f, words)?;
                }
                Span::Person(person) => write_visible(f, &person.name.replace('\n', " "))?,
                Span::Instant(instant) => write!(f, "{}", instant.strftime("%Y-%m-%d %H:%M %Z"))?,
                Span::Block(lines) => {
                    f.write_str("\n")?;
                    write_visible(f, lines)?;
                    f.write_str("\n")?;
                }
            }
        }
        Ok(())
    }
}

/// Leaves out what could move a terminal's cursor, change its colours or turn the direction of what follows.
fn write_visible(f: &mut fmt::Formatter<'_>, words: &str) -> fmt::Result {
    let turns = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut visible = words.chars().filter(|letter| *letter == '\n' || !letter.is_control() && !turns(*letter));
    visible.try_for_each(|letter| f.write_char(letter))
}

/// A picture of a board, as data; the platform has it drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The kind of game.
    pub game: GameKind,
    /// The position.
    pub fen: String,
    /// The last move in coordinate form, to be marked.
    pub last_move: Option<String>,
    /// The side at the bottom.
    #[serde(with = "ColorName")]
    pub view: Color,
    /// Arrows, each as the squares from which and to which it points, such as `g1f3`.
    #[serde(default)]
    pub arrows: Vec<String>,
    /// Squares to look at.
    #[serde(default)]
    pub marks: Vec<String>,
    /// White and Black; nobody where no game is being played.
    #[serde(default)]
    pub players: Option<[Caption; 2]>,
    /// The colours.
    #[serde(default)]
    pub theme: Theme,
}

/// What the picture of a board says about a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caption {
    /// The player's name.
    pub name: String,
    /// What the player had left when the turn began, where a clock runs.
    pub left: Option<SignedDuration>,
}

impl Board {
    /// The board on which a game begins, from White's side.
    pub fn start(game: GameKind) -> Board {
        let fen = game.0.start.to_owned();
        let (arrows, marks) = (Vec::new(), Vec::new());
        let theme = Theme::default();
        Board { game, fen, last_move: None, view: Color::White, arrows, marks, players: None, theme }
    }

    /// The position shown.
    ///
    /// # Errors
    ///
    /// [`FenError`] when the FEN is none of this kind of game, which the club never posts.
    pub fn position(&self) -> Result<Position, FenError> {
        fen::parse(self.game.0, &self.fen)
    }

    /// The squares that the last move left and reached.
    pub fn last_squares(&self) -> Option<(Square, Square)> {
        squares(self.last_move.as_deref()?)
    }

    /// The squares between which the arrows point.
    pub fn arrow_squares(&self) -> Vec<(Square, Square)> {
        self.arrows.iter().filter_map(|arrow| squares(arrow)).collect()
    }

    /// The squares to look at.
    pub fn marked_squares(&self) -> Vec<Square> {
        self.marks.iter().filter_map(|mark| mark.parse().ok()).collect()
    }
}

/// The two squares with which a move in coordinate form begins.
fn squares(coordinates: &str) -> Option<(Square, Square)> {
    Some((coordinates.get(..2)?.parse().ok()?, coordinates.get(2..4)?.parse().ok()?))
}

/// A file that goes with a post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// The file's name.
    pub name: String,
    /// What is in it.
    #[serde(flatten)]
    pub file: File,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum File {
    /// A text.
    Text(String),
    /// A game as a picture that moves; the platform has it drawn.
    Replay(Replay),
}

/// A game to be shown move by move, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The kind of game.
    pub game: GameKind,
    /// The moves in coordinate form.
    pub moves: Vec<String>,
    /// The side at the bottom.
    #[serde(with = "ColorName")]
    pub view: Color,
    /// The colours.
    pub theme: Theme,
    /// The result, as it is to be read at the end.
    pub result: Option<String>,
}

impl Replay {
    /// The game with its moves.
    ///
    /// # Errors
    ///
    /// [`NoSuchMove`] when a move isn't legal, which the club never posts.
    pub fn record(&self) -> Result<rules::Game, NoSuchMove> {
        let mut record = rules::Game::new(self.game.0);
        for coordinates in &self.moves {
            uci::play(&mut record, coordinates)?;
        }
        Ok(record)
    }
}

/// Something a reader can do about a post with one press, or by typing the command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// What the button says.
    pub label: String,
    /// What pressing it asks for; its [`Display`](fmt::Display) form is short and reads back as the same command.
    pub command: Command,
}

/// The number of a post that must not be lost, to be used as the platform's idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OutboxId(pub i64);

/// Something the bot says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// Where.
    pub room: Room,
    /// The one reader, where the platform can do that; elsewhere the room reads along.
    pub private_to: Option<Person>,
    /// Whether nobody else may read it even where the answer has to come by another way than the question.
    #[serde(default)]
    pub is_secret: bool,
    /// The event that this answers.
    pub in_reply_to: Option<EventKey>,
    /// The game or challenge that it is about.
    pub about: Option<GameNumber>,
    /// The words.
    pub text: Text,
    /// The only person whom this may notify.
    pub ping: Option<Person>,
    /// The picture.
    pub board: Option<Board>,
    /// Files.
    pub attachments: Vec<Attachment>,
    /// What can be done about it.
    pub actions: Vec<Action>,
    /// What can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selections: Vec<Selection>,
    /// Set when the post is kept until it was sent: tell the desk when it was.
    pub outbox: Option<OutboxId>,
}

/// Something that is always one of a few, where a platform has lists to choose from; on others the words tell how it is
/// typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// What it can be.
    pub options: Vec<Action>,
    /// Which of them it is.
    pub chosen: usize,
}

impl Post {
    /// A post of these words to a room, and nothing else.
    pub fn to_room(room: &Room, text: Text) -> Post {
        Post {
            room: room.clone(),
            private_to: None,
            is_secret: false,
            in_reply_to: None,
            about: None,
            text,
            ping: None,
            board: None,
            attachments: Vec::new(),
            actions: Vec::new(),
            selections: Vec::new(),
            outbox: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_kept_with_their_zones_and_read_as_earlier_versions_kept_them() {
        let at: Timestamp = "2026-03-01T12:00:00Z".parse().unwrap();
        let zoned = Text::of([Span::Instant(at.in_tz("Europe/Berlin").unwrap())]);
        let kept = serde_json::to_string(&zoned).unwrap();
        let again: Text = serde_json::from_str(&kept).unwrap();
        assert_eq!(again.to_string(), "2026-03-01 13:00 CET");
        let bare: Text = serde_json::from_str(r#"[{"instant":"2026-03-01T12:00:00Z"}]"#).unwrap();
        assert_eq!((bare.to_string().as_str(), bare), ("2026-03-01 12:00 UTC", Text::of([at.into()])));
        assert!(serde_json::from_str::<Text>(r#"[{"instant":"noon"}]"#).is_err());
    }
}
