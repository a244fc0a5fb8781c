//! Games written as JSON, for programs.

use rules::{Color, fen, san, uci};
use serde::Serialize;

use crate::clock::Timing;
use crate::game::Game;

/// A game as it is written; fields are only ever added.
#[derive(Serialize)]
struct Written<'g> {
    number: u32,
    game: &'static str,
    white: &'g str,
    black: &'g str,
    started: String,
    start: String,
    moves: Vec<WrittenMove>,
    fen: String,
    result: String,
    reason: Option<String>,
    /// In how many positions White and Black were given a hint.
    hints: [usize; 2],
    /// What was agreed on about time, as the database keeps it.
    timing: Timing,
}

#[derive(Serialize)]
struct WrittenMove {
    coordinates: String,
    san: String,
    /// What the mover had left, in seconds, where a clock ran.
    left: Option<i64>,
}

/// The game as JSON for people to read as well, ending with a line break.
pub fn print(game: &Game) -> String {
    serde_json::to_string_pretty(&written(game)).expect("nothing in it can fail to be written") + "\n"
}

/// The game as JSON on one line, with its break.
pub fn print_line(game: &Game) -> String {
    serde_json::to_string(&written(game)).expect("nothing in it can fail to be written") + "\n"
}

/// The game as a part of something larger.
pub(crate) fn value(game: &Game) -> serde_json::Value {
    serde_json::to_value(written(game)).expect("nothing in it can fail to be written")
}

fn written(game: &Game) -> Written<'_> {
    let end = game.summary.end;
    let left = |ply: usize| game.left_at_moves.get(ply).copied().flatten();
    let moves = game.record.plies().enumerate().map(|(ply, (before, played))| WrittenMove {
        coordinates: uci::print(before, played),
        san: san::print(before, played),
        left: left(ply).map(|left| left.as_secs()),
    });
    Written {
        number: game.number().0,
        game: game.summary.kind.0.key,
        white: &game.player(Color::White).name,
        black: &game.player(Color::Black).name,
        started: game.summary.started.to_string(),
        start: fen::print(game.record.position_at(0).expect("a game has its start")),
        moves: moves.collect(),
        fen: fen::print(game.position()),
        result: end.and_then(|end| end.score).map_or("*".to_owned(), |score| score.to_string()),
        reason: end.map(|end| end.reason.key()),
        hints: game.hints,
        timing: game.summary.terms.timing,
    }
}
