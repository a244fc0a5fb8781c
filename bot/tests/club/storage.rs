//! What is kept: across restarts, against a second process, and until it is said.

use std::path::Path;

use centaur::club::Club;
use centaur::error::Fault;
use centaur::talk::{GameNumber, Room};

use crate::hall::Hall;

#[test]
fn a_second_club_on_the_same_database_is_refused() {
    let hall = Hall::new();
    let second = Club::open(&hall.path());
    assert!(matches!(second, Err(Fault::InUse(_))));
    let message = second.err().unwrap().to_string();
    assert!(message.contains("in use by another process"), "{message}");
}

#[test]
fn a_path_that_cannot_be_used_is_a_fault() {
    assert!(matches!(Club::open(Path::new("/nowhere/at/all.sqlite")), Err(Fault::LockFile { .. })));
}

#[test]
fn everything_decided_is_said_after_a_restart_until_it_was_sent() {
    let mut hall = Hall::after("alice: !challenge @bob chess white\nbob: !accept\nalice: e4");
    let last = hall.heard[0].clone();
    hall.play("(restart)");
    let unsent = hall.club().unsent().unwrap();
    let said: Vec<String> = unsent.iter().map(|post| post.text.to_string()).collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[0].contains("challenges") && said[1].contains("begins") && said[2].contains("1. e4"), "{said:?}");
    assert_eq!(unsent[2], last);
    for post in &unsent[..2] {
        hall.club().sent(post.outbox.unwrap()).unwrap();
    }
    hall.play("(restart)");
    assert_eq!(hall.club().unsent().unwrap(), [last]);
    // Answers that decide nothing aren't kept.
    hall.play("bob: !board\nbob: e9\nbob: Ke5");
    assert_eq!(hall.club().unsent().unwrap().len(), 1);
}

#[test]
fn what_was_dealt_with_is_known_for_ninety_days_and_for_longer_when_the_bot_was_away() {
    let mut hall = Hall::new();
    let challenge = hall.ask("alice", "hall", "!challenge @bob chess white");
    assert_eq!(hall.hear(&challenge).len(), 1);
    hall.play("bob: !accept");
    let opening = hall.ask("alice", "hall", "Nf3");
    assert_eq!(hall.hear(&opening).len(), 1);
    hall.play("bob: Nf6\nalice: Ng1\nbob: Ng8\n(after 89 days)");
    assert_eq!(hall.hear(&challenge), []);
    // However long nobody was there, what comes first may have come before.
    hall.play("(restart)\n(after 2 days)");
    assert_eq!(hall.hear(&opening), []);
    assert_eq!(hall.hear(&challenge), []);
    hall.play("(after 1 hours)");
    assert_eq!(hall.hear(&challenge).len(), 1);
    assert_eq!(hall.hear(&opening).len(), 1);
}

#[test]
fn the_next_deadline_is_the_next_expiry() {
    let mut hall = Hall::new();
    assert_eq!(hall.club().next_deadline().unwrap(), None);
    hall.play("alice: !challenge @bob\n(after 1 days)\nalice: !challenge @carol\n(restart)");
    let expected = "2026-03-08T12:01:00Z".parse().unwrap();
    assert_eq!(hall.club().next_deadline().unwrap(), Some(expected));
    hall.play("bob: !decline");
    assert!(hall.club().next_deadline().unwrap() > Some(expected));
}

#[test]
fn games_and_challenges_follow_their_room() {
    let mut hall =
        Hall::after("alice: !challenge @bob chess white\nbob: !accept\nalice: e4\nalice: !challenge @bob bird");
    let old = hall.heard[0].room.clone();
    let new = Room("test:another".to_owned());
    let is_old = |room: &Room| *room == old;
    assert_eq!(hall.club().move_rooms(&is_old, &new).unwrap(), 1);
    assert_eq!(hall.club().move_rooms(&is_old, &new).unwrap(), 0, "nothing is left to be moved");
    assert_eq!(hall.club().move_rooms(&|_| true, &new).unwrap(), 0, "what is there stays there");
    hall.play("bob: 1 e5");
    let played = hall.heard.iter().find(|post| post.room == new).unwrap();
    assert_eq!(played.about, Some(GameNumber(1)));
    assert!(played.board.is_some(), "{played:?}");
    hall.play("bob: !accept 2");
    assert!(hall.heard.iter().any(|post| post.room == new && post.text.to_string().contains("begins")));
}
