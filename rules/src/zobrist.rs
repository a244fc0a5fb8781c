//! Random numbers, fixed for good, from which a position's hash is made.
//!
//! A piece's number is the exclusive or of its powers' numbers, so that a stack's is that of its units.

use crate::piece::{Color, Power};
use crate::square::{File, Square};

struct Keys {
    powers: [[[u64; 128]; 6]; 2],
    castling: [u64; 16],
    en_passant: [u64; 16],
    black_to_move: u64,
}

static KEYS: Keys = keys();

/// Steele, Lea and Flood's SplitMix64: its next number, and its state after.
pub(crate) const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31), state)
}

const fn fill<const N: usize>(mut state: u64) -> ([u64; N], u64) {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        (numbers[index], state) = split_mix(state);
        index += 1;
    }
    (numbers, state)
}

const fn keys() -> Keys {
    let mut state = 1617;
    let mut powers = [[[0; 128]; 6]; 2];
    let mut index = 0;
    while index < 12 {
        (powers[index / 6][index % 6], state) = fill(state);
        index += 1;
    }
    let (castling, state) = fill(state);
    let (en_passant, state) = fill(state);
    let (black_to_move, _) = split_mix(state);
    Keys { powers, castling, en_passant, black_to_move }
}

#[inline]
pub(crate) fn unit(color: Color, power: Power, square: Square) -> u64 {
    KEYS.powers[color.index()][power.index()][square.index()]
}

#[inline]
pub(crate) fn castling(rights: u8) -> u64 {
    KEYS.castling[rights as usize & 15]
}

#[inline]
pub(crate) fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file.index() as usize & 15]
}

#[inline]
pub(crate) fn black_to_move() -> u64 {
    KEYS.black_to_move
}
