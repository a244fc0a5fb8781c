//! What holds in every position that play can reach, in every game.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::Index;
use rules::explain::objection_to;
use rules::{Move, Position, Powers, ReadError, Square, explain, fen, read, san, uci, variants};

/// The position after some random plies of some game; play stops early when the game does.
fn reachable() -> impl Strategy<Value = Position> {
    (0..variants::ALL.len(), prop::collection::vec(any::<Index>(), 0..120)).prop_map(|(game, choices)| {
        choices.into_iter().fold(Position::start(variants::ALL[game]), |position, choice| {
            let moves = position.legal_moves();
            if moves.is_empty() { position } else { position.after(*choice.get(&moves)) }
        })
    })
}

fn long_algebraic(position: &Position, legal: Move, sign: &str) -> String {
    let variant = position.variant();
    let piece = if legal.travellers == Powers::PAWN { String::new() } else { variant.letters(legal.travellers) };
    let promotion =
        if legal.promotion.is_empty() { String::new() } else { format!("={}", variant.letters(legal.promotion)) };
    format!("{piece}{}{sign}{}{promotion}", legal.from, legal.to)
}

/// Every move that could be written down: any squares, any part of what stands there, any promotion.
fn conceivable(position: &Position) -> Vec<Move> {
    let squares: Vec<Square> = position.variant().board().collect();
    let mut moves = Vec::new();
    for &from in &squares {
        let whole = position.powers_at(from);
        let travellers: Vec<Powers> = whole.subsets().chain([Powers::KNIGHT | Powers::MAN]).collect();
        for &to in &squares {
            for &travellers in &travellers {
                let promotions = [Powers::NONE, Powers::ROOK, Powers::MAN, Powers::ROOK | Powers::KNIGHT];
                let sensible = promotions.into_iter().take(if whole == Powers::PAWN { 4 } else { 2 });
                moves.extend(sensible.map(|promotion| Move { from, to, travellers, promotion }));
            }
        }
    }
    moves
}

proptest! {
    // A failure found stays found by its seed in the message; no file is written.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_as_the_same_move(position in reachable()) {
        for (legal, san) in san::print_all(&position) {
            let coordinates = uci::print(&position, legal);
            prop_assert_eq!(uci::parse(&position, &coordinates), Ok(legal));
            let mut forms = vec![san.clone(), san.replace(['+', '#'], ""), format!("12. {san}!?"), coordinates];
            if !legal.is_castling() {
                forms.extend(["", "-", "x", " - "].map(|sign| long_algebraic(&position, legal, sign)));
            }
            for form in forms {
                prop_assert_eq!(read(&position, &form), Ok(legal), "{} in {:?}", form, &position);
            }
        }
    }

    #[test]
    fn lower_case_reads_as_the_same_move_or_asks(position in reachable()) {
        let all = san::print_all(&position);
        for (legal, san) in &all {
            let lower = san.to_ascii_lowercase();
            match read(&position, &lower) {
                Ok(found) if found == *legal => {}
                Ok(found) => {
                    let exact = [san::print(&position, found), uci::print(&position, found)];
                    let same = |form: &String| form.replace(['+', '#'], "") == lower.replace(['+', '#'], "");
                    prop_assert!(exact.iter().any(same), "{} played {:?} in {:?}", lower, found, &position);
                }
                Err(ReadError::Ambiguous(moves)) => prop_assert!(moves.contains(legal)),
                Err(error) => prop_assert!(false, "{lower}: {error} in {position:?}"),
            }
        }
    }

    #[test]
    fn fen_keeps_everything(position in reachable()) {
        let text = fen::print(&position);
        let again = fen::parse(position.variant(), &text).unwrap();
        prop_assert_eq!(fen::print(&again), text);
        prop_assert!(again.repeats(&position));
        // The parser works the hash out from the board, play keeps it up to date.
        prop_assert_eq!(again.hash(), position.hash());
        prop_assert!(Position::try_from(position.setup()).unwrap().repeats(&position));
    }

    #[test]
    fn listing_counting_and_explaining_agree(position in reachable()) {
        let moves = position.legal_moves();
        let legal: HashSet<Move> = moves.iter().copied().collect();
        prop_assert_eq!(moves.len(), legal.len());
        prop_assert_eq!(moves.len() as u64, position.count_legal_moves());
        for candidate in conceivable(&position).into_iter().chain(moves) {
            let objection = objection_to(&position, candidate);
            prop_assert_eq!(objection.is_none(), legal.contains(&candidate), "{:?}: {:?} in {:?}", candidate, objection, &position);
        }
    }

    #[test]
    fn only_the_printed_coordinate_form_is_one(position in reachable(), tail in "(:?[a-z]{0,3}|[A-Z: ]{0,2})") {
        let moves = position.legal_moves();
        let mut pairs: Vec<String> = moves.iter().map(|legal| format!("{}{}{tail}", legal.from, legal.to)).collect();
        pairs.extend(moves.iter().map(|legal| format!("{}{tail}", uci::print(&position, *legal))));
        for text in pairs {
            let printed = moves.iter().copied().find(|legal| uci::print(&position, *legal) == text);
            prop_assert_eq!(uci::parse(&position, &text).ok(), printed, "{} in {:?}", text, &position);
        }
    }

    #[test]
    fn any_text_gets_an_answer(position in reachable(), text in any::<String>(), likely in "[a-kA-K1-8RNBQxo0:=+# .-]{1,9}") {
        for text in [&text, &likely] {
            let found = read(&position, text);
            prop_assert_eq!(explain(&position, text).ok(), found.clone().ok());
            if let Ok(found) = found {
                prop_assert!(position.is_legal(found));
            }
        }
    }

    #[test]
    fn any_fen_gets_an_answer(game in 0..variants::ALL.len(), text in any::<String>(), likely in fen_like()) {
        for text in [text, likely] {
            if let Ok(position) = fen::parse(variants::ALL[game], &text) {
                prop_assert!(position.count_legal_moves() < 1000);
                prop_assert!(fen::parse(position.variant(), &fen::print(&position)).unwrap().repeats(&position));
            }
        }
    }
}

/// Texts with the outline of a FEN, now and then of a legal position.
fn fen_like() -> impl Strategy<Value = String> {
    let rank = prop_oneof![
        Just("8".to_owned()),
        Just("10".to_owned()),
        "[KQRBNPkqrbnp1-4\\[\\]]{1,9}",
        Just("4k3".to_owned()),
        Just("3K4".to_owned())
    ];
    (prop::collection::vec(rank, 8), "[wb]", "[KQkq-]{1,4}", "(-|[a-j][36])", 0..200u32).prop_map(
        |(ranks, turn, castling, passed, clock)| format!("{} {turn} {castling} {passed} {clock} 1", ranks.join("/")),
    )
}
