//! Settings, blocks, and everything that is known about somebody: told, and erased.

use std::fs;

use centaur::preference::Theme;
use centaur::talk::Post;
use rules::Color;

use crate::hall::{Hall, person, text_of};

#[test]
fn settings_are_shown_changed_and_kept() {
    Hall::after(
        "alice: !settings
           < view mover
           < zone UTC
           < For example !set view own changes one.
           (privately)
         alice: !set zone europe/berlin theme walnut
           < zone Europe/Berlin
           < theme walnut
         alice: !set zone Europe/Berln
           < I don't know the time zone europe/berln. Did you mean Europe/Berlin?
         alice: !set view mine
           < What shall view be: own, white or mover?
         alice: !set veiw own
           < Did you mean view?
         alice: !set letters
           < What shall letters be: english, german, french, italian or spanish?
         alice: !set
           < Which: view, pings
         (restart)
         alice: !settings
           < zone Europe/Berlin
           < theme walnut
           < view mover
         bob: !settings
           < theme harbour",
    );
}

#[test]
fn whoever_is_to_move_is_shown_the_board_and_called_as_they_like() {
    let mut hall = Hall::after(
        "alice: !set view own theme contrast
         bob: !set view white pings reminders
         alice: !challenge @bob chess white
           (pings bob)
         bob: !accept
           (pings alice)
         alice: e4
           (pings nobody)",
    );
    let shown = |hall: &Hall| hall.heard[0].board.as_ref().map(|board| (board.view, board.theme)).unwrap();
    assert_eq!(shown(&hall), (Color::White, Theme::Harbour));
    hall.play("bob: e5\n(pings alice)");
    assert_eq!(shown(&hall), (Color::White, Theme::Contrast));
    hall.play("alice: !draw\n(pings bob)\nbob: !set pings never\nbob: !decline\n(pings alice)\nalice: !takeback\n(pings nobody)");
    hall.play("carol: !board 1");
    assert_eq!(shown(&hall).1, Theme::Harbour);
    hall.play("carol: !set view own\ncarol: !board 1\nalice: !board 1");
    assert_eq!(shown(&hall), (Color::White, Theme::Contrast));
}

#[test]
fn whoever_is_blocked_can_arrange_no_game() {
    Hall::after(
        "bob: !challenge @alice chess white
         alice: !challenge @bob bird
         bob: !challenge carrera white
         alice: !block @bob
           < Bob can't challenge you any more.
           < Alice declines the challenge #1 of Bob.
           < Alice withdraws the challenge #2.
         alice: !block @bob
           < You have blocked Bob already.
         bob: !challenge @alice
           < A game between you and Alice can't be arranged just now.
           (privately)
         alice: !challenge @bob
           < You have blocked Bob. !unblock takes it back.
         alice: !challenge bird white
         bob: !accept 4
           < A game between you and Alice can't be arranged just now.
         alice: !blocks
           < You have blocked Bob.
           (privately)
         alice: !unblock @bob
           < Bob can challenge you again.
         alice: !unblock @bob
           < You haven't blocked Bob.
         alice: !block @alice
           < You can't challenge yourself
         bob: !accept 4
           < begins",
    );
}

#[test]
fn a_flood_is_stopped_with_one_sentence_and_moves_are_not() {
    let mut hall = Hall::after("alice: !challenge @bob chess white\nbob: !accept\n(after 1 days)");
    let mut said = Vec::new();
    for _ in 0..50 {
        let heard = hall.say("alice", "!fen").to_vec();
        said.extend(heard);
    }
    let told: Vec<&Post> = said.iter().filter(|post| post.text.to_string().contains("a lot at once")).collect();
    assert_eq!((said.len(), told.len()), (31, 1));
    assert_eq!(hall.say("bob", "!fen").len(), 1, "everybody has a pace of their own");
    for (white, black) in [("Nf3", "Nf6"), ("Ng1", "Ng8")] {
        hall.play("(after 1 days)");
        assert!(!hall.say("alice", white).is_empty() && !hall.say("bob", black).is_empty());
    }
    for round in 0..4 {
        let (white, black) = if round % 2 == 0 { ("Nf3", "Nf6") } else { ("Ng1", "Ng8") };
        assert_eq!(hall.say("alice", white).len(), 1, "moves come through");
        hall.say("bob", black);
    }
}

#[test]
fn everything_stored_is_handed_over() {
    let mut hall = Hall::after(
        "alice: !challenge @bob chess white rated\nbob: !accept\nalice: f3\nbob: e5\nalice: g4\nbob: Qh4#
         alice: !set letters french\nalice: !block @carol\nalice: !challenge bird\nalice: !export-me\n(privately)",
    );
    let told: serde_json::Value = serde_json::from_str(text_of(&hall.heard[0].attachments[0])).unwrap();
    assert_eq!(told["person"]["key"], "test:alice");
    assert_eq!(told["person"]["settings"]["letters"], "french");
    assert_eq!(told["blocked"][0]["name"], "Carol");
    assert_eq!(told["challenges"].as_array().unwrap().len(), 2);
    assert_eq!(told["games"][0]["reason"], "checkmate");
    assert_eq!(told["records"][0]["moves"][3]["san"], "Qh4#");
    assert_eq!(told["rating_changes"][0]["rating_before"], 1500.0);
    assert_eq!(told["ratings"][0]["kind"], "chess");
    hall.play("dave: !export-me\n< everything that I have stored");
    assert_eq!(text_of(&hall.heard[0].attachments[0]), "null\n");
}

/// Every byte of the database's files.
fn bytes(hall: &Hall) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in fs::read_dir(hall.path().parent().unwrap()).unwrap() {
        bytes.extend(fs::read(entry.unwrap().path()).unwrap());
    }
    bytes
}

fn traces(hall: &Hall, word: &str) -> usize {
    bytes(hall).windows(word.len()).filter(|window| *window == word.as_bytes()).count()
}

#[test]
fn whoever_is_forgotten_leaves_no_trace_and_the_opponents_keep_their_games() {
    // Many others, so that pages are split and joined.
    let mut hall = Hall::new();
    for number in 0..120 {
        hall.play(&format!("person{number}: !challenge @zephyrine bird\nperson{number}: !set theme walnut"));
        if number % 3 == 0 {
            hall.play(&format!("person{number}: !withdraw"));
        }
    }
    let sent: Vec<_> = hall.club().unsent().unwrap().iter().filter_map(|post| post.outbox).collect();
    for id in sent {
        hall.club().sent(id).unwrap();
    }
    hall.play(
        "zephyrine: !challenge @bob chess white rated\nbob: !accept\nzephyrine: f3\nbob: e5\nzephyrine: g4\nbob: Qh4#
         zephyrine: !challenge @bob chess white rated\nbob: !accept\nzephyrine: 122 e4\nbob: 122 e5
         zephyrine: !challenge @bob bird white\nbob: !accept
         carol: !block @zephyrine\nzephyrine: !block @dave\nzephyrine: !set letters italian
         mod: !mute @zephyrine\nmod: !unmute @zephyrine
         zephyrine: !challenge @carol carrera\nzephyrine: !challenge bird",
    );
    assert!(traces(&hall, "test:zephyrine") > 0 && traces(&hall, "Zephyrine") > 0);
    hall.play(
        "zephyrine: !forget-me
           < The 2 games that you are playing are resigned
           < type !forget-me yes
           (privately)
         zephyrine: !forget-me yes
           < somebody who left doesn't play here any more. #122 0-1 Bob (Black) wins: somebody who left resigns.
           < Ratings: somebody who left
           < somebody who left doesn't play here any more. #123 is aborted
           < somebody who left withdraws the challenge
           < Done: I don't know you any more.",
    );
    for word in ["zephyrine", "Zephyrine"] {
        assert_eq!(traces(&hall, word), 0, "{word} is still in the files");
    }
    hall.play(
        "bob: !history
           < #121 Chess somebody who left – Bob: 0-1, checkmate
         bob: !pgn 121",
    );
    assert!(text_of(&hall.heard[0].attachments[0]).contains("[White \"somebody who left\"]"));
    // What wasn't known to be sent is said without the name.
    let unsent = hall.club().unsent().unwrap();
    assert!(unsent.iter().any(|post| post.text.to_string().contains("somebody who left")));
    hall.play(
        "zephyrine: !history
           < You haven't finished a game yet.
         zephyrine: !settings
           < letters english
         zephyrine: !challenge @carol chess
           < Zephyrine challenges Carol
         bob: !top everywhere
           < Bob
           < ~somebody",
    );
    hall.play("(restart)\nzephyrine: !forget-me yes\n< Done");
    assert_eq!(traces(&hall, "zephyrine") + traces(&hall, "Zephyrine"), 0);
    assert_eq!(person("zephyrine").name, "Zephyrine");
}
