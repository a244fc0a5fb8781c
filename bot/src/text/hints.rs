//! Hints, machine players and reviews.

use rules::{Color, Motive, Move, Position};

use super::{Text, capitalised, code, strong, text};
use crate::game::Game;
use crate::hint::{Advice, Step};
use crate::letters::Letters;
use crate::names::GameNumber;
use crate::pgn;
use crate::review::{TurningPoint, Verdict};

/// As much of a hint as this step tells.
pub fn hint_told(game: &Game, step: Step, advice: &Advice, letters: Letters) -> Text {
    let position = game.position();
    let mut said = text![strong(game.number().to_string()), " "];
    let Some(best) = advice.best(position) else { return said };
    let piece = position.variant().name_of(position.powers_at(best.from));
    said.append(match step {
        Step::Piece => text![format!("Look at your {piece} on "), code(best.from.to_string()), "."],
        Step::Square => text![
            format!("Your {piece} on "),
            code(best.from.to_string()),
            match best.travellers == position.powers_at(best.from) {
                true => " should go to ",
                false => " should send a part of itself to ",
            },
            code(best.to.to_string()),
            "."
        ],
        Step::Move => {
            let mut told = text!["Play ", code(letters.print(position, best))];
            told.append(hint_reason(game, advice));
            told
        }
    });
    said
}

/// Why the move advised is a good one, and how its side stands with it.
fn hint_reason(game: &Game, advice: &Advice) -> Text {
    let Some(line) = advice.line(game.position()) else { return Text::default() };
    let mut said = Text::default();
    // That it improves the position says nothing.
    if rules::motive(&game.record, &line) != Motive::Improves {
        said.push(": ");
        said.append(super::motive(&game.record, &line));
    }
    said.push(".");
    if let Some(standing) = standing(Verdict::of(advice.score)) {
        said.append(text![" ", standing]);
    }
    said
}

/// How the side that moves stands with the best move; a mate says so by itself, and nothing is to be said of a level game.
fn standing(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Mates(_) | Verdict::Mated(_) | Verdict::Level => None,
        Verdict::Won => Some("With it you should win."),
        Verdict::Better => Some("With it you stand better."),
        Verdict::Worse => Some("It is the best there is, though you stand worse."),
        Verdict::Lost => Some("It is the best there is in a hard position."),
    }
}

/// Others come before this hint.
pub fn hint_waits(number: GameNumber, before: usize) -> Text {
    let come = if before == 1 { "1 other comes".to_owned() } else { format!("{before} others come") };
    text!["I am busy: ", come, " before your hint for ", number, ". It follows by itself."]
}

/// A machine player couldn't think.
pub fn machine_stuck(game: &Game) -> Text {
    text![
        strong(game.number().to_string()),
        " Sorry, something went wrong on my side while I was thinking about my move. Take your move back and play it \
         again, or wait until I am started anew."
    ]
}

/// A draw is offered while a machine player thinks.
pub fn draw_offered_to_machine(game: &Game) -> Text {
    let (machine, color) = (game.to_move(), !game.turn());
    text![
        strong(game.number().to_string()),
        " ",
        game.player(color),
        " offers a draw. ",
        machine,
        " answers at its move."
    ]
}

/// Somebody asked for a review, which takes a while.
pub fn review_begun(game: &Game) -> Text {
    text!["I am going through ", game.number(), " move by move; that takes up to half a minute."]
}

/// What a review found, above the turning points.
pub fn review_summary(game: &Game, points: &[TurningPoint], letters: Letters) -> Text {
    let mut said = text![
        strong(format!("{} {}", game.number(), game.summary.kind.0.name)),
        " between ",
        game.player(Color::White),
        " and ",
        game.player(Color::Black),
        ", looked at again: "
    ];
    said.append(match points.len() {
        0 => text!["nobody made a big mistake."],
        1 => text!["one move turned it."],
        several => text![format!("{} moves turned it.", if several == 2 { "two" } else { "three" })],
    });
    for point in points {
        if let Some((before, played)) = game.record.plies().nth(point.ply) {
            let move_played = format!("{} {}", pgn::number(before), letters.print(before, played));
            said.append(text!["\n", code(move_played), format!(": {}.", change(before.turn(), point))]);
        }
    }
    said
}

/// One turning point: what was played, what would have been better, and by how much.
pub fn turning_point(
    game: &Game,
    point: &TurningPoint,
    before: &Position,
    [played, better]: [Move; 2],
    letters: Letters,
) -> Text {
    let color = before.turn();
    text![
        strong(format!("{} {}", game.number(), pgn::number(before))),
        " ",
        game.player(color),
        format!(" ({color}) played "),
        code(letters.print(before, played)),
        "; ",
        code(letters.print(before, better)),
        format!(" was better. {}.", capitalised(&change(color, point)))
    ]
}

/// What a turning point changed, such as `White was level and is lost`.
fn change(color: Color, point: &TurningPoint) -> String {
    match (point.before, point.after) {
        (Verdict::Mates(moves), after) => format!("{color} had mate in {moves}, and now {}", now(after)),
        (before, after) if before == after => {
            let trend = if before < Verdict::Level { "more" } else { "less" };
            format!("{color} {}, and {trend} so now", was(before))
        }
        (before, after) => format!("{color} {}, and now {}", was(before), now(after)),
    }
}

fn was(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Mates(_) | Verdict::Won => "was winning",
        Verdict::Better => "was better",
        Verdict::Level => "was level",
        Verdict::Worse => "was worse",
        Verdict::Lost | Verdict::Mated(_) => "was losing",
    }
}

fn now(verdict: Verdict) -> String {
    match verdict {
        Verdict::Mates(moves) => format!("has mate in {moves}"),
        Verdict::Won => "is winning".to_owned(),
        Verdict::Better => "is better".to_owned(),
        Verdict::Level => "is level".to_owned(),
        Verdict::Worse => "is worse".to_owned(),
        Verdict::Lost => "is losing".to_owned(),
        Verdict::Mated(moves) => format!("is mated in {moves}"),
    }
}
