//! `replay`: plays moves in any accepted notation and tells where they lead.

use std::io::{self, Read, Write};

use anyhow::{Context, Result, anyhow};
use centaur::letters::Letters;
use centaur::{pgn, text};
use rules::{Game, Move, Position, fen, read};

/// Plays the moves and prints the final FEN and the result.
pub(super) fn replay(start: Position, moves: &[String], output: &mut impl Write) -> Result<()> {
    let game = played(start, moves)?;
    writeln!(output, "{}\n{}", fen::print(game.position()), result(&game))?;
    Ok(())
}

/// The game of these moves, or of those on standard input when there are none.
pub(super) fn played(start: Position, moves: &[String]) -> Result<Game> {
    let mut game = Game::from_position(start);
    if moves.is_empty() {
        let mut input = String::new();
        io::stdin().lock().read_to_string(&mut input).context("can't read standard input")?;
        for line in input.lines() {
            play_all(&mut game, line)?;
        }
    } else {
        for text in moves {
            play_all(&mut game, text)?;
        }
    }
    Ok(game)
}

/// Plays what a text holds: one move, which may have spaces in it, or several with spaces between them.
fn play_all(game: &mut Game, text: &str) -> Result<()> {
    if let Ok(whole) = read(game.position(), text) {
        game.play(whole)?;
        return Ok(());
    }
    let variant = game.position().variant();
    let is_move = |word: &str| is_no_move(word) || !read::readings(variant, word).is_empty();
    if text.split_whitespace().all(is_move) {
        for word in text.split_whitespace().filter(|word| !is_no_move(word)) {
            let understood = understand(game, word)?;
            game.play(understood)?;
        }
        return Ok(());
    }
    understand(game, text).map(|_| ())
}

/// Whether a word only tells a move's number or a game's result.
fn is_no_move(word: &str) -> bool {
    let number = word.trim_end_matches(['.', '…']);
    let is_number = number.len() < word.len() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number || ["1-0", "0-1", "1/2-1/2", "*"].contains(&word)
}

fn understand(game: &Game, typed: &str) -> Result<Move> {
    let position = game.position();
    rules::explain(position, typed).map_err(|objection| {
        let why = text::objection(None, position, typed, &objection, Letters::English).to_string();
        anyhow!("move {} ({} {}): {}", game.ply() + 1, pgn::number(position), typed.trim(), why.trim_end())
    })
}

/// The score and the reason; a star while the game goes on, and the draw that may be claimed.
fn result(game: &Game) -> String {
    match (game.outcome(), game.claim()) {
        (Some(outcome), _) => format!("{} {}", outcome.score, outcome.ending),
        (None, Some(claim)) => format!("* {claim} may be claimed"),
        (None, None) => "*".to_owned(),
    }
}
