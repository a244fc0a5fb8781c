//! What the platform is told: the configuration's section, and secrets from the environment or from files it names.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use matrix_sdk::ruma::serde::Base64;
use matrix_sdk::ruma::{OwnedUserId, RoomId, RoomOrAliasId, ServerName, UserId};

use crate::config;

/// The account's password.
const PASSWORD: &str = "CENTAUR_MATRIX_PASSWORD";
/// An access token of the account.
const TOKEN: &str = "CENTAUR_MATRIX_TOKEN";
/// What the kept session and encryption keys are encrypted with: 32 bytes in Base64.
const STORE_KEY: &str = "CENTAUR_MATRIX_STORE_KEY";
/// What the account's encryption keys can be had back with when everything kept here is lost.
const RECOVERY_KEY: &str = "CENTAUR_MATRIX_RECOVERY_KEY";

/// Something that is never shown.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Secret<T>(pub(super) T);

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

/// What is wrong with the settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// There is no user to log in as.
    #[error("[matrix] needs user = \"@name:server\", the account that the bot logs in as")]
    NoUser,
    /// The user is no user.
    #[error("[matrix] user = \"{0}\" is no user's id: one looks like @centaur:example.org")]
    User(String),
    /// The homeserver is neither an address nor a server's name.
    #[error("[matrix] homeserver = \"{0}\" is no address: one looks like https://matrix.example.org or example.org")]
    Homeserver(String),
    /// The prefix would make commands of ordinary words.
    #[error(
        "[matrix] prefix = \"{0}\" can't begin commands: it has to be one or more signs, without letters, digits or spaces"
    )]
    Prefix(String),
    /// The list of those who may invite has something else in it.
    #[error(
        "[matrix] allow has \"{0}\" in it, which is no person (@name:server), no server (example.org) and no room (!…)"
    )]
    Allow(String),
    /// The same secret is given twice.
    #[error("both {0} and {0}_FILE are set; one of them has to go")]
    Twice(&'static str),
    /// A secret's file can't be read.
    #[error("{name}_FILE names {path}, which can't be read")]
    File {
        /// The variable.
        name: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The key isn't 32 bytes in Base64.
    #[error("{STORE_KEY} isn't 32 bytes in Base64; `openssl rand -base64 32` makes such a key")]
    StoreKey,
    /// Nothing to log in with, and no session kept.
    #[error("nothing to log in with: set {PASSWORD} or {TOKEN} (or one of them with _FILE and a file's name)")]
    NoCredentials,
}

/// Everything the platform is told.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The homeserver's address, or the name of the server.
    pub(super) homeserver: String,
    /// The account.
    pub(super) user: OwnedUserId,
    /// What commands begin with.
    pub(super) prefix: String,
    /// Who may invite.
    pub(super) allow: AllowList,
    /// Whether a message that did something gets a reaction at once.
    pub(super) acknowledge: bool,
    /// The account's password.
    pub(super) password: Option<Secret<String>>,
    /// An access token.
    pub(super) token: Option<Secret<String>>,
    /// What is kept is encrypted with this.
    pub(super) store_key: Option<Secret<[u8; 32]>>,
    /// What the account's keys can be had back with.
    pub(super) recovery_key: Option<Secret<String>>,
}

impl Settings {
    /// Reads and checks them; `folder` is where a session may be kept, `environment` has the variables.
    ///
    /// # Errors
    ///
    /// The first [`SettingsError`] found.
    pub(super) fn load(
        config: &config::Matrix,
        folder: &Path,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Settings, SettingsError> {
        let secret = |name| secret(name, &environment);
        let is_address = config.homeserver.starts_with("https://") || config.homeserver.starts_with("http://");
        if !is_address && ServerName::parse(&config.homeserver).is_err() {
            return Err(SettingsError::Homeserver(config.homeserver.clone()));
        }
        if config.user.is_empty() {
            return Err(SettingsError::NoUser);
        }
        let user = UserId::parse(&config.user).map_err(|_| SettingsError::User(config.user.clone()))?;
        let is_sign = |letter: char| !letter.is_alphanumeric() && !letter.is_whitespace();
        if config.prefix.is_empty() || !config.prefix.chars().all(is_sign) {
            return Err(SettingsError::Prefix(config.prefix.clone()));
        }
        let store_key = secret(STORE_KEY)?.map(|Secret(text)| store_key(&text)).transpose()?;
        let (password, token) = (secret(PASSWORD)?, secret(TOKEN)?);
        if password.is_none() && token.is_none() && !folder.exists() {
            return Err(SettingsError::NoCredentials);
        }
        Ok(Settings {
            homeserver: config.homeserver.clone(),
            user,
            prefix: config.prefix.clone(),
            allow: AllowList::read(&config.allow)?,
            acknowledge: config.acknowledge,
            password,
            token,
            store_key,
            recovery_key: secret(RECOVERY_KEY)?,
        })
    }
}

fn secret(
    name: &'static str,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<Option<Secret<String>>, SettingsError> {
    // A variable that is set to nothing is how some say that there is none.
    let value = environment(name).filter(|value| !value.is_empty());
    let file = environment(&format!("{name}_FILE")).filter(|file| !file.is_empty()).map(PathBuf::from);
    match (value, file) {
        (Some(_), Some(_)) => Err(SettingsError::Twice(name)),
        (Some(value), None) => Ok(Some(Secret(value))),
        (None, Some(path)) => match fs::read_to_string(&path) {
            Ok(value) => Ok(Some(Secret(value.trim_end_matches(['\r', '\n']).to_owned()))),
            Err(source) => Err(SettingsError::File { name, path, source }),
        },
        (None, None) => Ok(None),
    }
}

fn store_key(text: &str) -> Result<Secret<[u8; 32]>, SettingsError> {
    let key: Base64 = Base64::parse(text.trim()).map_err(|_| SettingsError::StoreKey)?;
    key.into_inner().try_into().map(Secret).map_err(|_| SettingsError::StoreKey)
}

/// Who may invite the bot: people, everybody of a server, or anybody to a room. Empty: everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AllowList(Vec<String>);

impl AllowList {
    fn read(entries: &[String]) -> Result<AllowList, SettingsError> {
        let is_known = |entry: &str| match entry.chars().next() {
            Some('@') => UserId::parse(entry).is_ok(),
            Some('!') => RoomId::parse(entry).is_ok(),
            // An alias can come to name another room, so it is none of these.
            Some('#') | None => false,
            Some(_) => ServerName::parse(entry).is_ok() && RoomOrAliasId::parse(entry).is_err(),
        };
        match entries.iter().find(|entry| !is_known(entry)) {
            Some(entry) => Err(SettingsError::Allow(entry.clone())),
            None => Ok(AllowList(entries.to_vec())),
        }
    }

    /// Whether this person may invite the bot into this room.
    pub(super) fn permits(&self, inviter: &UserId, room: &RoomId) -> bool {
        let is_meant = |entry: &String| {
            *entry == inviter.as_str() || *entry == room.as_str() || *entry == inviter.server_name().as_str()
        };
        self.0.is_empty() || self.0.iter().any(is_meant)
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{room_id, user_id};

    use super::*;

    const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    fn config() -> config::Matrix {
        config::Matrix {
            homeserver: "https://matrix.example.org".to_owned(),
            user: "@centaur:example.org".to_owned(),
            ..config::Matrix::default()
        }
    }

    fn load(config: &config::Matrix, environment: &[(&str, &str)]) -> Result<Settings, String> {
        let find =
            |name: &str| environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Settings::load(config, Path::new("/nowhere/at/all"), find).map_err(|error| error.to_string())
    }

    fn wrong(config: config::Matrix) -> String {
        load(&config, &[(PASSWORD, "x")]).unwrap_err()
    }

    #[test]
    fn what_is_wrong_is_told_by_name() {
        let base = config;
        assert!(wrong(config::Matrix { user: String::new(), ..base() }).contains("needs user"));
        assert!(wrong(config::Matrix { user: "centaur".to_owned(), ..base() }).contains("\"centaur\" is no user's id"));
        assert!(wrong(config::Matrix { homeserver: "ftp//x".to_owned(), ..base() }).contains("is no address"));
        for prefix in ["", "a", "! ", "!c"] {
            assert!(wrong(config::Matrix { prefix: prefix.to_owned(), ..base() }).contains("can't begin commands"));
        }
        for entry in ["", "#hall:x.org", "@", "not a server"] {
            let refusal = wrong(config::Matrix { allow: vec![entry.to_owned()], ..base() });
            assert!(refusal.contains("allow has"), "{entry}: {refusal}");
        }
        assert!(load(&base(), &[]).unwrap_err().contains("nothing to log in with"));
        assert!(load(&base(), &[(PASSWORD, "")]).unwrap_err().contains("nothing to log in with"));
        let twice = load(&base(), &[(PASSWORD, "x"), ("CENTAUR_MATRIX_PASSWORD_FILE", "/y")]).unwrap_err();
        assert!(twice.contains("both"), "{twice}");
        let file = load(&base(), &[("CENTAUR_MATRIX_PASSWORD_FILE", "/nowhere/y")]).unwrap_err();
        assert!(file.contains("/nowhere/y"), "{file}");
        for key in ["short", "AAEC"] {
            assert!(load(&base(), &[(PASSWORD, "x"), (STORE_KEY, key)]).unwrap_err().contains("32 bytes"));
        }
    }

    #[test]
    fn secrets_are_read_and_never_shown() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("password");
        fs::write(&file, "hunter2\n").unwrap();
        let variables = [("CENTAUR_MATRIX_PASSWORD_FILE", file.to_str().unwrap()), (STORE_KEY, KEY), (TOKEN, "syt_x")];
        let settings = load(&config(), &variables).unwrap();
        assert_eq!(settings.password, Some(Secret("hunter2".to_owned())));
        assert_eq!(settings.store_key.as_ref().unwrap().0[31], 31);
        let shown = format!("{settings:?}");
        assert!(!shown.contains("hunter2") && !shown.contains("syt_x") && !shown.contains("31"), "{shown}");
    }

    #[test]
    fn people_servers_and_rooms_are_allowed() {
        let (ann, bob) = (user_id!("@ann:x.org"), user_id!("@bob:y.org"));
        let hall = room_id!("!hall:x.org");
        let list = |entries: &[&str]| {
            AllowList::read(&entries.iter().map(|entry| (*entry).to_owned()).collect::<Vec<_>>()).unwrap()
        };
        assert!(list(&[]).permits(bob, hall));
        assert!(list(&["@ann:x.org"]).permits(ann, hall));
        assert!(!list(&["@ann:x.org"]).permits(bob, hall));
        assert!(list(&["y.org"]).permits(bob, hall));
        assert!(!list(&["y.org"]).permits(ann, hall));
        assert!(list(&["!hall:x.org", "z.org"]).permits(bob, hall));
    }
}
