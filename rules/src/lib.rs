//! The rules of historic chess variants: Carrera's, Bird's, Capablanca's and Combination chess, beside chess itself.
//!
//! A piece is a set of powers ([`Powers`]); a game is data about such sets ([`Variant`]). Nothing here does input or
//! output, keeps time or draws lots.
//!
//! ```
//! use rules::{Game, explain, read, san, variants};
//!
//! let mut game = Game::new(&variants::COMBINATION);
//! for typed in ["e2-e4", "e5", "knight f3", "Nc6", "Bc4", "Nf6"] {
//!     game.play(read(game.position(), typed)?)?;
//! }
//! // The queen of this game steps one square, and may step onto the bishop's to join it.
//! let moves: Vec<String> = san::print_all(game.position()).into_iter().map(|(_, san)| san).collect();
//! assert!(moves.contains(&"Qc1".to_owned()) && moves.contains(&"O-O".to_owned()));
//! // A move that isn't legal is explained as data; whoever shows it to people finds the words.
//! assert!(explain(game.position(), "Ra5").is_err());
//! assert_eq!(game.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alphabet;
pub mod attacks;
pub mod bitboard;
pub mod explain;
pub mod fen;
pub mod game;
pub mod motive;
pub mod movegen;
#[cfg(test)]
mod oracle;
pub mod piece;
pub mod position;
pub mod read;
pub mod san;
pub mod search;
pub mod square;
pub mod uci;
pub mod variant;
pub mod variants;
mod zobrist;

pub use alphabet::Alphabet;
pub use bitboard::Bitboard;
pub use explain::{Illegality, Journey, NoCastling, Objection, explain};
pub use fen::FenError;
pub use game::{Claim, Ending, Game, Outcome, Score};
pub use motive::{Draw, Motive, motive};
pub use movegen::{IllegalMove, Move, perft};
pub use piece::{Color, Piece, Power, Powers};
pub use position::{CastlingRights, Fault, Faults, Position, Setup};
pub use read::{ReadError, read};
pub use square::{File, Rank, Square};
pub use variant::{Castle, Kind, Variant, Wing};
