//! Hints in three steps, and looking back at a game.

use centaur::talk::GameNumber;
use centaur::{Archive, json, pgn};

use crate::hall::{Hall, person};

#[test]
fn a_hint_tells_a_little_more_each_time_and_only_the_asker() {
    let mut hall = Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         bob: !hint
           < It isn't your turn: Alice is to move in #1.
           (privately)
         carol: !hint
           < You have no game running here.
         carol: !hint 1
           < You aren't playing in #1.
         alice: !hint
           (nothing)
         alice: !hint
           < I am still thinking about your hint for #1
           (privately)
         (thinks Nf3 +30)
           < #1 Look at your knight on g1.
           < ~f3
           (privately)
           (pings nobody)",
    );
    let told = hall.heard[0].clone();
    assert_eq!(told.private_to, Some(person("alice")));
    assert!(told.is_secret);
    assert_eq!(told.board.as_ref().unwrap().marks, ["g1"]);
    assert_eq!(told.actions[0].command.to_string(), "hint 1");
    hall.play(
        "(restart)
         alice: !hint 1
           < #1 Your knight on g1 should go to f3.
           (privately)",
    );
    assert_eq!(hall.heard[0].board.as_ref().unwrap().marks, ["g1", "f3"]);
    hall.play("alice: !hint\n < #1 Play Nf3: brings the knight into play.");
    assert_eq!(hall.heard[0].board.as_ref().unwrap().arrows, ["g1f3"]);
    assert!(hall.heard[0].actions.is_empty());
    // Nothing more is thought about, and nothing more is counted, however often it is asked.
    hall.play("alice: !hint\n < Play Nf3");
    assert!(hall.studies().is_empty());
    hall.play(
        "alice: e4
         bob: !hint move
         (thinks e5 -120)
           < Play e5. It is the best there is, though you stand worse.
         bob: e5
         alice: !hint
         (thinks Qh5 #3)
         alice: !hint move
           < Play Qh5
         bob: !resign yes
           < White used 2 hints. Black used 1 hint. !rematch 1",
    );
    let game = Archive::open(&hall.path()).unwrap().game(GameNumber(1)).unwrap().unwrap();
    assert!(pgn::print(&game).contains("[WhiteHints \"2\"]\n[BlackHints \"1\"]"));
    let written: serde_json::Value = serde_json::from_str(&json::print(&game)).unwrap();
    assert_eq!(written["hints"], serde_json::json!([2, 1]));
}

#[test]
fn hints_are_where_they_were_agreed_on() {
    Hall::after(
        "alice: !challenge @bob chess white rated
         bob: !accept
         alice: !hint
           < There are no hints in #1: it is rated.
           (privately)
         alice: !challenge @bob chess white hints:off
         bob: !accept
         alice: !hint 2
           < There are no hints in #2: that was agreed on when it began.
         alice: 1 e4
         alice: !hint
           < There are no hints in #2
         alice: !resign 2 yes
         alice: !hint 2
           < #2 is over.",
    );
}

#[test]
fn a_hint_for_a_position_that_is_gone_is_dropped_and_one_asked_for_outlives_a_restart() {
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: !hint
         (restart)
         (thinks e4)
           < Look at your pawn on e2.
         alice: e4
         bob: !hint
         bob: d5
         (thinks e5)
           (nothing)
         alice: !hint
         bob: !takeback
         alice: !takeback accept
         (thinks exd5)
           (nothing)
         bob: !hint
         (fails)
           < Sorry, something went wrong on my side
           (privately)
         bob: !hint
         (thinks e5)
           < Look at your pawn on e7.
         bob: !resign yes
           < White used 1 hint. Black used 1 hint.",
    );
}

#[test]
fn a_person_waits_for_one_hint_at_a_time() {
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: !challenge @carol bird white
         carol: !accept
         alice: !hint
           < Which one do you mean?
         alice: !hint 1
           (nothing)
         alice: !hint 2
           < I am still thinking about your hint for #1
         (thinks e4)
         alice: !hint 2
           (nothing)
         (thinks e4)
           < #2 Look at your pawn",
    );
}

#[test]
fn the_turning_points_of_a_finished_game_are_shown_to_whoever_asks() {
    let mut hall = Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: !review
           < #1 is still being played.
         alice: e4
         bob: e5
         alice: Qh5
         bob: Ke7
         alice: !review 1
           < #1 is still being played.
         alice: Qxe5
           < 1-0 Alice (White) wins by checkmate.
         carol: !review
           < I am going through #1 move by move
           (privately)
         carol: !review 1
           < I am going through #1
         (restart)
         (thinks)
           < #1 Chess between Alice and Bob, looked at again: one move turned it.
           < 2... Ke7: Black
           < #1 2... Bob (Black) played Ke7;
           < is mated in 1.",
    );
    assert!(hall.heard.iter().all(|post| post.private_to.is_none() && post.ping.is_none()));
    let board = hall.heard[1].board.clone().unwrap();
    assert_eq!(board.arrows[0], "e8e7");
    assert_eq!(board.arrows.len(), 2);
    assert!(hall.studies().is_empty());
    hall.play("bob: !review 1\n < looked at again: one move turned it.");
    assert_eq!(hall.heard.len(), 2);
    hall.play(
        "alice: !challenge @bob chess white
         bob: !accept
         alice: !resign yes
         alice: !review 2
           < there is nothing to review.",
    );
}
