//! The games as data, and their first moves.

use std::collections::HashSet;

use rules::{Position, Power, Powers, Wing, fen, perft, variants};

#[test]
fn every_game_starts_with_a_valid_position_and_its_known_number_of_paths() {
    let known = [
        ("chess", 20, 8_902),
        ("capablanca", 28, 25_228),
        ("carrera", 28, 24_944),
        ("carrera-modern", 28, 24_944),
        ("bird", 28, 25_227),
        ("bird-reversed", 28, 25_225),
        ("combination", 23, 13_296),
        ("combination-pritchard", 23, 13_296),
    ];
    assert_eq!(variants::ALL.map(|variant| variant.key), known.map(|(key, ..)| key));
    for (key, moves, paths) in known {
        let start = Position::start(variants::by_key(key).unwrap());
        assert_eq!(fen::print(&start), start.variant().start, "{key}");
        assert_eq!((start.count_legal_moves(), perft(&start, 3)), (moves, paths), "{key}");
    }
}

#[test]
fn every_castling_starts_from_where_king_and_rook_start() {
    for variant in variants::ALL {
        let start = Position::start(variant);
        assert_eq!(start.castling().each().count(), variant.castles.iter().flatten().count(), "{}", variant.key);
        for (color, wing) in start.castling().each() {
            let castle = variant.castle(color, wing).unwrap();
            assert_eq!(start.king(color), castle.king_from);
            assert_eq!(start.powers_at(castle.rook_from), Powers::ROOK);
            let inner = if wing == Wing::King { -1 } else { 1 };
            assert_eq!(castle.king_to.offset(inner, 0), Some(castle.rook_to), "{} {color} {wing:?}", variant.key);
        }
    }
}

#[test]
fn every_piece_and_stack_has_letters_and_a_name_of_its_own() {
    for variant in variants::ALL {
        let stacks = Powers::STACKABLE.subsets().filter(|powers| variant.stacks_pieces() && variant.may_stand(*powers));
        let kinds = variant.kinds.iter().map(|kind| kind.powers);
        let all: HashSet<Powers> = kinds.chain(stacks).collect();
        let letters: HashSet<String> = all.iter().map(|powers| variant.letters(*powers)).collect();
        let names: HashSet<&str> = all.iter().map(|powers| variant.name_of(*powers)).collect();
        assert_eq!((letters.len(), names.len()), (all.len(), all.len()), "{}", variant.key);
        assert!(!names.contains("piece"), "{}", variant.key);
        assert!(all.iter().all(|powers| powers.len() == 1 || !powers.has(Power::Pawn) && !powers.has(Power::King)));
    }
}

#[test]
fn a_bare_king_can_never_mate_and_everything_else_may() {
    let position = |key: &str, fen: &str| fen::parse(variants::by_key(key).unwrap(), fen).unwrap();
    for (key, text, expected) in [
        ("chess", "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", [true, false]),
        ("chess", "4k3/p7/8/8/8/8/8/4KN2 w - - 0 1", [true, true]),
        ("chess", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", [false, false]),
        ("carrera", "4k5/10/10/10/10/10/10/3CK5 w - - 0 1", [true, false]),
        ("combination", "4k3/8/8/8/8/8/8/3[RN]K3 w - - 0 1", [true, false]),
        ("combination", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", [true, false]),
    ] {
        let position = position(key, text);
        assert_eq!(rules::Color::ALL.map(|color| position.can_mate(color)), expected, "{key} {text}");
    }
}
