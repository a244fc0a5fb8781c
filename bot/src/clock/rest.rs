//! When a player's clock stands still.

use std::ops::Range;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};

use super::days;

/// When a player's clock stands still: weekends in a time zone, and vacations as far as they count.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    weekends_in: Option<TimeZone>,
    /// In order, without overlaps.
    away: Vec<Range<Timestamp>>,
}

impl Rest {
    /// Weekends in this zone, if any, and of the vacations, which are in order and don't overlap, the first
    /// `vacation_days` of each calendar year in UTC.
    pub fn new(weekends_in: Option<TimeZone>, vacations: &[Range<Timestamp>], vacation_days: u8) -> Rest {
        let mut away = Vec::new();
        let (mut year, mut allowed) = (None, SignedDuration::ZERO);
        for vacation in vacations {
            let mut begin = vacation.start;
            while begin < vacation.end {
                let this_year = begin.to_zoned(TimeZone::UTC).year();
                if year != Some(this_year) {
                    (year, allowed) = (Some(this_year), days(vacation_days));
                }
                let end = vacation.end.min(year_after(begin));
                let counts = end.duration_since(begin).min(allowed);
                if counts > SignedDuration::ZERO {
                    away.push(begin..begin + counts);
                    allowed -= counts;
                }
                begin = end;
            }
        }
        Rest { weekends_in, away }
    }

    /// How much of the calendar year's vacation has been used at an instant.
    pub fn vacation_used(&self, now: Timestamp) -> SignedDuration {
        let year = now.to_zoned(TimeZone::UTC).year();
        let this_year = self.away.iter().filter(|away| away.start.to_zoned(TimeZone::UTC).year() == year);
        let used = this_year.map(|away| away.end.min(now).duration_since(away.start).max(SignedDuration::ZERO));
        used.fold(SignedDuration::ZERO, |sum, part| sum + part)
    }

    /// Until when the clock stands still that does so at this instant.
    pub fn stands_until(&self, at: Timestamp) -> Option<Timestamp> {
        let mut until = at;
        while let Some(still) = self.standing_at(until) {
            until = still.end;
        }
        (until > at).then_some(until)
    }

    /// How long the clock runs from one instant to another.
    pub fn running(&self, from: Timestamp, to: Timestamp) -> SignedDuration {
        let (mut at, mut run) = (from, SignedDuration::ZERO);
        while at < to {
            at = self.stands_until(at).unwrap_or(at);
            let stop = self.next_standing(at).map_or(to, |next| next.min(to));
            if at < stop {
                run += stop.duration_since(at);
                at = stop;
            }
        }
        run
    }

    /// When the clock has run for so long, starting at `from`.
    pub fn after(&self, from: Timestamp, run: SignedDuration) -> Timestamp {
        let (mut at, mut left) = (from, run.max(SignedDuration::ZERO));
        while left > SignedDuration::ZERO {
            at = self.stands_until(at).unwrap_or(at);
            let Some(next) = self.next_standing(at) else { return at + left };
            let runs = next.duration_since(at).min(left);
            at += runs;
            left -= runs;
        }
        at
    }

    /// The vacation or weekend that contains this instant.
    fn standing_at(&self, at: Timestamp) -> Option<Range<Timestamp>> {
        let weekend = self.weekends_in.as_ref().map(|zone| weekend(zone, at)).filter(|weekend| weekend.contains(&at));
        weekend.or_else(|| self.away.iter().find(|away| away.contains(&at)).cloned())
    }

    /// When the clock stands still next, after an instant at which it runs.
    fn next_standing(&self, at: Timestamp) -> Option<Timestamp> {
        let weekend = self.weekends_in.as_ref().map(|zone| weekend(zone, at).start);
        let away = self.away.iter().map(|away| away.start).find(|start| *start > at);
        weekend.into_iter().chain(away).min()
    }
}

/// The weekend in a zone that contains this instant or is the next after it: from the beginning of Saturday to that of
/// Monday, whatever the clocks there do in between.
fn weekend(zone: &TimeZone, at: Timestamp) -> Range<Timestamp> {
    let mut saturday = saturday_of_week(zone.to_datetime(at).date());
    loop {
        let monday = saturday.saturating_add(2.days());
        let weekend = beginning(zone, saturday)..beginning(zone, monday);
        if weekend.end > at || monday == Date::MAX {
            return weekend;
        }
        saturday = saturday.saturating_add(7.days());
    }
}

/// The Saturday of the week, Monday first, in which this day is.
fn saturday_of_week(day: Date) -> Date {
    let to_saturday = 5 - i64::from(day.weekday().since(Weekday::Monday));
    day.saturating_add(to_saturday.days())
}

/// The first instant of a day.
fn beginning(zone: &TimeZone, day: Date) -> Timestamp {
    zone.to_ambiguous_timestamp(day.at(0, 0, 0, 0)).compatible().unwrap_or(Timestamp::MAX)
}

/// The beginning in UTC of the year after this instant's.
fn year_after(at: Timestamp) -> Timestamp {
    let year = at.to_zoned(TimeZone::UTC).year();
    Date::new(year + 1, 1, 1).map_or(Timestamp::MAX, |day| beginning(&TimeZone::UTC, day))
}
