//! Settings, and what people want to be known or not to be known about them.

use super::{Text, code, command, count, strong, text};
use crate::command::{Act, Command};
use crate::game::{End, Game};
use crate::names::Person;
use crate::preference::{self, Setting, Settings};
use crate::talk::{Action, Selection};

/// What somebody is called whose name was erased.
pub const NOBODY: &str = "somebody who left";

/// What each setting is about.
const ABOUT: [(&str, &str); 6] = [
    ("view", "the side at the bottom of boards: your own, White's, or that of the player to move"),
    ("pings", "when I may notify you: at every turn, not at turns but for reminders and offers, or never"),
    ("reminders", "when your time is running out: at a quarter or a half of it, a day before, or never"),
    ("zone", "your time zone, such as Europe/Berlin; times that are meant for you are told in it, in rooms as well"),
    ("theme", "the colours of boards when it is your turn"),
    ("letters", "the language of the pieces' letters in moves that you type and read"),
];

/// Somebody's settings, and how to change them.
pub fn settings(settings: &Settings) -> Text {
    let mut said = text!["Your settings:"];
    for setting in settings.list() {
        let (name, value) = setting.words();
        let about = ABOUT.iter().find(|(known, _)| *known == name).map_or("", |(_, about)| about);
        said.append(text!["\n", strong(name), " ", code(value), format!(" – {about}")]);
    }
    said.append(text!["\nFor example ", command("set view own"), " changes one."]);
    said
}

/// The settings that are always one of a few.
pub fn selections(settings: &Settings) -> Vec<Selection> {
    let selection = |setting: Setting| {
        let (name, present) = setting.words();
        let values = preference::values(name)?;
        let chosen = values.iter().position(|value| *value == present)?;
        let options = values.into_iter().filter_map(|value| {
            let act = Act::Set(vec![Setting::read(name, value)?]);
            Some(Action { label: format!("{name}: {value}"), command: Command { game: None, act } })
        });
        Some(Selection { options: options.collect(), chosen })
    };
    settings.list().into_iter().filter_map(selection).collect()
}

/// Somebody is blocked.
pub fn blocked(person: &Person, is_new: bool) -> Text {
    match is_new {
        true => text![
            person,
            " can't challenge you any more. Games that you are playing go on. ",
            command("unblock"),
            " takes it back."
        ],
        false => text!["You have blocked ", person, " already."],
    }
}

/// Somebody isn't blocked any more.
pub fn unblocked(person: &Person) -> Text {
    text![person, " can challenge you again."]
}

/// Whom somebody has blocked.
pub fn blocks(people: &[Person]) -> Text {
    if people.is_empty() {
        return text!["You have blocked nobody."];
    }
    let mut said = text!["You have blocked "];
    said.append(super::row(people.iter().map(Into::into), "and"));
    said.push(".");
    said
}

/// Above the file with everything stored about somebody.
pub fn exported() -> Text {
    text!["This is everything that I have stored about you. ", command("forget-me"), " erases it."]
}

/// Whether somebody really wants to be forgotten.
pub fn forget_question(running: usize) -> Text {
    let mut said = text!["Shall I forget you? I replace your name and erase your settings; it can't be undone. "];
    if running > 0 {
        said.push(format!(
            "The {} that you are playing {} resigned, or broken off where not both have moved. ",
            count(running, "game"),
            if running == 1 { "is" } else { "are" }
        ));
    }
    said.append(text![
        "Your opponents keep the games, without your name. If you come back, you begin as somebody new. To do it, type ",
        command("forget-me yes"),
        "."
    ]);
    said
}

/// Somebody was forgotten.
pub fn forgotten() -> Text {
    text!["Done: I don't know you any more. What was said in rooms stays there; delete it yourself if you like."]
}

/// A game ends because a player asked to be forgotten.
pub fn left(game: &Game, end: End, nobody: &Person) -> Text {
    let mut said = text![nobody, " doesn't play here any more. "];
    said.append(super::ended(game, end));
    said
}
