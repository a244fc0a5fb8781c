//! Boards in words.

use rules::{Color, Position, Powers};

use crate::talk::Board;

/// A board in words, for those who can't see it: whose turn it is, the last move, and who stands where.
pub fn board_in_words(board: &Board) -> String {
    let Ok(position) = board.position() else { return String::new() };
    let check = if position.is_check() { ", in check" } else { "" };
    let mut words = format!("{}. {} to move{check}.", board.game.0.name, position.turn());
    if let (Some((from, to)), Some(text)) = (board.last_squares(), &board.last_move) {
        let part = text.split_once(':').map(|(_, letters)| format!(" by {}", letters.to_uppercase()));
        words.push_str(&format!(" Last move {from} to {to}{}.", part.unwrap_or_default()));
    }
    for (from, to) in board.arrow_squares() {
        words.push_str(&format!(" Arrow {from} to {to}."));
    }
    for square in board.marked_squares() {
        words.push_str(&format!(" Look at {square}."));
    }
    for color in Color::ALL {
        words.push_str(&format!(" {color}: {}.", pieces_of(&position, color)));
    }
    words
}

/// `king e1; rooks a1, h1; …`, the strongest kinds first and pawns last.
fn pieces_of(position: &Position, color: Color) -> String {
    let mut kinds: Vec<(Powers, Vec<String>)> = Vec::new();
    for (square, piece) in position.pieces().filter(|(_, piece)| piece.color == color) {
        match kinds.iter_mut().find(|(powers, _)| *powers == piece.powers) {
            Some((_, squares)) => squares.push(square.to_string()),
            None => kinds.push((piece.powers, vec![square.to_string()])),
        }
    }
    let rank = |powers: Powers| match powers {
        Powers::KING => 0,
        Powers::PAWN => 9,
        _ => 8 - powers.len(),
    };
    kinds.sort_by_key(|(powers, _)| rank(*powers));
    let named = kinds.iter().map(|(powers, squares)| {
        let plural = if squares.len() > 1 { "s" } else { "" };
        format!("{}{plural} {}", position.variant().name_of(*powers), squares.join(", "))
    });
    named.collect::<Vec<_>>().join("; ")
}
