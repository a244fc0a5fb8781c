//! How good a position looks without searching, in centipawns.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Power, Powers};
use crate::position::Position;
use crate::search::weights;
use crate::square::{STRIDE, Square};
use crate::variant::Variant;

/// A value in the middle game and in the endgame, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair(pub(super) i32, pub(super) i32);

impl std::ops::AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
        self.1 += other.1;
    }
}

impl std::ops::Mul<i32> for Pair {
    type Output = Pair;
    fn mul(self, times: i32) -> Pair {
        Pair(self.0 * times, self.1 * times)
    }
}

/// Everything that the evaluation weighs, by game where games differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// The worth of each set of powers, by its bits.
    pub(super) material: [Pair; 64],
    /// Each square attacked that isn't one's own or a pawn's prey, by power.
    pub(super) mobility: [Pair; 6],
    /// Each step nearer to the centre, by power.
    pub(super) centre: [Pair; 6],
    /// A passed pawn, by ranks gone.
    pub(super) passed: [Pair; 8],
    /// A pawn with no friend on the files beside it.
    pub(super) isolated: Pair,
    /// A pawn behind another of its side.
    pub(super) doubled: Pair,
    /// A pawn before the king, on its file or beside.
    pub(super) shield: Pair,
    /// Each enemy attack on a square beside the king, by how many there are, at most fifteen.
    pub(super) danger: [i32; 16],
    /// Two bishops on squares of both colours.
    pub(super) bishops: Pair,
    /// Being on the move.
    pub(super) tempo: i32,
    /// The phase of the game's start, when everything is still there.
    pub(super) full_phase: i32,
}

impl Weights {
    /// The weights of a game.
    pub(super) fn of(variant: &'static Variant) -> Weights {
        weights::of(variant)
    }

    /// What a piece or a stack is worth in exchanges.
    pub(super) fn value(&self, powers: Powers) -> i32 {
        let Pair(middle, end) = self.material[powers.bits() as usize & 63];
        (middle + end) / 2
    }
}

/// How good the position looks for the side to move, in centipawns.
pub(super) fn evaluate(position: &Position, weights: &Weights) -> i32 {
    let [white, black] = Color::ALL.map(|color| Side::new(position, color));
    let mut total = Pair::default();
    total += white.score(position, &black, weights);
    total += black.score(position, &white, weights) * -1;
    let full = weights.full_phase;
    let phase = phase(position).min(full);
    let tapered = (total.0 * phase + total.1 * (full - phase)) / full;
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    sign * tapered + weights.tempo
}

/// How much of the game is left: every power on the board but pawns and kings, rooks twice.
pub(super) fn phase(position: &Position) -> i32 {
    let count = |power| position.with_power(power).len() as i32;
    2 * count(Power::Rook) + count(Power::Knight) + count(Power::Bishop) + count(Power::Man)
}

/// What of one side is needed more than once.
struct Side {
    color: Color,
    pieces: Bitboard,
    pawns: Bitboard,
    pawn_attacks: Bitboard,
    king: Square,
    ring: Bitboard,
}

impl Side {
    fn new(position: &Position, color: Color) -> Side {
        let pieces = position.of(color);
        let pawns = pieces & position.with_power(Power::Pawn);
        let up = color.forward() * STRIDE as i8;
        let king = position.king(color);
        Side {
            color,
            pieces,
            pawns,
            pawn_attacks: pawns.shifted(up - 1) | pawns.shifted(up + 1),
            king,
            ring: attacks::step(king) | king.bit(),
        }
    }

    fn score(&self, position: &Position, other: &Side, weights: &Weights) -> Pair {
        let mut score = Pair::default();
        let mut assault = 0;
        let occupied = position.occupied();
        let free = position.variant().board() & !self.pieces & !other.pawn_attacks;
        let nobles = self.pieces & !self.pawns & !self.king.bit();
        for square in nobles {
            let powers = position.powers_at(square);
            score += weights.material[powers.bits() as usize & 63];
            for power in powers.each() {
                let reached = attacks::reach(power, self.color, square, occupied);
                score += weights.mobility[power.index()] * (reached & free).len() as i32;
                score += weights.centre[power.index()] * centrality(position, square);
                assault += (reached & other.ring & free).len() as usize;
            }
        }
        score.0 += weights.danger[assault.min(15)];
        score += weights.centre[Power::King.index()] * centrality(position, self.king);
        let bishops = self.pieces & position.with_power(Power::Bishop);
        if bishops.into_iter().any(Square::is_dark) && bishops.into_iter().any(|square| !square.is_dark()) {
            score += weights.bishops;
        }
        score += self.pawn_score(position, other, weights);
        score
    }

    fn pawn_score(&self, position: &Position, other: &Side, weights: &Weights) -> Pair {
        let mut score = Pair::default();
        for pawn in self.pawns {
            score += weights.material[Powers::PAWN.bits() as usize];
            score += weights.centre[Power::Pawn.index()] * centrality(position, pawn);
            let ahead = ahead(self.color, pawn);
            let beside = Bitboard(file(pawn).0 << 1 | file(pawn).0 >> 1);
            if (ahead & file(pawn) & self.pawns).is_empty() {
                if (ahead & (file(pawn) | beside) & other.pawns).is_empty() {
                    score += weights.passed[self.color.rank(pawn.rank().index()) as usize & 7];
                }
            } else {
                score += weights.doubled;
            }
            if (beside & self.pawns).is_empty() {
                score += weights.isolated;
            }
        }
        let before = self.ring | self.ring.shifted(self.color.forward() * STRIDE as i8);
        score += weights.shield * (before & self.pawns & ahead(self.color, self.king)).len() as i32;
        score
    }
}

/// From 0 in a corner to the most in the middle of the board.
fn centrality(position: &Position, square: Square) -> i32 {
    let files = position.variant().files as i32 - 1;
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    file.min(files - file) + rank.min(7 - rank)
}

fn file(square: Square) -> Bitboard {
    let first = 0x0001_0001_0001_0001_0001_0001_0001_0001;
    Bitboard(first << square.file().index())
}

/// Every rank before this square, seen from its side.
fn ahead(color: Color, square: Square) -> Bitboard {
    let above = square.rank().index() + 1;
    match color {
        Color::White => Bitboard((!0u128).checked_shl((above * STRIDE) as u32).unwrap_or(0)),
        Color::Black => Bitboard((1u128 << (square.rank().index() * STRIDE)) - 1),
    }
}
