//! What the club has thought about, what becomes of what was found, and how machine players behave.

use jiff::Timestamp;
use rules::Move;
use rules::search::{Line, Score};

use super::manners::suit;
use super::{Club, Hearing};
use crate::engine::{Asker, Findings, Purpose, Study};
use crate::error::{Fault, Trouble};
use crate::game::{End, Game, OfferKind};
use crate::machine::{self, Level, manners};
use crate::metrics::Tally;
use crate::names::{EventKey, Person, Room};
use crate::store::Transacted;
use crate::talk::{Ask, Content, Post, Text};
use crate::text;

/// What a mate counts in a judgement, as many hundredths of a pawn.
const MATE: i32 = 30_000;

impl Club {
    /// What has come to be thought about since this was last asked; at first all that isn't concluded.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn take_studies(&mut self) -> Result<Vec<Study>, Fault> {
        let taken = self.taken;
        let studies = self.store.read(|memory| memory.studies_after(taken))??;
        self.taken = studies.last().map_or(taken, |last| last.id);
        Ok(studies)
    }

    /// Whether the answer to this event is still thought about.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn will_answer(&self, event: &EventKey) -> Result<bool, Fault> {
        self.store.read(|memory| memory.is_studied(event))?
    }

    /// Does what is to be done with what was found, once; nothing when the game went on without it.
    ///
    /// # Errors
    ///
    /// A [`Fault`]; then nothing was changed.
    pub fn conclude(&mut self, study: &Study, findings: &Findings, now: Timestamp) -> Result<Vec<Post>, Fault> {
        let (seed, tally) = (self.store.seed(), &self.tally);
        self.store.change(now, |memory| {
            let conclusion = Conclusion { memory, tally, study, now, seed };
            let posts = conclusion.draw(findings).map_err(|trouble| match trouble {
                Trouble::Fault(fault) => fault,
                Trouble::Refusal(refusal) => Fault::Corrupt(format!("a machine may not do that: {refusal:?}")),
            });
            suit(memory, posts?, None)
        })
    }
}

/// What is said to whoever waits for a study that others come before.
pub fn told_to_wait(study: &Study, before: usize) -> Option<Post> {
    let Purpose::Hint(asker) = &study.purpose else { return None };
    Some(answer_to(study, asker, text::hint_waits(study.game, before)))
}

fn answer_to(study: &Study, asker: &Asker, text: Text) -> Post {
    Post {
        private_to: Some(asker.person.clone()),
        in_reply_to: Some(asker.event.clone()),
        about: Some(study.game),
        ..Post::to_room(&asker.room, text)
    }
}

/// A study being concluded.
struct Conclusion<'a> {
    memory: &'a Transacted<'a>,
    tally: &'a Tally,
    study: &'a Study,
    now: Timestamp,
    seed: u64,
}

impl Conclusion<'_> {
    fn draw(&self, findings: &Findings) -> Result<Vec<Post>, Trouble> {
        let Conclusion { memory, study, .. } = *self;
        let Some(game) = memory.game(study.game)? else { return Ok(Vec::new()) };
        if let (Err(_), Purpose::Reply(_)) = (findings, &study.purpose) {
            // It is thought about again after the next start.
            let stuck = Post::to_room(&game.summary.room, text::machine_stuck(&game));
            return Ok(vec![Post { about: Some(study.game), ping: opponent(&game), ..stuck }]);
        }
        if !memory.end_study(study)? {
            return Ok(Vec::new());
        }
        match (&study.purpose, findings) {
            (Purpose::Reply(level), Ok(found)) => {
                let Some(line) = found.first().and_then(Option::as_ref) else { return Ok(Vec::new()) };
                let (person, room) = (game.to_move().clone(), game.summary.room.clone());
                let event = EventKey(format!("centaur:study:{}", study.id.0));
                let mut posts = self.hearing(person, room, event, |hearing| hearing.reply(game, *level, line))?;
                // Nobody asked.
                posts.iter_mut().for_each(|post| post.in_reply_to = None);
                Ok(posts)
            }
            (Purpose::Hint(asker), Ok(found)) => {
                let line = found.first().and_then(Option::as_ref);
                self.as_asked(asker, |hearing| hearing.hint_found(&game, line))
            }
            (Purpose::Review(asker), Ok(found)) => self.as_asked(asker, |hearing| hearing.reviewed(&game, found)),
            (Purpose::Hint(asker) | Purpose::Review(asker), Err(_)) => {
                Ok(vec![answer_to(study, asker, text::apology())])
            }
            (Purpose::Reply(_), Err(_)) => Ok(Vec::new()),
        }
    }

    fn as_asked<T>(&self, asker: &Asker, work: impl FnOnce(&Hearing<'_>) -> T) -> T {
        let Asker { person, room, event } = asker.clone();
        self.hearing(person, room, event, work)
    }

    /// Hears what was asked, or what a machine player does.
    fn hearing<T>(&self, person: Person, room: Room, event: EventKey, work: impl FnOnce(&Hearing<'_>) -> T) -> T {
        let about = Some(self.study.game);
        let content = Content::Text(String::new());
        let ask = Ask { about, ..Ask::new(event, room, person, content) };
        let Conclusion { memory, tally, now, seed, .. } = *self;
        work(&Hearing { memory, tally, ask: &ask, now, seed, game: about })
    }
}

/// The person who plays against the machine on the move.
fn opponent(game: &Game) -> Option<Person> {
    game.summary.opponent_of(game.to_move()).cloned()
}

fn in_centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) if moves > 0 => MATE - moves,
        Score::Mate(moves) => -MATE - moves,
    }
}

impl Hearing<'_> {
    /// Has the turn thought about when it is a machine player's.
    pub(super) fn turn_begins(&self, game: &Game) -> Result<(), Fault> {
        match machine::level_of(game.to_move()) {
            Some(_) => self.memory.want_reply(game.number(), self.now),
            None => Ok(()),
        }
    }

    /// What the opponent says at once to what the asker has just put to it, if it is a machine player.
    pub(super) fn answered_by_machine(&self, game: &Game, kind: OfferKind) -> Result<Option<Vec<Post>>, Trouble> {
        let opponent = game.summary.opponent_of(self.me()).filter(|opponent| machine::level_of(opponent).is_some());
        let Some(opponent) = opponent else { return Ok(None) };
        let ask = Ask { person: opponent.clone(), ..self.ask.clone() };
        let hearing = Hearing { ask: &ask, ..*self };
        match kind {
            OfferKind::Takeback => hearing.accept_offer(game.clone(), kind),
            // It answers with its move.
            OfferKind::Draw if game.to_move() == opponent => {
                let offered = self.post(&game.summary.room, game.number(), text::draw_offered_to_machine(game));
                Ok(vec![offered])
            }
            OfferKind::Draw => match hearing.accepts_draw(game)? {
                true => hearing.accept_offer(game.clone(), kind),
                false => hearing.decline_offer(game, kind),
            },
        }
        .map(Some)
    }

    fn accepts_draw(&self, game: &Game) -> Result<bool, Fault> {
        let last = self.memory.judgements(&game.summary)?.first().copied();
        Ok(manners::accepts_draw(game.position().fullmove_number(), last))
    }

    /// A machine player's turn, for which this line was found.
    fn reply(&self, mut game: Game, level: Level, line: &Line) -> Result<Vec<Post>, Trouble> {
        let color = game.turn();
        self.memory.keep_judgement(&game.summary, in_centipawns(line.score))?;
        if manners::resigns(level, &self.memory.judgements(&game.summary)?) {
            return self.end(&game, End::resigned(color));
        }
        let mut posts = Vec::new();
        if game.offers.draw == Some(!color) {
            if self.accepts_draw(&game)? {
                return self.accept_offer(game, OfferKind::Draw);
            }
            posts = self.decline_offer(&game, OfferKind::Draw)?;
            game.offers.draw = None;
        }
        let is_legal = |played: &&Move| game.position().legal_moves().contains(played);
        let Some(played) = line.moves.first().filter(is_legal).copied() else {
            return Err(Fault::Corrupt(format!("no move was found in game {}", game.number())).into());
        };
        posts.extend(self.play_move(game, played)?);
        Ok(posts)
    }
}
