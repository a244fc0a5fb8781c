//! The club: everything that people can do, as asks in and posts out. Synchronous; `now` is an argument.

mod challenges;
mod clocks;
mod conditionals;
mod due;
mod enquiries;
mod games;
mod hints;
mod lists;
mod looks;
mod manners;
mod moderation;
mod people;
mod suggestions;
mod thinking;

pub use enquiries::{Destination, Origin};
pub use suggestions::Suggestion;
pub use thinking::told_to_wait;

use std::path::Path;

use jiff::{SignedDuration, Timestamp};

use self::manners::{Admission, Standing, suit};
use crate::command::{self, Act, Command, DrawStep, IfStep, TakebackStep, VacationStep};
use crate::engine::StudyId;
use crate::error::{Choice, Fault, Refusal, Trouble};
use crate::game::{Game, OfferKind, Summary};
use crate::metrics::{Outcome, Tally};
use crate::pace::Pace;
use crate::store::{Store, Transacted};
use crate::talk::{Action, Ask, Content, GameNumber, OutboxId, Person, Post, Room, Text};
use crate::text;

/// For how long it is known what was dealt with: longer than any platform may take to deliver it again.
const EVENTS_KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// For how long after the start nothing of that is forgotten: however long the bot was away, the last that it dealt with
/// before may be delivered again.
const CATCHING_UP: SignedDuration = SignedDuration::from_hours(1);

/// The club with its memory, one database file.
pub struct Club {
    store: Store,
    /// The last study that was taken to be thought about.
    taken: StudyId,
    tally: Tally,
    pace: Pace,
    first_tick: Option<Timestamp>,
}

/// What somebody meant by what was said.
enum Meant<'a> {
    Command(Command),
    /// A message that is a move and nothing else, with the game's number when it begins with one.
    Move(Option<GameNumber>, &'a str),
}

impl Club {
    /// Opens the club's database, making or upgrading it where needed.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when another process has it, a newer program made it, or it can't be read.
    pub fn open(path: &Path) -> Result<Club, Fault> {
        Club::with(Store::open(path, None)?)
    }

    /// The same, where a new database throws its coins from this seed, so that a test knows who gets White.
    ///
    /// # Errors
    ///
    /// As [`open`](Club::open).
    pub fn open_with_seed(path: &Path, seed: u64) -> Result<Club, Fault> {
        Club::with(Store::open(path, Some(seed))?)
    }

    fn with(store: Store) -> Result<Club, Fault> {
        Ok(Club { store, taken: StudyId(0), tally: Tally::default(), pace: Pace::default(), first_tick: None })
    }

    /// Where the club counts what it does.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Does what was asked and says what is to be said; nothing for chat and for what was dealt with before.
    ///
    /// # Errors
    ///
    /// A [`Fault`]; then nothing was changed. What the asker did wrong is said in a post.
    pub fn handle(&mut self, ask: &Ask, now: Timestamp) -> Result<Vec<Post>, Fault> {
        let meant = match meant(ask) {
            Ok(Some(meant)) => Ok(meant),
            Ok(None) => return Ok(self.ignored()),
            Err(refusal) => Err(refusal),
        };
        let standing = self.store.read(|memory| Standing::of(ask, memory, now))??;
        let meant = match self.admit(ask, meant.as_ref(), &standing, now)? {
            Admission::Heard => meant,
            Admission::Ignored => return Ok(self.ignored()),
            Admission::Refused(refusal) => Err(refusal),
        };
        // What is too late is so at this moment, whether or not the timer has come to it.
        let mut posts = self.look_at_clocks(&standing.times_up, now)?;
        let done = match meant {
            Ok(meant) => self.hear(ask, meant, now),
            Err(refusal) => Err(refusal.into()),
        };
        self.note_outcome(match &done {
            Ok(posts) if posts.is_empty() => Outcome::Ignored,
            Ok(_) => Outcome::Done,
            Err(Trouble::Refusal(_)) => Outcome::Refused,
            Err(Trouble::Fault(_)) => Outcome::Failed,
        });
        match done {
            Ok(answers) => posts.extend(answers),
            Err(Trouble::Refusal(refusal)) => {
                posts.extend(self.store.read(|memory| suit(memory, vec![refused(ask, &refusal)], None))??);
            }
            Err(Trouble::Fault(fault)) if posts.is_empty() => return Err(fault),
            // What was done is said; what wasn't can be asked again.
            Err(Trouble::Fault(fault)) => {
                tracing::error!(%fault, event = ask.event.0, "an ask wasn't handled");
                posts.push(Post {
                    private_to: Some(ask.person.clone()),
                    in_reply_to: Some(ask.event.clone()),
                    ..Post::to_room(&ask.room, text::apology())
                });
            }
        }
        Ok(posts)
    }

    /// Notes that nothing is to be done.
    fn ignored(&self) -> Vec<Post> {
        self.note_outcome(Outcome::Ignored);
        Vec::new()
    }

    fn note_outcome(&self, outcome: Outcome) {
        self.tally.asked(outcome);
        tracing::Span::current().record("outcome", outcome.key());
    }

    /// Does what is to be done in games in which somebody's time is up.
    fn look_at_clocks(&mut self, games: &[GameNumber], now: Timestamp) -> Result<Vec<Post>, Fault> {
        match games {
            [] => Ok(Vec::new()),
            _ => self.store.change(now, |memory| suit(memory, due::look_at_clocks(memory, games, now)?, None)),
        }
    }

    fn hear(&mut self, ask: &Ask, meant: Meant<'_>, now: Timestamp) -> Result<Vec<Post>, Trouble> {
        let (seed, tally, asker) = (self.store.seed(), &self.tally, Some(&ask.person));
        match meant {
            Meant::Command(Command { act: Act::Forget { confirmed: true }, .. }) => self.forget(ask, now),
            Meant::Command(Command { game, act }) if looks::is_look(&act) => self.store.read(|memory| {
                let hearing = Hearing { memory, tally, ask, now, seed, game: game.or(ask.about) };
                Ok(suit(memory, hearing.look(&act)?, asker)?)
            })?,
            Meant::Command(Command { game, act }) => self.store.act(&ask.event, now, |memory| {
                let hearing = Hearing { memory, tally, ask, now, seed, game: game.or(ask.about) };
                hearing.greet()?;
                Ok(Some(suit(memory, hearing.echoed(hearing.act(act)?), asker)?))
            }),
            Meant::Move(number, typed) => self.store.act(&ask.event, now, |memory| {
                let hearing = Hearing { memory, tally, ask, now, seed, game: number.or(ask.about) };
                hearing.greet()?;
                let posts = hearing.echoed(hearing.plain_move(number.is_some(), typed)?);
                let posts = suit(memory, posts, asker)?;
                Ok((!posts.is_empty()).then_some(posts))
            }),
        }
    }

    /// Does what has fallen due, in order, and forgets some of what nobody will ask about again; but only so much at once
    /// that others needn't wait for long: what is left stays due.
    ///
    /// # Errors
    ///
    /// A [`Fault`]; then nothing was changed.
    pub fn tick(&mut self, now: Timestamp) -> Result<Vec<Post>, Fault> {
        let running = now.duration_since(*self.first_tick.get_or_insert(now));
        if running >= CATCHING_UP
            && let Err(fault) = self.store.forget_events(now - EVENTS_KEPT)
        {
            // There is time for it.
            tracing::error!(%fault, "old events weren't forgotten");
        }
        self.store.change(now, |memory| suit(memory, due::do_what_is_due(memory, now)?, None))
    }

    /// When the next thing falls due.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn next_deadline(&self) -> Result<Option<Timestamp>, Fault> {
        self.store.read(|memory| memory.next_due())?
    }

    /// Calculates all ratings anew from the games, and says in how many games that changes anything. They are kept when
    /// `keep` says so.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be used.
    pub fn recompute_ratings(&mut self, keep: bool) -> Result<usize, Fault> {
        self.store.recompute_ratings(keep)
    }

    /// Moves all games and challenges of the rooms that are meant to another one, and says how many rooms that were.
    ///
    /// # Errors
    ///
    /// A [`Fault`]; then nothing was moved.
    pub fn move_rooms(&mut self, is_meant: &dyn Fn(&Room) -> bool, to: &Room) -> Result<usize, Fault> {
        self.store.move_rooms(is_meant, to)
    }

    /// What was to be said and isn't marked as sent, in order.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn unsent(&self) -> Result<Vec<Post>, Fault> {
        self.store.read(|memory| memory.unsent())?
    }

    /// Marks a post as sent.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be written.
    pub fn sent(&mut self, id: OutboxId) -> Result<(), Fault> {
        self.store.forget_sent(id)
    }
}

fn meant(ask: &Ask) -> Result<Option<Meant<'_>>, Refusal> {
    match &ask.content {
        Content::Command(command) => Ok(Some(Meant::Command(command.clone()))),
        Content::Text(typed) => match command::parse(typed, &ask.mentions) {
            Some(Ok(command)) => Ok(Some(Meant::Command(command))),
            Some(Err(misread)) => Err(Refusal::Misread(misread)),
            None => Ok(command::parse_move(typed).map(|(number, typed)| Meant::Move(number, typed))),
        },
    }
}

/// The post that tells the asker, and nobody else where that can be done, why it isn't done.
fn refused(ask: &Ask, refusal: &Refusal) -> Post {
    let actions = match refusal {
        Refusal::WhichGame(choices) => choices
            .iter()
            .map(|choice| Action { label: choice.number.to_string(), command: choice.command.clone() })
            .collect(),
        _ => Vec::new(),
    };
    Post {
        private_to: Some(ask.person.clone()),
        in_reply_to: Some(ask.event.clone()),
        about: ask.about,
        actions,
        ..Post::to_room(&ask.room, text::refusal(refusal))
    }
}

/// One ask being dealt with.
struct Hearing<'a> {
    memory: &'a Transacted<'a>,
    tally: &'a Tally,
    ask: &'a Ask,
    now: Timestamp,
    seed: u64,
    /// The game that the command names, or else the one that the place or the message replied to belongs to.
    game: Option<GameNumber>,
}

impl Hearing<'_> {
    fn act(&self, act: Act) -> Result<Vec<Post>, Trouble> {
        match act {
            Act::Challenge { opponent, kind, color, terms } => self.challenge(opponent.as_ref(), kind, color, terms),
            Act::Challenged(step) => self.challenged(step),
            Act::Accept => self.accept(),
            Act::Decline => self.decline(),
            Act::Withdraw => self.withdraw(),
            Act::Rematch => self.rematch(),
            Act::Move(typed) => self.commanded_move(&typed),
            Act::Hint { .. } => self.hint(&act),
            Act::Review => self.review(),
            Act::Resign { .. } => self.resign(&self.my_game(&act)?),
            Act::Abort => self.abort(&self.my_game(&act)?),
            Act::Draw(step) => {
                let game = self.my_game(&act)?;
                match step {
                    DrawStep::Offer => self.offer_draw(game),
                    DrawStep::Accept => self.accept_offer(game, OfferKind::Draw),
                    DrawStep::Decline => self.decline_offer(&game, OfferKind::Draw),
                    DrawStep::Claim => self.claim_draw(&game),
                }
            }
            Act::Takeback(step) => {
                let game = self.my_game(&act)?;
                match step {
                    TakebackStep::Ask => self.ask_takeback(game),
                    TakebackStep::Accept => self.accept_offer(game, OfferKind::Takeback),
                    TakebackStep::Decline => self.decline_offer(&game, OfferKind::Takeback),
                }
            }
            Act::Claim => self.claim_time(&self.my_game(&act)?),
            Act::Vacation(VacationStep::Days(days)) => self.be_away_for(days),
            Act::Vacation(VacationStep::Until(day)) => self.be_away_until(day),
            Act::Vacation(VacationStep::Off) => self.be_back(),
            Act::If(IfStep::Lines(ref typed)) => self.add_conditionals(&self.my_game(&act)?, typed),
            Act::If(IfStep::Off) => self.forget_conditionals(&self.my_game(&act)?),
            Act::Set(changes) => self.set(changes),
            Act::Block(person) => self.block(&person),
            Act::Unblock(person) => self.unblock(&person),
            Act::Room(step) => self.set_house(&step),
            Act::Stop => self.stop(&act),
            Act::Adjudicate(verdict) => self.adjudicate(&act, verdict),
            Act::Mute { person, days } => self.mute(&person, days),
            Act::Unmute(person) => self.unmute(&person),
            // What changes nothing.
            act => self.look(&act),
        }
    }

    fn me(&self) -> &Person {
        &self.ask.person
    }

    /// Keeps the names of just now of everybody who is known.
    fn greet(&self) -> Result<(), Fault> {
        if let Some(within) = &self.ask.within {
            self.memory.note_within(&self.ask.room, within)?;
        }
        let mentioned = self.ask.mentions.iter().map(|mention| &mention.person);
        mentioned.chain([self.me()]).try_for_each(|person| self.memory.greet(person))
    }

    /// A post about a game or challenge, an answer when its room is where the ask came from.
    fn post(&self, room: &Room, about: GameNumber, text: Text) -> Post {
        let in_reply_to = (*room == self.ask.room).then(|| self.ask.event.clone());
        Post { about: Some(about), in_reply_to, ..Post::to_room(room, text) }
    }

    /// An answer to the asker, and to nobody else where that can be done.
    fn answer(&self, text: Text) -> Post {
        let in_reply_to = Some(self.ask.event.clone());
        Post {
            private_to: Some(self.me().clone()),
            in_reply_to,
            about: self.game,
            ..Post::to_room(&self.ask.room, text)
        }
    }

    /// What is said in a game's own room is also said to the asker, when asked from elsewhere.
    fn echoed(&self, mut posts: Vec<Post>) -> Vec<Post> {
        if let Some(first) = posts.first()
            && posts.iter().all(|post| post.room != self.ask.room)
        {
            let echo = Post { about: first.about, board: first.board.clone(), ..self.answer(first.text.clone()) };
            posts.push(echo);
        }
        posts
    }

    /// The running games that the asker plays in this room.
    fn my_games_here(&self) -> Result<Vec<Summary>, Fault> {
        self.memory.running_games_of_in(self.me(), &self.ask.room)
    }

    /// The game with this number, if it can be seen from here: it is played in this room or by the asker.
    fn visible_game(&self, number: GameNumber) -> Result<Game, Trouble> {
        Ok(self.memory.game_of(self.visible_summary(number)?)?)
    }

    /// The same without its moves.
    fn visible_summary(&self, number: GameNumber) -> Result<Summary, Trouble> {
        let is_visible = |game: &Summary| game.room == self.ask.room || game.color_of(self.me()).is_some();
        self.memory.summary(number)?.filter(is_visible).ok_or_else(|| Refusal::NoSuchGame(number).into())
    }

    /// The running game of the asker that is meant: the one named, or the only one in this room.
    fn my_game(&self, act: &Act) -> Result<Game, Trouble> {
        let Some(number) = self.game else {
            return self.only(&self.my_games_here()?, act);
        };
        let game = self.visible_game(number)?;
        if game.summary.color_of(self.me()).is_none() {
            return Err(Refusal::NotYourGame(number).into());
        }
        match game.summary.end {
            Some(_) => Err(Refusal::GameOver(number).into()),
            None => Ok(game),
        }
    }

    /// The only one of these games; asks which when there are several.
    fn only(&self, games: &[Summary], act: &Act) -> Result<Game, Trouble> {
        match games {
            [] => Err(Refusal::NoGameHere.into()),
            [only] => Ok(self.memory.game_of(only.clone())?),
            several => Err(Refusal::WhichGame(several.iter().map(|game| self.choice(game, act)).collect()).into()),
        }
    }

    fn choice(&self, game: &Summary, act: &Act) -> Choice {
        Choice {
            number: game.number,
            kind: game.kind,
            other: game.opponent_of(self.me()).cloned(),
            command: Command { game: Some(game.number), act: act.clone() },
        }
    }
}

/// Something to press below a post about a game or challenge.
fn action(number: GameNumber, act: Act) -> Action {
    Action { label: text::label(&act).to_owned(), command: Command { game: Some(number), act } }
}
