//! Hints, and looking back at a finished game.

use rules::search::Line;
use rules::uci;

use super::manners::seen_by;
use super::{Hearing, action};
use crate::command::Act;
use crate::engine::Asker;
use crate::error::{Fault, Refusal, Trouble};
use crate::game::{Game, Reason};
use crate::hint::{Advice, Step};
use crate::review::{Judgement, TurningPoint, turning_points};
use crate::store::KeptHint;
use crate::talk::{Board, Post};
use crate::text;

impl Hearing<'_> {
    fn asker(&self) -> Asker {
        Asker { person: self.me().clone(), room: self.ask.room.clone(), event: self.ask.event.clone() }
    }

    /// Tells a hint, or has it thought about first, which is then answered later.
    pub(super) fn hint(&self, act: &Act) -> Result<Vec<Post>, Trouble> {
        let game = self.game_to_be_hinted_at(act)?;
        let number = game.number();
        if game.to_move() != self.me() {
            return Err(Refusal::NotYourTurn(vec![(number, game.to_move().clone())]).into());
        }
        if !game.summary.terms.hints {
            return Err(Refusal::NoHints { number, rated: game.summary.terms.rated }.into());
        }
        let is_whole = matches!(act, Act::Hint { whole: true });
        let first = if is_whole { Step::Move } else { Step::Piece };
        match self.memory.hint(&game)? {
            Some(KeptHint { step, advice: Some(advice) }) => {
                let step = step.next().max(first);
                let told = self.hint_told(&game, step, &advice)?;
                self.memory.keep_hint(&game, &KeptHint { step, advice: Some(advice) }, self.now)?;
                Ok(vec![told])
            }
            _ => {
                if let Some(waiting) = self.memory.awaited_hint(self.me())? {
                    return Err(Refusal::HintComing(waiting).into());
                }
                self.memory.keep_hint(&game, &KeptHint { step: first, advice: None }, self.now)?;
                self.memory.want_hint(number, &self.asker(), self.now)?;
                Ok(Vec::new())
            }
        }
    }

    /// The game named, or the only one here in which it is the asker's turn, or the only one.
    fn game_to_be_hinted_at(&self, act: &Act) -> Result<Game, Trouble> {
        if self.game.is_none() {
            let mut awaiting = self.my_games_here()?;
            awaiting.retain(|game| game.awaits(self.me()));
            if !awaiting.is_empty() {
                return self.only(&awaiting, act);
            }
        }
        self.my_game(act)
    }

    /// Keeps what was found for a hint, and tells as much of it as was asked for.
    pub(super) fn hint_found(&self, game: &Game, line: Option<&Line>) -> Result<Vec<Post>, Trouble> {
        let (Some(hint), Some(line)) = (self.memory.hint(game)?, line) else { return Ok(Vec::new()) };
        let advice = Advice::of(game.position(), line);
        let told = self.hint_told(game, hint.step, &advice)?;
        self.memory.keep_hint(game, &KeptHint { advice: Some(advice), ..hint }, self.now)?;
        Ok(vec![told])
    }

    fn hint_told(&self, game: &Game, step: Step, advice: &Advice) -> Result<Post, Fault> {
        let (number, position) = (game.number(), game.position());
        let mut board = self.board_for(game, self.me())?;
        if let Some(best) = advice.best(position) {
            match step {
                Step::Piece => board.marks = vec![best.from.to_string()],
                Step::Square => board.marks = vec![best.from.to_string(), best.to.to_string()],
                Step::Move => board.arrows = vec![format!("{}{}", best.from, best.to)],
            }
        }
        let actions = match step {
            Step::Move => Vec::new(),
            Step::Piece | Step::Square => vec![action(number, Act::Hint { whole: false })],
        };
        let told = self.answer(text::hint_told(game, step, advice, self.letters_of(self.me())?));
        Ok(Post { is_secret: true, about: Some(number), board: Some(board), actions, ..told })
    }

    /// Tells the turning points of a finished game, or has them looked for first.
    pub(super) fn review(&self) -> Result<Vec<Post>, Trouble> {
        let number = match self.game {
            Some(number) => number,
            None => {
                let mine = self.memory.last_ended_in(&self.ask.room, Some(self.me()))?;
                let ended = match mine {
                    Some(game) => Some(game),
                    None => self.memory.last_ended_in(&self.ask.room, None)?,
                };
                match ended {
                    Some(game) => game.number,
                    None => self.shown_game(&Act::Review)?.number(),
                }
            }
        };
        let game = self.visible_game(number)?;
        match game.summary.end {
            None => return Err(Refusal::GameRunning(number).into()),
            Some(end) if end.reason == Reason::Aborted => return Err(Refusal::NothingToReview(number).into()),
            Some(_) if game.record.ply() == 0 => return Err(Refusal::NothingToReview(number).into()),
            Some(_) => {}
        }
        match self.memory.review(number)? {
            Some(points) => Ok(self.review_told(&game, &points)?),
            None => {
                self.memory.want_review(number, &self.asker(), self.now)?;
                Ok(vec![Post { about: Some(number), ..self.answer(text::review_begun(&game)) }])
            }
        }
    }

    /// Keeps the turning points found in a game, and tells them.
    pub(super) fn reviewed(&self, game: &Game, found: &[Option<Line>]) -> Result<Vec<Post>, Trouble> {
        let judgement = |line: &Option<Line>| {
            let line = line.as_ref()?;
            Some(Judgement { score: line.score, best: *line.moves.first()? })
        };
        let judgements: Vec<Option<Judgement>> = found.iter().map(judgement).collect();
        let points = turning_points(&game.record, &judgements);
        self.memory.keep_review(game.number(), &points, self.now)?;
        Ok(self.review_told(game, &points)?)
    }

    fn review_told(&self, game: &Game, points: &[TurningPoint]) -> Result<Vec<Post>, Fault> {
        let (number, letters) = (game.number(), self.letters_of(self.me())?);
        let said = |text, board| Post { board, ..self.post(&self.ask.room, number, text) };
        let mut posts = vec![said(text::review_summary(game, points, letters), None)];
        for point in points {
            let Some((before, played)) = game.record.plies().nth(point.ply) else { continue };
            let Ok(better) = uci::parse(before, &point.better) else { continue };
            let Some(board) = game.board_at(point.ply, before.turn()) else { continue };
            let board = seen_by(self.memory, board, game.summary.color_of(self.me()), self.me())?;
            let arrows = [played, better].map(|shown| format!("{}{}", shown.from, shown.to)).into();
            let board = Board { arrows, marks: vec![better.to.to_string()], ..board };
            posts.push(said(text::turning_point(game, point, before, [played, better], letters), Some(board)));
        }
        Ok(posts)
    }
}
