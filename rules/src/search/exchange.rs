//! What a sequence of captures on one square gains: static exchange evaluation.

use crate::movegen::Move;
use crate::piece::{Power, Powers};
use crate::position::Position;
use crate::search::evaluate::Evaluator;

/// More than anything is worth that can be captured.
const KING: i32 = 10_000;

/// Whether a move, with all captures on its target that follow, wins at least so much, in centipawns.
///
/// Each side captures with its cheapest piece, whole stacks as the rules have it, and stops when going on would not
/// pay. Pins don't count.
pub(super) fn gains(position: &Position, evaluator: &Evaluator, played: Move, threshold: i32) -> bool {
    let value = |powers: Powers| if powers.has(Power::King) { KING } else { evaluator.value(powers) };
    let us = position.turn();
    let captured = position.captured_by(played);
    let mut standing = value(if position.of(us).has(played.to) {
        // What stands on the target before the capture to come, own pieces that a part joins included.
        position.powers_at(played.to) | played.travellers
    } else {
        played.travellers
    });
    // How much the side that has just moved is above what it needs, if the other side stops now.
    let mut surplus = captured.map_or(0, |(_, powers)| value(powers)) - threshold;
    if !played.promotion.is_empty() {
        standing = value(played.promotion);
        surplus += standing - value(Powers::PAWN);
    }
    if surplus < 0 {
        return false;
    }
    // Even if all that moved is lost for nothing.
    if surplus >= standing {
        return true;
    }

    let mut occupied = position.occupied();
    if let Some((square, _)) = captured {
        occupied &= !square.bit();
    }
    if position.powers_at(played.from) == played.travellers {
        occupied &= !played.from.bit();
    }
    occupied |= played.to.bit();
    let mut side = !us;
    loop {
        // `side` is to capture what is standing; the other side has `surplus` of at least nothing.
        let attackers = position.attackers_through(played.to, side, occupied) & !played.to.bit();
        let cheapest = attackers.map(|from| (value(position.powers_at(from)), from)).min();
        let Some((worth, from)) = cheapest else { return side != us };
        occupied &= !from.bit();
        if worth == KING && !(position.attackers_through(played.to, !side, occupied) & !played.to.bit()).is_empty() {
            return side != us;
        }
        surplus = standing - surplus - 1;
        if surplus < 0 {
            return side != us;
        }
        if surplus >= worth {
            return side == us;
        }
        standing = worth;
        side = !side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::weights::Weights;
    use crate::{fen, read, variants};

    fn assert_gain(key: &str, text: &str, typed: &str, gain: impl Fn(&Evaluator) -> i32) {
        let position = fen::parse(variants::by_key(key).unwrap(), text).unwrap();
        let evaluator = Evaluator::new(position.variant(), Weights::of(position.variant()));
        let played = read(&position, typed).unwrap();
        let gain = gain(&evaluator);
        assert!(gains(&position, &evaluator, played, gain), "{text} {typed}");
        assert!(!gains(&position, &evaluator, played, gain + 1), "{text} {typed}");
    }

    #[test]
    fn a_free_piece_is_won_and_a_defended_one_costs_the_taker() {
        let pawn = |evaluator: &Evaluator| evaluator.value(Powers::PAWN);
        let rook = |evaluator: &Evaluator| evaluator.value(Powers::ROOK);
        assert_gain("chess", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", pawn);
        assert_gain("chess", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", |all| pawn(all) - rook(all));
        assert_gain("chess", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn);
        assert_gain("chess", "4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "Rd5", |all| -rook(all));
    }

    #[test]
    fn a_stack_is_lost_whole() {
        let text = "4k3/8/4p3/3p4/8/8/8/3[RN]K3 w - - 0 1";
        let gain = |all: &Evaluator| all.value(Powers::PAWN) - all.value(Powers::ROOK | Powers::KNIGHT);
        assert_gain("combination", text, "RNxd5", gain);
    }
}
