//! Who is named in a message, and whether it is addressed to the bot.
//!
//! Clients write a mention as a name, with or without `@`, or as a whole id; people type the same by hand.

use matrix_sdk::ruma::{OwnedUserId, UserId};

use super::keys;
use crate::talk::{Mention, Person};

/// Somebody in a room.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// The id.
    pub(super) id: OwnedUserId,
    /// What this room calls them.
    pub(super) name: String,
    /// Whether somebody else here is called the same.
    pub(super) is_ambiguous: bool,
}

impl Member {
    /// Somebody of whom only the id is known.
    pub(super) fn unknown(id: &UserId) -> Member {
        Member { id: id.to_owned(), name: id.localpart().to_owned(), is_ambiguous: false }
    }

    /// The person as the club knows them. Who shares a name is told apart by id.
    pub(super) fn person(&self) -> Person {
        let name = match self.is_ambiguous {
            true => format!("{} ({})", self.name, self.id),
            false => self.name.clone(),
        };
        Person { key: keys::person_key(&self.id), name }
    }

    /// How the member can be written: in full ways, and in ways that need a client's word that a person is meant.
    fn spellings(&self) -> [(String, bool); 5] {
        let local = self.id.localpart();
        [
            (self.id.to_string(), true),
            (format!("@{local}"), true),
            (format!("@{}", self.name), true),
            (self.name.clone(), false),
            (local.to_owned(), false),
        ]
    }
}

/// Everybody named in a message, as often as they are written in different ways.
///
/// `linked` are those whom the sender's client says are meant.
pub(super) fn mentions(body: &str, linked: &[OwnedUserId], members: &[Member]) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    let is_linked = |member: &Member| linked.contains(&member.id);
    for member in members {
        for (spelling, is_full) in member.spellings() {
            if !is_full && !is_linked(member) {
                continue;
            }
            // Two may be called alike; then only a client's word or the whole id can tell.
            let is_shared = members.iter().any(|other| {
                other.id != member.id
                    && is_linked(other) == is_linked(member)
                    && other.spellings().iter().any(|(known, _)| known.eq_ignore_ascii_case(&spelling))
            });
            let is_outdone = members.iter().any(|other| {
                other.id != member.id
                    && is_linked(other)
                    && !is_linked(member)
                    && other.spellings().iter().any(|(known, _)| known.eq_ignore_ascii_case(&spelling))
            });
            if is_shared || is_outdone {
                continue;
            }
            if let Some(written) = find(body, &spelling) {
                found.push(Mention { written: written.to_owned(), person: member.person() });
            }
        }
    }
    found
}

/// The first occurrence of a spelling in whatever case, as it is written.
fn find<'b>(body: &'b str, spelling: &str) -> Option<&'b str> {
    if spelling.is_empty() {
        return None;
    }
    body.char_indices().find_map(|(start, _)| prefix(&body[start..], spelling))
}

/// The beginning of a text that is this spelling in whatever case.
fn prefix<'b>(text: &'b str, spelling: &str) -> Option<&'b str> {
    let mut rest = text.chars();
    for expected in spelling.chars() {
        let letter = rest.next()?;
        if letter != expected && !letter.to_lowercase().eq(expected.to_lowercase()) {
            return None;
        }
    }
    Some(&text[..text.len() - rest.as_str().len()])
}

/// The members to whom a formatted message links.
pub(super) fn linked_in(formatted: &str, members: &[Member]) -> Vec<OwnedUserId> {
    // Some clients escape the signs of an id.
    let formatted = formatted.replace("%40", "@").replace("%3A", ":").replace("%3a", ":");
    let links = |member: &&Member| {
        let link = member.id.matrix_to_uri().to_string();
        ["\"", "'"].iter().any(|end| formatted.contains(&format!("{link}{end}")))
    };
    members.iter().filter(links).map(|member| member.id.clone()).collect()
}

/// What is said to this member, when the message begins with the name.
///
/// The bare name needs the sender's client to say that the member is meant, or punctuation after it.
pub(super) fn addressed<'b>(body: &'b str, me: &Member, is_linked: bool) -> Option<&'b str> {
    let body = body.trim_start();
    me.spellings().into_iter().filter(|(spelling, _)| !spelling.is_empty()).find_map(|(spelling, is_full)| {
        let rest = &body[prefix(body, &spelling)?.len()..];
        let punctuated = rest.trim_start().strip_prefix([':', ',']);
        let is_whole_word = rest.is_empty() || rest.starts_with(char::is_whitespace);
        match punctuated {
            Some(said) => Some(said.trim()),
            None if is_whole_word && (is_full || is_linked) => Some(rest.trim()),
            None => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::user_id;

    use super::*;

    fn member(id: &str, name: &str) -> Member {
        Member { id: UserId::parse(id).unwrap(), name: name.to_owned(), is_ambiguous: false }
    }

    fn room() -> [Member; 4] {
        [
            member("@ann:x.org", "Ann"),
            member("@bob:x.org", "Bob the Rook"),
            member("@bob:y.org", "Robert"),
            member("@white:x.org", "White"),
        ]
    }

    fn named(body: &str, linked: &[&str]) -> Vec<(String, String)> {
        let linked: Vec<_> = linked.iter().map(|id| UserId::parse(*id).unwrap()).collect();
        let found = mentions(body, &linked, &room());
        found.into_iter().map(|mention| (mention.written, mention.person.key.0)).collect()
    }

    fn one(written: &str, key: &str) -> Vec<(String, String)> {
        vec![(written.to_owned(), key.to_owned())]
    }

    #[test]
    fn people_are_named_by_id_by_name_and_in_any_case() {
        assert_eq!(
            named("!challenge @ANN bird", &[]),
            [one("@ANN", "matrix:@ann:x.org"), one("@ANN", "matrix:@ann:x.org")].concat()
        );
        assert!(named("!challenge @bob the rook", &[]).contains(&one("@bob the rook", "matrix:@bob:x.org")[0]));
        assert!(named("!challenge @bob:y.org", &[]).contains(&one("@bob:y.org", "matrix:@bob:y.org")[0]));
    }

    #[test]
    fn a_name_that_two_have_names_nobody_unless_the_client_says_whom() {
        assert_eq!(named("!challenge @bob", &[]), []);
        assert!(named("!challenge @bob", &["@bob:y.org"]).contains(&one("@bob", "matrix:@bob:y.org")[0]));
        let of_x = named("!challenge @bob", &["@bob:y.org"]).into_iter().filter(|(_, key)| key.ends_with("x.org"));
        assert_eq!(of_x.count(), 0);
    }

    #[test]
    fn a_bare_word_is_a_name_only_when_the_client_says_so() {
        assert_eq!(named("!challenge bird white", &[]), []);
        assert!(!named("!challenge bird white", &["@white:x.org"]).is_empty());
        assert!(named("Robert, !challenge", &["@bob:y.org"]).contains(&one("Robert", "matrix:@bob:y.org")[0]));
    }

    #[test]
    fn links_in_formatted_messages_tell_who_is_meant() {
        let formatted = "play <a href=\"https://matrix.to/#/%40bob:y.org\">Robert</a>!";
        assert_eq!(linked_in(formatted, &room()), [user_id!("@bob:y.org")]);
        let plain = "play <a href='https://matrix.to/#/@ann:x.org'>Ann</a>!";
        assert_eq!(linked_in(plain, &room()), [user_id!("@ann:x.org")]);
    }

    #[test]
    fn what_begins_with_the_bots_name_is_said_to_it() {
        let me = member("@centaur:x.org", "Centaur");
        assert_eq!(addressed("Centaur: e4", &me, false), Some("e4"));
        assert_eq!(addressed("@centaur help", &me, false), Some("help"));
        assert_eq!(addressed("@centaur:x.org: !help", &me, false), Some("!help"));
        assert_eq!(addressed("centaur help", &me, true), Some("help"));
        assert_eq!(addressed("centaur help", &me, false), None);
        assert_eq!(addressed("centaurs are nice", &me, true), None);
        assert_eq!(addressed("I like Centaur", &me, true), None);
    }

    #[test]
    fn namesakes_are_told_apart_by_id() {
        let mut ann = member("@ann:x.org", "Ann");
        assert_eq!(ann.person().name, "Ann");
        ann.is_ambiguous = true;
        assert_eq!(ann.person().name, "Ann (@ann:x.org)");
    }
}
