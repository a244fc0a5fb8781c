//! Guilds and their people, as the bot asks for them.

use super::{Work, number};
use crate::answer::{Answer, refusal};
use crate::wire;
use crate::world::{Guild, Id};

impl Work<'_> {
    pub(super) fn guild(&mut self, id: Id, rest: &[&str]) -> Result<Answer, Answer> {
        let world = &self.state.world;
        let guild: &Guild = world.guilds.get(&id).ok_or_else(refusal::unknown_guild)?;
        if !world.bot_is_in(id) {
            return Err(refusal::missing_access());
        }
        match (self.call.method.as_str(), rest) {
            ("GET", []) => Ok(Answer::ok(wire::guild(guild))),
            ("GET", ["roles"]) => Ok(Answer::ok(guild.roles.values().map(wire::role).collect())),
            ("GET", ["channels"]) => {
                let channels = world.channels.values().filter(|channel| channel.guild == Some(id));
                let plain = channels.filter(|channel| !channel.is_thread());
                Ok(Answer::ok(plain.map(|channel| wire::channel(world, channel)).collect()))
            }
            ("GET", ["threads", "active"]) => Ok(Answer::ok(self.active_threads(id))),
            ("GET", ["members", "search"]) => {
                let start = self.call.query("query").unwrap_or_default().to_lowercase();
                let found =
                    guild.members.keys().filter(|user| world.name_of(**user).to_lowercase().starts_with(&start));
                Ok(Answer::ok(found.filter_map(|user| wire::member(world, guild, *user)).collect()))
            }
            ("GET", ["members"]) if !self.shared.options.guild_members => Err(refusal::missing_access()),
            ("GET", ["members"]) => {
                let limit = self.call.query("limit").and_then(|value| value.parse().ok()).unwrap_or(1);
                let after = self.call.query("after").and_then(|value| value.parse().ok()).unwrap_or(0);
                let found = guild.members.range(after + 1..).take(limit);
                Ok(Answer::ok(found.filter_map(|(user, _)| wire::member(world, guild, *user)).collect()))
            }
            ("GET", ["members", user]) => {
                let user = number(user)?;
                if !world.users.contains_key(&user) {
                    return Err(refusal::unknown_user());
                }
                Ok(Answer::ok(wire::member(world, guild, user).ok_or_else(refusal::unknown_member)?))
            }
            _ => Err(self.unknown()),
        }
    }

    pub(super) fn leave_guild(&mut self, id: Id) -> Result<Answer, Answer> {
        if !self.state.world.bot_is_in(id) {
            return Err(refusal::unknown_guild());
        }
        let bot = self.state.world.bot;
        self.shared.remove_member(self.state, id, bot);
        Ok(Answer::done())
    }
}
