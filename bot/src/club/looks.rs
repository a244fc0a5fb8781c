//! What changes nothing: boards, lists, rules, help, and the question before a resignation.

use rules::Color;

use super::games::{pgn_of, replay_of};
use super::manners::seen_by;
use super::{Hearing, action};
use crate::command::{Act, IfStep, RoomStep, VacationStep, Verb};
use crate::error::{Refusal, Trouble};
use crate::game::Game;
use crate::json;
use crate::talk::{Attachment, Board, File, Post};
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
        | Act::Games { .. }
        | Act::History { .. }
        | Act::Stats { .. }
        | Act::Top { .. }
        | Act::Versus(_)
        | Act::Pgn
        | Act::Json
        | Act::Replay
        | Act::Fen
        | Act::Rules(_)
        | Act::Settings
        | Act::Blocks
        | Act::Export
        | Act::Forget { confirmed: false }
        | Act::Room(RoomStep::Show)
        | Act::Help(_) => true,
        Act::Challenge { .. }
        | Act::Challenged(_)
        | Act::Set(_)
        | Act::Block(_)
        | Act::Unblock(_)
        | Act::Forget { confirmed: true }
        | Act::Room(_)
        | Act::Stop
        | Act::Adjudicate(_)
        | Act::Mute { .. }
        | Act::Unmute(_)
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
            Act::Board { at, view } => self.board(&self.shown_game(act)?, *at, view.map(Color::from))?,
            Act::Moves => {
                let game = self.shown_game(act)?;
                match game.summary.end {
                    Some(_) => return Err(Refusal::GameOver(game.number()).into()),
                    None => self.answer(text::moves_listed(&game, self.letters_of(self.me())?)),
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
            Act::Json => {
                let game = self.shown_game(act)?;
                let post = self.post(&self.ask.room, game.number(), text::pgn_shown(&game));
                let name = format!("game-{}.json", game.number().0);
                Post { attachments: vec![Attachment { name, file: File::Text(json::print(&game)) }], ..post }
            }
            Act::Replay => {
                let game = self.shown_game(act)?;
                let board = self.board_for(&game, self.me())?;
                let post = self.post(&self.ask.room, game.number(), text::pgn_shown(&game));
                Post { attachments: vec![replay_of(&game, &board)], ..post }
            }
            Act::Resign { .. } => {
                let game = self.my_game(act)?;
                let opponent = game.summary.opponent_of(self.me()).expect("the asker plays in it");
                let question = self.answer(text::resignation_question(&game, opponent));
                Post { actions: vec![action(game.number(), Act::Resign { confirmed: true })], ..question }
            }
            Act::Games { here: false, page } => self.answer(self.my_games(*page)?),
            Act::Games { here: true, page } => self.answer(self.games_here(*page)?),
            Act::History { person, page } => self.answer(self.history(person.as_ref().unwrap_or(self.me()), *page)?),
            Act::Stats { person, kind } => self.answer(self.stats(person.as_ref().unwrap_or(self.me()), *kind)?),
            Act::Top { kind, everywhere } => self.answer(self.top(*kind, *everywhere)?),
            Act::Versus(other) => self.answer(self.versus(other)?),
            Act::Settings => self.settings(&self.memory.settings_of(self.me())?),
            Act::Blocks => self.answer(text::blocks(&self.memory.blocked_by(self.me())?)),
            Act::Export => self.export()?,
            Act::Forget { .. } => self.forget_question()?,
            Act::Room(_) => self.answer(text::house(&self.memory.house(self.ask.hall())?)),
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

    fn board(&self, game: &Game, at: Option<u32>, view: Option<Color>) -> Result<Post, Trouble> {
        let number = game.number();
        let last = game.record.ply();
        let ply = at.map_or(last, |at| at as usize);
        let board = match game.record.position_at(ply) {
            None => return Err(Refusal::NoSuchPly(number, last).into()),
            Some(_) if ply == last => Some(game.board()),
            Some(position) => game.board_at(ply, position.turn()),
        };
        let own = game.summary.color_of(self.me());
        let seen = board.map(|board| seen_by(self.memory, board, own, self.me())).transpose()?;
        let board = seen.map(|board| Board { view: view.unwrap_or(board.view), ..board });
        let post = self.post(&self.ask.room, number, text::board_shown(game, ply, self.letters_of(self.me())?));
        Ok(Post { board, ..post })
    }
}
