//! Thinking: what the club wants to know of the engine, and the workers that find it out.
//!
//! The club says what is to be studied and is told what was found; the [`Pool`] between has a few threads of its own,
//! so that no thought ever holds up a move. Whoever can answer a study is a [`Thinker`]; ours is [`Builtin`], to which
//! [`Assisted`] adds one from outside.

mod assisted;
pub mod outside;
mod pool;
mod recent;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rules::Game;
use rules::search::{Engine, Limits, Line};

use crate::machine::Level;
use crate::names::{EventKey, GameNumber, Person, Room};
pub use assisted::Assisted;
pub use pool::Pool;

/// How large a search's memory may be, in megabytes. One that is limited to few positions needs less: one for so many.
const MOST_MEGABYTES: u64 = 16;
const NODES_PER_MEGABYTE: u64 = 20_000;

/// The positions that are searched for one position of a review: a game of eighty plies then takes a core about twenty
/// seconds.
const REVIEW_NODES: u64 = 60_000;

/// The longest that a move of a machine player or a position of a review may take, whatever the positions searched.
const LONGEST_REPLY: Duration = Duration::from_secs(10);
const LONGEST_OF_REVIEW: Duration = Duration::from_millis(250);

/// The number of something to be thought about; it is never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StudyId(pub i64);

/// Something to be thought about.
#[derive(Clone, Debug)]
pub struct Study {
    /// Its number.
    pub id: StudyId,
    /// The game that it is about.
    pub game: GameNumber,
    /// The game's start and moves.
    pub record: Game,
    /// What for.
    pub purpose: Purpose,
}

/// What something is thought about for.
#[derive(Clone, Debug)]
pub enum Purpose {
    /// The move of a machine player of this level.
    Reply(Level),
    /// A hint to the player on the move.
    Hint(Asker),
    /// A look back at every position of a finished game.
    Review(Asker),
}

/// Who wants to know something, and where.
#[derive(Clone, Debug)]
pub struct Asker {
    /// Who.
    pub person: Person,
    /// Where it was asked; the answer goes there.
    pub room: Room,
    /// The event by which it was asked.
    pub event: EventKey,
}

impl Study {
    /// How many positions are to be thought about.
    fn positions(&self) -> usize {
        match self.purpose {
            Purpose::Reply(_) | Purpose::Hint(_) => 1,
            Purpose::Review(_) => self.record.ply() + 1,
        }
    }

    /// The game up to one of these positions.
    fn position(&self, index: usize) -> Game {
        let mut game = self.record.clone();
        if matches!(self.purpose, Purpose::Review(_)) {
            game.rewind(index);
        }
        game
    }

    /// How hard each position is thought about, where a hint may take `hint`.
    fn effort(&self, hint: Duration) -> Effort {
        match self.purpose {
            Purpose::Reply(level) => Effort::Level(level, self.id.0.unsigned_abs()),
            Purpose::Hint(_) => Effort::Time(hint),
            Purpose::Review(_) => Effort::Nodes(REVIEW_NODES),
        }
    }

    /// How long a position may take, where a hint may take `hint`.
    fn time(&self, hint: Duration) -> Duration {
        match self.purpose {
            Purpose::Reply(_) => LONGEST_REPLY,
            Purpose::Hint(_) => hint,
            Purpose::Review(_) => LONGEST_OF_REVIEW,
        }
    }

    /// Whether somebody sits and waits for it.
    fn is_urgent(&self) -> bool {
        !matches!(self.purpose, Purpose::Review(_))
    }
}

/// How hard a position is to be thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For so long, when somebody raises the flag.
    Time(Duration),
    /// About so many positions are searched.
    Nodes(u64),
    /// As a machine player of this level does; the seed decides where chance does.
    Level(Level, u64),
}

/// What was found: for each position studied the best line, or `None` where there is no move.
pub type Findings = Result<Vec<Option<Line>>, Broken>;

/// A thought ended in a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a thought ended in a panic")]
pub struct Broken;

/// Something that finds good moves.
pub trait Thinker: Send + Sync + 'static {
    /// The best line from a game's present position, or the best found by the time that somebody raises the flag; `None`
    /// when the side to move has no move.
    fn think(&self, game: &Game, effort: Effort, stop: &AtomicBool) -> Option<Line>;
}

/// The engine of this project.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin;

impl Thinker for Builtin {
    fn think(&self, game: &Game, effort: Effort, stop: &AtomicBool) -> Option<Line> {
        let nodes = match effort {
            Effort::Level(level, seed) => {
                return engine(game, Some(level.most_nodes())).choose(game, level, seed, Some(stop));
            }
            Effort::Nodes(nodes) => Some(nodes),
            Effort::Time(_) => None,
        };
        engine(game, nodes).search(game, Limits { depth: None, nodes, stop: Some(stop) }, |_| {})
    }
}

/// An engine for a game with a memory for so many positions, or as large a one as may be.
fn engine(game: &Game, nodes: Option<u64>) -> Engine {
    let megabytes = nodes.map_or(MOST_MEGABYTES, |nodes| (nodes / NODES_PER_MEGABYTE).clamp(1, MOST_MEGABYTES));
    Engine::new(game.position().variant(), megabytes as usize)
}

/// Does some work, and raises its flag when the time is up.
fn within<T>(time: Duration, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (finished, waiting) = mpsc::channel::<()>();
        scope.spawn(move || {
            // Work that ends by itself hangs up, which ends the wait.
            if waiting.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                stop.store(true, Relaxed);
            }
        });
        let _hung_up_even_after_a_panic = finished;
        work()
    })
}
