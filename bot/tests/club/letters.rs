//! Moves in the letters of each person's language.

use centaur::letters::Letters;
use proptest::prelude::*;
use rules::{Game, variants};

use crate::hall::Hall;

#[test]
fn each_types_and_reads_moves_in_their_own_language() {
    Hall::after(
        "alice: !challenge @bob chess white
         bob: !accept
         bob: !set letters german
           < letters german
           (privately)
         alice: Sf3
           (nothing)
         alice: Nf3
           < 1. Sf3
         bob: !moves
           < Sc6
           < ~Nc6
         bob: Dd6
           < The queen on d8 is blocked by your own pawn on d7
         bob: Sc6
           < 1... Nc6
         alice: e4
         bob: sf6
           < 2... Nf6
         carol: !board 1
           < Last move: 2... Nf6
         bob: !board 1
           < Last move: 2... Sf6
         alice: Bc4
         bob: !move Lb4
           < Type !moves 1
         bob: Tg8
           < 3... Rg8
         bob: !pgn 1",
    );
}

proptest! {
    /// In every language, every legal move of any position that can arise reads back as itself, as does its coordinate
    /// form.
    #[test]
    fn every_move_reads_back_in_every_language(
        variant in 0..variants::ALL.len(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let mut game = Game::new(variants::ALL[variant]);
        for choice in choices {
            let moves = game.position().legal_moves();
            if moves.is_empty() || game.outcome().is_some() {
                break;
            }
            game.play(*choice.get(&moves)).unwrap();
        }
        let position = game.position();
        for (name, letters) in Letters::ALL {
            for (legal, written) in letters.print_all(position) {
                prop_assert_eq!(letters.explain(position, &written), Ok(legal), "{} {}", name, written);
                let coordinates = rules::uci::print(position, legal);
                prop_assert_eq!(letters.explain(position, &coordinates), Ok(legal), "{} {}", name, coordinates);
            }
        }
    }
}
