//! Clocks, vacations, and what people wish about both.

use std::collections::BTreeSet;
use std::ops::Range;

use jiff::{SignedDuration, Timestamp};
use rusqlite::{OptionalExtension, Row};

use super::{Transacted, instant};
use crate::clock::Clock;
use crate::error::Fault;
use crate::names::{GameNumber, Person};

/// Something that falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// A challenge's end.
    Challenge(GameNumber),
    /// A game's clock, to be looked at.
    Clock(GameNumber),
}

fn read(row: &Row<'_>) -> Result<Clock, Fault> {
    let left = |column| Ok::<_, Fault>(SignedDuration::from_millis(row.get(column)?));
    Ok(Clock {
        left: [left(0)?, left(1)?],
        since: instant(row.get(2)?)?,
        zone: row.get(3)?,
        deadline: instant(row.get(4)?)?,
        due: row.get::<_, Option<i64>>(5)?.map(instant).transpose()?,
    })
}

/// A time on a clock, as stored.
pub(super) fn stored(left: SignedDuration) -> i64 {
    i64::try_from(left.as_millis()).unwrap_or(i64::MAX)
}

impl Transacted<'_> {
    /// The clocks of a game, where there are any.
    pub(crate) fn clock(&self, game: GameNumber) -> Result<Option<Clock>, Fault> {
        let mut query = self
            .connection
            .prepare_cached("SELECT white, black, since, zone, deadline, due FROM clock WHERE game = ?1")?;
        query.query_row([game.0], |row| Ok(read(row))).optional()?.transpose()
    }

    /// Keeps the clocks of a game.
    pub(crate) fn set_clock(&self, game: GameNumber, clock: &Clock) -> Result<(), Fault> {
        let mut insert = self.connection.prepare_cached(
            "INSERT OR REPLACE INTO clock (game, white, black, since, zone, deadline, due)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        insert.execute((
            game.0,
            stored(clock.left[0]),
            stored(clock.left[1]),
            clock.since.as_millisecond(),
            &clock.zone,
            clock.deadline.as_millisecond(),
            clock.due.map(Timestamp::as_millisecond),
        ))?;
        Ok(())
    }

    /// Notes when a clock is to be looked at next; never, when there is nothing left to do.
    pub(crate) fn set_due(&self, game: GameNumber, due: Option<Timestamp>) -> Result<(), Fault> {
        let mut update = self.connection.prepare_cached("UPDATE clock SET due = ?2 WHERE game = ?1")?;
        update.execute((game.0, due.map(Timestamp::as_millisecond)))?;
        Ok(())
    }

    /// When something falls due next.
    pub(crate) fn next_due(&self) -> Result<Option<Timestamp>, Fault> {
        let mut query = self.connection.prepare_cached("SELECT min(due) FROM clock WHERE due IS NOT NULL")?;
        let clock = query.query_row((), |row| row.get::<_, Option<i64>>(0))?.map(instant).transpose()?;
        Ok(clock.into_iter().chain(self.next_expiry()?).min())
    }

    /// What has fallen due, in the order of falling due, but no more than so many.
    pub(crate) fn fallen_due(&self, now: Timestamp, most: usize) -> Result<Vec<(Timestamp, Due)>, Fault> {
        let mut query = self.connection.prepare_cached(
            "SELECT at, what, number FROM (
                 SELECT * FROM (
                     SELECT due AS at, 'clock' AS what, game AS number FROM clock
                     WHERE due IS NOT NULL AND due <= ?1 ORDER BY due LIMIT ?2)
                 UNION ALL
                 SELECT * FROM (
                     SELECT expires AS at, 'challenge' AS what, number FROM challenge
                     WHERE state = 'open' AND expires <= ?1 ORDER BY expires LIMIT ?2))
             ORDER BY at, number LIMIT ?2",
        )?;
        let mut rows = query.query((now.as_millisecond(), most))?;
        let mut due = Vec::new();
        while let Some(row) = rows.next()? {
            let (what, number): (String, u32) = (row.get(1)?, row.get(2)?);
            let kind = if what == "clock" { Due::Clock } else { Due::Challenge };
            due.push((instant(row.get(0)?)?, kind(GameNumber(number))));
        }
        Ok(due)
    }

    /// The games of a person in which somebody's time is up and nothing was done about it yet, in order.
    pub(crate) fn times_up_of(&self, person: &Person, now: Timestamp) -> Result<Vec<GameNumber>, Fault> {
        let mut query = self.connection.prepare_cached(
            "SELECT clock.deadline, clock.game FROM clock
             JOIN game ON game.number = clock.game
             WHERE clock.due IS NOT NULL AND clock.due <= ?2 AND clock.deadline <= ?2
               AND (SELECT id FROM person WHERE key = ?1) IN (game.white, game.black)",
        )?;
        let games = query
            .query_map((&person.key.0, now.as_millisecond()), |row| Ok((row.get(0)?, GameNumber(row.get(1)?))))?
            .collect::<Result<BTreeSet<(i64, GameNumber)>, rusqlite::Error>>()?;
        Ok(games.into_iter().map(|(_, game)| game).collect())
    }

    /// A person's vacations, in order.
    pub(crate) fn vacations_of(&self, person: &Person) -> Result<Vec<Range<Timestamp>>, Fault> {
        let mut query = self.connection.prepare_cached(
            "SELECT begins, ends FROM vacation WHERE person = (SELECT id FROM person WHERE key = ?1) ORDER BY begins",
        )?;
        let mut rows = query.query([&person.key.0])?;
        let mut vacations = Vec::new();
        while let Some(row) = rows.next()? {
            vacations.push(instant(row.get(0)?)?..instant(row.get(1)?)?);
        }
        Ok(vacations)
    }

    /// Ends the vacation that a person has now, if any, and begins another that ends then, if any.
    pub(crate) fn set_vacation(&self, person: &Person, now: Timestamp, until: Option<Timestamp>) -> Result<(), Fault> {
        let (id, now) = (self.person(person)?, now.as_millisecond());
        self.connection
            .prepare_cached("DELETE FROM vacation WHERE person = ?1 AND begins >= ?2")?
            .execute((id.0, now))?;
        let mut end =
            self.connection.prepare_cached("UPDATE vacation SET ends = ?2 WHERE person = ?1 AND ends > ?2")?;
        end.execute((id.0, now))?;
        if let Some(until) = until {
            let mut begin =
                self.connection.prepare_cached("INSERT INTO vacation (person, begins, ends) VALUES (?1, ?2, ?3)")?;
            begin.execute((id.0, now, until.as_millisecond()))?;
        }
        Ok(())
    }
}
