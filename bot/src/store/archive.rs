//! The database as others see it while the club is running: to be copied, and to be read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::Transacted;
use crate::error::Fault;
use crate::game::Game;
use crate::names::GameNumber;

/// A club's database, opened for reading beside the club itself.
pub struct Archive {
    connection: Connection,
}

/// How much there is of what grows and shrinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Games that are being played.
    pub running_games: u32,
    /// Posts that aren't known to be sent.
    pub unsent: u32,
}

impl Archive {
    /// Opens the database.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when it isn't there or can't be read.
    pub fn open(database: &Path) -> Result<Archive, Fault> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Ok(Archive { connection: Connection::open_with_flags(database, flags)? })
    }

    /// The game with this number, if there is one.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn game(&self, number: GameNumber) -> Result<Option<Game>, Fault> {
        let transaction = self.connection.unchecked_transaction()?;
        Transacted::new(&transaction).game(number)
    }

    /// Every game in the order of numbers, as they all stand at one instant. One at a time is in memory.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read, and whatever stops the visit.
    pub fn each_game<E: From<Fault>>(&self, mut visit: impl FnMut(&Game) -> Result<(), E>) -> Result<(), E> {
        let transaction = self.connection.unchecked_transaction().map_err(Fault::from)?;
        let transacted = Transacted::new(&transaction);
        let mut query = transaction.prepare("SELECT number FROM game ORDER BY number").map_err(Fault::from)?;
        let mut numbers = query.query(()).map_err(Fault::from)?;
        while let Some(row) = numbers.next().map_err(Fault::from)? {
            let number = GameNumber(row.get(0).map_err(Fault::from)?);
            let game = transacted.game(number)?;
            visit(&game.ok_or_else(|| Fault::Corrupt(format!("game {number} vanished")))?)?;
        }
        Ok(())
    }

    /// How much there is of what grows and shrinks.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn figures(&self) -> Result<Figures, Fault> {
        let count = |sql| self.connection.prepare_cached(sql)?.query_row((), |row| row.get(0));
        Ok(Figures {
            running_games: count("SELECT count(*) FROM game WHERE ended IS NULL")?,
            unsent: count("SELECT count(*) FROM outbox")?,
        })
    }

    /// Copies everything into a new file, as it stands at one instant. The file is there only once it is whole and
    /// was found sound.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the file exists already or can't be written, or the copy isn't sound.
    pub fn back_up(&self, file: &Path) -> Result<(), Fault> {
        let unwritable = |source| Fault::Backup { path: file.to_owned(), source };
        if file.exists() {
            return Err(unwritable(io::Error::new(io::ErrorKind::AlreadyExists, "there is such a file already")));
        }
        let mut unfinished = file.as_os_str().to_owned();
        unfinished.push(".unfinished");
        let unfinished = PathBuf::from(unfinished);
        // One that was interrupted.
        let _ = fs::remove_file(&unfinished);
        let name = unfinished.to_str().ok_or_else(|| unwritable(io::ErrorKind::InvalidFilename.into()))?;
        self.connection.execute("VACUUM INTO ?1", [name])?;
        check(&unfinished).inspect_err(|_| drop(fs::remove_file(&unfinished)))?;
        File::open(&unfinished).and_then(|copy| copy.sync_all()).map_err(unwritable)?;
        fs::rename(&unfinished, file).map_err(unwritable)?;
        sync_folder(file).map_err(unwritable)
    }
}

/// Finds out whether a database is sound.
fn check(database: &Path) -> Result<(), Fault> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let found: String = connection.query_row("PRAGMA integrity_check(1)", (), |row| row.get(0))?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(Fault::Corrupt(format!("the copy isn't sound: {found}"))),
    }
}

/// Makes a new name in a folder outlast a loss of power.
#[cfg(unix)]
fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Elsewhere a folder can't be opened, and the system sees to it.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
