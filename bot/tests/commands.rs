//! What people type, read as commands and as moves.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use centaur::command::{Command, Misread, Verb, parse, parse_move};
use centaur::talk::{GameNumber, Mention, Person};

fn read(text: &str) -> Result<Command, Misread> {
    parse(text, &[]).unwrap()
}

#[test]
fn every_form_reads_back_as_the_same_command() {
    let forms = [
        "accept 12",
        "decline",
        "withdraw 3",
        "challenges",
        "board",
        "board 12 at 23",
        "moves 1",
        "resign 12 yes",
        "resign",
        "draw 12 offer",
        "draw accept",
        "draw 4 decline",
        "draw claim",
        "takeback 7 ask",
        "takeback accept",
        "takeback decline",
        "abort 2",
        "rematch 1",
        "games",
        "pgn 5",
        "fen",
        "rules bird",
        "rules 3",
        "help",
        "help draw",
        "move 12 RNe5",
        "move e8=Q",
        "challenge bird-reversed black",
        "challenge carrera random",
        "challenge carrera white rated",
        "challenge combination black hints:off",
        "challenge bird white level:3",
        "challenge chess random hints:off level:8",
        "hint",
        "hint 12",
        "hint 12 move",
        "review 7",
        "challenge carrera random days:3 weekends:off vacation:14 flag:claim",
        "challenge carrera random rated bank:10d+1d cap:20d",
        "challenge carrera random bank:10d+0d",
        "clock 12",
        "claim",
        "vacation",
        "vacation 3 days",
        "vacation until 2027-01-05",
        "vacation off",
        "if",
        "if 12",
        "if off",
        "if 12 exd5 Qxd5; any h3",
        "challenge combination black casual",
        "accept 12 challenge",
        "decline 12 challenge",
        "withdraw 12 challenge",
        "board 12 at 23 black",
        "board at 23 white",
        "board white",
        "games",
        "games here",
        "games 2",
        "games here 3",
        "history 2",
        "stats bird",
        "top bird everywhere",
        "top everywhere",
        "top",
        "json 3",
        "replay 3",
        "settings",
        "set view own pings never zone europe/berlin theme walnut letters german reminders day",
        "blocks",
        "export-me",
        "forget-me",
        "forget-me yes",
        "room",
        "room on",
        "room off",
        "room games carrera bird-reversed",
        "room games all",
        "room terms rated",
        "room terms casual",
        "room terms hints:off",
        "stop 12",
        "adjudicate 12 white",
        "adjudicate draw",
    ];
    for form in forms {
        assert_eq!(read(&format!("!{form}")).unwrap().to_string(), form);
    }
}

#[test]
fn words_come_in_any_order_and_case() {
    let expected = read("!board 12 at 23");
    for typed in ["!show #12 at 23", "!BOARD at 12 23", "!Board 12, 23"] {
        assert_eq!(read(typed), expected, "{typed}");
    }
    let expected = read("!challenge bird white");
    for typed in ["!Play a game of Bird's Chess as White", "!challenge white bird", "!challenge color:white game:bird"]
    {
        assert_eq!(read(typed), expected, "{typed}");
    }
    let expected = read("!challenge bird white level:5");
    for typed in
        ["!challenge centaur bird white level 5", "!play the bot level:5 white bird", "!play level5 white bird"]
    {
        assert_eq!(read(typed), expected, "{typed}");
    }
    assert_eq!(read("!play computer"), read("!challenge level:3"));
    assert_eq!(read("!play computer rated"), Err(Misread::RatedAgainstMachine));
    for (typed, level) in [("level:9", "9"), ("bot level 0", "0"), ("level:", ""), ("level:high", "high")] {
        assert_eq!(read(&format!("!challenge {typed}")), Err(Misread::NoSuchLevel(level.to_owned())), "{typed}");
    }
    let expected = read("!challenge bird days:3 weekends:off");
    for typed in [
        "!challenge bird 3d weekends off",
        "!challenge weekends:off 3 days a move bird",
        "!play bird, 3days per \
        move, weekends off",
    ] {
        assert_eq!(read(typed), expected, "{typed}");
    }
    for typed in
        ["30d", "days:0", "days:x", "bank:99d", "10d+99d", "3d cap:9d", "vacation:14", "flag:claim", "3d flag:x"]
    {
        assert_eq!(read(&format!("!challenge {typed}")), Err(Misread::ImpossibleTiming), "{typed}");
    }
    assert_eq!(read("!vacation for a while"), Err(Misread::NoVacation));
    assert_eq!(read("!vacation 3"), read("!vacation for 3d"));
    assert_eq!(read("!yes"), Err(Misread::UnknownCommand { word: "yes".to_owned(), closest: None }));
    assert_eq!(parse("! board", &[]), None);
}

#[test]
fn a_move_is_the_whole_message() {
    assert_eq!(parse_move("12 Nf3"), Some((Some(GameNumber(12)), "Nf3")));
    assert_eq!(parse_move("#12: e4"), Some((Some(GameNumber(12)), "e4")));
    assert_eq!(parse_move(" 12. Nf3 "), Some((None, "12. Nf3")));
    assert_eq!(parse_move("0-0"), Some((None, "0-0")));
    for chat in ["12", "#12", "I like e4", "12 angry men", "", "!", "what about Nf3?", "e4 is better", "ok"] {
        assert_eq!(parse_move(chat), None, "{chat}");
    }
}

#[test]
fn somebody_named_is_read_wherever_one_can_be() {
    let bob = Mention { written: "@bob".to_owned(), person: Person::new("test:bob", "bob") };
    let forms = [
        "history @bob 2",
        "stats @bob bird",
        "versus @bob",
        "block @bob",
        "unblock @bob",
        "mute @bob",
        "mute @bob 3 days",
        "unmute @bob",
    ];
    for form in forms {
        let read = parse(&format!("!{form}"), std::slice::from_ref(&bob)).unwrap().unwrap();
        assert_eq!(read.to_string(), form);
    }
    let strange = |text: &str| parse(text, std::slice::from_ref(&bob)).unwrap().unwrap_err();
    assert_eq!(strange("!block"), Misread::NobodyNamed(Verb::Block));
    assert_eq!(strange("!block @carol"), Misread::UnknownPerson("@carol".to_owned()));
    assert_eq!(strange("!block @bob @bob"), Misread::SeveralPeople);
    assert_eq!(strange("!mute @bob 0"), Misread::NoSuchNumber(0));
    assert!(matches!(strange("!board @bob"), Misread::UnknownWord { .. }));
}
