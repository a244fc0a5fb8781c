//! What a line brings about as it is played: mate, a draw, a promotion, material.

use super::worth::{balance, best_exchange, exchange, growth, worth};
use super::{Case, Draw, Motive};
use crate::game::{Ending, Game};
use crate::piece::Powers;
use crate::search::Score;
use crate::square::Square;

pub(super) fn mates(case: &Case<'_>) -> Option<Motive> {
    let wins = matches!(case.score, Score::Mate(1..)) && case.last().turn() != case.before().turn();
    (wins && case.last().is_checkmate()).then_some(Motive::Mates { moves: case.moves.len().div_ceil(2) })
}

pub(super) fn delays_mate(case: &Case<'_>) -> Option<Motive> {
    let loses = matches!(case.score, Score::Mate(..=-1)) && case.last().turn() == case.before().turn();
    (loses && case.last().is_checkmate()).then_some(Motive::DelaysMate { moves: case.moves.len() / 2 })
}

pub(super) fn draws(case: &Case<'_>) -> Option<Motive> {
    let is_behind = balance(case.before(), case.before().turn()) < 0;
    // The whole line when a draw is what is fought for, or else only what ends the game at once.
    let plies = if is_behind { case.moves.len() } else { 1 };
    let mut game = case.game.clone();
    case.moves[..plies]
        .iter()
        .find_map(|played| {
            game.play(*played).ok()?;
            draw(&game)
        })
        .map(Motive::Draws)
}

fn draw(game: &Game) -> Option<Draw> {
    match game.outcome().map(|outcome| outcome.ending) {
        Some(Ending::Checkmate) => None,
        Some(Ending::Stalemate) => Some(Draw::Stalemate),
        Some(Ending::InsufficientMaterial) => Some(Draw::Material),
        Some(Ending::FivefoldRepetition) => Some(Draw::Repetition),
        Some(Ending::SeventyFiveMoves) => Some(Draw::Quiet),
        None => (game.repetitions() >= 3).then_some(Draw::Repetition),
    }
}

pub(super) fn promotes(case: &Case<'_>) -> Option<Motive> {
    let (ply, (_, promotion)) =
        case.plies().enumerate().step_by(2).find(|(_, (_, played))| !played.promotion.is_empty())?;
    let (square, into) = (promotion.to, promotion.promotion);
    // It outlives the reply, be it the line's or the best capture there is.
    let stays = match case.moves.get(ply + 1) {
        Some(reply) => reply.to != square,
        None => exchange(&case.positions[ply + 1], square) == 0,
    };
    let begun = ply == 0 || case.first().travellers == Powers::PAWN && goes_on_to(case, ply);
    (stays && begun).then_some(Motive::Promotes { into, square, moves: ply / 2 + 1 })
}

/// Whether the pawn that the line's first move moves is the one that moves at this ply.
fn goes_on_to(case: &Case<'_>, ply: usize) -> bool {
    let mut square = case.first().to;
    for played in case.moves[..ply].iter().skip(2).step_by(2) {
        if played.from == square {
            square = played.to;
        }
    }
    case.moves[ply].from == square
}

/// A capture along the line.
struct Capture {
    square: Square,
    piece: Powers,
}

pub(super) fn wins(case: &Case<'_>) -> Option<Motive> {
    let us = case.before().turn();
    let value = |powers| worth(case.before(), powers);
    let captures = |from: usize| -> Vec<Capture> {
        let plies = case.plies().skip(from).step_by(2);
        plies
            .filter_map(|(position, played)| position.captured_by(played))
            .map(|(square, piece)| Capture { square, piece })
            .collect()
    };
    let (won, lost) = (captures(0), captures(1));
    let grown: i32 = case.plies().step_by(2).map(|(position, played)| growth(position, played)).sum();
    // What the opponent could still take when the line breaks off is counted as taken.
    let still_lost = if case.last().turn() == us { 0 } else { best_exchange(case.last()) };
    let gained = balance(case.last(), us) - balance(case.before(), us) - grown - still_lost;

    let first = case.before().captured_by(case.first());
    if let (Some((square, piece)), Some((earlier, played))) = (first, case.game.plies().next_back())
        && let Some((_, gone)) = earlier.captured_by(played)
        && played.to == square
        && gained <= value(gone)
    {
        return Some(Motive::Retakes { piece, square });
    }
    if gained < 1 {
        return None;
    }
    let mut best: Option<&Capture> = None;
    for capture in &won {
        if value(capture.piece) <= gained && best.is_none_or(|best| value(capture.piece) > value(best.piece)) {
            best = Some(capture);
        }
    }
    match (best, &won[..], &lost[..]) {
        (Some(Capture { square, piece }), ..) => Some(Motive::Wins { piece: *piece, square: *square }),
        (None, [Capture { square, piece }], [lost]) if still_lost == 0 => {
            Some(Motive::WinsFor { piece: *piece, square: *square, lost: lost.piece })
        }
        _ => Some(Motive::WinsMaterial),
    }
}

pub(super) fn trades(case: &Case<'_>) -> Option<Motive> {
    let (square, piece) = case.before().captured_by(case.first())?;
    let reply = case.moves.get(1)?;
    let (_, lost) = case.after().captured_by(*reply).filter(|(back, _)| *back == case.first().to)?;
    let value = |powers| worth(case.before(), powers);
    (value(lost) == value(piece)).then_some(Motive::Trades { piece, square, lost })
}
