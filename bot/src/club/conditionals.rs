//! Moves that a player has prepared for the opponent's.

use rules::Move;

use super::Hearing;
use crate::conditional;
use crate::error::{Fault, Refusal, Trouble};
use crate::game::{Game, Played};
use crate::talk::Post;
use crate::text;

impl Hearing<'_> {
    /// What the player to move has prepared as an answer to the last move, if anything; what doesn't fit is forgotten.
    /// A draw offered with the move is for the player to answer.
    pub(super) fn conditional_answer(&self, game: &Game, last: &Played) -> Result<Option<Move>, Fault> {
        let (number, side) = (game.number(), game.turn());
        let lines = self.memory.conditionals(number, side)?;
        if lines.is_empty() {
            return Ok(None);
        }
        let fitting = match game.offers.draw == Some(!side) {
            true => None,
            false => conditional::answer(&lines, &last.before, last.played, game.position()),
        };
        let (answer, left) = fitting.unzip();
        self.memory.set_conditionals(number, side, &left.unwrap_or_default())?;
        Ok(answer)
    }

    pub(super) fn add_conditionals(&self, game: &Game, typed: &str) -> Result<Vec<Post>, Trouble> {
        let (number, color) = (game.number(), self.color_in(game)?);
        if game.turn() == color {
            return Err(Refusal::MoveFirst(number).into());
        }
        let lines = self.memory.conditionals(number, color)?;
        let letters = self.letters_of(self.me())?;
        let read = conditional::parse(game.position(), typed, letters).and_then(|new| conditional::add(lines, new));
        let lines = read.map_err(|error| Refusal::Line(number, error))?;
        self.memory.set_conditionals(number, color, &lines)?;
        Ok(vec![self.conditionals(game)?])
    }

    pub(super) fn forget_conditionals(&self, game: &Game) -> Result<Vec<Post>, Trouble> {
        self.memory.set_conditionals(game.number(), self.color_in(game)?, &[])?;
        Ok(vec![self.conditionals(game)?])
    }

    /// The asker's lines, for nobody else to see: where others may read along, only their number.
    pub(super) fn conditionals(&self, game: &Game) -> Result<Post, Trouble> {
        let lines = self.memory.conditionals(game.number(), self.color_in(game)?)?;
        let post = self.answer(text::conditionals(game, &lines, !self.ask.is_private));
        Ok(Post { about: Some(game.number()), ..post })
    }
}
