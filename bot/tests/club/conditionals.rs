//! Moves prepared for the opponent's.

use centaur::conditional;
use centaur::letters::Letters;
use proptest::prelude::*;

use crate::hall::{Hall, text_of};

const BEGUN: &str = "alice: !challenge @bob chess white 3d\nbob: !accept\nalice: e4\n";

fn begun(script: &str) -> Hall {
    Hall::after(&format!("{BEGUN}{script}"))
}

#[test]
fn prepared_moves_are_played_at_once_and_in_one_post() {
    let mut hall = begun(
        "alice@den: !if 1 e5 Nf3 Nc6 Bb5; d5 exd5, Qxd5 Nc3; any: d4
           < #1 You have 3 lines of conditional moves:
           < if e5 Nf3 Nc6 Bb5
           < if any d4
           (privately)
         alice: !if
           < You have 3 lines of conditional moves. They aren't shown where others read along
           < ~Nf3
         bob: !if
           < You have no conditional moves.
         bob: !if Nf3 Nc6
           < It is your move in #1
         (restart)
         bob: d5
           < #1 1... d5
           < #1 2. exd5 (prepared) · Bob (Black) to move
           (pings bob)
         alice@den: !if 1
           < You have 1 line of conditional moves:
           < if Qxd5 Nc3
           < ~Bb5
         bob: Nf6
           < #1 2... Nf6 · Alice (White) to move
           (pings alice)
         alice: Nc3
         alice@den: !if 1
           < You have no conditional moves.",
    );
    hall.play("alice: !pgn 1");
    assert!(text_of(&hall.heard[0].attachments[0]).contains("2. exd5 {[%clk 72:00:00]} Nf6"), "{:?}", hall.heard);
}

#[test]
fn both_may_have_prepared_and_a_mate_ends_it() {
    let mut hall = Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         bob@den: !if 1 f3 e5 g4 Qh4
         alice: f3
           < 1... e5 (prepared)
         alice: g4
           < #1 2. g4
           < #1 2... Qh4# (prepared)
           < 0-1 Bob (Black) wins by checkmate.
           (pings alice)",
    );
    hall.play("bob@den: !if 1\n< #1 is over.");
    let mut hall = Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: e4
         alice@den: !if 1 e5 Nf3 Nc6 Bc4 Bc5 O-O",
    );
    // Bob has nothing to prepare while it is his turn; after his move Alice's answer makes it his turn again.
    hall.play("bob: e5\n< 2. Nf3 (prepared)\nbob: Nc6\n< 3. Bc4 (prepared)\nbob: Bc5\n< 4. O-O (prepared) · Bob");
}

#[test]
fn a_line_that_cannot_be_is_refused_with_the_reason() {
    begun(
        "alice: !if e5 Qxe5
           < In Qxe5:
         alice: !if e4 d4
           < In e4:
         alice: !if e5
           < After e5 your own move is missing.
         alice: !if any e5xd6
           < e5xd6 won't be legal in #1, whatever your opponent plays.
         alice: !if any Nf3 hello d4
           < hello is no move that I can read.
         alice: !if
           < You have no conditional moves.",
    );
}

#[test]
fn lines_are_replaced_forgotten_and_dropped() {
    begun(
        "alice@den: !if 1 e5 Nf3
         alice@den: !if 1 e5 Bc4 Nf6 d3
           < if e5 Bc4 Nf6 d3
           < ~Nf3
         alice@den: !if 1 off
           < You have no conditional moves.
         alice@den: !if 1 e5 Nf3
         alice: !takeback
         bob: !accept
           < taken back
         alice: d4
         alice@den: !if 1
           < You have no conditional moves.
         alice@den: !if 1 any c4
         bob: !draw
         bob: d5
           < 1... d5 · Alice (White) to move
           < Bob offers a draw",
    );
}

#[test]
fn what_is_delivered_twice_is_answered_once() {
    let mut hall = begun("alice@den: !if 1 e5 Nf3 Nc6 Bb5");
    let ask = hall.ask("bob", "hall", "e5");
    assert_eq!(hall.hear(&ask).len(), 1);
    assert!(hall.hear(&ask).is_empty());
    hall.play("bob: Nc6\n< 3. Bb5 (prepared)");
}

#[test]
fn a_private_command_shows_the_lines_in_the_games_own_room() {
    let mut hall = begun("");
    let mut ask = hall.ask("alice", "hall", "!if 1 e5 Nf3");
    ask.is_private = true;
    hall.hear(&ask);
    assert!(hall.words().contains("if e5 Nf3"), "{}", hall.words());
    assert!(hall.heard.iter().all(|post| post.private_to.is_some()));
}

proptest! {
    /// Whatever is typed never panics, and a line that is kept reads back as the same.
    #[test]
    fn lines_read_back_as_the_same(words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..8), rest in ".{0,12}") {
        let position = rules::Position::start(&rules::variants::CHESS);
        let typed = format!("{} {rest}", words.join(" "));
        for line in conditional::parse(&position, &words.join(" "), Letters::English).into_iter().flatten() {
            let again = conditional::parse(&position, &line.to_string(), Letters::English);
            prop_assert_eq!(again.unwrap(), vec![line.clone()]);
            prop_assert_eq!(line.0.len() % 2, 0);
        }
        let _never_a_panic = conditional::parse(&position, &typed, Letters::English);
    }
}

const WORDS: [&str; 14] =
    ["e4", "e5", "d4", "exd4", "Nf3", "Nf6", "any", "any:", "then", ";", "1.", "...", "O-O", "\u{202e}é"];
