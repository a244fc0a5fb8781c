//! Where games are played, and what is to happen once only.

use jiff::Timestamp;

use super::{Store, Transacted, begin, instant, note_event};
use crate::error::Fault;
use crate::names::{EventKey, GameNumber, Room};

impl Store {
    /// Changes something that needs no announcement.
    pub(crate) fn amend<T>(&mut self, work: impl FnOnce(&Transacted<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        let transaction = begin(&mut self.connection)?;
        let done = work(&Transacted::new(&transaction))?;
        transaction.commit()?;
        Ok(done)
    }

    /// Notes an event; `false` when it was noted before.
    pub(crate) fn is_first(&mut self, event: &EventKey, now: Timestamp) -> Result<bool, Fault> {
        note_event(&self.connection, event, now)
    }
}

impl Transacted<'_> {
    /// Every room in which a game is running, with the time of the last move in the game that has waited longest.
    pub(crate) fn rooms_with_running_games(&self) -> Result<Vec<(Room, Timestamp)>, Fault> {
        let mut query = self.connection.prepare_cached(
            "SELECT room.key, min(game.moved) FROM game JOIN room ON room.id = game.room
             WHERE game.ended IS NULL GROUP BY game.room",
        )?;
        let mut rows = query.query(())?;
        let mut rooms = Vec::new();
        while let Some(row) = rows.next()? {
            rooms.push((Room(row.get(0)?), instant(row.get(1)?)?));
        }
        Ok(rooms)
    }

    /// Whether a game is running in this room.
    pub(crate) fn has_running_game(&self, room: &Room) -> Result<bool, Fault> {
        let Some(id) = self.known_room(room)? else { return Ok(false) };
        let mut query =
            self.connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM game WHERE room = ?1 AND ended IS NULL)")?;
        Ok(query.query_row([id.0], |row| row.get(0))?)
    }

    /// Moves a game to another room.
    pub(crate) fn set_room(&self, game: GameNumber, room: &Room) -> Result<(), Fault> {
        let room = self.room(room)?;
        self.connection.prepare_cached("UPDATE game SET room = ?2 WHERE number = ?1")?.execute((game.0, room.0))?;
        Ok(())
    }
}
