//! Calls: what somebody asks by a command or a press, for which Discord waits, and who waits for which answer.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, Builder, CommandInteraction, ComponentInteraction,
    CreateInteractionResponse, Http, InteractionContext, InteractionId, Member, MessageFlags, PartialChannel,
    Permissions,
};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::failure::Failure;
use super::names;
use super::places::MODERATION;
use crate::names::{EventKey, GameNumber, Person, Room};
use crate::talk::{Ask, Content, Mention, Post};

/// How often an answer is tried, and the pause between.
const ATTEMPTS: usize = 3;
const PAUSE: Duration = Duration::from_millis(300);

/// What was used to speak to the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    /// A slash command or an entry in a menu, which shows that an answer is coming.
    Command,
    /// A button or a list, on a message that everybody sees or only the one who used it.
    Component { on_private: bool },
}

/// Somebody's command or press, waiting for its answer.
pub(super) struct Call {
    id: InteractionId,
    pub(super) token: String,
    pub(super) means: Means,
    pub(super) room: Room,
    /// Whether the bot can speak in this room by itself, without being asked.
    can_speak: bool,
    person: Person,
    is_moderator: bool,
    /// The channel of the thread that the room is.
    within: Option<Room>,
}

impl Call {
    pub(super) fn by_command(interaction: &CommandInteraction) -> Call {
        Call {
            id: interaction.id,
            token: interaction.token.clone(),
            means: Means::Command,
            room: names::room(interaction.channel_id),
            can_speak: can_speak(
                interaction.app_permissions,
                interaction.context,
                &interaction.authorizing_integration_owners,
                interaction.channel.as_ref(),
            ),
            person: names::actor(&interaction.user, interaction.member.as_deref()),
            is_moderator: is_moderator(interaction.member.as_deref()),
            within: within(interaction.channel.as_ref()),
        }
    }

    pub(super) fn by_component(interaction: &ComponentInteraction) -> Call {
        let on_private = interaction.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
        Call {
            id: interaction.id,
            token: interaction.token.clone(),
            means: Means::Component { on_private },
            room: names::room(interaction.channel_id),
            can_speak: can_speak(
                interaction.app_permissions,
                interaction.context,
                &interaction.authorizing_integration_owners,
                interaction.channel.as_ref(),
            ),
            person: names::actor(&interaction.user, interaction.member.as_ref()),
            is_moderator: is_moderator(interaction.member.as_ref()),
            within: within(interaction.channel.as_ref()),
        }
    }

    /// Who called.
    pub(super) fn person(&self) -> &Person {
        &self.person
    }

    pub(super) fn ask(&self, content: Content, about: Option<GameNumber>, mentions: Vec<Mention>) -> Ask {
        Ask {
            event: names::interaction_event(self.id),
            room: self.room.clone(),
            person: self.person.clone(),
            about,
            content,
            mentions,
            is_private: true,
            is_moderator: self.is_moderator,
            within: self.within.clone(),
        }
    }

    /// Answers with a response of Discord's, trying again while Discord has trouble.
    pub(super) async fn respond(&self, http: &Http, response: CreateInteractionResponse) -> Result<(), Failure> {
        match persist(|| response.clone().execute(http, (self.id, &self.token))).await {
            Err(Failure::Refused(refusal)) if refusal.is_answered_already() => Ok(()),
            done => done,
        }
    }
}

/// Whether whoever calls looks after the channel.
fn is_moderator(member: Option<&Member>) -> bool {
    member.and_then(|member| member.permissions).is_some_and(|allowed| allowed.intersects(MODERATION))
}

/// The channel of a thread.
fn within(channel: Option<&PartialChannel>) -> Option<Room> {
    let thread = channel.filter(|channel| channel.thread_metadata.is_some())?;
    thread.parent_id.map(names::room)
}

/// Whether the bot is in the room itself and may speak there; otherwise it can only answer those who ask it.
fn can_speak(
    allowed: Option<Permissions>,
    context: Option<InteractionContext>,
    owners: &AuthorizingIntegrationOwners,
    channel: Option<&PartialChannel>,
) -> bool {
    let is_thread = channel.is_some_and(|channel| channel.thread_metadata.is_some());
    let speak = if is_thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
    match context {
        Some(InteractionContext::BotDm) => true,
        Some(InteractionContext::PrivateChannel) => false,
        _ => {
            let is_here = owners.0.is_empty()
                || owners.0.iter().any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_)));
            is_here && allowed.is_none_or(|allowed| allowed.contains(Permissions::VIEW_CHANNEL | speak))
        }
    }
}

/// Tries something a few times while Discord has trouble.
pub(super) async fn persist<T, F: Future<Output = serenity::Result<T>>>(work: impl Fn() -> F) -> Result<T, Failure> {
    for _ in 1..ATTEMPTS {
        match work().await.map_err(Failure::from) {
            Err(Failure::Passing(why)) => {
                tracing::info!(why, "an answer has to be tried again");
                sleep(PAUSE).await;
            }
            done => return done,
        }
    }
    Ok(work().await?)
}

/// How many calls are remembered, so that one delivered twice is answered once.
const REMEMBERED: usize = 1024;

/// The calls that wait for their answer, and those that came last.
#[derive(Default)]
pub(super) struct Pending {
    waiting: Mutex<HashMap<EventKey, Waiting>>,
    came: Mutex<VecDeque<InteractionId>>,
}

struct Waiting {
    answers: mpsc::UnboundedSender<Post>,
    room: Room,
    can_speak: bool,
}

impl Pending {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<EventKey, Waiting>) -> T) -> T {
        work(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes a call, and says whether it hadn't come before.
    pub(super) fn is_new(&self, call: &Call) -> bool {
        let mut came = self.came.lock().unwrap_or_else(PoisonError::into_inner);
        if came.contains(&call.id) {
            return false;
        }
        came.truncate(REMEMBERED - 1);
        came.push_front(call.id);
        true
    }

    pub(super) fn expect(&self, call: &Call) -> mpsc::UnboundedReceiver<Post> {
        let (answers, receiver) = mpsc::unbounded_channel();
        let waiting = Waiting { answers, room: call.room.clone(), can_speak: call.can_speak };
        self.with(|pending| pending.insert(names::interaction_event(call.id), waiting));
        receiver
    }

    /// What comes for a call from now on is said in its room.
    pub(super) fn forget(&self, event: &EventKey) {
        self.with(|pending| pending.remove(event));
    }

    /// Takes a post as the answer to a call, or gives it back to be said in its room: what is for everybody and must
    /// not be lost, where the bot can speak by itself.
    pub(super) fn take(&self, post: Post) -> Option<Post> {
        let is_for_room = post.outbox.is_some() && post.private_to.is_none();
        self.with(|pending| match post.in_reply_to.as_ref().and_then(|event| pending.get(event)) {
            Some(waiting) if waiting.room == post.room && !(is_for_room && waiting.can_speak) => {
                waiting.answers.send(post).err().map(|unsent| unsent.0)
            }
            _ => Some(post),
        })
    }
}
