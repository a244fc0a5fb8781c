//! Slash commands, as people fill them in.

use std::panic::Location;

use serde_json::{Value, json};

use crate::compose::list;
use crate::interaction::{Interaction, Start};
use crate::permissions;
use crate::person::Person;
use crate::room::Room;
use crate::shared::State;
use crate::waiting::fail;
use crate::wire;
use crate::world::{Id, World};

/// What is filled in for an option.
#[derive(Clone, Debug)]
pub enum Argument {
    /// Words, or a choice by its name.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Somebody.
    Person(Id),
    /// A channel.
    Room(Id),
}

impl From<&str> for Argument {
    fn from(words: &str) -> Argument {
        Argument::Text(words.to_owned())
    }
}

impl From<i64> for Argument {
    fn from(number: i64) -> Argument {
        Argument::Whole(number)
    }
}

impl From<f64> for Argument {
    fn from(number: f64) -> Argument {
        Argument::Number(number)
    }
}

impl From<bool> for Argument {
    fn from(flag: bool) -> Argument {
        Argument::Flag(flag)
    }
}

impl From<&Person> for Argument {
    fn from(person: &Person) -> Argument {
        Argument::Person(person.id())
    }
}

impl From<&Room> for Argument {
    fn from(room: &Room) -> Argument {
        Argument::Room(room.id())
    }
}

/// A slash command that is being filled in.
#[must_use = "a command is sent with send or suggest"]
#[derive(Clone, Debug)]
pub struct Command {
    person: Person,
    room: Room,
    name: String,
    options: Vec<(String, Argument)>,
}

impl Command {
    pub(crate) fn new(person: &Person, room: &Room, name: &str) -> Command {
        Command { person: person.clone(), room: room.clone(), name: name.to_owned(), options: Vec::new() }
    }

    /// Fills in an option.
    pub fn option(mut self, name: &str, value: impl Into<Argument>) -> Command {
        self.options.push((name.to_owned(), value.into()));
        self
    }

    /// Sends it.
    ///
    /// # Panics
    ///
    /// When Discord wouldn't let it be sent: an unknown command or option, a missing one, or a wrong value.
    #[track_caller]
    pub fn send(self) -> Interaction {
        self.start(Location::caller(), 2, None)
    }

    /// Types into an option that suggests what goes there.
    ///
    /// # Panics
    ///
    /// When there is no such command or option, or it suggests nothing.
    #[track_caller]
    pub fn suggest(self, option: &str, typed: &str) -> Interaction {
        self.start(Location::caller(), 4, Some((option, typed)))
    }

    fn start(self, place: &'static Location<'static>, kind: u8, typing: Option<(&str, &str)>) -> Interaction {
        let shared = &self.person.shared;
        let data = {
            let state = shared.look();
            self.data(&state, typing)
        };
        let data = data.unwrap_or_else(|fault| fail(shared, place, &format!("/{}: {fault}", self.name)));
        let mut line = format!("{}: /{}", self.person.name(), self.name);
        for (name, value) in &self.options {
            line.push_str(&format!(" {name}:{value:?}"));
        }
        if let Some((name, typed)) = typing {
            line.push_str(&format!(" {name}:{typed}▏"));
        }
        Interaction::start(&self.person, Start { room: self.room.id(), kind, data, source: None, line })
    }

    fn data(&self, state: &State, typing: Option<(&str, &str)>) -> Result<Value, String> {
        let guild = state.world.channels.get(&self.room.id()).and_then(|channel| channel.guild);
        let mut words = self.name.split(' ');
        let name = words.next().unwrap_or_default();
        let command = find(state, guild, name, 1).ok_or_else(|| {
            let all: Vec<&str> =
                state.world.commands.values().flatten().filter_map(|command| command["name"].as_str()).collect();
            format!("no such command among {all:?}")
        })?;
        let contexts: Vec<u64> = list(&command["contexts"]).filter_map(Value::as_u64).collect();
        let here = if guild.is_some() { 0 } else { 1 };
        if !contexts.is_empty() && !contexts.contains(&here) {
            return Err("it isn't offered in this kind of room".to_owned());
        }
        let by_person = list(&command["integration_types"]).any(|kind| *kind == 1);
        if guild.is_some_and(|guild| !state.world.bot_is_in(guild)) && !by_person {
            return Err("it is offered only where the bot is".to_owned());
        }
        let (mut described, mut path) = (command, Vec::new());
        for word in words {
            described = list(&described["options"])
                .find(|option| option["name"] == word && matches!(option["type"].as_u64(), Some(1 | 2)))
                .ok_or_else(|| format!("no subcommand {word}"))?;
            path.push(described);
        }
        let mut resolved = json!({});
        let mut filled = Vec::new();
        for (name, value) in &self.options {
            let option = list(&described["options"])
                .find(|option| option["name"] == name.as_str())
                .ok_or_else(|| format!("no option {name}"))?;
            let value = fill(option, value).map_err(|fault| format!("option {name}: {fault}"))?;
            resolve(&state.world, guild, option, &value, &mut resolved);
            filled.push(json!({"name": name, "type": option["type"], "value": value}));
        }
        if let Some((name, typed)) = typing {
            let option = list(&described["options"])
                .find(|option| option["name"] == name && option["autocomplete"] == true)
                .ok_or_else(|| format!("no option {name} that suggests anything"))?;
            filled.push(json!({"name": name, "type": option["type"], "value": typed, "focused": true}));
        } else {
            let missing = list(&described["options"]).find(|option| {
                option["required"] == true && !self.options.iter().any(|(name, _)| option["name"] == name.as_str())
            });
            if let Some(missing) = missing {
                return Err(format!("option {} is missing", missing["name"]));
            }
        }
        let mut options = Value::from(filled);
        for subcommand in path.iter().rev() {
            options = json!([{"name": subcommand["name"], "type": subcommand["type"], "options": options}]);
        }
        let mut data = json!({"id": command["id"], "name": name, "type": 1, "options": options});
        if let Some(registered_in) = command.get("guild_id") {
            data["guild_id"] = registered_in.clone();
        }
        if resolved != json!({}) {
            data["resolved"] = resolved;
        }
        Ok(data)
    }
}

/// A registered command that is offered in a guild, or everywhere.
pub(crate) fn find<'a>(state: &'a State, guild: Option<Id>, name: &str, kind: u64) -> Option<&'a Value> {
    let here = guild.and_then(|guild| state.world.commands.get(&Some(guild)));
    let everywhere = state.world.commands.get(&None);
    let all = here.into_iter().flatten().chain(everywhere.into_iter().flatten());
    all.into_iter().find(|command| command["name"] == name && command["type"] == kind)
}

/// An option's value as Discord sends it.
fn fill(option: &Value, argument: &Argument) -> Result<Value, String> {
    let kind = option["type"].as_u64().unwrap_or_default();
    let choices: Vec<&Value> = list(&option["choices"]).collect();
    if !choices.is_empty() {
        let found = choices.iter().find(|choice| match argument {
            Argument::Text(words) => choice["name"] == words.as_str() || choice["value"] == words.as_str(),
            Argument::Whole(number) => choice["value"] == *number,
            _ => false,
        });
        let names: Vec<&Value> = choices.iter().map(|choice| &choice["name"]).collect();
        return found.map(|choice| choice["value"].clone()).ok_or_else(|| format!("not among {names:?}"));
    }
    match (kind, argument) {
        (3, Argument::Text(words)) => {
            let letters = words.chars().count() as u64;
            let most = option["max_length"].as_u64().unwrap_or(6000);
            let least = option["min_length"].as_u64().unwrap_or(0);
            if letters > most || letters < least {
                return Err(format!("{letters} letters, but {least} to {most} are allowed"));
            }
            Ok(words.as_str().into())
        }
        (4, Argument::Whole(number)) => {
            let low = option["min_value"].as_i64().is_some_and(|least| *number < least);
            let high = option["max_value"].as_i64().is_some_and(|most| *number > most);
            if low || high { Err(format!("{number} is out of range")) } else { Ok((*number).into()) }
        }
        (10, Argument::Number(number)) => Ok((*number).into()),
        (5, Argument::Flag(flag)) => Ok((*flag).into()),
        (6 | 9, Argument::Person(person)) => Ok(person.to_string().into()),
        (7, Argument::Room(room)) => Ok(room.to_string().into()),
        _ => Err(format!("{argument:?} isn't of kind {kind}")),
    }
}

fn resolve(world: &World, guild: Option<Id>, option: &Value, value: &Value, resolved: &mut Value) {
    let Some(id) = value.as_str().and_then(|value| value.parse::<Id>().ok()) else { return };
    match option["type"].as_u64() {
        Some(6 | 9) => {
            for (key, people) in resolved_people(world, guild, &[id]).as_object().into_iter().flatten() {
                for (id, person) in people.as_object().into_iter().flatten() {
                    resolved[key][id] = person.clone();
                }
            }
        }
        Some(7) => {
            if let Some(channel) = world.channels.get(&id) {
                let mut shown = wire::channel(world, channel);
                shown["permissions"] = world.bot_permissions(channel).to_string().into();
                resolved["channels"][id.to_string()] = shown;
            }
        }
        _ => {}
    }
}

/// People as interactions carry them.
pub(crate) fn resolved_people(world: &World, guild: Option<Id>, people: &[Id]) -> Value {
    let mut resolved = json!({"users": {}});
    for id in people {
        if let Some(user) = world.users.get(id) {
            resolved["users"][id.to_string()] = wire::user(user);
        }
        let guild = guild.and_then(|guild| world.guilds.get(&guild));
        if let Some((guild, member)) = guild.and_then(|guild| Some((guild, guild.members.get(id)?))) {
            let mut shown = wire::membership(member);
            shown["permissions"] = permissions::in_guild(guild, *id).to_string().into();
            resolved["members"][id.to_string()] = shown;
        }
    }
    resolved
}
