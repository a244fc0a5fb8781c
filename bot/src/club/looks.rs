//! What changes nothing: boards, lists, rules, help, and the question before a resignation.

use super::games::pgn_of;
use super::{Hearing, action};
use crate::command::{Act, IfStep, VacationStep, Verb};
use crate::error::{Refusal, Trouble};
use crate::game::Game;
use crate::talk::Post;
use crate::text;

/// Whether this changes nothing.
pub(super) fn is_look(act: &Act) -> bool {
    match act {
        Act::Clock
        | Act::Vacation(VacationStep::Show)
        | Act::If(IfStep::Show)
        | Act::Challenges
        | Act::Board { .. }
        | Act::Moves
        | Act::Resign { confirmed: false }
        | Act::Games
        | Act::Pgn
        | Act::Fen
        | Act::Rules(_)
        | Act::Help(_) => true,
        Act::Challenge { .. }
        | Act::Accept
        | Act::Decline
        | Act::Withdraw
        | Act::Resign { confirmed: true }
        | Act::Draw(_)
        | Act::Takeback(_)
        | Act::Abort
        | Act::Rematch
        | Act::Hint { .. }
        | Act::Review
        | Act::Move(_)
        | Act::Claim
        | Act::Vacation(_)
        | Act::If(_) => false,
    }
}

impl Hearing<'_> {
    pub(super) fn look(&self, act: &Act) -> Result<Vec<Post>, Trouble> {
        let post = match act {
            Act::Board { at } => self.board(&self.shown_game(act)?, *at)?,
            Act::Moves => {
                let game = self.shown_game(act)?;
                match game.summary.end {
                    Some(_) => return Err(Refusal::GameOver(game.number()).into()),
                    None => self.answer(text::moves_listed(&game)),
                }
            }
            Act::Clock => self.clocks(&self.shown_game(act)?)?,
            Act::Vacation(_) => self.vacation()?,
            Act::If(_) => self.conditionals(&self.my_game(act)?)?,
            Act::Fen => {
                let game = self.shown_game(act)?;
                self.post(&self.ask.room, game.number(), text::fen_shown(&game))
            }
            Act::Pgn => {
                let game = self.shown_game(act)?;
                let post = self.post(&self.ask.room, game.number(), text::pgn_shown(&game));
                Post { attachments: vec![pgn_of(&game)], ..post }
            }
            Act::Resign { .. } => {
                let game = self.my_game(act)?;
                let opponent = game.summary.opponent_of(self.me()).expect("the asker plays in it");
                let question = self.answer(text::resignation_question(&game, opponent));
                Post { actions: vec![action(game.number(), Act::Resign { confirmed: true })], ..question }
            }
            Act::Games => {
                let mut games = self.memory.running_games_of(self.me())?;
                games.sort_by_key(|game| game.urgency_for(self.me()));
                self.answer(text::games_listed(&games, self.me(), self.now))
            }
            Act::Challenges => {
                let mut challenges = self.memory.open_challenges_in(&self.ask.room, self.now)?;
                let mine = self.memory.open_challenges_of(self.me(), self.now)?;
                challenges.extend(mine.into_iter().filter(|challenge| challenge.room != self.ask.room));
                self.answer(text::challenges_listed(&challenges, self.me()))
            }
            Act::Rules(Some(kind)) => self.answer(text::rules_of(*kind)),
            Act::Rules(None) => match self.shown_game(act) {
                Ok(game) => self.answer(text::rules_of(game.summary.kind)),
                Err(Trouble::Refusal(refusal)) if matches!(*refusal, Refusal::NoGameHere) => {
                    self.answer(text::help_on(Verb::Rules))
                }
                Err(trouble) => return Err(trouble),
            },
            Act::Help(Some(verb)) => self.answer(text::help_on(*verb)),
            _ => self.answer(text::help()),
        };
        Ok(vec![post])
    }

    /// The game to be shown: the one named, the asker's in this room, the only one in this room, or the last that
    /// ended here.
    pub(super) fn shown_game(&self, act: &Act) -> Result<Game, Trouble> {
        if let Some(number) = self.game {
            return self.visible_game(number);
        }
        let mine = self.my_games_here()?;
        let running = if mine.is_empty() { self.memory.running_games_in(&self.ask.room)? } else { mine };
        if !running.is_empty() {
            return self.only(&running, act);
        }
        let ended = match self.memory.last_ended_in(&self.ask.room, Some(self.me()))? {
            Some(game) => Some(game),
            None => self.memory.last_ended_in(&self.ask.room, None)?,
        };
        ended.map_or(Err(Refusal::NoGameHere.into()), |game| self.visible_game(game.number))
    }

    fn board(&self, game: &Game, at: Option<u32>) -> Result<Post, Trouble> {
        let number = game.number();
        let last = game.record.ply();
        let ply = at.map_or(last, |at| at as usize);
        let board = match game.record.position_at(ply) {
            None => return Err(Refusal::NoSuchPly(number, last).into()),
            Some(_) if ply == last => Some(game.board()),
            Some(position) => game.board_at(ply, position.turn()),
        };
        let post = self.post(&self.ask.room, number, text::board_shown(game, ply));
        Ok(Post { board, ..post })
    }
}
