//! In which order moves are tried: what was best before, then winning captures, then what did well elsewhere.

use crate::movegen::Move;
use crate::piece::Powers;
use crate::position::Position;
use crate::search::MAX_PLY;
use crate::search::evaluate::Weights;
use crate::search::exchange::exchange;

/// How well quiet moves did so far.
pub(super) struct Memory {
    /// By colour, travellers and target.
    history: Vec<i32>,
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
}

const HISTORY_LIMIT: i32 = 8_000;

impl Memory {
    pub(super) fn new() -> Memory {
        Memory { history: vec![0; 2 * 64 * 128], killers: [[None; 2]; MAX_PLY + 1] }
    }

    fn index(position: &Position, quiet: Move) -> usize {
        (position.turn().index() * 64 + quiet.travellers.bits() as usize) * 128 + quiet.to.index()
    }

    /// How well this quiet move did, within plus and minus [`HISTORY_LIMIT`].
    pub(super) fn history(&self, position: &Position, quiet: Move) -> i32 {
        self.history[Memory::index(position, quiet)]
    }

    /// Notes the quiet move that refuted a position, and those that had been tried in vain before it.
    pub(super) fn refuted(&mut self, position: &Position, ply: usize, depth: i32, best: Move, tried: &[Move]) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(best)
        {
            *killers = [Some(best), killers[0]];
        }
        let bonus = (depth * depth * 4).min(1_000);
        for (quiet, bonus) in tried.iter().map(|quiet| (*quiet, -bonus)).chain([(best, bonus)]) {
            let value = &mut self.history[Memory::index(position, quiet)];
            *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
        }
    }

    /// Every move with its rank, to be taken out best first.
    pub(super) fn rank(
        &self,
        position: &Position,
        weights: &Weights,
        moves: Vec<Move>,
        first: Option<Move>,
        ply: usize,
    ) -> Ranked {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let rank = |legal: Move| {
            if Some(legal) == first {
                return 1_000_000;
            }
            match position.captured_by(legal) {
                Some((_, victim)) => {
                    let gain = exchange(position, weights, legal);
                    let lure = weights.value(victim) - weights.value(legal.travellers) / 16;
                    if gain >= 0 { 100_000 + lure } else { -100_000 + gain }
                }
                None if legal.promotion != Powers::NONE => 50_000 + weights.value(legal.promotion),
                None if killers.contains(&Some(legal)) => 40_000,
                None => self.history(position, legal),
            }
        };
        Ranked(moves.into_iter().map(|legal| (rank(legal), legal)).collect())
    }
}

/// Moves with their ranks. They are sorted only as far as they are taken, as most positions are settled by the first.
pub(super) struct Ranked(Vec<(i32, Move)>);

impl Iterator for Ranked {
    type Item = (i32, Move);

    fn next(&mut self) -> Option<(i32, Move)> {
        let (best, _) = self.0.iter().enumerate().max_by_key(|(_, (rank, _))| *rank)?;
        Some(self.0.swap_remove(best))
    }
}
