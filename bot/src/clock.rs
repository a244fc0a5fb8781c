//! Time: how it is counted in a game, when a clock stands still, and when a turn is over. Pure; `now` is an argument.
//!
//! A day is 24 hours on the clock, so that neither daylight saving nor a journey makes one longer. A turn is counted to
//! its end in the time zone that the player had when it began: whoever moves to another zone wins or loses nothing.
//! Instants are whole milliseconds, as they are stored.

mod rest;
mod wishes;

pub use rest::Rest;
pub(crate) use wishes::{TimingWishes, WORDS};

use std::ops::RangeInclusive;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use rules::Color;
use serde::{Deserialize, Serialize};

use crate::preference::{Reminders, Settings};

/// How many days a move may be given.
pub const MOVE_DAYS: RangeInclusive<u8> = 1..=14;
/// How many days a bank may begin with and hold.
pub const BANK_DAYS: RangeInclusive<u8> = 1..=60;
/// How many days may be added to a bank for each move.
pub const INCREMENT_DAYS: RangeInclusive<u8> = 0..=14;
/// How many days of vacation a year may be agreed on.
pub const VACATION_DAYS: RangeInclusive<u8> = 0..=60;

/// So many days on the clock.
pub fn days(count: u8) -> SignedDuration {
    SignedDuration::from_hours(24 * i64::from(count))
}

/// The instant in whole milliseconds.
pub fn in_milliseconds(instant: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(instant.as_millisecond()).unwrap_or(instant)
}

/// How much time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    None,
    /// So many days for each move; what is saved is lost.
    Days(u8),
    /// A bank of days for all moves.
    Bank {
        /// What it begins with, in days.
        days: u8,
        /// What each move adds, in days.
        increment: u8,
        /// What it can't rise above, in days.
        cap: u8,
    },
}

impl TimeControl {
    /// What a side has at the beginning; `None` where no clock runs.
    pub fn initial(self) -> Option<SignedDuration> {
        match self {
            TimeControl::None => None,
            TimeControl::Days(count) | TimeControl::Bank { days: count, .. } => Some(days(count)),
        }
    }

    /// What a side has for its next turn, when it had this much left at its move.
    pub fn after_move(self, left: SignedDuration) -> SignedDuration {
        match self {
            TimeControl::None => left,
            TimeControl::Days(count) => days(count),
            TimeControl::Bank { increment, cap, .. } => (left + days(increment)).min(days(cap)),
        }
    }

    /// What a side has for its turn at a ply, when this was left at the moves before it.
    pub fn at_ply(self, left_at_moves: &[Option<SignedDuration>], ply: usize) -> Option<SignedDuration> {
        let before = ply.checked_sub(2).and_then(|before| *left_at_moves.get(before)?);
        before.map_or(self.initial(), |left| Some(self.after_move(left)))
    }
}

/// What happens when a side's time is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// The game ends.
    #[default]
    AtOnce,
    /// The opponent may end it for as long as no move is played.
    ByClaim,
}

/// All that is agreed on about time. What is kept without one of these has the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timing {
    /// How much time there is.
    pub control: TimeControl,
    /// Whether the clock of the player to move stands still on that player's Saturdays and Sundays.
    pub weekends_off: bool,
    /// For how many days a calendar year a player's vacation stops the clock.
    pub vacation_days: u8,
    /// What happens when the time is up.
    pub flag: Flag,
}

/// The time zone of this name; UTC when there is none.
pub fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

/// The clocks of a game, of which that of the side to move runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What White and Black had left when the present turn began.
    pub left: [SignedDuration; 2],
    /// When it began.
    pub since: Timestamp,
    /// The name of the time zone in which it is counted.
    pub zone: String,
    /// When the time of the side to move is up.
    pub deadline: Timestamp,
    /// When the clock is to be looked at next: for the reminder when that is before the deadline, or else for the
    /// deadline; `None` when there is nothing left to do.
    pub due: Option<Timestamp>,
}

impl Clock {
    /// The clocks at the beginning of a side's turn.
    pub fn start(left: [SignedDuration; 2], side: Color, since: Timestamp, settings: &Settings, rest: &Rest) -> Clock {
        let since = in_milliseconds(since);
        let zone = settings.zone_name().to_owned();
        let mut clock = Clock { left, since, zone, deadline: since, due: Some(since) };
        clock.schedule(side, settings.reminders, rest);
        clock
    }

    /// Reckons the deadline again, after `rest` has changed. Who was reminded before isn't once more.
    pub fn reschedule(&mut self, side: Color, reminders: Reminders, rest: &Rest) {
        match self.due {
            None => {}
            Some(due) if due < self.deadline => self.schedule(side, reminders, rest),
            Some(_) => self.schedule(side, Reminders::Never, rest),
        }
    }

    fn schedule(&mut self, side: Color, reminders: Reminders, rest: &Rest) {
        let left = self.left[side.index()];
        self.deadline = rest.after(self.since, left);
        let reminded_at = match reminders {
            Reminders::Quarter => left / 4,
            Reminders::Half => left / 2,
            Reminders::Day => days(1),
            Reminders::Never => SignedDuration::ZERO,
        };
        // A turn that begins with less than that needs no reminder.
        self.due = Some(if reminded_at < left { rest.after(self.since, left - reminded_at) } else { self.deadline });
    }

    /// What a side has left at an instant: for the side to move, without what has run since its turn began.
    pub fn left_at(&self, side: Color, to_move: Color, now: Timestamp, rest: &Rest) -> SignedDuration {
        let left = self.left[side.index()];
        match side == to_move {
            true => (left - rest.running(self.since, in_milliseconds(now))).max(SignedDuration::ZERO),
            false => left,
        }
    }

    /// Whether the time of the side to move is up. The deadline itself is too late.
    pub fn is_up(&self, now: Timestamp) -> bool {
        now >= self.deadline
    }
}
