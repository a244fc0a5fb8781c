//! Texts in Discord's Markdown, where what people are called or typed formats nothing and calls nobody, and in parts
//! that fit into a message.

use serenity::all::UserId;

use super::{names, slash};
use crate::talk::{Span, Text};

/// The most that a message holds, in UTF-16 units so that no way of counting finds it longer.
pub(super) const LONGEST_MESSAGE: usize = 2000;

/// A space of no width, which keeps letters from meaning something together.
const JOINER: char = '\u{200b}';

const FENCE: &str = "```";

/// A text in Markdown. Only the person called is mentioned, everybody else is named.
pub(super) fn write(text: &Text, called: Option<UserId>) -> String {
    let mut written = String::new();
    let mut is_called = false;
    for span in &text.0 {
        match span {
            Span::Plain(words) => written.push_str(&escape(words, written.is_empty() || written.ends_with('\n'))),
            Span::Strong(words) if words.trim().is_empty() => written.push_str(words),
            Span::Strong(words) => written.push_str(&format!("**{}**", escape(words, false))),
            Span::Code(words) => written.push_str(&code(words)),
            Span::Command(words) => written.push_str(&code(&slash::as_typed(words))),
            Span::Person(person) => match called.filter(|user| names::user(person) == Some(*user)) {
                Some(user) => {
                    is_called = true;
                    written.push_str(&format!("<@{user}>"));
                }
                None => written.push_str(&name(&person.name)),
            },
            Span::Instant(instant) => written.push_str(&format!("<t:{}:R>", instant.timestamp().as_second())),
            Span::Block(lines) => {
                let lines = lines.trim_matches('\n').replace(FENCE, &format!("``{JOINER}`"));
                written = format!("{}\n{FENCE}\n{lines}\n{FENCE}\n", written.trim_end());
            }
        }
    }
    let written = written.trim();
    match called.filter(|_| !is_called) {
        Some(user) => format!("<@{user}> {written}").trim_end().to_owned(),
        None => written.to_owned(),
    }
}

/// A name as Markdown, on one line and without letters that turn the direction of writing.
pub(super) fn name(name: &str) -> String {
    let turns =
        |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown: String = name
        .chars()
        .filter(|letter| !turns(*letter))
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    escape(shown.trim(), true)
}

/// Words as Markdown that shows them as they are.
fn escape(words: &str, at_line_start: bool) -> String {
    let mut escaped = String::with_capacity(words.len() + 8);
    for (index, line) in words.split('\n').enumerate() {
        if index > 0 {
            escaped.push('\n');
        }
        let marker = if index > 0 || at_line_start { line_marker(line) } else { None };
        for (place, letter) in line.char_indices() {
            match letter {
                '@' => escaped.extend(['@', JOINER]),
                '\\' | '*' | '_' | '~' | '|' | '`' | '<' | '>' | '[' | ']' => escaped.extend(['\\', letter]),
                ':' if line[place..].starts_with("://") => escaped += "\\:",
                letter if marker == Some(place) => escaped.extend(['\\', letter]),
                letter if letter.is_control() => {}
                letter => escaped.push(letter),
            }
        }
    }
    escaped
}

/// Where in a line stands what would make it a heading or an item of a list.
fn line_marker(line: &str) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let begun = &line[start..];
    let digits = begun.bytes().take_while(u8::is_ascii_digit).count();
    match begun[digits..].chars().next()? {
        '#' if digits == 0 && begun.trim_start_matches('#').starts_with([' ', '\t']) => Some(start),
        '-' | '+' if digits == 0 => Some(start),
        '.' | ')' if digits > 0 => Some(start + digits),
        _ => None,
    }
}

fn code(words: &str) -> String {
    // A backtick would end it, and can't be escaped within.
    let words: String = words.chars().filter(|letter| !letter.is_control()).collect();
    match words.replace('`', "ˋ").trim() {
        "" => String::new(),
        words => format!("`{words}`"),
    }
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Parts that fit into messages of this length, divided at ends of lines where there are any; a block goes on in
/// the next part as a block.
pub(super) fn split(markdown: &str, longest: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut in_block = false;
    // Whatever is added, the end of a block must still fit.
    let room = longest - FENCE.len() - 1;
    let pieces = markdown.split_inclusive('\n').flat_map(|line| pieces(line, room - FENCE.len() - 1));
    for piece in pieces {
        if !part.is_empty() && length(&part) + length(piece) > room {
            parts.push(close(&part, in_block));
            part = if in_block { format!("{FENCE}\n") } else { String::new() };
        }
        part += piece;
        in_block ^= piece.trim_end() == FENCE;
    }
    parts.push(close(&part, in_block));
    parts.retain(|part| !part.is_empty());
    parts
}

fn close(part: &str, in_block: bool) -> String {
    let part = part.trim_end();
    if in_block { format!("{part}\n{FENCE}") } else { part.to_owned() }
}

/// A line in pieces that are short enough, divided at spaces where there are any.
fn pieces(mut line: &str, longest: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    while length(line) > longest {
        let mut units = 0;
        let fits = line.char_indices().take_while(|(_, letter)| {
            units += letter.len_utf16();
            units <= longest
        });
        let end = fits.last().map_or(line.len(), |(place, letter)| place + letter.len_utf8());
        let end = line[..end].rfind(' ').map_or(end, |space| space + 1);
        let (piece, rest) = line.split_at(end);
        pieces.push(piece);
        line = rest;
    }
    pieces.push(line);
    pieces
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;
    use crate::talk::Person;

    fn plain(words: &str) -> String {
        write(&Text::of([Span::Plain(words.to_owned())]), None)
    }

    #[test]
    fn what_looks_like_markup_is_shown() {
        assert_eq!(plain("*a* _b_ ~c~ ||d|| `e`"), r"\*a\* \_b\_ \~c\~ \|\|d\|\| \`e\`");
        assert_eq!(plain("[here](https://example.org)"), r"\[here\](https\://example.org)");
        assert_eq!(plain("# one\n- two\n1. three\n> four"), "\\# one\n\\- two\n1\\. three\n\\> four");
        assert_eq!(plain("#12 goes on - 5. or not"), "#12 goes on - 5. or not");
    }

    #[test]
    fn nobody_is_called_by_words() {
        assert_eq!(
            plain("@everyone @here <@12> <@&3>"),
            "@\u{200b}everyone @\u{200b}here \\<@\u{200b}12\\> \\<@\u{200b}&3\\>"
        );
    }

    #[test]
    fn names_can_neither_format_nor_break_lines() {
        let person = |name: &str| write(&Text::of([Span::Person(Person::new("discord:5", name))]), None);
        assert_eq!(person("__init__"), r"\_\_init\_\_");
        assert_eq!(person("a\n# b\u{202e}c"), "a # bc");
        assert_eq!(person("@everyone"), "@\u{200b}everyone");
    }

    #[test]
    fn only_the_person_called_is_mentioned() {
        let (ann, bob) = (Person::new("discord:5", "ann"), Person::new("discord:6", "bob"));
        let text = Text::of([Span::Person(ann), " beats ".into(), Span::Person(bob)]);
        assert_eq!(write(&text, Some(UserId::new(6))), "ann beats <@6>");
        assert_eq!(write(&text, Some(UserId::new(7))), "<@7> ann beats bob");
        assert_eq!(write(&text, None), "ann beats bob");
    }

    #[test]
    fn instants_are_shown_in_the_readers_zone() {
        let instant = Timestamp::from_second(1_700_000_000).unwrap();
        assert_eq!(write(&Text::of([instant.into()]), None), "<t:1700000000:R>");
    }

    #[test]
    fn code_and_blocks_can_not_be_left() {
        assert_eq!(write(&Text::of([Span::Code("a`b\nc".into())]), None), "`aˋbc`");
        let block = write(&Text::of(["x".into(), Span::Block("a\n```\nb".into()), "y".into()]), None);
        assert_eq!(block, "x\n```\na\n``\u{200b}`\nb\n```\ny");
    }

    #[test]
    fn a_long_block_goes_on_as_a_block() {
        let lines = "0123456789\n".repeat(30);
        let parts = split(&format!("x\n```\n{lines}```\ny"), 100);
        assert!(parts.len() > 3);
        for part in &parts {
            assert!(length(part) <= 100, "{part}");
            assert_eq!(part.matches(FENCE).count() % 2, 0, "{part}");
        }
        let kept: usize = parts.iter().map(|part| part.matches("0123456789").count()).sum();
        assert_eq!(kept, 30);
    }

    proptest! {
        #[test]
        fn parts_fit_and_lose_no_letter(text in "[a-c \n😀`]{0,400}") {
            let parts = split(&text, 50);
            for part in &parts {
                prop_assert!(length(part) <= 50);
            }
            let letters = |text: &str| text.chars().filter(|letter| "abc😀".contains(*letter)).collect::<String>();
            prop_assert_eq!(letters(&parts.concat()), letters(&text));
        }
    }
}
