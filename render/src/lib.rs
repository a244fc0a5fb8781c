//! What a position looks like.
