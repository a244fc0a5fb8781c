//! In which order moves are tried: what was best before, then winning captures, then quiet moves by what they did
//! elsewhere, then losing captures. Each kind is generated only when its turn comes, as most positions are settled
//! before.

use crate::movegen::{Generator, Move, Wanted};
use crate::position::Position;
use crate::search::evaluate::Evaluator;
use crate::search::exchange::gains;
use crate::search::memory::{Memory, Place};

/// A move and how promising it is among those of its kind.
pub(super) type Ranked = (i32, Move);

/// What kind of move comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// The one that was best before.
    First,
    /// A capture or promotion that loses nothing at once.
    Winning,
    /// Neither capture nor promotion.
    Quiet,
    /// A capture or promotion that static exchange takes for a loss.
    Losing,
}

/// What is to be done next.
#[derive(Clone, Copy)]
enum Stage {
    First,
    List,
    Winning,
    Quiet,
    Losing,
}

/// Hands out a position's moves, best first. They lie on a stack that the positions on the way share.
pub(super) struct Picker<'a> {
    position: &'a Position,
    generator: Generator<'a>,
    first: Option<Move>,
    stage: Stage,
    /// Where this position's moves begin on the stack: losing captures put off, and from `next` on moves not yet taken.
    base: usize,
    losing: usize,
    next: usize,
    quiets: bool,
}

impl<'a> Picker<'a> {
    /// All moves, or only captures and promotions; `first` goes first if it is legal.
    pub(super) fn new(
        position: &'a Position,
        generator: Generator<'a>,
        first: Option<Move>,
        quiets: bool,
        stack: &[Ranked],
    ) -> Picker<'a> {
        let first = first.filter(|first| (quiets || is_forcing(position, *first)) && generator.allows(*first));
        let base = stack.len();
        Picker { position, generator, first, stage: Stage::First, base, losing: base, next: base, quiets }
    }

    /// Leaves out the quiet moves that are left.
    pub(super) fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// Takes this position's moves from the stack.
    pub(super) fn finish(self, stack: &mut Vec<Ranked>) {
        stack.truncate(self.base);
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        stack: &mut Vec<Ranked>,
        memory: &Memory,
        evaluator: &Evaluator,
        place: Place,
    ) -> Option<(Class, Move)> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::List;
                    if let Some(first) = self.first {
                        return Some((Class::First, first));
                    }
                }
                Stage::List => {
                    self.stage = Stage::Winning;
                    let rank = |forcing: Move| self.rank_forcing(evaluator, forcing);
                    self.list(Wanted::Forcing, stack, rank);
                }
                Stage::Winning => match self.take_best(stack) {
                    Some(forcing) if gains(self.position, evaluator, forcing, 0) => {
                        return Some((Class::Winning, forcing));
                    }
                    Some(_) => {
                        stack.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    }
                    None => {
                        self.stage = Stage::Quiet;
                        if self.quiets {
                            self.list(Wanted::Quiet, stack, memory.ranks(place));
                        }
                    }
                },
                Stage::Quiet => match self.take_best(stack).filter(|_| self.quiets) {
                    Some(quiet) => return Some((Class::Quiet, quiet)),
                    None => {
                        self.stage = Stage::Losing;
                        self.next = self.base;
                    }
                },
                Stage::Losing => {
                    let losing = stack.get(self.next).filter(|_| self.next < self.losing)?;
                    self.next += 1;
                    return Some((Class::Losing, losing.1));
                }
            }
        }
    }

    fn list(&self, wanted: Wanted, stack: &mut Vec<Ranked>, rank: impl Fn(Move) -> i32) {
        self.generator.list(wanted, |legal| {
            if Some(legal) != self.first {
                stack.push((rank(legal), legal));
            }
        });
    }

    /// The dearest victim first, by the cheapest piece.
    fn rank_forcing(&self, evaluator: &Evaluator, forcing: Move) -> i32 {
        let victim = self.position.captured_by(forcing).map_or(0, |(_, powers)| evaluator.value(powers));
        let promoted = if forcing.promotion.is_empty() { 0 } else { evaluator.value(forcing.promotion) };
        victim + promoted - evaluator.value(forcing.travellers) / 16
    }

    fn take_best(&mut self, stack: &mut [Ranked]) -> Option<Move> {
        let (best, _) = stack.iter().enumerate().skip(self.next).max_by_key(|(_, (rank, _))| *rank)?;
        stack.swap(self.next, best);
        self.next += 1;
        Some(stack[self.next - 1].1)
    }
}

/// Whether a move is a capture or a promotion.
pub(super) fn is_forcing(position: &Position, played: Move) -> bool {
    !played.promotion.is_empty() || position.captured_by(played).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Weights;
    use crate::{fen, variants};

    #[test]
    fn every_move_is_handed_out_once_the_first_first() {
        let positions = [
            ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            ("chess", "8/8/8/K2pP2r/8/8/1p4k1/8 w - d6 0 1"),
            ("bird", "r1bgqkebnr/pp2pppp1p/2np2p3/2p5N1/3P2P3/2N1P4P/PPP2P1PP1/R1BGQKEB1R w KQkq - 0 7"),
            ("combination", "r3k2r/1P4P1/8/2[rnb]5/3[RNQ]4/2B5/[RB]5[NQ]1/R3K2R w KQkq - 0 1"),
        ];
        for (key, text) in positions {
            let position = fen::parse(variants::by_key(key).unwrap(), text).unwrap();
            let evaluator = Evaluator::new(position.variant(), Weights::of(position.variant()));
            let place = Place { turn: position.turn(), ply: 0, before: None };
            let memory = Memory::new();
            let mut legal = position.legal_moves();
            legal.sort();
            for first in legal.iter().copied() {
                let mut stack = Vec::new();
                let mut picker = Picker::new(&position, Generator::new(&position), Some(first), true, &stack);
                let next = || picker.next(&mut stack, &memory, &evaluator, place);
                let mut taken: Vec<Move> = std::iter::from_fn(next).map(|(_, played)| played).collect();
                assert_eq!(taken[0], first, "{text}");
                taken.sort();
                assert_eq!(taken, legal, "{text}");
            }
        }
    }
}
