//! Who says what in a line: `name: message`, and the people named in a message.

use crate::command::MACHINE;
use crate::talk::{Mention, Person};

/// No name is longer than this many letters.
const LONGEST_NAME: usize = 32;

/// The person with this name: in this room everybody is known by name, in whatever case it is written.
pub(super) fn person(name: &str) -> Person {
    Person::new(format!("{}:{}", super::PLATFORM, name.to_lowercase()), name)
}

/// Whether a word can be a name: a letter, and then letters, digits, hyphens and underscores.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(char::is_alphabetic) && word.chars().all(is_of_name) && word.chars().count() <= LONGEST_NAME
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '-' || character == '_'
}

/// Splits `name: message`. A space must follow the colon, as it has another meaning inside a move.
pub(super) fn split_speaker(line: &str) -> Option<(&str, &str)> {
    let (name, message) = line.trim().split_once(':')?;
    let apart = message.is_empty() || message.starts_with(char::is_whitespace);
    (is_name(name) && apart).then(|| (name, message.trim()))
}

/// The people named in a message, each as `@name`; a machine player is none.
pub(super) fn mentions(message: &str) -> Vec<Mention> {
    let after_each = message.match_indices('@').map(|(at, _)| &message[at + 1..]);
    let names = after_each.map(|rest| &rest[..rest.find(|next| !is_of_name(next)).unwrap_or(rest.len())]);
    let people = names.filter(|name| is_name(name) && !name.eq_ignore_ascii_case(MACHINE));
    people.map(|name| Mention { written: format!("@{name}"), person: person(name) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speaker_stands_before_a_colon_and_a_space() {
        assert_eq!(split_speaker("bob: e5"), Some(("bob", "e5")));
        assert_eq!(split_speaker("  Anne-Marie_2:  !challenge @bob  "), Some(("Anne-Marie_2", "!challenge @bob")));
        assert_eq!(split_speaker("żaneta:"), Some(("żaneta", "")));
        assert_eq!(split_speaker("bob: e4f6:n"), Some(("bob", "e4f6:n")));
        for other in ["e4f6:n", "e5", "12: e4", "two words: e4", ": e4", "", "http://example.org"] {
            assert_eq!(split_speaker(other), None, "{other}");
        }
    }

    #[test]
    fn people_are_named_by_an_at_sign() {
        let named = |message| mentions(message).into_iter().map(|mention| mention.written).collect::<Vec<_>>();
        assert_eq!(named("!challenge @bob, or @Carl?"), ["@bob", "@Carl"]);
        assert_eq!(named("@ @1 a@b@"), ["@b"]);
        assert_eq!(person("Bob").key, person("bob").key);
    }
}
