//! The use of a command or component, and what the bot makes of it.

use std::panic::Location;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::events::Event;
use crate::message::Message;
use crate::permissions;
use crate::person::Person;
use crate::routes::interactions::metadata;
use crate::shared::{Shared, State};
use crate::waiting::{self, fail};
use crate::wire;
use crate::world::{self, Id};

/// The callbacks that change the message with the component.
const LATER: u64 = 6;
const UPDATE: u64 = 7;

/// The use of a command or component.
#[derive(Clone, Debug)]
pub struct Interaction {
    person: Person,
    id: Id,
}

/// What is used, and where.
pub(crate) struct Start {
    pub(crate) room: Id,
    pub(crate) kind: u8,
    pub(crate) data: Value,
    pub(crate) source: Option<Id>,
    pub(crate) line: String,
}

impl Interaction {
    /// Tells the bot of it.
    pub(crate) fn start(person: &Person, start: Start) -> Interaction {
        let shared = &person.shared;
        let id = shared.change(|state| {
            state.note(start.line.clone());
            let id = state.world.ids.next();
            let guild = state.world.channels.get(&start.room).and_then(|channel| channel.guild);
            let token = format!("interaction-token-{id}");
            let metadata_of = metadata(&state.world, id, start.kind, person.id(), start.source);
            let interaction = world::Interaction {
                id,
                token: token.clone(),
                kind: start.kind,
                user: person.id(),
                guild,
                channel: start.room,
                source: start.source,
                metadata: metadata_of,
                at: Instant::now(),
                began: state.world.changes,
                answered: None,
                original: None,
                followups: Vec::new(),
                data: None,
                expired: false,
            };
            let data = payload(shared, state, &interaction, start.data);
            state.world.interactions.insert(id, interaction);
            let event = Event { name: "INTERACTION_CREATE", guild, needs: 0, data, redacted: false };
            shared.dispatch(state, event);
            id
        });
        Interaction { person: person.clone(), id }
    }

    /// Its number.
    pub fn id(&self) -> Id {
        self.id
    }

    /// The token that answers need.
    pub fn token(&self) -> String {
        let state = self.person.shared.look();
        state.world.interactions.get(&self.id).map_or_else(String::new, |interaction| interaction.token.clone())
    }

    /// Waits for what the bot answers: a message of its own, or the changed message with the component.
    ///
    /// # Panics
    ///
    /// When the bot doesn't answer in time.
    #[track_caller]
    pub fn answer(&self) -> impl Future<Output = Message> {
        let place = Location::caller();
        async move {
            let callback = self.callback(place).await;
            waiting::until(&self.person.shared, place, "an answer with something to read", |state| {
                let interaction = state.world.interactions.get(&self.id)?;
                let message = state.world.messages.get(&interaction.original?)?;
                let waits = message.is_loading() || (callback == LATER && message.changed <= interaction.began);
                (!waits).then(|| message.clone())
            })
            .await
        }
    }

    /// Waits for the first answer of any kind, and returns the time it took.
    ///
    /// # Panics
    ///
    /// When the bot doesn't answer in time.
    #[track_caller]
    pub fn acknowledged(&self) -> impl Future<Output = Duration> {
        let place = Location::caller();
        async move {
            self.callback(place).await;
            let state = self.person.shared.look();
            let interaction = &state.world.interactions[&self.id];
            interaction.answered.map_or(Duration::ZERO, |(at, _)| at.duration_since(interaction.at))
        }
    }

    async fn callback(&self, place: &'static Location<'static>) -> u64 {
        let shared = &self.person.shared;
        let deadline = tokio::time::Instant::from_std(self.started()) + shared.options.answer_within;
        let mut changes = shared.changes();
        loop {
            changes.mark_unchanged();
            let answered = shared.look().world.interactions.get(&self.id).and_then(|interaction| interaction.answered);
            if let Some((_, callback)) = answered {
                return callback;
            }
            if tokio::time::timeout_at(deadline, changes.changed()).await.is_err() {
                fail(shared, place, "The application did not respond");
            }
        }
    }

    fn started(&self) -> Instant {
        self.person.shared.look().world.interactions.get(&self.id).map_or_else(Instant::now, |of| of.at)
    }

    /// Waits for the suggestions: name and value of each.
    ///
    /// # Panics
    ///
    /// When the bot doesn't answer in time.
    #[track_caller]
    pub fn suggestions(&self) -> impl Future<Output = Vec<(String, Value)>> {
        let place = Location::caller();
        async move {
            self.callback(place).await;
            let state = self.person.shared.look();
            let choices = state.world.interactions.get(&self.id).and_then(|interaction| interaction.data.clone());
            choices
                .iter()
                .flat_map(crate::compose::list)
                .map(|choice| (choice["name"].as_str().unwrap_or_default().to_owned(), choice["value"].clone()))
                .collect()
        }
    }

    /// Waits for a form to fill in.
    ///
    /// # Panics
    ///
    /// When the bot doesn't answer in time, or with something else.
    #[track_caller]
    pub fn form(&self) -> impl Future<Output = Value> {
        let place = Location::caller();
        async move {
            self.callback(place).await;
            let form = self.person.shared.look().world.interactions.get(&self.id).and_then(|of| of.data.clone());
            form.unwrap_or_else(|| fail(&self.person.shared, place, "the bot answered, but not with a form"))
        }
    }

    /// Fills in the form that the bot answered with, by the fields' `custom_id`s.
    ///
    /// # Panics
    ///
    /// When there is no form.
    #[track_caller]
    pub fn submits(&self, fields: &[(&str, &str)]) -> Interaction {
        let (form, channel, source) = {
            let state = self.person.shared.look();
            let interaction = &state.world.interactions[&self.id];
            (interaction.data.clone(), interaction.channel, interaction.source)
        };
        let form = form.unwrap_or_else(|| fail(&self.person.shared, Location::caller(), "there is no form"));
        let rows: Vec<Value> = fields
            .iter()
            .map(|(id, value)| {
                json!({"type": 1, "id": 1, "components": [{"type": 4, "id": 2, "custom_id": id, "value": value}]})
            })
            .collect();
        let data = json!({"custom_id": form["custom_id"], "components": rows});
        let line = format!("{} filled in the form: {fields:?}", self.person.name());
        Interaction::start(&self.person, Start { room: channel, kind: 5, data, source, line })
    }

    /// Waits for a message that follows the first answer and contains these words.
    ///
    /// # Panics
    ///
    /// When it doesn't come.
    #[track_caller]
    pub fn follow_up(&self, words: &str) -> impl Future<Output = Message> {
        let place = Location::caller();
        async move {
            waiting::until(&self.person.shared, place, &format!("a follow-up that says {words:?}"), |state| {
                let interaction = state.world.interactions.get(&self.id)?;
                let mut all = interaction.followups.iter().filter_map(|id| state.world.messages.get(id));
                all.find(|message| message.says(words)).cloned()
            })
            .await
        }
    }

    /// Every message that came through this interaction, the changed one not counted.
    pub fn messages(&self) -> Vec<Message> {
        let state = self.person.shared.look();
        let Some(interaction) = state.world.interactions.get(&self.id) else { return Vec::new() };
        let own = interaction.original.filter(|original| Some(*original) != interaction.source);
        let all = own.iter().chain(&interaction.followups);
        all.filter_map(|id| state.world.messages.get(id)).filter(|message| !message.deleted).cloned().collect()
    }

    /// Whether the answer changed the message with the component.
    pub fn changed_its_message(&self) -> bool {
        let state = self.person.shared.look();
        let answered = state.world.interactions.get(&self.id).and_then(|interaction| interaction.answered);
        matches!(answered, Some((_, LATER | UPDATE)))
    }

    /// Makes its token invalid, as it becomes after a quarter of an hour.
    pub fn expires(&self) {
        self.person.shared.change(|state| {
            if let Some(interaction) = state.world.interactions.get_mut(&self.id) {
                interaction.expired = true;
            }
        });
    }
}

/// The event that tells of an interaction.
fn payload(shared: &Arc<Shared>, state: &State, of: &world::Interaction, data: Value) -> Value {
    let world = &state.world;
    let user = world.users.get(&of.user);
    let channel = world.channels.get(&of.channel);
    let mut value = json!({
        "id": of.id.to_string(),
        "application_id": world.bot.to_string(),
        "type": of.kind,
        "token": of.token,
        "version": 1,
        "channel_id": of.channel.to_string(),
        "locale": user.map(|user| user.locale.as_str()),
        "entitlements": [],
        "attachment_size_limit": 10_485_760,
        "data": data,
    });
    if let Some(channel) = channel {
        let mut shown = wire::channel(world, channel);
        shown["permissions"] = permissions::in_channel(world, channel, of.user).to_string().into();
        value["channel"] = shown;
        value["app_permissions"] = world.bot_permissions(channel).to_string().into();
    }
    match of.guild.and_then(|guild| world.guilds.get(&guild)) {
        Some(guild) => {
            value["context"] = 0.into();
            value["guild_id"] = guild.id.to_string().into();
            value["guild"] = json!({"id": guild.id.to_string(), "features": [], "locale": "en-US"});
            value["guild_locale"] = "en-US".into();
            value["member"] = wire::member(world, guild, of.user).unwrap_or_default();
            let granted = channel.map_or(0, |channel| permissions::in_channel(world, channel, of.user));
            value["member"]["permissions"] = granted.to_string().into();
            let owner = if world.bot_is_in(guild.id) { ("0", guild.id) } else { ("1", of.user) };
            value["authorizing_integration_owners"] = json!({owner.0: owner.1.to_string()});
        }
        None => {
            value["context"] = 1.into();
            value["user"] = user.map_or(Value::Null, wire::user);
            value["authorizing_integration_owners"] = json!({"1": of.user.to_string()});
        }
    }
    if let Some(source) = of.source.and_then(|source| world.messages.get(&source)) {
        value["message"] = wire::message(world, &shared.files_at(), source);
    }
    value
}
