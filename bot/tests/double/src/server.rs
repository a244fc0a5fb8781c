//! A server, as its owner sees it.

use std::sync::Arc;

use jiff::Timestamp;

use crate::events::{Event, GUILDS};
use crate::person::Person;
use crate::room::Room;
use crate::shared::Shared;
use crate::wire;
use crate::world::{ChannelKind, Id, Membership, Role};

/// A server, as its owner sees it.
#[derive(Clone, Debug)]
pub struct Server {
    shared: Arc<Shared>,
    id: Id,
}

impl Server {
    pub(crate) fn new(shared: &Arc<Shared>, name: &str, with_bot: bool) -> Server {
        let id = shared.change(|state| {
            let id = state.world.add_guild(name, with_bot);
            let data = wire::guild_create(&state.world, &state.world.guilds[&id], false);
            if with_bot {
                shared.dispatch_in_guild(state, "GUILD_CREATE", id, data);
            }
            id
        });
        Server { shared: Arc::clone(shared), id }
    }

    /// Its number.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Makes a text channel.
    pub fn channel(&self, name: &str) -> Room {
        let id = self.shared.change(|state| {
            let id = state.world.add_channel(Some(self.id), name, ChannelKind::Text);
            let data = wire::channel(&state.world, &state.world.channels[&id]);
            self.shared.dispatch_in_guild(state, "CHANNEL_CREATE", self.id, data);
            id
        });
        Room::new(&self.shared, id)
    }

    /// Lets somebody new join.
    pub fn member(&self, name: &str) -> Person {
        let person = Person::new(&self.shared, name);
        self.join(&person);
        person
    }

    /// Lets somebody join who is there already.
    pub fn join(&self, person: &Person) {
        self.shared.change(|state| {
            let Some(guild) = state.world.guilds.get_mut(&self.id) else { return };
            let member = Membership { nick: None, roles: Vec::new(), joined: Timestamp::now() };
            guild.members.insert(person.id(), member);
            let Some(mut data) = wire::member(&state.world, &state.world.guilds[&self.id], person.id()) else { return };
            data["guild_id"] = self.id.to_string().into();
            self.shared.dispatch_in_guild(state, "GUILD_MEMBER_ADD", self.id, data);
        });
    }

    /// Makes another bot join.
    pub fn other_bot(&self, name: &str) -> Person {
        let person = self.member(name);
        self.shared.change(|state| {
            if let Some(user) = state.world.users.get_mut(&person.id()) {
                user.bot = true;
            }
        });
        person
    }

    /// Makes somebody leave.
    pub fn loses(&self, person: &Person) {
        self.shared.change(|state| self.shared.remove_member(state, self.id, person.id()));
    }

    /// Throws the bot out.
    pub fn kicks_bot(&self) {
        self.shared.change(|state| {
            let bot = state.world.bot;
            self.shared.remove_member(state, self.id, bot);
        });
    }

    /// Lets the bot in again.
    pub fn invites_bot(&self) {
        self.shared.change(|state| {
            let bot = state.world.bot;
            let Some(guild) = state.world.guilds.get_mut(&self.id) else { return };
            let joined = Timestamp::now();
            let role = guild.roles.values().find(|role| role.bot == Some(bot)).map(|role| role.id);
            guild.members.insert(bot, Membership { nick: None, roles: role.into_iter().collect(), joined });
            let data = wire::guild_create(&state.world, &state.world.guilds[&self.id], false);
            self.shared.dispatch_in_guild(state, "GUILD_CREATE", self.id, data);
        });
    }

    /// Goes away for a while, as in an outage, and tells the bot so.
    pub fn goes_away(&self) {
        self.shared.change(|state| {
            let data = serde_json::json!({"id": self.id.to_string(), "unavailable": true});
            let event = Event { name: "GUILD_DELETE", guild: Some(self.id), needs: GUILDS, data, redacted: false };
            self.shared.dispatch(state, event);
        });
    }

    /// Makes a role with these rights.
    pub fn role(&self, name: &str, permissions: u64) -> Id {
        self.shared.change(|state| {
            let id = state.world.ids.next();
            let Some(guild) = state.world.guilds.get_mut(&self.id) else { return id };
            let position = guild.roles.len();
            let role = Role { id, name: name.to_owned(), permissions, position, bot: None };
            let data = serde_json::json!({"guild_id": self.id.to_string(), "role": wire::role(&role)});
            guild.roles.insert(id, role);
            self.shared.dispatch_in_guild(state, "GUILD_ROLE_CREATE", self.id, data);
            id
        })
    }

    /// Gives somebody a role.
    pub fn gives(&self, person: &Person, role: Id) {
        self.shared.change(|state| {
            let Some(guild) = state.world.guilds.get_mut(&self.id) else { return };
            if let Some(member) = guild.members.get_mut(&person.id()) {
                member.roles.push(role);
            }
            let Some(mut data) = wire::member(&state.world, &state.world.guilds[&self.id], person.id()) else { return };
            data["guild_id"] = self.id.to_string().into();
            self.shared.dispatch_in_guild(state, "GUILD_MEMBER_UPDATE", self.id, data);
        });
    }

    /// Gives the bot's own role these rights besides everyone's.
    pub fn grants_bot(&self, permissions: u64) {
        self.change_role(|role, bot| role.bot == Some(bot), |role| role.permissions |= permissions);
    }

    /// Takes these rights from everyone, the bot too unless its own role has them.
    pub fn takes_from_everyone(&self, permissions: u64) {
        self.change_role(|role, _| role.id == self.id, |role| role.permissions &= !permissions);
    }

    fn change_role(&self, which: impl Fn(&Role, Id) -> bool, change: impl FnOnce(&mut Role)) {
        self.shared.change(|state| {
            let bot = state.world.bot;
            let Some(guild) = state.world.guilds.get_mut(&self.id) else { return };
            let Some(role) = guild.roles.values_mut().find(|role| which(role, bot)) else { return };
            change(role);
            let data = serde_json::json!({"guild_id": self.id.to_string(), "role": wire::role(role)});
            self.shared.dispatch_in_guild(state, "GUILD_ROLE_UPDATE", self.id, data);
        });
    }
}
