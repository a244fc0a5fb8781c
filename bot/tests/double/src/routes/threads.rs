//! Opening threads, and who is in them.

use serde_json::{Value, json};

use super::{Work, number, place};
use crate::answer::{Answer, refusal};
use crate::compose;
use crate::permissions;
use crate::wire;
use crate::world::{ChannelKind, Id};

impl Work<'_> {
    pub(super) fn thread_from_message(&mut self, channel: Id, message: &str) -> Result<Answer, Answer> {
        let found = self.find_message(channel, message)?;
        if found.thread.is_some() {
            return Err(refusal::thread_exists());
        }
        let id = found.id;
        self.open(channel, Some(id), false)
    }

    pub(super) fn thread_without_message(&mut self, channel: Id) -> Result<Answer, Answer> {
        let private = match self.call.body["type"].as_u64() {
            Some(11) => false,
            // A thread is private unless it's said that it isn't.
            None | Some(12) => true,
            Some(_) => return Err(refusal::wrong_channel_type()),
        };
        self.open(channel, None, private)
    }

    fn open(&mut self, channel: Id, at_message: Option<Id>, private: bool) -> Result<Answer, Answer> {
        let parent = place(&self.state.world, channel)?;
        let granted = compose::visible(&self.state.world, parent)?;
        if !matches!(parent.kind, ChannelKind::Text) {
            return Err(refusal::wrong_channel_type());
        }
        let needed = if private { permissions::CREATE_PRIVATE_THREADS } else { permissions::CREATE_PUBLIC_THREADS };
        if granted & needed == 0 || (at_message.is_some() && granted & permissions::READ_MESSAGE_HISTORY == 0) {
            return Err(refusal::missing_permissions());
        }
        let name = self.call.body["name"].as_str().unwrap_or_default().to_owned();
        let bot = self.state.world.bot;
        let id = self.shared.open_thread(self.state, channel, at_message, &name, bot, private);
        let options = &self.call.body;
        if let Some(thread) = self.state.world.channels.get_mut(&id).and_then(|channel| channel.thread_mut()) {
            thread.auto_archive = options["auto_archive_duration"].as_u64().unwrap_or(thread.auto_archive);
            thread.invitable = options["invitable"] != false;
        }
        let opened = place(&self.state.world, id)?;
        Ok(Answer::json(201, wire::channel(&self.state.world, opened)))
    }

    pub(super) fn thread_members(&mut self, channel: Id, rest: &[&str]) -> Result<Answer, Answer> {
        let opened = place(&self.state.world, channel)?;
        compose::visible(&self.state.world, opened)?;
        let thread = opened.thread().ok_or_else(refusal::wrong_channel_type)?;
        let show = |user: &Id| wire::thread_member(channel, *user, thread.created);
        let user = match rest {
            [] => return Ok(Answer::ok(thread.members.iter().map(show).collect())),
            ["@me"] => self.state.world.bot,
            [user] => number(user)?,
            _ => return Err(self.unknown()),
        };
        if self.call.method == "GET" {
            let member = thread.members.iter().find(|member| **member == user);
            return Ok(Answer::ok(member.map(show).ok_or_else(refusal::unknown_member)?));
        }
        let add = self.call.method == "PUT";
        if thread.archived {
            return Err(refusal::archived_thread());
        }
        if !self.state.world.users.contains_key(&user) {
            return Err(refusal::unknown_user());
        }
        let granted = self.state.world.bot_permissions(opened);
        let own = user == self.state.world.bot || thread.owner == self.state.world.bot;
        let may = if add { granted & permissions::SEND_MESSAGES_IN_THREADS != 0 } else { own };
        if !may && granted & permissions::MANAGE_THREADS == 0 {
            return Err(refusal::missing_permissions());
        }
        self.set_thread_member(channel, user, add);
        Ok(Answer::done())
    }

    fn set_thread_member(&mut self, channel: Id, user: Id, add: bool) {
        let Some(place) = self.state.world.channels.get_mut(&channel) else { return };
        let guild = place.guild;
        let Some(thread) = place.thread_mut() else { return };
        thread.members.retain(|member| *member != user);
        if add {
            thread.members.push(user);
        }
        let (count, created) = (thread.members.len(), thread.created);
        let label = place.label();
        let Some(guild) = guild else { return };
        let name = self.state.world.name_of(user).to_owned();
        self.state.note(format!("({name} {} {label})", if add { "was added to" } else { "was taken out of" }));
        let mut data = json!({"id": channel.to_string(), "guild_id": guild.to_string(), "member_count": count});
        if add {
            data["added_members"] = json!([wire::thread_member(channel, user, created)]);
        } else {
            data["removed_member_ids"] = json!([user.to_string()]);
        }
        self.shared.dispatch_in_guild(self.state, "THREAD_MEMBERS_UPDATE", guild, data);
    }

    pub(super) fn active_threads(&self, guild: Id) -> Value {
        let world = &self.state.world;
        let open: Vec<_> = world
            .channels
            .values()
            .filter(|channel| channel.guild == Some(guild) && wire::can_see(world, channel))
            .filter(|channel| channel.thread().is_some_and(|thread| !thread.archived))
            .collect();
        let members = open
            .iter()
            .filter_map(|channel| Some((channel.id, channel.thread()?)))
            .filter(|(_, thread)| thread.members.contains(&world.bot))
            .map(|(id, thread)| wire::thread_member(id, world.bot, thread.created));
        json!({
            "threads": open.iter().map(|channel| wire::channel(world, channel)).collect::<Vec<_>>(),
            "members": members.collect::<Vec<_>>(),
            "has_more": false,
        })
    }
}
