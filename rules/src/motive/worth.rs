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

/// Up to how many captures deep every piece is tried: a dearer one may open or keep shut a line, or keep a king away.
/// Deeper, where many could take part, only the cheapest is.
const WIDE: u32 = 4;

/// The capture on a square that gains most for the side to move, and what it gains; by the cheapest piece, if several do.
pub(super) fn best_capture(position: &Position, square: Square) -> Option<(i32, Move)> {
    best_within(position, square, WIDE)
}

fn best_within(position: &Position, square: Square, wide: u32) -> Option<(i32, Move)> {
    let captures = |legal: &Move| legal.to == square && position.captured_by(*legal).is_some();
    let mut moves: Vec<Move> = position.legal_moves().into_iter().filter(captures).collect();
    moves.sort_by_key(|legal| (worth(position, legal.travellers), Reverse(growth(position, *legal)), legal.from));
    if wide == 0 {
        moves.truncate(1);
    }
    let gains = moves.into_iter().map(|capture| (gain(position, capture, wide.saturating_sub(1)), capture));
    gains.rev().max_by_key(|(gain, _)| *gain)
}

/// What the side to move gains on a square when both capture there as long as it pays; at least 0.
///
/// Only legal captures count, so that pins and checks do.
pub(super) fn exchange(position: &Position, square: Square) -> i32 {
    best_capture(position, square).map_or(0, |(gain, _)| gain.max(0))
}

/// What a move gains, with the exchanges on its square that follow.
fn gain(position: &Position, played: Move, wide: u32) -> i32 {
    let captured = position.captured_by(played).map_or(0, |(_, powers)| worth(position, powers));
    let lost = best_within(&position.after(played), played.to, wide).map_or(0, |(gain, _)| gain.max(0));
    captured + growth(position, played) - lost
}

/// The most that the side to move gains on any square; at least 0.
pub(super) fn best_exchange(position: &Position) -> i32 {
    let gains = position
        .legal_moves()
        .into_iter()
        .filter(|legal| position.captured_by(*legal).is_some() || !legal.promotion.is_empty());
    gains.map(|legal| gain(position, legal, WIDE)).max().unwrap_or(0).max(0)
}

/// The position with the turn passed to the other side; `None` in check.
pub(super) fn passed(position: &Position) -> Option<Position> {
    let mut setup = position.setup();
    setup.turn = !setup.turn;
    setup.en_passant = None;
    Position::try_from(setup).ok()
}
