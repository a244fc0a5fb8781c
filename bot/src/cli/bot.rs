//! The bot itself, and what belongs to its upkeep.

use std::fs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use centaur::club::Club;
use centaur::config::{self, Config, LogFormat};
use centaur::desk::Desk;
use centaur::engine::{Assisted, outside};
#[cfg(feature = "metrics")]
use centaur::metrics::endpoint;
#[cfg(feature = "discord")]
use centaur::platform::discord;
#[cfg(feature = "matrix")]
use centaur::platform::matrix;
use centaur::platform::terminal;
use centaur::talk::GameNumber;
use centaur::{Archive, json, pgn};
use clap::{Args, ValueEnum};
use jiff::SignedDuration;
use rules::Variant;
#[cfg(feature = "metrics")]
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
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

/// Which rooms are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rooms {
    /// Those of the platforms that are configured, or else the one on the terminal.
    Configured,
    /// The one on the terminal as well.
    All,
    /// The one on the terminal alone.
    Terminal,
}

/// Opens the club and its rooms, until the people at the terminal leave or somebody stops the program.
pub(super) fn run(files: &Files, rooms: Rooms) -> Result<()> {
    let (config, database) = files.load()?;
    if rooms != Rooms::Terminal {
        check_platforms(&config, &database)?;
    }
    log_to_standard_error(config.log.into(), config.log_format);
    let club = open(&database)?;
    let runtime = tokio::runtime::Runtime::new().context("can't start")?;
    runtime.block_on(async {
        let (desk, closed) = Desk::open_with(club, &config.engine, Assisted::new(config.engine.outside.clone()));
        let (leave, leaving) = watch::channel(false);
        let mut open = JoinSet::new();
        // Told for as long as the rooms are open.
        let _metrics = tell_metrics(&config, &database, &desk).await?;
        if rooms != Rooms::Terminal {
            open_platforms(&mut open, &config, &database, &desk, &leaving)?;
        }
        let is_terminal_open = rooms != Rooms::Configured || open.is_empty();
        // Not on a thread of its own: this one holds standard output.
        let terminal = async {
            match is_terminal_open {
                true => terminal::run(&config.terminal, &database, desk).await,
                false => {
                    drop(desk);
                    std::future::pending().await
                }
            }
        };
        let ended = tokio::select! {
            left = terminal => left.map_err(anyhow::Error::from),
            Some(ended) = open.join_next() => ended.context("a platform died")?,
            () = stop() => Ok(()),
        };
        // Everybody else is told to leave, and nobody is waited for too long.
        leave.send_replace(true);
        let all_left = async { while open.join_next().await.is_some() {} };
        if tokio::time::timeout(LONGEST_GOODBYE, all_left).await.is_err() {
            open.shutdown().await;
        }
        // The desk is gone with the rooms; what was handed in is still dealt with.
        closed.await.context("the club didn't close in order")?;
        ended
    })
}

/// How long the platforms may take to finish what they are doing.
const LONGEST_GOODBYE: Duration = Duration::from_secs(10);

/// Ends when the program is to end.
#[cfg(any(feature = "discord", feature = "matrix"))]
async fn left(mut leaving: watch::Receiver<bool>) {
    // Without anybody to tell it the program is ending already.
    let _gone = leaving.wait_for(|leaving| *leaving).await;
}

/// Keeps a room open until its people leave or the program is to end.
#[cfg(feature = "matrix")]
async fn until(leaving: watch::Receiver<bool>, room: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::select! {
        ended = room => ended,
        () = left(leaving) => Ok(()),
    }
}

/// Finds out whether the platforms that are configured can be used.
#[cfg_attr(not(feature = "matrix"), expect(unused_variables, reason = "there is no platform"))]
fn check_platforms(config: &Config, database: &Path) -> Result<()> {
    if config.matrix.is_configured() {
        #[cfg(feature = "matrix")]
        matrix::check(&config.matrix, database)?;
        #[cfg(not(feature = "matrix"))]
        anyhow::bail!("[matrix] is configured, and this program was built without Matrix");
    }
    Ok(())
}

/// Opens the platforms that are configured.
#[cfg_attr(not(feature = "matrix"), expect(unused_variables, reason = "only Matrix keeps files beside the database"))]
fn open_platforms(
    open: &mut JoinSet<Result<()>>,
    config: &Config,
    database: &Path,
    desk: &Desk,
    leaving: &watch::Receiver<bool>,
) -> Result<()> {
    #[cfg(feature = "discord")]
    if let Some(token) = config.discord.token()? {
        let (config, desk, leaving) = (config.discord.clone(), desk.clone(), left(leaving.clone()));
        open.spawn(async move { discord::run(config, token, desk, leaving).await.context("Discord") });
    }
    #[cfg(feature = "matrix")]
    if config.matrix.is_configured() {
        let (config, database, desk) = (config.matrix.clone(), database.to_owned(), desk.clone());
        let rooms = async move { matrix::run(&config, &database, desk).await.context("Matrix") };
        open.spawn(until(leaving.clone(), rooms));
    }
    Ok(())
}

/// Where the metrics are to be told, if anywhere.
fn metrics_address(config: &Config) -> Result<Option<SocketAddr>> {
    let address = config.metrics.address()?;
    if address.is_some() && cfg!(not(feature = "metrics")) {
        anyhow::bail!("[metrics] is configured, and this program was built without metrics");
    }
    Ok(address)
}

/// Tells the metrics where that is configured, for as long as what is returned is kept.
#[cfg(feature = "metrics")]
async fn tell_metrics(config: &Config, database: &Path, desk: &Desk) -> Result<JoinSet<()>> {
    let mut telling = JoinSet::new();
    if let Some(address) = metrics_address(config)? {
        let listener = TcpListener::bind(address).await.with_context(|| format!("can't listen on {address}"))?;
        tracing::info!(address = %listener.local_addr()?, "metrics are told");
        telling.spawn(endpoint::serve(listener, desk.tally().clone(), database.to_owned()));
    }
    Ok(telling)
}

#[cfg(not(feature = "metrics"))]
async fn tell_metrics(config: &Config, _: &Path, _: &Desk) -> Result<JoinSet<()>> {
    metrics_address(config)?;
    Ok(JoinSet::new())
}

/// Ends when somebody asks the program to stop.
async fn stop() {
    let interrupted = async {
        // Without it the program still ends, only less orderly.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminated) = signal(SignalKind::terminate()) else { return interrupted.await };
        tokio::select! {
            () = interrupted => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    interrupted.await
}

fn open(database: &Path) -> Result<Club> {
    if let Some(folder) = database.parent() {
        fs::create_dir_all(folder).with_context(|| format!("can't make the folder {}", folder.display()))?;
    }
    Ok(Club::open(database)?)
}

/// This program logs as much as configured, the libraries beneath only what needs attention.
fn log_to_standard_error(level: LevelFilter, format: LogFormat) {
    let levels = Targets::new().with_default(level.min(LevelFilter::WARN)).with_target("centaur", level);
    // The SDK for Matrix raises an alarm whenever a homeserver says that it doesn't have something.
    let levels = levels.with_targets([
        ("matrix_sdk::http_client", LevelFilter::OFF),
        ("matrix_sdk_crypto::backups", level.min(LevelFilter::ERROR)),
    ]);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
    };
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
    let database = config.database_file()?;
    check_platforms(&config, &database)?;
    if let Some(address) = metrics_address(&config)? {
        writeln!(output, "metrics are told at http://{address}/metrics")?;
    }
    #[cfg(feature = "discord")]
    match config.discord.token()? {
        Some(token) => match discord::invitation(&token) {
            Some(link) => writeln!(output, "invite the bot to your Discord server: {link}")?,
            None => anyhow::bail!("the token for Discord isn't one; copy it from the page Bot of the developer portal"),
        },
        None => writeln!(output, "there is no token for Discord, so the bot doesn't go there")?,
    }
    if config.matrix.is_configured() {
        writeln!(output, "on Matrix it is {} at {}", config.matrix.user, config.matrix.homeserver)?;
    }
    let threads = config.engine.threads();
    let time = SignedDuration::try_from(config.engine.hint_time).unwrap_or(SignedDuration::MAX);
    writeln!(
        output,
        "hints take {time:#} each, on {threads} {}",
        if threads.get() == 1 { "thread" } else { "threads" }
    )?;
    check_outside(&config.engine.outside, output)?;
    writeln!(output, "games are kept in {}", database.display())?;
    Ok(())
}

/// Starts the engine from outside, if there is one, and says what it can play.
fn check_outside(engine: &config::Outside, output: &mut impl Write) -> Result<()> {
    if !engine.is_configured() {
        return Ok(());
    }
    let report = outside::check(engine).context("the engine from outside can't be used")?;
    let keys = |games: &[&Variant]| games.iter().map(|variant| variant.key).collect::<Vec<_>>().join(", ");
    if report.plays.is_empty() {
        anyhow::bail!("the engine from outside, {}, knows none of these games: {}", report.name, keys(&report.lacks));
    }
    writeln!(output, "the engine from outside, {}, plays {}", report.name, keys(&report.plays))?;
    if !report.lacks.is_empty() {
        writeln!(output, "it doesn't know {}, which the bot thinks about itself", keys(&report.lacks))?;
    }
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

/// Prints all games, one after the other.
pub(super) fn export_all(files: &Files, format: Format, output: &mut impl Write) -> Result<()> {
    let mut is_first = true;
    archive(files)?.each_game(|game| {
        let written = match format {
            Format::Pgn if is_first => pgn::print(game),
            Format::Pgn => format!("\n{}", pgn::print(game)),
            Format::Json => json::print_line(game),
        };
        is_first = false;
        output.write_all(written.as_bytes())?;
        Ok(())
    })
}

/// Calculates all ratings anew.
pub(super) fn ratings(files: &Files, check: bool, output: &mut impl Write) -> Result<ExitCode> {
    let (_, database) = files.load()?;
    anyhow::ensure!(database.exists(), "there is no database {}", database.display());
    let differing = open(&database)?.recompute_ratings(!check)?;
    writeln!(output, "{differing}")?;
    Ok(if check && differing > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn archive(files: &Files) -> Result<Archive> {
    let (_, database) = files.load()?;
    Archive::open(&database).with_context(|| format!("can't read {}", database.display()))
}
