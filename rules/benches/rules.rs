//! How fast moves are counted, listed, played and read: `cargo bench -p rules`.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rules::{Position, fen, perft, read, san, variants};

/// Nodes a second, one thread, the last ply counted without being played.
fn count_paths(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for (key, depth) in [("chess", 5), ("bird", 4), ("carrera-modern", 4), ("combination", 4)] {
        let start = Position::start(variants::by_key(key).expect("a game's key"));
        group.throughput(Throughput::Elements(perft(&start, depth)));
        group.bench_function(format!("{key} {depth}"), |bencher| bencher.iter(|| perft(black_box(&start), depth)));
    }
    group.finish();
}

fn single_steps(criterion: &mut Criterion) {
    let middle_games = [
        ("bird", "r1bgqkebnr/pp2pppp1p/2np2p3/2p5N1/3P2P3/2N1P4P/PPP2P1PP1/R1BGQKEB1R w KQkq - 0 7"),
        ("combination", "[rn]1bqk2r/ppp2ppp/3p1n2/4[nb]3/2BP4/P1[RNQ]2N2/1PP2PPP/R1[BQ]1K2[RN] w - - 0 1"),
    ];
    for (key, text) in middle_games {
        let position = fen::parse(variants::by_key(key).expect("a game's key"), text).expect("a valid FEN");
        let moves = position.legal_moves();
        let some = moves[moves.len() / 2];
        let notation = san::print(&position, some);
        criterion.bench_function(&format!("legal moves/{key}"), |bencher| bencher.iter(|| position.legal_moves()));
        criterion.bench_function(&format!("count/{key}"), |bencher| bencher.iter(|| position.count_legal_moves()));
        criterion.bench_function(&format!("after/{key}"), |bencher| bencher.iter(|| position.after(black_box(some))));
        criterion.bench_function(&format!("read SAN/{key}"), |bencher| bencher.iter(|| read(&position, &notation)));
        criterion.bench_function(&format!("read loosely/{key}"), |bencher| bencher.iter(|| read(&position, "g1-f3")));
        criterion.bench_function(&format!("print SAN/{key}"), |bencher| bencher.iter(|| san::print(&position, some)));
        criterion.bench_function(&format!("parse FEN/{key}"), |bencher| {
            bencher.iter(|| fen::parse(position.variant(), black_box(text)))
        });
    }
}

criterion_group!(benches, count_paths, single_steps);
criterion_main!(benches);
