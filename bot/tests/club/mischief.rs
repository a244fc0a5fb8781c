//! Twice, at once, by the wrong person, or nonsense.

use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use centaur::command::{Act, Command};
use centaur::talk::{Ask, Content, EventKey, GameNumber, Post};
use proptest::prelude::*;

use crate::hall::{Hall, person};

const BEGUN: &str = "alice: !challenge @bob chess white\nbob: !accept\n";

fn press(hall: &mut Hall, name: &str, number: u32, act: Act) -> Ask {
    let mut ask = hall.ask(name, "hall", "");
    ask.content = Content::Command(Command { game: Some(GameNumber(number)), act });
    ask
}

/// Hands in all asks at once, each from a thread of its own, and gives back all answers.
fn at_once(hall: &mut Hall, asks: Vec<Ask>) -> Vec<Post> {
    let now = hall.now;
    let club = Arc::new(Mutex::new(hall.club.take().unwrap()));
    let start = Arc::new(Barrier::new(asks.len()));
    let threads: Vec<_> = asks
        .into_iter()
        .map(|ask| {
            let (club, start) = (club.clone(), start.clone());
            thread::spawn(move || {
                start.wait();
                club.lock().unwrap().handle(&ask, now).unwrap()
            })
        })
        .collect();
    let posts = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    hall.club = Arc::into_inner(club).map(|club| club.into_inner().unwrap());
    posts
}

fn told_to_all(posts: &[Post]) -> Vec<String> {
    posts.iter().filter(|post| post.private_to.is_none()).map(|post| post.text.to_string()).collect()
}

#[test]
fn a_message_delivered_twice_counts_once() {
    let mut hall = Hall::after(BEGUN);
    let knight = hall.ask("alice", "hall", "Nf3");
    assert_eq!(hall.hear(&knight).len(), 1);
    assert!(hall.hear(&knight).is_empty());
    hall.play("bob: Nf6\nalice: Ng1\nbob: Ng8\n(restart)");
    // It would be legal again now.
    assert!(hall.hear(&knight).is_empty());
    hall.play("alice: !fen\n< w KQkq - 4 3");
}

#[test]
fn what_was_refused_is_not_done_when_delivered_again() {
    let mut hall = Hall::after(BEGUN);
    let early = hall.ask("bob", "hall", "e5");
    hall.hear(&early);
    assert!(hall.words().contains("It isn't your turn"));
    hall.play("alice: e4");
    assert!(hall.hear(&early).is_empty());
    hall.play("alice: !fen\n< b KQkq - 0 1");
}

#[test]
fn what_was_taken_back_is_not_played_when_delivered_again() {
    let mut hall = Hall::after(BEGUN);
    let pawn = hall.ask("alice", "hall", "e4");
    hall.hear(&pawn);
    hall.play("alice: !takeback\nbob: !accept\n< 1 move taken back");
    assert!(hall.hear(&pawn).is_empty());
}

#[test]
fn two_moves_at_once_are_one() {
    for _ in 0..8 {
        let mut hall = Hall::after(BEGUN);
        let asks = vec![hall.ask("alice", "hall", "e4"), hall.ask("alice", "hall", "d4")];
        let posts = at_once(&mut hall, asks);
        let told = told_to_all(&posts);
        assert_eq!(told.len(), 1, "{told:?}");
        hall.play("alice: e5\n< Bob is to move");
    }
}

#[test]
fn five_presses_do_one_thing() {
    let mut hall = Hall::after("alice: !challenge @bob chess white");
    let presses = (0..5).map(|_| press(&mut hall, "bob", 1, Act::Accept)).collect();
    assert_eq!(told_to_all(&at_once(&mut hall, presses)).len(), 1);
    hall.play("alice: e4\nbob: e5");
    let presses = (0..5).map(|_| press(&mut hall, "bob", 1, Act::Resign { confirmed: true })).collect();
    assert_eq!(told_to_all(&at_once(&mut hall, presses)).len(), 1);
    let presses = (0..5).map(|_| press(&mut hall, "bob", 1, Act::Rematch)).collect();
    assert_eq!(told_to_all(&at_once(&mut hall, presses)).len(), 1);
}

#[test]
fn two_rematches_at_once_make_one_game() {
    for _ in 0..8 {
        let mut hall = Hall::after(&format!("{BEGUN}alice: !resign yes"));
        let presses = ["alice", "bob"].map(|name| press(&mut hall, name, 1, Act::Rematch)).to_vec();
        let told = told_to_all(&at_once(&mut hall, presses));
        assert_eq!(
            told.iter().filter(|words| words.contains("begins. White: Bob, Black: Alice")).count(),
            1,
            "{told:?}"
        );
        hall.play("alice: !games\n< #2\n< ~#3");
    }
}

#[test]
fn old_buttons_work_after_a_restart_for_the_right_person_only() {
    let mut hall = Hall::after("alice: !challenge @bob chess white\n(restart)\n(after 6 days)");
    let wrong = press(&mut hall, "carol", 1, Act::Accept);
    assert!(hall.hear(&wrong)[0].private_to == Some(person("carol")));
    let right = press(&mut hall, "bob", 1, Act::Accept);
    hall.hear(&right);
    assert!(hall.words().contains("begins"));
}

#[test]
fn every_action_offered_reads_back_as_the_same_command() {
    let mut hall = Hall::after("alice: !challenge @bob chess white");
    let mut seen = Vec::new();
    for line in ["bob: !accept", "alice: Nf3", "bob: !draw", "bob: !takeback", "alice: !resign", "alice: !resign yes"] {
        seen.extend(hall.heard.iter().flat_map(|post| post.actions.clone()));
        hall.play(line);
    }
    seen.extend(hall.heard.iter().flat_map(|post| post.actions.clone()));
    assert!(seen.len() >= 6, "{seen:?}");
    for action in seen {
        let typed = format!("!{}", action.command);
        assert!(typed.len() <= 100);
        assert_eq!(centaur::command::parse(&typed, &[]), Some(Ok(action.command)), "{typed}");
    }
}

fn anything() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "!",
        "!challenge",
        "!accept",
        "!move",
        "!board",
        "!draw",
        "!takeback",
        "!resign",
        "!rematch",
        "!rules",
        "!help",
        "!clock",
        "!claim",
        "!vacation",
        "off",
        "3d",
        "weekends:off",
        "@bob",
        "@nobody",
        "#1",
        "1",
        "99999999999",
        "at",
        "yes",
        "claim",
        "white",
        "bird",
        "e4",
        "e5",
        "Nf3",
        "0-0",
        "e8=Q",
        "exd5",
        "#",
        ":",
        "é",
        "\u{202e}",
        "\n",
    ]);
    let sentence = prop::collection::vec(words, 0..5).prop_map(|words| words.join(" "));
    prop_oneof![".{0,40}", sentence, "[#!]?[0-9]{0,3} ?[a-jKQRBN]{0,2}[0-9x=+-]{0,3}[a-j]?[1-8]?"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever is said never panics, and people who have no part in a game change nothing of it.
    #[test]
    fn strangers_texts_change_nothing(texts in prop::collection::vec(anything(), 1..12)) {
        let mut hall = Hall::after(BEGUN);
        hall.play("carol: !fen");
        let before = hall.words();
        for text in texts {
            hall.say("carol", &text);
            let commands = text.trim_start().starts_with('!');
            prop_assert!(commands || hall.heard.is_empty(), "{text:?}: {}", hall.words());
        }
        hall.play("alice: !fen");
        prop_assert_eq!(before, hall.words());
    }

    /// Whatever a player says, the position changes only by a legal move or what both agree to.
    #[test]
    fn players_texts_change_the_board_only_by_a_legal_move(texts in prop::collection::vec(anything(), 1..12)) {
        let mut hall = Hall::after(BEGUN);
        let mut record = rules::Game::new(&rules::variants::CHESS);
        for text in texts {
            let name = if record.position().turn() == rules::Color::White { "alice" } else { "bob" };
            hall.say(name, &text);
            let played = hall.heard.iter().find_map(|post| post.board.clone().filter(|_| post.ping.is_some()));
            if let Some(board) = played.filter(|board| board.last_move.is_some() && board.view != record.position().turn()) {
                let last = rules::uci::parse(record.position(), board.last_move.as_deref().unwrap());
                record.play(last.unwrap()).unwrap();
            }
            hall.play("dave: !fen 1");
            let fen = rules::fen::print(record.position());
            prop_assert!(hall.words().ends_with(&fen), "{text:?}: {} is not {fen}", hall.words());
        }
    }
}

#[test]
fn the_same_key_from_two_places_is_one_event() {
    let mut hall = Hall::after(BEGUN);
    let mut ask = hall.ask("alice", "hall", "e4");
    ask.event = EventKey("one".to_owned());
    hall.hear(&ask);
    let mut other = hall.ask("bob", "hall", "!resign yes");
    other.event = EventKey("one".to_owned());
    assert!(hall.hear(&other).is_empty());
}
