//! Posts on their way out: each channel's in order, tried again while Discord has trouble, and told elsewhere when
//! their channel is closed to us.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serenity::all::{Builder, ChannelId, CreateMessage, Message, Permissions, UserId};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::bot::Bot;
use super::draft::{self, Draft, Manner};
use super::failure::Failure;
use super::markdown;
use super::names;
use super::places;
use super::shown::{self, Buttons};
use crate::game::Summary;
use crate::names::Room;
use crate::talk::{OutboxId, Post, Text};
use crate::text::discord as sentences;

/// The pause before a second attempt; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The longest pause between attempts.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// How long a bot that stops waits for what is under way. The rest is said after the next start.
const FAREWELL: Duration = Duration::from_secs(5);

/// Something for the one who distributes the posts.
enum Errand {
    /// Tell when every post that is in the channel by now was distributed.
    Tell(oneshot::Sender<()>),
    /// Say this as well.
    Say(Box<Post>),
    /// Tell when everything was said.
    Finish(oneshot::Sender<()>),
}

/// The way to the one who distributes the posts.
#[derive(Clone)]
pub(super) struct Delivery(mpsc::UnboundedSender<Errand>);

/// What comes to the one who distributes the posts.
pub(super) struct Errands(mpsc::UnboundedReceiver<Errand>);

impl Delivery {
    /// A way, and its end.
    pub(super) fn new() -> (Delivery, Errands) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Delivery(sender), Errands(receiver))
    }

    /// Returns when every post that the club has handed over by now is where it is to be sent from.
    pub(super) async fn distributed(&self) {
        let (sender, done) = oneshot::channel();
        let _nobody_distributes_any_more = self.0.send(Errand::Tell(sender));
        let _nobody_distributes_any_more = done.await;
    }

    /// Says a post.
    pub(super) fn say(&self, post: Post) {
        let _it_is_in_the_outbox = self.0.send(Errand::Say(Box::new(post)));
    }

    /// Returns when everything was said, or it has taken too long.
    pub(super) async fn finish(&self) {
        let (sender, done) = oneshot::channel();
        let _nobody_distributes_any_more = self.0.send(Errand::Finish(sender));
        if tokio::time::timeout(FAREWELL, done).await.is_err() {
            tracing::warn!("not everything was said; the rest follows after the next start");
        }
    }
}

/// A channel's posts in order.
struct Queue {
    posts: mpsc::UnboundedSender<Post>,
    /// How many aren't dealt with. Only the distributor adds to it.
    waiting: Arc<AtomicUsize>,
}

/// Distributes the club's posts to the answers that wait for them and to the channels, until the club closes.
pub(super) async fn distribute(bot: Arc<Bot>, mut posts: mpsc::UnboundedReceiver<Post>, Errands(mut errands): Errands) {
    let mut queues = Queues { bot, queues: HashMap::new(), workers: JoinSet::new() };
    loop {
        tokio::select! {
            biased;
            post = posts.recv() => match post {
                Some(post) => queues.distribute(post),
                None => return,
            },
            Some(errand) = errands.recv() => {
                while let Ok(post) = posts.try_recv() {
                    queues.distribute(post);
                }
                match errand {
                    Errand::Tell(done) => {
                        let _whoever_asked_may_not_wait = done.send(());
                    }
                    Errand::Say(post) => queues.enqueue(*post),
                    Errand::Finish(done) => {
                        queues.finish().await;
                        let _whoever_asked_may_not_wait = done.send(());
                    }
                }
            },
            Some(_) = queues.workers.join_next(), if !queues.workers.is_empty() => {}
        }
    }
}

struct Queues {
    bot: Arc<Bot>,
    queues: HashMap<Room, Queue>,
    workers: JoinSet<()>,
}

impl Queues {
    /// The most queues kept for channels in which nothing is waiting.
    const MOST_IDLE: usize = 256;

    fn distribute(&mut self, post: Post) {
        if let Some(post) = self.bot.pending.take(post) {
            self.enqueue(post);
        }
    }

    fn enqueue(&mut self, post: Post) {
        if self.queues.len() > Queues::MOST_IDLE {
            self.queues.retain(|_, queue| queue.waiting.load(Ordering::Acquire) > 0);
        }
        let queue = self.queues.entry(post.room.clone()).or_insert_with(|| {
            let (sender, mut receiver) = mpsc::unbounded_channel();
            let waiting = Arc::new(AtomicUsize::new(0));
            let (bot, left) = (Arc::clone(&self.bot), Arc::clone(&waiting));
            self.workers.spawn(async move {
                while let Some(post) = receiver.recv().await {
                    deliver(&bot, &post).await;
                    left.fetch_sub(1, Ordering::AcqRel);
                }
            });
            Queue { posts: sender, waiting }
        });
        queue.waiting.fetch_add(1, Ordering::AcqRel);
        let _the_worker_lives_as_long_as_its_queue = queue.posts.send(post);
    }

    async fn finish(&mut self) {
        self.queues.clear();
        while self.workers.join_next().await.is_some() {}
    }
}

/// Sends a post, trying again for as long as Discord has trouble, and tells the desk when it is dealt with.
async fn deliver(bot: &Arc<Bot>, post: &Post) {
    let (start, platform, tally) = (Instant::now(), post.room.platform(), bot.desk.tally());
    let mut pause = FIRST_PAUSE;
    // The same at every attempt, so that one of which only the answer was lost counts once.
    let nonce = post.outbox.unwrap_or_else(|| OutboxId(Timestamp::now().as_microsecond()));
    loop {
        match say(bot, post, nonce).await {
            Ok(()) => {
                tally.sent(platform, start.elapsed());
                break;
            }
            Err(Failure::Passing(why)) => {
                tally.retried(platform);
                tracing::warn!(room = post.room.0, why, ?pause, "a post has to wait");
                sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            Err(Failure::Refused(refusal)) => {
                tracing::warn!(room = post.room.0, outbox = ?post.outbox, %refusal, "a post can't be delivered");
                if let Some(person) = post.private_to.as_ref().filter(|_| post.is_secret) {
                    let text = sentences::cannot_whisper(person);
                    let in_reply_to = post.in_reply_to.clone();
                    bot.delivery.say(Post { in_reply_to, about: post.about, ..Post::to_room(&post.room, text) });
                }
                tally.not_sent(platform);
                break;
            }
            Err(Failure::Unauthorized) => {
                tracing::error!("Discord doesn't accept the token; what is to be said is kept");
                return;
            }
        }
    }
    settled(bot, post);
}

/// Tells the desk that a post needs no more attention.
pub(super) fn settled(bot: &Bot, post: &Post) {
    if let Some(id) = post.outbox
        && bot.desk.sent(id).is_err()
    {
        tracing::debug!(outbox = id.0, "the club closed before a post could be marked as sent");
    }
}

async fn say(bot: &Arc<Bot>, post: &Post, nonce: OutboxId) -> Result<(), Failure> {
    if post.is_secret {
        return send_to_people(bot, post, nonce).await;
    }
    let Some(mut channel) = names::channel(&post.room) else {
        return send_to_people(bot, post, nonce).await;
    };
    let game = running_game(bot, post).await;
    let is_opening = post.board.as_ref().is_some_and(|board| board.last_move.is_none());
    if let Some(game) = game.as_ref().filter(|_| post.outbox.is_some() && post.private_to.is_none()) {
        // The game may have moved since the post was composed.
        channel = names::channel(&game.room).unwrap_or(channel);
        // A machine player may have begun meanwhile.
        if is_opening && game.ply <= 1 && !bot.places.is_closed(channel) {
            channel = places::open_thread(bot, game, channel).await?.unwrap_or(channel);
        }
    }
    let manner = Manner {
        content_is_off: is_opening && !bot.reads_content,
        // Whoever is told elsewhere has nothing to do there.
        ..Manner::of(game.as_ref().filter(|_| post.private_to.is_none()))
    };
    if !bot.places.is_closed(channel) {
        match send_to_channel(bot, post, channel, manner, nonce).await {
            Err(Failure::Refused(refusal)) if refusal.is_about_place() => {
                tracing::info!(%channel, %refusal, "a channel is closed to us");
                bot.places.close(channel);
            }
            done => return done,
        }
    }
    if let Some(parent) = places::parent(bot, channel).await.filter(|parent| !bot.places.is_closed(*parent)) {
        // Before anybody can answer there.
        if let Some(game) = game {
            bot.settle(game.number, parent).await;
        }
        match send_to_channel(bot, post, parent, manner, nonce).await {
            Err(Failure::Refused(refusal)) if refusal.is_about_place() => bot.places.close(parent),
            done => return done,
        }
    }
    send_to_people(bot, post, nonce).await
}

/// Whether a post shows a game's own board: one with arrows or marks explains another.
fn of_board(post: &Post) -> bool {
    post.board.as_ref().is_some_and(|board| board.arrows.is_empty() && board.marks.is_empty())
}

/// The running game that a post is about.
pub(super) async fn running_game(bot: &Bot, post: &Post) -> Option<Summary> {
    let number = post.about?;
    bot.desk.enquire(move |club| club.running_summary(number)).await.ok().flatten()
}

async fn send_to_channel(
    bot: &Arc<Bot>,
    post: &Post,
    channel: ChannelId,
    mut manner: Manner,
    nonce: OutboxId,
) -> Result<(), Failure> {
    let guild = places::server(bot, channel);
    let has_files = post.board.is_some() || !post.attachments.is_empty();
    if has_files && !places::missing(bot, channel, Permissions::ATTACH_FILES).is_empty() {
        manner.without_files = true;
    }
    let mut sent = send(bot, post, channel, manner, nonce).await;
    if let Err(Failure::Refused(refusal)) = &sent
        && refusal.is_forbidden()
        && has_files
        && !manner.without_files
    {
        manner.without_files = true;
        sent = send(bot, post, channel, manner, nonce).await;
    }
    if let Some(guild) = guild {
        let is_refused = matches!(&sent, Err(Failure::Refused(refusal)) if refusal.is_lack_of_permission());
        let lacking = match (&sent, manner.without_files) {
            (Ok(()), true) => Permissions::ATTACH_FILES,
            _ if is_refused => {
                let missing = places::missing(bot, channel, Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES);
                if missing.is_empty() { Permissions::SEND_MESSAGES } else { missing }
            }
            _ => Permissions::empty(),
        };
        if !lacking.is_empty() {
            places::complain(bot, guild, channel, lacking).await;
        }
    }
    sent
}

async fn send(bot: &Arc<Bot>, post: &Post, channel: ChannelId, manner: Manner, nonce: OutboxId) -> Result<(), Failure> {
    let is_here = names::channel(&post.room) == Some(channel);
    // What happens in a game stands for itself; an answer shows what it answers.
    let answers = post.in_reply_to.as_ref().filter(|_| is_here && post.outbox.is_none()).and_then(names::message);
    let drafts = draft::compose(&bot.pictures, post, manner).await;
    for (part, draft) in drafts.iter().enumerate() {
        let message = draft.message(Some(draft::nonce(nonce, part)), answers.map(|message| (channel, message)));
        let sent = send_message(bot, channel, message).await?;
        if let Some(game) = post.about.filter(|_| part + 1 == drafts.len() && post.private_to.is_none()) {
            let buttons = Buttons { channel, message: sent.id, of_board: of_board(post) };
            shown::replace(bot, game, buttons, !draft.rows.is_empty());
        }
    }
    Ok(())
}

async fn send_message(bot: &Bot, channel: ChannelId, message: CreateMessage) -> Result<Message, Failure> {
    Ok(message.execute(&bot.http, (channel, None)).await?)
}

/// Tells those whom a post concerns in direct messages, as its room is closed.
async fn send_to_people(bot: &Arc<Bot>, post: &Post, nonce: OutboxId) -> Result<(), Failure> {
    // Whoever asked from elsewhere has been told there.
    let called = post.ping.as_ref().filter(|_| post.in_reply_to.is_none());
    let people = match (post.private_to.as_ref().or(called), post.about) {
        (Some(person), _) => vec![person.clone()],
        (None, Some(number)) => {
            let players = bot.desk.enquire(move |club| club.players(number)).await.ok().flatten();
            players.map_or(post.ping.iter().cloned().collect(), Vec::from)
        }
        (None, None) => post.ping.iter().cloned().collect(),
    };
    let game = running_game(bot, post).await.filter(|_| !post.is_secret);
    let manner = Manner::of(game.as_ref());
    let drafts = draft::compose(&bot.pictures, post, manner).await;
    let mut refused = None;
    for user in people.iter().filter_map(names::user) {
        match send_drafts(bot, user, &drafts, nonce).await {
            Ok(Some(sent)) => {
                // Of several conversations none has the one board with buttons.
                if let Some(game) = post.about.filter(|_| people.len() == 1 && !post.is_secret) {
                    let buttons = Buttons { channel: sent.channel_id, message: sent.id, of_board: of_board(post) };
                    let has_buttons = drafts.last().is_some_and(|draft| !draft.rows.is_empty());
                    shown::replace(bot, game, buttons, has_buttons);
                }
            }
            Ok(None) => {}
            Err(Failure::Refused(refusal)) => refused = Some(refusal),
            Err(failure) => return Err(failure),
        }
    }
    refused.map_or(Ok(()), |refusal| Err(Failure::Refused(refusal)))
}

/// Tells somebody something in a direct message.
pub(super) async fn tell(bot: &Bot, user: UserId, text: &Text) -> Result<(), Failure> {
    let draft = Draft::of(markdown::write(text, None), Vec::new());
    send_drafts(bot, user, &[draft], OutboxId(Timestamp::now().as_microsecond())).await.map(drop)
}

/// Sends messages to somebody; the last comes back.
async fn send_drafts(bot: &Bot, user: UserId, drafts: &[Draft], nonce: OutboxId) -> Result<Option<Message>, Failure> {
    let channel = user.create_dm_channel(&bot.http).await?.id;
    let mut last = None;
    for (part, draft) in drafts.iter().enumerate() {
        last = Some(send_message(bot, channel, draft.message(Some(draft::nonce(nonce, part)), None)).await?);
    }
    Ok(last)
}
