//! What is kept: across restarts, against a second process, and until it is said.

use std::path::Path;

use centaur::club::Club;
use centaur::error::Fault;

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
fn the_next_deadline_is_the_next_expiry() {
    let mut hall = Hall::new();
    assert_eq!(hall.club().next_deadline().unwrap(), None);
    hall.play("alice: !challenge @bob\n(after 1 days)\nalice: !challenge @carol\n(restart)");
    let expected = "2026-03-08T12:01:00Z".parse().unwrap();
    assert_eq!(hall.club().next_deadline().unwrap(), Some(expected));
    hall.play("bob: !decline");
    assert!(hall.club().next_deadline().unwrap() > Some(expected));
}
