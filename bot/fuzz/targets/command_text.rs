//! Any text, read as a command: a misreading, or a command whose written form reads back as the same.

#![no_main]

use centaur::command::{self, Act, Command};
use centaur::talk::{Mention, Person};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mentions = ["@bob", "@", "é", "@Bob of the Hill"]
        .map(|written| Mention { written: written.to_owned(), person: Person::new(format!("test:{written}"), "bob") });
    let _a_move_or_chat = command::parse_move(text);
    let Some(Ok(command)) = command::parse(text, &mentions) else { return };
    let written = format!("{}{command}", command::PREFIX);
    match &command {
        // People are written as each platform writes them.
        Command { act: Act::Challenge { opponent: Some(_), .. }, .. } => {}
        _ => assert_eq!(command::parse(&written, &[]), Some(Ok(command)), "{written}"),
    }
});
