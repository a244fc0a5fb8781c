//! Challenges and what becomes of them.

use super::{Text, clocks, command, kinds, strong, text};
use crate::challenge::Challenge;
use crate::command::{Act, ColorWish, Command};
use crate::names::Person;
use crate::talk::Span;
use crate::terms::Terms;

fn about(act: Act, challenge: &Challenge) -> Span {
    command(Command { game: Some(challenge.number), act })
}

/// A new challenge: who, what, with which colours, the game in one line, and how to answer.
pub fn challenge_card(challenge: &Challenge) -> Text {
    let challenger = &challenge.challenger;
    let mut said = text![strong(challenge.number.to_string()), " ", challenger];
    match (&challenge.opponent, challenge.rematch_of) {
        (Some(opponent), Some(game)) => said.append(text![" asks ", opponent, " for a rematch of ", game, ": "]),
        (Some(opponent), None) => said.append(text![" challenges ", opponent, " to "]),
        (None, _) => said.append(text![" challenges anybody here to "]),
    }
    said.append(text![strong(challenge.kind.0.name), ". "]);
    said.append(match challenge.color {
        ColorWish::White => text![challenger, " plays White."],
        ColorWish::Black => text![challenger, " plays Black."],
        ColorWish::Random => text!["Colours by lot."],
    });
    said.append(text![" ", terms(&challenge.terms)]);
    said.append(text!["\n", kinds::in_one_line(challenge.kind), "\n"]);
    if let Some(opponent) = &challenge.opponent {
        said.append(text![opponent, ": "]);
    }
    said.append(text![about(Act::Accept, challenge)]);
    if challenge.opponent.is_some() {
        said.append(text![" or ", about(Act::Decline, challenge)]);
    }
    said.append(text![", until ", challenge.expires, "."]);
    said
}

/// What was agreed on, or is to be.
pub(super) fn terms(terms: &Terms) -> String {
    let play = match (terms.rated, terms.hints) {
        (true, _) => "Rated, without hints.",
        (false, true) => "Friendly, hints allowed.",
        (false, false) => "Friendly, without hints.",
    };
    match clocks::timing(&terms.timing) {
        Some(timing) => format!("{play} {}", super::capitalised(&timing)),
        None => play.to_owned(),
    }
}

/// The person challenged said no.
pub fn challenge_declined(challenge: &Challenge, by: &Person) -> Text {
    text![by, " declines the challenge ", challenge.number, " of ", &challenge.challenger, "."]
}

/// The challenger took it back.
pub fn challenge_withdrawn(challenge: &Challenge) -> Text {
    text![&challenge.challenger, " withdraws the challenge ", challenge.number, "."]
}

/// Nobody answered in time.
pub fn challenge_expired(challenge: &Challenge) -> Text {
    match &challenge.opponent {
        Some(opponent) => text![
            "The challenge ",
            challenge.number,
            " of ",
            &challenge.challenger,
            " to ",
            opponent,
            " has expired without an answer."
        ],
        None => {
            text![
                "The open challenge ",
                challenge.number,
                " of ",
                &challenge.challenger,
                " has expired: nobody accepted."
            ]
        }
    }
}
