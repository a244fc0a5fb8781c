//! Keys of people, rooms and events, and Discord's numbers within them.

use serenity::all::{ChannelId, InteractionId, Member, MessageId, PartialMember, User, UserId};

use crate::names::{EventKey, Person, Room};

/// What keys of people, rooms and events here begin with.
pub(super) const PLATFORM: &str = "discord";

/// The room that a channel, thread or direct conversation is.
pub(super) fn room(channel: ChannelId) -> Room {
    Room(format!("{PLATFORM}:{channel}"))
}

/// The channel that a room is.
pub(super) fn channel(room: &Room) -> Option<ChannelId> {
    number(&room.0, "").map(ChannelId::new)
}

/// The key of a message that somebody wrote.
pub(super) fn message_event(message: MessageId) -> EventKey {
    EventKey(format!("{PLATFORM}:message:{message}"))
}

/// The message that an event was, if it was one.
pub(super) fn message(event: &EventKey) -> Option<MessageId> {
    number(&event.0, "message:").map(MessageId::new)
}

/// The key of a command given or a button pressed.
pub(super) fn interaction_event(interaction: InteractionId) -> EventKey {
    EventKey(format!("{PLATFORM}:interaction:{interaction}"))
}

/// The user that a person is, if it is one of Discord's.
pub(super) fn user(person: &Person) -> Option<UserId> {
    number(&person.key.0, "").map(UserId::new)
}

/// Discord's number after the platform's name and this.
fn number(key: &str, kind: &str) -> Option<u64> {
    let number = key.strip_prefix(PLATFORM)?.strip_prefix(':')?.strip_prefix(kind)?;
    number.parse().ok().filter(|number| *number != 0)
}

/// Somebody, called as in the place where it was said.
pub(super) fn person(user: &User, nickname: Option<&str>) -> Person {
    let name = nickname.or(user.global_name.as_deref()).unwrap_or(&user.name);
    Person::new(format!("{PLATFORM}:{}", user.id), name)
}

/// The author of a message.
pub(super) fn author(user: &User, member: Option<&PartialMember>) -> Person {
    person(user, member.and_then(|member| member.nick.as_deref()))
}

/// Whoever gave a command or pressed a button.
pub(super) fn actor(user: &User, member: Option<&Member>) -> Person {
    person(user, member.and_then(|member| member.nick.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_carry_discords_numbers() {
        assert_eq!(channel(&room(ChannelId::new(12))), Some(ChannelId::new(12)));
        assert_eq!(message(&message_event(MessageId::new(7))), Some(MessageId::new(7)));
        assert_eq!(message(&interaction_event(InteractionId::new(7))), None);
        assert_eq!(user(&Person::new("discord:5", "bob")), Some(UserId::new(5)));
    }

    #[test]
    fn what_is_of_another_platform_has_no_number_here() {
        assert_eq!(channel(&Room("terminal:12".into())), None);
        assert_eq!(channel(&Room("discord:0".into())), None);
        assert_eq!(channel(&Room("discord:room".into())), None);
        assert_eq!(user(&Person::new("matrix:5", "bob")), None);
    }
}
