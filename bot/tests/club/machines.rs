//! Playing against the bot.

use centaur::talk::{Action, GameNumber};

use crate::hall::{Hall, person};

#[test]
fn a_game_against_the_bot_from_challenge_to_mate_and_rematch() {
    let mut hall = Hall::after(
        "alice: !challenge centaur chess white level:2
           < #1 Chess begins. White: Alice, Black: Centaur (level 2). Friendly, hints allowed.
           (pings alice)
         alice: f3
           < #1 1. f3 · Centaur (level 2) (Black) to move.
           (pings nobody)
         alice: e4
           < It isn't your turn: Centaur (level 2) is to move in #1.
         (thinks e5 +20)
           < #1 1... e5 · Alice (White) to move.
           (pings alice)
         alice: g4
         (restart)
         (thinks Qh4 #1)
           < 2... Qh4#
           < 0-1 Centaur (level 2) (Black) wins by checkmate.
           (pings alice)
         alice: !rematch
           < #2 Chess begins. White: Centaur (level 2), Black: Alice.
           (pings nobody)
         alice: !rematch 1
           < The rematch has begun already: #2.
         (thinks e4)
           < #2 1. e4
           (pings alice)
         alice: !games
           < #2 Chess against Centaur (level 2)",
    );
    assert!(hall.studies().is_empty());
    assert!(hall.heard.iter().all(|post| post.ping.is_none()));
    hall.play(
        "bob: !play the computer bird rated
           < Games against me are never rated.
         bob: !play bot level 9
           < My levels go from 1 to 8
         bob: !challenge @carol level:3
           < name one opponent only",
    );
}

#[test]
fn the_bot_moves_once_whatever_happens_meanwhile() {
    let mut hall = Hall::after("alice: !challenge bot chess white\nalice: e4");
    let study = hall.studies().pop_front().unwrap();
    hall.studies.push_front(study.clone());
    hall.play("(thinks e5)\n < 1... e5");
    // What was thought twice, as when the process was killed between, is concluded once.
    hall.studies.push_front(study.clone());
    hall.play("(thinks d5)\n (nothing)\nalice: Nf3\nalice: !takeback\n < 1 move taken back. Alice (White) to move.");
    // The thought about the position that is gone counts for nothing, also when the same ply comes again.
    hall.play("alice: Nc3\n(thinks Nc6)\n (nothing)\n(thinks Nf6)\n < 2... Nf6\n(pings alice)");
    hall.play("alice: d4\nalice: !resign yes\n < Alice resigns\n(thinks d5)\n (nothing)");
    assert!(hall.studies().is_empty());
}

#[test]
fn the_bot_allows_takebacks_at_once() {
    Hall::after(
        "alice: !challenge bot chess white
         alice: e4
         (thinks e5)
         alice: !takeback
           < 2 moves taken back. Alice (White) to move.
           (pings alice)
         alice: d4
         (thinks d5)
           < 1... d5",
    );
}

/// Ten moves by both sides, after which Alice is to move.
fn ten_moves(score: i32) -> Hall {
    let mut hall = Hall::after("alice: !challenge centaur chess white");
    for round in 0..10 {
        let (white, black) = if round % 2 == 0 { ("Nf3", "Nf6") } else { ("Ng1", "Ng8") };
        // The position comes again and again; pawns keep it from being a draw.
        let pawns = [("a3", "a6"), ("b3", "b6"), ("c3", "c6")];
        let (white, black) = pawns.get(round / 3).filter(|_| round % 3 == 2).copied().unwrap_or((white, black));
        let knight = |typed: &'static str, hall: &Hall| {
            let game = centaur::Archive::open(&hall.path()).unwrap().game(GameNumber(1)).unwrap().unwrap();
            let all = rules::san::print_all(game.position());
            let fits = all.iter().any(|(_, san)| san == typed);
            if fits {
                typed.to_owned()
            } else {
                all.into_iter().map(|(_, san)| san).find(|san| san.starts_with('N')).unwrap()
            }
        };
        let typed = knight(white, &hall);
        hall.play(&format!("alice: {typed}"));
        let typed = knight(black, &hall);
        hall.play(&format!("(thinks {typed} {score})"));
    }
    hall
}

#[test]
fn the_bot_accepts_a_draw_when_it_is_not_better() {
    let mut early = Hall::after("alice: !challenge centaur chess white\nalice: e4\n(thinks e5 -300)");
    early.play("alice: !draw\n < Centaur (level 3) declines the draw.\n(pings alice)");

    ten_moves(0).play("alice: !draw\n < A draw by agreement.\n(pings alice)");
    let mut better = ten_moves(40);
    better.play("alice: !draw\n < Centaur (level 3) declines the draw.\nalice: e4");
    // Offered while it thinks, it answers with its move.
    better.play("alice: !draw\n < Alice offers a draw. Centaur (level 3) answers at its move.\n(thinks e5 50)");
    better.play("< declines the draw.\n< 11... e5");
    better.play("alice: d4\nalice: !draw\n(thinks d6 0)\n < A draw by agreement.");
}

#[test]
fn the_bot_gives_up_what_is_hopeless_unless_it_plays_for_beginners() {
    let script = |level: u8| {
        format!(
            "alice: !challenge centaur chess white level:{level}
             alice: e4
             (thinks e5 -900)
             alice: Nf3
             (thinks Nc6 -2000)
             alice: Bc4
             (thinks Bc5 #-4)"
        )
    };
    let mut hall = Hall::after(&script(3));
    hall.play("< 1-0 Alice (White) wins: Centaur (level 3) resigns.\n(pings alice)");
    let actions: Vec<String> = hall.heard[0].actions.iter().map(|Action { label, .. }| label.clone()).collect();
    assert_eq!(actions, ["Rematch", "Review"]);
    Hall::after(&script(2)).play("< 3... Bc5");
}

#[test]
fn a_thought_that_fails_is_owned_up_to_and_thought_again() {
    let mut hall = Hall::after("alice: !challenge bot chess white\nalice: e4\n(fails)");
    hall.play("< Sorry, something went wrong on my side while I was thinking about my move.\n(pings alice)");
    hall.play("(restart)\n(thinks e5)\n < 1... e5");
}

#[test]
fn the_bot_plays_every_game_with_its_own_engine() {
    for (kind, moves) in [("carrera", ["e4", "d3"]), ("combination", ["e4", "d3"]), ("bird", ["e4", "d3"])] {
        let mut hall = Hall::after(&format!("alice: !challenge centaur {kind} white level:1"));
        for (number, typed) in moves.into_iter().enumerate() {
            hall.play(&format!("alice: {typed}\n(thinks)"));
            assert!(hall.words().contains(&format!("{}... ", number + 1)), "{kind}: {}", hall.words());
            assert_eq!(hall.heard[0].ping, Some(person("alice")));
        }
    }
}

#[test]
fn a_room_whose_games_are_rated_has_friendly_ones_against_the_bot() {
    Hall::after(
        "mod: !room terms rated
         alice: !challenge centaur chess white
           < Friendly, hints allowed.
         alice: !challenge @bob chess white
           < Rated, without hints.",
    );
}

#[test]
fn whoever_wants_never_to_be_called_isnt_by_the_bots_moves_nor_by_the_clock() {
    Hall::after(
        "alice: !set pings never
         alice: !challenge centaur chess white 2d
         alice: f3
         (thinks e5)
           < 1... e5
           (pings nobody)
         alice: g4
         (thinks Qh4 #1)
           < 0-1
           (pings nobody)
         alice: !challenge @bob chess white 2d
         bob: !accept
           (pings nobody)
         alice: e4
         bob: e5
         (after 49 hours)
           < wins on time
           (pings nobody)",
    );
}

#[test]
fn hints_and_reviews_are_in_the_askers_letters_and_colours() {
    let mut hall = Hall::after(
        "alice: !set letters german theme walnut view white
         alice: !challenge centaur chess black
         (thinks e4)
         alice: !hint move
         (thinks Nf6)
           < Play Sf6",
    );
    let board = hall.heard[0].board.clone().unwrap();
    assert_eq!((board.view, board.theme.name()), (rules::Color::White, "walnut"));
    hall.play(
        "alice: f5
         (thinks exf5 +60)
         alice: g5
         (thinks Qh5 #1)
           < 1-0
         alice: !review
         (thinks)
           < looked at again",
    );
    let boards: Vec<_> = hall.heard.iter().filter_map(|post| post.board.as_ref()).collect();
    assert!(!boards.is_empty() && boards.iter().all(|board| board.theme.name() == "walnut"), "{boards:?}");
}
