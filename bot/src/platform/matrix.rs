//! Matrix: an account that plays in any room it is invited to, encrypted or not.
//!
//! What happens in the rooms comes from one loop (`listener`) that deals with it in order; the `speaker` sends what
//! the club says, room by room. The bot's messages carry a mark (`mark`) that tells the game when somebody replies or
//! reacts, so nothing about them has to be kept.

mod account;
mod doors;
mod hearing;
mod history;
mod keys;
mod listener;
mod mark;
mod memory;
mod message;
mod people;
mod retry;
mod settings;
mod speaker;

use std::path::{Path, PathBuf};

use matrix_sdk::ruma::OwnedUserId;
use matrix_sdk::store::StoreError;
use matrix_sdk::{ClientBuildError, HttpError};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::doors::Doors;
use self::hearing::Hearing;
use self::listener::Listener;
use self::settings::Settings;
pub use self::settings::SettingsError;
use self::speaker::Speaker;
use crate::config;
use crate::desk::{Closed, Desk};

/// Why the bot isn't on Matrix any more.
#[derive(Debug, thiserror::Error)]
pub enum MatrixError {
    /// The settings can't be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The folder for the session can't be made.
    #[error("the folder {path} can't be made")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The kept session and keys can't be opened.
    #[error("what is kept of the session can't be opened; was it made with another CENTAUR_MATRIX_STORE_KEY?")]
    Kept(#[source] Box<ClientBuildError>),
    /// The homeserver can't be used.
    #[error("the homeserver can't be used")]
    Homeserver(#[source] Box<ClientBuildError>),
    /// The password or token isn't accepted.
    #[error("the homeserver doesn't let {user} in")]
    Login {
        /// The account.
        user: OwnedUserId,
        /// What it says.
        source: Box<matrix_sdk::Error>,
    },
    /// The session belongs to another account.
    #[error("[matrix] user is {configured}, but the token or the kept session is of {actual}")]
    OtherAccount {
        /// The account that is configured.
        configured: OwnedUserId,
        /// The account it is.
        actual: OwnedUserId,
    },
    /// The access token belongs to no device.
    #[error("the access token is of no device, so that nothing could be encrypted; log in to get one")]
    NoDevice,
    /// The homeserver has ended the session.
    #[error(
        "the homeserver has ended the session; with the password or a new token set, the next start begins another"
    )]
    LoggedOut,
    /// The SDK failed in the middle of a sync and doesn't tell it a second time.
    #[error("what happened in the rooms couldn't be taken in; the next start begins there")]
    Withheld,
    /// Something is kept and can't be read or written.
    #[error("what is kept of the session can't be used")]
    Store(#[from] StoreError),
    /// The homeserver said no.
    #[error("the homeserver doesn't do what the bot needs")]
    Http(#[from] HttpError),
    /// Something else that the SDK couldn't do.
    #[error("Matrix doesn't do what the bot needs")]
    Sdk(#[from] matrix_sdk::Error),
    /// The club is gone.
    #[error(transparent)]
    Closed(#[from] Closed),
}

impl From<ClientBuildError> for MatrixError {
    fn from(error: ClientBuildError) -> MatrixError {
        match error {
            ClientBuildError::SqliteStore(_) => MatrixError::Kept(Box::new(error)),
            _ => MatrixError::Homeserver(Box::new(error)),
        }
    }
}

impl MatrixError {
    /// Whether the bot can't be on Matrix before somebody has mended something.
    pub fn is_misconfigured(&self) -> bool {
        match self {
            MatrixError::Settings(_) => true,
            MatrixError::OtherAccount { .. } | MatrixError::NoDevice | MatrixError::Login { .. } => !self.may_pass(),
            _ => false,
        }
    }

    /// Whether the same may go well later, because it was the way to the homeserver that failed.
    fn may_pass(&self) -> bool {
        match self {
            MatrixError::Homeserver(error) => match &**error {
                ClientBuildError::Http(error) => retry::may_pass_http(error),
                ClientBuildError::AutoDiscovery(_) => true,
                _ => false,
            },
            MatrixError::Http(error) => retry::may_pass_http(error),
            MatrixError::Login { source, .. } => retry::may_pass(source),
            MatrixError::Sdk(error) => retry::may_pass(error),
            _ => false,
        }
    }
}

/// Where the session and the keys are kept: beside the database.
fn folder(database: &Path) -> PathBuf {
    database.with_extension("matrix")
}

fn load(config: &config::Matrix, database: &Path) -> Result<Settings, SettingsError> {
    Settings::load(config, &folder(database), |name| std::env::var(name).ok())
}

/// Finds out whether the settings can be used, without asking the homeserver.
///
/// # Errors
///
/// The first [`SettingsError`] found.
pub fn check(config: &config::Matrix, database: &Path) -> Result<(), SettingsError> {
    load(config, database).map(|_| ())
}

/// Is on Matrix until there is no going on; it doesn't end by itself.
///
/// The session and the encryption keys are kept beside the database.
///
/// # Errors
///
/// [`MatrixError`]. No move is lost.
pub async fn run(config: &config::Matrix, database: &Path, desk: Desk) -> Result<(), MatrixError> {
    let settings = load(config, database)?;
    let client = enter(&settings, &folder(database)).await?;
    let (unasked, to_be_said) = mpsc::unbounded_channel();
    let doors = Doors::new(&client, settings.allow.clone(), &desk);
    let hearing = Hearing { prefix: settings.prefix.clone() };
    let listener = Listener::new(&client, doors, hearing, &desk, unasked).await?;
    // Only after the first sync is it known who is where; then what was left unsaid can be said.
    let first = listener.catch_up().await?;
    let posts = desk.connect(keys::PLATFORM)?;
    tracing::info!(user = %settings.user, "listening on Matrix");
    let speaker = Speaker::new(&client, &desk, &settings.prefix, settings.acknowledge);
    // Stretching a recovery key takes its time, and holds up a whole thread.
    let mut trust = JoinSet::new();
    trust.spawn(async move { account::set_up_trust(&client, &settings).await });
    tokio::select! {
        ended = listener.run(first) => ended,
        closed = speaker.run(posts, to_be_said) => Err(closed.into()),
    }
}

/// Logs in, however long the homeserver can't be reached.
async fn enter(settings: &Settings, folder: &Path) -> Result<matrix_sdk::Client, MatrixError> {
    let mut tries = 0;
    loop {
        match account::open(settings, folder).await {
            Err(error) if error.may_pass() => {
                tracing::warn!(error = &error as &dyn std::error::Error, "the homeserver can't be reached yet");
                sleep(retry::wait(tries)).await;
                tries += 1;
            }
            done => return done,
        }
    }
}
