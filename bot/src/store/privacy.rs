//! Everything about one person: to be handed over, and to be erased.

use rusqlite::{Connection, OptionalExtension};

use super::{Store, Transacted};
use crate::error::Fault;
use crate::names::{GameNumber, Person};
use crate::talk::Post;

/// A row as it is handed over.
type Told = serde_json::Map<String, serde_json::Value>;

/// Writes the file anew, once: versions before this one didn't overwrite what they erased.
pub(super) fn overwrite_once(connection: &Connection) -> Result<(), Fault> {
    let done: Option<i64> =
        connection.query_row("SELECT 1 FROM setting WHERE name = 'overwritten'", (), |row| row.get(0)).optional()?;
    if done.is_some() {
        return Ok(());
    }
    match connection.execute_batch("VACUUM; INSERT INTO setting (name, value) VALUES ('overwritten', 'yes')") {
        Ok(()) => {}
        // There may be no room for a second copy just now; all else works.
        Err(error) => tracing::warn!(%error, "what was erased before isn't overwritten yet"),
    }
    Ok(())
}

impl Store {
    /// Leaves nothing of what was erased in the files: erased pages are overwritten with zeros, and this ends the life of
    /// their copies in the write-ahead log. Whether it could be done; somebody else may be reading.
    pub(crate) fn scrub(&self) -> Result<bool, Fault> {
        let busy: i64 = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0))?;
        Ok(busy == 0)
    }
}

impl Transacted<'_> {
    /// Replaces a person's key and name for ever, and erases what only concerns the person.
    pub(crate) fn anonymise(&self, person: &Person, name: &str) -> Result<Option<Person>, Fault> {
        let Some(id) = self.known_person(person)? else { return Ok(None) };
        for erased in [
            "DELETE FROM block WHERE person = ?1 OR blocked = ?1",
            "DELETE FROM mute WHERE person = ?1",
            "DELETE FROM vacation WHERE person = ?1",
        ] {
            self.connection.prepare_cached(erased)?.execute([id.0])?;
        }
        let nobody = Person::new(format!("forgotten:{}", id.0), name);
        self.connection
            .prepare_cached("UPDATE person SET key = ?2, name = ?3, settings = '{}' WHERE id = ?1")?
            .execute((id.0, &nobody.key.0, &nobody.name))?;
        self.settings.borrow_mut().remove(&person.key);
        Ok(Some(nobody))
    }

    /// Changes every post that isn't known to be sent; those for which nothing comes back are left out.
    pub(crate) fn rewrite_unsent(&self, change: impl Fn(Post) -> Option<Post>) -> Result<(), Fault> {
        for post in self.unsent()? {
            let Some(id) = post.outbox else { continue };
            let before = post.clone();
            match change(post) {
                Some(after) if after == before && serde_json::to_string(&after)? == serde_json::to_string(&before)? => {
                }
                Some(after) => {
                    let written = serde_json::to_string(&Post { outbox: None, ..after })?;
                    self.connection
                        .prepare_cached("UPDATE outbox SET post = ?2 WHERE id = ?1")?
                        .execute((id.0, written))?;
                }
                None => self.sent(id)?,
            }
        }
        Ok(())
    }

    /// The numbers of all games of a person, in order.
    pub(crate) fn all_games_of(&self, person: &Person) -> Result<Vec<GameNumber>, Fault> {
        let Some(id) = self.known_person(person)? else { return Ok(Vec::new()) };
        let sql = "SELECT number FROM game WHERE white = ?1 OR black = ?1 ORDER BY number";
        let mut query = self.connection.prepare_cached(sql)?;
        let numbers = query.query_map([id.0], |row| row.get(0).map(GameNumber))?;
        Ok(numbers.collect::<Result<Vec<GameNumber>, rusqlite::Error>>()?)
    }

    /// What is stored about a person beside the moves of the games, by table.
    pub(crate) fn told_about(&self, person: &Person) -> Result<serde_json::Value, Fault> {
        let Some(id) = self.known_person(person)? else { return Ok(serde_json::Value::Null) };
        let mut told = Told::new();
        let me = "SELECT key, name, settings FROM person WHERE id = ?1";
        let me = self.connection.prepare_cached(me)?.query_row([id.0], row_told).optional()?;
        told.insert("person".to_owned(), me.map_or(serde_json::Value::Null, serde_json::Value::Object));
        let tables = [
            ("ratings", "SELECT kind, rating, deviation, volatility, at FROM rating WHERE person = ?1"),
            (
                "rating_changes",
                "SELECT game, rating_before, deviation_before, volatility_before,
                        rating_after, deviation_after, volatility_after
                 FROM rating_change JOIN game ON game.number = rating_change.game
                 WHERE (game.white = ?1 AND color = 'white') OR (game.black = ?1 AND color = 'black')",
            ),
            (
                "challenges",
                "SELECT challenge.number, room.key AS room, kind, color, terms, state, made, expires,
                        CASE WHEN challenger = ?1 THEN 'made' ELSE 'received' END AS role
                 FROM challenge JOIN room ON room.id = challenge.room WHERE challenger = ?1 OR opponent = ?1",
            ),
            (
                "games",
                "SELECT number, room.key AS room, started, moved, score, reason, ended
                 FROM game JOIN room ON room.id = game.room WHERE white = ?1 OR black = ?1",
            ),
            (
                "blocked",
                "SELECT person.name, at FROM block JOIN person ON person.id = block.blocked WHERE block.person = ?1",
            ),
            ("vacations", "SELECT begins, ends FROM vacation WHERE person = ?1"),
            (
                "conditional_moves",
                "SELECT game, moves FROM conditional JOIN game ON game.number = conditional.game
                 WHERE (game.white = ?1 AND by = 'white') OR (game.black = ?1 AND by = 'black')",
            ),
            (
                "hints",
                "SELECT game, hint.ply, fen, at FROM hint JOIN game ON game.number = hint.game
                 WHERE (game.white = ?1 AND side = 'white') OR (game.black = ?1 AND side = 'black')",
            ),
            ("muted_in", "SELECT room.key AS room, until FROM mute JOIN room ON room.id = mute.room WHERE person = ?1"),
        ];
        for (name, sql) in tables {
            let mut query = self.connection.prepare_cached(sql)?;
            let rows = query.query_map([id.0], row_told)?;
            let rows = rows.map(|row| row.map(serde_json::Value::Object));
            told.insert(name.to_owned(), rows.collect::<Result<Vec<serde_json::Value>, rusqlite::Error>>()?.into());
        }
        Ok(told.into())
    }
}

/// A row with the names of its columns.
fn row_told(row: &rusqlite::Row<'_>) -> Result<Told, rusqlite::Error> {
    use rusqlite::types::ValueRef;
    let names: Vec<String> = row.as_ref().column_names().into_iter().map(str::to_owned).collect();
    let told = names.into_iter().enumerate().map(|(column, name)| {
        let value = match row.get_ref(column)? {
            ValueRef::Integer(number) => number.into(),
            ValueRef::Real(number) => number.into(),
            ValueRef::Text(text) => {
                let text = String::from_utf8_lossy(text).into_owned();
                // What is stored as JSON is told as such.
                match text.starts_with('{') {
                    true => serde_json::from_str(&text).unwrap_or(text.into()),
                    false => text.into(),
                }
            }
            ValueRef::Null | ValueRef::Blob(_) => serde_json::Value::Null,
        };
        Ok((name, value))
    });
    told.collect()
}
