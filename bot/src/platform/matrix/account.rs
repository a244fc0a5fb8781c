//! Logging in, staying the same device, and being trusted.

use std::fs::{self, DirBuilder};
use std::path::Path;

use matrix_sdk::authentication::matrix::MatrixSession;
use matrix_sdk::encryption::recovery::RecoveryState;
use matrix_sdk::encryption::{BackupDownloadStrategy, EncryptionSettings};
use matrix_sdk::ruma::api::client::uiaa::{AuthData, MatrixUserIdentifier, Password, UserIdentifier};
use matrix_sdk::ruma::api::error::ErrorKind;
use matrix_sdk::ruma::owned_device_id;
use matrix_sdk::{Client, ClientBuildError, ClientBuilder, HttpError, SessionMeta, SessionTokens, SqliteStoreConfig};

use super::MatrixError;
use super::memory::Memory;
use super::settings::{Secret, Settings};
use crate::text;

/// The SDK's folder within the one for the session.
const STORE: &str = "store";
/// Where that of the last session is set aside when the homeserver ended it.
const ENDED: &str = "store.ended";

/// Opens what is kept in the folder and goes on with its session, or else logs in.
///
/// # Errors
///
/// [`MatrixError`], which [may be tried again](MatrixError::may_pass) when the homeserver can't be reached.
pub(super) async fn open(settings: &Settings, folder: &Path) -> Result<Client, MatrixError> {
    make_private(folder).map_err(|source| MatrixError::Folder { path: folder.to_owned(), source })?;
    let client = build(settings, folder).await?;
    let Some(kept) = Memory::of(&client).session().await? else { return begin(settings, client, None).await };
    check_account(settings, &kept)?;
    Memory::of(&client).forget_sdk_token().await?;
    client.restore_session(kept.clone()).await?;
    let Err(error) = client.whoami().await else { return Ok(client) };
    let Some(ErrorKind::UnknownToken(ended)) = error.client_api_error_kind() else { return Err(error.into()) };
    if settings.password.is_none() && settings.token.is_none() {
        return Err(MatrixError::LoggedOut);
    }
    // A client keeps its session for life, so another one takes over.
    drop(client);
    if ended.soft_logout {
        return begin(settings, build(settings, folder).await?, Some(&kept)).await;
    }
    // With the session the homeserver has deleted the device and the public half of its keys: they are of no use.
    let ended = folder.join(ENDED);
    let set_aside = || {
        if ended.exists() {
            fs::remove_dir_all(&ended)?;
        }
        fs::rename(folder.join(STORE), &ended)
    };
    set_aside().map_err(|source| MatrixError::Folder { path: ended.clone(), source })?;
    tracing::warn!(device = %kept.meta.device_id, "the homeserver has ended the session; a new one begins");
    begin(settings, build(settings, folder).await?, None).await
}

/// Begins a session; of this device, where there is one.
async fn begin(settings: &Settings, client: Client, device: Option<&MatrixSession>) -> Result<Client, MatrixError> {
    let session = match (&settings.token, &settings.password) {
        (_, Some(password)) => log_in(&client, settings, password, device).await?,
        (Some(token), None) => {
            let session = session_of(settings, token).await?;
            check_account(settings, &session)?;
            client.restore_session(session.clone()).await?;
            session
        }
        (None, None) => return Err(super::SettingsError::NoCredentials.into()),
    };
    Memory::of(&client).keep_session(&session).await?;
    tracing::info!(user = %session.meta.user_id, device = %session.meta.device_id, "logged in");
    Ok(client)
}

async fn log_in(
    client: &Client,
    settings: &Settings,
    Secret(password): &Secret<String>,
    device: Option<&MatrixSession>,
) -> Result<MatrixSession, MatrixError> {
    let mut login = client.matrix_auth().login_username(&settings.user, password);
    login = match device {
        Some(kept) => login.device_id(kept.meta.device_id.as_str()),
        None => login.initial_device_display_name(text::matrix::SESSION_NAME),
    };
    let refused = |error| MatrixError::Login { user: settings.user.clone(), source: Box::new(error) };
    let response = login.send().await.map_err(refused)?;
    Ok(MatrixSession::from(&response))
}

/// The session that an access token belongs to.
async fn session_of(settings: &Settings, Secret(token): &Secret<String>) -> Result<MatrixSession, MatrixError> {
    let session =
        |meta| MatrixSession { meta, tokens: SessionTokens { access_token: token.clone(), refresh_token: None } };
    // Only the server knows the token's device; this client just asks and keeps nothing.
    let asking = at_homeserver(settings).build().await?;
    let nobody = SessionMeta { user_id: settings.user.clone(), device_id: owned_device_id!("UNKNOWN") };
    asking.restore_session(session(nobody)).await?;
    let refused = |error: HttpError| MatrixError::Login { user: settings.user.clone(), source: Box::new(error.into()) };
    let known = asking.whoami().await.map_err(refused)?;
    let device_id = known.device_id.ok_or(MatrixError::NoDevice)?;
    Ok(session(SessionMeta { user_id: known.user_id, device_id }))
}

fn check_account(settings: &Settings, session: &MatrixSession) -> Result<(), MatrixError> {
    match session.meta.user_id == settings.user {
        true => Ok(()),
        false => {
            Err(MatrixError::OtherAccount { configured: settings.user.clone(), actual: session.meta.user_id.clone() })
        }
    }
}

fn at_homeserver(settings: &Settings) -> ClientBuilder {
    let client = Client::builder();
    match settings.homeserver.contains("://") {
        true => client.homeserver_url(&settings.homeserver),
        false => client.server_name_or_homeserver_url(&settings.homeserver),
    }
}

async fn build(settings: &Settings, folder: &Path) -> Result<Client, ClientBuildError> {
    let key = settings.store_key.as_ref().map(|Secret(key)| key);
    let store = SqliteStoreConfig::with_low_memory_config(folder.join(STORE)).pool_max_size(4).key(key);
    at_homeserver(settings)
        .sqlite_store_with_config_and_cache_path(store, None::<&Path>)
        .with_encryption_settings(EncryptionSettings {
            auto_enable_cross_signing: true,
            // A backup is of use only to whoever has the recovery key, and comes with it.
            auto_enable_backups: false,
            backup_download_strategy: BackupDownloadStrategy::AfterDecryptionFailure,
        })
        .build()
        .await
}

/// Makes the folder, for nobody else to look into.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Whether the server has ended the session.
pub(super) fn is_logged_out(error: &HttpError) -> bool {
    matches!(error.client_api_error_kind(), Some(ErrorKind::UnknownToken(_) | ErrorKind::MissingToken))
}

/// Has the account sign its device, and keeps its keys where the recovery key finds them again.
///
/// What can't be done is logged: people can be talked to without.
pub(super) async fn set_up_trust(client: &Client, settings: &Settings) {
    let encryption = client.encryption();
    encryption.wait_for_e2ee_initialization_tasks().await;
    if let Err(error) = cross_sign(client, settings).await {
        tracing::warn!(%error, "the account's signing keys couldn't be made; its device is not signed");
    }
    let recovery = encryption.recovery();
    match (recovery.state(), &settings.recovery_key) {
        (RecoveryState::Disabled, Some(Secret(key))) => match recovery.enable().with_passphrase(key).await {
            // The key that this makes as well isn't needed: the chosen one opens the same.
            Ok(_) => tracing::info!("the account's keys can now be had back with the recovery key"),
            Err(error) => tracing::warn!(%error, "recovery couldn't be set up"),
        },
        (RecoveryState::Incomplete, Some(Secret(key))) => match recovery.recover(key).await {
            Ok(()) => tracing::info!("the account's keys were had back with the recovery key"),
            Err(error) => tracing::warn!(%error, "the recovery key doesn't open what the account has stored"),
        },
        (RecoveryState::Incomplete, None) => {
            tracing::warn!("this device lacks the account's keys; the recovery key would get them");
        }
        _ => {}
    }
    // What was signed just now is known here only once the homeserver tells it.
    if let Err(error) = encryption.request_user_identity(&settings.user).await {
        tracing::warn!(%error, "the homeserver doesn't tell this account's keys");
    }
    match encryption.get_own_device().await {
        Ok(Some(device)) => {
            let fingerprint = device.ed25519_key().map(|key| key.to_base64()).unwrap_or_default();
            let id = device.device_id();
            match device.is_cross_signed_by_owner() {
                true => tracing::info!(device = %id, fingerprint, "this device is signed by its account"),
                false => tracing::warn!(device = %id, fingerprint, "this device isn't signed by its account"),
            }
        }
        Ok(None) => tracing::warn!("the homeserver doesn't know this device's keys yet"),
        Err(error) => tracing::warn!(%error, "this device's keys can't be read"),
    }
}

async fn cross_sign(client: &Client, settings: &Settings) -> Result<(), matrix_sdk::Error> {
    let encryption = client.encryption();
    let Err(error) = encryption.bootstrap_cross_signing_if_needed(None).await else { return Ok(()) };
    let (Some(challenge), Some(Secret(password))) = (error.as_uiaa_response(), &settings.password) else {
        return Err(error);
    };
    let user = UserIdentifier::Matrix(MatrixUserIdentifier::new(settings.user.to_string()));
    let mut proof = Password::new(user, password.clone());
    proof.session = challenge.session.clone();
    encryption.bootstrap_cross_signing(Some(AuthData::Password(proof))).await
}
