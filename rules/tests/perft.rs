//! Counts of move paths that independent programs agree on.

use rules::{Variant, fen, perft, variants};
use serde::Deserialize;

/// Counts above this many nodes are left to `deep_perft`, which is run by name.
const NODE_LIMIT: u64 = 3_000_000;

#[derive(Deserialize)]
struct Count {
    game: String,
    fen: String,
    depth: u32,
    nodes: u64,
}

fn counts() -> impl Iterator<Item = Count> {
    let lines = include_str!("data/perft.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("a line of perft.jsonl"))
}

fn game(key: &str) -> &'static Variant {
    variants::by_key(key).expect("a game's key")
}

fn check(counts: impl Iterator<Item = Count>) {
    let mut checked = 0;
    for count in counts {
        let position =
            fen::parse(game(&count.game), &count.fen).unwrap_or_else(|error| panic!("{}: {error}", count.fen));
        let nodes = perft(&position, count.depth);
        assert_eq!(nodes, count.nodes, "{} {} depth {}", count.game, count.fen, count.depth);
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn perft_agrees_with_the_oracles() {
    check(counts().filter(|count| count.nodes <= NODE_LIMIT));
}

#[test]
#[ignore = "takes minutes; run with --release -- --ignored"]
fn deep_perft_agrees_with_the_oracles() {
    check(counts().filter(|count| count.nodes > NODE_LIMIT));
}
