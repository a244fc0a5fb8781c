//! Events that were dealt with long ago and won't be delivered again.

use jiff::Timestamp;
use rusqlite::OptionalExtension;

use super::{Store, begin};
use crate::error::Fault;

/// How many events are looked at in one go.
const MOST_AT_ONCE: usize = 1000;

impl Store {
    /// Looks at the next few events and forgets those from before this instant.
    /// Whoever calls again and again gets round them all, without an index that every event would have to pay for.
    pub(crate) fn forget_events(&mut self, before: Timestamp) -> Result<(), Fault> {
        let transaction = begin(&mut self.connection)?;
        let last: Option<String> = transaction
            .prepare_cached("SELECT key FROM event WHERE key > ?1 ORDER BY key LIMIT 1 OFFSET ?2")?
            .query_row((&self.looked_at, MOST_AT_ONCE - 1), |row| row.get(0))
            .optional()?;
        transaction
            .prepare_cached("DELETE FROM event WHERE key > ?1 AND (?2 IS NULL OR key <= ?2) AND at < ?3")?
            .execute((&self.looked_at, &last, before.as_millisecond()))?;
        transaction.commit()?;
        self.looked_at = last.unwrap_or_default();
        Ok(())
    }
}
