//! What pieces are worth in plain pawns, and what exchanges on a square bring.

use std::cmp::Reverse;

use crate::movegen::Move;
use crate::piece::{Color, Power, Powers};
use crate::position::Position;
use crate::square::Square;

/// What a piece or a stack is worth, in pawns. A king's worth only has to be more than all else.
pub(super) fn worth(position: &Position, powers: Powers) -> i32 {
    let alone = |power| match power {
        Power::Pawn => 1,
        Power::Knight | Power::Bishop | Power::Man => 3,
        Power::Rook => 5,
        Power::King => 100,
    };
    let units: i32 = powers.each().map(alone).sum();
    // Powers that can't part are worth more together.
    let bound = position.variant().kind(powers).is_some() && powers.len() > 1;
    units + i32::from(bound)
}

/// A side's material less the other's, in pawns.
pub(super) fn balance(position: &Position, color: Color) -> i32 {
    let signed = |color_of_piece| if color_of_piece == color { 1 } else { -1 };
    position.pieces().map(|(_, piece)| signed(piece.color) * worth(position, piece.powers)).sum()
}

/// What a promotion adds to its side's material.
pub(super) fn growth(position: &Position, played: Move) -> i32 {
    if played.promotion.is_empty() { 0 } else { worth(position, played.promotion) - worth(position, Powers::PAWN) }
}

/// The capture on a square by the cheapest piece of the side to move.
pub(super) fn cheapest_capture(position: &Position, square: Square) -> Option<Move> {
    let captures = |legal: &Move| legal.to == square && position.captured_by(*legal).is_some();
    let moves = position.legal_moves().into_iter().filter(captures);
    moves.min_by_key(|legal| (worth(position, legal.travellers), Reverse(growth(position, *legal)), legal.from))
}

/// What the side to move gains on a square when both capture there, cheapest first, as long as it pays; at least 0.
///
/// Only legal captures count, so that pins and checks do.
pub(super) fn exchange(position: &Position, square: Square) -> i32 {
    cheapest_capture(position, square).map_or(0, |capture| gain(position, capture).max(0))
}

/// What a move gains, with the exchanges on its square that follow.
fn gain(position: &Position, played: Move) -> i32 {
    let captured = position.captured_by(played).map_or(0, |(_, powers)| worth(position, powers));
    captured + growth(position, played) - exchange(&position.after(played), played.to)
}

/// The most that the side to move gains on any square; at least 0.
pub(super) fn best_exchange(position: &Position) -> i32 {
    let gains = position
        .legal_moves()
        .into_iter()
        .filter(|legal| position.captured_by(*legal).is_some() || !legal.promotion.is_empty());
    gains.map(|legal| gain(position, legal)).max().unwrap_or(0).max(0)
}

/// The position with the turn passed to the other side; `None` in check.
pub(super) fn passed(position: &Position) -> Option<Position> {
    let mut setup = position.setup();
    setup.turn = !setup.turn;
    setup.en_passant = None;
    Position::try_from(setup).ok()
}
