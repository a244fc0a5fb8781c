//! The database: the only place that knows SQL.
//!
//! One process has the file, kept to itself by a lock beside it. Everything that changes something is one IMMEDIATE
//! transaction: the event that caused it, the change, and what is to be said about it.

mod archive;
mod challenges;
mod clocks;
mod conditionals;
mod enquiries;
mod events;
mod games;
mod house;
mod lists;
mod outbox;
mod people;
mod privacy;
mod ratings;
mod studies;

pub use archive::{Archive, Figures};
pub(crate) use challenges::NewChallenge;
pub(crate) use clocks::Due;
pub(crate) use games::NewMove;
pub(crate) use house::Mute;
pub(crate) use lists::{Listed, Page};
pub(crate) use ratings::Tally;
pub(crate) use studies::KeptHint;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior};
use rusqlite_migration::{M, MigrationDefinitionError, Migrations};

use self::outbox::PostNumbers;
use crate::error::{Fault, Trouble};
use crate::names::{EventKey, PersonKey};
use crate::preference::Settings;
use crate::talk::{OutboxId, Post};
use crate::terms::Terms;

/// The schema's changes in order; only ever added to.
const MIGRATIONS: [&str; 6] = [
    include_str!("../../migrations/0001_club.sql"),
    include_str!("../../migrations/0002_terms.sql"),
    include_str!("../../migrations/0003_engine.sql"),
    include_str!("../../migrations/0004_clocks.sql"),
    include_str!("../../migrations/0005_people.sql"),
    include_str!("../../migrations/0006_lean.sql"),
];

/// How much of the database is kept in memory at most, in KiB: enough for the upper levels of millions of moves.
const CACHE: i64 = 32 * 1024;

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault::Database(Box::new(error))
    }
}

/// The club's database.
pub(crate) struct Store {
    connection: Connection,
    seed: u64,
    numbers: PostNumbers,
    /// The event up to which old ones were forgotten this time round.
    looked_at: String,
    /// Keeps other processes out for as long as it is open.
    _lock: File,
}

/// What can be read and changed within one transaction.
pub(crate) struct Transacted<'c> {
    connection: &'c Connection,
    /// What people were found to have set. The same few are asked for again and again.
    settings: RefCell<HashMap<PersonKey, Settings>>,
}

impl<'c> Transacted<'c> {
    fn new(connection: &'c Connection) -> Transacted<'c> {
        Transacted { connection, settings: RefCell::default() }
    }
}

impl Store {
    /// Opens the database, making or upgrading it; a new one keeps the seed given, or one of its own.
    pub(crate) fn open(path: &Path, seed: Option<u64>) -> Result<Store, Fault> {
        let lock = lock(path)?;
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "cache_size", -CACHE)?;
        // What people had erased isn't to be found in the file.
        connection.pragma_update(None, "secure_delete", true)?;
        connection.set_prepared_statement_cache_capacity(128);
        migrations().to_latest(&mut connection).map_err(|error| match error {
            rusqlite_migration::Error::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => {
                Fault::FromTheFuture(path.to_owned())
            }
            error => Fault::Database(Box::new(error)),
        })?;
        let seed = keep_seed(&mut connection, seed)?;
        privacy::overwrite_once(&connection)?;
        let numbers = PostNumbers::of_this_start(&connection)?;
        Ok(Store { connection, seed, numbers, looked_at: String::new(), _lock: lock })
    }

    /// What decides where chance does, the same for the life of the database.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Reads.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Transacted<'_>) -> T) -> Result<T, Fault> {
        let transaction = self.connection.unchecked_transaction()?;
        Ok(work(&Transacted::new(&transaction)))
    }

    /// Changes something; after a fault nothing is changed. The posts that come of it are kept until they are sent.
    pub(crate) fn change(
        &mut self,
        now: Timestamp,
        work: impl FnOnce(&Transacted<'_>) -> Result<Vec<Post>, Fault>,
    ) -> Result<Vec<Post>, Fault> {
        let transaction = begin(&mut self.connection)?;
        let transacted = Transacted::new(&transaction);
        let mut posts = work(&transacted)?;
        transacted.keep(&mut posts, &mut self.numbers, now)?;
        transaction.commit()?;
        Ok(posts)
    }

    /// Forgets a post that was sent.
    ///
    /// It outlasts a kill at once, but a loss of power only from the next change on: waiting for the disk would cost as
    /// much as a move, and the post would merely be sent again under the same number.
    pub(crate) fn forget_sent(&mut self, id: OutboxId) -> Result<(), Fault> {
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        let done = Transacted::new(&self.connection).sent(id);
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        done
    }

    /// Does what an event asks for, once: an event that was dealt with before does nothing. After a refusal only the
    /// event is noted, so that what was refused isn't done when it is delivered again later; when there is nothing to
    /// say, nothing is noted at all.
    pub(crate) fn act(
        &mut self,
        event: &EventKey,
        now: Timestamp,
        work: impl FnOnce(&Transacted<'_>) -> Result<Option<Vec<Post>>, Trouble>,
    ) -> Result<Vec<Post>, Trouble> {
        let transaction = begin(&mut self.connection)?;
        if !note_event(&transaction, event, now)? {
            return Ok(Vec::new());
        }
        let transacted = Transacted::new(&transaction);
        match work(&transacted) {
            Ok(None) => Ok(Vec::new()),
            Ok(Some(mut posts)) => {
                transacted.keep(&mut posts, &mut self.numbers, now)?;
                transaction.commit().map_err(Fault::from)?;
                Ok(posts)
            }
            Err(Trouble::Refusal(refusal)) => {
                transaction.rollback().map_err(Fault::from)?;
                note_event(&self.connection, event, now)?;
                Err(Trouble::Refusal(refusal))
            }
            Err(Trouble::Fault(fault)) => Err(fault.into()),
        }
    }
}

fn begin(connection: &mut Connection) -> Result<Transaction<'_>, Fault> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

/// Notes that an event is dealt with; `false` when it was before.
fn note_event(connection: &Connection, event: &EventKey, now: Timestamp) -> Result<bool, Fault> {
    let mut insert = connection.prepare_cached("INSERT INTO event (key, at) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?;
    Ok(insert.execute((&event.0, now.as_millisecond()))? == 1)
}

fn migrations() -> Migrations<'static> {
    Migrations::new(MIGRATIONS.iter().map(|sql| M::up(sql).foreign_key_check()).collect())
}

fn keep_seed(connection: &mut Connection, seed: Option<u64>) -> Result<u64, Fault> {
    let transaction = begin(connection)?;
    let stored: Option<String> =
        transaction.query_row("SELECT value FROM setting WHERE name = 'seed'", (), |row| row.get(0)).optional()?;
    if let Some(stored) = stored {
        return stored.parse().map_err(|_| Fault::Corrupt("the seed isn't a number".to_owned()));
    }
    // The standard library draws the keys of its hashers from the system's randomness.
    let seed = seed.unwrap_or_else(|| RandomState::new().hash_one("seed"));
    transaction.execute("INSERT INTO setting (name, value) VALUES ('seed', ?1)", [seed.to_string()])?;
    transaction.commit()?;
    Ok(seed)
}

/// Takes the lock beside the database.
fn lock(database: &Path) -> Result<File, Fault> {
    let mut path = database.as_os_str().to_owned();
    path.push(".lock");
    let path = PathBuf::from(path);
    let unusable = |source| Fault::LockFile { path: path.clone(), source };
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Fault::InUse(database.to_owned())),
        Err(TryLockError::Error(source)) => Err(unusable(source)),
    }
}

/// An instant as stored.
fn instant(milliseconds: i64) -> Result<Timestamp, Fault> {
    Timestamp::from_millisecond(milliseconds).map_err(|error| Fault::Corrupt(error.to_string()))
}

/// What is stored and can't be read back.
fn corrupt(what: &str, stored: &str) -> Fault {
    Fault::Corrupt(format!("{stored:?} is no {what}"))
}

/// The terms in a row's column.
fn terms(row: &Row<'_>, column: usize) -> Result<Terms, Fault> {
    let stored: String = row.get(column)?;
    serde_json::from_str(&stored).map_err(|_| corrupt("terms", &stored))
}

#[cfg(test)]
mod tests;
