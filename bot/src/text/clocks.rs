//! Time: what was agreed on, what is left, reminders, ends on time, and vacations.

use jiff::{SignedDuration, Timestamp};
use rules::{Color, Score};

use super::games::{about, result};
use super::{Text, command, count, strong, text};
use crate::clock::{Flag, TimeControl, Timing};
use crate::command::{Act, Command, VacationStep};
use crate::game::{End, Game, Reason, Summary};
use crate::names::Person;

/// What was agreed on about time, as a sentence; nothing where no clock runs.
pub(super) fn timing(timing: &Timing) -> Option<String> {
    let days = |days: u8| count(days.into(), "day");
    let mut said = match timing.control {
        TimeControl::None => return None,
        TimeControl::Days(each) => format!("{} a move", days(each)),
        TimeControl::Bank { days: bank, increment: 0, .. } => format!("{} for all moves", days(bank)),
        TimeControl::Bank { days: bank, increment, cap } => {
            format!("{} and {increment} more for each move, at most {cap}", days(bank))
        }
    };
    if timing.weekends_off {
        said.push_str(", weekends off");
    }
    if timing.vacation_days > 0 {
        said.push_str(&format!(", {} of vacation a year", days(timing.vacation_days)));
    }
    if timing.flag == Flag::ByClaim {
        said.push_str(", wins on time have to be claimed");
    }
    Some(format!("{said}."))
}

/// A time as people say it, in the two greatest units at most.
pub(super) fn duration(time: SignedDuration) -> String {
    let minutes = usize::try_from(time.as_mins()).unwrap_or_default();
    let (days, hours, minutes) = (minutes / (24 * 60), minutes / 60 % 24, minutes % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => "less than a minute".to_owned(),
        (0, 0, minutes) => count(minutes, "minute"),
        (0, hours, 0) => count(hours, "hour"),
        (0, hours, minutes) => format!("{} {}", count(hours, "hour"), count(minutes, "minute")),
        (days, 0, _) => count(days, "day"),
        (days, hours, _) => format!("{} {}", count(days, "day"), count(hours, "hour")),
    }
}

/// A time as a picture shows it.
pub fn clock_shown(left: SignedDuration) -> String {
    let minutes = left.as_mins();
    match (minutes / (24 * 60), minutes / 60 % 24, minutes % 60) {
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, 0) => format!("{hours} h"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, 0, _) => format!("{days} d"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

/// How long it is until an instant.
pub(super) fn until(instant: Timestamp, now: Timestamp) -> String {
    duration(instant.duration_since(now))
}

/// Until when the side to move has time, where a clock runs.
pub(super) fn limit(game: &Game) -> Text {
    match (&game.clock, game.summary.deadline) {
        (Some(clock), _) if clock.left[game.turn().index()].is_zero() => text![", with no time left"],
        (_, Some(deadline)) => text![", until ", deadline],
        (_, None) => Text::default(),
    }
}

/// A player's time is running out.
pub fn reminded(game: &Game, now: Timestamp) -> Text {
    let mut said = text![strong(game.number().to_string()), " ", game.to_move(), ": it is your move"];
    if let Some(deadline) = game.summary.deadline {
        said.append(text![", until ", deadline, format!(" ({} from now).", until(deadline, now))]);
    }
    said
}

/// A player's time is up in a game that goes on until the opponent claims it.
pub fn time_is_up(game: &Game) -> Text {
    let (player, opponent) = (game.to_move(), game.player(!game.turn()));
    text![
        strong(game.number().to_string()),
        " The time of ",
        player,
        " is up. ",
        opponent,
        " can end the game with ",
        about(Act::Claim, game),
        " until ",
        player,
        " moves."
    ]
}

/// The game ended because the time of the side to move was up.
pub fn ended_on_time(game: &Game, end: End) -> Text {
    let mut said = text![strong(game.number().to_string()), " "];
    if end.reason == Reason::Aborted {
        said.append(text![game.to_move(), " has not made a first move in time. "]);
    }
    said.append(result(game, end));
    said
}

/// Why a game ended on time as it did, after the score.
pub(super) fn on_time(game: &Game, score: Option<Score>) -> Text {
    match score {
        Some(Score::Win(_)) => text![" on time."],
        _ => {
            let late = game.turn();
            text![
                " A draw: the time of ",
                game.player(late),
                " is up, but ",
                game.player(!late),
                " has nothing left to mate with."
            ]
        }
    }
}

/// What fell due in a room while the bot was away.
pub fn missed<'a>(texts: impl Iterator<Item = &'a Text>) -> Text {
    let mut said = text!["While I was away:"];
    for one in texts {
        said.push("\n");
        said.append(one.clone());
    }
    said
}

/// What White and Black have left, and until when the clock stands still if it does.
pub fn clocks(game: &Game, left: Option<[SignedDuration; 2]>, stands_until: Option<Timestamp>) -> Text {
    let mut said = text![strong(game.number().to_string()), " "];
    let Some(left) = left else {
        said.push("There is no clock in this game.");
        return said;
    };
    for color in Color::ALL {
        said.append(text![game.player(color), format!(" ({color}): {} left", duration(left[color.index()]))]);
        if let (None, Some(deadline), true) = (game.summary.end, game.summary.deadline, color == game.turn()) {
            said.append(text![", to move until ", deadline]);
            if let Some(until) = stands_until {
                said.append(text!["; the clock stands still until ", until]);
            }
        }
        said.push(". ");
    }
    said.push(timing(&game.summary.terms.timing).map(|timing| super::capitalised(&timing)).unwrap_or_default());
    said
}

/// Until when a person is away, and how much of it counts in which games.
pub fn vacation(until: Option<Timestamp>, games: &[(Summary, SignedDuration)], person: &Person) -> Text {
    let vacation = |step| command(Command { game: None, act: Act::Vacation(step) });
    let mut said = match until {
        Some(until) => text!["You are on vacation until ", until, ". ", vacation(VacationStep::Off), " ends it."],
        None => text!["You aren't on vacation. ", vacation(VacationStep::Days(3)), " begins one."],
    };
    if games.is_empty() {
        said.push(" None of your games stops its clock for it: that has to be agreed on in the challenge.");
        return said;
    }
    said.push(" Your clock stands still, as long as days are left, in:");
    for (game, used) in games {
        let allowed = count(game.terms.timing.vacation_days.into(), "day");
        let used = if *used == SignedDuration::ZERO { "nothing".to_owned() } else { duration(*used) };
        said.append(text!["\n", strong(game.number.to_string()), format!(" {used} of {allowed} used this year")]);
        if let Some(deadline) = game.deadline.filter(|_| game.awaits(person)) {
            said.append(text![", to move until ", deadline]);
        }
    }
    said
}
