//! What people do, turned into asks: messages and reactions.

use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::room::{RoomMember, RoomMemberRole};
use matrix_sdk::ruma::events::reaction::OriginalSyncReactionEvent;
use matrix_sdk::ruma::events::room::message::sanitize::remove_plain_reply_fallback;
use matrix_sdk::ruma::events::room::message::{
    FormattedBody, MessageType, OriginalSyncRoomMessageEvent, Relation, TextMessageEventContent,
};
use matrix_sdk::ruma::events::{AnySyncMessageLikeEvent, AnySyncTimelineEvent, SyncMessageLikeEvent};
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedUserId, UserId};
use matrix_sdk::{Room, RoomMemberships};
use serde_json::Value;

use super::keys::{self, Place};
use super::mark::{self, Mark};
use super::people::{self, Member};
use super::retry;
use crate::command::{self, PREFIX};
use crate::machine;
use crate::talk::{self, Ask, Content, Mention, Person};

/// How often something looked up on the homeserver is tried again before it is taken as unknown.
const TRIES: u32 = 6;

/// Whether nobody is in a room, or invited to it, but the bot and one person.
fn is_private(room: &Room) -> bool {
    room.active_members_count() <= 2
}

/// Turns events into asks.
pub(super) struct Hearing {
    /// What commands begin with.
    pub(super) prefix: String,
}

impl Hearing {
    /// What somebody asks with this event; `None` for all that is only for people, and for what the bot itself did.
    pub(super) async fn ask(&self, room: &Room, event: &TimelineEvent) -> Option<Ask> {
        let AnySyncTimelineEvent::MessageLike(event) = event.raw().deserialize().ok()? else { return None };
        if event.sender() == room.own_user_id() {
            return None;
        }
        match event {
            AnySyncMessageLikeEvent::RoomMessage(SyncMessageLikeEvent::Original(said)) => {
                self.message(room, said).await
            }
            AnySyncMessageLikeEvent::Reaction(SyncMessageLikeEvent::Original(reaction)) => {
                self.reaction(room, reaction).await
            }
            _ => None,
        }
    }

    async fn message(&self, room: &Room, said: OriginalSyncRoomMessageEvent) -> Option<Ask> {
        // Notices come from bots, and pictures and the like ask for nothing.
        let MessageType::Text(TextMessageEventContent { body, formatted, .. }) = &said.content.msgtype else {
            return None;
        };
        let (thread, replied_to) = match said.content.relates_to {
            // An edited message is never a move.
            Some(Relation::Replacement(_)) => return None,
            Some(Relation::Reply(reply)) => (None, Some(reply.in_reply_to.event_id)),
            Some(Relation::Thread(thread)) => {
                let genuine = thread.in_reply_to.filter(|_| !thread.is_falling_back);
                (Some(thread.event_id), genuine.map(|reply| reply.event_id))
            }
            _ => (None, None),
        };
        let body = match replied_to {
            Some(_) => remove_plain_reply_fallback(body),
            None => body,
        };
        let linked: Vec<OwnedUserId> =
            said.content.mentions.map(|mentions| mentions.user_ids.into_iter().collect()).unwrap_or_default();
        let text = self.addressed_to_me(room, body, &linked).await?;
        let mentions = match text.starts_with(PREFIX) {
            true => named(room, body, formatted.as_ref(), linked).await,
            false => Vec::new(),
        };
        let mut about = None;
        // What a message replies to tells more than the thread it stands in.
        for event in [&replied_to, &thread].into_iter().flatten() {
            if about.is_none() {
                about = mark_of(room, event).await.and_then(|mark| mark.about);
            }
        }
        let (person, is_moderator) = speaker(room, &said.sender).await;
        let (place, within) = place(room, thread);
        Some(Ask {
            event: keys::event_key(&said.event_id, None),
            room: place,
            person,
            about,
            content: Content::Text(text),
            mentions,
            is_private: is_private(room),
            is_moderator,
            within,
        })
    }

    /// What a message says to the bot, in the club's own spelling; `None` for chat.
    async fn addressed_to_me(&self, room: &Room, body: &str, linked: &[OwnedUserId]) -> Option<String> {
        let me = room.own_user_id();
        let is_linked = linked.iter().any(|id| id == me);
        let called = people::addressed(body, &member(room, me).await, is_linked);
        let said = called.unwrap_or(body).trim();
        if let Some(command) = said.strip_prefix(&self.prefix) {
            return Some(format!("{PREFIX}{command}"));
        }
        if command::parse_move(said).is_some() {
            return Some(said.to_owned());
        }
        // Whoever calls the bot by its name needs no prefix.
        called.filter(|said| said.starts_with(char::is_alphabetic)).map(|said| format!("{PREFIX}{said}"))
    }

    async fn reaction(&self, room: &Room, reaction: OriginalSyncReactionEvent) -> Option<Ask> {
        let annotation = reaction.content.relates_to;
        if !mark::is_reaction(&annotation.key) {
            return None;
        }
        let (mark, thread) = message_of_mine(room, &annotation.event_id).await?;
        let command = mark.command(&annotation.key)?.clone();
        let (person, is_moderator) = speaker(room, &reaction.sender).await;
        let (place, within) = place(room, thread);
        Some(Ask {
            event: keys::event_key(&reaction.event_id, Some(&annotation.event_id)),
            room: place,
            person,
            about: mark.about,
            content: Content::Command(command),
            mentions: Vec::new(),
            is_private: is_private(room),
            is_moderator,
            within,
        })
    }
}

/// Where something is said, and the room whose rules hold there when that is a thread.
fn place(room: &Room, thread: Option<OwnedEventId>) -> (talk::Room, Option<talk::Room>) {
    let place = |thread| Place { room: room.room_id().to_owned(), thread }.key();
    let within = thread.is_some().then(|| place(None));
    (place(thread), within)
}

/// Whoever says something, and whether they look after the room.
async fn speaker(room: &Room, id: &UserId) -> (Person, bool) {
    let known = room.get_member_no_sync(id).await.ok().flatten();
    let role = known.as_ref().map(RoomMember::suggested_role_for_power_level);
    let member = known.as_ref().map_or_else(|| Member::unknown(id), known_member);
    (member.person(), role.is_some_and(|role| role != RoomMemberRole::User))
}

/// Somebody in a room, as the room knows them.
async fn member(room: &Room, id: &UserId) -> Member {
    let known = room.get_member_no_sync(id).await.ok().flatten();
    known.as_ref().map_or_else(|| Member::unknown(id), known_member)
}

fn known_member(known: &RoomMember) -> Member {
    Member { id: known.user_id().to_owned(), name: known.name().to_owned(), is_ambiguous: known.name_ambiguous() }
}

/// The people named in a command. The bot itself stands for a machine player.
async fn named(
    room: &Room,
    body: &str,
    formatted: Option<&FormattedBody>,
    mut linked: Vec<OwnedUserId>,
) -> Vec<Mention> {
    if linked.is_empty() && formatted.is_none() && !body.contains('@') {
        return Vec::new();
    }
    let known = retry::times(TRIES, || room.members(RoomMemberships::JOIN)).await.unwrap_or_else(|error| {
        tracing::warn!(%error, room = %room.room_id(), "the room's members can't be had");
        Vec::new()
    });
    let members: Vec<Member> = known.iter().map(known_member).collect();
    if let Some(formatted) = formatted {
        linked.extend(people::linked_in(&formatted.body, &members));
    }
    let me = keys::person_key(room.own_user_id());
    let mut mentions = people::mentions(body, &linked, &members);
    for mention in mentions.iter_mut().filter(|mention| mention.person.key == me) {
        mention.person = machine::player(machine::USUAL);
    }
    mentions
}

async fn mark_of(room: &Room, event: &EventId) -> Option<Mark> {
    message_of_mine(room, event).await.map(|(mark, _)| mark)
}

/// The mark of a message, and the thread it stands in; `None` when it isn't the bot's own.
async fn message_of_mine(room: &Room, id: &EventId) -> Option<(Mark, Option<OwnedEventId>)> {
    let found = retry::times(TRIES, || room.event(id, None)).await;
    let event = found.inspect_err(|error| tracing::debug!(%error, event = %id, "an event can't be had")).ok()?;
    if event.sender()? != room.own_user_id() {
        return None;
    }
    let content: Value = event.raw().get_field("content").ok()??;
    let relation = &content["m.relates_to"];
    let thread = relation["event_id"].as_str().filter(|_| relation["rel_type"] == "m.thread");
    Some((Mark::read(&content)?, thread.and_then(|thread| EventId::parse(thread).ok())))
}
