//! A season in a club of 200 people: a simulated year of games in two rooms, with every kind of clock, races against the
//! deadline, vacations, journeys to other time zones, takebacks, conditional moves and restarts.
//!
//! A model beside the club keeps what must be true, with clocks counted half hour by half hour: everything happens on
//! whole half hours, and only in zones whose offsets are such. What happens is drawn from a seed, which is printed;
//! `CENTAUR_SEASON` names another.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use centaur::Archive;
use centaur::clock::{self, Flag, TimeControl, Timing, days};
use centaur::club::Club;
use centaur::game::{End, Reason};
use centaur::talk::{Ask, Content, EventKey, GameNumber, Mention, Person, Post, Room};
use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use rules::{Color, san, variants};
use tempfile::TempDir;

const PEOPLE: usize = 200;
const ROOMS: [&str; 2] = ["hall", "den"];
const ZONES: [&str; 5] = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Auckland"];
const STEP: SignedDuration = SignedDuration::from_mins(30);
const BEGIN: &str = "2026-01-01T00:00:00Z";
const END: &str = "2027-01-01T00:00:00Z";
/// So many games run at once.
const RUNNING: usize = 20;
/// What is said about time in challenges.
const TIMES: [&str; 10] = [
    "noclock",
    "1d",
    "1d flag:claim",
    "2d weekends:off",
    "3d vacation:3",
    "3d weekends:off vacation:10 flag:claim",
    "14d",
    "bank:2d+1d",
    "bank:5d+1d cap:8d weekends:off vacation:5",
    "bank:6d flag:claim",
];

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}

/// A game as it must be.
struct Model {
    number: u32,
    players: [usize; 2],
    timing: Timing,
    record: rules::Game,
    left_at_moves: Vec<Option<SignedDuration>>,
    left: [SignedDuration; 2],
    since: Timestamp,
    zone: &'static str,
    /// `None` where no clock runs.
    deadline: Option<Timestamp>,
    /// How often the player to move was reminded in this turn, and whether the bot was always there in it.
    reminders: usize,
    is_watched: bool,
    /// What each side plays when the other plays something, or anything.
    lines: [Option<(Option<String>, String)>; 2],
    end: Option<End>,
}

impl Model {
    fn to_move(&self) -> usize {
        self.players[self.record.position().turn().index()]
    }

    fn is_up(&self, now: Timestamp) -> bool {
        self.end.is_none() && self.deadline.is_some_and(|deadline| deadline <= now)
    }

    fn finish(&mut self, end: End) {
        self.end = Some(end);
        self.lines = Default::default();
    }

    fn run_out(&mut self) {
        let loser = self.record.position().turn();
        let end = if self.record.ply() <= loser.index() {
            End::ABORTED
        } else if self.record.position().of(!loser).len() == 1 {
            End::drawn(Reason::Time)
        } else {
            End { score: Some(rules::Score::Win(!loser)), reason: Reason::Time }
        };
        self.finish(end);
    }
}

struct Season {
    chance: Chance,
    club: Option<Club>,
    directory: TempDir,
    now: Timestamp,
    events: u64,
    games: Vec<Model>,
    zones: BTreeMap<usize, &'static str>,
    vacations: BTreeMap<usize, Vec<Range<Timestamp>>>,
    /// How often each kind of thing happened.
    tally: BTreeMap<&'static str, usize>,
}

fn person(number: usize) -> Person {
    Person::new(format!("test:{number}"), format!("Member {number}"))
}

impl Season {
    fn path(&self) -> PathBuf {
        self.directory.path().join("club.sqlite")
    }

    fn club(&mut self) -> &mut Club {
        self.club.as_mut().unwrap()
    }

    fn note(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    fn ask(&mut self, who: usize, room: &str, text: String, mention: Option<usize>) -> Ask {
        self.events += 1;
        let mention = mention.map(|other| Mention { written: format!("@{other}"), person: person(other) });
        let (event, room) = (EventKey(format!("event {}", self.events)), Room(format!("test:{room}")));
        Ask { mentions: mention.into_iter().collect(), ..Ask::new(event, room, person(who), Content::Text(text)) }
    }

    /// Hands in what somebody says; in the model, what was too late by then is over first.
    fn say(&mut self, who: usize, text: String) -> Vec<Post> {
        let ask = self.ask(who, "elsewhere", text, None);
        let now = self.now;
        let posts = self.club().handle(&ask, now).unwrap();
        for game in &mut self.games {
            if game.players.contains(&who) && game.is_up(now) && game.timing.flag == Flag::AtOnce {
                game.run_out();
            }
        }
        if self.chance.below(12) == 0 {
            self.note("delivered twice");
            let again = self.club().handle(&ask, now).unwrap();
            // Only the timer's business may come up: a prepared move may have begun a turn with an empty bank.
            assert!(again.iter().all(|post| post.in_reply_to.is_none()), "{again:?}");
        }
        posts
    }

    /// The half hours in which a person's vacation stops the clock of a game that allows so many days.
    fn away(&self, who: usize, allowed: u8) -> Vec<Timestamp> {
        let (mut slots, mut used) = (Vec::new(), BTreeMap::<i16, i32>::new());
        for vacation in self.vacations.get(&who).into_iter().flatten() {
            let mut at = vacation.start;
            while at < vacation.end {
                let used = used.entry(at.to_zoned(TimeZone::UTC).year()).or_default();
                if *used < i32::from(allowed) * 48 {
                    *used += 1;
                    slots.push(at);
                }
                at += STEP;
            }
        }
        slots
    }

    /// Goes through the half hours of the present turn until `stop` says so of instant and time run; gives both.
    fn count(&self, game: &Model, stop: impl Fn(Timestamp, SignedDuration) -> bool) -> (Timestamp, SignedDuration) {
        let zone = clock::zone(game.zone);
        let away = self.away(game.to_move(), game.timing.vacation_days);
        let (mut at, mut run) = (game.since, SignedDuration::ZERO);
        while !stop(at, run) {
            let is_weekend = game.timing.weekends_off
                && matches!(zone.to_datetime(at).weekday(), Weekday::Saturday | Weekday::Sunday);
            if !is_weekend && away.binary_search(&at).is_err() {
                run += STEP;
            }
            at += STEP;
        }
        (at, run)
    }

    fn reckon(&mut self, index: usize) {
        let game = &self.games[index];
        let left = game.left[game.record.position().turn().index()];
        let deadline = game.timing.control.initial().map(|_| self.count(game, |_, run| run >= left).0);
        self.games[index].deadline = deadline;
    }

    fn begin_turn(&mut self, index: usize, left: [SignedDuration; 2]) {
        let (now, zones) = (self.now, &self.zones);
        let game = &mut self.games[index];
        game.zone = zones.get(&game.to_move()).copied().unwrap_or("UTC");
        (game.since, game.left, game.reminders, game.is_watched) = (now, left, 0, true);
        self.reckon(index);
    }

    /// A legal move was played in the model's game, and perhaps a prepared one after it.
    fn played(&mut self, index: usize, san: &str) {
        let now = self.now;
        let game = &self.games[index];
        let mover = game.record.position().turn();
        let clocked = game.timing.control.initial().is_some();
        let run = self.count(game, |at, _| !clocked || at >= now).1;
        let left = (game.left[mover.index()] - run).max(SignedDuration::ZERO);
        let mut both = game.left;
        both[mover.index()] = match game.timing.control {
            TimeControl::Days(count) => days(count),
            TimeControl::Bank { increment, cap, .. } => (left + days(increment)).min(days(cap)),
            TimeControl::None => left,
        };
        let game = &mut self.games[index];
        let position = game.record.position();
        let played = rules::read::read(position, san).unwrap();
        game.record.play(played).unwrap();
        game.left_at_moves.push(clocked.then_some(left));
        self.begin_turn(index, both);
        let game = &mut self.games[index];
        if let Some(outcome) = game.record.outcome() {
            game.finish(End { score: Some(outcome.score), reason: Reason::Rules(outcome.ending) });
            return;
        }
        if let Some((meant, answer)) = game.lines[(!mover).index()].take()
            && meant.is_none_or(|meant| meant == san)
            && let Ok(answer) = rules::read::read(game.record.position(), &answer)
        {
            let san = san::print(game.record.position(), answer);
            self.note("prepared moves");
            self.played(index, &san);
        }
    }

    /// Compares the club's game with the model's.
    fn check(&mut self, index: usize) {
        let number = GameNumber(self.games[index].number);
        let found = self.club().running_game(number).unwrap();
        let game = &self.games[index];
        assert_eq!(found.is_none(), game.end.is_some(), "{number} is over or isn't: {:?}", game.end);
        let Some(found) = found else { return };
        assert_eq!(found.record.moves(), game.record.moves(), "{number}");
        assert_eq!(found.summary.deadline, game.deadline, "{number}: {:?}", found.clock);
        assert_eq!(found.left_at_moves, game.left_at_moves, "{number}");
        if let Some(clock) = found.clock {
            assert_eq!((clock.left, clock.since), (game.left, game.since), "{number}");
        }
    }

    /// Lets the bot's timer do what is due, at each of the instants it waits for.
    fn tick_until(&mut self, until: Timestamp) {
        while let Some(due) = self.club().next_deadline().unwrap().filter(|due| *due <= until) {
            let now = due.max(self.now);
            self.now = now;
            let posts = self.club().tick(now).unwrap();
            self.hear(&posts);
            for index in 0..self.games.len() {
                let game = &mut self.games[index];
                if game.is_up(now) && game.timing.flag == Flag::AtOnce {
                    let reminders = game.reminders;
                    assert!(reminders == 1 || !game.is_watched, "#{}: {reminders} reminders", game.number);
                    game.run_out();
                    self.note("lost on time");
                    self.check(index);
                }
            }
        }
        self.now = until;
    }

    /// Counts reminders, wherever they are said.
    fn hear(&mut self, posts: &[Post]) {
        for line in posts.iter().flat_map(|post| post.text.to_string().lines().map(str::to_owned).collect::<Vec<_>>()) {
            let Some((number, rest)) = line.strip_prefix('#').and_then(|line| line.split_once(' ')) else { continue };
            if !rest.contains("it is your move") {
                continue;
            }
            self.note("reminders");
            let game = self.games.iter_mut().find(|game| game.number.to_string() == number).unwrap();
            game.reminders += 1;
            assert_eq!(game.reminders, 1, "#{number} is reminded of twice");
            assert!(rest.starts_with(&format!("Member {}:", game.to_move())), "{rest}");
            assert!(game.end.is_none() && !game.is_up(self.now), "{rest}");
        }
    }

    fn new_game(&mut self) {
        let (one, other) = (self.chance.below(PEOPLE), self.chance.below(PEOPLE));
        if one == other {
            return;
        }
        let (variant, time) = (self.chance.one_of(&variants::ALL), self.chance.one_of(&TIMES));
        let room = self.chance.one_of(&ROOMS);
        let ask = self.ask(one, room, format!("!challenge @{other} {} white {time}", variant.key), Some(other));
        let now = self.now;
        let card = self.club().handle(&ask, now).unwrap();
        let number = card.last().unwrap().about.unwrap();
        if self.chance.below(8) == 0 {
            return self.note("challenges left alone");
        }
        // What was due for either player has been done by the challenge and the acceptance.
        for index in 0..self.games.len() {
            let game = &mut self.games[index];
            if (game.players.contains(&one) || game.players.contains(&other)) && game.is_up(now) {
                assert_eq!(game.timing.flag, Flag::ByClaim, "the timer was there before");
            }
        }
        let ask = self.ask(other, room, format!("!accept {}", number.0), None);
        self.club().handle(&ask, now).unwrap();
        let game = self.club().running_game(number).unwrap().unwrap();
        let timing = game.summary.terms.timing;
        self.games.push(Model {
            number: number.0,
            players: [one, other],
            timing,
            record: rules::Game::new(variant),
            left_at_moves: Vec::new(),
            left: [SignedDuration::ZERO; 2],
            since: now,
            zone: "UTC",
            deadline: None,
            reminders: 0,
            is_watched: true,
            lines: Default::default(),
            end: None,
        });
        let index = self.games.len() - 1;
        self.begin_turn(index, [timing.control.initial().unwrap_or_default(); 2]);
        self.check(index);
        self.note("games");
    }

    fn random_san(&mut self, position: &rules::Position) -> Option<String> {
        let all = san::print_all(position);
        (!all.is_empty()).then(|| self.chance.one_of(&all).1)
    }

    fn make_move(&mut self, index: usize) {
        let game = &self.games[index];
        let (number, who, position) = (game.number, game.to_move(), game.record.position().clone());
        let was_up = game.is_up(self.now);
        let Some(san) = self.random_san(&position) else { return };
        self.say(who, format!("{number} {san}"));
        if self.games[index].end.is_none() {
            if was_up {
                self.note("late moves before a claim");
            }
            self.played(index, &san);
            self.note("moves");
        } else {
            assert!(was_up);
            self.note("moves that lost the race");
        }
    }

    fn take_back(&mut self, index: usize) {
        let game = &self.games[index];
        let (number, color) = (game.number, self.chance.one_of(&Color::ALL));
        let game = &self.games[index];
        let Some(ply) = (0..game.record.ply()).rev().find(|ply| Color::ALL[ply % 2] == color) else { return };
        let [asker, other] = [game.players[color.index()], game.players[(!color).index()]];
        self.say(asker, format!("!takeback {number}"));
        self.say(other, format!("!takeback {number} accept"));
        let game = &mut self.games[index];
        if game.end.is_some() {
            return;
        }
        game.record.rewind(ply);
        game.left_at_moves.truncate(ply);
        game.lines = Default::default();
        if let Some(initial) = game.timing.control.initial() {
            let before = |ply: usize| ply.checked_sub(2).and_then(|ply| game.left_at_moves[ply]);
            let control = game.timing.control;
            let at = |ply: usize| before(ply).map_or(initial, |left| control.after_move(left));
            let (mine, theirs) = (at(ply), at(ply + 1));
            let mut both = [theirs; 2];
            both[color.index()] = mine;
            self.begin_turn(index, both);
        } else {
            self.begin_turn(index, [SignedDuration::ZERO; 2]);
        }
        self.note("takebacks");
    }

    fn prepare(&mut self, index: usize) {
        let game = &self.games[index];
        let side = !game.record.position().turn();
        let (number, who, position) = (game.number, game.players[side.index()], game.record.position().clone());
        if game.lines[side.index()].is_some() {
            return;
        }
        let Some(theirs) = self.random_san(&position) else { return };
        let after = position.play(rules::read::read(&position, &theirs).unwrap()).unwrap();
        let Some(mine) = self.random_san(&after) else { return };
        let meant = (self.chance.below(2) == 0).then_some(theirs);
        self.say(who, format!("!if {number} {} {mine}", meant.as_deref().unwrap_or("any")));
        if self.games[index].end.is_none() {
            self.games[index].lines[side.index()] = Some((meant, mine));
            self.note("lines");
        }
    }

    fn claim(&mut self, index: usize) {
        let game = &self.games[index];
        let (number, who) = (game.number, game.players[(!game.record.position().turn()).index()]);
        let may = game.is_up(self.now);
        self.say(who, format!("!claim {number}"));
        if may && self.games[index].end.is_none() {
            self.games[index].run_out();
            self.note("claims");
        }
    }

    fn be_away(&mut self, who: usize) {
        let now = self.now;
        let length = self.chance.below(12) as u16;
        let step = if length == 0 { "off".to_owned() } else { format!("{length} days") };
        self.say(who, format!("!vacation {step}"));
        let vacations = self.vacations.entry(who).or_default();
        vacations.retain(|vacation| vacation.start < now);
        if let Some(last) = vacations.last_mut() {
            last.end = last.end.min(now);
        }
        if length > 0 {
            vacations.push(now..now + SignedDuration::from_hours(24 * i64::from(length)));
        }
        for index in 0..self.games.len() {
            if self.games[index].end.is_none() && self.games[index].to_move() == who {
                self.reckon(index);
                self.check(index);
            }
        }
        self.note("vacations");
    }

    /// The bot is away for some time, and comes back.
    fn restart(&mut self) {
        self.club = None;
        let hours = self.chance.one_of(&[0, 0, 0, 30, 100]);
        if hours > 0 {
            self.games.iter_mut().for_each(|game| game.is_watched = false);
        }
        self.now += SignedDuration::from_hours(hours);
        self.club = Some(Club::open(&self.path()).unwrap());
        self.note("restarts");
    }

    fn step(&mut self) {
        let running: Vec<usize> = (0..self.games.len()).filter(|index| self.games[*index].end.is_none()).collect();
        if running.len() < RUNNING {
            return self.new_game();
        }
        let index = self.chance.one_of(&running);
        match self.chance.below(100) {
            0..4 => self.take_back(index),
            4..8 => self.be_away(self.games[index].to_move()),
            8..11 => {
                let (who, zone) = (self.games[index].to_move(), self.chance.one_of(&ZONES));
                self.say(who, format!("!set zone {zone}"));
                self.zones.insert(who, zone);
                self.note("journeys");
            }
            11..18 => self.prepare(index),
            18..20 => self.restart(),
            20..26 => {
                let late = running.into_iter().find(|index| self.games[*index].is_up(self.now));
                self.claim(late.unwrap_or(index));
            }
            26 => {
                let (number, who) = (self.games[index].number, self.games[index].to_move());
                self.say(who, format!("!resign {number} yes"));
                let game = &mut self.games[index];
                if game.end.is_none() {
                    game.finish(End::resigned(game.record.position().turn()));
                }
            }
            // Somebody moves at the very instant of a deadline, before the timer, or half an hour earlier.
            27..33 => {
                let next = running.into_iter().filter(|index| self.games[*index].deadline > Some(self.now));
                if let Some(next) = next.min_by_key(|index| self.games[*index].deadline) {
                    let deadline = self.games[next].deadline.unwrap();
                    let early = self.chance.below(2) == 0;
                    self.tick_until((deadline - STEP).max(self.now));
                    if !early {
                        self.now = deadline;
                    }
                    if self.games[next].end.is_none() {
                        self.make_move(next);
                        self.check(next);
                    }
                }
            }
            _ => self.make_move(index),
        }
        self.check(index);
    }

    fn play(&mut self) {
        let end: Timestamp = END.parse().unwrap();
        while self.now < end {
            self.step();
            let pause = STEP * i32::try_from(self.chance.below(7)).unwrap();
            self.tick_until(self.now + pause);
        }
        for index in 0..self.games.len() {
            self.check(index);
        }
    }

    /// Every game as it is kept ended as the model's, and played again gives the result it has.
    fn check_archive(&mut self) {
        self.club = None;
        let archive = Archive::open(&self.path()).unwrap();
        for model in &self.games {
            let game = archive.game(GameNumber(model.number)).unwrap().unwrap();
            assert_eq!(game.summary.end, model.end, "#{}", model.number);
            assert_eq!(game.left_at_moves, model.left_at_moves, "#{}", model.number);
            let mut replay = rules::Game::new(game.summary.kind.0);
            game.record.moves().iter().for_each(|played| replay.play(*played).unwrap());
            let outcome = replay.outcome().map(|outcome| (Some(outcome.score), Reason::Rules(outcome.ending)));
            match game.summary.end {
                Some(End { score, reason: Reason::Rules(ending) }) => {
                    assert_eq!(outcome, Some((score, Reason::Rules(ending))));
                }
                Some(end) if matches!(end.reason, Reason::Time | Reason::Aborted) => {
                    assert_eq!((outcome, game.end_on_time()), (None, end), "#{}", model.number);
                    assert!(game.clock.unwrap().due.is_none());
                }
                _ => assert_eq!(outcome, None, "#{}", model.number),
            }
        }
    }
}

#[test]
fn a_season_in_a_club_of_200_people() {
    let seed = std::env::var("CENTAUR_SEASON").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("the season of seed {seed}");
    let directory = TempDir::new().unwrap();
    let club = Club::open_with_seed(&directory.path().join("club.sqlite"), seed).unwrap();
    let mut season = Season {
        chance: Chance(seed),
        club: Some(club),
        directory,
        now: BEGIN.parse().unwrap(),
        events: 0,
        games: Vec::new(),
        zones: BTreeMap::new(),
        vacations: BTreeMap::new(),
        tally: BTreeMap::new(),
    };
    season.play();
    season.check_archive();
    println!("{:#?}", season.tally);
    for what in [
        "games",
        "moves",
        "reminders",
        "lost on time",
        "claims",
        "moves that lost the race",
        "late moves before a claim",
        "takebacks",
        "prepared moves",
        "vacations",
        "journeys",
        "restarts",
        "delivered twice",
        "challenges left alone",
    ] {
        assert!(season.tally.contains_key(what), "nothing of {what}: {:?}", season.tally);
    }
}
