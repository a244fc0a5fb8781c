//! Long lists of games, a page at a time.

use rusqlite::Params;

use super::Transacted;
use crate::error::Fault;
use crate::game::Summary;
use crate::names::{Person, Room};

/// A part of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// How many are left out before it.
    pub(crate) skipped: usize,
    /// The most that it has.
    pub(crate) most: usize,
}

/// Games of a list, and how many the whole list has.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// The games of the page.
    pub(crate) games: Vec<Summary>,
    /// The length of the whole list.
    pub(crate) total: usize,
}

impl Transacted<'_> {
    fn counted(&self, sql: &str, parameters: impl Params) -> Result<usize, Fault> {
        Ok(self.connection.prepare_cached(sql)?.query_row(parameters, |row| row.get(0))?)
    }

    /// The running games in a room and its threads, the newest first.
    pub(crate) fn running_here(&self, room: &Room, page: Page) -> Result<Listed, Fault> {
        let Some(id) = self.known_room(room)? else { return Ok(Listed::default()) };
        let total = self.counted(
            "SELECT count(*) FROM game
             WHERE ended IS NULL AND room IN (SELECT id FROM room WHERE id = ?1 OR within = ?1)",
            [id.0],
        )?;
        let games = self.summaries(
            "game.number IN (SELECT number FROM game
                 WHERE ended IS NULL AND room IN (SELECT id FROM room WHERE id = ?1 OR within = ?1)
                 ORDER BY number DESC LIMIT ?2 OFFSET ?3)
             ORDER BY game.number DESC",
            (id.0, page.most, page.skipped),
        )?;
        Ok(Listed { games, total })
    }

    /// The finished games of a person, the last first.
    pub(crate) fn finished_games_of(&self, person: &Person, page: Page) -> Result<Listed, Fault> {
        let Some(id) = self.known_person(person)? else { return Ok(Listed::default()) };
        let total = self.counted(
            "SELECT (SELECT count(*) FROM game WHERE white = ?1 AND ended IS NOT NULL)
                  + (SELECT count(*) FROM game WHERE black = ?1 AND ended IS NOT NULL)",
            [id.0],
        )?;
        let games = self.summaries(
            "game.number IN (SELECT number FROM (
                 SELECT number, ended FROM game WHERE white = ?1 AND ended IS NOT NULL
                 UNION ALL
                 SELECT number, ended FROM game WHERE black = ?1 AND ended IS NOT NULL
                 ORDER BY ended DESC, number DESC LIMIT ?2 OFFSET ?3))
             ORDER BY game.ended DESC, game.number DESC",
            (id.0, page.most, page.skipped),
        )?;
        Ok(Listed { games, total })
    }
}
