//! The engine beside the club: who waits for whom, what fails, what is remembered, and what it costs the others.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use centaur::club::Club;
use centaur::config;
use centaur::desk::Desk;
use centaur::engine::{Builtin, Effort, Thinker};
use centaur::talk::{Ask, Content, EventKey, Person, Post, Room};
use rules::Game;
use rules::search::{Line, Score};
use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;

/// A room with an engine beside it.
struct Hall {
    desk: Desk,
    posts: UnboundedReceiver<Post>,
    closed: JoinHandle<()>,
    events: usize,
    _folder: TempDir,
}

fn person(name: &str) -> Person {
    Person::new(format!("test:{name}"), name)
}

impl Hall {
    fn open(threads: usize, thinker: impl Thinker) -> Hall {
        let folder = TempDir::new().unwrap();
        let club = Club::open_with_seed(&folder.path().join("club.sqlite"), 1).unwrap();
        let config = config::Engine { threads, pause: Duration::ZERO, ..config::Engine::default() };
        let (desk, closed) = Desk::open_with(club, &config, thinker);
        let posts = desk.connect("test").unwrap();
        Hall { desk, posts, closed, events: 0, _folder: folder }
    }

    /// Something said, each person having a room of their own.
    fn ask(&mut self, name: &str, text: &str) -> Ask {
        self.events += 1;
        let (event, room) = (EventKey(format!("event {}", self.events)), Room(format!("test:{name}")));
        Ask::new(event, room, person(name), Content::Text(text.to_owned()))
    }

    /// Says something and gives what comes back at once.
    async fn say(&mut self, name: &str, text: &str) -> String {
        let ask = self.ask(name, text);
        self.desk.ask(ask).await.unwrap();
        self.heard()
    }

    /// What has come by now.
    fn heard(&mut self) -> String {
        let posts = std::iter::from_fn(|| self.posts.try_recv().ok());
        posts.map(|post| post.text.to_string()).collect::<Vec<_>>().join("\n")
    }

    /// What has come when nothing is thought about any more.
    async fn rests(&mut self) -> String {
        self.desk.rest().await.unwrap();
        self.heard()
    }

    async fn close(self) {
        drop(self.desk);
        self.closed.await.unwrap();
    }
}

fn first_move(game: &Game) -> Option<Line> {
    let played = *game.position().legal_moves().first()?;
    Some(Line { score: Score::Centipawns(0), depth: 1, nodes: 1, moves: vec![played] })
}

/// Thinks only while the gate is open.
#[derive(Clone, Default)]
struct Gated {
    gate: Arc<(Mutex<bool>, Condvar)>,
}

impl Gated {
    fn open(&self) {
        *self.gate.0.lock().unwrap() = true;
        self.gate.1.notify_all();
    }
}

impl Thinker for Gated {
    fn think(&self, game: &Game, _: Effort, _: &AtomicBool) -> Option<Line> {
        let open = self.gate.0.lock().unwrap();
        drop(self.gate.1.wait_while(open, |open| !*open).unwrap());
        first_move(game)
    }
}

#[tokio::test]
async fn who_has_to_wait_is_told_and_reviews_come_last() {
    let thinker = Gated::default();
    let mut hall = Hall::open(1, thinker.clone());
    hall.say("ann", "!challenge bot chess white").await;
    hall.say("ann", "e4").await;
    for name in ["bea", "cid"] {
        assert!(hall.say(name, "!challenge bot chess white").await.contains("begins"));
    }
    // The worker thinks about Ann's game.
    hall.say("bea", "!resign yes").await;
    hall.say("bea", "!challenge bot bird white").await;
    hall.say("dot", "!challenge bot chess white").await;
    hall.say("dot", "f3").await;
    hall.say("dot", "!resign yes").await;
    assert!(hall.say("dot", "!review").await.contains("I am going through"));
    assert!(hall.say("bea", "!hint").await.contains("before your hint"));
    let told = hall.say("cid", "!hint").await;
    assert!(told.contains("I am busy:") && told.contains("others come before your hint for #3"), "{told}");
    // Whoever plays isn't kept waiting.
    assert!(hall.say("cid", "!board").await.contains("cid to move"));
    thinker.open();
    let said = hall.rests().await;
    let at = |words: &str| said.find(words).unwrap_or_else(|| panic!("no {words:?} in {said}"));
    assert!(at("1... ") < at("#4 Look at your") && at("#4 Look at your") < at("#3 Look at your"), "{said}");
    assert!(at("#3 Look at your") < at("looked at again"), "{said}");
    hall.close().await;
}

/// Counts what it is asked.
struct Counting(Arc<AtomicUsize>);

impl Thinker for Counting {
    fn think(&self, game: &Game, _: Effort, _: &AtomicBool) -> Option<Line> {
        self.0.fetch_add(1, Ordering::Relaxed);
        first_move(game)
    }
}

#[tokio::test]
async fn the_same_position_is_thought_about_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let mut hall = Hall::open(2, Counting(Arc::clone(&asked)));
    for name in ["ann", "bob", "cid"] {
        hall.say(name, "!challenge bot bird white").await;
        hall.say(name, "!hint").await;
        assert!(hall.rests().await.contains("Look at your"));
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    hall.close().await;
}

/// Never finds anything.
struct Panicking;

impl Thinker for Panicking {
    fn think(&self, _: &Game, _: Effort, _: &AtomicBool) -> Option<Line> {
        panic!("the roof is on fire");
    }
}

#[tokio::test]
async fn a_panic_is_owned_up_to_and_the_others_are_served() {
    let mut hall = Hall::open(1, Panicking);
    for name in ["ann", "bob"] {
        hall.say(name, "!challenge bot bird white").await;
        hall.say(name, "!hint").await;
        assert!(hall.rests().await.contains("Sorry, something went wrong"));
    }
    assert!(hall.say("ann", "e4").await.contains("1. e4"));
    assert!(hall.rests().await.contains("while I was thinking about my move"));
    hall.close().await;
}

/// Thinks until told to stop.
struct Endless;

impl Thinker for Endless {
    fn think(&self, game: &Game, _: Effort, stop: &AtomicBool) -> Option<Line> {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        first_move(game)
    }
}

#[tokio::test]
async fn a_hint_ends_in_time_and_a_club_that_closes_waits_for_no_thought() {
    let mut hall = Hall::open(2, Endless);
    hall.say("ann", "!challenge bot bird white").await;
    hall.say("ann", "!hint").await;
    assert!(hall.rests().await.contains("Look at your"));
    hall.say("ann", "e4").await;
    hall.close().await;
}

/// Everybody has an opponent, so that nobody asks too fast.
fn opponent(number: usize) -> Person {
    person(&format!("opponent-{number}"))
}

/// The time that each of these moves takes, in milliseconds.
async fn moves_of(hall: &mut Hall, players: usize) -> Vec<f64> {
    let moves = ["e4", "e5", "Nc3", "Nc6", "Bc4", "Bc5", "d3", "d6", "a3", "a6"];
    let mut took = Vec::new();
    for (ply, typed) in moves.into_iter().enumerate() {
        for number in 0..players {
            let mut ask = hall.ask(&format!("player-{number}"), typed);
            ask.person = if ply % 2 == 0 { ask.person } else { opponent(number) };
            let begun = Instant::now();
            hall.desk.ask(ask).await.unwrap();
            took.push(begun.elapsed().as_secs_f64() * 1000.0);
        }
    }
    let said = hall.heard();
    assert_eq!(said.matches("a6").count(), players, "every game was played");
    took.sort_by(f64::total_cmp);
    took
}

/// `cargo test --workspace --test engine -- --ignored --nocapture` prints what hints cost the moves of others.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "it measures"]
async fn moves_while_fifty_hints_are_asked_for() {
    const PLAYERS: usize = 30;
    const ASKERS: usize = 50;
    for hints in [0, ASKERS] {
        let mut hall = Hall::open(0, Builtin);
        for number in 0..PLAYERS {
            let name = format!("player-{number}");
            hall.say(&name, "!challenge chess white").await;
            let accept = Ask { person: opponent(number), ..hall.ask(&name, "!accept") };
            hall.desk.ask(accept).await.unwrap();
        }
        for number in 0..hints {
            hall.say(&format!("asker-{number}"), "!challenge bot carrera white").await;
            // Different positions, so that none is known already.
            let first = ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3"][number % 10];
            hall.say(&format!("asker-{number}"), first).await;
        }
        hall.rests().await;
        let begun = Instant::now();
        for number in 0..hints {
            hall.say(&format!("asker-{number}"), "!hint").await;
        }
        let took = moves_of(&mut hall, PLAYERS).await;
        hall.rests().await;
        let (median, high) = (took[took.len() / 2], took[took.len() * 99 / 100]);
        println!(
            "{hints} hints: {} moves, median {median:.2} ms, 99th percentile {high:.2} ms; all hints after {:.1} s",
            took.len(),
            begun.elapsed().as_secs_f64()
        );
        hall.close().await;
    }
}
