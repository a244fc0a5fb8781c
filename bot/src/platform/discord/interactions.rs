//! Commands given and buttons pressed: each is answered within Discord's three seconds, or put off and answered later.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    Builder, CommandInteraction, ComponentInteraction, CreateInteractionResponse, CreateInteractionResponseMessage,
    PartialChannel,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

use super::bot::Bot;
use super::calls::{Call, Means, persist};
use super::delivery;
use super::draft::{self, Draft, Manner};
use super::failure::Failure;
use super::picking;
use super::press::Press;
use super::shown::{self, Buttons};
use crate::command::PREFIX;
use crate::names::{EventKey, GameNumber};
use crate::talk::{Ask, Content, Mention, Post};

/// How long an answer may take before Discord is told that it will.
const PUT_OFF_AFTER: Duration = Duration::from_millis(1500);

/// How long a call can be answered, a little less than Discord allows.
const CALL_LIVES: Duration = Duration::from_secs(14 * 60);

/// How often is looked whether the club still thinks about a call.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

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
        let _its_time_is_over = call.respond(&bot.http, CreateInteractionResponse::Acknowledge).await;
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
    if let Err(failure) = call.respond(&bot.http, response).await {
        tracing::info!(%failure, "an answer can't be put off");
    }
}

/// Shows the caller, and nobody else, that the bot thinks; the answer takes the place of that.
async fn show_thinking(bot: &Bot, call: &Call) {
    let response = CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true));
    if let Err(failure) = call.respond(&bot.http, response).await {
        tracing::info!(%failure, "an answer can't be put off");
    }
}

async fn say(bot: &Bot, call: &Call, stage: &mut Stage, draft: &Draft, is_private: bool) -> Result<(), Failure> {
    match (*stage, call.means, is_private) {
        // What follows from a choice takes its place.
        (Stage::Open, Means::Component { on_private: true }, true) => {
            call.respond(&bot.http, CreateInteractionResponse::UpdateMessage(draft.response(true))).await?;
            *stage = Stage::Answered;
        }
        (Stage::Open, ..) => {
            call.respond(&bot.http, CreateInteractionResponse::Message(draft.response(is_private))).await?;
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
            call.respond(&bot.http, CreateInteractionResponse::Acknowledge).await
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
