//! Moves that are prepared for the opponent's.

use super::games::about;
use super::{Text, code, command, count, strong, text};
use crate::command::{Act, Command, IfStep};
use crate::conditional::{LONGEST, Line, LineError, MOST_LINES};
use crate::game::Game;
use crate::names::GameNumber;

/// A player's own lines; only their number where others may read it.
pub fn conditionals(game: &Game, lines: &[Line], may_be_overheard: bool) -> Text {
    let mut said = text![strong(game.number().to_string()), " "];
    if lines.is_empty() {
        said.append(text![
            "You have no conditional moves. ",
            command("if exd5 Qxd5; any h3"),
            " answers exd5 with Qxd5, and anything else with h3."
        ]);
        return said;
    }
    said.push(format!("You have {} of conditional moves", count(lines.len(), "line")));
    if may_be_overheard {
        said.append(text![
            ". They aren't shown where others read along: ask with ",
            about(Act::If(IfStep::Show), game),
            " in a direct message. "
        ]);
    } else {
        said.push(":");
        for line in lines {
            said.append(text!["\nif ", code(line.to_string())]);
        }
        said.push("\n");
    }
    said.append(text![about(Act::If(IfStep::Off), game), " forgets them."]);
    said
}

/// Why a line isn't kept.
pub(super) fn line_refused(number: GameNumber, error: &LineError) -> Text {
    match error {
        LineError::Move { position, typed, objection, letters } => {
            let mut said = text!["In ", code(typed), ": "];
            said.append(super::objection(None, position, typed, objection, *letters));
            said
        }
        LineError::NeverLegal(typed) => {
            text![code(typed), " won't be legal in ", number, ", whatever your opponent plays."]
        }
        LineError::NoMove(typed) => {
            text![code(typed), " is no move that I can read. Write moves in turn, your opponent's first: ", example()]
        }
        LineError::NoAnswer(typed) => text![
            "After ",
            code(typed),
            " your own move is missing. Write moves in turn, your opponent's first and yours last: ",
            example()
        ],
        LineError::TooMany => text![format!(
            "That is more than I keep: {MOST_LINES} lines a game, each of up to {LONGEST} moves of both sides."
        )],
    }
}

fn example() -> crate::talk::Span {
    command(Command { game: None, act: Act::If(IfStep::Lines("exd5 Qxd5; any h3".to_owned())) })
}
