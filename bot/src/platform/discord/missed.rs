//! Moves that were typed while the bot was away: they are looked for where games are running, and heard after all.
//!
//! A message older than the last move can't be one of them, and those that were dealt with are known by their keys. What
//! else was said meanwhile, commands included, isn't answered: it may be long ago.

use std::sync::Arc;

use jiff::Timestamp;
use serenity::all::{Channel, ChannelId, GuildId, MessageId, MessagePagination};

use super::bot::Bot;
use super::{hearing, names, places};

/// So many messages are had at once, the most that Discord gives.
const PAGE: u8 = 100;

/// So many pages of a room are looked at.
const MOST_PAGES: usize = 10;

/// Where Discord's time begins, in milliseconds since 1970.
const FIRST_MILLISECOND: i64 = 1_420_070_400_000;

/// Hears what was missed in every room where a game is running.
pub(super) async fn hear(bot: &Arc<Bot>) {
    let rooms = bot.desk.enquire(|club| club.rooms_with_running_games()).await;
    for (room, waiting_since) in rooms.unwrap_or_default() {
        if let Some(channel) = names::channel(&room) {
            hear_in(bot, channel, waiting_since).await;
        }
    }
}

async fn hear_in(bot: &Arc<Bot>, channel: ChannelId, since: Timestamp) {
    let mut last = first_message(since);
    let mut server = None;
    for _ in 0..MOST_PAGES {
        let found = bot.http.get_messages(channel, Some(MessagePagination::After(last)), Some(PAGE)).await;
        let mut messages = match found {
            Ok(messages) => messages,
            Err(error) => {
                tracing::debug!(%error, %channel, "what was missed can't be had");
                return;
            }
        };
        messages.sort_by_key(|message| message.id);
        let Some(newest) = messages.last().map(|message| message.id) else { return };
        if server.is_none() {
            server = Some(server_of(bot, channel).await);
        }
        let is_last = messages.len() < usize::from(PAGE);
        for mut message in messages {
            message.guild_id = server.flatten();
            // An edited message is never a move.
            if message.edited_timestamp.is_none() {
                hearing::missed(bot, message).await;
            }
        }
        if is_last {
            return;
        }
        last = newest;
    }
}

/// The server of a channel, which messages that are asked for don't tell; none for a direct conversation.
async fn server_of(bot: &Bot, channel: ChannelId) -> Option<GuildId> {
    if let Some(server) = places::server(bot, channel) {
        return Some(server);
    }
    match bot.http.get_channel(channel).await {
        Ok(Channel::Guild(channel)) => Some(channel.guild_id),
        _ => None,
    }
}

/// The number before that of any message sent at this time.
fn first_message(at: Timestamp) -> MessageId {
    let since_first = u64::try_from(at.as_millisecond() - FIRST_MILLISECOND).unwrap_or_default();
    MessageId::new((since_first << 22).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_higher_number_than_its_time() {
        let message = MessageId::new(175_928_847_299_117_063);
        let sent: Timestamp = "2016-04-30T11:18:25.796Z".parse().unwrap();
        assert!(first_message(sent) <= message);
        assert!(first_message(sent + jiff::SignedDuration::from_millis(1)) > message);
        assert_eq!(first_message(Timestamp::UNIX_EPOCH), MessageId::new(1));
    }
}
