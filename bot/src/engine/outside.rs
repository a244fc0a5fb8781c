//! An engine from outside: a program that speaks the Universal Chess Interface, such as Fairy-Stockfish.
//!
//! It is trusted with nothing. Every wait for it has an end, every move of it is checked by our rules, and whatever it
//! does wrong ends it: the asker gets no answer, thinks for itself, and the program is started again after a pause
//! that doubles with each failure.

mod lines;
mod process;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rules::search::{Line, Score};
use rules::{Game, Variant, fen, uci, variants};

use crate::config;
use lines::Introduction;
use process::Process;

/// The games that Fairy-Stockfish lacks, in the form in which it learns them.
pub const FAIRY_STOCKFISH: &str = include_str!("../../fairy-stockfish.ini");

/// The option with which an engine is told the game.
const VARIANT: &str = "UCI_Variant";
/// The option with which an engine is taught games.
const VARIANT_FILE: &str = "VariantPath";

/// What an engine did wrong.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The program can't be started.
    #[error("{} can't be started: {cause}", program.display())]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// The file of games isn't there.
    #[error("there is no file {}", .0.display())]
    NoFile(PathBuf),
    /// It ended, or closed what it reads or writes, or wrote a line without end.
    #[error("it ended by itself or spoke nonsense")]
    Gone,
    /// It didn't answer in time.
    #[error("it didn't answer in time")]
    Late,
    /// It can't be given a file of games.
    #[error("it has no option {VARIANT_FILE} to read a file of games")]
    NoVariantFile,
    /// It doesn't have an option that is configured.
    #[error("it has no option {0:?}")]
    NoOption(String),
    /// It doesn't know a game.
    #[error("it doesn't know the game {0:?}")]
    NoVariant(String),
    /// What it plays isn't a legal move.
    #[error("its move {text:?} isn't legal in {fen} ({game})")]
    Illegal {
        /// What it said.
        text: String,
        /// Where.
        fen: String,
        /// The game's key.
        game: &'static str,
    },
}

/// When thinking ends, whatever comes first.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// After visiting about this many positions.
    pub nodes: Option<u64>,
    /// After this time.
    pub time: Duration,
}

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For an answer to a greeting or a setting.
    pub settling: Duration,
    /// For a move, beyond the time for thinking.
    pub answering: Duration,
    /// Before it is started again after a failure; twice that after the next, and so on.
    pub pause: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { settling: Duration::from_secs(10), answering: Duration::from_secs(2), pause: Duration::from_secs(2) }
    }
}

/// How often the pause doubles at the most.
const MOST_DOUBLINGS: u32 = 8;

/// An engine from outside with the one process that it has, if any. It is for one thread.
pub struct Outside {
    settings: config::Outside,
    patience: Patience,
    running: Option<Running>,
    /// How often it failed in a row.
    failures: u32,
    /// When it failed last.
    failed: Option<Instant>,
}

/// A program that has introduced itself.
struct Running {
    process: Process,
    introduction: Introduction,
    /// The game it is set to.
    variant: Option<&'static Variant>,
}

impl Outside {
    /// An engine as configured, which is started when it is needed.
    pub fn new(settings: config::Outside) -> Outside {
        Outside::with_patience(settings, Patience::default())
    }

    /// The same, waited for so long.
    pub fn with_patience(settings: config::Outside, patience: Patience) -> Outside {
        Outside { settings, patience, running: None, failures: 0, failed: None }
    }

    /// What it would play in a game's present position, and the line it expects.
    ///
    /// Nothing when it doesn't know the game, did anything wrong now, or pauses after that.
    pub fn think(&mut self, game: &Game, limits: Limits) -> Option<Line> {
        let variant = game.position().variant();
        let is_asked = self.settings.is_configured() && self.settings.may_play(variant) && !self.is_pausing();
        if !is_asked || game.position().count_legal_moves() == 0 {
            return None;
        }
        match self.answer(game, limits) {
            Ok(line) => {
                (self.failures, self.failed) = (0, None);
                Some(line)
            }
            // A game that it lacks is no misbehaviour.
            Err(Trouble::NoVariant(_)) => None,
            Err(trouble) => {
                self.fail(&trouble);
                None
            }
        }
    }

    fn is_pausing(&self) -> bool {
        let pause = self.patience.pause * 2u32.pow(self.failures.saturating_sub(1).min(MOST_DOUBLINGS));
        self.failed.is_some_and(|failed| failed.elapsed() < pause)
    }

    /// Kills it, and says why when it did well before.
    fn fail(&mut self, trouble: &Trouble) {
        self.running = None;
        if self.failures == 0 {
            let program = self.settings.program.display();
            tracing::warn!(%program, %trouble, "the outside engine failed, and ours thinks instead");
        }
        self.failures = self.failures.saturating_add(1);
        self.failed = Some(Instant::now());
    }

    fn answer(&mut self, game: &Game, limits: Limits) -> Result<Line, Trouble> {
        let patience = self.patience;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.settings, patience)?,
        };
        let variant = game.position().variant();
        let ready = running.set_game(self.settings.name_of(variant), variant, patience);
        let answer = ready.and_then(|()| running.think(game, limits, patience));
        if matches!(answer, Ok(_) | Err(Trouble::NoVariant(_))) {
            self.running = Some(running);
        }
        answer
    }
}

impl Running {
    fn start(settings: &config::Outside, patience: Patience) -> Result<Running, Trouble> {
        let mut process = Process::start(settings)?;
        let mut introduction = introduce(&mut process, patience)?;
        if !settings.variants_file.as_os_str().is_empty() {
            // Engines tend to say nothing of a file that they can't find.
            if !settings.variants_file.is_file() {
                return Err(Trouble::NoFile(settings.variants_file.clone()));
            }
            if !introduction.has_option(VARIANT_FILE) {
                return Err(Trouble::NoVariantFile);
            }
            let file = settings.variants_file.display();
            process.say(&format!("setoption name {VARIANT_FILE} value {file}"))?;
            // Only now it knows all that it can play.
            introduction = introduce(&mut process, patience)?;
        }
        for (name, value) in &settings.options {
            if !introduction.has_option(name) {
                return Err(Trouble::NoOption(name.clone()));
            }
            process.say(&format!("setoption name {name} value {value}"))?;
        }
        let mut running = Running { process, introduction, variant: None };
        running.settle(patience)?;
        Ok(running)
    }

    /// Whether it offers a game under this name. An engine that offers no choice plays chess.
    fn offers(&self, name: &str, variant: &Variant) -> bool {
        match self.introduction.options.get(&VARIANT.to_ascii_lowercase()) {
            Some(games) => games.iter().any(|game| game == name),
            None => *variant == variants::CHESS,
        }
    }

    fn set_game(&mut self, name: &str, variant: &'static Variant, patience: Patience) -> Result<(), Trouble> {
        if self.variant == Some(variant) {
            return Ok(());
        }
        if !self.offers(name, variant) {
            return Err(Trouble::NoVariant(name.to_owned()));
        }
        if self.introduction.has_option(VARIANT) {
            self.process.say(&format!("setoption name {VARIANT} value {name}"))?;
        }
        self.process.say("ucinewgame")?;
        self.settle(patience)?;
        self.variant = Some(variant);
        Ok(())
    }

    fn settle(&mut self, patience: Patience) -> Result<(), Trouble> {
        self.process.say("isready")?;
        let deadline = Instant::now() + patience.settling;
        self.process.wait(deadline, |line| (line == "readyok").then_some(()))
    }

    fn think(&mut self, game: &Game, limits: Limits, patience: Patience) -> Result<Line, Trouble> {
        let position = game.position();
        self.process.say(&place(game))?;
        let nodes = limits.nodes.map_or(String::new(), |nodes| format!(" nodes {nodes}"));
        self.process.say(&format!("go{nodes} movetime {}", limits.time.as_millis().max(1)))?;
        let deadline = Instant::now() + limits.time + patience.answering;
        let mut found = Line { score: Score::Centipawns(0), depth: 0, nodes: 0, moves: Vec::new() };
        let text = self.process.wait(deadline, |line| match line.strip_prefix("bestmove ") {
            Some(rest) => Some(rest.split_whitespace().next().unwrap_or_default().to_owned()),
            None => {
                lines::hear(position, &mut found, line);
                None
            }
        })?;
        let Some(best) = lines::read_move(position, &text) else {
            return Err(Trouble::Illegal { text, fen: fen::print(position), game: position.variant().key });
        };
        if found.moves.first() != Some(&best) {
            found.moves = vec![best];
        }
        Ok(found)
    }
}

fn introduce(process: &mut Process, patience: Patience) -> Result<Introduction, Trouble> {
    process.say("uci")?;
    let mut introduction = Introduction::default();
    let deadline = Instant::now() + patience.settling;
    process.wait(deadline, |line| introduction.hear(line).then_some(()))?;
    Ok(introduction)
}

/// The position as the interface has it: the last one that can't come again, and the moves from there.
fn place(game: &Game) -> String {
    let quiet = (game.position().halfmove_clock() as usize).min(game.ply());
    let begin = game.ply() - quiet;
    let start = game.position_at(begin).unwrap_or(game.position());
    let mut text = format!("position fen {}", fen::print(start));
    for (index, (position, played)) in game.plies().skip(begin).enumerate() {
        text.push_str(if index == 0 { " moves " } else { " " });
        text.push_str(&uci::print(position, played));
    }
    text
}

/// What an engine turned out to be.
#[derive(Debug)]
pub struct Report {
    /// Its name and version.
    pub name: String,
    /// The games that it is to play and does.
    pub plays: Vec<&'static Variant>,
    /// The games that it could be asked about but doesn't know.
    pub lacks: Vec<&'static Variant>,
}

/// How long an engine thinks when it is tried out.
const TRIAL: Limits = Limits { nodes: Some(1_000), time: Duration::from_millis(500) };

/// Starts an engine and lets it make a move in each game.
///
/// # Errors
///
/// The first [`Trouble`] that it makes; a game that it lacks is one only when the configuration lists it.
pub fn check(settings: &config::Outside) -> Result<Report, Trouble> {
    let mut outside = Outside::new(settings.clone());
    let mut report = Report { name: String::new(), plays: Vec::new(), lacks: Vec::new() };
    for variant in variants::ALL.into_iter().filter(|variant| settings.may_play(variant)) {
        match outside.answer(&Game::new(variant), TRIAL) {
            Ok(_) => report.plays.push(variant),
            Err(Trouble::NoVariant(_)) if settings.games.is_empty() => report.lacks.push(variant),
            Err(trouble) => return Err(trouble),
        }
    }
    report.name = outside.running.map_or(String::new(), |running| running.introduction.name);
    Ok(report)
}
