//! What a kind of game is, told from its data: only what differs from chess.

use rules::variant::{DoubleStep, Stacking};
use rules::{Color, Power, Powers, Variant, Wing, variants};

use super::{Text, row, strong, text};
use crate::names::GameKind;
use crate::talk::Span;

/// How a piece moves, by its powers: `bishop or knight`.
fn powers_in_words(powers: Powers) -> String {
    let words = powers.each().map(|power| match power {
        Power::Pawn => "pawn",
        Power::Rook => "rook",
        Power::Knight => "knight",
        Power::Bishop => "bishop",
        Power::Man => "one step in any direction",
        Power::King => "king",
    });
    row(words.map(Span::from), "or").to_string()
}

/// The kinds of piece that a chess player doesn't know, each with its letter and its way of moving.
fn new_pieces(variant: &Variant) -> Vec<String> {
    let unknown = variant.kinds.iter().filter(|kind| !variants::CHESS.kinds.contains(kind));
    unknown
        .map(|kind| match kind.powers {
            Powers::MAN => format!("{} ({}) moves {}", kind.name, kind.letter, powers_in_words(kind.powers)),
            powers => format!("{} ({}) moves as {}", kind.name, kind.letter, powers_in_words(powers)),
        })
        .collect()
}

fn promotions(variant: &Variant) -> String {
    row(variant.promotions.iter().map(|powers| Span::from(variant.name_of(*powers))), "or").to_string()
}

/// How many squares the king goes in castling; `None` without castling.
fn castling_steps(variant: &Variant) -> Option<u8> {
    let castle = variant.castle(Color::White, Wing::King)?;
    Some(castle.king_to.file().index().abs_diff(castle.king_from.file().index()))
}

/// Everything in which the game differs from chess, in short.
fn differences(variant: &Variant) -> Vec<String> {
    let mut told = Vec::new();
    if variant.files != variants::CHESS.files {
        told.push(format!("{}×{} board", variant.files, variant.ranks()));
    }
    told.extend(new_pieces(variant));
    match variant.stacking {
        Stacking::None => {}
        Stacking::Free => told.push("your pieces may share a square and move together or part".to_owned()),
        Stacking::NoCheckByPart => {
            told.push("your pieces may share a square and move together or part, but a part may not give check".into());
        }
    }
    match castling_steps(variant) {
        None => told.push("no castling".to_owned()),
        steps if steps == castling_steps(&variants::CHESS) => {}
        Some(steps) => told.push(format!("castling moves the king {steps} squares")),
    }
    if !variant.en_passant {
        told.push("no en passant".to_owned());
    }
    if variant.promotions != variants::CHESS.promotions {
        told.push(format!("pawns become {}", promotions(variant)));
    }
    if variant.double_step == DoubleStep::NotFromCheckIntoPawn {
        told.push("in check, no double step to where a pawn attacks".to_owned());
    }
    told
}

/// One line on a game's rules.
pub(super) fn in_one_line(kind: GameKind) -> String {
    let told = differences(kind.0);
    if told.is_empty() { "The rules of chess.".to_owned() } else { super::capitalised(&told.join("; ")) + "." }
}

/// A game's rules, for a chess player.
pub fn rules_of(kind: GameKind) -> Text {
    let variant = kind.0;
    let squares = format!("{}×{} squares", variant.files, variant.ranks());
    let mut lines = vec![match differences(variant).is_empty() {
        true => format!("The rules of chess, on {squares}."),
        false => format!("Played as chess, on {squares}, except for what follows."),
    }];
    lines.extend(new_pieces(variant).iter().map(|piece| format!("The {piece}.")));
    if variant.stacks_pieces() {
        lines.extend(STACKS.map(str::to_owned));
        let names = variant.stacks.iter().map(|(powers, name)| format!("{} {name}", variant.letters(*powers)));
        lines.push(format!("Names of stacks: {}.", names.collect::<Vec<_>>().join(", ")));
    }
    if variant.stacking == Stacking::NoCheckByPart {
        lines.push("Pritchard's addition: a move that leaves part of a stack behind may not give check.".to_owned());
    }
    match castling_steps(variant) {
        None => lines.push("There is no castling.".to_owned()),
        Some(steps) => lines.push(format!(
            "Castling: the king goes {steps} squares towards the rook, which lands beside it. Both unmoved, nothing \
             between them, and the king neither in check nor passing or reaching an attacked square."
        )),
    }
    if variant.double_step == DoubleStep::NotFromCheckIntoPawn {
        lines.push(
            "When you are in check, a pawn may not step two squares to where an enemy pawn on the next file attacks \
             it. (Some sources read this of the square passed over; here it is the square reached.)"
                .to_owned(),
        );
    }
    if !variant.en_passant {
        lines.push("There is no capture in passing.".to_owned());
    }
    lines.push(format!("A pawn on the last rank becomes {}.", promotions(variant)));
    lines.push(ENDS.to_owned());
    let mut told = text![strong(variant.name)];
    for line in lines {
        told.push(format!("\n• {line}"));
    }
    told
}

const STACKS: [&str; 3] = [
    "Rook, knight, bishop and queen of one side may share a square, two or three together and all different. A piece \
     joins by moving there; kings and pawns never share.",
    "A stack moves as one with the powers of all in it, or one or two of its pieces move off under their own powers. \
     Write the letters that move: Nf6 for the knight alone, RNe5 for rook and knight.",
    "Only a whole stack captures, and it takes everything on the square.",
];

const ENDS: &str = "Checkmate wins; stalemate and too little material draw. A threefold repetition or fifty moves \
                    without capture or pawn move can be claimed as a draw by the player on the move; fivefold and \
                    seventy-five end the game.";
