//! People and rooms.

use rusqlite::OptionalExtension;

use super::{Store, Transacted, begin};
use crate::error::Fault;
use crate::names::{Person, Room};

/// A person's row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PersonId(pub(super) i64);

/// A room's row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RoomId(pub(super) i64);

impl Store {
    /// Moves everything that is in the rooms meant to another, and says how many of them had anything.
    pub(crate) fn move_rooms(&mut self, is_meant: &dyn Fn(&Room) -> bool, to: &Room) -> Result<usize, Fault> {
        let transaction = begin(&mut self.connection)?;
        let moved = Transacted::new(&transaction).move_rooms(is_meant, to)?;
        transaction.commit()?;
        Ok(moved)
    }
}

impl Transacted<'_> {
    fn move_rooms(&self, is_meant: &dyn Fn(&Room) -> bool, to: &Room) -> Result<usize, Fault> {
        let mut query = self.connection.prepare_cached("SELECT id, key FROM room")?;
        let known = query.query_map((), |row| Ok((RoomId(row.get(0)?), Room(row.get(1)?))))?;
        let known = known.collect::<Result<Vec<(RoomId, Room)>, rusqlite::Error>>()?;
        let mut moved = 0;
        for (from, _) in known.iter().filter(|(_, room)| room != to && is_meant(room)) {
            let target = self.room(to)?;
            let changed: usize =
                ["UPDATE game SET room = ?2 WHERE room = ?1", "UPDATE challenge SET room = ?2 WHERE room = ?1"]
                    .into_iter()
                    .map(|change| self.connection.prepare_cached(change)?.execute((from.0, target.0)))
                    .sum::<Result<usize, rusqlite::Error>>()?;
            moved += usize::from(changed > 0);
        }
        Ok(moved)
    }

    /// Keeps the name by which somebody was just seen, if the club knows the person.
    pub(crate) fn greet(&self, person: &Person) -> Result<(), Fault> {
        let mut update = self.connection.prepare_cached("UPDATE person SET name = ?2 WHERE key = ?1 AND name <> ?2")?;
        update.execute((&person.key.0, &person.name))?;
        Ok(())
    }

    /// The person's row, made where needed, with the name of just now.
    pub(super) fn person(&self, person: &Person) -> Result<PersonId, Fault> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO person (key, name) VALUES (?1, ?2)
             ON CONFLICT (key) DO UPDATE SET name = excluded.name RETURNING id",
        )?;
        Ok(PersonId(insert.query_row((&person.key.0, &person.name), |row| row.get(0))?))
    }

    /// The person's row, if there is one.
    pub(super) fn known_person(&self, person: &Person) -> Result<Option<PersonId>, Fault> {
        let mut query = self.connection.prepare_cached("SELECT id FROM person WHERE key = ?1")?;
        Ok(query.query_row([&person.key.0], |row| row.get(0).map(PersonId)).optional()?)
    }

    /// The room's row, made where needed.
    pub(super) fn room(&self, room: &Room) -> Result<RoomId, Fault> {
        if let Some(known) = self.known_room(room)? {
            return Ok(known);
        }
        self.connection.prepare_cached("INSERT INTO room (key) VALUES (?1)")?.execute([&room.0])?;
        Ok(RoomId(self.connection.last_insert_rowid()))
    }

    /// The room's row, if there is one.
    pub(super) fn known_room(&self, room: &Room) -> Result<Option<RoomId>, Fault> {
        let mut query = self.connection.prepare_cached("SELECT id FROM room WHERE key = ?1")?;
        Ok(query.query_row([&room.0], |row| row.get(0).map(RoomId)).optional()?)
    }
}
