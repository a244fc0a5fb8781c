//! How good a position looks without searching, in centipawns.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Power, Powers};
use crate::position::Position;
use crate::search::weights::{Pair, Weights, set_index};
use crate::square::{STRIDE, Square};
use crate::variant::Variant;

/// Says how good positions of a game look without searching, by the weights given.
pub struct Evaluator {
    weights: Weights,
    /// What a power is worth on each square beyond its material, which only a pawn's include, seen from White.
    places: [[Pair; 128]; 6],
    /// The phase of the game's start, when everything is still there.
    full_phase: i32,
}

impl Evaluator {
    /// An evaluator for a game.
    pub fn new(variant: &'static Variant, weights: Weights) -> Evaluator {
        let place = |power: Power, square: Square| {
            let (file, rank) = (square.file().index(), square.rank().index() as usize);
            let edge = file.min((variant.files - 1).saturating_sub(file)) as usize;
            let mut place = weights.ranks[power.index()][rank];
            place += weights.files[power.index()][edge];
            if power == Power::Pawn {
                place += weights.material[set_index(Powers::PAWN)];
            }
            place
        };
        let mut places = [[Pair::default(); 128]; 6];
        for square in variant.board() {
            Power::ALL.into_iter().for_each(|power| places[power.index()][square.index()] = place(power, square));
        }
        Evaluator { weights, places, full_phase: phase(&Position::start(variant)) }
    }

    /// What a piece or a stack is worth in exchanges.
    pub(super) fn value(&self, powers: Powers) -> i32 {
        let Pair(middle, end) = self.weights.material[set_index(powers)];
        (middle + end) / 2
    }

    /// How good the position looks for the side to move, in centipawns.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let [mut white, mut black] = Color::ALL.map(|color| Side::new(position, color));
        let mut total = white.pieces_score(position, &black, self);
        total += black.pieces_score(position, &white, self) * -1;
        // What is attacked is known only now.
        total += white.threats_score(position, &black, &self.weights);
        total += black.threats_score(position, &white, &self.weights) * -1;
        total += white.pawns_score(position, &black, self);
        total += black.pawns_score(position, &white, self) * -1;
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        let mut seen = total * sign;
        seen += self.weights.tempo;
        let full = self.full_phase;
        let phase = phase(position).min(full);
        (seen.0 * phase + seen.1 * (full - phase)) / full
    }
}

/// How much of the game is left: every power on the board but pawns and kings, rooks twice.
fn phase(position: &Position) -> i32 {
    let count = |power| position.with_power(power).len() as i32;
    2 * count(Power::Rook) + count(Power::Knight) + count(Power::Bishop) + count(Power::Man)
}

/// What of one side is needed more than once.
struct Side {
    color: Color,
    pieces: Bitboard,
    pawns: Bitboard,
    pawn_attacks: Bitboard,
    /// Every square attacked, complete once the pieces are scored.
    attacks: Bitboard,
    king: Square,
    ring: Bitboard,
}

impl Side {
    fn new(position: &Position, color: Color) -> Side {
        let pieces = position.of(color);
        let pawns = pieces & position.with_power(Power::Pawn);
        let up = color.forward() * STRIDE as i8;
        let king = position.king(color);
        let pawn_attacks = pawns.shifted(up - 1) | pawns.shifted(up + 1);
        let ring = attacks::step(king);
        Side { color, pieces, pawns, pawn_attacks, attacks: pawn_attacks | ring, king, ring: ring | king.bit() }
    }

    /// The square as White would see it.
    fn seen(&self, square: Square) -> usize {
        match self.color {
            Color::White => square.index(),
            Color::Black => (square.index() ^ (7 * STRIDE as usize)) & 127,
        }
    }

    /// Material, places and mobility of all but pawns, and what they do to the enemy king.
    fn pieces_score(&mut self, position: &Position, other: &Side, evaluator: &Evaluator) -> Pair {
        let weights = &evaluator.weights;
        let occupied = position.occupied();
        let free = position.variant().board() & !self.pieces & !other.pawn_attacks;
        let mut score = evaluator.places[Power::King.index()][self.seen(self.king)];
        let mut assault = 0;
        for square in self.pieces & !self.pawns & !self.king.bit() {
            let powers = position.powers_at(square);
            let seen = self.seen(square);
            let mut reached = Bitboard::EMPTY;
            if powers.has(Power::Rook) {
                reached |= attacks::rook(square, occupied);
                score += evaluator.places[Power::Rook.index()][seen];
            }
            if powers.has(Power::Knight) {
                reached |= attacks::knight(square);
                score += evaluator.places[Power::Knight.index()][seen];
            }
            if powers.has(Power::Bishop) {
                reached |= attacks::bishop(square, occupied);
                score += evaluator.places[Power::Bishop.index()][seen];
            }
            if powers.has(Power::Man) {
                reached |= attacks::step(square);
                score += evaluator.places[Power::Man.index()][seen];
            }
            self.attacks |= reached;
            score += weights.material[set_index(powers)];
            score += weights.mobility[set_index(powers)] * (reached & free).len() as i32;
            assault += (reached & free & other.ring).count_few();
        }
        score += weights.danger[assault.min(15) as usize];
        let bishops = self.pieces & position.with_power(Power::Bishop);
        if !(bishops & DARK).is_empty() && !(bishops & !DARK).is_empty() {
            score += weights.bishops;
        }
        let no_pawn = !file_fill(self.pawns);
        let rooks = self.pieces & position.with_power(Power::Rook) & no_pawn;
        if !rooks.is_empty() {
            score += weights.half_open * rooks.count_few();
            score += weights.open * (rooks & !file_fill(other.pawns)).count_few();
        }
        score
    }

    /// Pieces that a pawn attacks, and those attacked and not defended: each unit counts, as a stack is lost whole.
    fn threats_score(&self, position: &Position, other: &Side, weights: &Weights) -> Pair {
        let mut score = Pair::default();
        let nobles = self.pieces & !self.pawns & !self.king.bit();
        let prey = nobles & other.pawn_attacks;
        let loose = self.pieces & other.attacks & !self.attacks & !prey;
        if (prey | loose).is_empty() {
            return score;
        }
        for power in [Power::Pawn, Power::Rook, Power::Knight, Power::Bishop, Power::Man] {
            let units = position.with_power(power);
            score += weights.prey[power.index()] * (prey & units).count_few();
            score += weights.loose[power.index()] * (loose & units).count_few();
        }
        score
    }

    fn pawns_score(&self, position: &Position, other: &Side, evaluator: &Evaluator) -> Pair {
        let weights = &evaluator.weights;
        let mut score = Pair::default();
        for pawn in self.pawns {
            score += evaluator.places[Power::Pawn.index()][self.seen(pawn)];
        }
        // Squares from which an own pawn is ahead, and from which an enemy pawn is ahead or can come to attack.
        let behind = self.color.behind(self.pawns);
        let stopped = self.color.behind(other.pawns);
        for pawn in self.pawns & !behind & !stopped & !beside(stopped) {
            score += weights.passed[self.color.rank(pawn.rank().index()) as usize & 7];
            if position.occupied().has(Square::from_index((pawn.index() as i8 + self.color.forward() * 16) as u8)) {
                score += weights.blocked;
            }
        }
        score += weights.doubled * (self.pawns & behind).count_few();
        score += weights.isolated * (self.pawns & !beside(file_fill(self.pawns))).count_few();
        score += weights.chained * (self.pawns & self.pawn_attacks).count_few();
        let up = self.color.forward() * STRIDE as i8;
        let before = self.ring.shifted(up) & self.ring.shifted(2 * up);
        score += weights.shield * (before & self.pawns).count_few();
        score
    }
}

/// The dark squares of the widest board.
const DARK: Bitboard = Bitboard(u128::from_le_bytes([
    0x55, 0x55, 0xaa, 0xaa, 0x55, 0x55, 0xaa, 0xaa, 0x55, 0x55, 0xaa, 0xaa, 0x55, 0x55, 0xaa, 0xaa,
]));

impl Bitboard {
    /// The same as [`len`](Bitboard::len), faster for a handful of squares.
    fn count_few(self) -> i32 {
        self.into_iter().fold(0, |count, _| count + 1)
    }
}

impl Color {
    /// The squares behind these on their files, seen from this side.
    fn behind(self, squares: Bitboard) -> Bitboard {
        match self {
            Color::White => fill_down(squares.shifted(-(STRIDE as i8))),
            Color::Black => fill_up(squares.shifted(STRIDE as i8)),
        }
    }
}

fn fill_up(squares: Bitboard) -> Bitboard {
    let two = squares.0 | squares.0 << STRIDE;
    let four = two | two << (2 * STRIDE);
    Bitboard(four | four << (4 * STRIDE))
}

fn fill_down(squares: Bitboard) -> Bitboard {
    let two = squares.0 | squares.0 >> STRIDE;
    let four = two | two >> (2 * STRIDE);
    Bitboard(four | four >> (4 * STRIDE))
}

/// The whole files of these squares.
fn file_fill(squares: Bitboard) -> Bitboard {
    fill_up(squares) | fill_down(squares)
}

/// The squares to the left and right of these.
fn beside(squares: Bitboard) -> Bitboard {
    squares.shifted(1) | squares.shifted(-1)
}
