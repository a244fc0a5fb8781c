//! The games themselves.

use crate::piece::Powers;
use crate::variant::{Castle, DoubleStep, Kind, Stacking, Variant};

const QUEEN: Powers = Powers::ROOK.with(Powers::BISHOP);
const ROOK_KNIGHT: Powers = Powers::ROOK.with(Powers::KNIGHT);
const BISHOP_KNIGHT: Powers = Powers::BISHOP.with(Powers::KNIGHT);

const fn kind(powers: Powers, letter: char, name: &'static str) -> Kind {
    Kind { powers, letter, name }
}

const PAWN: Kind = kind(Powers::PAWN, 'P', "pawn");
const KNIGHT: Kind = kind(Powers::KNIGHT, 'N', "knight");
const BISHOP: Kind = kind(Powers::BISHOP, 'B', "bishop");
const ROOK: Kind = kind(Powers::ROOK, 'R', "rook");
const CHESS_QUEEN: Kind = kind(QUEEN, 'Q', "queen");
const KING: Kind = kind(Powers::KING, 'K', "king");

/// The kinds of a large-board game with these two compounds.
const fn with_compounds(rook_knight: Kind, bishop_knight: Kind) -> [Kind; 8] {
    [PAWN, KNIGHT, BISHOP, ROOK, bishop_knight, rook_knight, CHESS_QUEEN, KING]
}

/// Orthodox chess.
pub static CHESS: Variant = ORTHODOX;

const ORTHODOX: Variant = Variant {
    key: "chess",
    name: "Chess",
    files: 8,
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    kinds: &[PAWN, KNIGHT, BISHOP, ROOK, CHESS_QUEEN, KING],
    promotions: &[QUEEN, Powers::ROOK, Powers::BISHOP, Powers::KNIGHT],
    castles: Castle::all(8, [4, 4], 2),
    en_passant: true,
    double_step: DoubleStep::Free,
    stacking: Stacking::None,
    stacks: &[],
};

/// Capablanca's Chess.
pub static CAPABLANCA: Variant = LARGE;

const LARGE: Variant = Variant {
    key: "capablanca",
    name: "Capablanca's Chess",
    files: 10,
    start: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    kinds: &with_compounds(kind(ROOK_KNIGHT, 'C', "chancellor"), kind(BISHOP_KNIGHT, 'A', "archbishop")),
    promotions: &[QUEEN, ROOK_KNIGHT, BISHOP_KNIGHT, Powers::ROOK, Powers::BISHOP, Powers::KNIGHT],
    castles: Castle::all(10, [5, 5], 3),
    ..ORTHODOX
};

/// Carrera's Chess with castling, en passant and free promotion.
pub static CARRERA_MODERN: Variant = MODERN;

const MODERN: Variant = Variant {
    key: "carrera-modern",
    name: "Modern Carrera's Chess",
    start: "ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w KQkq - 0 1",
    kinds: &with_compounds(kind(ROOK_KNIGHT, 'C', "champion"), kind(BISHOP_KNIGHT, 'A', "centaur")),
    ..LARGE
};

/// Carrera's Chess of 1617: no castling, no en passant, a limited double step.
pub static CARRERA: Variant = Variant {
    key: "carrera",
    name: "Carrera's Chess (1617)",
    start: "ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w - - 0 1",
    promotions: &[QUEEN, ROOK_KNIGHT, BISHOP_KNIGHT],
    castles: [None; 4],
    en_passant: false,
    double_step: DoubleStep::NotFromCheckIntoPawn,
    ..MODERN
};

/// Bird's Chess of 1874, both sides set up alike.
pub static BIRD: Variant = BIRDS;

const BIRDS: Variant = Variant {
    key: "bird",
    name: "Bird's Chess (1874)",
    start: "rnbgqkebnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBGQKEBNR w KQkq - 0 1",
    kinds: &with_compounds(kind(ROOK_KNIGHT, 'G', "guard"), kind(BISHOP_KNIGHT, 'E', "equerry")),
    ..LARGE
};

/// Bird's Chess with Black's pieces in the reverse order.
pub static BIRD_REVERSED: Variant = Variant {
    key: "bird-reversed",
    name: "Bird's Chess, Black reversed",
    start: "rnbekqgbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBGQKEBNR w KQkq - 0 1",
    castles: Castle::all(10, [5, 4], 3),
    ..BIRDS
};

/// Check, or Combination Chess, as Campling described it.
pub static COMBINATION: Variant = CAMPLING;

const CAMPLING: Variant = Variant {
    key: "combination",
    name: "Check, or Combination Chess (1898)",
    kinds: &[PAWN, KNIGHT, BISHOP, ROOK, kind(Powers::MAN, 'Q', "queen"), KING],
    promotions: &[Powers::MAN, Powers::ROOK, Powers::BISHOP, Powers::KNIGHT],
    stacking: Stacking::Free,
    stacks: &[
        (ROOK_KNIGHT, "marshal"),
        (QUEEN, "great queen"),
        (Powers::ROOK.with(Powers::MAN), "crowned rook"),
        (BISHOP_KNIGHT, "archbishop"),
        (Powers::KNIGHT.with(Powers::MAN), "centaur"),
        (Powers::BISHOP.with(Powers::MAN), "crowned bishop"),
        (QUEEN.with(Powers::KNIGHT), "amazon"),
        (ROOK_KNIGHT.with(Powers::MAN), "superchancellor"),
        (QUEEN.with(Powers::MAN), "great queen and queen"),
        (BISHOP_KNIGHT.with(Powers::MAN), "supercardinal"),
    ],
    ..ORTHODOX
};

/// Combination Chess with Pritchard's addition: a part of a stack may not give check.
pub static COMBINATION_PRITCHARD: Variant = Variant {
    key: "combination-pritchard",
    name: "Combination Chess with Pritchard's addition",
    stacking: Stacking::NoCheckByPart,
    ..CAMPLING
};

/// Every game, in the order in which they are listed.
pub static ALL: [&Variant; 8] =
    [&CHESS, &CAPABLANCA, &CARRERA, &CARRERA_MODERN, &BIRD, &BIRD_REVERSED, &COMBINATION, &COMBINATION_PRITCHARD];

/// The game with this key.
pub fn by_key(key: &str) -> Option<&'static Variant> {
    ALL.into_iter().find(|variant| variant.key == key)
}
