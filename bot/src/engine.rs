//! Who thinks about positions.

pub mod outside;
