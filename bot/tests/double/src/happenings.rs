//! What happens in the world: each change, with the events that tell the bot of it.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::events::{
    DIRECT_MESSAGE_REACTIONS, DIRECT_MESSAGES, Event, GUILD_MESSAGE_REACTIONS, GUILD_MESSAGES, GUILDS,
};
use crate::message::Message;
use crate::shared::{Shared, State};
use crate::wire;
use crate::world::{ChannelKind, Id, Thread};

impl Shared {
    /// Puts a new message into its channel and tells everyone.
    pub(crate) fn publish(self: &Arc<Self>, state: &mut State, mut message: Message) {
        let id = message.id;
        message.touch(state.world.tick());
        for file in &message.files {
            state.world.files.insert(file.id, file.clone());
        }
        let author = state.world.name_of(message.author).to_owned();
        let place = state.world.channels.get(&message.channel).map_or_else(String::new, |channel| channel.label());
        state.note(format!("{place} {author}: {}", message.line()));
        let unarchived = state.world.channels.get_mut(&message.channel).and_then(|channel| {
            channel.messages.push(id);
            let thread = channel.thread_mut()?;
            if !thread.members.contains(&message.author) {
                thread.members.push(message.author);
            }
            std::mem::take(&mut thread.archived).then_some(channel.id)
        });
        state.world.messages.insert(id, message);
        if let Some(thread) = unarchived {
            self.dispatch_thread(state, "THREAD_UPDATE", thread);
        }
        self.dispatch_message(state, "MESSAGE_CREATE", id);
    }

    /// Puts a changed message in the place of the old one and tells everyone.
    pub(crate) fn replace(self: &Arc<Self>, state: &mut State, mut message: Message) {
        message.touch(state.world.tick());
        for file in &message.files {
            state.world.files.insert(file.id, file.clone());
        }
        let id = message.id;
        let author = state.world.name_of(message.author).to_owned();
        let place = state.world.channels.get(&message.channel).map_or_else(String::new, |channel| channel.label());
        state.note(format!("{place} {author} (edited): {}", message.line()));
        state.world.messages.insert(id, message);
        self.dispatch_message(state, "MESSAGE_UPDATE", id);
    }

    /// Takes a message away and tells everyone.
    pub(crate) fn delete_message(self: &Arc<Self>, state: &mut State, id: Id) {
        let Some(message) = state.world.messages.get_mut(&id).filter(|message| !message.deleted) else { return };
        message.deleted = true;
        let (channel, line, hidden) = (message.channel, message.line(), message.is_ephemeral());
        state.world.tick();
        state.note(format!("(deleted: {line})"));
        if let Some(place) = state.world.channels.get_mut(&channel) {
            place.messages.retain(|other| *other != id);
        }
        if !hidden {
            let data = json!({"id": id.to_string()});
            self.dispatch_in_channel(state, "MESSAGE_DELETE", channel, (GUILD_MESSAGES, DIRECT_MESSAGES), data);
        }
    }

    /// Adds or takes away a reaction and tells everyone.
    pub(crate) fn react(self: &Arc<Self>, state: &mut State, id: Id, person: Id, emoji: &str, add: bool) {
        let change = state.world.tick();
        let Some(message) = state.world.messages.get_mut(&id) else { return };
        let people = message.reactions.entry(emoji.to_owned()).or_default();
        if people.contains(&person) == add {
            return;
        }
        people.retain(|other| *other != person);
        if add {
            people.push(person);
        }
        if people.is_empty() {
            message.reactions.remove(emoji);
        }
        message.touch(change);
        let (channel, author, guild) = (message.channel, message.author, message.guild);
        let verb = if add { "reacted with" } else { "took away" };
        state.note(format!("{} {verb} {emoji}", state.world.name_of(person)));
        let mut data = json!({
            "user_id": person.to_string(),
            "message_id": id.to_string(),
            "emoji": wire::emoji_value(emoji),
            "burst": false,
            "type": 0,
        });
        if add {
            data["message_author_id"] = author.to_string().into();
            let guild = guild.and_then(|guild| state.world.guilds.get(&guild));
            if let Some(member) = guild.and_then(|guild| wire::member(&state.world, guild, person)) {
                data["member"] = member;
            }
        }
        let name = if add { "MESSAGE_REACTION_ADD" } else { "MESSAGE_REACTION_REMOVE" };
        let intents = (GUILD_MESSAGE_REACTIONS, DIRECT_MESSAGE_REACTIONS);
        self.dispatch_in_channel(state, name, channel, intents, data);
    }

    /// Tells of a thread's coming or change.
    pub(crate) fn dispatch_thread(self: &Arc<Self>, state: &mut State, name: &'static str, thread: Id) {
        let Some(channel) = state.world.channels.get(&thread) else { return };
        let Some(guild) = channel.guild.filter(|guild| state.world.bot_is_in(*guild)) else { return };
        if !wire::can_see(&state.world, channel) {
            return;
        }
        let mut data = wire::channel(&state.world, channel);
        if name == "THREAD_CREATE" {
            data["newly_created"] = true.into();
        }
        self.dispatch(state, Event { name, guild: Some(guild), needs: GUILDS, data, redacted: false });
    }

    /// Opens a thread, at a message when its number is given.
    pub(crate) fn open_thread(
        self: &Arc<Self>,
        state: &mut State,
        parent: Id,
        at_message: Option<Id>,
        name: &str,
        owner: Id,
        private: bool,
    ) -> Id {
        let guild = state.world.channels.get(&parent).and_then(|channel| channel.guild);
        let thread = Thread {
            parent,
            owner,
            private,
            archived: false,
            locked: false,
            invitable: true,
            auto_archive: 4320,
            members: vec![owner],
            created: Timestamp::now(),
        };
        let id = at_message.unwrap_or_else(|| state.world.ids.next());
        state.world.insert_channel(id, guild, name, ChannelKind::Thread(thread));
        let author = state.world.name_of(owner).to_owned();
        state.note(format!("{author} opened thread {name:?}"));
        if let Some(message) = at_message {
            let change = state.world.tick();
            if let Some(message) = state.world.messages.get_mut(&message) {
                message.thread = Some(id);
                message.flags |= 1 << 5;
                message.touch(change);
            }
            self.dispatch_message(state, "MESSAGE_UPDATE", message);
        }
        self.dispatch_thread(state, "THREAD_CREATE", id);
        id
    }

    /// Takes a channel or thread away, with what is in it.
    pub(crate) fn delete_channel(self: &Arc<Self>, state: &mut State, id: Id) {
        let Some(channel) = state.world.channels.get(&id) else { return };
        let Some(guild) = channel.guild else { return };
        state.world.changes += 1;
        if let Some(thread) = channel.thread() {
            let data = json!({
                "id": id.to_string(),
                "guild_id": guild.to_string(),
                "parent_id": thread.parent.to_string(),
                "type": channel.kind_number(),
            });
            let seen = wire::can_see(&state.world, channel);
            let label = channel.label();
            state.note(format!("({label} was deleted)"));
            state.world.channels.remove(&id);
            if seen {
                self.dispatch_in_guild(state, "THREAD_DELETE", guild, data);
            }
            return;
        }
        let data = wire::channel(&state.world, channel);
        let label = channel.label();
        state.note(format!("({label} was deleted)"));
        state.world.channels.retain(|other, channel| *other != id && channel.parent() != Some(id));
        self.dispatch_in_guild(state, "CHANNEL_DELETE", guild, data);
    }

    /// Takes somebody out of a guild, the bot too.
    pub(crate) fn remove_member(self: &Arc<Self>, state: &mut State, guild: Id, user: Id) {
        let line = format!("({} left the guild)", state.world.name_of(user));
        state.note(line);
        let Some(of) = state.world.guilds.get_mut(&guild) else { return };
        if of.members.remove(&user).is_none() {
            return;
        }
        if user == state.world.bot {
            let data = json!({"id": guild.to_string()});
            return self.dispatch_in_guild(state, "GUILD_DELETE", guild, data);
        }
        let user = state.world.users.get(&user).map_or(Value::Null, wire::user);
        let data = json!({"guild_id": guild.to_string(), "user": user});
        self.dispatch_in_guild(state, "GUILD_MEMBER_REMOVE", guild, data);
    }
}
