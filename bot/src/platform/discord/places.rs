//! Channels and threads: what the bot may do in them, which can't be used for now, and the threads of games.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serenity::all::{
    AutoArchiveDuration, Builder, ChannelId, ChannelType, CreateThread, GuildChannel, GuildId, Message, Permissions,
};

use super::bot::Bot;
use super::delivery;
use super::failure::Failure;
use super::names;
use crate::game::Summary;
use crate::names::EventKey;
use crate::text::discord as sentences;

/// How long a channel that refused us is left alone, unless Discord tells of a change before.
const CLOSED_FOR: Duration = Duration::from_secs(600);

/// The longest name of a thread, in letters.
const LONGEST_NAME: usize = 100;

/// What the bot does in channels, and asks to be allowed when it is invited.
pub(super) const NEEDED: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY);

/// What is known of channels beside what serenity remembers.
#[derive(Default)]
pub(super) struct Places {
    closed: Mutex<HashMap<ChannelId, Instant>>,
    /// The channels that threads belong to, which is asked when a thread is gone.
    parents: Mutex<HashMap<ChannelId, ChannelId>>,
}

impl Places {
    /// Whether a channel refused us lately.
    pub(super) fn is_closed(&self, channel: ChannelId) -> bool {
        let closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        closed.get(&channel).is_some_and(|since| since.elapsed() < CLOSED_FOR)
    }

    /// Notes that a channel refused us.
    pub(super) fn close(&self, channel: ChannelId) {
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        closed.retain(|_, since| since.elapsed() < CLOSED_FOR);
        closed.insert(channel, Instant::now());
    }

    /// Tries every channel again, as permissions have changed.
    pub(super) fn reopen(&self) {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Notes the channel that a thread belongs to.
    pub(super) fn know_parent(&self, thread: ChannelId, parent: ChannelId) {
        self.parents.lock().unwrap_or_else(PoisonError::into_inner).insert(thread, parent);
    }

    /// The channel that a thread belongs to, if that is known.
    pub(super) fn parent(&self, thread: ChannelId) -> Option<ChannelId> {
        self.parents.lock().unwrap_or_else(PoisonError::into_inner).get(&thread).copied()
    }
}

/// A server's channel as serenity remembers it; threads and direct conversations are none.
pub(super) fn channel(bot: &Bot, channel: ChannelId) -> Option<GuildChannel> {
    #[expect(deprecated, reason = "the other way needs the server, which the key of a room doesn't tell")]
    bot.cache.channel(channel).map(|channel| channel.clone())
}

/// The server that a channel or thread belongs to, if that is known.
pub(super) fn server(bot: &Bot, channel: ChannelId) -> Option<GuildId> {
    self::channel(bot, bot.places.parent(channel).unwrap_or(channel)).map(|channel| channel.guild_id)
}

/// The channel of a thread, as far as it can be found out.
pub(super) async fn parent(bot: &Bot, thread: ChannelId) -> Option<ChannelId> {
    if let Some(parent) = bot.places.parent(thread) {
        return Some(parent);
    }
    if channel(bot, thread).is_some() {
        return None;
    }
    let found = bot.http.get_channel(thread).await.ok()?.guild()?;
    let parent = found.thread_metadata.and(found.parent_id)?;
    bot.places.know_parent(thread, parent);
    Some(parent)
}

/// What the bot may do in a channel, if that is known; in a thread what it may do in the thread's channel.
pub(super) fn permissions(bot: &Bot, channel: ChannelId) -> Option<Permissions> {
    let channel = self::channel(bot, bot.places.parent(channel).unwrap_or(channel))?;
    let guild = bot.cache.guild(channel.guild_id)?;
    let me = guild.members.get(&bot.me())?;
    Some(guild.user_permissions_in(&channel, me))
}

/// Which of these the bot isn't allowed in this channel, if that is known; in a thread speaking is another permission.
pub(super) fn missing(bot: &Bot, channel: ChannelId, mut wanted: Permissions) -> Permissions {
    if bot.places.parent(channel).is_some() && wanted.contains(Permissions::SEND_MESSAGES) {
        wanted.remove(Permissions::SEND_MESSAGES);
        wanted.insert(Permissions::SEND_MESSAGES_IN_THREADS);
    }
    permissions(bot, channel).map_or(Permissions::empty(), |allowed| wanted - allowed)
}

/// What shows that somebody looks after a channel.
pub(super) const MODERATION: Permissions =
    Permissions::MANAGE_MESSAGES.union(Permissions::MANAGE_GUILD).union(Permissions::ADMINISTRATOR);

/// Whether the author of a message looks after its channel, as far as is known.
pub(super) fn is_moderator(bot: &Bot, message: &Message) -> bool {
    let channel = channel(bot, bot.places.parent(message.channel_id).unwrap_or(message.channel_id));
    let guild = message.guild_id.and_then(|guild| bot.cache.guild(guild));
    let (Some(channel), Some(guild), Some(member)) = (channel, guild, &message.member) else { return false };
    guild.partial_member_permissions_in(&channel, message.author.id, member).intersects(MODERATION)
}

/// Opens a thread for a game that begins, and lets the game be played there. `None` where there can't be one.
pub(super) async fn open_thread(bot: &Bot, game: &Summary, channel: ChannelId) -> Result<Option<ChannelId>, Failure> {
    // A thread or a direct conversation is the game's own place already.
    let Some(known) = self::channel(bot, channel) else { return Ok(None) };
    let (kind, guild) = (known.kind, known.guild_id);
    let kind = match kind {
        ChannelType::Text => ChannelType::PublicThread,
        ChannelType::News => ChannelType::NewsThread,
        _ => return Ok(None),
    };
    let needed = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
    let missing = missing(bot, channel, needed);
    if !missing.is_empty() {
        complain(bot, guild, channel, missing).await;
        return Ok(None);
    }
    let name: String =
        sentences::thread_name(game).chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    let thread = CreateThread::new(name).kind(kind).auto_archive_duration(AutoArchiveDuration::OneWeek);
    match thread.execute(&bot.http, (channel, None)).await.map_err(Failure::from) {
        Ok(thread) => {
            bot.places.know_parent(thread.id, channel);
            bot.settle(game.number, thread.id).await;
            for player in game.players.iter().filter_map(names::user) {
                if let Err(error) = bot.http.add_thread_channel_member(thread.id, player).await {
                    tracing::debug!(%error, "a player isn't added to the thread");
                }
            }
            Ok(Some(thread.id))
        }
        Err(Failure::Refused(refusal)) => {
            tracing::info!(%refusal, %channel, "no thread can be opened here");
            if refusal.is_lack_of_permission() {
                complain(bot, guild, channel, needed).await;
            }
            Ok(None)
        }
        Err(failure) => Err(failure),
    }
}

/// Names what the bot isn't allowed to do in a channel to the server's owner, each permission once.
pub(super) async fn complain(bot: &Bot, guild: GuildId, channel: ChannelId, missing: Permissions) {
    // What is missing in a thread is missing in its channel.
    let channel = bot.places.parent(channel).unwrap_or(channel);
    let first = missing.iter().map(|permission| EventKey(format!("discord:missing:{channel}:{}", permission.bits())));
    let events: Vec<EventKey> = first.collect();
    let said = bot.desk.enquire(move |club| {
        events.iter().map(|event| club.is_first(event, Timestamp::now())).collect::<Result<Vec<bool>, _>>()
    });
    let first = said.await.unwrap_or_default();
    let unsaid = missing.iter().zip(first).filter(|(_, is_first)| *is_first).map(|(permission, _)| permission);
    let unsaid: Permissions = unsaid.collect();
    if unsaid.is_empty() {
        return;
    }
    let known = bot.cache.guild(guild).map(|guild| (guild.owner_id, guild.name.clone()));
    let Some((owner, server)) = known else {
        tracing::warn!(%guild, %channel, %unsaid, "permissions are missing, and nobody is known who could mend it");
        return;
    };
    tracing::warn!(%guild, %channel, %unsaid, "permissions are missing");
    let place = self::channel(bot, channel).map_or(server.clone(), |channel| format!("#{} ({server})", channel.name));
    let told = sentences::missing_permissions(&place, &unsaid.get_permission_names());
    if let Err(failure) = delivery::tell(bot, owner, &told).await {
        tracing::info!(%failure, "the server's owner can't be told");
    }
}
