//! Why a move is refused: the piece and the squares that a player would name.

use rules::{Objection, explain, fen, variants};

/// What is wrong with each move, as data printed on one line.
fn reasons(key: &str, text: &str, typed: &[&str]) -> Vec<String> {
    let variant = variants::by_key(key).expect("a game's key");
    let position = fen::parse(variant, if text == "start" { variant.start } else { text }).expect("a valid FEN");
    let reason = |typed: &&str| match explain(&position, typed) {
        Ok(legal) => format!("legal {legal:?}"),
        Err(Objection::Illegal(illegality)) => format!("{illegality:?}").replace("Journey ", ""),
        Err(other) => format!("{other:?}").split('(').next().unwrap_or_default().to_owned(),
    };
    typed.iter().map(reason).collect()
}

fn check(key: &str, text: &str, cases: &[(&str, &str)]) {
    let typed: Vec<&str> = cases.iter().map(|(typed, _)| *typed).collect();
    let expected: Vec<&str> = cases.iter().map(|(_, reason)| *reason).collect();
    assert_eq!(reasons(key, text, &typed), expected, "{key} {text}");
}

#[test]
fn ways_of_moving() {
    check(
        "chess",
        "start",
        &[
            ("hello", "NotAMove"),
            ("e9", "NotAMove"),
            ("i4", "OffBoard(i4)"),
            ("Nd4", "NotItsMove({ travellers: {Knight}, from: g1, to: d4 })"),
            ("Ra3", "Blocked({ travellers: {Rook}, from: a1, to: a3 }, a2, Piece { color: White, powers: {Pawn} })"),
            (
                "Bc1-f4",
                "Blocked({ travellers: {Bishop}, from: c1, to: f4 }, d2, Piece { color: White, powers: {Pawn} })",
            ),
            ("e7e5", "NotYours(e7, Piece { color: Black, powers: {Pawn} })"),
            ("e4e5", "NothingThere(e4)"),
            ("Nd2", "OwnPiece({ travellers: {Knight}, from: b1, to: d2 }, {Pawn})"),
            ("exd3", "NothingToCapture({ travellers: {Pawn}, from: e2, to: d3 })"),
            ("e5", "NotItsMove({ travellers: {Pawn}, from: e2, to: e5 })"),
            ("e4=Q", "NoPromotion({ travellers: {Pawn}, from: e2, to: e4 })"),
        ],
    );
    check(
        "chess",
        "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
        &[
            ("e4", "Blocked({ travellers: {Pawn}, from: e3, to: e4 }, e4, Piece { color: Black, powers: {Pawn} })"),
            ("Qd1", "NoSuchPiece({Rook, Bishop})"),
        ],
    );
}

#[test]
fn checks_and_pins_name_who_attacks() {
    check(
        "bird",
        "5k4/10/10/10/2e7/10/4R5/5K4 w - - 0 1",
        &[(
            "Re5",
            "KingAttacked { journey: { travellers: {Rook}, from: e2, to: e5 }, by: [(c4, {Knight, Bishop})], in_check: false }",
        )],
    );
    check(
        "chess",
        "4k3/8/8/8/8/8/3r4/R3K2R w KQ - 0 1",
        &[
            ("Rb1", "legal Move { from: a1, to: b1, travellers: {Rook}, promotion: {} }"),
            (
                "Ke2",
                "KingAttacked { journey: { travellers: {King}, from: e1, to: e2 }, by: [(d2, {Rook})], in_check: false }",
            ),
            ("O-O-O", "Castling(Queen, Attacked(d1, [(d2, {Rook})]))"),
        ],
    );
}

#[test]
fn castling_says_what_stands_against_it() {
    check("carrera", "start", &[("O-O", "Castling(King, NotInThisGame)"), ("f1c1", "Castling(Queen, NotInThisGame)")]);
    check("bird", "start", &[("O-O", "Castling(King, Blocked(g1, Piece { color: White, powers: {Knight, Bishop} }))")]);
    check(
        "bird",
        "r4k3r/10/10/10/10/3r6/10/R4K3R w KQkq - 0 1",
        &[("O-O-O", "Castling(Queen, Attacked(d1, [(d3, {Rook})]))")],
    );
    check("bird", "r4k3r/10/10/10/10/5r4/10/R4K3R w KQkq - 0 1", &[("0-0", "Castling(King, InCheck([(f3, {Rook})]))")]);
    check(
        "chess",
        "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
        &[("e1c1", "Castling(Queen, RightLost)"), ("O-O-O", "Castling(Queen, RightLost)")],
    );
    check(
        "combination",
        "r3k2r/8/8/8/8/8/8/[RB]3K2R w KQkq - 0 1",
        &[("O-O-O", "Castling(Queen, RookInStack(a1, {Rook, Bishop}))")],
    );
}

#[test]
fn stacks() {
    check(
        "combination",
        "3k4/8/8/[RN]6R/8/8/8/4K3 w - - 0 1",
        &[
            (
                "RNh5",
                "CannotJoin { journey: { travellers: {Rook, Knight}, from: a5, to: h5 }, there: {Rook}, shared: {Rook} }",
            ),
            ("Na6", "NotItsMove({ travellers: {Knight}, from: a5, to: a6 })"),
            ("Bc3", "NoSuchPiece({Bishop})"),
            ("a5c6:b", "NotInStack { from: a5, travellers: {Bishop}, stack: {Rook, Knight} }"),
        ],
    );
    check(
        "combination",
        "3k4/8/8/[RN]6[BQ]/8/8/8/4K3 w - - 0 1",
        &[(
            "a5h5",
            "CannotJoin { journey: { travellers: {Rook, Knight}, from: a5, to: h5 }, there: {Bishop, Man}, shared: {} }",
        )],
    );
    check(
        "combination",
        "4k3/8/8/p7/8/8/8/[RNB]3K3 w - - 0 1",
        &[("Rxa5", "PartCaptures({ travellers: {Rook}, from: a1, to: a5 }, {Pawn})")],
    );
    check(
        "combination-pritchard",
        "6k1/5ppp/8/8/8/8/5PPP/[RQ]5K1 w - - 0 1",
        &[
            ("Ra8", "PartGivesCheck({ travellers: {Rook}, from: a1, to: a8 })"),
            ("RQa8", "legal Move { from: a1, to: a8, travellers: {Rook, Man}, promotion: {} }"),
        ],
    );
    check(
        "combination",
        "4k3/8/8/8/8/8/4[BQ]3/4K3 w - - 0 1",
        &[("Ke2", "OwnPiece({ travellers: {King}, from: e1, to: e2 }, {Bishop, Man})")],
    );
}

#[test]
fn carreras_double_step_and_promotion() {
    let barred = "9k/10/10/3p6/K8r/10/4P5/10 w - - 0 1";
    check("carrera", barred, &[("e4", "DoubleStepIntoPawn({ travellers: {Pawn}, from: e2, to: e4 }, d5)")]);
    let ready = "4k5/8P1/10/10/10/10/10/4K5 w - - 0 1";
    check("carrera", ready, &[("i8=N", "PromotionImpossible({Knight})"), ("i8", "PromotionMissing")]);
}
