//! What each power reaches from a square.
//!
//! Leaps are looked up. A line with one square a rank (file, diagonal, anti-diagonal) is worked out by subtraction:
//! taking the slider's bit from the occupied ones borrows up to the first blocker, and the same on the byte-swapped
//! board, where ranks run the other way, goes down. Along a rank the pattern of its squares is looked up.

use crate::bitboard::Bitboard;
use crate::piece::{Color, Power, Powers};
use crate::square::{MAX_FILES, STRIDE, Square};

const KNIGHT_LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Bitboard; 128] = leaps(&KNIGHT_LEAPS);
static STEP: [Bitboard; 128] = leaps(&STEPS);
static PAWN: [[Bitboard; 128]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
static LINES: [Lines; 128] = lines();
static RANK: [[u16; 256]; MAX_FILES as usize] = rank_patterns();

/// The four lines through a square, without the square itself.
struct Lines {
    rank: Bitboard,
    file: Bitboard,
    diagonal: Bitboard,
    anti_diagonal: Bitboard,
}

const fn leaps(offsets: &[(i8, i8)]) -> [Bitboard; 128] {
    let mut table = [Bitboard::EMPTY; 128];
    let mut index = 0;
    while index < 128 {
        if index % STRIDE < MAX_FILES {
            let from = Square::from_index(index);
            let mut offset = 0;
            while offset < offsets.len() {
                if let Some(to) = from.offset(offsets[offset].0, offsets[offset].1) {
                    table[index as usize].0 |= to.bit().0;
                }
                offset += 1;
            }
        }
        index += 1;
    }
    table
}

const fn line(from: Square, files: i8, ranks: i8) -> Bitboard {
    let mut bits = 0;
    let mut sign = -1;
    while sign <= 1 {
        let mut next = from.offset(sign * files, sign * ranks);
        while let Some(square) = next {
            bits |= square.bit().0;
            next = square.offset(sign * files, sign * ranks);
        }
        sign += 2;
    }
    Bitboard(bits)
}

const fn lines() -> [Lines; 128] {
    let mut table = [const {
        Lines {
            rank: Bitboard::EMPTY,
            file: Bitboard::EMPTY,
            diagonal: Bitboard::EMPTY,
            anti_diagonal: Bitboard::EMPTY,
        }
    }; 128];
    let mut index = 0;
    while index < 128 {
        if index % STRIDE < MAX_FILES {
            let from = Square::from_index(index);
            table[index as usize] = Lines {
                rank: line(from, 1, 0),
                file: line(from, 0, 1),
                diagonal: line(from, 1, 1),
                anti_diagonal: line(from, 1, -1),
            };
        }
        index += 1;
    }
    table
}

/// For each file and each pattern of the eight inner squares of a rank: what a slider there reaches along the rank.
const fn rank_patterns() -> [[u16; 256]; MAX_FILES as usize] {
    let mut table = [[0; 256]; MAX_FILES as usize];
    let mut file = 0;
    while file < MAX_FILES as i8 {
        let mut inner = 0;
        while inner < 256 {
            let occupied = (inner as u16) << 1;
            let mut sign = -1;
            while sign <= 1 {
                let mut to = file + sign;
                while to >= 0 && to < MAX_FILES as i8 {
                    table[file as usize][inner] |= 1 << to;
                    if occupied >> to & 1 != 0 {
                        break;
                    }
                    to += sign;
                }
                sign += 2;
            }
            inner += 1;
        }
        file += 1;
    }
    table
}

/// The squares a knight on `from` attacks.
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// The squares one step away from `from`: what a king or a man attacks.
pub fn step(from: Square) -> Bitboard {
    STEP[from.index()]
}

/// The squares a pawn of this colour on `from` attacks.
pub fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color.index()][from.index()]
}

/// The squares a rook on `from` attacks when these squares are occupied: each line up to and with its first piece.
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let rank = from.rank().index() * STRIDE;
    let inner = (occupied.0 >> rank) as usize >> 1 & 255;
    let along = (RANK[from.file().index() as usize][inner] as u128) << rank;
    Bitboard(along) | slide(from, LINES[from.index()].file, occupied)
}

/// The squares a bishop on `from` attacks when these squares are occupied: each line up to and with its first piece.
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[from.index()];
    slide(from, lines.diagonal, occupied) | slide(from, lines.anti_diagonal, occupied)
}

#[inline]
fn slide(from: Square, line: Bitboard, occupied: Bitboard) -> Bitboard {
    let bit = from.bit().0;
    let blockers = occupied.0 & line.0;
    let up = blockers.wrapping_sub(bit);
    let down = blockers.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    Bitboard((up ^ down) & line.0)
}

/// The squares that one power attacks from `from` when these squares are occupied.
///
/// Off the board of a game with fewer files than the widest, the answer means nothing: leave those squares out.
#[inline]
pub fn reach(power: Power, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match power {
        Power::Pawn => pawn(color, from),
        Power::Rook => rook(from, occupied),
        Power::Knight => knight(from),
        Power::Bishop => bishop(from, occupied),
        Power::Man | Power::King => step(from),
    }
}

/// The squares that a set of powers attacks from `from`: the union of each power's.
pub fn reach_of(powers: Powers, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    powers.each().fold(Bitboard::EMPTY, |reached, power| reached | reach(power, color, from, occupied))
}

/// The squares of a rook's lines through `square` on an empty board.
pub(crate) fn rook_lines(square: Square) -> Bitboard {
    let lines = &LINES[square.index()];
    lines.rank | lines.file
}

/// The squares of a bishop's lines through `square` on an empty board.
pub(crate) fn bishop_lines(square: Square) -> Bitboard {
    let lines = &LINES[square.index()];
    lines.diagonal | lines.anti_diagonal
}

/// The squares of the line through `square` along which the step `by` (in index) leads, without `square`.
pub(crate) fn line_along(square: Square, by: i8) -> Bitboard {
    let lines = &LINES[square.index()];
    match by.abs() {
        1 => lines.rank,
        15 => lines.anti_diagonal,
        16 => lines.file,
        _ => lines.diagonal,
    }
}

/// The whole line through two squares without the first; empty when no rank, file or diagonal joins them.
pub fn line_through(one: Square, other: Square) -> Bitboard {
    let lines = &LINES[one.index()];
    [lines.rank, lines.file, lines.diagonal, lines.anti_diagonal]
        .into_iter()
        .find(|line| line.has(other))
        .unwrap_or(Bitboard::EMPTY)
}

/// The squares strictly between two squares of one rank, file or diagonal; empty when nothing joins them.
pub fn between(one: Square, other: Square) -> Bitboard {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    let inside = high.bit().0.wrapping_sub(low.bit().0 << 1);
    Bitboard(inside) & line_through(one, other)
}
