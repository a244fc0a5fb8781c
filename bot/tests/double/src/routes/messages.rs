//! Messages and reactions.

use std::time::Instant;

use serde_json::{Value, json};

use super::{Work, place};
use crate::answer::{Answer, refusal};
use crate::compose;
use crate::message::Message;
use crate::permissions;
use crate::wire;
use crate::world::{ChannelKind, Id};

impl Work<'_> {
    pub(super) fn messages(&mut self, channel: Id, rest: &[&str]) -> Result<Answer, Answer> {
        compose::visible(&self.state.world, place(&self.state.world, channel)?)?;
        match (self.call.method.as_str(), rest) {
            ("GET", []) => self.list_messages(channel),
            ("POST", []) => self.create_message(channel),
            ("POST", ["bulk-delete"]) => self.bulk_delete(channel),
            ("PUT" | "DELETE", ["pins", message]) => self.pin(channel, message),
            ("GET", [message]) => self.get_message(channel, message),
            ("PATCH", [message]) => self.edit_message(channel, message),
            ("DELETE", [message]) => self.delete_message(channel, message),
            ("POST", [message, "threads"]) => self.thread_from_message(channel, message),
            (_, [message, "reactions", rest @ ..]) => self.reactions(channel, message, rest),
            _ => Err(self.unknown()),
        }
    }

    /// A message of this channel that REST can see.
    pub(super) fn find_message(&self, channel: Id, message: &str) -> Result<&Message, Answer> {
        let id: Id = super::number(message)?;
        self.state
            .world
            .messages
            .get(&id)
            .filter(|message| message.channel == channel && !message.deleted && !message.is_ephemeral())
            .ok_or_else(refusal::unknown_message)
    }

    pub(super) fn show(&self, message: &Message) -> Value {
        let mut value = wire::message(&self.state.world, &self.shared.files_at(), message);
        if !self.shared.options.message_content && crate::events::is_private(&self.state.world, message) {
            value = crate::events::redacted(value);
        }
        value
    }

    fn list_messages(&self, channel: Id) -> Result<Answer, Answer> {
        let place = place(&self.state.world, channel)?;
        if self.state.world.bot_permissions(place) & permissions::READ_MESSAGE_HISTORY == 0 {
            return Ok(Answer::ok(json!([])));
        }
        let bound = |name: &str| self.call.query(name).and_then(|value| value.parse::<Id>().ok());
        let limit = self.call.query("limit").and_then(|value| value.parse().ok()).unwrap_or(50);
        let (before, after) = (bound("before"), bound("after"));
        let mut found: Vec<&Message> = place
            .messages
            .iter()
            .filter(|id| before.is_none_or(|before| **id < before) && after.is_none_or(|after| **id > after))
            .filter_map(|id| self.state.world.messages.get(id))
            .filter(|message| !message.deleted && !message.is_ephemeral())
            .collect();
        if after.is_some() {
            found.truncate(limit);
        }
        found.reverse();
        found.truncate(limit);
        Ok(Answer::ok(found.into_iter().map(|message| self.show(message)).collect()))
    }

    fn get_message(&self, channel: Id, message: &str) -> Result<Answer, Answer> {
        let found = self.find_message(channel, message)?;
        Ok(Answer::ok(self.show(found)))
    }

    fn create_message(&mut self, channel: Id) -> Result<Answer, Answer> {
        let call = self.call;
        let place = place(&self.state.world, channel)?;
        compose::may_write(&self.state.world, place, &call.body, &call.files)?;
        if let ChannelKind::Direct { with } = &place.kind
            && !self.state.world.users.get(with).is_some_and(|user| user.takes_direct_messages)
        {
            return Err(refusal::cannot_write_to_user());
        }
        let guild = place.guild;
        let nonce = call.body.get("nonce").filter(|nonce| !nonce.is_null()).cloned();
        let key = nonce.as_ref().map(|nonce| (channel, nonce.as_str().map_or(nonce.to_string(), str::to_owned)));
        if let Some(key) = &key
            && call.body["enforce_nonce"] == true
            && let Some((at, first)) = self.state.world.nonces.get(key)
            && at.elapsed() < self.shared.options.nonce_lasts
            && let Some(first) = self.state.world.messages.get(first)
        {
            let again = self.show(first);
            self.state.note("(a repeated nonce returned the first message)");
            return Ok(Answer::ok(again));
        }
        let id = self.state.world.ids.next();
        let bot = self.state.world.bot;
        let mut message = Message::new(id, channel, guild, bot, "");
        compose::apply(&mut message, &call.body, &call.files)?;
        message.nonce = nonce;
        message.flags &= !crate::message::EPHEMERAL;
        if let Some(original) = compose::id(&call.body["message_reference"]["message_id"]) {
            let exists = self
                .state
                .world
                .messages
                .get(&original)
                .is_some_and(|original| original.channel == channel && !original.deleted);
            let must_exist = call.body["message_reference"]["fail_if_not_exists"] != false;
            if !exists && must_exist {
                let fault = ("message_reference".to_owned(), "Unknown message".to_owned());
                return Err(Answer::invalid(&[fault]));
            }
            if exists {
                message.replies_to = Some(original);
                message.kind = 19;
            }
        }
        compose::notify(&self.state.world, &mut message, &call.body["allowed_mentions"]);
        if let Some(key) = key {
            self.state.world.nonces.insert(key, (Instant::now(), id));
        }
        self.publish(message);
        let shown = self.show(&self.state.world.messages[&id]);
        Ok(Answer::ok(shown))
    }

    /// Puts a new message into its channel and tells everyone.
    pub(super) fn publish(&mut self, message: Message) {
        self.shared.publish(self.state, message);
    }

    fn edit_message(&mut self, channel: Id, message: &str) -> Result<Answer, Answer> {
        let found = self.find_message(channel, message)?;
        if found.author != self.state.world.bot {
            return Err(refusal::not_the_author());
        }
        if place(&self.state.world, channel)?.thread().is_some_and(|thread| thread.archived) {
            return Err(refusal::archived_thread());
        }
        let edited = found.clone();
        self.change_message(edited)
    }

    /// Changes a message as the request says.
    pub(super) fn change_message(&mut self, mut message: Message) -> Result<Answer, Answer> {
        let body = if self.call.body.get("data").is_some() { &self.call.body["data"] } else { &self.call.body };
        compose::apply(&mut message, body, &self.call.files)?;
        message.edited = Some(jiff::Timestamp::now());
        compose::notify(&self.state.world, &mut message, &body["allowed_mentions"]);
        let id = message.id;
        self.shared.replace(self.state, message);
        let shown = self.show(&self.state.world.messages[&id]);
        Ok(Answer::ok(shown))
    }

    fn delete_message(&mut self, channel: Id, message: &str) -> Result<Answer, Answer> {
        let found = self.find_message(channel, message)?;
        let (id, own) = (found.id, found.author == self.state.world.bot);
        let granted = self.state.world.bot_permissions(place(&self.state.world, channel)?);
        if !own && granted & permissions::MANAGE_MESSAGES == 0 {
            return Err(refusal::missing_permissions());
        }
        self.shared.delete_message(self.state, id);
        Ok(Answer::done())
    }

    fn bulk_delete(&mut self, channel: Id) -> Result<Answer, Answer> {
        let granted = self.state.world.bot_permissions(place(&self.state.world, channel)?);
        if granted & permissions::MANAGE_MESSAGES == 0 {
            return Err(refusal::missing_permissions());
        }
        for id in compose::list(&self.call.body["messages"]).filter_map(compose::id) {
            self.shared.delete_message(self.state, id);
        }
        Ok(Answer::done())
    }

    pub(super) fn pin(&mut self, channel: Id, message: &str) -> Result<Answer, Answer> {
        let id = self.find_message(channel, message)?.id;
        let granted = self.state.world.bot_permissions(place(&self.state.world, channel)?);
        if granted & (permissions::PIN_MESSAGES | permissions::MANAGE_MESSAGES) == 0 {
            return Err(refusal::missing_permissions());
        }
        let pinned = self.call.method == "PUT";
        if let Some(message) = self.state.world.messages.get_mut(&id) {
            message.pinned = pinned;
        }
        self.shared.dispatch_message(self.state, "MESSAGE_UPDATE", id);
        Ok(Answer::done())
    }

    fn reactions(&mut self, channel: Id, message: &str, rest: &[&str]) -> Result<Answer, Answer> {
        let found = self.find_message(channel, message)?;
        let (id, bot) = (found.id, self.state.world.bot);
        match (self.call.method.as_str(), rest) {
            ("GET", [emoji]) => {
                let world = &self.state.world;
                let people = found.reactions.get(*emoji).into_iter().flatten();
                Ok(Answer::ok(people.filter_map(|id| world.users.get(id)).map(wire::user).collect()))
            }
            ("PUT", [emoji, "@me"]) => {
                let first = !found.reactions.contains_key(*emoji);
                let granted = self.state.world.bot_permissions(place(&self.state.world, channel)?);
                if first && granted & permissions::ADD_REACTIONS == 0 {
                    return Err(refusal::missing_permissions());
                }
                self.shared.react(self.state, id, bot, emoji, true);
                Ok(Answer::done())
            }
            ("DELETE", [emoji, "@me"]) => {
                self.shared.react(self.state, id, bot, emoji, false);
                Ok(Answer::done())
            }
            ("DELETE", rest) => {
                let granted = self.state.world.bot_permissions(place(&self.state.world, channel)?);
                if granted & permissions::MANAGE_MESSAGES == 0 {
                    return Err(refusal::missing_permissions());
                }
                let all: Vec<(String, Id)> = found
                    .reactions
                    .iter()
                    .flat_map(|(emoji, people)| people.iter().map(move |person| (emoji.clone(), *person)))
                    .filter(|(emoji, person)| {
                        rest.first().is_none_or(|wanted| emoji == wanted)
                            && rest.get(1).is_none_or(|wanted| person.to_string() == **wanted)
                    })
                    .collect();
                for (emoji, person) in all {
                    self.shared.react(self.state, id, person, &emoji, false);
                }
                Ok(Answer::done())
            }
            _ => Err(self.unknown()),
        }
    }
}
