//! Clocks in play, claims on time, and vacations.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use rules::Color;

use super::Hearing;
use crate::clock::{self, Clock, Rest, Timing};
use crate::error::{Fault, Refusal, Trouble};
use crate::game::{Game, Summary};
use crate::names::Person;
use crate::store::Transacted;
use crate::talk::Post;
use crate::text;

/// The longest that anybody is away at once.
const LONGEST_VACATION: SignedDuration = SignedDuration::from_hours(24 * 366);

/// When a player's clock stands still in a game of these terms, counted in this zone.
fn rest(memory: &Transacted<'_>, timing: &Timing, player: &Person, zone: &str) -> Result<Rest, Fault> {
    let vacations = if timing.vacation_days > 0 { memory.vacations_of(player)? } else { Vec::new() };
    Ok(Rest::new(timing.weekends_off.then(|| clock::zone(zone)), &vacations, timing.vacation_days))
}

/// Starts the clocks of a new game, where there are any.
pub(super) fn start(memory: &Transacted<'_>, game: &mut Game, now: Timestamp) -> Result<(), Fault> {
    match game.summary.terms.timing.control.initial() {
        Some(initial) => begin_turn(memory, game, [initial; 2], now),
        None => Ok(()),
    }
}

/// What a side has left.
pub(super) fn left_now(
    memory: &Transacted<'_>,
    game: &Game,
    side: Color,
    now: Timestamp,
) -> Result<Option<SignedDuration>, Fault> {
    let Some(clock) = &game.clock else { return Ok(None) };
    let rest = rest(memory, &game.summary.terms.timing, game.to_move(), &clock.zone)?;
    Ok(Some(clock.left_at(side, game.turn(), now, &rest)))
}

/// A side has moved with so much left, and the other's turn begins.
pub(super) fn moved(
    memory: &Transacted<'_>,
    game: &mut Game,
    mover: Color,
    left: Option<SignedDuration>,
    now: Timestamp,
) -> Result<(), Fault> {
    game.left_at_moves.push(left);
    let (Some(left), Some(clock)) = (left, &game.clock) else { return Ok(()) };
    let mut both = clock.left;
    both[mover.index()] = game.summary.terms.timing.control.after_move(left);
    begin_turn(memory, game, both, now)
}

/// The game has gone back to an earlier turn, which begins anew: both have what they had when it began first.
pub(super) fn taken_back(memory: &Transacted<'_>, game: &mut Game, now: Timestamp) -> Result<(), Fault> {
    let (ply, control) = (game.record.ply(), game.summary.terms.timing.control);
    game.left_at_moves.truncate(ply);
    let at = |ply| control.at_ply(&game.left_at_moves, ply);
    let (Some(mine), Some(theirs)) = (at(ply), at(ply + 1)) else { return Ok(()) };
    let mut both = [theirs; 2];
    both[game.turn().index()] = mine;
    begin_turn(memory, game, both, now)
}

fn begin_turn(
    memory: &Transacted<'_>,
    game: &mut Game,
    left: [SignedDuration; 2],
    now: Timestamp,
) -> Result<(), Fault> {
    let settings = memory.settings_of(game.to_move())?;
    let rest = rest(memory, &game.summary.terms.timing, game.to_move(), settings.zone_name())?;
    let clock = Clock::start(left, game.turn(), now, &settings, &rest);
    memory.set_clock(game.number(), &clock)?;
    game.summary.deadline = Some(clock.deadline);
    game.clock = Some(clock);
    Ok(())
}

impl Hearing<'_> {
    /// Both clocks of a game.
    pub(super) fn clocks(&self, game: &Game) -> Result<Post, Trouble> {
        let left = |side| left_now(self.memory, game, side, self.now);
        let both = match (left(Color::White)?, left(Color::Black)?) {
            (Some(white), Some(black)) => Some([white, black]),
            _ => None,
        };
        let rest = match &game.clock {
            Some(clock) => rest(self.memory, &game.summary.terms.timing, game.to_move(), &clock.zone)?,
            None => Rest::default(),
        };
        let text = text::clocks(game, both, rest.stands_until(self.now));
        Ok(self.post(&self.ask.room, game.number(), text))
    }

    /// Ends a game in which the opponent's time is up.
    pub(super) fn claim_time(&self, game: &Game) -> Result<Vec<Post>, Trouble> {
        let (mut game, number, color) = (game.clone(), game.number(), self.color_in(game)?);
        let is_up = game.clock.as_ref().is_some_and(|clock| clock.is_up(self.now));
        if !is_up || game.turn() == color {
            let deadline = game.summary.deadline.filter(|_| game.turn() != color);
            return Err(Refusal::NotUp(number, deadline).into());
        }
        let end = game.end_on_time();
        self.note_end(&mut game, end)?;
        let text = text::ended_on_time(&game, end);
        Ok(vec![self.end_post(&game, color, text)?])
    }

    pub(super) fn be_away_for(&self, days: u16) -> Result<Vec<Post>, Trouble> {
        self.be_away(Some(self.now + SignedDuration::from_hours(24 * i64::from(days))))
    }

    pub(super) fn be_away_until(&self, day: Date) -> Result<Vec<Post>, Trouble> {
        let zone = clock::zone(self.memory.settings_of(self.me())?.zone_name());
        let begins = day.at(0, 0, 0, 0);
        let until = zone.to_ambiguous_timestamp(begins).compatible().map_err(|_| Refusal::VacationLength)?;
        self.be_away(Some(until))
    }

    pub(super) fn be_back(&self) -> Result<Vec<Post>, Trouble> {
        self.be_away(None)
    }

    /// Begins a vacation, or ends the present one; the turns that wait for the asker are reckoned again.
    fn be_away(&self, until: Option<Timestamp>) -> Result<Vec<Post>, Trouble> {
        let now = clock::in_milliseconds(self.now);
        if until.is_some_and(|until| until <= now || until.duration_since(now) > LONGEST_VACATION) {
            return Err(Refusal::VacationLength.into());
        }
        self.memory.set_vacation(self.me(), now, until.map(clock::in_milliseconds))?;
        for game in self.games_with_vacation()?.into_iter().filter(|game| game.awaits(self.me())) {
            let Some(mut clock) = self.memory.clock(game.number)? else { continue };
            let rest = rest(self.memory, &game.terms.timing, self.me(), &clock.zone)?;
            clock.reschedule(game.turn(), self.memory.settings_of(self.me())?.reminders, &rest);
            self.memory.set_clock(game.number, &clock)?;
        }
        Ok(vec![self.vacation()?])
    }

    /// The asker's running games in which a vacation counts.
    fn games_with_vacation(&self) -> Result<Vec<Summary>, Fault> {
        let mut games = self.memory.running_games_of(self.me())?;
        games.retain(|game| game.terms.timing.vacation_days > 0 && game.deadline.is_some());
        Ok(games)
    }

    /// Until when the asker is away, and how much of it counts in which game.
    pub(super) fn vacation(&self) -> Result<Post, Trouble> {
        let vacations = self.memory.vacations_of(self.me())?;
        let now = clock::in_milliseconds(self.now);
        let until = vacations.last().map(|last| last.end).filter(|end| *end > now);
        let games = self.games_with_vacation()?.into_iter().map(|game| {
            let used = Rest::new(None, &vacations, game.terms.timing.vacation_days).vacation_used(now);
            (game, used)
        });
        let games: Vec<(Summary, SignedDuration)> = games.collect();
        Ok(self.answer(text::vacation(until, &games, self.me())))
    }
}
