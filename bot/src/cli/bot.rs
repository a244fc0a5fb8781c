//! The bot itself, and what belongs to its upkeep.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use centaur::club::Club;
use centaur::config::Config;
use centaur::desk::Desk;
use centaur::platform::terminal;
use centaur::talk::GameNumber;
use centaur::{Archive, json, pgn};
use clap::{Args, ValueEnum};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Where the configuration is.
#[derive(Debug, Args)]
pub(super) struct ConfigFile {
    /// The configuration file, instead of config.toml in your configuration folder
    #[arg(long, value_name = "FILE", env = "CENTAUR_CONFIG")]
    config: Option<PathBuf>,
}

/// Where the configuration and the games are.
#[derive(Debug, Args)]
pub(super) struct Files {
    #[command(flatten)]
    config: ConfigFile,
    /// The file that holds the games, instead of the configured one
    #[arg(long, value_name = "FILE", env = "CENTAUR_DATABASE")]
    database: Option<PathBuf>,
}

impl Files {
    /// The configuration, and the file that holds the games.
    fn load(&self) -> Result<(Config, PathBuf)> {
        let config = Config::load(self.config.config.as_deref())?;
        let database = match &self.database {
            Some(file) => std::path::absolute(file)?,
            None => config.database_file()?,
        };
        Ok((config, database))
    }
}

/// Opens the club and every platform that is configured, until people leave.
pub(super) fn run(files: &Files) -> Result<()> {
    let (config, database) = files.load()?;
    log_to_standard_error(config.log.into());
    let club = open(&database)?;
    let runtime = tokio::runtime::Runtime::new().context("can't start")?;
    runtime.block_on(async {
        let (desk, closed) = Desk::open(club);
        let room = terminal::run(&config.terminal, &database, desk).await;
        // The desk is gone with the room; what was handed in is still dealt with.
        closed.await.context("the club didn't close in order")?;
        Ok(room?)
    })
}

fn open(database: &Path) -> Result<Club> {
    if let Some(folder) = database.parent() {
        fs::create_dir_all(folder).with_context(|| format!("can't make the folder {}", folder.display()))?;
    }
    Ok(Club::open(database)?)
}

/// This program logs as much as configured, the libraries beneath only what needs attention.
fn log_to_standard_error(level: LevelFilter) {
    let levels = Targets::new().with_default(level.min(LevelFilter::WARN)).with_target("centaur", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    tracing_subscriber::registry().with(lines.with_filter(levels)).init();
}

/// Reads the configuration, and says where it and the games are.
pub(super) fn check_config(file: &ConfigFile, output: &mut impl Write) -> Result<()> {
    let config = Config::load(file.config.as_deref())?;
    let source = file.config.clone().or_else(|| Config::usual_file().filter(|file| file.exists()));
    match source {
        Some(file) => writeln!(output, "{} is fine", file.display())?,
        None => writeln!(output, "there is no configuration file, and none is needed")?,
    }
    writeln!(output, "games are kept in {}", config.database_file()?.display())?;
    Ok(())
}

/// How a game is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Format {
    /// For people and chess programs
    Pgn,
    /// For other programs
    Json,
}

/// Copies the database into a new file.
pub(super) fn back_up(files: &Files, file: &Path) -> Result<()> {
    Ok(archive(files)?.back_up(file)?)
}

/// Prints a game.
pub(super) fn export(files: &Files, number: u32, format: Format, output: &mut impl Write) -> Result<()> {
    let game = archive(files)?.game(GameNumber(number))?.with_context(|| format!("there is no game {number}"))?;
    let written = match format {
        Format::Pgn => pgn::print(&game),
        Format::Json => json::print(&game),
    };
    output.write_all(written.as_bytes())?;
    Ok(())
}

fn archive(files: &Files) -> Result<Archive> {
    let (_, database) = files.load()?;
    Archive::open(&database).with_context(|| format!("can't read {}", database.display()))
}
