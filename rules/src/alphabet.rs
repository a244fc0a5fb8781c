//! The letters and names that pieces have in another language than a game's own.

use crate::piece::Powers;
use crate::variant::{Kind, Variant};

/// A language's letters and names for the pieces of one game.
///
/// A letter that means a piece in this language always means that; one that means none is read as the game's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alphabet<'a> {
    kinds: &'a [Kind],
}

impl<'a> Alphabet<'a> {
    /// The game's own letters.
    pub const OWN: Alphabet<'static> = Alphabet { kinds: &[] };

    /// The letters and names of these kinds, and the game's own for all others.
    pub const fn new(kinds: &'a [Kind]) -> Alphabet<'a> {
        Alphabet { kinds }
    }

    pub(crate) fn is_own(&self) -> bool {
        self.kinds.is_empty()
    }

    fn kind(&self, powers: Powers) -> Option<&'a Kind> {
        self.kinds.iter().find(|kind| kind.powers == powers)
    }

    /// The letters with which a piece or a stack of this game is written in moves.
    pub(crate) fn letters(&self, variant: &Variant, powers: Powers) -> String {
        let one = |powers: Powers| match self.kind(powers) {
            Some(kind) => kind.letter.to_string(),
            None => variant.letters(powers),
        };
        match variant.kind(powers) {
            Some(_) => one(powers),
            None => powers.each().map(|power| one(Powers::of(power))).collect(),
        }
    }

    /// What a letter can mean, in either case.
    pub(crate) fn meanings_of_letter(&self, variant: &Variant, letter: char) -> Vec<Powers> {
        let letter = letter.to_ascii_uppercase();
        match self.kinds.iter().find(|kind| kind.letter == letter) {
            Some(kind) => vec![kind.powers],
            None => variant.meanings_of_letter(letter),
        }
    }

    /// What a piece's name can mean, in either case.
    pub(crate) fn meanings_of_name(&self, variant: &Variant, name: &str) -> Vec<Powers> {
        let lower = name.to_lowercase();
        match self.kinds.iter().find(|kind| kind.name == lower) {
            Some(kind) => vec![kind.powers],
            None => variant.meanings_of_name(name),
        }
    }
}
