//! Who is heard at all, and how what is said suits its reader.

use jiff::Timestamp;
use rules::Color;

use super::{Club, Hearing, Meant};
use crate::clock;
use crate::command::Act;
use crate::error::{Fault, Refusal, Trouble};
use crate::game::Game;
use crate::house::House;
use crate::letters::Letters;
use crate::machine;
use crate::names::{GameNumber, Person, Room};
use crate::pace::{self, Pass};
use crate::preference::{Pings, View};
use crate::store::{Mute, Transacted};
use crate::talk::{Ask, Board, Post};

/// How things stand for somebody who asks something.
pub(super) struct Standing {
    /// The rules of the room.
    house: House,
    /// That the asker isn't heard there.
    mute: Option<Mute>,
    /// The games of the asker in which somebody's time is up.
    pub(super) times_up: Vec<GameNumber>,
}

impl Standing {
    pub(super) fn of(ask: &Ask, memory: &Transacted<'_>, now: Timestamp) -> Result<Standing, Fault> {
        let (hall, person) = (ask.hall(), &ask.person);
        let (house, mute) = (memory.house(hall)?, memory.mute_of(person, hall, now)?);
        Ok(Standing { house, mute, times_up: memory.times_up_of(person, now)? })
    }
}

/// What becomes of somebody's ask before it is dealt with.
pub(super) enum Admission {
    Heard,
    Ignored,
    Refused(Refusal),
}

/// Whether this is for moderators.
fn is_moderation(act: &Act) -> bool {
    matches!(act, Act::Room(_) | Act::Stop | Act::Adjudicate(_) | Act::Mute { .. } | Act::Unmute(_))
}

impl Ask {
    /// The room whose rules hold here.
    pub(super) fn hall(&self) -> &Room {
        self.within.as_ref().unwrap_or(&self.room)
    }
}

impl Club {
    /// Whether an ask is dealt with: the bot may be silent in this room, the person muted there, or too fast.
    pub(super) fn admit(
        &mut self,
        ask: &Ask,
        meant: Result<&Meant<'_>, &Refusal>,
        standing: &Standing,
        now: Timestamp,
    ) -> Result<Admission, Fault> {
        let is_moderating = matches!(meant, Ok(Meant::Command(command)) if is_moderation(&command.act));
        if standing.house.is_off && !(ask.is_moderator && is_moderating) {
            return Ok(Admission::Ignored);
        }
        match standing.mute.filter(|_| !ask.is_moderator) {
            Some(Mute { told: true, .. }) => return Ok(Admission::Ignored),
            Some(Mute { until, told: false }) => {
                let told = Mute { until, told: true };
                self.store.amend(|memory| memory.set_mute(&ask.person, ask.hall(), Some(told)))?;
                return Ok(Admission::Refused(Refusal::Muted(until)));
            }
            None => {}
        }
        let is_move = match meant {
            Ok(Meant::Move(..)) => true,
            Ok(Meant::Command(command)) => matches!(command.act, Act::Move(_)),
            Err(_) => false,
        };
        let price = if is_move { pace::MOVE } else { 1.0 } * if ask.is_moderator { pace::TRUSTED } else { 1.0 };
        Ok(match self.pace.pass(&ask.person.key, price, now) {
            Pass::Granted => Admission::Heard,
            Pass::Told => Admission::Refused(Refusal::TooFast),
            Pass::Silent => Admission::Ignored,
        })
    }
}

/// Tells times in the zone of whoever a post is for – or, when it is for nobody alone, of the asker, if there is one – and
/// spares machines and whoever wants never to be notified.
pub(super) fn suit(memory: &Transacted<'_>, posts: Vec<Post>, asker: Option<&Person>) -> Result<Vec<Post>, Fault> {
    let suited = posts.into_iter().map(|mut post| {
        if let Some(reader) = post.private_to.as_ref().or(post.ping.as_ref()).or(asker) {
            for instant in post.text.instants() {
                *instant = instant.with_time_zone(clock::zone(memory.settings_of(reader)?.zone_name()));
            }
        }
        let ping = match post.ping {
            Some(person) if machine::level_of(&person).is_some() => None,
            Some(person) if memory.settings_of(&person)?.pings == Pings::Never => None,
            ping => ping,
        };
        Ok(Post { ping, ..post })
    });
    suited.collect()
}

/// Whom to notify that it's their turn.
pub(super) fn called_to_move(memory: &Transacted<'_>, person: &Person) -> Result<Option<Person>, Fault> {
    let is_called = memory.settings_of(person)?.pings == Pings::Every;
    Ok(is_called.then(|| person.clone()))
}

/// A board as one of its readers wants to see it.
pub(super) fn seen_by(
    memory: &Transacted<'_>,
    board: Board,
    own: Option<Color>,
    reader: &Person,
) -> Result<Board, Fault> {
    let settings = memory.settings_of(reader)?;
    let view = match settings.view {
        View::Own => own.unwrap_or(board.view),
        View::White => Color::White,
        View::Mover => board.view,
    };
    Ok(Board { view, theme: settings.theme, ..board })
}

/// The present board of a game as this reader wants to see it.
pub(super) fn board_for(memory: &Transacted<'_>, game: &Game, reader: &Person) -> Result<Board, Fault> {
    seen_by(memory, game.board(), game.summary.color_of(reader), reader)
}

impl Hearing<'_> {
    /// The letters in which somebody writes and reads moves.
    pub(super) fn letters_of(&self, person: &Person) -> Result<Letters, Fault> {
        Ok(self.memory.settings_of(person)?.letters)
    }

    /// The present board of a game as this reader wants to see it.
    pub(super) fn board_for(&self, game: &Game, reader: &Person) -> Result<Board, Fault> {
        board_for(self.memory, game, reader)
    }

    /// Nothing, if the asker looks after this room.
    pub(super) fn check_moderator(&self) -> Result<(), Trouble> {
        if self.ask.is_moderator { Ok(()) } else { Err(Refusal::NotModerator.into()) }
    }
}
