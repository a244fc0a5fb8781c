//! A hall of rooms with people in it, who talk in scripts.
//!
//! ```text
//! alice: !challenge @bob bird     somebody says something in the room `hall`
//! bob@den: e4                     … in another room
//! mod: !room off                  … as somebody who looks after the rooms
//! bob@hall/5: e4                  … in a thread of a room
//!   < words                       what came back contains these words
//!   < ~words                      … doesn't contain these
//!   (nothing)                     nothing came back
//!   (privately)                   what came back is for the speaker only
//!   (pings bob) (pings nobody)    who is notified
//! (restart)                       the club is closed and opened again
//! (after 8 days)                  time goes by, and what falls due is done; what is said can be expected, too
//! ```

use std::path::PathBuf;

use centaur::club::Club;
use centaur::talk::{Ask, Attachment, Content, EventKey, File, Mention, Person, Post, Room};
use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;

pub(crate) struct Hall {
    pub(crate) club: Option<Club>,
    directory: TempDir,
    pub(crate) now: Timestamp,
    events: u64,
    /// What came back after the last line.
    pub(crate) heard: Vec<Post>,
}

pub(crate) fn person(name: &str) -> Person {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    Person::new(format!("test:{name}"), first.chain(letters).collect::<String>())
}

/// What is in a file that is a text.
pub(crate) fn text_of(attachment: &Attachment) -> &str {
    match &attachment.file {
        File::Text(text) => text,
        File::Replay(_) => panic!("{} is no text", attachment.name),
    }
}

impl Hall {
    pub(crate) fn new() -> Hall {
        let directory = TempDir::new().unwrap();
        let now = "2026-03-01T12:00:00Z".parse().unwrap();
        let mut hall = Hall { club: None, directory, now, events: 0, heard: Vec::new() };
        hall.open();
        hall
    }

    /// A hall where this script was played.
    pub(crate) fn after(script: &str) -> Hall {
        let mut hall = Hall::new();
        hall.play(script);
        hall
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("club.sqlite")
    }

    fn open(&mut self) {
        self.club = None;
        self.club = Some(Club::open_with_seed(&self.path(), 1).unwrap());
    }

    pub(crate) fn club(&mut self) -> &mut Club {
        self.club.as_mut().unwrap()
    }

    /// What somebody says in a room, as an ask. A word with `@` mentions the person of that name.
    pub(crate) fn ask(&mut self, name: &str, room: &str, text: &str) -> Ask {
        self.events += 1;
        let words = text.split_whitespace().filter(|word| word.len() > 1 && word.starts_with('@'));
        let known = words.filter(|word| *word != "@nobody");
        let mentions = known.map(|word| Mention { written: word.to_owned(), person: person(&word[1..]) });
        Ask {
            event: EventKey(format!("event {}", self.events)),
            room: Room(format!("test:{room}")),
            person: person(name),
            about: None,
            mentions: mentions.collect(),
            // Whoever is called Mod looks after the rooms.
            is_moderator: name == "mod",
            within: room.split_once('/').map(|(outer, _)| Room(format!("test:{outer}"))),
            content: Content::Text(text.to_owned()),
        }
    }

    pub(crate) fn hear(&mut self, ask: &Ask) -> &[Post] {
        let now = self.now;
        self.heard = self.club().handle(ask, now).unwrap();
        &self.heard
    }

    pub(crate) fn say(&mut self, name: &str, text: &str) -> &[Post] {
        let ask = self.ask(name, "hall", text);
        self.hear(&ask)
    }

    /// Everything that came back after the last line, as plain text.
    pub(crate) fn words(&self) -> String {
        self.heard.iter().map(|post| post.text.to_string()).collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn play(&mut self, script: &str) {
        for (index, line) in script.lines().enumerate() {
            let at = |hall: &Hall| format!("line {}: {line}\nheard: {}", index + 1, hall.words());
            let step = line.trim();
            if step.is_empty() {
                continue;
            } else if let Some(words) = step.strip_prefix("< ~") {
                assert!(!self.words().contains(words), "{}", at(self));
            } else if let Some(words) = step.strip_prefix("< ") {
                assert!(self.words().contains(words), "{}", at(self));
            } else if step == "(nothing)" {
                assert!(self.heard.is_empty(), "{}", at(self));
            } else if step == "(privately)" {
                assert!(self.heard.iter().all(|post| post.private_to.is_some()), "{}", at(self));
            } else if let Some(name) = step.strip_prefix("(pings ") {
                let pinged: Vec<_> = self.heard.iter().filter_map(|post| post.ping.clone()).collect();
                let expected: Vec<_> = match name.trim_end_matches(')') {
                    "nobody" => Vec::new(),
                    name => vec![person(name)],
                };
                assert_eq!(pinged, expected, "{}", at(self));
            } else if step == "(restart)" {
                self.open();
            } else if let Some(days) = step.strip_prefix("(after ") {
                let days: i64 = days.split(' ').next().unwrap().parse().unwrap();
                self.now += SignedDuration::from_hours(24 * days);
                let now = self.now;
                self.heard = self.club().tick(now).unwrap();
            } else {
                let (speaker, text) = step.split_once(": ").unwrap_or_else(|| panic!("{}", at(self)));
                let (name, room) = speaker.split_once('@').unwrap_or((speaker, "hall"));
                // A minute goes by between two messages.
                self.now += SignedDuration::from_mins(1);
                let ask = self.ask(name, room, text);
                self.hear(&ask);
            }
        }
    }
}
