//! Any text, read as a move in positions of every game: a legal move, or an explanation.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{Position, explain, fen, read, variants};

/// Positions where much can be meant: stacks, castling, promotions, pieces that share a letter's meaning.
const RICH: [(&str, &str); 4] = [
    ("combination", "r3k2r/1P4P1/8/2[rnb]5/3[RNQ]4/2B5/[RB]5[NQ]1/R3K2R w KQkq - 0 1"),
    ("combination-pritchard", "r3k2r/1P4P1/8/2[rnb]5/3[RNQ]4/2B5/[RB]5[NQ]1/R3K2R w KQkq - 0 1"),
    ("carrera", "r4k3r/1P6P1/10/2c7/3A6/2BC6/1P8/R4K3R w - - 0 1"),
    ("bird", "r4k3r/1P6P1/10/2g7/3E6/2BG6/1P8/R4K3R w KQkq - 0 1"),
];

fuzz_target!(|text: &str| {
    let starts = variants::ALL.into_iter().map(Position::start);
    let rich = RICH.iter().map(|(key, text)| {
        let variant = variants::by_key(key).expect("a game's key");
        fen::parse(variant, text).expect("a valid FEN")
    });
    for position in starts.chain(rich) {
        match read(&position, text) {
            Ok(legal) => assert!(position.is_legal(legal)),
            Err(_) => assert!(explain(&position, text).is_err()),
        }
    }
});
