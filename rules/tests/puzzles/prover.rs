//! Proof of mates by trying everything, on its own: no table of the engine's, no evaluation.

use std::collections::HashMap;

use rules::{Move, Position};

/// Looks for forced mates, remembering what it proved.
#[derive(Default)]
pub(crate) struct Prover {
    known: HashMap<(u64, u32), bool>,
}

impl Prover {
    /// Whether a move begins a mate in at most so many moves, whatever the other side does.
    ///
    /// A yes is a proof. In mates of more than two moves only checks are tried after the first, so that a no may be
    /// wrong there.
    pub(crate) fn begins_mate(&mut self, position: &Position, first: Move, moves: u32) -> bool {
        self.is_lost(&position.after(first), moves)
    }

    /// Whether a move lets the other side mate in at most so many moves.
    #[allow(dead_code, reason = "each program that includes this file uses its part")]
    pub(crate) fn loses_to_mate(&mut self, position: &Position, first: Move, most: u32) -> bool {
        let after = position.after(first);
        let replies = after.legal_moves();
        (1..=most).any(|moves| replies.iter().any(|reply| self.begins_mate(&after, *reply, moves)))
    }

    /// Whether the side to move is mated now or in so many moves of the other, this last one counted, whatever it does.
    fn is_lost(&mut self, position: &Position, moves: u32) -> bool {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.is_check();
        }
        if moves <= 1 {
            return false;
        }
        let key = (position.hash(), moves);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let lost = replies.into_iter().all(|reply| self.mates_next(&position.after(reply), moves - 1));
        self.known.insert(key, lost);
        lost
    }

    fn mates_next(&mut self, position: &Position, moves: u32) -> bool {
        // The last move of a mate is a check, and so are all after the first in those that are proved here.
        let moves_after = |candidate| position.after(candidate);
        let checks = position.legal_moves().into_iter().map(moves_after).filter(Position::is_check);
        checks.collect::<Vec<_>>().into_iter().any(|after| self.is_lost(&after, moves))
    }
}
