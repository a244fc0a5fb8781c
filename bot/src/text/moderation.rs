//! What moderators do.

use jiff::Timestamp;

use super::challenges::terms;
use super::{Text, code, command, row, text};
use crate::command::RoomStep;
use crate::game::{End, Game};
use crate::house::House;
use crate::names::{GameKind, Person};

/// Kinds of games in a row.
pub(super) fn kinds(kinds: &[GameKind]) -> Text {
    row(kinds.iter().map(|kind| code(kind.0.key)), "and")
}

fn games(house: &House) -> Text {
    match house.games.is_empty() {
        true => text!["All games may be played here."],
        false => {
            let mut said = text!["The games here are "];
            said.append(kinds(&house.games));
            said.push(".");
            said
        }
    }
}

fn usual_terms(house: &House) -> Text {
    text!["A challenge that says nothing else is: ", terms(&house.terms.unwrap_or_default())]
}

fn speaks(house: &House) -> &'static str {
    if house.is_off { "I am silent in this room." } else { "I play in this room." }
}

/// The rules of a room.
pub fn house(house: &House) -> Text {
    let mut said = text![speaks(house), " "];
    said.append(games(house));
    said.push(" ");
    said.append(usual_terms(house));
    said.append(text![" Moderators change this with ", command("room"), "."]);
    said
}

/// A moderator changed the rules of a room.
pub fn house_changed(by: &Person, step: &RoomStep, house: &House) -> Text {
    let mut said = text![by, " has changed the rules of this room. "];
    match step {
        RoomStep::Show => {}
        RoomStep::Speak(true) => said.push(speaks(house)),
        RoomStep::Speak(false) => {
            said.append(text![speaks(house), " Moderators wake me with ", command("room on"), "."]);
        }
        RoomStep::Games(_) => said.append(games(house)),
        RoomStep::Terms(_) => said.append(usual_terms(house)),
    }
    said
}

/// A moderator ended a game.
pub fn decided(game: &Game, end: End, by: &Person) -> Text {
    let mut said = text![by, ", a moderator, has decided: "];
    said.append(super::ended(game, end));
    said
}

/// Somebody isn't heard in a room any more.
pub fn muted(by: &Person, person: &Person, until: Option<Timestamp>) -> Text {
    let mut said = text![by, " has muted ", person, " in this room"];
    if let Some(until) = until {
        said.append(text![" until ", until]);
    }
    said.push(".");
    said
}

/// Somebody is heard in a room again.
pub fn unmuted(by: &Person, person: &Person) -> Text {
    text![by, " lets ", person, " be heard in this room again."]
}
