//! The double's small world: guilds, channels, threads, people, messages.

use std::collections::BTreeMap;
use std::time::Instant;

use bytes::Bytes;
use jiff::Timestamp;
use serde_json::Value;

use crate::message::Message;
use crate::permissions::{self, Overwrite};

/// A snowflake.
pub type Id = u64;

/// The first instant that a snowflake can tell, in milliseconds.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// Hands out snowflakes that grow and tell the time, as Discord's do.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    last: Id,
}

impl Ids {
    /// The next one.
    pub(crate) fn next(&mut self) -> Id {
        let now = u64::try_from(Timestamp::now().as_millisecond() - DISCORD_EPOCH).unwrap_or_default() << 22;
        self.last = now.max(self.last + 1);
        self.last
    }
}

/// Somebody with an account.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) display_name: Option<String>,
    pub(crate) bot: bool,
    pub(crate) locale: String,
    /// Whether a bot may open a direct conversation.
    pub(crate) takes_direct_messages: bool,
}

/// Somebody in a guild.
#[derive(Clone, Debug)]
pub(crate) struct Membership {
    pub(crate) nick: Option<String>,
    pub(crate) roles: Vec<Id>,
    pub(crate) joined: Timestamp,
}

/// A role.
#[derive(Clone, Debug)]
pub(crate) struct Role {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) permissions: u64,
    pub(crate) position: usize,
    /// Set on the role that came with a bot.
    pub(crate) bot: Option<Id>,
}

/// A server.
#[derive(Clone, Debug)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) owner: Id,
    pub(crate) roles: BTreeMap<Id, Role>,
    pub(crate) members: BTreeMap<Id, Membership>,
}

/// What sort of channel.
#[derive(Clone, Debug)]
pub(crate) enum ChannelKind {
    Text,
    Direct { with: Id },
    Thread(Thread),
}

/// A thread's own facts.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) private: bool,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) invitable: bool,
    pub(crate) auto_archive: u64,
    pub(crate) members: Vec<Id>,
    pub(crate) created: Timestamp,
}

/// A channel, a thread or a direct conversation.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) guild: Option<Id>,
    pub(crate) name: String,
    pub(crate) topic: Option<String>,
    pub(crate) kind: ChannelKind,
    pub(crate) overwrites: Vec<Overwrite>,
    /// Its messages, oldest first.
    pub(crate) messages: Vec<Id>,
}

impl Channel {
    pub(crate) fn is_thread(&self) -> bool {
        matches!(self.kind, ChannelKind::Thread(_))
    }

    pub(crate) fn thread(&self) -> Option<&Thread> {
        match &self.kind {
            ChannelKind::Thread(thread) => Some(thread),
            _ => None,
        }
    }

    pub(crate) fn thread_mut(&mut self) -> Option<&mut Thread> {
        match &mut self.kind {
            ChannelKind::Thread(thread) => Some(thread),
            _ => None,
        }
    }

    pub(crate) fn parent(&self) -> Option<Id> {
        self.thread().map(|thread| thread.parent)
    }

    /// Discord's number for the kind.
    pub(crate) fn kind_number(&self) -> u8 {
        match &self.kind {
            ChannelKind::Text => 0,
            ChannelKind::Direct { .. } => 1,
            ChannelKind::Thread(thread) if thread.private => 12,
            ChannelKind::Thread(_) => 11,
        }
    }

    /// How it is called in transcripts.
    pub(crate) fn label(&self) -> String {
        match &self.kind {
            ChannelKind::Direct { .. } => format!("DM {}", self.name),
            ChannelKind::Thread(_) => format!("thread {:?}", self.name),
            ChannelKind::Text => format!("#{}", self.name),
        }
    }
}

/// A file that was uploaded.
#[derive(Clone, Debug)]
pub struct File {
    /// Its number on Discord.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Its alternative text.
    pub description: Option<String>,
    /// Its type, as uploaded.
    pub content_type: Option<String>,
    /// What is in it.
    pub bytes: Bytes,
}

impl File {
    /// Width and height when it is a PNG.
    pub fn png_size(&self) -> Option<(u32, u32)> {
        let header = self.bytes.strip_prefix(b"\x89PNG\r\n\x1a\n".as_slice())?;
        let number = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
        Some((number(8)?, number(12)?))
    }
}

/// A use of a command or component, and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: u8,
    pub(crate) user: Id,
    pub(crate) guild: Option<Id>,
    pub(crate) channel: Id,
    /// The message that carries the component.
    pub(crate) source: Option<Id>,
    /// What the metadata of answers says of it.
    pub(crate) metadata: Value,
    pub(crate) at: Instant,
    /// The count of changes when it began.
    pub(crate) began: u64,
    /// When it was answered, and with which kind of callback.
    pub(crate) answered: Option<(Instant, u64)>,
    /// The message that the answer made, or will fill.
    pub(crate) original: Option<Id>,
    pub(crate) followups: Vec<Id>,
    /// Suggestions, or the form to fill in.
    pub(crate) data: Option<Value>,
    /// Whether its token was made invalid before its time.
    pub(crate) expired: bool,
}

/// Everything that exists.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) ids: Ids,
    pub(crate) bot: Id,
    pub(crate) users: BTreeMap<Id, User>,
    pub(crate) guilds: BTreeMap<Id, Guild>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) messages: BTreeMap<Id, Message>,
    pub(crate) files: BTreeMap<Id, File>,
    /// The application's commands, for everywhere and for one guild.
    pub(crate) commands: BTreeMap<Option<Id>, Vec<Value>>,
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    /// The message that a channel's nonce made, and when.
    pub(crate) nonces: BTreeMap<(Id, String), (Instant, Id)>,
    /// Counts changes, so that a message tells when it was last touched.
    pub(crate) changes: u64,
}

impl World {
    /// A world with nobody but the bot.
    pub(crate) fn new(bot_name: &str) -> World {
        let mut ids = Ids::default();
        let bot = ids.next();
        let user = User {
            id: bot,
            name: bot_name.to_owned(),
            display_name: None,
            bot: true,
            locale: "en-US".to_owned(),
            takes_direct_messages: false,
        };
        World {
            ids,
            bot,
            users: BTreeMap::from([(bot, user)]),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: BTreeMap::new(),
            commands: BTreeMap::new(),
            interactions: BTreeMap::new(),
            nonces: BTreeMap::new(),
            changes: 0,
        }
    }

    /// Makes an account.
    pub(crate) fn add_user(&mut self, name: &str, bot: bool) -> Id {
        let id = self.ids.next();
        let user = User {
            id,
            name: name.to_owned(),
            display_name: None,
            bot,
            locale: "en-US".to_owned(),
            takes_direct_messages: true,
        };
        self.users.insert(id, user);
        id
    }

    /// Makes a guild with its owner and the ordinary rights for everyone.
    pub(crate) fn add_guild(&mut self, name: &str, with_bot: bool) -> Id {
        let owner = self.add_user(&format!("owner of {name}"), false);
        let id = self.ids.next();
        let everyone =
            Role { id, name: "@everyone".to_owned(), permissions: permissions::ORDINARY, position: 0, bot: None };
        let mut guild = Guild {
            id,
            name: name.to_owned(),
            owner,
            roles: BTreeMap::from([(id, everyone)]),
            members: BTreeMap::new(),
        };
        let joined = Timestamp::now();
        guild.members.insert(owner, Membership { nick: None, roles: Vec::new(), joined });
        if with_bot {
            let role = self.ids.next();
            let name = self.users[&self.bot].name.clone();
            guild.roles.insert(role, Role { id: role, name, permissions: 0, position: 1, bot: Some(self.bot) });
            guild.members.insert(self.bot, Membership { nick: None, roles: vec![role], joined });
        }
        self.guilds.insert(id, guild);
        id
    }

    /// Makes a channel of this kind.
    pub(crate) fn add_channel(&mut self, guild: Option<Id>, name: &str, kind: ChannelKind) -> Id {
        let id = self.ids.next();
        self.insert_channel(id, guild, name, kind);
        id
    }

    /// Makes a channel with a number that is already decided, as a thread has that starts at a message.
    pub(crate) fn insert_channel(&mut self, id: Id, guild: Option<Id>, name: &str, kind: ChannelKind) {
        let name = name.to_owned();
        let channel = Channel { id, guild, name, topic: None, kind, overwrites: Vec::new(), messages: Vec::new() };
        self.channels.insert(id, channel);
    }

    /// The direct conversation of the bot with somebody, opened when there is none.
    pub(crate) fn direct_channel(&mut self, with: Id) -> Id {
        let found = self
            .channels
            .values()
            .find(|channel| matches!(channel.kind, ChannelKind::Direct { with: other } if other == with))
            .map(|channel| channel.id);
        found.unwrap_or_else(|| {
            let name = self.users.get(&with).map_or_else(String::new, |user| user.name.clone());
            self.add_channel(None, &name, ChannelKind::Direct { with })
        })
    }

    /// What the bot may do in a channel.
    pub(crate) fn bot_permissions(&self, channel: &Channel) -> u64 {
        permissions::in_channel(self, channel, self.bot)
    }

    /// Whether the bot is in this guild.
    pub(crate) fn bot_is_in(&self, guild: Id) -> bool {
        self.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&self.bot))
    }

    /// How somebody is called in transcripts.
    pub(crate) fn name_of(&self, user: Id) -> &str {
        self.users.get(&user).map_or("somebody", |user| user.name.as_str())
    }

    /// Counts one change.
    pub(crate) fn tick(&mut self) -> u64 {
        self.changes += 1;
        self.changes
    }
}
