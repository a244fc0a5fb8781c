//! Why a move can't be played, as data: pieces and squares, never sentences.
//!
//! The reasons are found by asking the rules one after the other, on a path of their own beside the generator of
//! legal moves; a test holds the two to agree on every conceivable move.

use crate::alphabet::Alphabet;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::movegen::Move;
use crate::piece::{Color, Piece, Power, Powers};
use crate::position::Position;
use crate::read::{ReadError, Reading, Travel, read_in, readings_in};
use crate::square::Square;
use crate::variant::{Castle, DoubleStep, MAX_STACK, Stacking, Wing};

/// An enemy piece that attacks the king, or a square that the king needs.
pub type Attacker = (Square, Powers);

/// Why a text can't be played as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// The text isn't a move at all.
    NotAMove,
    /// Several legal moves fit.
    Ambiguous(Vec<Move>),
    /// A pawn reaches the last rank, and what it becomes isn't said; the moves it could be.
    PromotionMissing(Vec<Move>),
    /// A move was understood, and this is what stands against it.
    Illegal(Illegality),
}

/// What stands against a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegality {
    /// This board doesn't have the square.
    OffBoard(Square),
    /// The side to move has no such piece, alone or in a stack, where the text says.
    NoSuchPiece(Powers),
    /// The square left is empty.
    NothingThere(Square),
    /// An enemy piece stands on the square left.
    NotYours(Square, Piece),
    /// The stack on the square left doesn't hold all of what is to travel.
    NotInStack {
        /// The square.
        from: Square,
        /// What is to travel.
        travellers: Powers,
        /// What stands there.
        stack: Powers,
    },
    /// The piece doesn't move like that.
    NotItsMove(Journey),
    /// A pawn goes diagonally only to capture, and there is nothing to capture.
    NothingToCapture(Journey),
    /// A piece stands in the way, or, before a pawn, on the square itself.
    Blocked(Journey, Square, Piece),
    /// A piece of one's own stands there and can't be joined, as in every game without stacks, or by a king or a pawn.
    OwnPiece(Journey, Powers),
    /// The pieces there already have one of the travellers, or the square would hold more than three.
    CannotJoin {
        /// The move.
        journey: Journey,
        /// What stands on the square reached.
        there: Powers,
        /// What both have; when this is empty there is too little room.
        shared: Powers,
    },
    /// Only a whole stack captures.
    PartCaptures(Journey, Powers),
    /// By Pritchard's addition a part of a stack may not give check.
    PartGivesCheck(Journey),
    /// The king would be attacked after the move.
    KingAttacked {
        /// The move.
        journey: Journey,
        /// Who would attack the king, at least one.
        by: Vec<Attacker>,
        /// Whether the king is in check already.
        in_check: bool,
    },
    /// Carrera's rule: in check, no double step to where an enemy pawn, on this square, attacks.
    DoubleStepIntoPawn(Journey, Square),
    /// Castling isn't possible.
    Castling(Wing, NoCastling),
    /// Pawns of this game don't become that piece.
    PromotionImpossible(Powers),
    /// A piece for a promotion is named, but nothing is promoted.
    NoPromotion(Journey),
    /// A pawn reaches the last rank, and what it becomes isn't said.
    PromotionMissing(Journey),
}

/// What was to travel from where to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journey {
    /// What was to travel.
    pub travellers: Powers,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
}

/// Why castling isn't possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCastling {
    /// This game has no castling.
    NotInThisGame,
    /// King or rook has moved, or the rook was captured.
    RightLost,
    /// A piece stands between king and rook.
    Blocked(Square, Piece),
    /// The rook shares its square with others: the whole stack.
    RookInStack(Square, Powers),
    /// The king is in check.
    InCheck(Vec<Attacker>),
    /// The king would pass or reach an attacked square.
    Attacked(Square, Vec<Attacker>),
}

/// Reads what somebody typed as a move in this position, and says what is wrong with it.
///
/// # Errors
///
/// The [`Objection`]; exactly when [`read`](crate::read()) finds no move.
pub fn explain(position: &Position, text: &str) -> Result<Move, Objection> {
    explain_in(position, text, Alphabet::OWN)
}

/// The same of what was typed with the letters of another language.
///
/// # Errors
///
/// As [`explain`].
pub fn explain_in(position: &Position, text: &str, alphabet: Alphabet<'_>) -> Result<Move, Objection> {
    read_in(position, text, alphabet).map_err(|error| match error {
        ReadError::NotAMove => Objection::NotAMove,
        ReadError::Ambiguous(moves) => Objection::Ambiguous(moves),
        ReadError::PromotionMissing(moves) => Objection::PromotionMissing(moves),
        ReadError::Illegal => {
            let readings = readings_in(position.variant(), text, alphabet).into_iter();
            let found = readings.flat_map(|reading| objections(position, reading));
            // Of all that the text may have meant, what comes nearest to being legal.
            found.max_by_key(nearness).map_or(Objection::NotAMove, Objection::Illegal)
        }
    })
}

/// What stands against a move; nothing exactly when it is legal.
pub fn objection_to(position: &Position, candidate: Move) -> Option<Illegality> {
    let Move { from, to, travellers, promotion } = candidate;
    if candidate.is_castling() {
        let wing = if to > from { Wing::King } else { Wing::Queen };
        let castle = position.variant().castle(position.turn(), wing);
        let along_home = from.rank() == to.rank() && from.rank().index() == position.turn().rank(0);
        if castle.is_none() && along_home && position.king(position.turn()) == from {
            return Some(Illegality::Castling(wing, NoCastling::NotInThisGame));
        }
        if castle.is_some_and(|castle| castle.king_from == from && castle.king_to == to) && promotion.is_empty() {
            return no_castling(position, wing).map(|why| Illegality::Castling(wing, why));
        }
    }
    travel_objection(position, Journey { travellers, from, to }, promotion)
}

fn nearness(illegality: &Illegality) -> u8 {
    match illegality {
        Illegality::OffBoard(_) => 0,
        Illegality::NoSuchPiece(_) | Illegality::NothingThere(_) | Illegality::NotYours(..) => 1,
        Illegality::NotInStack { .. } => 2,
        Illegality::NotItsMove(_) => 3,
        Illegality::NothingToCapture(_) => 4,
        Illegality::Blocked(..) | Illegality::OwnPiece(..) | Illegality::CannotJoin { .. } => 5,
        Illegality::PromotionImpossible(_) | Illegality::NoPromotion(_) | Illegality::PromotionMissing(_) => 6,
        Illegality::PartCaptures(..) | Illegality::Castling(..) => 7,
        Illegality::KingAttacked { .. } | Illegality::PartGivesCheck(_) | Illegality::DoubleStepIntoPawn(..) => 8,
    }
}

/// What stands against one reading: an answer for each piece that may be meant.
fn objections(position: &Position, reading: Reading) -> Vec<Illegality> {
    let travel = match reading {
        Reading::Castling(wing) => {
            return no_castling(position, wing).map(|why| Illegality::Castling(wing, why)).into_iter().collect();
        }
        Reading::Travel(travel) => travel,
    };
    let off_board = [travel.from(), Some(travel.to)].into_iter().flatten();
    if let Some(square) = off_board.into_iter().find(|square| !position.variant().board().has(*square)) {
        return vec![Illegality::OffBoard(square)];
    }
    let promotion = travel.promotion.unwrap_or(Powers::NONE);
    let meant = meant_by(position, &travel);
    let mut found: Vec<Illegality> = meant
        .iter()
        .filter_map(|journey| {
            let Journey { from, to, travellers } = *journey;
            objection_to(position, Move { from, to, travellers, promotion })
        })
        .collect();
    if meant.is_empty() {
        found.push(match (travel.from(), travel.travellers) {
            (Some(from), Some(travellers)) if position.of(position.turn()).has(from) => {
                Illegality::NotInStack { from, travellers, stack: position.powers_at(from) }
            }
            (Some(from), _) => match position.piece_at(from) {
                Some(piece) => Illegality::NotYours(from, piece),
                None => Illegality::NothingThere(from),
            },
            (None, travellers) => Illegality::NoSuchPiece(travellers.unwrap_or(Powers::PAWN)),
        });
    }
    found
}

/// The journeys of pieces of the side to move that a text may mean.
fn meant_by(position: &Position, travel: &Travel) -> Vec<Journey> {
    let journey = |from| {
        let whole = position.powers_at(from);
        let travellers = travel.travellers_from(from, whole)?;
        let holds = if position.variant().stacks_pieces() { travellers.is_subset(whole) } else { travellers == whole };
        holds.then_some(Journey { travellers, from, to: travel.to })
    };
    position.of(position.turn()).filter_map(journey).collect()
}

fn travel_objection(position: &Position, journey: Journey, promotion: Powers) -> Option<Illegality> {
    let Journey { travellers, from, to } = journey;
    let variant = position.variant();
    let us = position.turn();
    for square in [from, to] {
        if !variant.board().has(square) {
            return Some(Illegality::OffBoard(square));
        }
    }
    let Some(piece) = position.piece_at(from) else {
        return Some(Illegality::NothingThere(from));
    };
    if piece.color != us {
        return Some(Illegality::NotYours(from, piece));
    }
    let whole = piece.powers;
    let is_part = travellers != whole;
    if travellers.is_empty() || !travellers.is_subset(whole) || is_part && !variant.stacks_pieces() {
        return Some(Illegality::NotInStack { from, travellers, stack: whole });
    }
    if travellers == Powers::PAWN {
        if let Some(illegality) = pawn_objection(position, journey, promotion) {
            return Some(illegality);
        }
    } else {
        if !attacks::reach_of(travellers, us, from, Bitboard::EMPTY).has(to) {
            return Some(Illegality::NotItsMove(journey));
        }
        if !attacks::reach_of(travellers, us, from, position.occupied()).has(to) {
            return Some(blocked(position, journey, attacks::between(from, to)));
        }
        if !promotion.is_empty() {
            return Some(Illegality::NoPromotion(journey));
        }
    }
    if let Some(there) = position.piece_at(to) {
        if there.color == us {
            if let Some(illegality) = join_objection(position, journey, there.powers) {
                return Some(illegality);
            }
        } else if is_part {
            return Some(Illegality::PartCaptures(journey, there.powers));
        }
    }
    king_objection(position, journey, is_part)
}

/// The first piece in the way from the square left.
fn blocked(position: &Position, journey: Journey, way: Bitboard) -> Illegality {
    let blockers = way & position.occupied();
    let nearest = if journey.to > journey.from { blockers.first() } else { blockers.highest() };
    match nearest.and_then(|square| Some((square, position.piece_at(square)?))) {
        Some((square, piece)) => Illegality::Blocked(journey, square, piece),
        None => Illegality::NotItsMove(journey),
    }
}

fn pawn_objection(position: &Position, journey: Journey, promotion: Powers) -> Option<Illegality> {
    let Journey { from, to, .. } = journey;
    let us = position.turn();
    let steps = (to.rank().index() as i8 - from.rank().index() as i8) * us.forward();
    let straight = from.file() == to.file();
    let home = from.rank().index() == us.rank(1);
    if straight && (steps == 1 || steps == 2 && home) {
        let way = attacks::between(from, to) | to.bit();
        if !(way & position.occupied()).is_empty() {
            return Some(blocked(position, journey, way));
        }
        let limited = position.variant().double_step == DoubleStep::NotFromCheckIntoPawn;
        if steps == 2 && limited && position.is_check() && king_objection(position, journey, false).is_none() {
            let pawns = position.of(!us) & position.with_power(Power::Pawn);
            if let Some(pawn) = (attacks::pawn(us, to) & pawns).first() {
                return Some(Illegality::DoubleStepIntoPawn(journey, pawn));
            }
        }
    } else if !attacks::pawn(us, from).has(to) {
        return Some(Illegality::NotItsMove(journey));
    } else if !position.of(!us).has(to) && position.en_passant() != Some(to) {
        let passed = !position.occupied().has(to);
        return passed.then_some(Illegality::NothingToCapture(journey));
    }
    let promotes = to.rank().index() == us.rank(7);
    match (promotes, promotion.is_empty()) {
        (true, true) => Some(Illegality::PromotionMissing(journey)),
        (true, false) if !position.variant().promotions.contains(&promotion) => {
            Some(Illegality::PromotionImpossible(promotion))
        }
        (false, false) => Some(Illegality::NoPromotion(journey)),
        _ => None,
    }
}

fn join_objection(position: &Position, journey: Journey, there: Powers) -> Option<Illegality> {
    let Journey { travellers, .. } = journey;
    let share = position.variant().stacks_pieces()
        && travellers.is_subset(Powers::STACKABLE)
        && there.is_subset(Powers::STACKABLE);
    if !share {
        return Some(Illegality::OwnPiece(journey, there));
    }
    let shared = travellers.each().filter(|power| there.has(*power)).collect();
    let fits = travellers.len() + there.len() <= MAX_STACK && !travellers.meets(there);
    (!fits).then_some(Illegality::CannotJoin { journey, there, shared })
}

/// Whether the king would be attacked, or, by Pritchard's addition, a part of a stack would give check.
fn king_objection(position: &Position, journey: Journey, is_part: bool) -> Option<Illegality> {
    let Journey { travellers, from, to } = journey;
    let us = position.turn();
    let after = position.after(Move { from, to, travellers, promotion: Powers::NONE });
    let by = attackers_of(&after, after.king(us), !us);
    if !by.is_empty() {
        return Some(Illegality::KingAttacked { journey, by, in_check: position.is_check() });
    }
    let limited = position.variant().stacking == Stacking::NoCheckByPart;
    (limited && is_part && after.is_check()).then_some(Illegality::PartGivesCheck(journey))
}

fn attackers_of(position: &Position, square: Square, by: Color) -> Vec<Attacker> {
    position.attackers(square, by).map(|from| (from, position.powers_at(from))).collect()
}

fn no_castling(position: &Position, wing: Wing) -> Option<NoCastling> {
    let us = position.turn();
    let Some(castle) = position.variant().castle(us, wing) else {
        return Some(NoCastling::NotInThisGame);
    };
    if !position.castling().has(us, wing) {
        return Some(NoCastling::RightLost);
    }
    let Castle { king_from, rook_from, empty, safe, .. } = *castle;
    let blocker = (empty & position.occupied()).first();
    if let Some((square, piece)) = blocker.and_then(|square| Some((square, position.piece_at(square)?))) {
        return Some(NoCastling::Blocked(square, piece));
    }
    let corner = position.powers_at(rook_from);
    if corner != Powers::ROOK {
        return Some(NoCastling::RookInStack(rook_from, corner));
    }
    let checkers = attackers_of(position, king_from, !us);
    if !checkers.is_empty() {
        return Some(NoCastling::InCheck(checkers));
    }
    let attacked = safe.map(|square| (square, attackers_of(position, square, !us)));
    let mut attacked = attacked.filter(|(_, by)| !by.is_empty());
    attacked.next().map(|(square, by)| NoCastling::Attacked(square, by))
}
