//! The letters of pieces in people's languages, for the moves that they type and read.
//!
//! King to pawn have the letters that printed games have in each language. The compounds of the large boards have none
//! that everybody uses: each has the first letter of its name where no other piece has it, and otherwise that of another
//! usual name or, failing that, a letter of its name. PGN, FEN and coordinates are English everywhere.

use rules::{Alphabet, Kind, Move, Objection, Position, Variant, explain, read, san};
use serde::{Deserialize, Serialize};

/// A language of piece letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Letters {
    /// K Q R B N, and each game's own letters for its compounds.
    #[default]
    English,
    /// K D T L S.
    German,
    /// R D T F C.
    French,
    /// R D T A C.
    Italian,
    /// R D T A C.
    Spanish,
}

/// A piece's letter and name in German, French, Italian and Spanish.
type Row = (&'static str, [(char, &'static str); 4]);

/// By the English name in [`Kind::name`].
const TABLE: [Row; 12] = [
    ("king", [('K', "könig"), ('R', "roi"), ('R', "re"), ('R', "rey")]),
    ("queen", [('D', "dame"), ('D', "dame"), ('D', "donna"), ('D', "dama")]),
    ("rook", [('T', "turm"), ('T', "tour"), ('T', "torre"), ('T', "torre")]),
    ("bishop", [('L', "läufer"), ('F', "fou"), ('A', "alfiere"), ('A', "alfil")]),
    ("knight", [('S', "springer"), ('C', "cavalier"), ('C', "cavallo"), ('C', "caballo")]),
    ("pawn", [('B', "bauer"), ('P', "pion"), ('P', "pedone"), ('P', "peón")]),
    // Rook and knight. Where the knight is C, M: the marshal of other games, and the third letter of the champion.
    ("champion", [('C', "champion"), ('M', "champion"), ('M', "campione"), ('M', "campeón")]),
    ("chancellor", [('C', "kanzler"), ('M', "maréchal"), ('M', "maresciallo"), ('M', "mariscal")]),
    ("guard", [('G', "garde"), ('G', "garde"), ('G', "guardia"), ('G', "guardia")]),
    // Bishop and knight.
    ("centaur", [('Z', "zentaur"), ('E', "centaure"), ('E', "centauro"), ('E', "centauro")]),
    ("archbishop", [('E', "erzbischof"), ('A', "archevêque"), ('V', "arcivescovo"), ('Z', "arzobispo")]),
    ("equerry", [('E', "stallmeister"), ('E', "écuyer"), ('S', "scudiero"), ('E', "escudero")]),
];

impl Letters {
    /// Every language, with its name in lower case.
    pub const ALL: [(&'static str, Letters); 5] = [
        ("english", Letters::English),
        ("german", Letters::German),
        ("french", Letters::French),
        ("italian", Letters::Italian),
        ("spanish", Letters::Spanish),
    ];

    /// The pieces of a game as this language has them; none for the game's own.
    fn kinds(self, variant: &Variant) -> Vec<Kind> {
        let column = match self {
            Letters::English => return Vec::new(),
            Letters::German => 0,
            Letters::French => 1,
            Letters::Italian => 2,
            Letters::Spanish => 3,
        };
        let known = variant.kinds.iter().filter_map(|kind| {
            let (_, names) = TABLE.iter().find(|(english, _)| *english == kind.name)?;
            let (letter, name) = names[column];
            Some(Kind { letter, name, ..*kind })
        });
        known.collect()
    }

    /// Reads a move that was typed with these letters, or says what is wrong with it.
    ///
    /// # Errors
    ///
    /// The [`Objection`].
    pub fn explain(self, position: &Position, typed: &str) -> Result<Move, Objection> {
        explain::explain_in(position, typed, Alphabet::new(&self.kinds(position.variant())))
    }

    /// Whether a text can be a move of this game.
    pub fn is_move(self, variant: &Variant, typed: &str) -> bool {
        !read::readings_in(variant, typed, Alphabet::new(&self.kinds(variant))).is_empty()
    }

    /// Writes a legal move.
    pub fn print(self, position: &Position, legal: Move) -> String {
        san::print_in(position, legal, Alphabet::new(&self.kinds(position.variant())))
    }

    /// Writes every legal move.
    pub fn print_all(self, position: &Position) -> Vec<(Move, String)> {
        san::print_all_in(position, Alphabet::new(&self.kinds(position.variant())))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rules::variants;

    use super::*;

    #[test]
    fn every_piece_has_a_name_and_a_letter_of_its_own() {
        for variant in variants::ALL {
            for (name, language) in Letters::ALL.into_iter().skip(1) {
                let kinds = language.kinds(variant);
                assert_eq!(kinds.len(), variant.kinds.len(), "{name} {}", variant.key);
                let letters: BTreeSet<char> = kinds.iter().map(|kind| kind.letter).collect();
                assert_eq!(letters.len(), kinds.len(), "{name} {}", variant.key);
            }
        }
    }

    #[test]
    fn a_letter_means_what_the_persons_language_says_and_else_the_games_own() {
        let position = rules::fen::parse(&variants::CHESS, "4k3/8/8/8/8/8/4K3/7R w - - 0 1").unwrap();
        let rook = |language: Letters, typed| language.explain(&position, typed).map(|played| played.from.to_string());
        assert_eq!(rook(Letters::German, "Th5").as_deref(), Ok("h1"));
        assert_eq!(rook(Letters::German, "turm h5").as_deref(), Ok("h1"));
        assert_eq!(rook(Letters::German, "Rh5").as_deref(), Ok("h1"), "R is nothing in German");
        assert!(rook(Letters::French, "Rh5").is_err(), "R is the king in French, and it can't go there");
        assert_eq!(rook(Letters::French, "Rf3").as_deref(), Ok("e2"));
        assert_eq!(rook(Letters::French, "h1h5").as_deref(), Ok("h1"));
    }
}
