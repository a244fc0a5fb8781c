//! What a move changes on the board around it: what was lost and is safe, what is attacked now.

use super::worth::{best_capture, exchange, passed, worth};
use super::{Case, Motive};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::movegen::Move;
use crate::piece::{Power, Powers};
use crate::position::Position;
use crate::square::Square;

/// What a piece must be worth for an attack on it to be told.
const OFFICER: i32 = 3;

fn mating_move(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|legal| position.after(*legal).is_checkmate())
}

pub(super) fn stops_mate(case: &Case<'_>) -> Option<Motive> {
    let threat = mating_move(&passed(case.before())?)?;
    mating_move(case.after()).is_none().then_some(Motive::StopsMate { threat })
}

pub(super) fn saves(case: &Case<'_>) -> Option<Motive> {
    let (before, after, first) = (case.before(), case.after(), case.first());
    let us = before.turn();
    let theirs = passed(before)?;
    let lost = |square: &Square| exchange(&theirs, *square);
    let (loss, square) = before.of(us).map(|square| (lost(&square), square)).filter(|(loss, _)| *loss > 0).max()?;
    let piece = before.powers_at(square);
    let still_lost = after.of(us).map(|square| (exchange(after, square), square));
    let (mut worst, mut safe) = (0, true);
    for (loss, square) in still_lost {
        worst = worst.max(loss);
        safe &= loss == 0 || (square != first.from && square != first.to);
    }
    let is_safe = if square == first.from {
        safe
    } else {
        piece.is_subset(after.powers_at(square)) && after.of(us).has(square) && exchange(after, square) == 0
    };
    let (_, capture) = best_capture(&theirs, square)?;
    (is_safe && worst < loss).then_some(Motive::Saves { piece, square, from: (capture.from, capture.travellers) })
}

/// Whether what moved can be taken at a profit, or is pinned to its own king.
fn is_unsteady(case: &Case<'_>) -> bool {
    let mut setup = case.after().setup();
    setup.pieces.remove(&case.first().to);
    setup.castling = Default::default();
    setup.en_passant = None;
    exchange(case.after(), case.first().to) > 0 || Position::try_from(setup).is_err()
}

/// The enemy pieces that what stands on a square attacks.
fn attacked_from(position: &Position, square: Square) -> Bitboard {
    let Some(piece) = position.piece_at(square) else { return Bitboard::EMPTY };
    attacks::reach_of(piece.powers, piece.color, square, position.occupied()) & position.of(!piece.color)
}

pub(super) fn forks(case: &Case<'_>) -> Option<Motive> {
    let (before, after, first) = (case.before(), case.after(), case.first());
    let us = before.turn();
    let mover = worth(after, after.powers_at(first.to));
    let is_target = |square: &Square| {
        let target = after.powers_at(*square);
        let undefended = after.attackers(*square, !us).is_empty();
        target.has(Power::King) || worth(after, target) >= OFFICER && (worth(after, target) > mover || undefended)
    };
    let targets: Bitboard = attacked_from(after, first.to).filter(is_target).collect();
    let is_new = !(targets & !attacked_from(before, first.from)).is_empty();
    let by_crown = first.travellers == Powers::KING;
    (targets.has_several() && is_new && !by_crown && !is_unsteady(case)).then(|| {
        let mut targets: Vec<_> = targets.map(|square| (square, after.powers_at(square))).collect();
        targets.sort_by_key(|(square, powers)| (-worth(after, *powers), *square));
        Motive::Forks(targets)
    })
}

pub(super) fn pins(case: &Case<'_>) -> Option<Motive> {
    let (before, after, first) = (case.before(), case.after(), case.first());
    let us = before.turn();
    let (from, king) = (first.to, after.king(!us));
    let powers = after.powers_at(from);
    let lines =
        [(Power::Rook, attacks::rook(from, Bitboard::EMPTY)), (Power::Bishop, attacks::bishop(from, Bitboard::EMPTY))];
    let looks_at_king = lines.into_iter().any(|(power, line)| powers.has(power) && line.has(king));
    let between = attacks::between(from, king) & after.occupied();
    let square = between.first().filter(|_| looks_at_king && !between.has_several())?;
    let piece = after.powers_at(square);
    // The parts of a stack may leave it, so that only a single piece is bound.
    let is_bound = after.of(!us).has(square)
        && worth(after, piece) >= OFFICER
        && (piece.len() == 1 || !after.variant().stacks_pieces());
    let was_pinned = attacks::line_through(first.from, king).has(from) && before.powers_at(first.from) == powers;
    (is_bound && !was_pinned && !is_unsteady(case)).then_some(Motive::Pins { piece, square })
}

pub(super) fn threatens(case: &Case<'_>) -> Option<Motive> {
    let (before, after) = (case.before(), case.after());
    let us = before.turn();
    if exchange(after, case.first().to) > 0 {
        return None;
    }
    let next = passed(after)?;
    let targets = next.of(!us).filter(|square| worth(&next, next.powers_at(*square)) >= OFFICER);
    let threats = targets.filter(|square| exchange(before, *square) == 0);
    let (gain, _, square) =
        threats.map(|square| (exchange(&next, square), worth(&next, next.powers_at(square)), square)).max()?;
    (gain > 0).then(|| Motive::Threatens { piece: next.powers_at(square), square })
}
