//! What an engine's lines mean.

use std::collections::BTreeMap;

use rules::search::{Line, Score};
use rules::{Move, Position, Wing, uci};

/// What an engine says of itself.
#[derive(Debug, Default)]
pub(super) struct Introduction {
    /// Its name and version.
    pub(super) name: String,
    /// Its options with the values to choose from, where there is a choice.
    pub(super) options: BTreeMap<String, Vec<String>>,
}

impl Introduction {
    /// Takes a line in; whether it was the last.
    pub(super) fn hear(&mut self, line: &str) -> bool {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = name.trim().to_owned();
        } else if let Some(option) = line.strip_prefix("option name ") {
            let (name, rest) = option.split_once(" type ").unwrap_or((option, ""));
            let choices = rest.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect();
            self.options.insert(name.trim().to_ascii_lowercase(), choices);
        }
        line == "uciok"
    }

    pub(super) fn has_option(&self, name: &str) -> bool {
        self.options.contains_key(&name.to_ascii_lowercase())
    }
}

/// A legal move in coordinate form, with capital letters for promotions and castling as king takes rook understood.
pub(super) fn read_move(position: &Position, text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    uci::parse(position, &text).ok().or_else(|| {
        let mut castlings = position.legal_moves().into_iter().filter(Move::is_castling);
        castlings.find(|castling| {
            let wing = if castling.to > castling.from { Wing::King } else { Wing::Queen };
            let castle = position.variant().castle(position.turn(), wing);
            castle.is_some_and(|castle| text == format!("{}{}", castle.king_from, castle.rook_from))
        })
    })
}

/// Takes in a line that tells of the search; the line found so far then has all that it says.
pub(super) fn hear(position: &Position, found: &mut Line, said: &str) {
    let Some(said) = said.strip_prefix("info ") else { return };
    let (facts, moves) = said.split_once(" pv ").unwrap_or((said, ""));
    let facts: Vec<&str> = facts.split_whitespace().collect();
    let after = |name: &str| facts.iter().skip_while(|word| **word != name).nth(1).copied();
    let number = |name: &str| after(name).and_then(|word| word.parse::<u64>().ok());
    // Second-best lines, bounds and plain texts are no news.
    let is_news = number("multipv").is_none_or(|place| place == 1)
        && !facts.iter().any(|word| matches!(*word, "lowerbound" | "upperbound" | "string"));
    if !is_news {
        return;
    }
    if let Some(nodes) = number("nodes") {
        found.nodes = nodes;
    }
    let score = after("score").and_then(|kind| {
        let value = after(kind)?.parse::<i32>().ok()?;
        match kind {
            "cp" => Some(Score::Centipawns(value)),
            "mate" if value != 0 => Some(Score::Mate(value)),
            _ => None,
        }
    });
    let Some(score) = score else { return };
    found.score = score;
    found.depth = number("depth").and_then(|depth| u32::try_from(depth).ok()).unwrap_or(found.depth);
    let line = legal_moves(position, moves);
    if !line.is_empty() {
        found.moves = line;
    }
}

/// The moves of a line, as far as they are legal.
fn legal_moves(position: &Position, moves: &str) -> Vec<Move> {
    let mut position = position.clone();
    let legal = moves.split_whitespace().map_while(move |text| {
        let played = read_move(&position, text)?;
        position = position.after(played);
        Some(played)
    });
    legal.collect()
}

#[cfg(test)]
mod tests {
    use rules::{fen, variants};

    use super::*;

    fn position(key: &str, text: &str) -> Position {
        fen::parse(variants::by_key(key).unwrap(), text).unwrap()
    }

    #[test]
    fn castling_and_promotion_are_understood_in_every_spelling() {
        let castling = position("bird", "5k4/1P8/10/10/10/10/10/R4K3R w KQ - 0 1");
        let read = |text: &str| read_move(&castling, text).map(|found| uci::print(&castling, found));
        assert_eq!(read("f1i1").as_deref(), Some("f1i1"));
        assert_eq!(read("f1j1").as_deref(), Some("f1i1"));
        assert_eq!(read("f1a1").as_deref(), Some("f1c1"));
        assert_eq!(read("b7b8G").as_deref(), Some("b7b8g"));
        for wrong in ["", "f1", "f1f3", "b7b8", "b7b8k", "0000", "(none)", "ä1b2"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_last_line_told_counts_and_only_its_legal_moves() {
        let start = Position::start(&variants::CHESS);
        let mut found = Line { score: Score::Centipawns(0), depth: 0, nodes: 0, moves: Vec::new() };
        for said in [
            "info string score cp 9 pv a2a3",
            "info depth 4 score cp 30 nodes 500 pv d2d4 d7d5",
            "info depth 5 seldepth 7 multipv 1 score cp 21 nodes 900 nps 90 time 10 pv e2e4 e7e5 e4e5 g1f3",
            "info depth 6 score cp 80 lowerbound nodes 950 pv d2d4",
            "info depth 6 multipv 2 score cp 10 nodes 950 pv d2d4",
            "info depth 6 score mate 0",
            "info depth score nodes pv",
            "info",
        ] {
            hear(&start, &mut found, said);
        }
        assert_eq!((found.score, found.depth, found.moves.len()), (Score::Centipawns(21), 5, 2));
        hear(&start, &mut found, "info depth 9 score mate -3 nodes 1000");
        assert_eq!((found.score, found.nodes), (Score::Mate(-3), 1000));
    }
}
