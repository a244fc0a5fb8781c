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
//! (thinks e4 +50)                 what waits to be thought about is: the engine finds this move and score (`#3` for mate)
//! (thinks)                        … with the real engine, until nothing waits
//! (fails)                         … and the engine fails
//! (restart)                       the club is closed and opened again
//! (zone alice Europe/Berlin)      from the next turn on her clock is that of another place
//! (after 8 days) (after 3 hours)  time goes by, and what falls due is done; what is said can be expected, too
//! ```

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use centaur::club::Club;
use centaur::engine::{Broken, Builtin, Effort, Findings, Purpose, Study, Thinker};
use centaur::talk::{Ask, Attachment, Content, EventKey, File, Mention, Person, Post, Room};
use jiff::{SignedDuration, Timestamp};
use rules::search::{Line, Score};
use tempfile::TempDir;

pub(crate) struct Hall {
    pub(crate) club: Option<Club>,
    directory: TempDir,
    pub(crate) now: Timestamp,
    events: u64,
    /// What came back after the last line.
    pub(crate) heard: Vec<Post>,
    /// What waits to be thought about.
    pub(crate) studies: VecDeque<Study>,
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
        let mut hall = Hall { club: None, directory, now, events: 0, heard: Vec::new(), studies: VecDeque::new() };
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
        self.studies.clear();
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
        let (event, place) = (EventKey(format!("event {}", self.events)), Room(format!("test:{room}")));
        Ask {
            mentions: mentions.collect(),
            // In the den everybody is alone with the bot.
            is_private: room == "den",
            // Whoever is called Mod looks after the rooms.
            is_moderator: name == "mod",
            within: room.split_once('/').map(|(outer, _)| Room(format!("test:{outer}"))),
            ..Ask::new(event, place, person(name), Content::Text(text.to_owned()))
        }
    }

    pub(crate) fn hear(&mut self, ask: &Ask) -> &[Post] {
        let now = self.now;
        self.heard = self.club().handle(ask, now).unwrap();
        self.studies();
        &self.heard
    }

    pub(crate) fn say(&mut self, name: &str, text: &str) -> &[Post] {
        let ask = self.ask(name, "hall", text);
        self.hear(&ask)
    }

    /// What is to be thought about by now.
    pub(crate) fn studies(&mut self) -> &mut VecDeque<Study> {
        let more = self.club().take_studies().unwrap();
        self.studies.extend(more);
        &mut self.studies
    }

    /// Concludes the study that has waited longest.
    pub(crate) fn conclude(&mut self, find: impl FnOnce(&Study) -> Findings) {
        let study = self.studies().pop_front().expect("something is to be thought about");
        let (found, now) = (find(&study), self.now);
        self.heard = self.club().conclude(&study, &found, now).unwrap();
    }

    /// Thinks about what waits as a step of a script says.
    fn think(&mut self, step: &str) {
        let mut words = step.split_whitespace();
        let Some(typed) = words.next() else {
            let mut heard = Vec::new();
            while !self.studies().is_empty() {
                self.conclude(|study| {
                    let think = |game: rules::Game| Builtin.think(&game, Effort::Nodes(2_000), &AtomicBool::new(false));
                    let positions = match study.purpose {
                        Purpose::Review(_) => (0..=study.record.ply()).collect(),
                        Purpose::Hint(_) | Purpose::Reply(_) => vec![study.record.ply()],
                    };
                    let games = positions.into_iter().map(|ply| {
                        let mut game = study.record.clone();
                        game.rewind(ply);
                        game
                    });
                    Ok(games.map(think).collect())
                });
                heard.append(&mut self.heard);
            }
            self.heard = heard;
            return;
        };
        let score = match words.next().unwrap_or("0").split_once('#') {
            Some((sign, moves)) => Score::Mate(format!("{sign}{moves}").parse().unwrap()),
            None => Score::Centipawns(step.split_whitespace().nth(1).unwrap_or("0").parse().unwrap()),
        };
        self.conclude(|study| {
            let played = rules::read(study.record.position(), typed).unwrap();
            Ok(vec![Some(Line { score, depth: 1, nodes: 1, moves: vec![played] })])
        });
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
            } else if let Some(found) = step.strip_prefix("(thinks").and_then(|step| step.strip_suffix(')')) {
                self.think(found);
            } else if step == "(fails)" {
                self.conclude(|_| Err(Broken));
            } else if step == "(restart)" {
                self.open();
            } else if let Some(time) = step.strip_prefix("(after ") {
                let (count, unit) = time.split_once(' ').unwrap();
                let hours = if unit.starts_with("day") { 24 } else { 1 };
                self.now += SignedDuration::from_hours(hours * count.parse::<i64>().unwrap());
                let now = self.now;
                self.heard = self.club().tick(now).unwrap();
            } else if let Some(zone) = step.strip_prefix("(zone ") {
                let (name, zone) = zone.trim_end_matches(')').split_once(' ').unwrap();
                self.say(name, &format!("!set zone {zone}"));
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
