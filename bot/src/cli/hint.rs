//! The command `hint`: the move to play, found by searching.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use centaur::text;
use clap::Args;
use jiff::SignedDuration;
use rules::search::{Engine, Limits, Line, Score};
use rules::{Game, Position, uci};

const TABLE_MEGABYTES: usize = 64;
/// How long is thought when nothing else is asked for.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// When the search ends; after a second when nothing is said.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct Effort {
    /// Think for so long, such as `1s` or `500ms`
    #[arg(long, value_name = "TIME")]
    time: Option<SignedDuration>,
    /// Visit so many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Look so many plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

impl Effort {
    fn time(&self) -> Result<Option<Duration>> {
        match (self.time, self.nodes, self.depth) {
            (Some(time), ..) => Ok(Some(Duration::try_from(time).context("the time can't be negative")?)),
            (None, None, None) => Ok(Some(USUAL_TIME)),
            _ => Ok(None),
        }
    }
}

/// The best move, its score, how deep and wide the search was, the line that it expects, and what speaks for the move.
pub(super) fn hint(position: Position, effort: &Effort, output: &mut impl Write) -> Result<()> {
    let time = effort.time()?;
    let stop = AtomicBool::new(false);
    let game = Game::from_position(position);
    let engine = Engine::new(game.position().variant(), TABLE_MEGABYTES);
    let limits = Limits { depth: effort.depth, nodes: effort.nodes, stop: Some(&stop) };
    let found = thread::scope(|scope| {
        let (finished, waiting) = std::sync::mpsc::channel::<()>();
        if let Some(time) = time {
            let stop = &stop;
            scope.spawn(move || {
                // A search that ends by itself hangs up, which ends the wait.
                let _time_is_up = waiting.recv_timeout(time);
                stop.store(true, Relaxed);
            });
        }
        let found = engine.search(&game, limits, |_| {});
        drop(finished);
        found
    });
    let line = found.context("the side to move has no move")?;
    print(game.position(), &line, output)?;
    writeln!(output, "why {}", text::motive(&game, &line))?;
    Ok(())
}

fn print(position: &Position, line: &Line, output: &mut impl Write) -> Result<()> {
    let mut after = position.clone();
    let mut moves = Vec::new();
    for played in &line.moves {
        moves.push(uci::print(&after, *played));
        after = after.after(*played);
    }
    let score = match line.score {
        Score::Centipawns(score) => format!("cp {score}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    writeln!(output, "bestmove {}", moves.first().map_or("(none)", String::as_str))?;
    writeln!(output, "score {score}\ndepth {}\nnodes {}\npv {}", line.depth, line.nodes, moves.join(" "))?;
    Ok(())
}
