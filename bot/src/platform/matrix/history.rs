//! Which part of a room's timeline counts: what came after the bot was there.

use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::ruma::UserId;
use matrix_sdk::ruma::events::room::member::MembershipState;
use matrix_sdk::ruma::events::{AnySyncStateEvent, AnySyncTimelineEvent, SyncStateEvent};

/// Where in these events, in order of time, the bot came into the room last.
pub(super) fn joined_at(events: &[TimelineEvent], me: &UserId) -> Option<usize> {
    events.iter().rposition(|event| is_joining(event, me))
}

/// What the bot was there for, of these events in order of time.
pub(super) fn since_joining<'e>(events: &'e [TimelineEvent], me: &UserId) -> &'e [TimelineEvent] {
    joined_at(events, me).map_or(events, |joined| &events[joined + 1..])
}

/// Whether with this event the bot came into the room. A change of its name is a membership event as well, and isn't.
pub(super) fn is_joining(event: &TimelineEvent, me: &UserId) -> bool {
    let Some(member) = membership_of(event) else { return false };
    let was_in = member.unsigned.prev_content.as_ref().is_some_and(|was| was.membership == MembershipState::Join);
    *member.state_key == *me && member.content.membership == MembershipState::Join && !was_in
}

/// Whether with this event somebody left the room.
pub(super) fn is_leaving(event: &TimelineEvent) -> bool {
    membership_of(event)
        .is_some_and(|member| matches!(member.content.membership, MembershipState::Leave | MembershipState::Ban))
}

type Membership = matrix_sdk::ruma::events::room::member::OriginalSyncRoomMemberEvent;

fn membership_of(event: &TimelineEvent) -> Option<Membership> {
    // Most events are messages, whose content needn't be read for this.
    if event.kind.event_type()? != "m.room.member" {
        return None;
    }
    match event.raw().deserialize().ok()? {
        AnySyncTimelineEvent::State(AnySyncStateEvent::RoomMember(SyncStateEvent::Original(member))) => Some(member),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::serde::Raw;
    use matrix_sdk::ruma::user_id;
    use serde_json::{Value, json};

    use super::*;

    fn event(event: Value) -> TimelineEvent {
        TimelineEvent::from_plaintext(Raw::new(&event).unwrap().cast_unchecked())
    }

    fn member(who: &str, membership: &str, before: Option<&str>) -> TimelineEvent {
        let unsigned = before.map_or(json!({}), |before| json!({ "prev_content": { "membership": before } }));
        event(json!({
            "type": "m.room.member", "event_id": format!("${who}{membership}"), "sender": who, "state_key": who,
            "origin_server_ts": 1, "content": { "membership": membership }, "unsigned": unsigned,
        }))
    }

    fn said(id: &str) -> TimelineEvent {
        event(json!({
            "type": "m.room.message", "event_id": id, "sender": "@ann:x", "origin_server_ts": 1,
            "content": { "msgtype": "m.text", "body": "e4" },
        }))
    }

    fn heard(events: &[TimelineEvent]) -> Vec<String> {
        let heard = since_joining(events, user_id!("@bot:x"));
        heard.iter().filter_map(|event| event.event_id()).map(|id| id.to_string()).collect()
    }

    #[test]
    fn nothing_from_before_the_invitation_was_followed_counts() {
        let events = [
            said("$before"),
            member("@bot:x", "invite", None),
            said("$invited"),
            member("@bot:x", "join", Some("invite")),
            said("$after"),
        ];
        assert_eq!(heard(&events), ["$after"]);
    }

    #[test]
    fn coming_back_counts_and_a_new_name_or_somebody_else_coming_does_not() {
        let back = [said("$1"), member("@bot:x", "leave", Some("join")), said("$2"), member("@bot:x", "join", None)];
        assert!(heard(&back).is_empty());
        let renamed = [said("$1"), member("@bot:x", "join", Some("join")), member("@bob:x", "join", None), said("$2")];
        assert_eq!(heard(&renamed), ["$1", "$@bot:xjoin", "$@bob:xjoin", "$2"]);
    }

    #[test]
    fn leaving_is_leaving_however_it_comes_about() {
        assert!(is_leaving(&member("@ann:x", "leave", Some("join"))));
        assert!(is_leaving(&member("@ann:x", "ban", Some("join"))));
        assert!(!is_leaving(&member("@ann:x", "join", None)));
        assert!(!is_leaving(&said("$1")));
    }
}
