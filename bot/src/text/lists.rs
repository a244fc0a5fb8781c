//! Answers to questions: lists, boards and notations.

use jiff::Timestamp;
use rules::{Color, san};

use super::{Text, clocks, command, strong, text};
use crate::challenge::Challenge;
use crate::command::{Act, Command};
use crate::game::{Game, Summary};
use crate::names::Person;
use crate::pgn;

/// A person's running games, the most urgent first.
pub fn games_listed(games: &[Summary], person: &Person, now: Timestamp) -> Text {
    if games.is_empty() {
        return text!["You have no running games. ", command("challenge"), " starts one."];
    }
    let mut said = text!["Your games:"];
    for game in games {
        said.append(text!["\n", strong(game.number.to_string()), format!(" {}", game.kind.0.name)]);
        if let Some(opponent) = game.opponent_of(person) {
            said.append(text![" against ", opponent]);
        }
        let moves = format!(", move {}", game.ply / 2 + 1);
        said.push(moves);
        said.push(if game.awaits(person) { ": your turn, " } else { ": their turn, " });
        match game.deadline {
            Some(deadline) if deadline > now => {
                said.append(text!["until ", deadline, format!(" ({} left)", clocks::until(deadline, now))]);
            }
            Some(deadline) => said.append(text!["time up since ", deadline]),
            None => said.append(text!["since ", game.moved]),
        }
    }
    said
}

/// The challenges that concern a person or a room.
pub fn challenges_listed(challenges: &[Challenge], person: &Person) -> Text {
    if challenges.is_empty() {
        return text!["No challenge is open here. ", command("challenge"), " makes one."];
    }
    let mut said = text!["Open challenges:"];
    for challenge in challenges {
        said.append(text!["\n", strong(challenge.number.to_string()), format!(" {}, ", challenge.kind.0.name)]);
        said.append(text![&challenge.challenger, " to "]);
        match &challenge.opponent {
            Some(opponent) => said.push(opponent),
            None => said.push("anybody"),
        }
        let act = if challenge.challenger == *person {
            Act::Withdraw
        } else if challenge.may_accept(person) {
            Act::Accept
        } else {
            continue;
        };
        said.append(text![": ", command(Command { game: Some(challenge.number), act })]);
    }
    said
}

/// The line above a board that somebody asked for.
pub fn board_shown(game: &Game, ply: usize) -> Text {
    let mut said = text![
        strong(format!("{} {}", game.number(), game.summary.kind.0.name)),
        " White: ",
        game.player(Color::White),
        ", Black: ",
        game.player(Color::Black),
        "."
    ];
    if ply < game.record.ply() {
        said.push(format!(" After ply {ply} of {}.", game.record.ply()));
    } else if let Some(end) = game.summary.end {
        let score = end.score.map_or("No result".to_owned(), |score| score.to_string());
        said.push(format!(" {score}, {}.", end.reason.key()));
    } else {
        said.append(text![" ", game.to_move(), " to move"]);
        if game.position().is_check() {
            said.push(", in check");
        }
        if let Some(deadline) = game.summary.deadline {
            said.append(text![", until ", deadline]);
        }
        said.push(".");
    }
    if let Some((before, played)) = ply.checked_sub(1).and_then(|last| game.record.plies().nth(last)) {
        said.push(format!(" Last move: {} {}", pgn::number(before), san::print(before, played)));
    }
    said
}

/// Every legal move of a running game.
pub fn moves_listed(game: &Game) -> Text {
    let mut moves: Vec<String> = san::print_all(game.position()).into_iter().map(|(_, san)| san).collect();
    moves.sort();
    text![
        strong(game.number().to_string()),
        format!(" {} has {}: {}", game.turn(), super::count(moves.len(), "move"), moves.join("  "))
    ]
}

/// The position as FEN.
pub fn fen_shown(game: &Game) -> Text {
    text![
        strong(game.number().to_string()),
        format!(" {}: ", game.summary.kind.0.name),
        super::code(rules::fen::print(game.position()))
    ]
}

/// The line that goes with a PGN.
pub fn pgn_shown(game: &Game) -> Text {
    text![
        strong(game.number().to_string()),
        format!(" {}, {} so far.", game.summary.kind.0.name, super::count(game.record.ply(), "move"))
    ]
}
