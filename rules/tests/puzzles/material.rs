//! Proof of gains and losses of material by trying everything, with values of its own.

use rules::{Color, Move, Position, Power};

/// What a side has more than the other, in pawns: a set of powers counts as their sum.
fn balance(position: &Position) -> i32 {
    let worth = [(Power::Pawn, 1), (Power::Rook, 5), (Power::Knight, 3), (Power::Bishop, 3), (Power::Man, 2)];
    let count = |color: Color, power| (position.of(color) & position.with_power(power)).len() as i32;
    let side = |color: Color| worth.iter().map(|(power, worth)| worth * count(color, *power)).sum::<i32>();
    side(position.turn()) - side(!position.turn())
}

/// Whether a move wins so much, whatever the other side does: after so many plies, the move included, and all captures
/// that pay after them, or by mate on the way.
pub(crate) fn gains(position: &Position, first: Move, pawns: i32, plies: u32) -> bool {
    !reaches(&position.after(first), 1 - (balance(position) + pawns), plies - 1)
}

/// Whether a move loses so much, when the other side makes the best of so many plies and the captures after them.
pub(crate) fn loses(position: &Position, first: Move, pawns: i32, plies: u32) -> bool {
    reaches(&position.after(first), pawns - balance(position), plies)
}

/// Whether the side to move can get at least so far ahead.
fn reaches(position: &Position, target: i32, plies: u32) -> bool {
    let mut moves = position.legal_moves();
    let in_check = position.is_check();
    if moves.is_empty() {
        return !in_check && target <= 0;
    }
    if plies == 0 && !in_check {
        if balance(position) >= target {
            return true;
        }
        moves.retain(|legal| position.captured_by(*legal).is_some() || !legal.promotion.is_empty());
    }
    // Captures of much first: only the order, for speed.
    moves.sort_by_key(|legal| std::cmp::Reverse(position.captured_by(*legal).map_or(0, |(_, powers)| powers.len())));
    moves.into_iter().any(|legal| !reaches(&position.after(legal), 1 - target, plies.saturating_sub(1)))
}
