//! Messages that may be meant for the bot. Chat where nobody plays is dismissed from memory.

use std::sync::Arc;

use serenity::all::{Message, MessageType, UserId};

use super::bot::Bot;
use super::{names, places};
use crate::command::{self, Command, PREFIX, Verb};
use crate::machine;
use crate::names::{GameNumber, Person};
use crate::talk::{Ask, Content, Mention};

/// Hears a message. Nothing waits before the club is asked, so that messages are dealt with in their order.
pub(super) async fn message(bot: &Arc<Bot>, message: Message) {
    let Some(ask) = understand(bot, &message).await else { return };
    if bot.desk.ask(ask).await.is_err() {
        tracing::debug!(message = %message.id, "the club closed before a message was heard");
    }
}

/// Hears a message from while the bot was away, if it is a move.
pub(super) async fn missed(bot: &Arc<Bot>, message: Message) {
    let Some(ask) = understand(bot, &message).await else { return };
    if matches!(&ask.content, Content::Text(text) if !text.starts_with(PREFIX)) && bot.desk.ask(ask).await.is_err() {
        tracing::debug!(message = %message.id, "the club closed before a message was heard");
    }
}

async fn understand(bot: &Bot, message: &Message) -> Option<Ask> {
    let is_said = matches!(message.kind, MessageType::Regular | MessageType::InlineReply);
    if message.author.bot || message.webhook_id.is_some() || !is_said {
        return None;
    }
    let me = bot.me();
    let is_private = message.guild_id.is_none();
    let replied = message.referenced_message.as_deref().filter(|replied| replied.author.id == me);
    let is_mentioned = message.mentions.iter().any(|user| user.id == me);
    let is_addressed = is_private || is_mentioned || replied.is_some();
    let room = names::room(message.channel_id);
    if !is_addressed && !bot.desk.is_playing_in(&room) {
        return None;
    }
    let (said, is_called) = without_own_name(&message.content, &own_names(me));
    let content = content(&said, is_called || is_private)?;
    let person = names::author(&message.author, message.member.as_deref());
    let mut about = replied.and_then(|replied| bot.game_of(replied));
    if about.is_none() && is_private && matches!(&content, Content::Text(text) if !text.starts_with(PREFIX)) {
        about = only_game(bot, &person).await;
    }
    let (content, mentions) = with_mentions(content, message, me);
    let is_moderator = places::is_moderator(bot, message);
    let within = bot.places.parent(message.channel_id).map(names::room);
    let event = names::message_event(message.id);
    Some(Ask { event, room, person, about, content, mentions, is_private, is_moderator, within })
}

/// How the bot is mentioned.
fn own_names(me: UserId) -> [String; 2] {
    [format!("<@{me}>"), format!("<@!{me}>")]
}

/// Whether somebody is challenged, so that a name at the end means whom.
fn is_challenge(said: &str) -> bool {
    let word = said.strip_prefix(PREFIX).and_then(|rest| rest.split_whitespace().next());
    word.and_then(|word| Verb::from_word(&word.to_lowercase())) == Some(Verb::Challenge)
}

/// What was said apart from the bot's name at its beginning or end, and whether it began with the name.
fn without_own_name(said: &str, own_names: &[String]) -> (String, bool) {
    let said = said.trim();
    let begun = own_names.iter().find_map(|name| said.strip_prefix(name.as_str()));
    let ended = own_names.iter().filter(|_| !is_challenge(said)).find_map(|name| said.strip_suffix(name.as_str()));
    let left = begun.or(ended).unwrap_or(said);
    (left.trim_start_matches([',', ':']).trim().to_owned(), begun.is_some())
}

/// What a message says to the bot; `None` for what is chat by its form. Whoever calls the bot by name needs no prefix,
/// and gets an answer in any case.
fn content(said: &str, is_called: bool) -> Option<Content> {
    let is_command = said.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    if is_command || (!said.is_empty() && command::parse_move(said).is_some()) {
        return Some(Content::Text(said.to_owned()));
    }
    if !is_called {
        return None;
    }
    let is_speech = said.starts_with(|first: char| first.is_alphabetic());
    Some(match is_speech {
        true => Content::Text(format!("{PREFIX}{said}")),
        false => Content::Command(Command { game: None, act: command::Act::Help(None::<Verb>) }),
    })
}

/// The only running game of a person, which is what a move in a direct message is about.
async fn only_game(bot: &Bot, person: &Person) -> Option<GameNumber> {
    let asker = person.clone();
    let games = bot.desk.enquire(move |club| club.games_of(&asker)).await.ok()?;
    let mut awaiting = games.iter().filter(|game| game.awaits(person));
    match (&games[..], awaiting.next(), awaiting.next()) {
        ([only], ..) | (_, Some(only), None) => Some(only.number),
        _ => None,
    }
}

/// The people named in a message. Other bots don't play, and nobody else hears a direct message: they are named without
/// being known, which the club refuses.
fn with_mentions(content: Content, message: &Message, me: UserId) -> (Content, Vec<Mention>) {
    let Content::Text(mut text) = content else { return (content, Vec::new()) };
    let mut mentions = Vec::new();
    for user in &message.mentions {
        if user.id == me {
            let person = machine::player(machine::USUAL);
            let written = own_names(me).map(|written| Mention { written, person: person.clone() });
            mentions.extend(written);
            continue;
        }
        let person = names::author(user, user.member.as_deref());
        let is_here = message.guild_id.is_some() || user.id == message.author.id;
        for written in [format!("<@{}>", user.id), format!("<@!{}>", user.id)] {
            if user.bot || !is_here {
                let name: String = person.name.chars().filter(|letter| letter.is_alphanumeric()).collect();
                text = text.replace(&written, &format!("@{name}"));
            } else {
                mentions.push(Mention { written, person: person.clone() });
            }
        }
    }
    (Content::Text(text), mentions)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &str) -> (String, bool) {
        without_own_name(words, &["<@1>".to_owned(), "<@!1>".to_owned()])
    }

    fn text(words: &str, is_called: bool) -> Option<String> {
        content(words, is_called).map(|content| match content {
            Content::Text(text) => text,
            Content::Command(command) => format!("({command})"),
        })
    }

    #[test]
    fn the_bots_name_is_left_out() {
        assert_eq!(said("<@1> Nf3"), ("Nf3".to_owned(), true));
        assert_eq!(said("<@!1>, challenge <@2>"), ("challenge <@2>".to_owned(), true));
        assert_eq!(said("Nf3 <@1>"), ("Nf3".to_owned(), false));
        assert_eq!(said("!play <@1>"), ("!play <@1>".to_owned(), false));
        assert_eq!(said("Nf3"), ("Nf3".to_owned(), false));
    }

    #[test]
    fn chat_is_dismissed_by_its_form() {
        for chat in ["hello", "I'd play e4 here", "!!!", "! what", "", "😀"] {
            assert_eq!(text(chat, false), None, "{chat}");
        }
    }

    #[test]
    fn moves_and_commands_are_heard() {
        for heard in ["Nf3", "12 Nf3", "o-o", "!board", "!challange"] {
            assert_eq!(text(heard, false).as_deref(), Some(heard));
        }
    }

    #[test]
    fn whoever_calls_the_bot_needs_no_prefix() {
        assert_eq!(text("challenge <@2> bird", true).as_deref(), Some("!challenge <@2> bird"));
        assert_eq!(text("Nf3", true).as_deref(), Some("Nf3"));
        assert_eq!(text("", true).as_deref(), Some("(help)"));
        assert_eq!(text("??", true).as_deref(), Some("(help)"));
    }
}
