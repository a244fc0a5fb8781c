//! The configuration file: its keys, their defaults, and where files are kept when it says nothing.
//!
//! Nothing is read here but that one file and the environment.

use std::path::{Path, PathBuf};
use std::{fs, io};

use etcetera::BaseStrategy;
use serde::Deserialize;
use tracing::level_filters::LevelFilter;

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
    /// The room on a terminal.
    pub terminal: Terminal,
}

impl Default for Config {
    fn default() -> Config {
        Config { database: "centaur.sqlite".into(), log: LogLevel::Warn, terminal: Terminal::default() }
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
    fn a_database_with_a_whole_path_stays_where_it_is() {
        let path = std::env::temp_dir().join("games.sqlite");
        let config = Config { database: path.clone(), ..Config::default() };
        assert_eq!(config.database_file().unwrap(), path);
    }
}
