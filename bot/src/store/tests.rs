//! Migrations from every version there was.

use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;

use super::{MIGRATIONS, Store, migrations};
use crate::error::Fault;
use crate::names::{GameNumber, Person};

/// For every version of the schema, data as it was kept then.
const DATA: [&str; MIGRATIONS.len()] = [include_str!("../../tests/migrations/0001.sql")];

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
    }
}

#[test]
fn the_schema_is_sound() {
    migrations().validate().unwrap();
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
