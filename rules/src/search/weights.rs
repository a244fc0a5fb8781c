//! The numbers of the evaluation.

use crate::piece::Powers;
use crate::position::Position;
use crate::search::evaluate::{Pair, Weights, phase};
use crate::variant::Variant;

/// The worth of one power alone, in the order of [`Power::ALL`].
const ALONE: [Pair; 6] = [Pair(82, 104), Pair(480, 530), Pair(310, 285), Pair(330, 310), Pair(260, 260), Pair(0, 0)];

/// What two powers on one square are worth beyond each alone.
const TOGETHER: [(Powers, Pair); 6] = [
    (Powers::ROOK.with(Powers::BISHOP), Pair(110, 100)),
    (Powers::ROOK.with(Powers::KNIGHT), Pair(80, 80)),
    (Powers::BISHOP.with(Powers::KNIGHT), Pair(150, 130)),
    (Powers::ROOK.with(Powers::MAN), Pair(0, 0)),
    (Powers::KNIGHT.with(Powers::MAN), Pair(0, 0)),
    (Powers::BISHOP.with(Powers::MAN), Pair(0, 0)),
];

/// The weights of a game.
pub(super) fn of(variant: &'static Variant) -> Weights {
    // A piece that is bound to its companions is worth what it does; a stack can part, but is lost all at once.
    let bonus = if variant.stacks_pieces() { 0 } else { 1 };
    let mut material = [Pair::default(); 64];
    for powers in Powers::STACKABLE.subsets().chain([Powers::PAWN, Powers::KING]) {
        let worth = &mut material[powers.bits() as usize & 63];
        for power in powers.each() {
            *worth += ALONE[power.index()];
        }
        for (both, more) in TOGETHER {
            if both.is_subset(powers) {
                *worth += more * bonus;
            }
        }
    }
    Weights {
        material,
        mobility: [Pair(0, 0), Pair(2, 4), Pair(4, 4), Pair(4, 4), Pair(4, 4), Pair(0, 0)],
        centre: [Pair(3, 0), Pair(0, 0), Pair(6, 4), Pair(2, 2), Pair(3, 6), Pair(-12, 10)],
        passed: [0, 0, 5, 10, 25, 50, 90, 0].map(|worth| Pair(worth / 2, worth)),
        isolated: Pair(-10, -12),
        doubled: Pair(-8, -15),
        shield: Pair(12, 0),
        danger: [0, 4, 10, 18, 28, 40, 54, 70, 88, 108, 130, 154, 180, 208, 238, 270],
        bishops: Pair(20, 35),
        tempo: 12,
        full_phase: phase(&Position::start(variant)),
    }
}
