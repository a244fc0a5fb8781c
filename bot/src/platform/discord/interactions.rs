//! Commands given and buttons pressed: each is answered within Discord's three seconds, or put off and answered later.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, Builder, CommandInteraction, ComponentInteraction,
    CreateInteractionResponse, CreateInteractionResponseMessage, InteractionContext, InteractionId, Member,
    MessageFlags, PartialChannel, Permissions,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

use super::bot::Bot;
use super::delivery::{self, Failure};
use super::draft::{self, Draft, Manner};
use super::names;
use super::picking;
use super::places::MODERATION;
use super::press::Press;
use super::shown::{self, Buttons};
use crate::command::PREFIX;
use crate::names::{EventKey, GameNumber, Person, Room};
use crate::talk::{Ask, Content, Mention, Post};

/// How long an answer may take before Discord is told that it will.
const PUT_OFF_AFTER: Duration = Duration::from_millis(1500);

/// How long a call can be answered, a little less than Discord allows.
const CALL_LIVES: Duration = Duration::from_secs(14 * 60);

/// How often is looked whether the club still thinks about a call.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// How often an answer is tried, and the pause between.
const ATTEMPTS: usize = 3;
const PAUSE: Duration = Duration::from_millis(300);

/// A command in the words that somebody would have typed.
pub(super) struct Saying {
    words: String,
    pub(super) mentions: Vec<Mention>,
}

impl Saying {
    /// A command of this verb.
    pub(super) fn new(verb: &str) -> Saying {
        Saying { words: format!("{PREFIX}{verb}"), mentions: Vec::new() }
    }

    /// Adds words.
    pub(super) fn add(&mut self, words: &str) {
        self.words += " ";
        self.words += words;
    }
}

/// What was used to speak to the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    /// A slash command or an entry in a menu, which shows that an answer is coming.
    Command,
    /// A button or a list, on a message that everybody sees or only the one who used it.
    Component { on_private: bool },
}

/// Somebody's command or press, waiting for its answer.
pub(super) struct Call {
    id: InteractionId,
    token: String,
    means: Means,
    room: Room,
    /// Whether the bot can speak in this room by itself, without being asked.
    can_speak: bool,
    person: Person,
    is_moderator: bool,
    /// The channel of the thread that the room is.
    within: Option<Room>,
}

impl Call {
    fn by_command(interaction: &CommandInteraction) -> Call {
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

    fn by_component(interaction: &ComponentInteraction) -> Call {
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

    fn ask(&self, content: Content, about: Option<GameNumber>, mentions: Vec<Mention>) -> Ask {
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
    pub(super) async fn respond(&self, bot: &Bot, response: CreateInteractionResponse) -> Result<(), Failure> {
        match persist(|| response.clone().execute(&bot.http, (self.id, &self.token))).await {
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
async fn persist<T, F: Future<Output = serenity::Result<T>>>(work: impl Fn() -> F) -> Result<T, Failure> {
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
    fn is_new(&self, call: &Call) -> bool {
        let mut came = self.came.lock().unwrap_or_else(PoisonError::into_inner);
        if came.contains(&call.id) {
            return false;
        }
        came.truncate(REMEMBERED - 1);
        came.push_front(call.id);
        true
    }

    fn expect(&self, call: &Call) -> mpsc::UnboundedReceiver<Post> {
        let (answers, receiver) = mpsc::unbounded_channel();
        let waiting = Waiting { answers, room: call.room.clone(), can_speak: call.can_speak };
        self.with(|pending| pending.insert(names::interaction_event(call.id), waiting));
        receiver
    }

    /// What comes for a call from now on is said in its room.
    fn forget(&self, event: &EventKey) {
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

/// A slash command or an entry of a menu, as the words that it stands for.
pub(super) async fn command(
    bot: &Arc<Bot>,
    interaction: &CommandInteraction,
    saying: Saying,
    about: Option<GameNumber>,
) {
    let call = Call::by_command(interaction);
    if !bot.pending.is_new(&call) {
        return;
    }
    know_thread(bot, interaction.channel.as_ref());
    let ask = call.ask(Content::Text(saying.words), about, saying.mentions);
    answer(bot, &call, ask).await;
}

/// A button or a list.
pub(super) async fn component(bot: &Arc<Bot>, interaction: &ComponentInteraction) {
    let call = Call::by_component(interaction);
    if !bot.pending.is_new(&call) {
        return;
    }
    know_thread(bot, interaction.channel.as_ref());
    let Some(press) = Press::of(&interaction.data.custom_id, picking::chosen(interaction)) else {
        tracing::info!(custom_id = interaction.data.custom_id, "a button of another time");
        let _its_time_is_over = call.respond(bot, CreateInteractionResponse::Acknowledge).await;
        return;
    };
    if let (Some(game), Means::Component { on_private: false }) = (press.game(), call.means) {
        let of_board = interaction.message.attachments.iter().any(|file| draft::game_of_file(&file.filename).is_some());
        let pressed = Buttons { channel: interaction.channel_id, message: interaction.message.id, of_board };
        if bot.shown.is_old(game, pressed) {
            let bot = Arc::clone(bot);
            tokio::spawn(async move { shown::remove(&bot, pressed).await });
        }
    }
    if let Some(command) = picking::command(bot, &call, press, interaction).await {
        let about = command.game;
        answer(bot, &call, call.ask(Content::Command(command), about, Vec::new())).await;
    }
}

fn know_thread(bot: &Bot, channel: Option<&PartialChannel>) {
    if let Some(thread) = channel.filter(|channel| channel.thread_metadata.is_some())
        && let Some(parent) = thread.parent_id
    {
        bot.places.know_parent(thread.id, parent);
    }
}

/// How far the answer to a call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Discord waits.
    Open,
    /// Discord knows that it will take longer.
    PutOff,
    /// The caller sees, too, that the bot thinks.
    Thinking,
    /// Something was said.
    Answered,
}

/// Asks the club, and says what it answers to the caller, at once or when it has thought.
async fn answer(bot: &Arc<Bot>, call: &Call, ask: Ask) {
    let event = ask.event.clone();
    let mut answers = bot.pending.expect(call);
    let mut stage = Stage::Open;
    let mut work = Box::pin(first_answers(bot, ask, &mut answers));
    let (first, is_thinking) = tokio::select! {
        biased;
        first = &mut work => first,
        () = sleep(PUT_OFF_AFTER) => {
            put_off(bot, call).await;
            stage = Stage::PutOff;
            work.as_mut().await
        }
    };
    drop(work);
    say_all(bot, call, &mut stage, first).await;
    if is_thinking {
        if stage == Stage::Open {
            show_thinking(bot, call).await;
            stage = Stage::Thinking;
        }
        say_later(bot, call, &mut stage, &event, &mut answers).await;
    }
    bot.pending.forget(&event);
    let last = composed(bot, &mut answers).await;
    say_all(bot, call, &mut stage, last).await;
    close(bot, call, stage).await;
}

/// Says what comes for as long as the club thinks and the call can be answered.
async fn say_later(
    bot: &Arc<Bot>,
    call: &Call,
    stage: &mut Stage,
    event: &EventKey,
    answers: &mut mpsc::UnboundedReceiver<Post>,
) {
    let late = Instant::now() + CALL_LIVES;
    while Instant::now() < late && is_thought_about(bot, event).await {
        if let Ok(Some(post)) = timeout(LOOK_AGAIN, answers.recv()).await {
            let composed = compose(bot, post).await;
            say_all(bot, call, stage, vec![composed]).await;
        }
    }
    bot.delivery.distributed().await;
}

/// Says some of the club's answers.
async fn say_all(bot: &Arc<Bot>, call: &Call, stage: &mut Stage, answers: Vec<(Post, Vec<Draft>)>) {
    for (post, drafts) in answers {
        let start = Instant::now();
        let mut said = Ok(());
        for draft in &drafts {
            said = say(bot, call, stage, draft, post.private_to.is_some()).await;
            if said.is_err() {
                break;
            }
        }
        match said {
            Ok(()) => {
                bot.desk.tally().sent(post.room.platform(), start.elapsed());
                delivery::settled(bot, &post);
            }
            Err(failure) => {
                tracing::warn!(%failure, room = call.room.0, "a command or press can't be answered");
                if post.outbox.is_some() {
                    bot.delivery.say(post);
                }
            }
        }
    }
}

/// What the club answers at once, as messages, and whether it thinks about more.
async fn first_answers(
    bot: &Arc<Bot>,
    ask: Ask,
    answers: &mut mpsc::UnboundedReceiver<Post>,
) -> (Vec<(Post, Vec<Draft>)>, bool) {
    let event = ask.event.clone();
    if bot.desk.ask(ask).await.is_err() {
        tracing::debug!(event = event.0, "the club closed before this was asked");
    }
    let is_thinking = is_thought_about(bot, &event).await;
    bot.delivery.distributed().await;
    (composed(bot, answers).await, is_thinking)
}

async fn is_thought_about(bot: &Bot, event: &EventKey) -> bool {
    let event = event.clone();
    bot.desk.enquire(move |club| club.will_answer(&event)).await.unwrap_or_default()
}

/// The posts that have come, as messages.
async fn composed(bot: &Arc<Bot>, answers: &mut mpsc::UnboundedReceiver<Post>) -> Vec<(Post, Vec<Draft>)> {
    let mut composed = Vec::new();
    while let Ok(post) = answers.try_recv() {
        composed.push(compose(bot, post).await);
    }
    composed
}

async fn compose(bot: &Arc<Bot>, post: Post) -> (Post, Vec<Draft>) {
    let game = match post.private_to {
        Some(_) => None,
        None => delivery::running_game(bot, &post).await,
    };
    let drafts = draft::compose(&bot.pictures, &post, Manner::of(game.as_ref())).await;
    (post, drafts)
}

/// Tells Discord that the answer takes longer.
async fn put_off(bot: &Bot, call: &Call) {
    let response = match call.means {
        Means::Command => return show_thinking(bot, call).await,
        Means::Component { .. } => CreateInteractionResponse::Acknowledge,
    };
    if let Err(failure) = call.respond(bot, response).await {
        tracing::info!(%failure, "an answer can't be put off");
    }
}

/// Shows the caller, and nobody else, that the bot thinks; the answer takes the place of that.
async fn show_thinking(bot: &Bot, call: &Call) {
    let response = CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true));
    if let Err(failure) = call.respond(bot, response).await {
        tracing::info!(%failure, "an answer can't be put off");
    }
}

async fn say(bot: &Bot, call: &Call, stage: &mut Stage, draft: &Draft, is_private: bool) -> Result<(), Failure> {
    match (*stage, call.means, is_private) {
        // What follows from a choice takes its place.
        (Stage::Open, Means::Component { on_private: true }, true) => {
            call.respond(bot, CreateInteractionResponse::UpdateMessage(draft.response(true))).await?;
            *stage = Stage::Answered;
        }
        (Stage::Open, ..) => {
            call.respond(bot, CreateInteractionResponse::Message(draft.response(is_private))).await?;
            *stage = Stage::Answered;
        }
        // What was put off for a command is private.
        (Stage::PutOff, Means::Command | Means::Component { on_private: true }, true) | (Stage::Thinking, _, true) => {
            persist(|| draft.edit().execute(&bot.http, &call.token)).await?;
            *stage = Stage::Answered;
        }
        _ => {
            persist(|| draft.followup(is_private).execute(&bot.http, (None, &call.token))).await?;
        }
    }
    Ok(())
}

/// Leaves nothing waiting: where all was said in the room, nothing more is to be seen.
async fn close(bot: &Bot, call: &Call, stage: Stage) {
    let done = match (stage, call.means) {
        (Stage::Answered, _) | (Stage::PutOff, Means::Component { on_private: false }) => return,
        (Stage::Open, Means::Component { on_private: false }) => {
            call.respond(bot, CreateInteractionResponse::Acknowledge).await
        }
        (Stage::PutOff | Stage::Thinking, _) => forget(bot, call).await,
        (Stage::Open, _) => {
            put_off(bot, call).await;
            forget(bot, call).await
        }
    };
    if let Err(failure) = done {
        tracing::info!(%failure, "a command or press isn't closed");
    }
}

/// Removes the private message of a call: the answer put off, or the question that a button was on.
async fn forget(bot: &Bot, call: &Call) -> Result<(), Failure> {
    persist(|| bot.http.delete_original_interaction_response(&call.token)).await
}
