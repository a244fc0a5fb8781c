//! Time as it is typed in a challenge: `3d`, `bank:10d+1d cap:20d`, `weekends:off`, `vacation:14`, `flag:claim`.

use std::fmt;
use std::ops::RangeInclusive;

use super::{BANK_DAYS, Flag, INCREMENT_DAYS, MOVE_DAYS, TimeControl, Timing, VACATION_DAYS};

/// Words that say something about time, to be offered to whoever types.
pub(crate) const WORDS: [&str; 6] = ["3d", "bank:10d+1d", "cap:20d", "weekends:off", "vacation:14", "flag:claim"];

/// What somebody said about time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TimingWishes {
    control: Option<TimeControl>,
    cap: Option<u8>,
    weekends_off: Option<bool>,
    vacation_days: Option<u8>,
    flag: Option<Flag>,
    /// Whether something was meant about time that can't be.
    is_wrong: bool,
}

impl TimingWishes {
    /// Notes what a word in lower case says about time; whether it does.
    pub(crate) fn note(&mut self, word: &str) -> bool {
        let (name, value) = match word.split_once(':') {
            Some(named) => named,
            None if ["noclock", "untimed"].contains(&word) => ("clock", "none"),
            None if word.contains('+') => ("bank", word),
            None => ("days", word),
        };
        let is_named = word.contains(':');
        match name {
            "clock" | "time" if matches!(value, "none" | "off" | "no") => self.control = Some(TimeControl::None),
            "days" => match (count(value, MOVE_DAYS), is_named) {
                (Some(count), _) if is_named || !value.ends_with(|last: char| last.is_ascii_digit()) => {
                    self.control = Some(TimeControl::Days(count));
                }
                // Without a name it is a time only when it looks like one, such as `30d`.
                _ if is_named || is_count(value) => self.is_wrong = true,
                _ => return false,
            },
            "bank" => {
                let (bank, increment) = value.split_once('+').unwrap_or((value, "0"));
                match (count(bank, BANK_DAYS), count(increment, INCREMENT_DAYS)) {
                    (Some(days), Some(increment)) => {
                        self.control = Some(TimeControl::Bank { days, increment, cap: days });
                    }
                    _ if is_named || is_count(bank) => self.is_wrong = true,
                    _ => return false,
                }
            }
            "cap" => {
                self.cap = count(value, BANK_DAYS);
                self.is_wrong |= self.cap.is_none();
            }
            "weekends" | "weekend" => match value {
                "off" => self.weekends_off = Some(true),
                "on" => self.weekends_off = Some(false),
                _ => self.is_wrong = true,
            },
            "vacation" => {
                self.vacation_days = count(value, VACATION_DAYS);
                self.is_wrong |= self.vacation_days.is_none();
            }
            "flag" => match value {
                "claim" => self.flag = Some(Flag::ByClaim),
                "once" | "at-once" => self.flag = Some(Flag::AtOnce),
                _ => self.is_wrong = true,
            },
            _ => return false,
        }
        true
    }

    /// What was wished for; `None` when it can't be: numbers out of range, a cap below the bank, or something about a
    /// clock where there is none.
    pub(crate) fn timing(self) -> Option<Timing> {
        let control = match (self.control.unwrap_or_default(), self.cap) {
            (control, None) => control,
            (TimeControl::Bank { days, increment, .. }, Some(cap)) if cap >= days => {
                TimeControl::Bank { days, increment, cap }
            }
            _ => return None,
        };
        let timing = Timing {
            control,
            weekends_off: self.weekends_off.unwrap_or_default(),
            vacation_days: self.vacation_days.unwrap_or_default(),
            flag: self.flag.unwrap_or_default(),
        };
        let is_possible = control != TimeControl::None || timing == Timing::default();
        (is_possible && !self.is_wrong).then_some(timing)
    }
}

/// A number of days in range, as `3`, `3d` or `3days`.
fn count(typed: &str, range: RangeInclusive<u8>) -> Option<u8> {
    let (digits, unit) = split(typed);
    digits.parse().ok().filter(|count| ["", "d", "day", "days"].contains(&unit) && range.contains(count))
}

/// Whether this is a number of days with its unit, in range or not.
fn is_count(typed: &str) -> bool {
    let (digits, unit) = split(typed);
    !digits.is_empty() && ["d", "day", "days"].contains(&unit)
}

/// The digits at the beginning and what follows them.
fn split(typed: &str) -> (&str, &str) {
    typed.split_at(typed.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(typed.len()))
}

impl fmt::Display for Timing {
    /// As a challenge has it typed, each word after a space; nothing for what is usual.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.control {
            TimeControl::None => {}
            TimeControl::Days(days) => write!(f, " days:{days}")?,
            TimeControl::Bank { days, increment, cap } => {
                write!(f, " bank:{days}d+{increment}d")?;
                if cap != days {
                    write!(f, " cap:{cap}d")?;
                }
            }
        }
        if self.weekends_off {
            f.write_str(" weekends:off")?;
        }
        if self.vacation_days > 0 {
            write!(f, " vacation:{}", self.vacation_days)?;
        }
        match self.flag {
            Flag::AtOnce => Ok(()),
            Flag::ByClaim => f.write_str(" flag:claim"),
        }
    }
}
