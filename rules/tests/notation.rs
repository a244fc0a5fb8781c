//! What people type, and what it is taken for.

use rules::{Position, ReadError, fen, read, san, variants};

const CASTLING_ON_TEN_FILES: &str = "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1";

fn position(key: &str, text: &str) -> Position {
    let variant = variants::by_key(key).expect("a game's key");
    fen::parse(variant, if text == "start" { variant.start } else { text }).expect("a valid FEN")
}

fn sans(position: &Position, moves: &[rules::Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|legal| san::print(position, *legal)).collect();
    texts.sort();
    texts
}

/// What a text is taken for, as the bot would say it.
fn taken(position: &Position, text: &str) -> String {
    match read(position, text) {
        Ok(legal) => san::print(position, legal),
        Err(ReadError::NotAMove) => "not a move".to_owned(),
        Err(ReadError::Illegal) => "illegal".to_owned(),
        Err(ReadError::PromotionMissing(moves)) => format!("to what? {}", sans(position, &moves).join(" ")),
        Err(ReadError::Ambiguous(moves)) => format!("which? {}", sans(position, &moves).join(" ")),
    }
}

fn check(key: &str, text: &str, cases: &[(&str, &str)]) {
    let position = position(key, text);
    for (typed, expected) in cases {
        assert_eq!(&taken(&position, typed), expected, "{typed:?} in {position:?}");
    }
}

#[test]
fn castling_has_many_spellings() {
    let short =
        ["O-O", "o-o", "0-0", "OO", "oo", "00", "O-O+", "0-0!", "12. O-O", "f1i1", "f1-i1", "Kf1-i1", "Ki1", "ki1"];
    let long = ["O-O-O", "o-o-o", "0-0-0", "OOO", "ooo", "000", "0-0-0#", "f1c1", "Kc1"];
    let cases = short.map(|typed| (typed, "O-O"));
    check("bird", CASTLING_ON_TEN_FILES, &cases);
    let cases = long.map(|typed| (typed, "O-O-O"));
    check("bird", CASTLING_ON_TEN_FILES, &cases);
    // The squares of other games are no castling here.
    check("bird", CASTLING_ON_TEN_FILES, &[("f1h1", "illegal"), ("f1d1", "illegal"), ("Kh1", "illegal")]);
}

#[test]
fn moves_are_found_whatever_is_left_out_or_added() {
    let cases = [
        "Nc3",
        "nc3",
        "NC3",
        "Nc3+",
        "Nc3#",
        "Nc3!?",
        "Nxc3",
        "N-c3",
        "Nb1c3",
        "Nb1-c3",
        "nb1-c3",
        "N1c3",
        "Nbc3",
        "b1c3",
        "b1-c3",
        "B1C3",
        "b1 c3",
        "b1–c3",
        "b1 to c3",
        "♘c3",
        "1.Nc3",
        "1. Nc3",
        "1... Nc3",
        "…Nc3",
        " Nc3 ",
        "knight c3",
        "Knight to c3",
        "knight b1-c3",
    ]
    .map(|typed| (typed, "Nc3"));
    check("chess", "start", &cases);
    check("chess", "start", &[("e4", "e4"), ("E4", "e4"), ("e2e4", "e4"), ("Pe4", "e4"), ("pawn e4", "e4")]);
}

#[test]
fn compounds_answer_to_their_usual_names_and_letters() {
    let guard = ["Gc3", "Cc3", "Mc3", "guard c3", "chancellor c3", "marshall c3", "champion c3", "d1c3"];
    check("bird", "start", &guard.map(|typed| (typed, "Gc3")));
    let champion = ["Ch3", "Gh3", "Mh3", "guard h3", "empress h3", "i1h3"];
    check("carrera", "start", &champion.map(|typed| (typed, "Ch3")));
    // E is the equerry in Bird's game; elsewhere it may be either compound.
    check("bird", "start", &[("Eh3", "Eh3"), ("equerry h3", "Eh3"), ("archbishop h3", "Eh3")]);
    check("carrera", "start", &[("Eh3", "Ch3"), ("Ec3", "Ac3")]);
}

#[test]
fn a_lower_case_b_is_a_file_or_a_bishop_but_never_guessed() {
    let both = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
    check(
        "chess",
        both,
        &[("bxc3", "bxc3"), ("Bxc3", "Bxc3"), ("bc3", "which? Bxc3 bxc3"), ("BC3", "which? Bxc3 bxc3")],
    );
    let bishop_only = "4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1";
    check("chess", bishop_only, &[("bxc3", "Bxc3"), ("bc3", "Bxc3"), ("dxc3", "illegal")]);
    let pawn_only = "4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1";
    check("chess", pawn_only, &[("bc3", "bxc3"), ("b2xc3", "bxc3"), ("Bxc3", "illegal"), ("c3", "illegal")]);
}

#[test]
fn a_promotion_needs_its_piece() {
    let ready = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    let queen = ["e8=Q", "e8Q", "e8(Q)", "e8=q", "e8q", "e7e8q", "e7-e8=Q", "e8/Q", "e8=queen", "e8 queen", "e8=Q+"];
    check("chess", ready, &queen.map(|typed| (typed, "e8=Q#")).map(|(typed, _)| (typed, "e8=Q+")));
    check(
        "chess",
        ready,
        &[
            ("e8", "to what? e8=B e8=N e8=Q+ e8=R+"),
            ("exd8", "to what? exd8=B exd8=N exd8=Q+ exd8=R+"),
            ("ed8b", "exd8=B"),
            ("e8=K", "illegal"),
            ("Kd2=Q", "illegal"),
        ],
    );
    check(
        "carrera",
        "4k5/8P1/10/10/10/10/10/4K5 w - - 0 1",
        &[("i8", "to what? i8=A i8=C+ i8=Q+"), ("i8=R", "illegal"), ("i8c", "i8=C+")],
    );
}

#[test]
fn stacks_move_whole_or_in_parts() {
    let stacks = "4k3/8/8/8/8/8/[RN]7/4K3 w - - 0 1";
    check(
        "combination",
        stacks,
        &[
            ("RNa5", "RNa5"),
            ("NRa5", "RNa5"),
            ("rna5", "RNa5"),
            ("marshal a5", "RNa5"),
            ("a2a5", "RNa5"),
            ("Ra5", "Ra5"),
            ("a2a5:r", "Ra5"),
            ("Ra2-a5", "Ra5"),
            ("Nc3", "Nc3"),
            ("a2c3:n", "Nc3"),
            ("a2c3", "RNc3"),
            ("Na5", "illegal"),
        ],
    );
}

#[test]
fn two_may_go_so_it_asks() {
    let two = "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1";
    check(
        "chess",
        "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1",
        &[("Nd2", "which? Nbd2 Nfd2"), ("nbd2", "Nbd2"), ("b3d2", "Nbd2")],
    );
    check("chess", two, &[("Nd2", "Nd2"), ("Ne2", "Ne2"), ("Nf3", "Nf3")]);
}

#[test]
fn chat_is_no_move() {
    let chat = [
        "",
        " ",
        "hello",
        "e4 is what I'd play",
        "I think e4",
        "ok",
        "no",
        "lol",
        "e",
        "4",
        "e9",
        "k4",
        "12",
        "12.",
        "+",
        "?!",
        "queen",
        "O",
        "0",
        "OOOO",
        "Nf",
        "N",
        "e4e5e6",
        "yes e4",
        "e4?? really",
        "ça va",
        "🙂",
        "e\u{301}4",
        "\0",
    ];
    check("combination", "start", &chat.map(|typed| (typed, "not a move")));
    check("bird", "start", &[("i4", "i4"), ("h2h4", "h4")]);
}
