//! Many games at once against the bot's own process, and how long its people wait.
//!
//! ```text
//! cargo build --release -p bot
//! cargo run --release -p discord-double --example load -- target/release/centaur
//! ```
//!
//! Measured is the time from a move's event leaving the double to the bot's request arriving there, and how many
//! ordinary messages the bot gets through in a second.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use discord_double::{Double, Id, Options, Person, Room};
use tokio::task::JoinSet;

/// Moves that are legal in every game here and end none.
const MOVES: [&str; 16] =
    ["a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "e3", "e6", "f3", "f6", "g3", "g6", "h3", "h6"];

/// How many games begin at the same time before the measuring.
const BEGINNING: usize = 8;

#[derive(Parser)]
struct Arguments {
    /// The bot's program.
    bot: PathBuf,
    /// How many games are played at once.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// How many moves are played in each, at most sixteen.
    #[arg(long, default_value_t = 8)]
    moves: usize,
    /// The kind of game.
    #[arg(long, default_value = "chess")]
    game: String,
    /// How many seconds pass between two moves of a game; with none, everyone moves at the same moment.
    #[arg(long, default_value_t = 10.0)]
    pause: f64,
    /// How many ordinary messages are said.
    #[arg(long, default_value_t = 20_000)]
    chat: usize,
}

/// A game's people and its thread.
struct Table {
    white: Person,
    black: Person,
    thread: Room,
}

/// The bot's process, ended with the measuring.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Bot {
    fn start(program: &PathBuf, folder: &std::path::Path, discord: &Double) -> Bot {
        let config = folder.join("config.toml");
        let testing = format!("proxy = {:?}\ngateway = {:?}\n", discord.url(), discord.gateway_url());
        std::fs::write(&config, format!("log = \"error\"\n[discord.testing]\n{testing}")).unwrap();
        let process = Command::new(program)
            .args(["run".as_ref(), "--config".as_ref(), config.as_os_str()])
            .args(["--database".as_ref(), folder.join("games.sqlite").as_os_str()])
            .env("CENTAUR_DISCORD_TOKEN", discord.token())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        Bot(process.unwrap())
    }

    /// The processor's time that it took so far, where the system tells.
    fn time_used(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        // Linux counts hundredths of a second here, whatever the processor.
        Some(Duration::from_millis(ticks * 10))
    }
}

#[tokio::main]
async fn main() {
    let arguments = Arguments::parse();
    let patience = Duration::from_secs(120);
    let discord = Double::with(Options { patience, answer_within: patience, ..Options::default() }).await;
    let folder = tempfile::tempdir().unwrap();
    let server = discord.server("Chess club");
    let lounge = server.channel("lounge");
    let talker = server.member("talker");
    let seats: Vec<(Person, Person, Room)> = (0..arguments.games)
        .map(|number| {
            let person = |side: &str| server.member(&format!("{side}{number}"));
            (person("white"), person("black"), server.channel(&format!("table{number}")))
        })
        .collect();
    let bot = Bot::start(&arguments.bot, folder.path(), &discord);
    discord.logged_in().await;
    discord.has_command("challenge").await;

    let begun = Instant::now();
    let tables = begin(seats, &arguments.game).await;
    println!("{} games began in {:.1} s", tables.len(), begun.elapsed().as_secs_f64());

    let before = bot.time_used();
    let begun = Instant::now();
    let said = play(tables, &arguments).await;
    let wall = begun.elapsed().as_secs_f64();
    let mut waits = waits(&discord, &said);
    waits.sort();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1000.0;
    println!(
        "{} moves in {wall:.1} s; from event to request: median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms{}",
        waits.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        processor(before, bot.time_used(), waits.len(), "a move"),
    );

    let before = bot.time_used();
    let begun = Instant::now();
    for number in 0..arguments.chat {
        talker.says(&lounge, &format!("has anyone seen message {number} of this conversation?"));
        if number % 64 == 0 {
            tokio::task::yield_now().await;
        }
    }
    let all_said = begun.elapsed().as_secs_f64();
    talker.slash(&lounge, "help").send().acknowledged().await;
    let wall = begun.elapsed().as_secs_f64();
    println!(
        "{} ordinary messages ignored in {wall:.2} s, {:.0} a second (all were said after {all_said:.2} s){}",
        arguments.chat,
        arguments.chat as f64 / wall,
        processor(before, bot.time_used(), arguments.chat, "a message"),
    );
}

/// The processor's time of each, in words.
fn processor(before: Option<Duration>, after: Option<Duration>, count: usize, each: &str) -> String {
    let Some(used) = before.zip(after).map(|(before, after)| after - before) else { return String::new() };
    format!("; the bot's processor time: {:.3} ms {each}", used.as_secs_f64() * 1000.0 / count.max(1) as f64)
}

/// Every table's game begins, a few at a time.
async fn begin(seats: Vec<(Person, Person, Room)>, game: &str) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut beginning = JoinSet::new();
    for (white, black, channel) in seats {
        if beginning.len() >= BEGINNING {
            tables.extend(beginning.join_next().await.map(Result::unwrap));
        }
        let game = game.to_owned();
        beginning.spawn(async move {
            let challenge = white.slash(&channel, "challenge").option("opponent", &black).option("game", game.as_str());
            challenge.option("colour", "white").send().acknowledged().await;
            let card = channel.hears("challenges").await;
            black.presses(&card, "Accept").acknowledged().await;
            let thread = channel.thread("#").await;
            thread.hears("begins").await;
            Table { white, black, thread }
        });
    }
    tables.extend(beginning.join_all().await);
    tables
}

/// Every table plays; each move's thread and instant come back.
async fn play(tables: Vec<Table>, arguments: &Arguments) -> Vec<(Id, Instant)> {
    let (count, pause) = (tables.len(), arguments.pause);
    let moves = &MOVES[..arguments.moves.min(MOVES.len())];
    let begun = tokio::time::Instant::now();
    let mut playing = JoinSet::new();
    for (number, table) in tables.into_iter().enumerate() {
        playing.spawn(async move {
            let mut said = Vec::new();
            // Spread evenly, as people's moves are.
            let share = number as f64 / count as f64;
            for (ply, typed) in moves.iter().enumerate() {
                let next = begun + Duration::from_secs_f64(pause * (ply as f64 + share));
                tokio::time::sleep_until(next).await;
                let person = if ply % 2 == 0 { &table.white } else { &table.black };
                said.push((table.thread.id(), Instant::now()));
                person.says(&table.thread, typed);
                let expected = format!("{}{} {typed}", ply / 2 + 1, if ply % 2 == 0 { "." } else { "..." });
                table.thread.hears(&expected).await;
            }
            said
        });
    }
    playing.join_all().await.into_iter().flatten().collect()
}

/// How long each move waited for the first request about it.
fn waits(discord: &Double, said: &[(Id, Instant)]) -> Vec<Duration> {
    let mut arrivals: std::collections::HashMap<String, Vec<Instant>> = std::collections::HashMap::new();
    for request in discord.requests("POST /channels/*/messages") {
        let channel = request.path.split('/').nth(2).unwrap_or_default().to_owned();
        arrivals.entry(channel).or_default().push(request.at);
    }
    said.iter()
        .filter_map(|(thread, at)| {
            let arrived = arrivals.get(&thread.to_string())?.iter().find(|arrived| *arrived > at)?;
            Some(arrived.duration_since(*at))
        })
        .collect()
}
