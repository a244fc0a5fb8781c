//! Positions with one good move, which the search must find within so many positions visited.

mod draws;
mod effort;
mod material;
mod prover;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use draws::begins_draw;
use effort::{MATE_NODES, NODES, TABLE};
use prover::Prover;
use rules::search::{Engine, Limits, Score};
use rules::{Game, Move, Position, fen, read, san, variants};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
struct Mate {
    game: String,
    fen: String,
    mate: u32,
    first: String,
}

#[derive(Deserialize)]
struct Gain {
    game: String,
    fen: String,
    first: String,
    pawns: i32,
    plies: u32,
}

#[derive(Deserialize)]
struct Trap {
    game: String,
    fen: String,
    first: String,
    wrong: String,
    pawns: i32,
    plies: u32,
}

#[derive(Deserialize)]
struct Draw {
    game: String,
    fen: String,
    first: String,
    /// The move that stalemates though there is a mate; else `first` draws and all others lose.
    wrong: Option<String>,
}

fn parse<T: DeserializeOwned>(lines: &str) -> Vec<T> {
    let one = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
    lines.lines().map(one).collect()
}

fn position(key: &str, text: &str) -> Position {
    fen::parse(variants::by_key(key).expect("a game's key"), text).expect("a valid FEN")
}

fn searched(position: &Position) -> Move {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let game = Game::from_position(position.clone());
    let line = Engine::new(position.variant(), TABLE).search(&game, limits, |_| {});
    line.expect("there are moves").moves[0]
}

#[test]
fn material_is_won_where_one_move_wins_it() {
    let gains: Vec<Gain> = parse(include_str!("material.jsonl"));
    assert!(gains.len() >= 15);
    for Gain { game, fen, first, pawns, plies } in gains {
        let position = position(&game, &fen);
        let first = read(&position, &first).unwrap();
        for legal in position.legal_moves() {
            assert_eq!(material::gains(&position, legal, pawns, plies), legal == first, "{game} {fen}: {legal:?}");
        }
        assert_eq!(searched(&position), first, "{game} {fen}");
    }
}

#[test]
fn a_part_stays_where_its_going_loses() {
    let traps: Vec<Trap> = parse(include_str!("traps.jsonl"));
    assert!(traps.len() >= 6);
    for Trap { game, fen, first, wrong, pawns, plies } in traps {
        let position = position(&game, &fen);
        let [first, wrong] = [first, wrong].map(|typed| read(&position, &typed).unwrap());
        assert_ne!(position.powers_at(wrong.from), wrong.travellers, "{game} {fen}");
        assert!(material::loses(&position, wrong, pawns, plies), "{game} {fen}");
        assert!(!material::loses(&position, first, 1, plies), "{game} {fen}");
        let found = searched(&position);
        let keeps = found == first || !material::loses(&position, found, 1, plies);
        assert!(keeps, "{game} {fen}: {}", san::print(&position, found));
    }
}

#[test]
fn a_draw_is_found_when_all_else_loses_and_stalemate_avoided_when_there_is_mate() {
    let draws: Vec<Draw> = parse(include_str!("draws.jsonl"));
    assert!(draws.len() >= 6);
    for Draw { game, fen, first, wrong } in draws {
        let position = position(&game, &fen);
        let first = read(&position, &first).unwrap();
        let mut prover = Prover::default();
        match wrong {
            Some(wrong) => {
                assert!(position.after(read(&position, &wrong).unwrap()).is_stalemate(), "{game} {fen}");
                assert!(prover.begins_mate(&position, first, 3), "{game} {fen}");
                assert!(prover.begins_mate(&position, searched(&position), 3), "{game} {fen}");
            }
            None => {
                assert!(begins_draw(&position, first, 1), "{game} {fen}");
                let others = position.legal_moves().into_iter().filter(|other| *other != first);
                others.for_each(|other| assert!(prover.loses_to_mate(&position, other, 3), "{game} {fen}: {other:?}"));
                assert_eq!(searched(&position), first, "{game} {fen}");
            }
        }
    }
}

#[test]
fn mates_are_found_and_proved() {
    let mates: Vec<Mate> = parse(include_str!("mates.jsonl"));
    assert!(mates.len() >= 60);
    let mut unsolved = Vec::new();
    for Mate { game: key, fen, mate, first } in mates {
        let variant = variants::by_key(&key).unwrap();
        let game = Game::from_position(fen::parse(variant, &fen).unwrap());
        let position = game.position();
        let mut prover = Prover::default();
        assert!(prover.begins_mate(position, read(position, &first).unwrap(), mate), "{key} {fen}: {first}");

        let seen = AtomicBool::new(false);
        let limits = Limits { nodes: Some(MATE_NODES[mate as usize - 1]), stop: Some(&seen), ..Limits::default() };
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
