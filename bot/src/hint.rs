//! Hints: told in three steps, each more than the one before.

use rules::search::{Line, Score};
use rules::{Move, Position, uci};
use serde::{Deserialize, Serialize};

/// How much of a hint is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Which piece to look at.
    Piece,
    /// The square that it should go to.
    Square,
    /// The move, and why.
    Move,
}

impl Step {
    /// The step after this one; after the last nothing more is to be told.
    pub fn next(self) -> Step {
        match self {
            Step::Piece => Step::Square,
            Step::Square | Step::Move => Step::Move,
        }
    }

    /// As it is stored.
    pub fn number(self) -> u8 {
        match self {
            Step::Piece => 1,
            Step::Square => 2,
            Step::Move => 3,
        }
    }

    /// The step stored as this.
    pub fn from_number(number: u8) -> Option<Step> {
        [Step::Piece, Step::Square, Step::Move].into_iter().find(|step| step.number() == number)
    }
}

/// A line as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    /// How good it is for the side to move.
    #[serde(with = "ScoreForm")]
    pub score: Score,
    /// The moves of both sides in coordinate form, at least one.
    pub moves: Vec<String>,
}

/// How a score is serialised.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Score", rename_all = "lowercase")]
enum ScoreForm {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves.
    Mate(i32),
}

impl Advice {
    /// The advice that a line from this position is.
    pub fn of(position: &Position, line: &Line) -> Advice {
        let mut position = position.clone();
        let mut moves = Vec::new();
        for played in &line.moves {
            moves.push(uci::print(&position, *played));
            match position.play(*played) {
                Ok(next) => position = next,
                Err(_) => break,
            }
        }
        Advice { score: line.score, moves }
    }

    /// The line that this was, as far as it can be played in this position; `None` when not even its first move can.
    pub fn line(&self, position: &Position) -> Option<Line> {
        let (mut position, mut moves) = (position.clone(), Vec::new());
        for text in &self.moves {
            let Ok(played) = uci::parse(&position, text) else { break };
            position = position.after(played);
            moves.push(played);
        }
        let depth = moves.len() as u32;
        (depth > 0).then_some(Line { score: self.score, depth, nodes: 0, moves })
    }

    /// The move advised in this position; `None` when it isn't one of its moves.
    pub fn best(&self, position: &Position) -> Option<Move> {
        uci::parse(position, self.moves.first()?).ok()
    }
}
