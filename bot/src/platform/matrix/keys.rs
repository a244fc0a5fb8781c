//! How Matrix's ids are written as the club's keys, and read back.
//!
//! ```text
//! person := "matrix:" user id
//! room   := "matrix:" room id [ "/" id of the thread's first event ]
//! event  := "matrix:" event id [ " on " id of the event reacted to ]
//! ```

use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedRoomId, OwnedUserId, UserId};

use crate::talk::{EventKey, PersonKey, Room};

/// What keys of people, rooms and events here begin with.
pub(super) const PLATFORM: &str = "matrix";

/// What stands between a reaction and what it is a reaction to.
const ON: &str = " on ";

/// Where people talk: a room, or a thread in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The room.
    pub(super) room: OwnedRoomId,
    /// The first event of the thread.
    pub(super) thread: Option<OwnedEventId>,
}

impl Place {
    /// The place as the club knows it.
    pub(super) fn key(&self) -> Room {
        Room(match &self.thread {
            None => format!("{PLATFORM}:{}", self.room),
            Some(thread) => format!("{PLATFORM}:{}/{thread}", self.room),
        })
    }

    /// The place that the club knows by this key.
    pub(super) fn from_key(key: &Room) -> Option<Place> {
        let place = own_part(&key.0)?;
        // An event's id begins with a dollar sign, which no room's does.
        let (room, thread) = match place.rfind("/$") {
            Some(slash) => (&place[..slash], Some(&place[slash + 1..])),
            None => (place, None),
        };
        let thread = match thread {
            Some(thread) => Some(EventId::parse(thread).ok()?),
            None => None,
        };
        Some(Place { room: room.try_into().ok()?, thread })
    }
}

/// The club's key of a user.
pub(super) fn person_key(user: &UserId) -> PersonKey {
    PersonKey(format!("{PLATFORM}:{user}"))
}

/// The user whom the club knows by this key.
pub(super) fn user_id(key: &PersonKey) -> Option<OwnedUserId> {
    UserId::parse(own_part(&key.0)?).ok()
}

/// The club's key of a message, or of a reaction to an event.
pub(super) fn event_key(event: &EventId, reacted_to: Option<&EventId>) -> EventKey {
    EventKey(match reacted_to {
        None => format!("{PLATFORM}:{event}"),
        Some(target) => format!("{PLATFORM}:{event}{ON}{target}"),
    })
}

/// The event to which an answer to this one is written as a reply, and whether it is the very one that was answered.
pub(super) fn reply_target(key: &EventKey) -> Option<(OwnedEventId, bool)> {
    let event = own_part(&key.0)?;
    let (target, is_itself) = match event.split_once(ON) {
        Some((_reaction, target)) => (target, false),
        None => (event, true),
    };
    Some((EventId::parse(target).ok()?, is_itself))
}

fn own_part(key: &str) -> Option<&str> {
    key.strip_prefix(PLATFORM)?.strip_prefix(':')
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{event_id, owned_event_id, room_id, user_id};

    use super::*;

    #[test]
    fn every_key_reads_back() {
        // Rooms of version 12 have no server in their name.
        for room in [room_id!("!hall:example.org"), room_id!("!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM")] {
            for thread in [None, Some(owned_event_id!("$root")), Some(owned_event_id!("$1/2:example.org"))] {
                let place = Place { room: room.to_owned(), thread };
                assert_eq!(Place::from_key(&place.key()), Some(place.clone()), "{place:?}");
                assert_eq!(place.key().platform(), "matrix");
            }
        }
        let user = user_id!("@ann:example.org");
        assert_eq!(super::user_id(&person_key(user)).unwrap(), user);
        let (said, card) = (event_id!("$said"), event_id!("$card"));
        assert_eq!(reply_target(&event_key(said, None)), Some((said.to_owned(), true)));
        assert_eq!(reply_target(&event_key(said, Some(card))), Some((card.to_owned(), false)));
    }

    #[test]
    fn keys_of_other_platforms_are_none_of_ours() {
        assert_eq!(Place::from_key(&Room("terminal:room".to_owned())), None);
        assert_eq!(super::user_id(&PersonKey("discord:1234".to_owned())), None);
        assert_eq!(reply_target(&EventKey("matrixterminal:1".to_owned())), None);
    }
}
