//! Conditional moves: what a player will play when the opponent plays something. Pure.
//!
//! A line is the opponent's move and one's own in turn, such as `exd5 Qxd5 Nc3 Qd8`. `any` stands for every move of the
//! opponent's for which no other line has an answer. Up to the first `any` everything is checked when the line is made
//! and is written in the canonical form; what follows is kept as it is, with English letters, and checked when it is to be
//! played.

use std::fmt;

use rules::{Move, Objection, Position, read, san};
use serde::{Deserialize, Serialize};

use crate::letters::Letters;

/// The most lines that one side may have in a game.
pub const MOST_LINES: usize = 20;
/// The longest line, in moves of both sides.
pub const LONGEST: usize = 20;
/// What stands for every move of the opponent's.
pub const ANY: &str = "any";

/// Moves of both sides in turn, the opponent's first and one's own last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Line(pub Vec<String>);

/// Why a line can't be kept.
#[derive(Clone, Debug)]
pub enum LineError {
    /// A move isn't legal when it would be played.
    Move {
        /// The position in which it would be.
        position: Box<Position>,
        /// What was typed.
        typed: String,
        /// What stands against it.
        objection: Objection,
        /// With which letters.
        letters: Letters,
    },
    /// Whatever the opponent plays, this move will not be legal.
    NeverLegal(String),
    /// Something is no move of this game.
    NoMove(String),
    /// The line ends with a move of the opponent's.
    NoAnswer(String),
    /// There are more lines, or longer ones, than are kept.
    TooMany,
}

/// Reads lines as they are typed with these letters, separated by semicolons, for a position with the opponent to move.
///
/// # Errors
///
/// [`LineError`] about the first that can't be kept.
pub fn parse(position: &Position, typed: &str, letters: Letters) -> Result<Vec<Line>, LineError> {
    let lines = typed.split([';', '\n']).filter(|line| !line.trim().is_empty());
    lines.map(|line| parse_line(position, line, letters)).collect()
}

fn parse_line(start: &Position, typed: &str, letters: Letters) -> Result<Line, LineError> {
    // "if any: h3", "exd5, then Qxd5" and "12. exd5 Qxd5" say no more than the moves.
    let words = typed.split(|letter: char| letter.is_whitespace() || letter == ',');
    let words = words.map(|word| word.trim_end_matches(':')).filter(|word| {
        let is_number = word.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
        !is_number && !["if", "then"].contains(&word.to_lowercase().as_str())
    });
    let mut moves: Vec<String> = Vec::new();
    // Where the line has led; after `any` that isn't known.
    let mut position = Some(start.clone());
    for word in words {
        let is_answer = moves.len() % 2 == 1;
        let is_after_any = is_answer && moves.last().is_some_and(|last| last == ANY);
        let written = match position.take() {
            Some(before) if !is_answer && word.eq_ignore_ascii_case(ANY) => {
                position = Some(before);
                ANY.to_owned()
            }
            Some(before) if is_after_any => {
                check_after_any(&before, word, letters)?;
                word.to_owned()
            }
            Some(before) => {
                let played = letters.explain(&before, word).map_err(|objection| LineError::Move {
                    position: Box::new(before.clone()),
                    typed: word.to_owned(),
                    objection,
                    letters,
                })?;
                position = before.play(played).ok();
                san::print(&before, played)
            }
            None if !is_answer && word.eq_ignore_ascii_case(ANY) => ANY.to_owned(),
            None if read::readings(start.variant(), word).is_empty() => return Err(LineError::NoMove(word.to_owned())),
            None => word.to_owned(),
        };
        moves.push(written);
    }
    match moves.last() {
        None => Err(LineError::NoMove(typed.trim().to_owned())),
        Some(last) if moves.len() % 2 == 1 => Err(LineError::NoAnswer(last.clone())),
        Some(_) if moves.len() > LONGEST => Err(LineError::TooMany),
        Some(_) => Ok(Line(moves)),
    }
}

/// Whether there is a move after which this answer is legal, and none after which it means something else in English.
fn check_after_any(before: &Position, answer: &str, letters: Letters) -> Result<(), LineError> {
    let mut is_possible = false;
    for after in before.legal_moves().into_iter().filter_map(|played| before.play(played).ok()) {
        let read = read::read(&after, answer).ok();
        if letters.explain(&after, answer).ok() != read {
            return Err(LineError::NoMove(answer.to_owned()));
        }
        is_possible |= read.is_some();
    }
    match is_possible {
        true => Ok(()),
        false if read::readings(before.variant(), answer).is_empty() => Err(LineError::NoMove(answer.to_owned())),
        false => Err(LineError::NeverLegal(answer.to_owned())),
    }
}

/// The lines together with new ones, which go before those that answer the same moves otherwise.
///
/// # Errors
///
/// [`LineError::TooMany`] when there are more than are kept.
pub fn add(mut lines: Vec<Line>, new: Vec<Line>) -> Result<Vec<Line>, LineError> {
    for line in new {
        lines.retain(|old| !line.0.starts_with(&old.0) && !old.contradicts(&line));
        if !lines.iter().any(|old| old.0.starts_with(&line.0)) {
            lines.push(line);
        }
    }
    if lines.len() > MOST_LINES { Err(LineError::TooMany) } else { Ok(lines) }
}

impl Line {
    /// Whether both answer the same moves of the opponent's with different ones.
    fn contradicts(&self, other: &Line) -> bool {
        let same = self.0.iter().zip(&other.0).take_while(|(one, another)| one == another).count();
        same < self.0.len().min(other.0.len()) && same % 2 == 1
    }
}

/// The answer that lines have to the opponent's move from one position to the next, and what is left of the lines after
/// that answer. A line that names the move goes before those for any.
pub fn answer(lines: &[Line], before: &Position, played: Move, after: &Position) -> Option<(Move, Vec<Line>)> {
    let names_it = |line: &&Line| read::read(before, &line.0[0]).ok() == Some(played);
    let named: Vec<&Line> = lines.iter().filter(names_it).collect();
    let fitting = match named.is_empty() {
        true => lines.iter().filter(|line| line.0[0] == ANY).collect(),
        false => named,
    };
    let answer_of = |line: &Line| read::read(after, &line.0[1]).ok();
    let answer = answer_of(fitting.first()?)?;
    let same = fitting.into_iter().filter(|line| answer_of(line) == Some(answer));
    let left = same.map(|line| Line(line.0[2..].to_vec())).filter(|line| !line.0.is_empty());
    Some((answer, left.collect()))
}

impl fmt::Display for Line {
    /// As it is typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}
