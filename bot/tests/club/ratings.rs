//! Ratings: what counts, what a game changes, and that the archive gives the same again.

use rules::{Game, variants};

use crate::hall::Hall;

const MATE: &str = "alice: f3\nbob: e5\nalice: g4\nbob: Qh4#\n";

fn rated(kind: &str) -> String {
    format!("alice: !challenge @bob {kind} white rated\nbob: !accept\n")
}

#[test]
fn a_rated_games_end_says_what_it_changed_and_statistics_tell() {
    Hall::after(&format!(
        "alice: !stats
           < Alice hasn't finished a game yet.
         alice: !top
           < Nobody of this room has a rating in a game yet. !challenge rated
         {}{MATE}
           < 0-1 Bob (Black) wins by checkmate. Ratings: Alice 1500 → 1338, Bob 1500 → 1662.
         bob: !stats
           < Chess 1662? ±290. White: 0 wins, 0 draws, 0 losses. Black: 1 win, 0 draws, 0 losses.
           < ? marks a provisional rating
           (privately)
         alice: !stats @bob bird
           < Bob hasn't finished a game of Bird's Chess (1874) yet.
         carol: !top chess
           < The best of this room:
           < 1. Bob 1662? ±290
           < 2. Alice 1338? ±290
         carol@den: !top
           < Nobody of this room
         carol@den: !top everywhere
           < 1. Bob 1662
         alice: !versus @bob
           < Alice against Bob:
           < White: 0 wins, 0 draws, 1 loss. Black: 0 wins, 0 draws, 0 losses.
         alice: !versus @carol
           < haven't finished a game
         alice: !vs
           < Who is meant?",
        rated("chess")
    ));
}

#[test]
fn what_is_friendly_or_broken_off_or_not_begun_by_both_counts_for_nothing() {
    let mut hall = Hall::after(&format!("alice: !challenge @bob chess white\nbob: !accept\n{MATE}"));
    hall.play("< Bob (Black) wins\n< ~Ratings");
    for unfinished in ["alice: !abort 2", "alice: e4\nbob: !resign 2 yes"] {
        let mut hall = Hall::after(&format!("alice: !challenge bird\n{}{unfinished}", rated("chess")));
        hall.play("< #2\n< ~Ratings\nalice: !stats\n< ~±");
        assert_eq!(hall.club().recompute_ratings(false).unwrap(), 0);
    }
}

#[test]
fn certainty_fades_while_somebody_does_not_play() {
    let mut hall = Hall::after(&format!("{}{MATE}", rated("chess")));
    hall.play("bob: !stats\n< 1662? ±290");
    hall.play("(after 730 days)\nbob: !stats\n< 1662? ±3");
}

/// A game of random moves, ended by resignation if it lasts too long, as a script.
fn random_game(seed: &mut u64, number: usize, white: &str, black: &str) -> String {
    let mut script = format!("{white}: !challenge @{black} chess white rated\n{black}: !accept {number}\n");
    let mut game = Game::new(&variants::CHESS);
    let players = [white, black];
    for ply in 0..12 {
        let moves = rules::san::print_all(game.position());
        if game.outcome().is_some() {
            break;
        }
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (played, san) = &moves[(*seed >> 33) as usize % moves.len()];
        game.play(*played).unwrap();
        script.push_str(&format!("{}: {number} {san}\n", players[ply % 2]));
    }
    script.push_str(&match *seed >> 40 & 3 {
        0 => format!("{white}: !resign {number} yes\n"),
        1 => format!("{black}: !resign {number} yes\n"),
        _ => format!("{white}: !draw {number}\n{black}: !draw {number} accept\n"),
    });
    script
}

#[test]
fn the_archive_gives_the_same_ratings_again() {
    let mut hall = Hall::new();
    let mut seed = 7;
    let people = ["alice", "bob", "carol", "dave"];
    for number in 1..=24 {
        let (white, black) = (people[number % 4], people[(number * 5 / 4 + 1 + number) % 4]);
        let black = if white == black { people[(number + 1) % 4] } else { black };
        hall.play(&random_game(&mut seed, number, white, black));
        hall.play(&format!("(after {} days)", number % 9));
    }
    assert_eq!(hall.club().recompute_ratings(false).unwrap(), 0, "nothing differs");
    hall.play("alice: !top everywhere");
    let before = hall.words();
    hall.play("bob: !forget-me yes\n(restart)");
    assert_eq!(hall.club().recompute_ratings(false).unwrap(), 0, "also without a name");
    // Somebody tampers with the archive.
    hall.club = None;
    let database = rusqlite::Connection::open(hall.path()).unwrap();
    database.execute("UPDATE rating_change SET rating_after = 2500 WHERE id = 9", ()).unwrap();
    database.execute("UPDATE rating SET rating = 2500 WHERE person = 1", ()).unwrap();
    drop(database);
    hall.play("(restart)");
    assert_eq!(hall.club().recompute_ratings(false).unwrap(), 1);
    assert_eq!(hall.club().recompute_ratings(true).unwrap(), 1);
    assert_eq!(hall.club().recompute_ratings(false).unwrap(), 0);
    hall.play("alice: !top everywhere");
    let without_bob = |words: &str| words.lines().filter(|line| !line.contains("Bob")).count();
    assert!(hall.words().lines().count() >= without_bob(&before) - 1, "{}", hall.words());
    assert!(!hall.words().contains("2500"));
}
