//! A message, as kept and as looked at by tests.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use crate::world::{File, Id};

/// The flag of a message that only one person sees.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// The flag of an answer that is still being thought about.
pub(crate) const LOADING: u64 = 1 << 7;
/// The flag of a message that notifies nobody.
pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

/// A message as it stood when it was looked at.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its number.
    pub id: Id,
    /// The channel, thread or direct conversation.
    pub channel: Id,
    /// Who wrote it.
    pub author: Id,
    /// The words.
    pub content: String,
    /// The rich parts, as Discord keeps them.
    pub embeds: Vec<Value>,
    /// Rows of buttons and selects, as Discord keeps them.
    pub components: Vec<Value>,
    /// What is attached.
    pub files: Vec<File>,
    /// Whom it notified.
    pub pings: Vec<Id>,
    /// Whether it notified everyone.
    pub pings_everyone: bool,
    /// The roles it notified.
    pub pings_roles: Vec<Id>,
    /// The message that it answers.
    pub replies_to: Option<Id>,
    /// The one person who sees it.
    pub only_for: Option<Id>,
    /// When it was last edited.
    pub edited: Option<Timestamp>,
    /// Who reacted, by emoji.
    pub reactions: BTreeMap<String, Vec<Id>>,
    /// Whether it is pinned.
    pub pinned: bool,
    /// Whether it is gone.
    pub deleted: bool,
    /// The nonce it was sent with.
    pub nonce: Option<Value>,
    pub(crate) guild: Option<Id>,
    pub(crate) kind: u8,
    pub(crate) flags: u64,
    pub(crate) written: Timestamp,
    pub(crate) metadata: Option<Value>,
    pub(crate) thread: Option<Id>,
    /// The count of changes when this message last changed.
    pub(crate) changed: u64,
    /// The count of changes when there was first something to read, zero before.
    pub(crate) shown: u64,
}

/// A button, as it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What it says.
    pub label: String,
    /// What the bot is told when it's pressed, unless it is a link.
    pub custom_id: Option<String>,
    /// Whether it can't be pressed.
    pub disabled: bool,
    /// 1 blurple, 2 grey, 3 green, 4 red, 5 a link.
    pub style: u64,
}

/// A select, as it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// What the bot is told it is.
    pub custom_id: String,
    /// What it says before a choice.
    pub placeholder: String,
    /// Label and value of each choice.
    pub options: Vec<(String, String)>,
    /// Whether it can't be used.
    pub disabled: bool,
    /// Discord's number for the kind of select: 3 for one of strings.
    pub kind: u64,
}

impl Message {
    /// A message by somebody in a channel, with nothing but words.
    pub(crate) fn new(id: Id, channel: Id, guild: Option<Id>, author: Id, content: &str) -> Message {
        Message {
            id,
            channel,
            author,
            content: content.to_owned(),
            embeds: Vec::new(),
            components: Vec::new(),
            files: Vec::new(),
            pings: Vec::new(),
            pings_everyone: false,
            pings_roles: Vec::new(),
            replies_to: None,
            only_for: None,
            edited: None,
            reactions: BTreeMap::new(),
            pinned: false,
            deleted: false,
            nonce: None,
            guild,
            kind: 0,
            flags: 0,
            written: Timestamp::now(),
            metadata: None,
            thread: None,
            changed: 0,
            shown: 0,
        }
    }

    /// Every word in it, those of its embeds too.
    pub fn text(&self) -> String {
        let mut parts = vec![self.content.clone()];
        for embed in &self.embeds {
            let mut add = |value: &Value| parts.extend(value.as_str().map(str::to_owned));
            add(&embed["title"]);
            add(&embed["description"]);
            for field in embed["fields"].as_array().into_iter().flatten() {
                add(&field["name"]);
                add(&field["value"]);
            }
            add(&embed["footer"]["text"]);
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }

    /// Whether all of these words are in it.
    pub fn says(&self, words: &str) -> bool {
        self.text().contains(words)
    }

    /// Its buttons, in order.
    pub fn buttons(&self) -> Vec<Button> {
        self.parts()
            .filter(|part| part["type"] == 2)
            .map(|part| Button {
                label: part["label"].as_str().or(part["emoji"]["name"].as_str()).unwrap_or_default().to_owned(),
                custom_id: part["custom_id"].as_str().map(str::to_owned),
                disabled: part["disabled"] == true,
                style: part["style"].as_u64().unwrap_or_default(),
            })
            .collect()
    }

    /// What its buttons say, in order.
    pub fn labels(&self) -> Vec<String> {
        self.buttons().into_iter().map(|button| button.label).collect()
    }

    /// Its selects, in order.
    pub fn selects(&self) -> Vec<Select> {
        self.parts()
            .filter(|part| matches!(part["type"].as_u64(), Some(3 | 5..=8)))
            .map(|part| Select {
                custom_id: part["custom_id"].as_str().unwrap_or_default().to_owned(),
                placeholder: part["placeholder"].as_str().unwrap_or_default().to_owned(),
                options: part["options"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|option| {
                        let word = |key: &str| option[key].as_str().unwrap_or_default().to_owned();
                        (word("label"), word("value"))
                    })
                    .collect(),
                disabled: part["disabled"] == true,
                kind: part["type"].as_u64().unwrap_or_default(),
            })
            .collect()
    }

    /// The components within its rows.
    fn parts(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten())
    }

    /// Whether only one person sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    /// Whether the bot is still thinking.
    pub fn is_loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// Notes that it changed now.
    pub(crate) fn touch(&mut self, change: u64) {
        self.changed = change;
        if self.shown == 0 && !self.is_loading() {
            self.shown = change;
        }
    }

    /// One line for transcripts.
    pub(crate) fn line(&self) -> String {
        let mut line = self.text().replace('\n', " ⏎ ");
        if self.is_loading() {
            line.push_str("(thinking)");
        }
        if let Some(person) = self.only_for {
            line.push_str(&format!(" (only for {person})"));
        }
        for file in &self.files {
            line.push_str(&format!(" [file {} of {} bytes]", file.name, file.bytes.len()));
        }
        let buttons: Vec<String> = self
            .buttons()
            .into_iter()
            .map(|button| if button.disabled { format!("{} (off)", button.label) } else { button.label })
            .collect();
        if !buttons.is_empty() {
            line.push_str(&format!(" [{}]", buttons.join("] [")));
        }
        for select in self.selects() {
            line.push_str(&format!(" [{} ▾ {}]", select.placeholder, select.options.len()));
        }
        line
    }
}
