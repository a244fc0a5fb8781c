//! Channels, and what is done in them besides writing.

use serde_json::json;

use super::{Work, place};
use crate::answer::{Answer, refusal};
use crate::compose;
use crate::permissions;
use crate::wire;
use crate::world::{ChannelKind, Id};

impl Work<'_> {
    pub(super) fn channel(&mut self, channel: Id, rest: &[&str]) -> Result<Answer, Answer> {
        let granted = compose::visible(&self.state.world, place(&self.state.world, channel)?)?;
        match (self.call.method.as_str(), rest) {
            ("GET", []) => Ok(Answer::ok(wire::channel(&self.state.world, place(&self.state.world, channel)?))),
            ("PATCH", []) => self.change_channel(channel, granted),
            ("DELETE", []) => self.close_channel(channel, granted),
            ("POST", ["typing"]) => {
                self.state.note("(the bot is typing)");
                Ok(Answer::done())
            }
            ("POST", ["threads"]) => self.thread_without_message(channel),
            ("PUT" | "DELETE", ["pins", message]) => self.pin(channel, message),
            (_, ["thread-members", rest @ ..]) => self.thread_members(channel, rest),
            _ => Err(self.unknown()),
        }
    }

    fn change_channel(&mut self, id: Id, granted: u64) -> Result<Answer, Answer> {
        let body = &self.call.body;
        let bot = self.state.world.bot;
        let found = place(&self.state.world, id)?;
        let allowed = match &found.kind {
            ChannelKind::Direct { .. } => return Err(refusal::wrong_channel_type()),
            ChannelKind::Text => granted & permissions::MANAGE_CHANNELS != 0,
            ChannelKind::Thread(thread) => {
                let manages = granted & permissions::MANAGE_THREADS != 0;
                // Locking, and opening what is locked, is for those who manage threads.
                let locks = body.get("locked").is_some() || thread.locked;
                if thread.archived && body["archived"] != false {
                    return Err(refusal::archived_thread());
                }
                manages || (!locks && thread.owner == bot)
            }
        };
        if !allowed {
            return Err(refusal::missing_permissions());
        }
        let Some(channel) = self.state.world.channels.get_mut(&id) else { return Err(refusal::unknown_channel()) };
        if let Some(name) = body["name"].as_str() {
            channel.name = name.to_owned();
        }
        if let Some(topic) = body["topic"].as_str() {
            channel.topic = Some(topic.to_owned());
        }
        let guild = channel.guild;
        let is_thread = channel.is_thread();
        if let Some(thread) = channel.thread_mut() {
            thread.archived = body["archived"].as_bool().unwrap_or(thread.archived);
            thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
            thread.invitable = body["invitable"].as_bool().unwrap_or(thread.invitable);
            thread.auto_archive = body["auto_archive_duration"].as_u64().unwrap_or(thread.auto_archive);
        }
        let label = channel.label();
        self.state.note(format!("(the bot changed {label}: {body})"));
        let shown = wire::channel(&self.state.world, place(&self.state.world, id)?);
        if is_thread {
            self.shared.dispatch_thread(self.state, "THREAD_UPDATE", id);
        } else if let Some(guild) = guild {
            self.shared.dispatch_in_guild(self.state, "CHANNEL_UPDATE", guild, shown.clone());
        }
        Ok(Answer::ok(shown))
    }

    fn close_channel(&mut self, id: Id, granted: u64) -> Result<Answer, Answer> {
        let found = place(&self.state.world, id)?;
        let shown = wire::channel(&self.state.world, found);
        let needed = match found.kind {
            ChannelKind::Direct { .. } => return Ok(Answer::ok(shown)),
            ChannelKind::Text => permissions::MANAGE_CHANNELS,
            ChannelKind::Thread(_) => permissions::MANAGE_THREADS,
        };
        if granted & needed == 0 {
            return Err(refusal::missing_permissions());
        }
        self.shared.delete_channel(self.state, id);
        Ok(Answer::ok(shown))
    }

    pub(super) fn own_guilds(&self) -> Answer {
        let world = &self.state.world;
        let guilds = world.guilds.values().filter(|guild| guild.members.contains_key(&world.bot));
        Answer::ok(
            guilds
                .map(|guild| {
                    json!({
                        "id": guild.id.to_string(),
                        "name": guild.name,
                        "icon": null,
                        "banner": null,
                        "owner": guild.owner == world.bot,
                        "permissions": permissions::in_guild(guild, world.bot).to_string(),
                        "features": [],
                    })
                })
                .collect(),
        )
    }
}
