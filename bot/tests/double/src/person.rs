//! Somebody, and what people do: talk, edit, react, press.

use std::panic::Location;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::command::Command;
use crate::compose;
use crate::events::{DIRECT_MESSAGE_TYPING, GUILD_MESSAGE_TYPING};
use crate::interaction::{Interaction, Start};
use crate::message::{Button, Message};
use crate::room::Room;
use crate::server::Server;
use crate::shared::Shared;
use crate::waiting::fail;
use crate::wire;
use crate::world::{File, Id};

/// Somebody with an account.
#[derive(Clone, Debug)]
pub struct Person {
    pub(crate) shared: Arc<Shared>,
    id: Id,
    name: String,
}

impl Person {
    pub(crate) fn new(shared: &Arc<Shared>, name: &str) -> Person {
        let id = shared.change(|state| state.world.add_user(name, false));
        Person { shared: Arc::clone(shared), id, name: name.to_owned() }
    }

    /// Somebody who is there already.
    pub(crate) fn known(shared: &Arc<Shared>, id: Id) -> Person {
        let name = shared.look().world.name_of(id).to_owned();
        Person { shared: Arc::clone(shared), id, name }
    }

    /// Their number.
    pub fn id(&self) -> Id {
        self.id
    }

    /// The name of their account.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How they are mentioned in a message.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// Whether a message notified them.
    pub fn is_pinged_by(&self, message: &Message) -> bool {
        message.pings.contains(&self.id) || message.pings_everyone
    }

    /// Takes another display name.
    pub fn calls_themselves(&self, name: &str) {
        self.shared.change(|state| {
            if let Some(user) = state.world.users.get_mut(&self.id) {
                user.display_name = Some(name.to_owned());
            }
            self.tell_change(state);
        });
    }

    /// Takes a nickname in a server.
    pub fn is_called(&self, server: &Server, nick: &str) {
        self.shared.change(|state| {
            let guild = state.world.guilds.get_mut(&server.id());
            if let Some(member) = guild.and_then(|guild| guild.members.get_mut(&self.id)) {
                member.nick = Some(nick.to_owned());
            }
            self.tell_change(state);
        });
    }

    fn tell_change(&self, state: &mut crate::shared::State) {
        let guilds: Vec<Id> = state.world.guilds.keys().copied().collect();
        for id in guilds {
            if let Some(mut data) = wire::member(&state.world, &state.world.guilds[&id], self.id) {
                data["guild_id"] = id.to_string().into();
                self.shared.dispatch_in_guild(state, "GUILD_MEMBER_UPDATE", id, data);
            }
        }
    }

    /// Uses Discord in another language, such as `de`.
    pub fn speaks(&self, locale: &str) {
        self.shared.change(|state| {
            if let Some(user) = state.world.users.get_mut(&self.id) {
                user.locale = locale.to_owned();
            }
        });
    }

    /// Takes no more direct messages from bots.
    pub fn closes_direct_messages(&self) {
        self.shared.change(|state| {
            if let Some(user) = state.world.users.get_mut(&self.id) {
                user.takes_direct_messages = false;
            }
        });
    }

    /// The direct conversation with the bot, opened when there is none.
    pub fn direct(&self) -> Room {
        let id = self.shared.change(|state| state.world.direct_channel(self.id));
        Room::new(&self.shared, id)
    }

    /// Writes a message.
    pub fn says(&self, room: &Room, words: &str) -> Message {
        self.writes(room, words, None, Vec::new())
    }

    /// Answers a message, which notifies who wrote it.
    pub fn replies(&self, to: &Message, words: &str) -> Message {
        self.writes(&Room::new(&self.shared, to.channel), words, Some(to.id), Vec::new())
    }

    /// Writes a message with a file.
    pub fn sends_file(&self, room: &Room, words: &str, name: &str, bytes: &[u8]) -> Message {
        let id = self.shared.change(|state| state.world.ids.next());
        let bytes = bytes::Bytes::copy_from_slice(bytes);
        let file = File { id, name: name.to_owned(), description: None, content_type: None, bytes };
        self.writes(room, words, None, vec![file])
    }

    fn writes(&self, room: &Room, words: &str, replies_to: Option<Id>, files: Vec<File>) -> Message {
        self.shared.change(|state| {
            let id = state.world.ids.next();
            let guild = state.world.channels.get(&room.id()).and_then(|channel| channel.guild);
            let mut message = Message::new(id, room.id(), guild, self.id, words);
            message.files = files;
            message.replies_to = replies_to;
            if replies_to.is_some() {
                message.kind = 19;
            }
            compose::notify(&state.world, &mut message, &Value::Null);
            self.shared.publish(state, message);
            state.world.messages[&id].clone()
        })
    }

    /// Changes the words of a message.
    pub fn edits(&self, message: &Message, words: &str) -> Message {
        self.shared.change(|state| {
            let mut edited = state.world.messages.get(&message.id).unwrap_or(message).clone();
            edited.content = words.to_owned();
            edited.edited = Some(jiff::Timestamp::now());
            compose::notify(&state.world, &mut edited, &Value::Null);
            self.shared.replace(state, edited);
            state.world.messages[&message.id].clone()
        })
    }

    /// Lets Discord show the preview of a link in a message, which is an update without an edit.
    pub fn link_is_shown(&self, message: &Message) {
        self.shared.change(|state| {
            let mut shown = state.world.messages.get(&message.id).unwrap_or(message).clone();
            shown.embeds.push(json!({"type": "link", "url": "https://example.org/", "title": "A link"}));
            self.shared.replace(state, shown);
        });
    }

    /// Deletes a message.
    pub fn deletes(&self, message: &Message) {
        self.shared.change(|state| self.shared.delete_message(state, message.id));
    }

    /// Reacts to a message.
    pub fn reacts(&self, message: &Message, emoji: &str) {
        self.shared.change(|state| self.shared.react(state, message.id, self.id, emoji, true));
    }

    /// Takes a reaction away.
    pub fn takes_reaction_away(&self, message: &Message, emoji: &str) {
        self.shared.change(|state| self.shared.react(state, message.id, self.id, emoji, false));
    }

    /// Is seen typing.
    pub fn types_in(&self, room: &Room) {
        self.shared.change(|state| {
            let data = json!({"user_id": self.id.to_string(), "timestamp": jiff::Timestamp::now().as_second()});
            let intents = (GUILD_MESSAGE_TYPING, DIRECT_MESSAGE_TYPING);
            self.shared.dispatch_in_channel(state, "TYPING_START", room.id(), intents, data);
        });
    }

    /// Opens a public thread in a channel.
    pub fn opens_thread(&self, room: &Room, name: &str) -> Room {
        let id = self.shared.change(|state| self.shared.open_thread(state, room.id(), None, name, self.id, false));
        Room::new(&self.shared, id)
    }

    /// Leaves a server.
    pub fn leaves(&self, server: &Server) {
        server.loses(self);
    }

    /// Begins a slash command, such as `challenge`, or with subcommands `game accept`.
    pub fn slash(&self, room: &Room, name: &str) -> Command {
        Command::new(self, room, name)
    }

    /// Uses a command of somebody's context menu.
    #[track_caller]
    pub fn uses_on_person(&self, room: &Room, command: &str, person: &Person) -> Interaction {
        let target = person.id;
        self.uses_menu(Location::caller(), room, command, 2, target, |state, guild| {
            crate::command::resolved_people(&state.world, guild, &[target])
        })
    }

    /// Uses a command of a message's context menu.
    #[track_caller]
    pub fn uses_on_message(&self, command: &str, message: &Message) -> Interaction {
        let room = Room::new(&self.shared, message.channel);
        let shared = Arc::clone(&self.shared);
        self.uses_menu(Location::caller(), &room, command, 3, message.id, move |state, _| {
            let shown = state.world.messages.get(&message.id).unwrap_or(message);
            json!({"messages": {message.id.to_string(): wire::message(&state.world, &shared.files_at(), shown)}})
        })
    }

    fn uses_menu(
        &self,
        place: &'static Location<'static>,
        room: &Room,
        name: &str,
        kind: u64,
        target: Id,
        resolved: impl FnOnce(&crate::shared::State, Option<Id>) -> Value,
    ) -> Interaction {
        let data = {
            let state = self.shared.look();
            let guild = state.world.channels.get(&room.id()).and_then(|channel| channel.guild);
            crate::command::find(&state, guild, name, kind).map(|command| {
                json!({
                    "id": command["id"],
                    "name": name,
                    "type": kind,
                    "target_id": target.to_string(),
                    "resolved": resolved(&state, guild),
                })
            })
        };
        let data = data.unwrap_or_else(|| fail(&self.shared, place, &format!("no command {name:?} in this menu")));
        let line = format!("{} used {name:?} of the menu", self.name);
        Interaction::start(self, Start { room: room.id(), kind: 2, data, source: None, line })
    }

    /// Presses a button by what it says, or by a part of that, on the message as it is now.
    ///
    /// # Panics
    ///
    /// When there is no such button, or it can't be pressed.
    #[track_caller]
    pub fn presses(&self, message: &Message, label: &str) -> Interaction {
        let now = self.shared.look().world.messages.get(&message.id).cloned();
        match now.filter(|now| !now.deleted) {
            Some(now) => self.press(Location::caller(), &now, label),
            None => fail(&self.shared, Location::caller(), &format!("{:?} was deleted", message.line())),
        }
    }

    /// Presses a button that was on the message when it was last looked at, although it may be gone since.
    ///
    /// # Panics
    ///
    /// When there was no such button.
    #[track_caller]
    pub fn presses_as_seen(&self, message: &Message, label: &str) -> Interaction {
        self.press(Location::caller(), message, label)
    }

    fn press(&self, place: &'static Location<'static>, message: &Message, label: &str) -> Interaction {
        let buttons = message.buttons();
        let exactly = buttons.iter().find(|button| button.label == label);
        let found = exactly.or_else(|| buttons.iter().find(|button| button.label.contains(label))).cloned();
        let custom_id = match found {
            Some(Button { disabled: true, .. }) => {
                fail(&self.shared, place, &format!("the button {label:?} can't be pressed"))
            }
            Some(Button { custom_id: Some(custom_id), .. }) => custom_id,
            _ => fail(&self.shared, place, &format!("no button {label:?} among {:?}", message.labels())),
        };
        let data = json!({"custom_id": custom_id, "component_type": 2, "id": 2});
        let line = format!("{} pressed [{label}]", self.name);
        Interaction::start(self, Start { room: message.channel, kind: 3, data, source: Some(message.id), line })
    }

    /// Presses a button that isn't there, as somebody may who makes requests by hand.
    pub fn forges_press(&self, message: &Message, custom_id: &str) -> Interaction {
        let data = json!({"custom_id": custom_id, "component_type": 2, "id": 2});
        let line = format!("{} forged a press of {custom_id:?}", self.name);
        Interaction::start(self, Start { room: message.channel, kind: 3, data, source: Some(message.id), line })
    }

    /// Chooses in a select, which is named by its placeholder or its `custom_id`, by labels or values.
    ///
    /// # Panics
    ///
    /// When there is no such select or choice.
    #[track_caller]
    pub fn selects(&self, message: &Message, select: &str, choices: &[&str]) -> Interaction {
        let place = Location::caller();
        let now = self.shared.look().world.messages.get(&message.id).cloned();
        let now = now.as_ref().unwrap_or(message);
        let selects = now.selects();
        let found = selects
            .iter()
            .find(|found| found.placeholder.contains(select) || found.custom_id == select)
            .unwrap_or_else(|| fail(&self.shared, place, &format!("no select {select:?} among {selects:?}")));
        let values: Vec<String> = choices
            .iter()
            .map(|choice| {
                let option = found.options.iter().find(|(label, value)| label == choice || value == choice);
                let partly = || found.options.iter().find(|(label, _)| label.contains(choice));
                let option = option.or_else(partly).map(|(_, value)| value.clone());
                option.unwrap_or_else(|| {
                    fail(&self.shared, place, &format!("no choice {choice:?} among {:?}", found.options))
                })
            })
            .collect();
        let data = json!({"custom_id": found.custom_id, "component_type": found.kind, "values": values, "id": 2});
        let line = format!("{} selected {choices:?} in [{select}]", self.name);
        Interaction::start(self, Start { room: message.channel, kind: 3, data, source: Some(message.id), line })
    }
}
