//! What the Tab key offers: commands, games, people and the legal moves of the game on the board.

use rules::variants;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::lines;
use crate::clock;
use crate::command::{ColorWish, PREFIX, Verb};
use crate::preference;
use crate::terms;

/// What can be completed just now.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// The legal moves, in algebraic notation.
    pub(super) moves: Vec<String>,
    /// The people who sit here.
    pub(super) names: Vec<String>,
}

impl Known {
    /// Where the word before the cursor starts, and what it can become.
    fn complete_word(&self, before: &str) -> (usize, Vec<String>) {
        let start = before.rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let word = &before[start..];
        let said = match lines::split_speaker(&before[..start]) {
            Some((_, message)) => message,
            None => before[..start].trim(),
        };
        let command = said.strip_prefix(PREFIX).map(|command| command.split_whitespace().next().unwrap_or_default());
        let offers = match command.and_then(Verb::from_word) {
            _ if word.starts_with('@') => self.people(),
            Some(Verb::Challenge) => games().chain(colors()).chain(terms()).chain(self.people()).collect(),
            Some(Verb::Rules | Verb::Stats | Verb::Top | Verb::Room) => games().collect(),
            Some(Verb::Set) => settings(said.split_whitespace().last().unwrap_or_default()),
            Some(Verb::Help) => Verb::all().map(|verb| verb.word().to_owned()).collect(),
            Some(Verb::Move) => self.moves.clone(),
            Some(_) => Vec::new(),
            None if word.starts_with(PREFIX) => commands(),
            None if word.is_empty() && self.moves.is_empty() => commands(),
            None => self.moves.clone(),
        };
        let begins = |offer: &String| offer.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
        (start, offers.into_iter().filter(begins).collect())
    }

    fn people(&self) -> Vec<String> {
        self.names.iter().map(|name| format!("@{name}")).collect()
    }
}

impl Completer for Known {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.complete_word(&line[..cursor]))
    }
}

impl Hinter for Known {
    type Hint = String;
}

impl Highlighter for Known {}
impl Validator for Known {}
impl Helper for Known {}

/// What can follow this word when something is set: the values of the setting that it names, or the settings.
fn settings(word: &str) -> Vec<String> {
    let words = preference::values(word).unwrap_or_else(|| preference::NAMES.to_vec());
    words.into_iter().map(str::to_owned).collect()
}

fn commands() -> Vec<String> {
    Verb::all().map(|verb| format!("{PREFIX}{}", verb.word())).collect()
}

fn games() -> impl Iterator<Item = String> {
    variants::ALL.into_iter().map(|variant| variant.key.to_owned())
}

fn colors() -> impl Iterator<Item = String> {
    [ColorWish::White, ColorWish::Black, ColorWish::Random].into_iter().map(|wish| wish.key().to_owned())
}

fn terms() -> impl Iterator<Item = String> {
    terms::WORDS.into_iter().chain(clock::WORDS).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(before: &str) -> Vec<String> {
        let moves = ["Nc3", "Ne5", "e4"].map(str::to_owned).to_vec();
        let known = Known { moves, names: vec!["ann".into(), "bob".into()] };
        let (start, offers) = known.complete_word(before);
        assert!(before.is_char_boundary(start));
        offers
    }

    #[test]
    fn a_word_is_completed_by_what_stands_before_it() {
        assert_eq!(offers("!ch"), ["!challenge", "!challenges"]);
        assert_eq!(offers("!challenge @b"), ["@bob"]);
        assert_eq!(offers("!challenge @bob bi"), ["bird", "bird-reversed"]);
        assert_eq!(offers("!challenge @bob bird wh"), ["white"]);
        assert_eq!(offers("!rules carr"), ["carrera", "carrera-modern"]);
        assert_eq!(offers("!help rem"), ["rematch"]);
        assert_eq!(offers("!set the"), ["theme"]);
        assert_eq!(offers("!set view own theme w"), ["walnut"]);
        assert_eq!(offers("n"), ["Nc3", "Ne5"]);
        assert_eq!(offers("bob: e"), ["e4"]);
        assert_eq!(offers("12 Ne"), ["Ne5"]);
        assert_eq!(offers("!move N"), ["Nc3", "Ne5"]);
        assert_eq!(offers("!resign "), [""; 0]);
        assert_eq!(offers("żółw "), ["Nc3", "Ne5", "e4"]);
    }
}
