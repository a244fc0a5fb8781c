//! What platforms ask the desk in order to be helpful.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use centaur::club::Club;
use centaur::desk::Desk;
use centaur::talk::{Ask, Content, EventKey, GameNumber, Person, Room};

const GAME: GameNumber = GameNumber(1);

fn room(name: &str) -> Room {
    Room(format!("test:{name}"))
}

fn person(name: &str) -> Person {
    Person::new(format!("test:{name}"), name)
}

struct Hall {
    desk: Desk,
    said: u32,
}

impl Hall {
    async fn say(&mut self, name: &str, text: &str) {
        self.said += 1;
        let event = EventKey(self.said.to_string());
        let ask = Ask::new(event, room("hall"), person(name), Content::Text(text.to_owned()));
        self.desk.ask(ask).await.unwrap();
    }

    /// What somebody may move, in the hall, beginning so.
    async fn moves(&self, name: &str, typed: &'static str) -> Vec<String> {
        let me = person(name);
        self.desk.enquire(move |club| club.moves_beginning(&me, &room("hall"), None, typed)).await.unwrap()
    }
}

async fn hall(path: &std::path::Path) -> Hall {
    let (desk, _) = Desk::open(Club::open_with_seed(path, 1).unwrap());
    let mut hall = Hall { desk, said: 0 };
    hall.say("ann", "!challenge chess white").await;
    hall.say("bob", "!accept").await;
    hall
}

#[tokio::test]
async fn rooms_with_games_are_known_and_follow_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.sqlite");
    let (desk, closed) = Desk::open(Club::open(&path).unwrap());
    let mut hall = Hall { desk, said: 0 };
    hall.say("ann", "!challenge chess white").await;
    assert!(!hall.desk.is_playing_in(&room("hall")), "a challenge is no game");
    hall.say("bob", "!accept").await;
    assert!(hall.desk.is_playing_in(&room("hall")));
    hall.desk.settle(GAME, room("thread")).await.unwrap();
    assert!(!hall.desk.is_playing_in(&room("hall")));
    assert!(hall.desk.is_playing_in(&room("thread")));
    drop(hall);
    closed.await.unwrap();

    let (desk, _) = Desk::open(Club::open(&path).unwrap());
    assert!(desk.is_playing_in(&room("thread")), "also after a restart");
    let mut hall = Hall { desk, said: 10 };
    hall.say("ann", "!resign 1 yes").await;
    assert!(!hall.desk.is_playing_in(&room("thread")));
}

#[tokio::test]
async fn moves_are_offered_to_whoever_is_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder.path().join("club.sqlite")).await;
    assert_eq!(hall.moves("ann", "").await.len(), 20);
    assert_eq!(hall.moves("ann", "n").await, ["Na3", "Nc3", "Nf3", "Nh3"]);
    assert_eq!(hall.moves("ann", "e2").await, ["e3", "e4"]);
    assert_eq!(hall.moves("ann", "é").await, [""; 0]);
    assert_eq!(hall.moves("bob", "").await, [""; 0]);
}

#[tokio::test]
async fn a_move_is_chosen_by_piece_and_square() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder.path().join("club.sqlite")).await;
    let (ann, bob) = (person("ann"), person("bob"));
    let asker = ann.clone();
    let origins = hall.desk.enquire(move |club| club.origins(&asker, GAME)).await.unwrap();
    let knights: Vec<_> = origins.iter().filter(|origin| origin.piece == "knight").collect();
    assert_eq!((origins.len(), knights.len(), knights[0].moves), (10, 2, 2));
    let to = hall.desk.enquire(move |club| club.destinations(&ann, GAME, "b1")).await.unwrap();
    let moves: Vec<_> = to.iter().map(|to| (to.coordinates.as_str(), to.san.as_str())).collect();
    assert_eq!(moves, [("b1a3", "Na3"), ("b1c3", "Nc3")]);
    assert_eq!(hall.desk.enquire(move |club| club.origins(&bob, GAME)).await.unwrap(), []);
}

#[tokio::test]
async fn what_is_to_happen_once_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder.path().join("club.sqlite")).await;
    let first = |key: &'static str| {
        hall.desk.enquire(move |club| club.is_first(&EventKey(key.to_owned()), jiff::Timestamp::now()))
    };
    assert_eq!(first("told").await, Ok(true));
    assert_eq!(first("told").await, Ok(false));
    assert_eq!(first("told of something else").await, Ok(true));
}
