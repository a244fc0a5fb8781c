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
        Transacted { connection: &transaction }.game(number)
    }

    /// Copies everything into a new file, as it stands at one instant. The file is there only once it is whole.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the file exists already or can't be written.
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
        File::open(&unfinished).and_then(|copy| copy.sync_all()).map_err(unwritable)?;
        fs::rename(&unfinished, file).map_err(unwritable)
    }
}
