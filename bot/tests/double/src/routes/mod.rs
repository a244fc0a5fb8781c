//! Discord's operations, as far as the double has them.

mod channels;
mod commands;
mod guilds;
pub(crate) mod interactions;
mod messages;
mod threads;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::answer::{Answer, refusal};
use crate::gateway::application_flags;
use crate::rest::Call;
use crate::shared::{Shared, State};
use crate::wire;
use crate::world::{Channel, Id, World};

/// Whether a request carries its right in its path.
pub(crate) fn is_open(call: &Call) -> bool {
    ["/interactions/", "/webhooks/", "/gateway"].iter().any(|start| call.path.starts_with(start))
        && call.path != "/gateway/bot"
}

/// Carries a request out.
pub(crate) fn route(shared: &Arc<Shared>, state: &mut State, call: &Call) -> Answer {
    let mut work = Work { shared, state, call };
    let segments: Vec<&str> = call.path.trim_matches('/').split('/').collect();
    work.route(&segments).unwrap_or_else(|refused| refused)
}

/// One request's work.
struct Work<'a> {
    shared: &'a Arc<Shared>,
    state: &'a mut State,
    call: &'a Call,
}

impl Work<'_> {
    fn route(&mut self, segments: &[&str]) -> Result<Answer, Answer> {
        match (self.call.method.as_str(), segments) {
            ("GET", ["gateway"]) => Ok(Answer::ok(json!({"url": self.gateway_url()}))),
            ("GET", ["gateway", "bot"]) => Ok(Answer::ok(self.gateway_bot())),
            ("GET", ["users", "@me"]) => Ok(Answer::ok(wire::own_user(&self.state.world))),
            ("PATCH", ["users", "@me"]) => self.rename(),
            ("GET", ["users", "@me", "guilds"]) => Ok(self.own_guilds()),
            ("DELETE", ["users", "@me", "guilds", guild]) => self.leave_guild(number(guild)?),
            ("POST", ["users", "@me", "channels"]) => self.open_direct(),
            ("GET", ["users", user]) => self.user(number(user)?),
            ("GET", ["oauth2", "applications", "@me"] | ["applications", "@me"]) => Ok(Answer::ok(self.application())),
            (_, ["applications", _, "commands", rest @ ..]) => self.commands(None, rest),
            (_, ["applications", _, "guilds", guild, "commands", rest @ ..]) => {
                self.commands(Some(number(guild)?), rest)
            }
            ("POST", ["interactions", id, token, "callback"]) => self.callback(number(id)?, token),
            ("POST", ["webhooks", _, token]) => self.follow_up(token),
            (_, ["webhooks", _, token, "messages", id]) => self.webhook_message(token, id),
            (_, ["guilds", guild, rest @ ..]) => self.guild(number(guild)?, rest),
            (_, ["channels", channel, "messages", rest @ ..]) => self.messages(number(channel)?, rest),
            (_, ["channels", channel, rest @ ..]) => self.channel(number(channel)?, rest),
            _ => Err(self.unknown()),
        }
    }

    /// An operation that the double doesn't have.
    fn unknown(&mut self) -> Answer {
        let line = format!("the double has no {} {}", self.call.method, self.call.path);
        self.state.note(format!("({line})"));
        self.state.violation(line);
        refusal::not_found()
    }

    fn gateway_url(&self) -> String {
        format!("ws://{}", self.shared.gateway_address)
    }

    fn gateway_bot(&self) -> Value {
        json!({
            "url": self.gateway_url(),
            "shards": self.shared.options.shards,
            "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 16},
        })
    }

    fn application(&self) -> Value {
        let world = &self.state.world;
        let bot = &world.users[&world.bot];
        let owner = world.users.values().find(|user| !user.bot).unwrap_or(bot);
        json!({
            "id": world.bot.to_string(),
            "name": bot.name,
            "icon": null,
            "description": "",
            "type": null,
            "bot": wire::user(bot),
            "bot_public": true,
            "bot_require_code_grant": false,
            "verify_key": "0".repeat(64),
            "flags": application_flags(self.shared),
            "flags_new": application_flags(self.shared).to_string(),
            "redirect_uris": [],
            "interactions_endpoint_url": null,
            "role_connections_verification_url": null,
            "owner": wire::user(owner),
            "team": null,
            "event_webhooks_status": 1,
            "explicit_content_filter": 0,
            "integration_types_config": {"0": {}, "1": {}},
            "approximate_guild_count": world.guilds.len(),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
        })
    }

    fn rename(&mut self) -> Result<Answer, Answer> {
        let bot = self.state.world.bot;
        if let (Some(name), Some(user)) = (self.call.body["username"].as_str(), self.state.world.users.get_mut(&bot)) {
            user.name = name.to_owned();
        }
        Ok(Answer::ok(wire::own_user(&self.state.world)))
    }

    fn user(&self, id: Id) -> Result<Answer, Answer> {
        let user = self.state.world.users.get(&id).ok_or_else(refusal::unknown_user)?;
        Ok(Answer::ok(wire::user(user)))
    }

    fn open_direct(&mut self) -> Result<Answer, Answer> {
        let with = crate::compose::id(&self.call.body["recipient_id"]).ok_or_else(refusal::unknown_user)?;
        if !self.state.world.users.contains_key(&with) {
            return Err(refusal::unknown_user());
        }
        let channel = self.state.world.direct_channel(with);
        let place = place(&self.state.world, channel)?;
        Ok(Answer::ok(wire::channel(&self.state.world, place)))
    }
}

/// A number in a path.
fn number(segment: &str) -> Result<Id, Answer> {
    segment.parse().map_err(|_| Answer::invalid(&[(String::new(), format!("Value \"{segment}\" is not snowflake."))]))
}

/// A channel by its number.
fn place(world: &World, channel: Id) -> Result<&Channel, Answer> {
    world.channels.get(&channel).ok_or_else(refusal::unknown_channel)
}

/// A file that was attached, as downloads see it.
pub(crate) fn download(shared: &Shared, path: &str) -> Answer {
    let state = shared.look();
    let id = path.split('/').nth(3).and_then(|id| id.parse().ok());
    match id.and_then(|id: Id| state.world.files.get(&id)) {
        Some(file) => {
            let kind = file.content_type.as_deref().unwrap_or("application/octet-stream");
            Answer::file(kind, file.bytes.clone())
        }
        None => refusal::not_found(),
    }
}
