//! Our engine with one from outside before it.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rules::Game;
use rules::search::Line;

use super::outside::{Limits, Outside};
use super::{Builtin, Effort, Thinker};
use crate::config;

/// The longest that a limited number of positions may take an engine from outside.
const LONGEST: Duration = Duration::from_secs(2);

/// Asks an engine from outside for hints and judgements of games that it knows, and thinks for itself about all else.
///
/// What it says is the best move is no measure for a machine player's level, so those are always ours.
pub struct Assisted {
    settings: config::Outside,
    /// Engines that nobody asks just now. There are as many as there were ever askers at once.
    idle: Mutex<Vec<Outside>>,
}

impl Assisted {
    /// With the engine that is configured, if any.
    pub fn new(settings: config::Outside) -> Assisted {
        Assisted { settings, idle: Mutex::default() }
    }

    fn ask_outside(&self, game: &Game, limits: Limits) -> Option<Line> {
        if !self.settings.is_configured() {
            return None;
        }
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = idle().pop();
        let mut engine = engine.unwrap_or_else(|| Outside::new(self.settings.clone()));
        let line = engine.think(game, limits);
        idle().push(engine);
        line
    }
}

impl Thinker for Assisted {
    fn think(&self, game: &Game, effort: Effort, stop: &AtomicBool) -> Option<Line> {
        let found = match effort {
            Effort::Level(..) => None,
            Effort::Time(time) => self.ask_outside(game, Limits { nodes: None, time }),
            Effort::Nodes(nodes) => self.ask_outside(game, Limits { nodes: Some(nodes), time: LONGEST }),
        };
        found.or_else(|| Builtin.think(game, effort, stop))
    }
}
