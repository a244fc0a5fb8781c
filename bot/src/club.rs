//! The club: everything that people can do, as asks in and posts out. Synchronous; `now` is an argument.

use std::path::Path;

use jiff::Timestamp;

use crate::error::Fault;
use crate::talk::{Ask, OutboxId, Post};

/// The club with its memory, one database file.
pub struct Club {}

impl Club {
    /// Opens the club's database, making or upgrading it where needed.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when another process has it, a newer program made it, or it can't be read.
    pub fn open(_path: &Path) -> Result<Club, Fault> {
        Ok(Club {})
    }

    /// Does what was asked and says what is to be said; nothing for chat and for what was handled before.
    ///
    /// # Errors
    ///
    /// A [`Fault`]; then nothing was changed. What the asker did wrong is said in a post.
    pub fn handle(&mut self, _ask: &Ask, _now: Timestamp) -> Result<Vec<Post>, Fault> {
        Ok(Vec::new())
    }

    /// Does what has fallen due.
    ///
    /// # Errors
    ///
    /// A [`Fault`]; then nothing was changed.
    pub fn tick(&mut self, _now: Timestamp) -> Result<Vec<Post>, Fault> {
        Ok(Vec::new())
    }

    /// When the next thing falls due.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn next_deadline(&self) -> Result<Option<Timestamp>, Fault> {
        Ok(None)
    }

    /// What was to be said and isn't marked as sent, in order.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn unsent(&self) -> Result<Vec<Post>, Fault> {
        Ok(Vec::new())
    }

    /// Marks a post as sent.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be written.
    pub fn sent(&mut self, _id: OutboxId) -> Result<(), Fault> {
        Ok(())
    }
}
