//! The command line: what can be asked of the program, and who does it.

mod bot;
mod hint;
mod picture;
mod position;
mod replay;
pub(crate) mod status;
mod uci;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use rules::{Position, Variant, fen, variants};

/// Historic chess variants for friends, where they already talk.
///
/// Without a command it runs the bot.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: bot::Files,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the bot: the room on the terminal while no platform is configured. The same as no command
    Run {
        #[command(flatten)]
        files: bot::Files,
        /// Open the room on the terminal beside the platforms
        #[arg(long)]
        terminal: bool,
    },
    /// Open the room on the terminal; if there is none, read lines `name: message` and print the replies
    Terminal {
        #[command(flatten)]
        files: bot::Files,
    },
    /// Find out whether the configuration can be used
    CheckConfig {
        #[command(flatten)]
        file: bot::ConfigFile,
    },
    /// Copy the database into a new file, also while the bot is running
    Backup {
        #[command(flatten)]
        files: bot::Files,
        /// The copy, which must not exist yet
        file: PathBuf,
    },
    /// Print a game of the database, or all: PGN with an empty line between two games, or JSON with a game a line
    Export {
        #[command(flatten)]
        files: bot::Files,
        /// The game's number; without it all games are printed
        #[arg(long, value_name = "N")]
        game_id: Option<u32>,
        /// How it is written
        #[arg(long, value_enum, default_value = "pgn")]
        format: bot::Format,
    },
    /// Calculate all ratings anew from the games, while the bot isn't running; prints in how many that changed anything
    Ratings {
        #[command(flatten)]
        files: bot::Files,
        /// Change nothing; exit with 1 when something would change
        #[arg(long)]
        check: bool,
    },
    /// List the games: key, tab, name
    Games,
    /// Count the ways to play DEPTH plies
    Perft {
        #[command(flatten)]
        start: Start,
        /// Show the count below each first move, then the total
        #[arg(long)]
        divide: bool,
        /// How many plies
        depth: u32,
    },
    /// List the legal moves, sorted: coordinate form, tab, algebraic notation
    Moves {
        #[command(flatten)]
        start: Start,
    },
    /// Play moves; print the final FEN, then the result
    Replay {
        #[command(flatten)]
        start: Start,
        /// The moves in any accepted notation; from standard input when there are none
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
    },
    /// Say in words what is wrong with a move; or, when nothing is, print it in algebraic notation
    Explain {
        #[command(flatten)]
        start: Start,
        /// The move in any notation
        #[arg(value_name = "MOVE")]
        text: String,
    },
    /// Find the move to play: prints the move, its score, the depth, the positions visited, the line expected, and why
    Hint {
        #[command(flatten)]
        start: Start,
        #[command(flatten)]
        effort: hint::Effort,
    },
    /// Be a chess engine for all the games: answer the Universal Chess Interface on standard input
    Uci,
    /// Print the file that teaches Fairy-Stockfish games it lacks, for `variants_file` in the configuration
    Variants,
    /// Draw a position as a PNG
    Render {
        #[command(flatten)]
        start: Start,
        #[command(flatten)]
        look: picture::Look,
        /// Where to put the picture
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Draw a game as a GIF that moves
    Animate {
        #[command(flatten)]
        start: Start,
        #[command(flatten)]
        style: picture::Style,
        /// Where to put the picture
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// The moves in any accepted notation; from standard input when there are none
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
    },
}

/// A game, and a position of it.
#[derive(Debug, Args)]
struct Start {
    /// The game's key, as `centaur games` lists them
    #[arg(long, value_name = "KEY", value_parser = game_parser())]
    game: &'static Variant,
    /// A position instead of the game's start
    #[arg(long)]
    fen: Option<String>,
}

impl Start {
    fn position(&self) -> Result<Position> {
        match &self.fen {
            None => Ok(Position::start(self.game)),
            Some(text) => fen::parse(self.game, text).with_context(|| format!("no position of {}", self.game.name)),
        }
    }
}

fn game_parser() -> impl TypedValueParser<Value = &'static Variant> {
    PossibleValuesParser::new(variants::ALL.map(|variant| variant.key))
        .try_map(|key| variants::by_key(&key).ok_or("no such game"))
}

/// Does what the command line asks, with results going to `output`.
///
/// # Errors
///
/// Whatever kept the command from being carried out, in words for the person at the terminal.
pub(crate) fn run(arguments: Arguments, output: &mut impl Write) -> Result<ExitCode> {
    match arguments.command.unwrap_or(Command::Run { files: arguments.files, terminal: false }) {
        Command::Run { files, terminal: false } => bot::run(&files, bot::Rooms::Configured)?,
        Command::Run { files, terminal: true } => bot::run(&files, bot::Rooms::All)?,
        Command::Terminal { files } => bot::run(&files, bot::Rooms::Terminal)?,
        Command::CheckConfig { file } => bot::check_config(&file, output)?,
        Command::Backup { files, file } => bot::back_up(&files, &file)?,
        Command::Export { files, game_id: Some(number), format } => bot::export(&files, number, format, output)?,
        Command::Export { files, game_id: None, format } => bot::export_all(&files, format, output)?,
        Command::Ratings { files, check } => return bot::ratings(&files, check, output),
        Command::Games => position::games(output)?,
        Command::Perft { start, divide, depth } => position::count(&start.position()?, depth, divide, output)?,
        Command::Moves { start } => position::moves(&start.position()?, output)?,
        Command::Replay { start, moves } => replay::replay(start.position()?, &moves, output)?,
        Command::Explain { start, text } => return position::explain(&start.position()?, &text, output),
        Command::Hint { start, effort } => hint::hint(start.position()?, &effort, output)?,
        Command::Uci => uci::serve(output)?,
        Command::Variants => output.write_all(centaur::engine::outside::FAIRY_STOCKFISH.as_bytes())?,
        Command::Render { start, look, out } => picture::render(start.position()?, &look, &out)?,
        Command::Animate { start, style, out, moves } => {
            picture::animate(&replay::played(start.position()?, &moves)?, &style, &out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
