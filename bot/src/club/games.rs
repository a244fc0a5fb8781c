//! Moves, and everything else that happens in a running game.

use rules::{Color, Move, Objection, san, uci};

use super::manners::{board_for, called_to_move, seen_by};
use super::{Hearing, action, clocks};
use crate::command::{Act, DrawStep, TakebackStep};
use crate::error::{Fault, Refusal, Trouble};
use crate::game::{End, Game, OfferKind, Played, Reason, Summary};
use crate::names::Person;
use crate::pgn;
use crate::store::{NewMove, Transacted};
use crate::talk::{Attachment, Board, File, Post, Replay, Text};
use crate::text;

impl Hearing<'_> {
    /// A message that is a move and nothing else. It is chat, and gets no answer, unless a game of the asker can be
    /// meant.
    pub(super) fn plain_move(&self, numbered: bool, typed: &str) -> Result<Vec<Post>, Trouble> {
        let letters = self.letters_of(self.me())?;
        let can_mean = |game: &Summary| letters.is_move(game.kind.0, typed);
        let Some(number) = self.game else {
            let mut games = self.my_games_here()?;
            games.retain(can_mean);
            return if games.is_empty() { Ok(Vec::new()) } else { self.move_in_one_of(&games, typed) };
        };
        match self.memory.summary(number)?.filter(|game| game.color_of(self.me()).is_some()) {
            Some(game) if !can_mean(&game) => Ok(Vec::new()),
            // Whoever talks about a finished game below its board talks; a number is meant for the bot.
            Some(game) if game.end.is_some() && !numbered => Ok(Vec::new()),
            Some(game) => self.play(self.memory.game_of(game)?, typed),
            // A player who begins with a number speaks to the bot; other people may be talking about the game.
            None if numbered && !self.my_games_here()?.is_empty() => {
                self.visible_game(number)?;
                Err(Refusal::NotYourGame(number).into())
            }
            None => Ok(Vec::new()),
        }
    }

    /// A move after the command for it, which is never chat.
    pub(super) fn commanded_move(&self, typed: &str) -> Result<Vec<Post>, Trouble> {
        match self.game {
            Some(_) => self.play(self.my_game(&Act::Move(typed.to_owned()))?, typed),
            None => self.move_in_one_of(&self.my_games_here()?, typed),
        }
    }

    /// Plays in the only one of these games where it is the asker's turn and the move can be meant, or asks which.
    fn move_in_one_of(&self, games: &[Summary], typed: &str) -> Result<Vec<Post>, Trouble> {
        let act = Act::Move(typed.to_owned());
        let awaiting: Vec<Summary> = games.iter().filter(|game| game.awaits(self.me())).cloned().collect();
        match &awaiting[..] {
            [] if games.is_empty() => Err(Refusal::NoGameHere.into()),
            [] => {
                let others = games.iter().map(|game| (game.number, game.player(game.turn()).clone()));
                Err(Refusal::NotYourTurn(others.collect()).into())
            }
            [only] => self.play(self.memory.game_of(only.clone())?, typed),
            several => {
                let mut fitting = Vec::new();
                let letters = self.letters_of(self.me())?;
                for summary in several {
                    let game = self.memory.game_of(summary.clone())?;
                    let fits = match letters.explain(game.position(), typed) {
                        Ok(_) | Err(Objection::Ambiguous(_) | Objection::PromotionMissing(_)) => true,
                        Err(Objection::NotAMove | Objection::Illegal(_)) => false,
                    };
                    if fits {
                        fitting.push(game);
                    }
                }
                let among: Vec<Summary> = match fitting.len() {
                    0 => several.to_vec(),
                    1 => return self.play(fitting.remove(0), typed),
                    _ => fitting.into_iter().map(|game| game.summary).collect(),
                };
                Err(Refusal::WhichGame(among.iter().map(|game| self.choice(game, &act)).collect()).into())
            }
        }
    }

    fn play(&self, game: Game, typed: &str) -> Result<Vec<Post>, Trouble> {
        let number = game.number();
        let Some(color) = game.summary.color_of(self.me()) else {
            return Err(Refusal::NotYourGame(number).into());
        };
        if game.summary.end.is_some() {
            return Err(Refusal::GameOver(number).into());
        }
        if game.turn() != color {
            return Err(Refusal::NotYourTurn(vec![(number, game.to_move().clone())]).into());
        }
        let letters = self.letters_of(self.me())?;
        let played = letters.explain(game.position(), typed).map_err(|objection| Refusal::Move {
            number,
            position: Box::new(game.position().clone()),
            typed: typed.to_owned(),
            objection,
            letters,
        })?;
        self.play_move(game, played)
    }

    /// Plays a legal move, and says so.
    pub(super) fn play_move(&self, mut game: Game, played: Move) -> Result<Vec<Post>, Trouble> {
        let mut moves = vec![self.apply(&mut game, played)?];
        while let (None, Some(last)) = (game.record.outcome(), moves.last()) {
            let Some(answer) = self.conditional_answer(&game, last)? else { break };
            moves.push(Played { is_conditional: true, ..self.apply(&mut game, answer)? });
        }
        let outcome = game.record.outcome();
        if let Some(outcome) = outcome {
            self.note_end(&mut game, End { score: Some(outcome.score), reason: Reason::Rules(outcome.ending) })?;
        }
        // They are told to whoever is to answer.
        let letters = self.letters_of(game.to_move())?;
        moves.iter_mut().for_each(|told| told.san = letters.print(&told.before, told.played));
        let text = text::moved(&game, &moves);
        Ok(vec![match outcome {
            Some(_) => self.end_post(&game, !game.turn(), text)?,
            None => self.turn_post(&game, text)?,
        }])
    }

    /// Plays a legal move and keeps it; what it answers lapses, and the opponent's turn begins.
    fn apply(&self, game: &mut Game, played: Move) -> Result<Played, Trouble> {
        let (number, mover) = (game.number(), game.turn());
        let before = game.position().clone();
        let san = san::print(&before, played);
        let coordinates = uci::print(&before, played);
        let left = clocks::left_now(self.memory, game, mover, self.now)?;
        let new = NewMove { ply: game.record.ply(), coordinates, san: &san, left };
        self.memory.add_move(number, &new, self.now)?;
        self.tally.moved();
        if game.offers.draw == Some(!mover) {
            self.memory.set_offer(number, OfferKind::Draw, None, self.now)?;
            game.offers.draw = None;
        }
        if game.offers.takeback.take().is_some() {
            self.memory.set_offer(number, OfferKind::Takeback, None, self.now)?;
        }
        game.record.play(played).expect("the move was read as legal in this position");
        game.summary.ply += 1;
        clocks::moved(self.memory, game, mover, left, self.now)?;
        Ok(Played { before, played, san, is_conditional: false })
    }

    /// The post after a move or a takeback, which notifies the player to move.
    fn turn_post(&self, game: &Game, text: Text) -> Result<Post, Fault> {
        let number = game.number();
        self.turn_begins(game)?;
        let mut actions = Vec::new();
        if game.record.claim().is_some() {
            actions.push(action(number, Act::Draw(DrawStep::Claim)));
        }
        if game.offers.draw == Some(!game.turn()) {
            actions.push(action(number, Act::Draw(DrawStep::Accept)));
        }
        let post = self.post(&game.summary.room, number, text);
        let ping = called_to_move(self.memory, game.to_move())?;
        Ok(Post { ping, board: Some(self.turn_board(game)?), actions, ..post })
    }

    /// The board at the beginning of a turn, as the player to move wants to see it.
    pub(super) fn turn_board(&self, game: &Game) -> Result<Board, Fault> {
        seen_by(self.memory, game.board_with_clocks(), Some(game.turn()), game.to_move())
    }

    pub(super) fn note_end(&self, game: &mut Game, end: End) -> Result<(), Fault> {
        game.ratings = self.memory.end_game(game.number(), end, self.now)?;
        game.summary.end = Some(end);
        Ok(())
    }

    /// Ends a game otherwise than by a move.
    pub(super) fn end(&self, game: &Game, end: End) -> Result<Vec<Post>, Trouble> {
        let mut game = game.clone();
        let color = self.color_in(&game)?;
        self.note_end(&mut game, end)?;
        let text = text::ended(&game, end);
        Ok(vec![self.end_post(&game, color, text)?])
    }

    /// The post about a finished game. It notifies the one who didn't end it.
    pub(super) fn end_post(&self, game: &Game, ended_by: Color, text: Text) -> Result<Post, Fault> {
        let Post { in_reply_to, .. } = self.post(&game.summary.room, game.number(), Text::default());
        Ok(Post { in_reply_to, ..end_post(self.memory, game, game.player(!ended_by), text)? })
    }

    pub(super) fn color_in(&self, game: &Game) -> Result<Color, Trouble> {
        game.summary.color_of(self.me()).ok_or_else(|| Refusal::NotYourGame(game.number()).into())
    }

    pub(super) fn resign(&self, game: &Game) -> Result<Vec<Post>, Trouble> {
        self.end(game, End::resigned(self.color_in(game)?))
    }

    pub(super) fn abort(&self, game: &Game) -> Result<Vec<Post>, Trouble> {
        match game.both_have_moved() {
            true => Err(Refusal::TooLateToAbort(game.number()).into()),
            false => self.end(game, End::ABORTED),
        }
    }

    pub(super) fn claim_draw(&self, game: &Game) -> Result<Vec<Post>, Trouble> {
        let number = game.number();
        let Some(claim) = game.record.claim() else {
            let repetitions = game.record.repetitions();
            let quiet_plies = game.position().halfmove_clock();
            return Err(Refusal::NoClaim { number, repetitions, quiet_plies }.into());
        };
        match game.turn() == self.color_in(game)? {
            true => self.end(game, End::drawn(Reason::Claimed(claim))),
            false => Err(Refusal::ClaimNotYourTurn(number, claim).into()),
        }
    }

    /// Offers a draw; when the opponent has offered one already, both agree.
    pub(super) fn offer_draw(&self, mut game: Game) -> Result<Vec<Post>, Trouble> {
        let (number, color) = (game.number(), self.color_in(&game)?);
        match game.offers.draw {
            Some(by) if by == color => Err(Refusal::AlreadyOffered(number).into()),
            Some(_) => self.accept_offer(game, OfferKind::Draw),
            None => {
                self.memory.set_offer(number, OfferKind::Draw, Some(color), self.now)?;
                game.offers.draw = Some(color);
                if let Some(answer) = self.answered_by_machine(&game, OfferKind::Draw)? {
                    return Ok(answer);
                }
                let offered = self.post(&game.summary.room, number, text::draw_offered(&game, color));
                let actions = [DrawStep::Accept, DrawStep::Decline].map(|step| action(number, Act::Draw(step)));
                Ok(vec![Post { ping: Some(game.player(!color).clone()), actions: actions.into(), ..offered }])
            }
        }
    }

    pub(super) fn ask_takeback(&self, mut game: Game) -> Result<Vec<Post>, Trouble> {
        let (number, color) = (game.number(), self.color_in(&game)?);
        match game.offers.takeback {
            Some(by) if by == color => return Err(Refusal::AlreadyOffered(number).into()),
            Some(_) => return Err(Refusal::AnswerFirst(number).into()),
            None => {}
        }
        let Some(ply) = game.takeback_ply(color) else {
            return Err(Refusal::NothingToTakeBack(number).into());
        };
        self.memory.set_offer(number, OfferKind::Takeback, Some(color), self.now)?;
        game.offers.takeback = Some(color);
        if let Some(answer) = self.answered_by_machine(&game, OfferKind::Takeback)? {
            return Ok(answer);
        }
        let asked = self.post(&game.summary.room, number, text::takeback_asked(&game, color, ply));
        let actions = [TakebackStep::Accept, TakebackStep::Decline].map(|step| action(number, Act::Takeback(step)));
        Ok(vec![Post { ping: Some(game.player(!color).clone()), actions: actions.into(), ..asked }])
    }

    /// The opponent's offer in this game, which is the asker's to answer.
    fn check_offered(&self, game: &Game, kind: OfferKind) -> Result<Color, Trouble> {
        let color = self.color_in(game)?;
        match game.offers.by(kind) == Some(!color) {
            true => Ok(color),
            false => Err(Refusal::NotOffered(game.number()).into()),
        }
    }

    pub(super) fn accept_offer(&self, mut game: Game, kind: OfferKind) -> Result<Vec<Post>, Trouble> {
        let color = self.check_offered(&game, kind)?;
        if kind == OfferKind::Draw {
            return self.end(&game, End::drawn(Reason::Agreement));
        }
        let number = game.number();
        let Some(ply) = game.takeback_ply(!color) else {
            return Err(Refusal::NothingToTakeBack(number).into());
        };
        let plies = game.record.ply() - ply;
        self.memory.rewind(number, ply, self.now)?;
        for kind in [OfferKind::Draw, OfferKind::Takeback] {
            self.memory.set_offer(number, kind, None, self.now)?;
        }
        game.record.rewind(ply);
        game.summary.ply = ply;
        game.offers = Default::default();
        self.memory.drop_conditionals(number)?;
        clocks::taken_back(self.memory, &mut game, self.now)?;
        Ok(vec![self.turn_post(&game, text::taken_back(&game, plies))?])
    }

    pub(super) fn decline_offer(&self, game: &Game, kind: OfferKind) -> Result<Vec<Post>, Trouble> {
        let color = self.check_offered(game, kind)?;
        let number = game.number();
        self.memory.set_offer(number, kind, None, self.now)?;
        let text = match kind {
            OfferKind::Draw => text::draw_declined(game, color),
            OfferKind::Takeback => text::takeback_declined(game, color),
        };
        let declined = self.post(&game.summary.room, number, text);
        Ok(vec![Post { ping: Some(game.player(!color).clone()), ..declined }])
    }

    pub(super) fn withdraw_offer(&self, game: &Game, kind: OfferKind) -> Result<Vec<Post>, Trouble> {
        let color = self.color_in(game)?;
        let number = game.number();
        self.memory.set_offer(number, kind, None, self.now)?;
        let text = match kind {
            OfferKind::Draw => text::draw_withdrawn(game, color),
            OfferKind::Takeback => text::takeback_withdrawn(game, color),
        };
        Ok(vec![self.post(&game.summary.room, number, text)])
    }
}

/// The post about a finished game: final board, PGN, replay, rematch, review.
pub(super) fn end_post(memory: &Transacted<'_>, game: &Game, notified: &Person, text: Text) -> Result<Post, Fault> {
    let number = game.number();
    let board = board_for(memory, game, notified)?;
    let attachments = match game.record.ply() {
        0 => Vec::new(),
        1..=LONGEST_REPLAY => vec![pgn_of(game), replay_of(game, &board)],
        _ => vec![pgn_of(game)],
    };
    let mut actions = vec![action(number, Act::Rematch)];
    if !attachments.is_empty() && game.summary.end != Some(End::ABORTED) {
        actions.push(action(number, Act::Review));
    }
    Ok(Post {
        about: Some(number),
        ping: Some(notified.clone()),
        board: Some(board),
        attachments,
        actions,
        ..Post::to_room(&game.summary.room, text)
    })
}

/// The longest game, in plies, that is replayed unasked when it ends.
const LONGEST_REPLAY: usize = 300;

/// The game's PGN as a file.
pub(super) fn pgn_of(game: &Game) -> Attachment {
    Attachment { name: format!("game-{}.pgn", game.number().0), file: File::Text(pgn::print(game)) }
}

/// The game as a picture that moves, seen as this board is.
pub(super) fn replay_of(game: &Game, board: &Board) -> Attachment {
    let moves = game.record.plies().map(|(before, played)| uci::print(before, played));
    let result = game.summary.end.map(|end| {
        let score = end.score.map_or(String::new(), |score| score.to_string());
        format!("{score} {}", end.reason.key()).trim().to_owned()
    });
    let replay = Replay { game: board.game, moves: moves.collect(), view: board.view, theme: board.theme, result };
    Attachment { name: format!("game-{}.gif", game.number().0), file: File::Replay(replay) }
}
