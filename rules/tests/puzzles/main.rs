//! Positions with one good move, which the search must find within so many positions visited.

mod prover;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use prover::{NODES, Prover, TABLE};
use rules::search::{Engine, Limits, Score};
use rules::{Game, fen, read, san, variants};
use serde::Deserialize;

#[derive(Deserialize)]
struct Mate {
    game: String,
    fen: String,
    mate: u32,
    first: String,
}

#[test]
fn mates_are_found_and_proved() {
    let mates: Vec<Mate> = include_str!("mates.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}")))
        .collect();
    assert!(mates.len() >= 60);
    let mut unsolved = Vec::new();
    for Mate { game: key, fen, mate, first } in mates {
        let variant = variants::by_key(&key).unwrap();
        let game = Game::from_position(fen::parse(variant, &fen).unwrap());
        let position = game.position();
        let mut prover = Prover::default();
        assert!(prover.begins_mate(position, read(position, &first).unwrap(), mate), "{key} {fen}: {first}");

        let seen = AtomicBool::new(false);
        let limits = Limits { nodes: Some(NODES[mate as usize - 1]), stop: Some(&seen), ..Limits::default() };
        let mates = |score| matches!(score, Score::Mate(moves) if (1..=mate as i32).contains(&moves));
        let line =
            Engine::new(variant, TABLE).search(&game, limits, |line| seen.store(mates(line.score), Relaxed)).unwrap();
        if !mates(line.score) || !prover.begins_mate(position, line.moves[0], mate) {
            let found = san::print(position, line.moves[0]);
            unsolved.push(format!("{key} {fen}: mate in {mate} by {first}, but found {found}, {:?}", line.score));
        }
    }
    assert!(unsolved.is_empty(), "{unsolved:#?}");
}

#[test]
fn a_search_is_the_same_for_the_same_number_of_nodes() {
    for variant in variants::ALL {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let search = || Engine::new(variant, 1).search(&Game::new(variant), limits, |_| {}).unwrap();
        let line = search();
        assert_eq!(line, search(), "{}", variant.key);
        assert!(line.nodes <= 20_000 && line.depth >= 3, "{line:?}");
    }
}

#[test]
fn every_limit_leaves_a_legal_move_and_a_mated_side_none() {
    let game = Game::new(&variants::COMBINATION);
    let raised = AtomicBool::new(true);
    let limits = [
        Limits { nodes: Some(1), ..Limits::default() },
        Limits { depth: Some(0), ..Limits::default() },
        Limits { depth: Some(1), ..Limits::default() },
        Limits { stop: Some(&raised), ..Limits::default() },
    ];
    for limits in limits {
        let engine = Engine::new(&variants::COMBINATION, 1).with_threads(2);
        let line = engine.search(&game, limits, |_| {}).unwrap();
        assert!(game.position().is_legal(line.moves[0]), "{limits:?}");
    }
    let mated = fen::parse(&variants::CARRERA, "7b2/10/10/2p6k/10/10/P2P6/KB8 w - - 0 1").unwrap();
    let engine = Engine::new(&variants::CARRERA, 1);
    assert_eq!(engine.search(&Game::from_position(mated), Limits::default(), |_| {}), None);
}

#[test]
fn a_repetition_is_a_draw_that_the_losing_side_takes_and_the_winning_side_avoids() {
    // Black, far behind, can give check for ever; White, far ahead, doesn't shuffle.
    let text = "6k1/5ppp/8/8/8/6q1/1QQ5/7K b - - 0 1";
    let game = Game::from_position(fen::parse(&variants::CHESS, text).unwrap());
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let line = Engine::new(&variants::CHESS, 4).search(&game, limits, |_| {}).unwrap();
    assert!(matches!(line.score, Score::Centipawns(_)), "{line:?}");
}
