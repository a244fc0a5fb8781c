//! Answers to interactions: callbacks, and what comes after them through the token.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Work;
use crate::answer::{Answer, refusal};
use crate::compose;
use crate::message::{EPHEMERAL, LOADING, Message};
use crate::permissions;
use crate::wire;
use crate::world::{Id, Interaction};

/// How long a token can be used.
const TOKEN_LASTS: Duration = Duration::from_secs(15 * 60);

/// The callbacks' numbers.
const MESSAGE: u64 = 4;
const THINKING: u64 = 5;
const LATER: u64 = 6;
const UPDATE: u64 = 7;
const SUGGESTIONS: u64 = 8;
const FORM: u64 = 9;

impl Work<'_> {
    pub(super) fn callback(&mut self, id: Id, token: &str) -> Result<Answer, Answer> {
        let found = self.state.world.interactions.get(&id).filter(|interaction| interaction.token == token);
        let interaction = found.ok_or_else(refusal::unknown_interaction)?.clone();
        if interaction.answered.is_some() {
            return Err(refusal::already_answered());
        }
        if interaction.at.elapsed() > self.shared.options.answer_within || interaction.expired {
            return Err(refusal::unknown_interaction());
        }
        let body = &self.call.body;
        let data = &body["data"];
        let callback = body["type"].as_u64().unwrap_or_default();
        let from_component = interaction.kind == 3 || (interaction.kind == 5 && interaction.source.is_some());
        let fits = match callback {
            MESSAGE | THINKING => interaction.kind != 4,
            LATER | UPDATE => from_component,
            SUGGESTIONS => interaction.kind == 4,
            FORM => matches!(interaction.kind, 2 | 3),
            _ => false,
        };
        if !fits {
            let fault = ("type".to_owned(), "This callback doesn't answer this kind of interaction".to_owned());
            return Err(Answer::invalid(&[fault]));
        }
        let mut original = interaction.source;
        let mut kept = None;
        match callback {
            MESSAGE => original = Some(self.answer_message(&interaction, data, false)?),
            THINKING => original = Some(self.answer_message(&interaction, data, true)?),
            UPDATE => {
                let source = interaction.source.and_then(|source| self.state.world.messages.get(&source)).cloned();
                let source = source.filter(|source| !source.deleted).ok_or_else(refusal::unknown_message)?;
                self.change_message(source)?;
            }
            SUGGESTIONS => {
                if compose::list(&data["choices"]).count() > 25 {
                    let fault = ("data/choices".to_owned(), "Must be 25 or fewer in length.".to_owned());
                    return Err(Answer::invalid(&[fault]));
                }
                kept = Some(data["choices"].clone());
            }
            FORM => kept = Some(data.clone()),
            _ => {}
        }
        let answered = Some((Instant::now(), callback));
        if let Some(interaction) = self.state.world.interactions.get_mut(&id) {
            interaction.answered = answered;
            interaction.original = original;
            interaction.data = kept;
        }
        self.state.world.tick();
        if self.call.query("with_response") == Some("true") {
            return Ok(Answer::ok(self.callback_response(&interaction, original, callback)));
        }
        Ok(Answer::done())
    }

    fn callback_response(&self, interaction: &Interaction, original: Option<Id>, callback: u64) -> Value {
        let message = original.and_then(|original| self.state.world.messages.get(&original));
        let mut response = json!({
            "interaction": {"id": interaction.id.to_string(), "type": interaction.kind},
        });
        if let (Some(message), MESSAGE | THINKING | UPDATE) = (message, callback) {
            response["interaction"]["response_message_id"] = message.id.to_string().into();
            response["interaction"]["response_message_loading"] = message.is_loading().into();
            response["interaction"]["response_message_ephemeral"] = message.is_ephemeral().into();
            response["interaction"]["channel_id"] = message.channel.to_string().into();
            response["resource"] = json!({"type": callback, "message": self.show(message)});
        }
        response
    }

    /// Makes the message that answers, perhaps one that is still to be filled.
    fn answer_message(&mut self, interaction: &Interaction, data: &Value, thinking: bool) -> Result<Id, Answer> {
        let id = self.state.world.ids.next();
        let bot = self.state.world.bot;
        let mut message = Message::new(id, interaction.channel, interaction.guild, bot, "");
        message.kind = if interaction.kind == 2 { 20 } else { 19 };
        message.metadata = Some(interaction.metadata.clone());
        if interaction.kind == 3 {
            message.replies_to = interaction.source;
        }
        if thinking {
            message.flags = LOADING | (data["flags"].as_u64().unwrap_or(0) & EPHEMERAL);
        } else {
            self.may_answer(interaction, data)?;
            compose::apply(&mut message, data, &self.call.files)?;
            compose::notify(&self.state.world, &mut message, &data["allowed_mentions"]);
        }
        if message.is_ephemeral() {
            message.only_for = Some(interaction.user);
        }
        self.publish(message);
        Ok(id)
    }

    /// Answers take few rights; files and embeds follow what the person may do here.
    fn may_answer(&self, interaction: &Interaction, data: &Value) -> Result<(), Answer> {
        let world = &self.state.world;
        let Some(channel) = world.channels.get(&interaction.channel) else { return Ok(()) };
        let installed = channel.guild.is_none_or(|guild| world.bot_is_in(guild));
        let who = if installed { world.bot } else { interaction.user };
        let granted = permissions::in_channel(world, channel, who);
        let private = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
        let files = !self.call.files.is_empty() && granted & permissions::ATTACH_FILES == 0;
        if files && !private { Err(refusal::missing_permissions()) } else { Ok(()) }
    }

    /// The interaction of a token that can still be used.
    fn by_token(&self, token: &str) -> Result<Interaction, Answer> {
        let found = self.state.world.interactions.values().find(|interaction| interaction.token == token);
        let interaction = found.ok_or_else(refusal::unknown_webhook)?;
        if interaction.expired || interaction.at.elapsed() > TOKEN_LASTS {
            return Err(refusal::invalid_webhook_token());
        }
        if interaction.answered.is_none() {
            return Err(refusal::unknown_webhook());
        }
        Ok(interaction.clone())
    }

    /// A message after the first answer; the first after "thinking" takes its place.
    pub(super) fn follow_up(&mut self, token: &str) -> Result<Answer, Answer> {
        let interaction = self.by_token(token)?;
        let waiting = interaction
            .original
            .and_then(|original| self.state.world.messages.get(&original))
            .filter(|original| original.is_loading())
            .cloned();
        if let Some(waiting) = waiting {
            return self.fill(waiting);
        }
        let id = self.answer_message(&interaction, &self.call.body, false)?;
        if let Some(interaction) = self.state.world.interactions.get_mut(&interaction.id) {
            interaction.followups.push(id);
        }
        Ok(Answer::ok(self.show(&self.state.world.messages[&id])))
    }

    /// Fills the message that said "thinking".
    fn fill(&mut self, mut message: Message) -> Result<Answer, Answer> {
        message.flags &= !LOADING;
        let ephemeral = message.flags & EPHEMERAL;
        compose::apply(&mut message, &self.call.body, &self.call.files)?;
        message.flags = (message.flags & !EPHEMERAL) | ephemeral;
        compose::notify(&self.state.world, &mut message, &self.call.body["allowed_mentions"]);
        let id = message.id;
        self.shared.replace(self.state, message);
        Ok(Answer::ok(self.show(&self.state.world.messages[&id])))
    }

    pub(super) fn webhook_message(&mut self, token: &str, id: &str) -> Result<Answer, Answer> {
        let interaction = self.by_token(token)?;
        let id = if id == "@original" { interaction.original } else { id.parse().ok() };
        let own = |id: &Id| interaction.original == Some(*id) || interaction.followups.contains(id);
        let message = id
            .filter(own)
            .and_then(|id| self.state.world.messages.get(&id))
            .filter(|message| !message.deleted)
            .ok_or_else(refusal::unknown_message)?
            .clone();
        match self.call.method.as_str() {
            "GET" => Ok(Answer::ok(self.show(&message))),
            "PATCH" if message.is_loading() => self.fill(message),
            "PATCH" => self.change_message(message),
            "DELETE" => {
                self.shared.delete_message(self.state, message.id);
                Ok(Answer::done())
            }
            _ => Err(self.unknown()),
        }
    }
}

/// The metadata that answers carry of their interaction.
pub(crate) fn metadata(world: &crate::world::World, id: Id, kind: u8, user: Id, source: Option<Id>) -> Value {
    let mut metadata = json!({
        "id": id.to_string(),
        "type": kind,
        "user": world.users.get(&user).map(wire::user),
        "authorizing_integration_owners": {},
    });
    if let Some(source) = source.filter(|_| kind == 3) {
        metadata["interacted_message_id"] = source.to_string().into();
    }
    metadata
}
