//! Moves that wait for the opponent's.

use rules::Color;

use super::Transacted;
use super::games::color_key;
use crate::conditional::Line;
use crate::error::Fault;
use crate::names::GameNumber;

impl Transacted<'_> {
    /// What a side plays when the other plays something.
    pub(crate) fn conditionals(&self, game: GameNumber, by: Color) -> Result<Vec<Line>, Fault> {
        let mut query = self
            .connection
            .prepare_cached("SELECT moves FROM conditional WHERE game = ?1 AND by = ?2 ORDER BY line")?;
        let mut rows = query.query((game.0, color_key(by)))?;
        let mut lines = Vec::new();
        while let Some(row) = rows.next()? {
            lines.push(serde_json::from_str(&row.get::<_, String>(0)?)?);
        }
        Ok(lines)
    }

    /// Keeps these lines of a side instead of those it had.
    pub(crate) fn set_conditionals(&self, game: GameNumber, by: Color, lines: &[Line]) -> Result<(), Fault> {
        let by = color_key(by);
        self.connection.prepare_cached("DELETE FROM conditional WHERE game = ?1 AND by = ?2")?.execute((game.0, by))?;
        let mut insert = self
            .connection
            .prepare_cached("INSERT INTO conditional (game, by, line, moves) VALUES (?1, ?2, ?3, ?4)")?;
        for (number, line) in lines.iter().enumerate() {
            insert.execute((game.0, by, number, serde_json::to_string(line)?))?;
        }
        Ok(())
    }

    /// Forgets the lines of both sides.
    pub(crate) fn drop_conditionals(&self, game: GameNumber) -> Result<(), Fault> {
        self.connection.prepare_cached("DELETE FROM conditional WHERE game = ?1")?.execute([game.0])?;
        Ok(())
    }
}
