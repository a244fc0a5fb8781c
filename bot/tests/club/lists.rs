//! Lists of games, and games as files.

use centaur::talk::File;

use crate::hall::{Hall, text_of};

#[test]
fn long_lists_have_pages() {
    let mut hall = Hall::new();
    for number in 1..=12 {
        hall.play(&format!("alice: !challenge @bob chess white\nbob: !accept {number}"));
    }
    hall.play(
        "alice: !games
           < Your games (1–10 of 12):
           < #1 Chess against Bob
           < ~#11
           < !games 2 shows more.
         alice: !games 2
           < Your games (11–12 of 12):
           < #12 Chess against Bob
           < ~shows more
         alice: !games 3
           < The list isn't that long: it has 12 games.
         carol: !games here
           < Games here (1–10 of 12):
           < #12 Chess Alice – Bob, move 1: Alice to move
           < !games here 2 shows more.
         carol@den: !games here
           < No game is running here.
         alice: !games 0
           < 0 can't be meant here.",
    );
    for number in 1..=12 {
        hall.play(&format!("alice: !abort {number}"));
    }
    hall.play(
        "alice: !history
           < Finished games of Alice (1–10 of 12):
           < #12 Chess Alice – Bob: no result, aborted
           < !history 2 shows more.
         carol: !history @bob 2
           < Finished games of Bob (11–12 of 12):
           < #1 Chess
         carol: !history
           < You haven't finished a game yet.",
    );
}

#[test]
fn the_urgent_games_come_first() {
    let mut hall = Hall::after(
        "alice: !challenge @bob chess white\nbob: !accept 1
         alice: !challenge @bob chess white\nbob: !accept 2
         alice: 1 e4\nalice: !games",
    );
    let words = hall.words();
    assert!(words.find("#2").unwrap() < words.find("#1").unwrap(), "{words}");
    hall.play("bob: !games\n< #1 Chess against Alice, move 1: your turn");
}

#[test]
fn a_game_is_shown_at_any_ply_from_any_side_to_anybody_and_comes_as_files() {
    let mut hall = Hall::after("alice: !challenge @bob carrera white\nbob: !accept\nalice: e4\nbob: e5\nalice: f4");
    hall.play("carol: !board 1 at 2 black\n< After ply 2 of 3.");
    assert_eq!(hall.heard[0].board.as_ref().unwrap().view, rules::Color::Black);
    hall.play("carol: !show white 1\n< Black: Bob");
    assert_eq!(hall.heard[0].board.as_ref().unwrap().view, rules::Color::White);
    hall.play("carol: !json 1");
    let json: serde_json::Value = serde_json::from_str(text_of(&hall.heard[0].attachments[0])).unwrap();
    assert_eq!(json["moves"][2]["coordinates"], "f2f4");
    hall.play("carol: !replay 1");
    let attachment = &hall.heard[0].attachments[0];
    let File::Replay(replay) = &attachment.file else { panic!("{attachment:?}") };
    assert_eq!((attachment.name.as_str(), replay.record().unwrap().ply()), ("game-1.gif", 3));
    // What was kept by an older version reads as it was.
    let old: centaur::talk::Attachment = serde_json::from_str(r#"{"name":"game-1.pgn","text":"1. e4"}"#).unwrap();
    assert_eq!(text_of(&old), "1. e4");
    let kept = serde_json::to_string(attachment).unwrap();
    assert_eq!(serde_json::from_str::<centaur::talk::Attachment>(&kept).unwrap(), *attachment);
    hall.play("bob: !resign 1 yes");
    let names: Vec<&str> = hall.heard[0].attachments.iter().map(|attachment| attachment.name.as_str()).collect();
    assert_eq!(names, ["game-1.pgn", "game-1.gif"]);
}

#[test]
fn a_games_start_is_written_so_that_it_loads_elsewhere() {
    for (key, start) in [
        ("carrera", "[SetUp \"1\"]\n[FEN \"ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w - - 0 1\"]"),
        ("combination", "[Variant \"combination\"]"),
    ] {
        let mut hall =
            Hall::after(&format!("alice: !challenge @bob {key} white\nbob: !accept\nalice: e4\nalice: !pgn"));
        let pgn = text_of(&hall.heard[0].attachments[0]).to_owned();
        assert!(pgn.contains(start) && pgn.contains(&format!("[Variant \"{key}\"]")), "{pgn}");
        hall.play("bob: !abort");
    }
}
