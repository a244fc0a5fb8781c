//! Migrations from every version there was.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::Connection;
use tempfile::TempDir;

use super::{MIGRATIONS, NewChallenge, Store, Transacted, migrations};
use crate::challenge::LIFETIME;
use crate::command::ColorWish;
use crate::engine::StudyId;
use crate::error::{Fault, Trouble};
use crate::house::House;
use crate::letters::Letters;
use crate::names::{EventKey, GameKind, GameNumber, Person, Room};
use crate::preference::Settings;
use crate::talk::{Post, Text};
use crate::terms::Terms;

/// For every version of the schema, data as it was kept then.
const DATA: [&str; MIGRATIONS.len()] = [
    include_str!("../../tests/migrations/0001.sql"),
    include_str!("../../tests/migrations/0002.sql"),
    include_str!("../../tests/migrations/0003.sql"),
    include_str!("../../tests/migrations/0004.sql"),
    include_str!("../../tests/migrations/0005.sql"),
    include_str!("../../tests/migrations/0006.sql"),
];

fn database_of_version(version: usize, directory: &Path) -> std::path::PathBuf {
    let path = directory.join(format!("version-{version}.sqlite"));
    let mut connection = Connection::open(&path).unwrap();
    migrations().to_version(&mut connection, version).unwrap();
    connection.execute_batch(DATA[version - 1]).unwrap();
    path
}

#[test]
fn a_database_of_every_version_is_upgraded_with_its_data() {
    let directory = TempDir::new().unwrap();
    for version in 1..=MIGRATIONS.len() {
        let path = database_of_version(version, directory.path());
        let store = Store::open(&path, None).unwrap();
        let integrity: String = store.connection.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
        assert_eq!(integrity, "ok");
        assert_eq!(store.seed(), 7);
        let game = store.read(|memory| memory.game(GameNumber(2))).unwrap().unwrap().unwrap();
        assert_eq!(rules::uci::print(game.record.position_at(0).unwrap(), game.record.moves()[0]), "e2e4");
        assert_eq!(game.offers.draw, Some(rules::Color::Black));
        let alice = Person::new("test:alice", "Alice");
        assert_eq!(store.read(|memory| memory.running_games_of(&alice)).unwrap().unwrap().len(), 1);
        assert_eq!(store.read(|memory| memory.unsent()).unwrap().unwrap().len(), 1);
        let studies = store.read(|memory| memory.studies_after(StudyId(0))).unwrap().unwrap();
        assert_eq!(studies.len(), usize::from(version >= 3));
        let prepared = store.read(|memory| memory.conditionals(GameNumber(2), rules::Color::Black)).unwrap().unwrap();
        assert_eq!(prepared.len(), usize::from(version >= 4));
        let review = store.read(|memory| memory.review(GameNumber(1))).unwrap().unwrap();
        assert_eq!(review.is_some(), version >= 3);
        let settings = store.read(|memory| memory.settings_of(&alice)).unwrap().unwrap();
        let hall = store.read(|memory| memory.house(&Room("test:hall".to_owned()))).unwrap().unwrap();
        match version {
            ..5 => assert_eq!((settings, hall), (Settings::default(), House::default())),
            _ => {
                assert_eq!((settings.zone.as_deref(), settings.letters), (Some("Europe/Berlin"), Letters::German));
                assert_eq!(hall.games.len(), 2);
                let ratings = store.read(|memory| memory.game(GameNumber(1))).unwrap().unwrap().unwrap().ratings;
                assert_eq!(ratings.map(|[white, _]| white.after.points), Some(1662.3));
            }
        }
    }
}

#[test]
fn what_older_versions_erased_is_overwritten() {
    let directory = TempDir::new().unwrap();
    let path = database_of_version(2, directory.path());
    let name = "Zephyrine";
    let old = Connection::open(&path).unwrap();
    old.pragma_update(None, "secure_delete", false).unwrap();
    old.execute("INSERT INTO person (key, name) VALUES ('test:z', ?1)", [name]).unwrap();
    old.execute("DELETE FROM person WHERE key = 'test:z'", ()).unwrap();
    drop(old);
    let is_there = || {
        let files =
            std::fs::read_dir(directory.path()).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap());
        files.into_iter().any(|bytes| bytes.windows(name.len()).any(|window| window == name.as_bytes()))
    };
    assert!(is_there());
    drop(Store::open(&path, None).unwrap());
    assert!(!is_there());
}

#[test]
fn the_schema_is_sound() {
    migrations().validate().unwrap();
}

#[test]
fn old_events_are_forgotten_a_few_at_a_time() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&database_of_version(MIGRATIONS.len(), directory.path()), None).unwrap();
    let sql = "WITH RECURSIVE old (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM old WHERE n < 2500)
               INSERT INTO event SELECT 'old ' || n, 1000 FROM old UNION ALL SELECT 'recent', 1001";
    store.connection.execute_batch(sql).unwrap();
    let events = |store: &Store| -> u32 {
        store.connection.query_row("SELECT count(*) FROM event", (), |row| row.get(0)).unwrap()
    };
    let others = events(&store) - 2501;
    assert!(others > 0);
    // The others are younger, but come first and are looked at as well: the first thousand are not all forgotten.
    for forgotten in [1000 - others, 2000 - others, 2500] {
        store.forget_events(Timestamp::from_millisecond(1001).unwrap()).unwrap();
        assert_eq!(events(&store), others + 2501 - forgotten);
    }
    store.forget_events(Timestamp::from_millisecond(1002).unwrap()).unwrap();
    assert_eq!(events(&store), others);
}

#[test]
fn a_database_from_the_future_is_refused_and_left_alone() {
    let directory = TempDir::new().unwrap();
    let path = database_of_version(MIGRATIONS.len(), directory.path());
    let future = MIGRATIONS.len() + 1;
    Connection::open(&path).unwrap().pragma_update(None, "user_version", future).unwrap();
    assert!(matches!(Store::open(&path, None), Err(Fault::FromTheFuture(_))));
    let version: usize =
        Connection::open(&path).unwrap().query_row("PRAGMA user_version", (), |row| row.get(0)).unwrap();
    assert_eq!(version, future);
}

#[test]
fn no_post_has_the_number_of_another_before_or_after_a_restart_or_an_upgrade() {
    let directory = TempDir::new().unwrap();
    let path = database_of_version(5, directory.path());
    let mut numbers = vec![5];
    for start in 1..=3 {
        let mut store = Store::open(&path, None).unwrap();
        let say = |store: &mut Store| {
            let post = Post::to_room(&Room("test:hall".to_owned()), Text::default());
            store.change(Timestamp::UNIX_EPOCH, |_| Ok(vec![post.clone(), post])).unwrap()
        };
        // What isn't kept has no number.
        let failed = store.change(Timestamp::UNIX_EPOCH, |_| Err(Fault::Corrupt("the roof".to_owned())));
        assert!(failed.is_err());
        for post in [say(&mut store), say(&mut store)].concat() {
            let id = post.outbox.unwrap();
            numbers.push(id.0);
            store.forget_sent(id).unwrap();
        }
        assert_eq!(numbers.len(), 1 + 4 * start);
    }
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
}

#[test]
fn after_a_fault_nothing_is_changed_and_the_event_can_come_again() {
    let directory = TempDir::new().unwrap();
    let mut store = Store::open(&directory.path().join("club.sqlite"), Some(1)).unwrap();
    let (event, now) = (EventKey("event".to_owned()), Timestamp::UNIX_EPOCH);
    let (alice, room) = (Person::new("test:alice", "Alice"), Room("test:hall".to_owned()));
    let make = |memory: &Transacted<'_>| {
        let kind = GameKind::by_key("chess").unwrap();
        let (color, terms) = (ColorWish::White, Terms::default());
        let new =
            NewChallenge { room: &room, challenger: &alice, opponent: None, kind, color, terms, rematch_of: None };
        memory.add_challenge(&new, now, now + LIFETIME)
    };
    let failed = store.act(&event, now, |memory| {
        make(memory)?;
        Err(Fault::Corrupt("the roof".to_owned()).into())
    });
    assert!(matches!(failed, Err(Trouble::Fault(_))));
    assert_eq!(store.read(|memory| memory.open_challenges_in(&room, now)).unwrap().unwrap().len(), 0);
    let posts = store.act(&event, now, |memory| {
        make(memory)?;
        Ok(Some(vec![Post::to_room(&room, Text::default())]))
    });
    assert_eq!(posts.unwrap().len(), 1);
    assert_eq!(store.read(|memory| memory.open_challenges_in(&room, now)).unwrap().unwrap().len(), 1);
}
