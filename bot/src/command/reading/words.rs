//! The words after the verbs about people, lists and rooms.

use super::{closest, kind_of, unknown_word};
use crate::command::{Misread, RoomStep, Side, Verb};
use crate::names::{GameKind, GameNumber};
use crate::preference::{self, Setting};
use crate::terms::{self, Wishes};

/// The longest that somebody is muted for, in days; without a number it is for ever.
pub(super) const MOST_DAYS: u32 = 3650;

/// Whether somebody can be named after this verb.
pub(super) fn takes_person(verb: Verb) -> bool {
    matches!(verb, Verb::History | Verb::Stats | Verb::Versus | Verb::Block | Verb::Unblock | Verb::Mute | Verb::Unmute)
}

pub(super) fn side(word: Option<&String>) -> Option<Side> {
    match word?.as_str() {
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        _ => None,
    }
}

pub(super) fn page(number: Option<GameNumber>) -> Result<u32, Misread> {
    match number.map_or(1, |number| number.0) {
        0 => Err(Misread::NoSuchNumber(0)),
        page => Ok(page),
    }
}

/// The kind of game that all the words left name; none when there are none.
pub(super) fn kind_in(words: &mut impl Iterator<Item = String>) -> Result<Option<GameKind>, Misread> {
    let named: Vec<String> = words.collect();
    if named.is_empty() { Ok(None) } else { kind_of(&named).map(Some) }
}

pub(super) fn settings(words: &mut impl Iterator<Item = String>) -> Result<Vec<Setting>, Misread> {
    let mut read = Vec::new();
    while let Some(word) = words.next() {
        let name = preference::NAMES.into_iter().find(|name| *name == word);
        let name = name.ok_or_else(|| unknown_word(Verb::Set, word, &preference::NAMES))?;
        let values = preference::values(name).unwrap_or_default();
        let Some(value) = words.next() else { return Err(Misread::NoValue { name: Some(name), values }) };
        let setting = Setting::read(name, &value);
        read.push(setting.ok_or_else(|| match closest(&value, values.iter().copied()) {
            Some(closest) => Misread::UnknownWord { verb: Verb::Set, word: value, closest: Some(closest) },
            None => Misread::NoValue { name: Some(name), values },
        })?);
    }
    match read.is_empty() {
        true => Err(Misread::NoValue { name: None, values: preference::NAMES.to_vec() }),
        false => Ok(read),
    }
}

pub(super) fn room_step(words: &mut impl Iterator<Item = String>) -> Result<RoomStep, Misread> {
    let Some(word) = words.next() else { return Ok(RoomStep::Show) };
    Ok(match word.as_str() {
        "on" => RoomStep::Speak(true),
        "off" => RoomStep::Speak(false),
        "games" => {
            let named: Vec<String> = words.collect();
            let named: Vec<String> = named.into_iter().filter(|word| word != "and").collect();
            match &named[..] {
                [] => return Err(Misread::NoValue { name: None, values: vec!["all", "carrera", "bird"] }),
                [all] if all == "all" => RoomStep::Games(Vec::new()),
                several => {
                    let kinds = several.iter().map(|word| kind_of(std::slice::from_ref(word)));
                    RoomStep::Games(kinds.collect::<Result<_, _>>()?)
                }
            }
        }
        "terms" => {
            let mut wishes = Wishes::default();
            for word in words {
                if !wishes.note(&word) {
                    return Err(unknown_word(Verb::Room, word, &terms::WORDS));
                }
            }
            RoomStep::Terms(wishes.terms()?)
        }
        _ => return Err(unknown_word(Verb::Room, word, &["on", "off", "games", "terms"])),
    })
}
