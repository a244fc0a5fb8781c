//! The configuration file: its keys, their defaults, and where files are kept when it says nothing.
//!
//! Nothing is read here but that one file and the environment.

mod engine;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use etcetera::BaseStrategy;
use serde::Deserialize;
use tracing::level_filters::LevelFilter;

pub use engine::{Engine, Outside};

/// The name of this program's folder among a person's configuration and data.
const FOLDER: &str = "centaur";

/// Everything that can be configured. `config.example.toml` lists the keys.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The file that holds the games; a relative path starts in the folder for data.
    pub database: PathBuf,
    /// How much is logged.
    pub log: LogLevel,
    /// The engine that gives hints, plays and looks back at games.
    pub engine: Engine,
    /// How it is written.
    pub log_format: LogFormat,
    /// What is told about the running bot.
    pub metrics: Metrics,
    /// The room on a terminal.
    pub terminal: Terminal,
    /// The rooms on Discord.
    pub discord: Discord,
    /// The account on Matrix.
    pub matrix: Matrix,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            database: "centaur.sqlite".into(),
            log: LogLevel::Warn,
            engine: Engine::default(),
            log_format: LogFormat::Text,
            metrics: Metrics::default(),
            terminal: Terminal::default(),
            discord: Discord::default(),
            matrix: Matrix::default(),
        }
    }
}

/// Settings of the room on a terminal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(default, deny_unknown_fields)]
pub struct Terminal {
    /// Whether boards are shown as pictures where the terminal can.
    pub pictures: bool,
}

impl Default for Terminal {
    fn default() -> Terminal {
        Terminal { pictures: true }
    }
}

/// Settings of the rooms on Discord, which the bot enters when it has a token.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(default, deny_unknown_fields)]
pub struct Discord {
    /// The file that holds the bot's token, unless [`DISCORD_TOKEN`] does; empty for none.
    pub token_file: PathBuf,
    /// Whether plain messages are read, which must then be allowed to the bot.
    pub message_content: bool,
    /// The part of the servers that this process looks after.
    pub shards: Shards,
    /// What the bot is seen to be doing.
    pub status: String,
    /// Where tests have their own Discord.
    pub testing: DiscordTesting,
}

impl Default for Discord {
    fn default() -> Discord {
        Discord {
            token_file: PathBuf::new(),
            message_content: true,
            shards: Shards::Automatic,
            status: "chess of 1617 · /help".to_owned(),
            testing: DiscordTesting::default(),
        }
    }
}

/// The environment variable that holds the bot's token on Discord.
pub const DISCORD_TOKEN: &str = "CENTAUR_DISCORD_TOKEN";

/// Settings with which tests lead the bot to a Discord of their own. Where one is empty, the real one is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(default, deny_unknown_fields)]
pub struct DiscordTesting {
    /// The URL that requests go to instead, which limits their rate itself.
    pub proxy: String,
    /// The address and port at which the API's own host name is looked for, its rate limits kept as usual.
    pub address: String,
    /// The file with the certificate, in PEM, that is trusted there.
    pub certificate: PathBuf,
    /// The URL of the gateway.
    pub gateway: String,
}

/// The part of Discord's servers that a process looks after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(try_from = "String")]
#[cfg_attr(test, serde(into = "String"))]
pub enum Shards {
    /// All, in as many shards as Discord recommends.
    Automatic,
    /// Some shards of so many.
    Range {
        /// The first.
        first: u32,
        /// The last.
        last: u32,
        /// How many there are in all processes together.
        total: u32,
    },
}

impl TryFrom<String> for Shards {
    type Error = String;

    fn try_from(text: String) -> Result<Shards, String> {
        let refusal = || format!("shards are \"auto\" or a range such as \"0-3/16\", not {text:?}");
        if text == "auto" {
            return Ok(Shards::Automatic);
        }
        let (range, total) = text.split_once('/').ok_or_else(refusal)?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |word: &str| word.trim().parse::<u32>().map_err(|_| refusal());
        let (first, last, total) = (number(first)?, number(last)?, number(total)?);
        if first <= last && last < total { Ok(Shards::Range { first, last, total }) } else { Err(refusal()) }
    }
}

#[cfg(test)]
impl From<Shards> for String {
    fn from(shards: Shards) -> String {
        match shards {
            Shards::Automatic => "auto".to_owned(),
            Shards::Range { first, last, total } => format!("{first}-{last}/{total}"),
        }
    }
}

/// Something that must not be seen; its debug form hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The secret itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Discord {
    /// The bot's token, when one is set.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] when the file that should hold it can't be read.
    pub fn token(&self) -> Result<Option<Secret>, ConfigError> {
        let told = env::var(DISCORD_TOKEN).ok().map(|token| token.trim().to_owned());
        if let Some(token) = told.filter(|token| !token.is_empty()) {
            return Ok(Some(Secret(token)));
        }
        if self.token_file.as_os_str().is_empty() {
            return Ok(None);
        }
        let path = self.token_file.clone();
        let token = fs::read_to_string(&path).map_err(|source| ConfigError::Unreadable { path, source })?;
        Ok(Some(Secret(token.trim().to_owned())))
    }
}

/// Settings of the account on Matrix; secrets come from the environment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(default, deny_unknown_fields)]
pub struct Matrix {
    /// The homeserver's address or name; without it the bot isn't on Matrix.
    pub homeserver: String,
    /// The account's id.
    pub user: String,
    /// What commands begin with.
    pub prefix: String,
    /// Who may invite: people, servers and rooms; everybody when there is none.
    pub allow: Vec<String>,
    /// Whether a message that did something gets a reaction at once.
    pub acknowledge: bool,
}

impl Default for Matrix {
    fn default() -> Matrix {
        Matrix {
            homeserver: String::new(),
            user: String::new(),
            prefix: crate::command::PREFIX.to_owned(),
            allow: Vec::new(),
            acknowledge: true,
        }
    }
}

impl Matrix {
    /// Whether the bot is to be on Matrix at all.
    pub fn is_configured(&self) -> bool {
        *self != Matrix::default()
    }
}

/// How much is logged, each level with all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// What failed.
    Error,
    /// What may need somebody's attention.
    Warn,
    /// What happens.
    Info,
    /// What happens inside.
    Debug,
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> LevelFilter {
        match level {
            LogLevel::Off => LevelFilter::OFF,
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
        }
    }
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// A line an event, for people.
    Text,
    /// A JSON object an event, each on a line, for programs.
    Json,
}

/// What is told about the running bot, and to whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(default, deny_unknown_fields)]
pub struct Metrics {
    /// The address and port to listen on; empty for none.
    pub listen: String,
    /// Whether that may be one that other machines reach.
    pub allow_remote: bool,
}

impl Metrics {
    /// The address to listen on, when there is one.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Listen`] when it isn't one, or other machines would reach it and aren't meant to.
    pub fn address(&self) -> Result<Option<SocketAddr>, ConfigError> {
        if self.listen.is_empty() {
            return Ok(None);
        }
        let refused = |why| ConfigError::Listen { listen: self.listen.clone(), why };
        let address: SocketAddr =
            self.listen.parse().map_err(|_| refused("it must be an address and a port, such as 127.0.0.1:9464"))?;
        match address.ip().is_loopback() || self.allow_remote {
            true => Ok(Some(address)),
            false => Err(refused("other machines would reach it; set allow_remote = true if they are meant to")),
        }
    }
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file can't be read.
    #[error("can't read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file isn't TOML, or has a key or a value that means nothing here.
    #[error("{} can't be used", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: toml::de::Error,
    },
    /// The metrics can't be told at the address that is set.
    #[error("[metrics] can't listen on {listen:?}: {why}")]
    Listen {
        /// What is set.
        listen: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A folder was needed and the environment tells of no home.
    #[error("there is no home folder to keep files in; name the database with --database FILE")]
    NoHome,
}

impl Config {
    /// Reads this file, or else the one in the person's configuration folder, or else takes the defaults.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] when a file is there but can't be used, or this one isn't there.
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
        match file {
            Some(file) => Config::read(file),
            None => match Config::usual_file().filter(|file| file.exists()) {
                Some(file) => Config::read(&file),
                None => Ok(Config::default()),
            },
        }
    }

    /// Where the configuration is looked for when no file is named.
    pub fn usual_file() -> Option<PathBuf> {
        let folders = etcetera::choose_base_strategy().ok()?;
        Some(folders.config_dir().join(FOLDER).join("config.toml"))
    }

    fn read(path: &Path) -> Result<Config, ConfigError> {
        let text =
            fs::read_to_string(path).map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
        toml::from_str(&text).map_err(|source| ConfigError::Invalid { path: path.to_owned(), source })
    }

    /// The database as a path that doesn't depend on the working directory.
    ///
    /// # Errors
    ///
    /// [`ConfigError::NoHome`] when the path is relative and there is no folder for it to start in.
    pub fn database_file(&self) -> Result<PathBuf, ConfigError> {
        if self.database.is_absolute() {
            return Ok(self.database.clone());
        }
        let folders = etcetera::choose_base_strategy().map_err(|_| ConfigError::NoHome)?;
        Ok(folders.data_dir().join(FOLDER).join(&self.database))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example with its keys, each written `#key = value`, made to count.
    fn uncommented_example() -> String {
        include_str!("../../config.example.toml")
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(key) if !key.starts_with(' ') => format!("{key}\n"),
                _ => format!("{line}\n"),
            })
            .collect()
    }

    #[test]
    fn the_example_lists_every_key_with_its_default() {
        let example: toml::Table = uncommented_example().parse().unwrap();
        assert_eq!(example, toml::Table::try_from(Config::default()).unwrap());
        let parsed: Config = toml::from_str(&uncommented_example()).unwrap();
        assert_eq!(parsed, Config::default());
    }

    #[test]
    fn the_example_as_it_stands_changes_nothing() {
        let parsed: Config = toml::from_str(include_str!("../../config.example.toml")).unwrap();
        assert_eq!(parsed, Config::default());
    }

    #[test]
    fn unknown_keys_and_values_are_refused_by_name() {
        let refusal = |text: &str| toml::from_str::<Config>(text).unwrap_err().to_string();
        assert!(refusal("databse = 'x'").contains("unknown field `databse`, expected one of `database`"));
        assert!(refusal("[terminal]\ncolour = 1").contains("unknown field `colour`"));
        assert!(refusal("log = 'loud'").contains("unknown variant `loud`"));
    }

    #[test]
    fn metrics_stay_on_this_machine_unless_allowed_out() {
        let address = |listen: &str, allow_remote| Metrics { listen: listen.to_owned(), allow_remote }.address();
        assert_eq!(address("", false).unwrap(), None);
        for local in ["127.0.0.1:9464", "[::1]:9464"] {
            assert_eq!(address(local, false).unwrap(), Some(local.parse().unwrap()));
        }
        for remote in ["0.0.0.0:9464", "[::]:9464", "192.0.2.1:9464"] {
            assert!(address(remote, false).unwrap_err().to_string().contains("allow_remote"), "{remote}");
            assert_eq!(address(remote, true).unwrap(), Some(remote.parse().unwrap()));
        }
        for wrong in ["9464", "localhost", "127.0.0.1"] {
            assert!(address(wrong, true).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shards_are_all_or_a_range() {
        let shards = |text: &str| Shards::try_from(text.to_owned());
        assert_eq!(shards("auto"), Ok(Shards::Automatic));
        assert_eq!(shards("0-3/16"), Ok(Shards::Range { first: 0, last: 3, total: 16 }));
        assert_eq!(shards("5/16"), Ok(Shards::Range { first: 5, last: 5, total: 16 }));
        for wrong in ["", "3-1/16", "0-16/16", "all", "1"] {
            assert!(shards(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_token_is_read_from_its_file_and_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let token_file = folder.path().join("token");
        fs::write(&token_file, "abc.def.ghi\n").unwrap();
        let token = Discord { token_file, ..Discord::default() }.token().unwrap().unwrap();
        assert_eq!(token.expose(), "abc.def.ghi");
        assert_eq!(format!("{token:?}"), "Secret(…)");
        assert!(Discord { token_file: "/nowhere".into(), ..Discord::default() }.token().is_err());
    }

    #[test]
    fn a_database_with_a_whole_path_stays_where_it_is() {
        let path = std::env::temp_dir().join("games.sqlite");
        let config = Config { database: path.clone(), ..Config::default() };
        assert_eq!(config.database_file().unwrap(), path);
    }
}
