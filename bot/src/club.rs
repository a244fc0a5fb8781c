//! The club: everything that people can do, as asks in and posts out. Synchronous; `now` is an argument.

mod challenges;
mod enquiries;
mod games;
mod lists;
mod looks;
mod manners;
mod moderation;
mod people;
mod suggestions;

pub use enquiries::{Destination, Origin};
use manners::Admission;
pub use suggestions::Suggestion;

use std::path::Path;

use jiff::Timestamp;

use crate::command::{self, Act, Command, DrawStep, TakebackStep};
use crate::error::{Choice, Fault, Refusal, Trouble};
use crate::game::{Game, OfferKind, Summary};
use crate::pace::Pace;
use crate::store::{Store, Transacted};
use crate::talk::{Action, Ask, Content, GameNumber, OutboxId, Person, Post, Room, Text};
use crate::text;

/// The club with its memory, one database file.
pub struct Club {
    store: Store,
    pace: Pace,
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
        Ok(Club { store: Store::open(path, None)?, pace: Pace::default() })
    }

    /// The same, where a new database throws its coins from this seed, so that a test knows who gets White.
    ///
    /// # Errors
    ///
    /// As [`open`](Club::open).
    pub fn open_with_seed(path: &Path, seed: u64) -> Result<Club, Fault> {
        Ok(Club { store: Store::open(path, Some(seed))?, pace: Pace::default() })
    }

    /// Does what was asked and says what is to be said; nothing for chat and for what was dealt with before.
    ///
    /// # Errors
    ///
    /// A [`Fault`]; then nothing was changed. What the asker did wrong is said in a post.
    pub fn handle(&mut self, ask: &Ask, now: Timestamp) -> Result<Vec<Post>, Fault> {
        let meant = match meant(ask) {
            Ok(None) => return Ok(Vec::new()),
            Ok(Some(meant)) => Ok(meant),
            Err(refusal) => Err(refusal),
        };
        let meant = match self.admit(ask, meant.as_ref(), now)? {
            Admission::Heard => meant,
            Admission::Ignored => return Ok(Vec::new()),
            Admission::Refused(refusal) => Err(refusal),
        };
        let done = match meant {
            Ok(meant) => self.hear(ask, meant, now),
            Err(refusal) => Err(refusal.into()),
        };
        match done {
            Ok(posts) => Ok(posts),
            Err(Trouble::Refusal(refusal)) => Ok(vec![refused(ask, &refusal)]),
            Err(Trouble::Fault(fault)) => Err(fault),
        }
    }

    fn hear(&mut self, ask: &Ask, meant: Meant<'_>, now: Timestamp) -> Result<Vec<Post>, Trouble> {
        let seed = self.store.seed();
        match meant {
            Meant::Command(Command { act: Act::Forget { confirmed: true }, .. }) => self.forget(ask, now),
            Meant::Command(Command { game, act }) if looks::is_look(&act) => self.store.read(|memory| {
                let hearing = Hearing { memory, ask, now, seed, game: game.or(ask.about) };
                hearing.look(&act)
            })?,
            Meant::Command(Command { game, act }) => self.store.act(&ask.event, now, |memory| {
                let hearing = Hearing { memory, ask, now, seed, game: game.or(ask.about) };
                hearing.greet()?;
                Ok(manners::spare(memory, hearing.echoed(hearing.act(act)?))?)
            }),
            Meant::Move(number, typed) => self.store.act(&ask.event, now, |memory| {
                let hearing = Hearing { memory, ask, now, seed, game: number.or(ask.about) };
                hearing.greet()?;
                Ok(manners::spare(memory, hearing.echoed(hearing.plain_move(number.is_some(), typed)?))?)
            }),
        }
    }

    /// Does what has fallen due.
    ///
    /// # Errors
    ///
    /// A [`Fault`]; then nothing was changed.
    pub fn tick(&mut self, now: Timestamp) -> Result<Vec<Post>, Fault> {
        self.store.change(now, |memory| manners::spare(memory, challenges::expire(memory, now)?))
    }

    /// When the next thing falls due.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn next_deadline(&self) -> Result<Option<Timestamp>, Fault> {
        self.store.read(|memory| memory.next_expiry())?
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
            Act::Set(changes) => self.set(changes),
            Act::Block(person) => self.block(&person),
            Act::Unblock(person) => self.unblock(&person),
            Act::Room(step) => self.set_house(&step),
            Act::Stop => self.stop(&act),
            Act::Adjudicate(verdict) => self.adjudicate(&act, verdict),
            Act::Mute { person, days } => self.mute(&person, days),
            Act::Unmute(person) => self.unmute(&person),
            Act::Challenges
            | Act::Board { .. }
            | Act::Moves
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
            | Act::Forget { .. }
            | Act::Help(_) => self.look(&act),
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
        let mut games = self.memory.running_games_of(self.me())?;
        games.retain(|game| game.room == self.ask.room);
        Ok(games)
    }

    /// The game with this number, if it can be seen from here: it is played in this room or by the asker.
    fn visible_game(&self, number: GameNumber) -> Result<Game, Trouble> {
        let game = self
            .memory
            .game(number)?
            .filter(|game| game.summary.room == self.ask.room || game.summary.color_of(self.me()).is_some());
        game.ok_or_else(|| Refusal::NoSuchGame(number).into())
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
            [only] => self.visible_game(only.number),
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
