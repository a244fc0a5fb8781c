//! How fast the engine visits positions and gets to a depth: `cargo bench -p rules --bench search`.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rules::search::{Engine, Limits};
use rules::{Game, fen, variants};

const NODES: u64 = 20_000;
const DEPTH: u32 = 8;
const TABLE: usize = 4;

/// The start and three middle games of each kind.
const POSITIONS: [(&str, [&str; 3]); 3] = [
    (
        "chess",
        [
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8",
            "r2q1rk1/1b2bppp/p1np1n2/1p2p3/4P3/1BN1BN2/PPP2PPP/R2Q1RK1 w - - 0 12",
            "2r3k1/pp3pp1/4b2p/3p4/3N4/1P2P2P/P4PP1/2R3K1 b - - 0 24",
        ],
    ),
    (
        "bird",
        [
            "r1bgqkebnr/pp2pppp1p/2np2p3/2p5N1/3P2P3/2N1P4P/PPP2P1PP1/R1BGQKEB1R w KQkq - 0 7",
            "r2gqkeb1r/pp1bpppppp/2n2n4/2pp6/3PP5/2N2N4/PPP1BPPPPP/R1BGQKE2R w KQkq - 0 7",
            "3g2k1r1/pp3ppppp/2n1e5/3p6/3P6/2N1E5/PP3PPPPP/3G2K1R1 w - - 0 20",
        ],
    ),
    (
        "combination",
        [
            "[rn]1bqk2r/ppp2ppp/3p1n2/4[nb]3/2BP4/P1[RNQ]2N2/1PP2PPP/R1[BQ]1K2[RN] w - - 0 1",
            "r1b1k2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 6",
            "6k1/1p3p1p/p2[rb]4/3p2[nq]1/3P4/2P1[RN]3/PP2[BQ]1PP/6K1 w - - 0 20",
        ],
    ),
];

fn games() -> impl Iterator<Item = (String, Game)> {
    POSITIONS.into_iter().flat_map(|(key, texts)| {
        let variant = variants::by_key(key).expect("a game's key");
        let middle = texts.into_iter().map(|text| fen::parse(variant, text).expect("a valid FEN"));
        let games = [Game::new(variant)].into_iter().chain(middle.map(Game::from_position));
        games.enumerate().map(move |(number, game)| (format!("{key} {number}"), game))
    })
}

fn search(criterion: &mut Criterion) {
    for (name, limits) in [
        ("nodes", Limits { nodes: Some(NODES), ..Limits::default() }),
        ("depth", Limits { depth: Some(DEPTH), ..Limits::default() }),
    ] {
        let mut group = criterion.benchmark_group(format!("search to {name}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
        if limits.nodes.is_some() {
            group.throughput(Throughput::Elements(NODES));
        }
        for (label, game) in games() {
            let engine = || Engine::new(game.position().variant(), TABLE);
            // Each search begins with an empty table, which takes no part in the time.
            group.bench_function(label, |bencher| {
                bencher.iter_batched(engine, |engine| engine.search(&game, limits, |_| {}), BatchSize::PerIteration);
            });
        }
        group.finish();
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
