//! Openings drawn by lot.

use rules::{Game, Variant};

use crate::random::Random;

/// A game opened by so many random plies and not yet over.
pub(crate) fn random_opening(variant: &'static Variant, plies: usize, random: &mut Random) -> Game {
    loop {
        let mut game = Game::new(variant);
        while game.ply() < plies && game.outcome().is_none() {
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]).expect("the move is legal");
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}
