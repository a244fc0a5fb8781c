//! Games from the challenge to the end.

use centaur::talk::{GameNumber, Mention, Person, Span};
use rules::Color;

use crate::hall::{Hall, person, text_of};

#[test]
fn a_game_from_challenge_to_mate_and_rematch() {
    let mut hall = Hall::after(
        "alice: !challenge @bob chess white
           < #1 Alice challenges Bob to Chess. Alice plays White.
           < The rules of chess.
           < Bob: !accept 1 or !decline 1, until 2026-03-08 12:01 UTC.
           (pings bob)
         carol: !accept 1
           < Only Bob can answer #1.
           (privately)
         alice: !accept 1
           < Only Bob can answer
         bob: !accept
           < #1 Chess begins. White: Alice, Black: Bob.
           < Alice (White) to move. A move is a plain message, such as e4.
           (pings alice)
         bob: e5
           < It isn't your turn: Alice is to move in #1.
           (privately)
         alice: f2-f3
           < #1 1. f3 · Bob (Black) to move.
           (pings bob)
         bob: E7E5
           < #1 1... e5 · Alice (White) to move.
         carol: g4
           (nothing)
         (restart)
         alice: I think g4 is bad
           (nothing)
         alice: 2. g4!
           < #1 2. g4
         bob: Qd8-h4
           < #1 2... Qh4#
           < 0-1 Bob (Black) wins by checkmate. !rematch 1 for another game with colours swapped.
           (pings alice)",
    );
    let last = hall.heard[0].clone();
    assert_eq!(last.board.as_ref().unwrap().last_move.as_deref(), Some("d8h4"));
    assert_eq!(last.board.unwrap().view, Color::White);
    let pgn = &last.attachments[0];
    assert_eq!(pgn.name, "game-1.pgn");
    assert!(text_of(pgn).contains("[White \"Alice\"]\n[Black \"Bob\"]\n[Result \"0-1\"]"), "{}", text_of(pgn));
    assert!(text_of(pgn).ends_with("\n\n1. f3 e5 2. g4 Qh4# {checkmate} 0-1\n"), "{}", text_of(pgn));
    hall.play(
        "alice: e4
           (nothing)
         alice: 1 e4
           < #1 is over.
         alice: !rematch
           < #2 Alice asks Bob for a rematch of #1: Chess. Alice plays Black.
         bob: !rematch
           < #2 Chess begins. White: Bob, Black: Alice.
         alice: !rematch 1
           < The rematch has begun already: #2.
         alice: !accept 2
           < Challenge #2 is no longer open.",
    );
}

#[test]
fn every_kind_of_game_begins_with_its_rules() {
    let mut hall = Hall::new();
    for (typed, heard) in [
        ("carrera", "Carrera's Chess (1617)"),
        ("modern carrera", "Modern Carrera's Chess"),
        ("Bird's chess", "Bird's Chess (1874)"),
        ("reversed bird", "Bird's Chess, Black reversed"),
        ("capa black", "Capablanca's Chess"),
        ("campling", "Check, or Combination Chess (1898)"),
        ("game:combination-pritchard color:white", "Combination Chess with Pritchard's addition"),
        ("", "Carrera's Chess (1617)"),
    ] {
        hall.say("alice", &format!("!challenge {typed} @bob"));
        assert!(hall.words().contains(&format!("challenges Bob to {heard}.")), "{typed}: {}", hall.words());
        hall.say("bob", "!decline");
        assert!(hall.words().contains("Bob declines the challenge"), "{}", hall.words());
    }
    hall.play(
        "alice: !challenge @bob carrera
           < 10×8 board; centaur (A) moves as knight or bishop; champion (C) moves as rook or knight; no castling; \
         no en passant; pawns become queen, champion or centaur; in check, no double step to where a pawn attacks.
         alice: !rules bird
           < Castling: the king goes 3 squares towards the rook
         alice: !rules combination
           < Only a whole stack captures
           (privately)",
    );
}

#[test]
fn an_open_challenge_is_anybodys_but_the_challengers() {
    Hall::after(
        "alice: !challenge bird black
           < Alice challenges anybody here to Bird's Chess (1874). Alice plays Black.
           (pings nobody)
         alice: !accept 1
           < is your own challenge
         alice: !accept
           < nothing here that waits
         bob@den: !accept 1
           < There is no #1 here.
         bob: !accept
           < White: Bob, Black: Alice.
         carol: !accept 1
           < Challenge #1 is no longer open.",
    );
}

#[test]
fn a_challenge_is_withdrawn_declined_or_expires() {
    Hall::after(
        "alice: !challenge @alice
           < You can't challenge yourself.
         alice: !challenge @nobody
           < There is nobody called @nobody here who could play.
         alice: !challenge @bob @carol
           < name one opponent only
         alice: !challenge @bob bird
         bob: !withdraw 1
           < Only Alice can answer #1.
         alice: !withdraw
           < Alice withdraws the challenge #1.
         bob: !accept 1
           < no longer open
         alice: !challenge @bob bird
         (after 6 days)
           (nothing)
         (restart)
         (after 1 days)
           < The challenge #2 of Alice to Bob has expired without an answer.
         (after 1 days)
           (nothing)
         bob: !accept 2
           < no longer open
         alice: !challenges
           < No challenge is open here.",
    );
}

#[test]
fn a_challenge_stops_nobody_from_playing() {
    Hall::after(
        "dave: !challenge @bob carrera
         alice: !challenge @bob chess white
         bob: !accept
           < Which one do you mean?
           < #1 Carrera's Chess (1617) with Dave: !accept 1
           < #2 Chess with Alice: !accept 2
         bob: !accept 2
         alice: e4
         bob: e5
           < 1... e5
         bob: !challenge @carol bird
           < #3 Bob challenges Carol
         dave: !challenge @bob carrera
         dave: !challenge @bob carrera
         dave: !challenge @bob carrera
           < Bob has 3 challenges of yours to answer already.
         carol: !challenge @bob
           < Carol challenges Bob",
    );
}

#[test]
fn two_games_in_a_room_never_cross() {
    let mut hall = Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: !challenge @carol bird white
         carol: !accept
         alice: e4
           < Which one do you mean?
           < #1 Chess with Bob: !move 1 e4
           < #2 Bird's Chess (1874) with Carol: !move 2 e4
           (privately)
         alice: i4
           < #2 1. i4
         carol: e5
           < #2 1... e5
         alice: #1 e4
           < #1 1. e4
         bob: e5
           < #1 1... e5
         bob: 2 e5
           < You aren't playing in #2.
         bob: 9 e5
           < There is no #9 here.
         dave: 2 e5
           (nothing)
         alice@den: 2 Nh3
           < #2 2. Nh3 · Carol (Black) to move.
           (pings carol)
         dave@den: !board 2
           < There is no #2 here.
         alice: !resign
           < Which one do you mean?
           < !resign 1",
    );
    // Where a move is typed elsewhere, the game's own room and the player hear of it.
    hall.play("carol@den: 2 Nh6");
    let rooms: Vec<&str> = hall.heard.iter().map(|post| post.room.0.as_str()).collect();
    assert_eq!(rooms, ["test:hall", "test:den"]);
    assert_eq!(hall.heard[1].private_to, Some(person("carol")));
    // A reply to a board tells which game.
    let mut ask = hall.ask("alice", "hall", "Nc3");
    ask.about = Some(GameNumber(1));
    hall.hear(&ask);
    assert!(hall.words().contains("#1 2. Nc3"), "{}", hall.words());
}

#[test]
fn colours_by_lot_are_the_seeds_and_not_always_the_same() {
    let first_white = |count: usize| {
        let mut hall = Hall::new();
        let mut whites = String::new();
        for _ in 0..count {
            hall.say("alice", "!challenge @bob chess");
            hall.say("bob", "!accept");
            whites.push(if hall.words().contains("White: Alice") { 'a' } else { 'b' });
            hall.say("bob", "!abort");
        }
        whites
    };
    let whites = first_white(16);
    assert!(whites.contains('a') && whites.contains('b'), "{whites}");
    assert_eq!(whites, first_white(16));
}

#[test]
fn a_rename_keeps_the_seat_and_shows_the_new_name() {
    let mut hall = Hall::after("alice: !challenge @bob chess white\nbob: !accept\nalice: e4");
    let mut ask = hall.ask("bob", "hall", "e5");
    ask.person.name = "Sir **Robert** @everyone".to_owned();
    hall.hear(&ask);
    hall.play(
        "alice: Nf3
           < Sir **Robert** @everyone (Black) to move.
         carol: !board
           < Black: Sir **Robert** @everyone.",
    );
    // The name stands in a span of its own, so that a platform can make it harmless.
    let is_named = |span: &Span| matches!(span, Span::Person(person) if person.name.contains("**"));
    assert!(hall.heard[0].text.0.iter().any(is_named));
    // Somebody else by the old name is somebody else.
    let mut ask = hall.ask("bob", "hall", "Nc6");
    ask.person = Person::new("test:another", "Bob");
    assert!(hall.hear(&ask).is_empty());
}

#[test]
fn people_are_found_by_the_name_as_written() {
    let mut hall = Hall::new();
    let mut ask = hall.ask("alice", "hall", "!challenge @Bob of the Hill, bird white");
    ask.mentions = vec![
        Mention { written: "@Bob".to_owned(), person: person("bob") },
        Mention { written: "@Bob of the Hill".to_owned(), person: Person::new("test:hill", "Bob of the Hill") },
    ];
    hall.hear(&ask);
    assert!(hall.words().contains("challenges Bob of the Hill to Bird's"), "{}", hall.words());
}

#[test]
fn questions_about_a_game() {
    let mut hall = Hall::after(
        "alice: !challenge @bob combination white
         bob: !accept
         alice: !games
           < #1 Check, or Combination Chess (1898) against Bob, move 1: your turn, since 2026-03-01
           (privately)
         alice: !moves
           < White has 23 moves:
         bob: !help
           < In a game: !move, !board
         bob: !help draw
           < !draw claim
         bob: !chalenge
           < I don't know !chalenge. Did you mean !challenge?
         bob: !draw perhaps
           < I don't understand perhaps after !draw.
         bob: !challenge @alice birt
           < I don't understand birt. Did you mean bird?
         bob: !!!
           (nothing)
         alice: Rb1
           < #1 1. Rb1 (rook joins the knight on b1: marshal) · Bob",
    );
    hall.play("carol: !fen");
    hall.play("carol: !pgn");
    assert!(text_of(&hall.heard[0].attachments[0]).contains("[Termination \"unterminated\"]"));
    hall.play("carol: !show 1 at 0\n< After ply 0 of 1.");
    assert!(hall.heard[0].board.is_some());
    hall.play("carol: !show 1 at 9\n< #1 has 1 ply so far.");
}

#[test]
fn a_long_pgn_is_wrapped_and_names_are_quoted() {
    let mut hall = Hall::after("alice: !challenge @bob bird white\nbob: !accept\nalice: a4\nbob: a5");
    for _ in 0..3 {
        hall.play("alice: Nh3\nbob: Nh6\nalice: Ni1\nbob: Ni8");
    }
    let mut ask = hall.ask("alice", "hall", "Nc3");
    ask.person.name = "Alice \"the \\ rook\"\n".to_owned();
    hall.hear(&ask);
    hall.play("bob: !pgn");
    let pgn = text_of(&hall.heard[0].attachments[0]);
    assert!(pgn.contains(r#"[White "Alice \"the \\ rook\""]"#), "{pgn}");
    assert!(pgn.contains("[Variant \"bird\"]\n[SetUp \"1\"]\n[FEN \"rnbgqkebnr/pppppppppp/"), "{pgn}");
    let (_, movetext) = pgn.split_once("\n\n").unwrap();
    assert!(movetext.lines().count() > 1 && movetext.lines().all(|line| line.len() <= 80), "{movetext}");
    assert!(movetext.ends_with("Nc3 *\n"), "{movetext}");
}

#[test]
fn answers_from_elsewhere_reach_the_games_own_room() {
    let mut hall = Hall::after(
        "alice: !challenge @bob chess white
         bob@den: !accept 1
           < #1 Chess begins.
           (pings alice)
         bob@den: !resign 1 yes
         bob@den: !rematch 1",
    );
    assert_eq!(hall.heard[0].room.0, "test:hall");
    hall.play("alice: !accept\n< #2 Chess begins. White: Bob");
}

#[test]
fn nobody_plays_more_games_than_one_may() {
    let mut hall = Hall::new();
    for number in 1..=36 {
        hall.play(&format!("dave{number}: !challenge chess\nalice: !accept {number}\n< begins"));
    }
    hall.play(
        "alice: !challenge @bob
           < Alice is playing 36 games already
         bob: !challenge chess
         alice: !accept 37
           < Alice is playing 36 games already
         carol: !accept 37
           < begins",
    );
}
