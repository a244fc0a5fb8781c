//! The desk: asks in, posts out, and what was left unsaid said at the next connection.

use centaur::club::Club;
use centaur::desk::Desk;
use centaur::talk::{Ask, Content, EventKey, Person, Room};

fn ask(event: &str, name: &str, text: &str) -> Ask {
    let (event, room) = (EventKey(event.to_owned()), Room("test:hall".to_owned()));
    Ask::new(event, room, Person::new(format!("test:{name}"), name), Content::Text(text.to_owned()))
}

#[tokio::test]
async fn asks_are_answered_in_order_and_a_dropped_desk_closes_the_club() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("club.sqlite");
    let (desk, closed) = Desk::open(Club::open(&path).unwrap());
    let mut posts = desk.connect("test").unwrap();
    let mut elsewhere = desk.connect("elsewhere").unwrap();
    desk.ask(ask("1", "alice", "!challenge chess white")).await.unwrap();
    let challenge = posts.try_recv().unwrap();
    desk.ask(ask("2", "alice", "good morning")).await.unwrap();
    assert!(posts.try_recv().is_err());
    let asks = [ask("3", "bob", "!accept"), ask("4", "alice", "e4"), ask("5", "bob", "e5"), ask("5", "bob", "e5")];
    for ask in asks {
        desk.ask(ask).await.unwrap();
    }
    let texts: Vec<_> = std::iter::from_fn(|| posts.try_recv().ok()).map(|post| post.text.to_string()).collect();
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert!(texts[2].contains("1... e5"));
    assert!(elsewhere.try_recv().is_err());
    desk.sent(challenge.outbox.unwrap()).unwrap();
    let other = desk.clone();
    drop(desk);
    assert_eq!(other.ask(ask("6", "alice", "Nf3")).await, Ok(()));
    drop(other);
    closed.await.unwrap();
    assert!(posts.recv().await.unwrap().text.to_string().contains("2. Nf3"));
    assert!(posts.recv().await.is_none());

    let (desk, closed) = Desk::open(Club::open(&path).unwrap());
    let mut posts = desk.connect("test").unwrap();
    let mut unsaid = Vec::new();
    for _ in 0..4 {
        unsaid.push(posts.recv().await.unwrap().text.to_string());
    }
    assert!(unsaid[0].contains("begins") && unsaid[3].contains("2. Nf3"), "{unsaid:?}");
    drop(desk);
    closed.await.unwrap();
}
