//! Clocks against a count of every half hour, in zones where clocks are put forward and back.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::ops::Range;

use centaur::clock::{self, Clock, Rest, TimeControl, days};
use centaur::preference::{Reminders, Settings};
use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use proptest::prelude::*;
use rules::Color;

/// Zones whose offsets are whole half hours; Lord Howe's clocks are put forward by half an hour only.
const ZONES: [&str; 5] = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo"];
const STEP: SignedDuration = SignedDuration::from_mins(30);

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn weekends(zone: &str) -> Rest {
    Rest::new(Some(clock::zone(zone)), &[], 0)
}

/// A situation on whole half hours: a zone, vacations with what is allowed of them, and when a turn begins.
#[derive(Clone, Debug)]
struct Situation {
    zone: Option<&'static str>,
    vacations: Vec<Range<Timestamp>>,
    allowed: u8,
    since: Timestamp,
}

impl Situation {
    fn rest(&self) -> Rest {
        Rest::new(self.zone.map(clock::zone), &self.vacations, self.allowed)
    }

    /// The half hours from one instant to another at which the clock runs, counted one by one.
    fn count(&self, from: Timestamp, to: Timestamp) -> SignedDuration {
        let mut run = SignedDuration::ZERO;
        let mut used = std::collections::BTreeMap::<i16, SignedDuration>::new();
        let mut now = self.vacations.first().map_or(from, |first| first.start.min(from));
        while now < to {
            let mut stands = self.zone.is_some_and(|zone| {
                matches!(now.to_zoned(clock::zone(zone)).weekday(), Weekday::Saturday | Weekday::Sunday)
            });
            if self.vacations.iter().any(|vacation| vacation.contains(&now)) {
                let used = used.entry(now.to_zoned(TimeZone::UTC).year()).or_default();
                if *used < days(self.allowed) {
                    *used += STEP;
                    stands = true;
                }
            }
            if now >= from && !stands {
                run += STEP;
            }
            now += STEP;
        }
        run
    }
}

fn situations() -> impl Strategy<Value = Situation> {
    let zone = prop::option::of(prop::sample::select(&ZONES[..]));
    let vacations = prop::collection::vec((1..60 * 48_i32, 1..20 * 48_i32), 0..3);
    // Half hours from 2010, when São Paulo's clocks were still put forward at midnight.
    (zone, vacations, 0..20_u8, 0..20 * 365 * 48_i32).prop_map(|(zone, gaps, allowed, begin)| {
        let since = at("2010-01-01T00:00:00Z") + STEP * begin;
        let mut end = since - STEP * (10 * 48);
        let vacations = gaps.into_iter().map(|(gap, long)| {
            let start = end + STEP * gap;
            end = start + STEP * long;
            start..end
        });
        Situation { zone, vacations: vacations.collect(), allowed, since }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_runs_is_what_is_counted(situation in situations(), long in 0..40 * 48_i32) {
        let to = situation.since + STEP * long;
        prop_assert_eq!(situation.rest().running(situation.since, to), situation.count(situation.since, to));
    }

    #[test]
    fn deadline_and_time_left_agree(situation in situations(), run in 1..15 * 24 * 60 * 60_000_i64) {
        let (rest, run) = (situation.rest(), SignedDuration::from_millis(run));
        let deadline = rest.after(situation.since, run);
        prop_assert_eq!(rest.running(situation.since, deadline), run);
        // It is the first such instant.
        let moment = SignedDuration::from_millis(1);
        prop_assert_eq!(rest.running(situation.since, deadline - moment), run - moment);
        prop_assert_eq!(rest.stands_until(deadline - moment), None);
    }

    #[test]
    fn time_runs_forward_and_adds_up(situation in situations(), parts in prop::array::uniform2(0..20 * 48_i32)) {
        let rest = situation.rest();
        let middle = situation.since + STEP * parts[0];
        let end = middle + STEP * parts[1];
        let (first, second) = (rest.running(situation.since, middle), rest.running(middle, end));
        prop_assert_eq!(rest.running(situation.since, end), first + second);
        prop_assert!(rest.after(situation.since, first) <= middle);
        prop_assert!(rest.after(situation.since, first) <= rest.after(situation.since, first + second));
        prop_assert!(second <= end.duration_since(middle));
    }

    #[test]
    fn a_reminder_comes_before_the_deadline(
        situation in situations(),
        count in 2..15_u8,
        (reminders, left_then) in prop::sample::select(vec![
            (Reminders::Quarter, None),
            (Reminders::Half, None),
            (Reminders::Day, Some(days(1))),
            (Reminders::Never, Some(days(0))),
        ]),
    ) {
        let left_then = left_then.unwrap_or(days(count) / if reminders == Reminders::Half { 2 } else { 4 });
        let settings = Settings { reminders, ..Settings::default() };
        let rest = situation.rest();
        let clock = Clock::start([days(count); 2], Color::White, situation.since, &settings, &rest);
        let due = clock.due.unwrap();
        prop_assert!(situation.since <= due && due <= clock.deadline);
        let left = clock.left_at(Color::White, Color::White, due, &rest);
        prop_assert_eq!(left, left_then);
        prop_assert_eq!(clock.left_at(Color::Black, Color::White, clock.deadline, &rest), days(count));
    }
}

#[test]
fn a_day_has_24_hours_when_clocks_are_put_forward_or_back() {
    // pitfalls: reminders shifted when daylight saving changed.
    for begin in ["2026-03-28T12:00:00Z", "2026-10-24T12:00:00Z"] {
        let rest = Rest::default();
        assert_eq!(rest.after(at(begin), days(3)), at(begin) + 72.hours());
    }
}

#[test]
fn a_weekend_is_as_long_as_it_is() {
    for (zone, friday, hours) in [
        ("Europe/Berlin", "2026-03-27T12:00:00Z", 47),
        ("Europe/Berlin", "2026-10-23T12:00:00Z", 49),
        ("America/New_York", "2026-03-06T12:00:00Z", 47),
        ("Asia/Kolkata", "2026-03-27T12:00:00Z", 48),
    ] {
        let rest = weekends(zone);
        let passed = rest.after(at(friday), days(2)).duration_since(at(friday));
        assert_eq!(passed, days(2) + SignedDuration::from_hours(hours), "{zone}");
    }
    let lord_howe = weekends("Australia/Lord_Howe").after(at("2026-04-02T12:00:00Z"), days(2));
    assert_eq!(lord_howe.duration_since(at("2026-04-02T12:00:00Z")), days(4) + STEP);
}

#[test]
fn an_unknown_zone_is_utc_and_known_ones_need_no_system() {
    assert_eq!(clock::zone("Middle/Earth"), TimeZone::UTC);
    assert_eq!(clock::zone("Europe/Berlin").iana_name(), Some("Europe/Berlin"));
}

#[test]
fn a_day_a_move_is_for_each_move() {
    // pitfalls: "one day" was counted for the whole game.
    let control = TimeControl::Days(1);
    assert_eq!(control.after_move(SignedDuration::from_hours(2)), days(1));
    assert_eq!(control.at_ply(&[Some(SignedDuration::ZERO); 4], 4), Some(days(1)));
    let bank = TimeControl::Bank { days: 5, increment: 2, cap: 6 };
    assert_eq!(bank.after_move(days(3)), days(5));
    assert_eq!(bank.after_move(days(5)), days(6));
    assert_eq!(bank.at_ply(&[Some(days(1)), Some(days(2)), Some(days(4))], 3), Some(days(4)));
    assert_eq!(bank.at_ply(&[], 1), Some(days(5)));
    assert_eq!(TimeControl::None.initial(), None);
}
