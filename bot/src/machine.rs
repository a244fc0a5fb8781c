//! Machine players: one of each level, known by a key of its own kind and never passing for a person.

pub use rules::search::Level;

use crate::names::Person;

/// The level that is meant when none is named.
pub const USUAL: Level = Level::new(3).expect("there is a level 3");

/// What the keys of machine players begin with, in place of a platform.
const KIND: &str = "centaur:";

/// The machine player of this level.
pub fn player(level: Level) -> Person {
    Person::new(format!("{KIND}{level}"), format!("Centaur (level {level})"))
}

/// The level of a machine player; `None` for people.
pub fn level_of(person: &Person) -> Option<Level> {
    Level::new(person.key.0.strip_prefix(KIND)?.parse().ok()?)
}

/// How a machine player decides, from how good its position is for it in hundredths of a pawn.
pub mod manners {
    use super::{Level, USUAL};

    /// A machine player resigns when its position has been this bad at so many of its turns.
    const HOPELESS: i32 = -900;
    const PATIENCE: usize = 3;
    /// Those who play a lower level than this want to see how one mates.
    const FIRST_TO_RESIGN: Level = USUAL;
    /// Before this move it plays on in any case.
    const FIRST_DRAW: u32 = 10;

    /// Whether it gives up, from the scores at its turns up to now, the last one first.
    pub fn resigns(level: Level, scores: &[i32]) -> bool {
        let last = scores.get(..PATIENCE).unwrap_or_default();
        level >= FIRST_TO_RESIGN && !last.is_empty() && last.iter().all(|score| *score <= HOPELESS)
    }

    /// Whether it accepts a draw at this move of the game, from the score at its last turn.
    pub fn accepts_draw(move_number: u32, score: Option<i32>) -> bool {
        move_number > FIRST_DRAW && score.is_some_and(|score| score <= 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_known_by_their_keys_alone() {
        let machine = player(USUAL);
        assert_eq!(machine.key.0, "centaur:3");
        assert_eq!(level_of(&machine), Some(USUAL));
        assert_eq!((Level::new(0), Level::new(9)), (None, None));
        for key in ["test:centaur:3", "centaur:9", "centaur:", "centaur:x"] {
            assert_eq!(level_of(&Person::new(key, "Centaur (level 3)")), None, "{key}");
        }
    }

    #[test]
    fn it_resigns_only_what_has_been_hopeless_for_a_while() {
        let resigns = |level, scores: &[i32]| manners::resigns(Level::new(level).unwrap_or(Level::WEAKEST), scores);
        assert!(resigns(3, &[-900, -1500, -30_000, 20]));
        assert!(!resigns(3, &[-900, -899, -900, -900]));
        assert!(!resigns(8, &[-900, -900]));
        assert!(!resigns(2, &[-2000, -2000, -2000]));
    }

    #[test]
    fn it_accepts_a_draw_when_it_is_not_better_and_the_game_is_played() {
        assert!(manners::accepts_draw(11, Some(0)));
        assert!(!manners::accepts_draw(11, Some(1)));
        assert!(!manners::accepts_draw(10, Some(-500)));
        assert!(!manners::accepts_draw(40, None));
    }
}
