//! The application's commands.

use serde_json::{Value, json};

use super::{Work, number};
use crate::answer::{Answer, refusal};
use crate::compose;
use crate::world::Id;

impl Work<'_> {
    pub(super) fn commands(&mut self, guild: Option<Id>, rest: &[&str]) -> Result<Answer, Answer> {
        if let Some(guild) = guild
            && !self.state.world.guilds.contains_key(&guild)
        {
            return Err(refusal::missing_access());
        }
        let body = &self.call.body;
        match (self.call.method.as_str(), rest) {
            ("GET", []) => {
                let known = self.state.world.commands.get(&guild).cloned().unwrap_or_default();
                Ok(Answer::ok(known.into()))
            }
            ("PUT", []) => {
                let new: Vec<&Value> = body.as_array().into_iter().flatten().collect();
                for (number, command) in new.iter().enumerate() {
                    check(&number.to_string(), command)?;
                }
                let made: Vec<Value> = new.into_iter().map(|command| self.finished(guild, command)).collect();
                self.note_registered(&made);
                self.state.world.commands.insert(guild, made.clone());
                Ok(Answer::ok(made.into()))
            }
            ("POST", []) => {
                check("", body)?;
                let made = self.finished(guild, body);
                let known = self.state.world.commands.entry(guild).or_default();
                let before = known.len();
                known.retain(|other| other["name"] != made["name"] || other["type"] != made["type"]);
                let replaced = known.len() < before;
                known.push(made.clone());
                self.note_registered(std::slice::from_ref(&made));
                Ok(Answer::json(if replaced { 200 } else { 201 }, made))
            }
            (method, [id]) => {
                let id = number(id)?.to_string();
                let known = self.state.world.commands.entry(guild).or_default();
                let at = known
                    .iter()
                    .position(|command| command["id"] == id.as_str())
                    .ok_or_else(refusal::unknown_command)?;
                match method {
                    "GET" => Ok(Answer::ok(known[at].clone())),
                    "DELETE" => {
                        known.remove(at);
                        Ok(Answer::done())
                    }
                    "PATCH" => {
                        for (key, value) in body.as_object().into_iter().flatten() {
                            known[at][key] = value.clone();
                        }
                        Ok(Answer::ok(known[at].clone()))
                    }
                    _ => Err(self.unknown()),
                }
            }
            _ => Err(self.unknown()),
        }
    }

    fn note_registered(&mut self, commands: &[Value]) {
        let names: Vec<&str> = commands.iter().filter_map(|command| command["name"].as_str()).collect();
        self.state.note(format!("(the bot registered {})", names.join(", ")));
    }

    /// A command as Discord returns it; one of the same name and kind keeps its number.
    fn finished(&mut self, guild: Option<Id>, command: &Value) -> Value {
        let kind = command["type"].as_u64().unwrap_or(1);
        let known = self.state.world.commands.get(&guild).and_then(|commands| {
            commands.iter().find(|other| other["name"] == command["name"] && other["type"] == kind)
        });
        let kept = known.map(|command| command["id"].clone());
        let id = kept.unwrap_or_else(|| self.state.world.ids.next().to_string().into());
        let mut made = json!({
            "description": "",
            "default_member_permissions": null,
            "nsfw": false,
            "dm_permission": true,
            "contexts": null,
            "integration_types": [0],
            "name_localizations": null,
            "description_localizations": null,
        });
        for (key, value) in command.as_object().into_iter().flatten() {
            if !value.is_null() {
                made[key] = value.clone();
                compose::drop_nulls(&mut made[key]);
            }
        }
        made["id"] = id;
        made["type"] = kind.into();
        made["application_id"] = self.state.world.bot.to_string().into();
        made["version"] = self.state.world.ids.next().to_string().into();
        if let Some(guild) = guild {
            made["guild_id"] = guild.to_string().into();
        }
        made
    }
}

/// Refuses what Discord refuses although its description allows it.
fn check(path: &str, command: &Value) -> Result<(), Answer> {
    let name = command["name"].as_str().unwrap_or_default();
    let typed = matches!(command["type"].as_u64(), None | Some(1));
    let mut faults = Vec::new();
    if typed && (name != name.to_lowercase() || name.contains(' ')) {
        faults.push((format!("{path}/name"), format!("{name:?} isn't in lower case and of one word")));
    }
    if typed && command["description"].as_str().is_none_or(str::is_empty) {
        faults.push((format!("{path}/description"), "This field is required".to_owned()));
    }
    let mut seen = Vec::new();
    let mut optional = false;
    for (number, option) in compose::list(&command["options"]).enumerate() {
        let at = format!("{path}/options/{number}");
        if seen.contains(&&option["name"]) {
            faults.push((format!("{at}/name"), "Application command option names must be unique".to_owned()));
        }
        seen.push(&option["name"]);
        let required = option["required"] == true;
        if required && optional {
            let reason = "Required options must be placed before non-required options";
            faults.push((format!("{at}/required"), reason.to_owned()));
        }
        optional |= !required;
        if option["autocomplete"] == true && compose::list(&option["choices"]).next().is_some() {
            faults.push((format!("{at}/autocomplete"), "Autocomplete options can't have choices".to_owned()));
        }
        if matches!(option["type"].as_u64(), Some(1 | 2)) {
            check(&at, option)?;
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Answer::invalid(&faults)) }
}
