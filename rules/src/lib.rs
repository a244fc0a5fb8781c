//! The rules of historic chess variants: Carrera's, Bird's, Capablanca's and Combination chess, beside chess itself.

pub mod attacks;
pub mod bitboard;
pub mod explain;
pub mod fen;
pub mod game;
pub mod movegen;
#[cfg(test)]
mod oracle;
pub mod piece;
pub mod position;
pub mod read;
pub mod san;
pub mod square;
pub mod uci;
pub mod variant;
pub mod variants;
mod zobrist;

pub use bitboard::Bitboard;
pub use explain::{Illegality, Journey, NoCastling, Objection, explain};
pub use fen::FenError;
pub use game::{Claim, Ending, Game, Outcome, Score};
pub use movegen::{IllegalMove, Move, perft};
pub use piece::{Color, Piece, Power, Powers};
pub use position::{CastlingRights, Fault, Faults, Position, Setup};
pub use read::{ReadError, read};
pub use square::{File, Rank, Square};
pub use variant::{Castle, Kind, Variant, Wing};
