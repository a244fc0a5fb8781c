//! Deflate for what is known to repeat: its symbols and codes, and the work on a tile that every picture with it shares.

mod checksum;
mod huffman;
mod prepare;
mod tokens;

pub(crate) use checksum::{Adler, Sums};
pub(crate) use prepare::{Effort, Prepared, Source, Step};
pub(crate) use tokens::{FARTHEST, SHORTEST, Tokens, distance_symbol};
