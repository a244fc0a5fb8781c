//! The positions thought about last, so that the same one is answered at once.

use std::collections::HashMap;

use rules::search::Line;
use rules::{Position, fen};

/// So many are remembered.
const REMEMBERED: usize = 512;

/// The lines found last. What was played before and the counts of moves are left aside.
#[derive(Default)]
pub(super) struct Recent {
    lines: HashMap<String, (Line, u64)>,
    /// How often something was looked up or noted: the age of what was used last.
    now: u64,
}

/// A position as it is known here: its kind of game and its FEN without the counts of moves.
fn key(position: &Position) -> String {
    let fen = fen::print(position);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    format!("{} {}", position.variant().key, fields.join(" "))
}

impl Recent {
    /// The line found from this position, if it is remembered.
    pub(super) fn get(&mut self, position: &Position) -> Option<Line> {
        self.now += 1;
        let (line, used) = self.lines.get_mut(&key(position))?;
        *used = self.now;
        Some(line.clone())
    }

    /// Remembers a line, in place of the one that wasn't used for longest.
    pub(super) fn note(&mut self, position: &Position, line: &Line) {
        self.now += 1;
        self.lines.insert(key(position), (line.clone(), self.now));
        if self.lines.len() > REMEMBERED
            && let Some(oldest) = self.lines.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| key.clone())
        {
            self.lines.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::search::Score;
    use rules::variants;

    use super::*;

    fn at(moves: u32) -> Position {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w K - 0 {moves}");
        fen::parse(&variants::CHESS, &fen).expect("it is a position")
    }

    #[test]
    fn positions_are_known_whatever_their_move_number_and_the_oldest_is_forgotten() {
        let line = |depth| Line { score: Score::Centipawns(0), depth, nodes: 0, moves: Vec::new() };
        let mut recent = Recent::default();
        recent.note(&at(1), &line(1));
        assert_eq!(recent.get(&at(30)), Some(line(1)));
        let start = Position::start(&variants::BIRD);
        recent.note(&start, &line(2));
        assert_eq!(recent.get(&Position::start(&variants::CARRERA)), None, "another game");
        for other in 0..=REMEMBERED {
            // Any text will do for what is never looked up.
            recent.now += 1;
            recent.lines.insert(other.to_string(), (line(3), recent.now));
            assert!(recent.get(&at(1)).is_some());
        }
        recent.note(&at(2), &line(4));
        assert_eq!(recent.get(&start), None);
        assert_eq!(recent.get(&at(1)), Some(line(4)));
    }
}
