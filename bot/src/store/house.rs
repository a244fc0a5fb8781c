//! What people and rooms have set, and who isn't heard by whom.

use jiff::Timestamp;
use rusqlite::OptionalExtension;

use super::{Transacted, instant};
use crate::error::Fault;
use crate::house::House;
use crate::names::{Person, Room};
use crate::preference::Settings;

/// That somebody isn't heard in a room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mute {
    /// Until when; for ever when it isn't said.
    pub(crate) until: Option<Timestamp>,
    /// Whether the person was told.
    pub(crate) told: bool,
}

impl Transacted<'_> {
    /// What a person has set.
    pub(crate) fn settings_of(&self, person: &Person) -> Result<Settings, Fault> {
        if let Some(known) = self.settings.borrow().get(&person.key) {
            return Ok(known.clone());
        }
        let mut query = self.connection.prepare_cached("SELECT settings FROM person WHERE key = ?1")?;
        let stored: Option<String> = query.query_row([&person.key.0], |row| row.get(0)).optional()?;
        let settings = stored.map_or(Ok(Settings::default()), |stored| serde_json::from_str(&stored))?;
        Ok(self.settings.borrow_mut().entry(person.key.clone()).or_insert(settings).clone())
    }

    /// Keeps what a person has set.
    pub(crate) fn set_settings(&self, person: &Person, settings: &Settings) -> Result<(), Fault> {
        let id = self.person(person)?;
        let mut update = self.connection.prepare_cached("UPDATE person SET settings = ?2 WHERE id = ?1")?;
        update.execute((id.0, serde_json::to_string(settings)?))?;
        self.settings.borrow_mut().insert(person.key.clone(), settings.clone());
        Ok(())
    }

    /// The rules of a room.
    pub(crate) fn house(&self, room: &Room) -> Result<House, Fault> {
        let mut query = self.connection.prepare_cached("SELECT rules FROM room WHERE key = ?1")?;
        let stored: Option<String> = query.query_row([&room.0], |row| row.get(0)).optional()?;
        Ok(stored.map_or(Ok(House::default()), |stored| serde_json::from_str(&stored))?)
    }

    /// Keeps the rules of a room.
    pub(crate) fn set_house(&self, room: &Room, house: &House) -> Result<(), Fault> {
        let id = self.room(room)?;
        let mut update = self.connection.prepare_cached("UPDATE room SET rules = ?2 WHERE id = ?1")?;
        update.execute((id.0, serde_json::to_string(house)?))?;
        Ok(())
    }

    /// Notes that a room lies within another, whose rules hold in it.
    pub(crate) fn note_within(&self, room: &Room, within: &Room) -> Result<(), Fault> {
        let (Some(room), within) = (self.known_room(room)?, self.room(within)?) else { return Ok(()) };
        let mut update =
            self.connection.prepare_cached("UPDATE room SET within = ?2 WHERE id = ?1 AND within IS NOT ?2")?;
        update.execute((room.0, within.0))?;
        Ok(())
    }

    /// Whether a room is another one or lies within it.
    pub(crate) fn is_within(&self, room: &Room, other: &Room) -> Result<bool, Fault> {
        let mut query = self.connection.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM room JOIN room AS outer ON outer.id = room.within
                            WHERE room.key = ?1 AND outer.key = ?2)",
        )?;
        Ok(room == other || query.query_row((&room.0, &other.0), |row| row.get(0))?)
    }

    /// Whether and until when a person isn't heard in a room.
    pub(crate) fn mute_of(&self, person: &Person, room: &Room, now: Timestamp) -> Result<Option<Mute>, Fault> {
        let mut query = self.connection.prepare_cached(
            "SELECT until, told FROM mute
             WHERE room = (SELECT id FROM room WHERE key = ?1) AND person = (SELECT id FROM person WHERE key = ?2)
               AND (until IS NULL OR until > ?3)",
        )?;
        let stored = query
            .query_row((&room.0, &person.key.0, now.as_millisecond()), |row| {
                Ok((row.get::<_, Option<i64>>(0)?, row.get(1)?))
            })
            .optional()?;
        stored.map(|(until, told)| Ok(Mute { until: until.map(instant).transpose()?, told })).transpose()
    }

    /// Doesn't hear a person in a room any more, or hears them again.
    pub(crate) fn set_mute(&self, person: &Person, room: &Room, mute: Option<Mute>) -> Result<(), Fault> {
        let (person, room) = (self.person(person)?, self.room(room)?);
        match mute {
            Some(Mute { until, told }) => {
                let sql = "INSERT OR REPLACE INTO mute (room, person, until, told) VALUES (?1, ?2, ?3, ?4)";
                let until = until.map(Timestamp::as_millisecond);
                self.connection.prepare_cached(sql)?.execute((room.0, person.0, until, told))?;
            }
            None => {
                let sql = "DELETE FROM mute WHERE room = ?1 AND person = ?2";
                self.connection.prepare_cached(sql)?.execute((room.0, person.0))?;
            }
        }
        Ok(())
    }

    /// The people whom somebody has blocked.
    pub(crate) fn blocked_by(&self, person: &Person) -> Result<Vec<Person>, Fault> {
        let mut query = self.connection.prepare_cached(
            "SELECT blocked.key, blocked.name FROM block
             JOIN person ON person.id = block.person JOIN person AS blocked ON blocked.id = block.blocked
             WHERE person.key = ?1 ORDER BY block.at, blocked.id",
        )?;
        let people = query
            .query_map([&person.key.0], |row| Ok(Person::new(row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
        Ok(people.collect::<Result<Vec<Person>, rusqlite::Error>>()?)
    }

    /// Whether a person has blocked another.
    pub(crate) fn has_blocked(&self, person: &Person, other: &Person) -> Result<bool, Fault> {
        let (Some(person), Some(other)) = (self.known_person(person)?, self.known_person(other)?) else {
            return Ok(false);
        };
        let sql = "SELECT EXISTS (SELECT 1 FROM block WHERE person = ?1 AND blocked = ?2)";
        Ok(self.connection.prepare_cached(sql)?.query_row((person.0, other.0), |row| row.get(0))?)
    }

    /// Blocks somebody for a person, or no longer; whether that changes anything.
    pub(crate) fn set_block(
        &self,
        person: &Person,
        other: &Person,
        is_blocked: bool,
        now: Timestamp,
    ) -> Result<bool, Fault> {
        let (person, other) = (self.person(person)?, self.person(other)?);
        let changed = match is_blocked {
            true => self
                .connection
                .prepare_cached("INSERT INTO block (person, blocked, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")?
                .execute((person.0, other.0, now.as_millisecond()))?,
            false => self
                .connection
                .prepare_cached("DELETE FROM block WHERE person = ?1 AND blocked = ?2")?
                .execute((person.0, other.0))?,
        };
        Ok(changed > 0)
    }
}
