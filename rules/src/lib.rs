//! The rules of historic chess variants: Carrera's, Bird's, Capablanca's and Combination chess, beside chess itself.

pub mod attacks;
pub mod bitboard;
pub mod fen;
pub mod movegen;
pub mod piece;
pub mod position;
pub mod square;
pub mod variant;
pub mod variants;
mod zobrist;

pub use bitboard::Bitboard;
pub use fen::FenError;
pub use movegen::{IllegalMove, Move, perft};
pub use piece::{Color, Piece, Power, Powers};
pub use position::{CastlingRights, Fault, Faults, Position, Setup};
pub use square::{File, Rank, Square};
pub use variant::{Castle, Kind, Variant, Wing};
