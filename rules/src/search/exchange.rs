//! What a sequence of captures on one square gains: static exchange evaluation.

use crate::movegen::Move;
use crate::piece::{Power, Powers};
use crate::position::Position;
use crate::search::evaluate::Weights;

/// Whether a move, with all captures on its target that follow, wins at least so much, in centipawns.
///
/// Each side captures with its cheapest piece, whole stacks as the rules have it, and may stop. Pins don't count.
pub(super) fn gains(position: &Position, weights: &Weights, played: Move, threshold: i32) -> bool {
    exchange(position, weights, played) >= threshold
}

/// The gain of a move for its side, in centipawns, when both go on capturing on its target as long as it pays.
pub(super) fn exchange(position: &Position, weights: &Weights, played: Move) -> i32 {
    let value = |powers: Powers| if powers.has(Power::King) { 10_000 } else { weights.value(powers) };
    let us = position.turn();
    let captured = position.captured_by(played);
    let mut occupied = position.occupied();
    if let Some((square, _)) = captured {
        occupied &= !square.bit();
    }
    if position.powers_at(played.from) == played.travellers {
        occupied &= !played.from.bit();
    }
    occupied |= played.to.bit();

    // What stands on the target before the capture to come, own pieces that a part joins included.
    let mut standing = match position.of(us).has(played.to) {
        true => value(position.powers_at(played.to) | played.travellers),
        false => value(played.travellers),
    };
    // Each capture's gain if it were the last; no square is attacked from more squares than this.
    let mut gains = [0; 40];
    gains[0] = captured.map_or(0, |(_, powers)| value(powers));
    if !played.promotion.is_empty() {
        standing = value(played.promotion);
        gains[0] += standing - value(Powers::PAWN);
    }
    let mut side = !us;
    let mut last = 0;
    while last + 1 < gains.len() {
        let mut attackers = position.attackers_through(played.to, side, occupied);
        attackers &= !played.to.bit();
        let cheapest = attackers.map(|from| (value(position.powers_at(from)), from)).min();
        let Some((worth, from)) = cheapest else { break };
        occupied &= !from.bit();
        if worth >= 10_000 && !(position.attackers_through(played.to, !side, occupied) & !played.to.bit()).is_empty() {
            break;
        }
        last += 1;
        gains[last] = standing - gains[last - 1];
        standing = worth;
        side = !side;
    }
    for index in (1..=last).rev() {
        gains[index - 1] = gains[index - 1].min(-gains[index]);
    }
    gains[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, read, variants};

    fn gain(key: &str, text: &str, typed: &str) -> i32 {
        let position = fen::parse(variants::by_key(key).unwrap(), text).unwrap();
        let played = read(&position, typed).unwrap();
        exchange(&position, &Weights::of(position.variant()), played)
    }

    #[test]
    fn a_free_piece_is_won_and_a_defended_one_costs_the_taker() {
        let weights = Weights::of(&variants::CHESS);
        let [pawn, rook] = [Powers::PAWN, Powers::ROOK].map(|powers| weights.value(powers));
        assert_eq!(gain("chess", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5"), pawn);
        assert_eq!(gain("chess", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5"), pawn - rook);
        assert_eq!(gain("chess", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5"), pawn);
        assert_eq!(gain("chess", "4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "Rd5"), -rook);
    }

    #[test]
    fn a_stack_is_lost_whole() {
        let weights = Weights::of(&variants::COMBINATION);
        let stack = weights.value(Powers::ROOK | Powers::KNIGHT);
        let pawn = weights.value(Powers::PAWN);
        let text = "4k3/8/4p3/3p4/8/8/8/3[RN]K3 w - - 0 1";
        assert_eq!(gain("combination", text, "RNxd5"), pawn - stack);
    }
}
