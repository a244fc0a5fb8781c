//! Events on their way to the bot: who gets what, and what can go wrong with it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::message::Message;
use crate::shared::{Shared, State};
use crate::wire;
use crate::world::{Channel, Id, World};

/// Guilds, their channels and threads.
pub const GUILDS: u64 = 1;
/// People coming, going and changing.
pub const GUILD_MEMBERS: u64 = 1 << 1;
/// Presences.
pub const GUILD_PRESENCES: u64 = 1 << 8;
/// Messages in guilds.
pub const GUILD_MESSAGES: u64 = 1 << 9;
/// Reactions in guilds.
pub const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
/// Typing in guilds.
pub const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
/// Messages in direct conversations.
pub const DIRECT_MESSAGES: u64 = 1 << 12;
/// Reactions in direct conversations.
pub const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
/// Typing in direct conversations.
pub const DIRECT_MESSAGE_TYPING: u64 = 1 << 14;
/// The words of messages that don't concern the bot.
pub const MESSAGE_CONTENT: u64 = 1 << 15;

/// How many events a session keeps for a resume.
const KEPT: usize = 20_000;

/// What goes to a connection.
#[derive(Debug)]
pub(crate) enum Outgoing {
    Payload(String),
    Close(u16, &'static str),
    /// The connection ends without a word.
    Abort,
}

/// An event before it is known who gets it.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) guild: Option<Id>,
    /// The intent it takes, none when zero.
    pub(crate) needs: u64,
    pub(crate) data: Value,
    /// Whether its words are only for bots with the intent to read them.
    pub(crate) redacted: bool,
}

/// A bot's session, which outlives its connections.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) intents: u64,
    /// Which of how many.
    pub(crate) shard: (u64, u64),
    pub(crate) sequence: u64,
    pub(crate) sent: VecDeque<(u64, String)>,
    pub(crate) connection: Option<(u64, UnboundedSender<Outgoing>)>,
    /// What the bot says it is doing.
    pub(crate) presence: Value,
}

impl Session {
    fn hears(&self, event: &Event) -> bool {
        let shard = event.guild.map_or(0, |guild| (guild >> 22) % self.shard.1);
        shard == self.shard.0 && (event.needs == 0 || self.intents & event.needs != 0)
    }

    /// Numbers an event, keeps it and sends it when there is a connection.
    pub(crate) fn send(&mut self, name: &str, data: &Value) {
        self.sequence += 1;
        let payload = json!({"op": 0, "t": name, "s": self.sequence, "d": data}).to_string();
        if let Some((_, connection)) = &self.connection {
            // A connection that just ended will be resumed.
            let _ = connection.send(Outgoing::Payload(payload.clone()));
        }
        self.sent.push_back((self.sequence, payload));
        if self.sent.len() > KEPT {
            self.sent.pop_front();
        }
    }
}

/// What can go wrong with events.
#[derive(Clone, Debug)]
enum EventFault {
    Twice,
    Late(Duration),
}

/// The sessions, and the faults planned for their events.
#[derive(Debug, Default)]
pub(crate) struct Events {
    pub(crate) sessions: BTreeMap<String, Session>,
    pub(crate) connections: u64,
    pub(crate) identifies: Vec<Value>,
    pub(crate) resumes: u64,
    pub(crate) heartbeats: u64,
    /// Whether heartbeats go unanswered.
    pub(crate) deaf: bool,
    /// Whether connections are refused.
    pub(crate) closed: bool,
    faults: Vec<(String, u32, EventFault)>,
}

impl Events {
    /// The next events of this name are delivered twice.
    pub(crate) fn deliver_twice(&mut self, name: &str, times: u32) {
        self.faults.push((name.to_owned(), times, EventFault::Twice));
    }

    /// The next events of this name come late, others overtaking them.
    pub(crate) fn deliver_late(&mut self, name: &str, times: u32, by: Duration) {
        self.faults.push((name.to_owned(), times, EventFault::Late(by)));
    }

    fn fault(&mut self, name: &str) -> Option<EventFault> {
        let at = self.faults.iter().position(|(of, times, _)| of == name && *times > 0)?;
        self.faults[at].1 -= 1;
        Some(self.faults[at].2.clone())
    }

    /// Sends something to every connection.
    pub(crate) fn tell_connections(&mut self, make: impl Fn() -> Outgoing) {
        for session in self.sessions.values() {
            if let Some((_, connection)) = &session.connection {
                let _ = connection.send(make());
            }
        }
    }

    fn deliver(&mut self, event: &Event) {
        for session in self.sessions.values_mut().filter(|session| session.hears(event)) {
            if event.redacted && session.intents & MESSAGE_CONTENT == 0 {
                session.send(event.name, &redacted(event.data.clone()));
            } else {
                session.send(event.name, &event.data);
            }
        }
    }
}

/// A message without what only bots with the intent may read.
pub(crate) fn redacted(mut message: Value) -> Value {
    message["content"] = "".into();
    for list in ["embeds", "attachments", "components"] {
        if message.get(list).is_some() {
            message[list] = json!([]);
        }
    }
    message
}

impl Shared {
    /// Sends an event to whom it concerns, now or as the planned faults say.
    pub(crate) fn dispatch(self: &Arc<Self>, state: &mut State, event: Event) {
        match state.events.fault(event.name) {
            None => state.events.deliver(&event),
            Some(EventFault::Twice) => {
                state.note(format!("({} delivered twice)", event.name));
                state.events.deliver(&event);
                state.events.deliver(&event);
            }
            Some(EventFault::Late(by)) => {
                state.note(format!("({} held back for {by:?})", event.name));
                let shared = Arc::clone(self);
                tokio::spawn(async move {
                    tokio::time::sleep(by).await;
                    shared.change(|state| {
                        state.note(format!("({} delivered late)", event.name));
                        state.events.deliver(&event);
                    });
                });
            }
        }
    }

    /// Sends an event about a guild's channels, threads or people.
    pub(crate) fn dispatch_in_guild(self: &Arc<Self>, state: &mut State, name: &'static str, guild: Id, data: Value) {
        let needs = if name.starts_with("GUILD_MEMBER_") { GUILD_MEMBERS } else { GUILDS };
        if state.world.bot_is_in(guild) || name.starts_with("GUILD_DELETE") {
            self.dispatch(state, Event { name, guild: Some(guild), needs, data, redacted: false });
        }
    }

    /// Sends an event about a message's coming or change.
    pub(crate) fn dispatch_message(self: &Arc<Self>, state: &mut State, name: &'static str, id: Id) {
        let world = &state.world;
        let Some(message) = world.messages.get(&id) else { return };
        let Some(channel) = world.channels.get(&message.channel) else { return };
        if message.is_ephemeral() || !hears_of(world, channel) {
            return;
        }
        let mut data = wire::message(world, &self.files_at(), message);
        if let Some(guild) = message.guild.and_then(|guild| world.guilds.get(&guild)) {
            data["guild_id"] = guild.id.to_string().into();
            if let Some(member) = guild.members.get(&message.author) {
                data["member"] = wire::membership(member);
            }
            for person in data["mentions"].as_array_mut().into_iter().flatten() {
                let id = person["id"].as_str().and_then(|id| id.parse().ok());
                if let Some(member) = id.and_then(|id: Id| guild.members.get(&id)) {
                    person["member"] = wire::membership(member);
                }
            }
        } else {
            data["channel_type"] = 1.into();
        }
        let needs = if message.guild.is_some() { GUILD_MESSAGES } else { DIRECT_MESSAGES };
        let event = Event { name, guild: message.guild, needs, data, redacted: is_private(world, message) };
        self.dispatch(state, event);
    }

    /// Sends a small event that belongs to a channel, such as a deletion or somebody's typing.
    pub(crate) fn dispatch_in_channel(
        self: &Arc<Self>,
        state: &mut State,
        name: &'static str,
        channel: Id,
        intents: (u64, u64),
        mut data: Value,
    ) {
        let Some(place) = state.world.channels.get(&channel) else { return };
        if !hears_of(&state.world, place) {
            return;
        }
        let guild = place.guild;
        data["channel_id"] = channel.to_string().into();
        if let Some(guild) = guild {
            data["guild_id"] = guild.to_string().into();
        }
        let needs = if guild.is_some() { intents.0 } else { intents.1 };
        self.dispatch(state, Event { name, guild, needs, data, redacted: false });
    }
}

/// Whether the bot is told what happens in a channel.
fn hears_of(world: &World, channel: &Channel) -> bool {
    match channel.guild {
        Some(guild) => world.bot_is_in(guild) && wire::can_see(world, channel),
        None => true,
    }
}

/// Whether a message's words are hidden from bots that may not read everything.
pub(crate) fn is_private(world: &World, message: &Message) -> bool {
    message.guild.is_some() && message.author != world.bot && !message.pings.contains(&world.bot)
}
