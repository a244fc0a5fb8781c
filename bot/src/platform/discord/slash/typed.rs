//! Commands as one types them on Discord.

use super::options::{
    AT, AWAY_DAYS, AWAY_OFF, AWAY_UNTIL, CAP, COLOUR, CONFIRM, DRAW_STEP, GAME, GAMES, HERE, HINTS, LEVEL, LINES, MOVE,
    PAGE, PLACE, RATED, SIDE, SPEAKS, TERMS, TOPIC, VARIANT, VERDICT, WHOLE,
};
use crate::command::{self, Act, Command, DrawStep, IfStep, PREFIX, RoomStep, Side, TakebackStep, VacationStep};
use crate::machine;
use crate::names::GameNumber;

/// A typed command as one types it on Discord, with its options by name.
pub(in super::super) fn as_typed(words: &str) -> String {
    let Some(Ok(Command { game, act })) = command::parse(&format!("{PREFIX}{words}"), &[]) else {
        return format!("/{words}");
    };
    let step = match &act {
        Act::Draw(DrawStep::Offer) | Act::Takeback(TakebackStep::Ask) => None,
        Act::Draw(DrawStep::Accept) | Act::Takeback(TakebackStep::Accept) => Some("accept"),
        Act::Draw(DrawStep::Decline) | Act::Takeback(TakebackStep::Decline) => Some("decline"),
        Act::Draw(DrawStep::Claim) => Some("claim"),
        _ => None,
    };
    let mut typed = format!("/{}", act.verb().word());
    let mut add = |name: &str, value: &str| typed.push_str(&format!(" {name}:{value}"));
    match &act {
        Act::Challenge { opponent, kind, color, terms } => {
            add(VARIANT.name, kind.0.key);
            if words.contains(color.key()) {
                add(COLOUR.name, color.key());
            }
            let terms = terms.unwrap_or_default();
            if terms.rated {
                add(RATED.name, "on");
            } else if !terms.hints {
                add(HINTS.name, "off");
            }
            if let Some(level) = opponent.as_ref().and_then(machine::level_of) {
                add(LEVEL.name, &level.to_string());
            }
            // The words are those of the options, as in `weekends:off`.
            for (name, value) in terms.timing.to_string().split(' ').filter_map(|word| word.split_once(':')) {
                add(name, value.strip_suffix('d').filter(|_| name == CAP.name).unwrap_or(value));
            }
        }
        Act::Rules(Some(kind)) => add(VARIANT.name, kind.0.key),
        Act::Help(Some(verb)) => add(TOPIC.name, verb.word()),
        Act::Vacation(VacationStep::Days(days)) => add(AWAY_DAYS.name, &days.to_string()),
        Act::Vacation(VacationStep::Until(day)) => add(AWAY_UNTIL.name, &day.to_string()),
        Act::Vacation(VacationStep::Off) => add(AWAY_OFF.name, "off"),
        Act::If(IfStep::Lines(lines)) => add(LINES.name, lines),
        Act::If(IfStep::Off) => add(LINES.name, "off"),
        Act::Move(played) => add(MOVE.name, played),
        Act::Hint { whole: true } => add(WHOLE.name, "move"),
        Act::Resign { confirmed: true } | Act::Forget { confirmed: true } => add(CONFIRM.name, "yes"),
        Act::Board { at, view } => {
            if let Some(ply) = at {
                add(AT.name, &ply.to_string());
            }
            if let Some(view) = view {
                add(SIDE.name, if *view == Side::White { "white" } else { "black" });
            }
        }
        Act::Games { here, page } => {
            if *here {
                add(HERE.name, "here");
            }
            if *page > 1 {
                add(PAGE.name, &page.to_string());
            }
        }
        Act::History { page, .. } if *page > 1 => add(PAGE.name, &page.to_string()),
        Act::Stats { kind: Some(kind), .. } => add(VARIANT.name, kind.0.key),
        Act::Top { kind, everywhere } => {
            if let Some(kind) = kind {
                add(VARIANT.name, kind.0.key);
            }
            if *everywhere {
                add(PLACE.name, "everywhere");
            }
        }
        Act::Set(settings) => settings.iter().for_each(|setting| {
            let (name, value) = setting.words();
            add(name, value);
        }),
        Act::Room(RoomStep::Speak(speaks)) => add(SPEAKS.name, if *speaks { "on" } else { "off" }),
        Act::Adjudicate(_) | Act::Room(RoomStep::Games(_) | RoomStep::Terms(_)) => {
            // The value is what the typed form ends with.
            let name = match &act {
                Act::Adjudicate(_) => VERDICT.name,
                Act::Room(RoomStep::Games(_)) => GAMES.name,
                _ => TERMS.name,
            };
            let written = Command { game: None, act: act.clone() }.to_string();
            let value = written.split_once(' ').map_or("", |(_, value)| value);
            add(name, value.trim_start_matches(name).trim());
        }
        _ => {}
    }
    if let Some(step) = step {
        add(DRAW_STEP.name, step);
    }
    if let Some(GameNumber(number)) = game {
        add(GAME.name, &number.to_string());
    }
    typed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_discord_has_them_typed() {
        assert_eq!(as_typed("draw 12 accept"), "/draw step:accept game:12");
        assert_eq!(as_typed("resign 12 yes"), "/resign confirm:yes game:12");
        assert_eq!(as_typed("challenge bird white"), "/challenge game:bird colour:white");
        assert_eq!(as_typed("challenge bird rated"), "/challenge game:bird rated:on");
        assert_eq!(
            as_typed("challenge bird bank:5d+1d cap:9d weekends:off"),
            "/challenge game:bird bank:5d+1d cap:9 weekends:off"
        );
        assert_eq!(as_typed("vacation until 2027-01-05"), "/vacation until:2027-01-05");
        assert_eq!(as_typed("vacation 3 days"), "/vacation days:3");
        assert_eq!(as_typed("if 12 exd5 Qxd5; any h3"), "/if line:exd5 Qxd5; any h3 game:12");
        assert_eq!(as_typed("challenge carrera"), "/challenge game:carrera");
        assert_eq!(as_typed("move 12 Nf3"), "/move move:Nf3 game:12");
        assert_eq!(as_typed("board 12 at 5"), "/board at:5 game:12");
        assert_eq!(as_typed("set view own zone utc"), "/set view:own zone:utc");
        assert_eq!(as_typed("room games bird carrera"), "/room games:bird carrera");
        assert_eq!(as_typed("adjudicate 12 draw"), "/adjudicate result:draw game:12");
        assert_eq!(as_typed("games here 2"), "/games where:here page:2");
        assert_eq!(as_typed("forget-me yes"), "/forget-me confirm:yes");
        assert_eq!(as_typed("help"), "/help");
        assert_eq!(as_typed("dance wildly"), "/dance wildly");
    }
}
