//! Any text, read as a FEN of every game: an error or a position that prints and reads back as itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{fen, variants};

fuzz_target!(|text: &str| {
    for variant in variants::ALL {
        let Ok(position) = fen::parse(variant, text) else { continue };
        let again = fen::parse(variant, &fen::print(&position)).expect("what is printed reads back");
        assert!(again.repeats(&position));
        assert_eq!(position.legal_moves().len() as u64, position.count_legal_moves());
    }
});
