//! One thread of a search.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::Game;
use crate::movegen::Move;
use crate::piece::Power;
use crate::position::Position;
use crate::search::evaluate::{Weights, evaluate};
use crate::search::exchange::gains;
use crate::search::order::Memory;
use crate::search::table::{Bound, Found, Table};
use crate::search::{Limits, Line, MATE, MAX_PLY, Score};

const INFINITE: i32 = MATE + 1;
/// How many positions are visited between two looks at the limits.
const CHECK_EVERY: u64 = 256;

pub(super) struct Worker<'a> {
    root: &'a Position,
    table: &'a Table,
    weights: &'a Weights,
    limits: Limits<'a>,
    done: &'a AtomicBool,
    /// Hashes of the game's positions and of those on the way from the root, the latest last.
    path: Vec<u64>,
    memory: Memory,
    nodes: u64,
    stopped: bool,
    /// Whether a first depth is searched through, so that there is an answer.
    answered: bool,
    /// The best line found from each ply on.
    lines: Vec<Vec<Move>>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        game: &'a Game,
        table: &'a Table,
        weights: &'a Weights,
        limits: Limits<'a>,
        done: &'a AtomicBool,
    ) -> Worker<'a> {
        let path = (0..=game.ply()).filter_map(|ply| game.position_at(ply)).map(Position::hash).collect();
        Worker {
            root: game.position(),
            table,
            weights,
            limits,
            done,
            path,
            memory: Memory::new(),
            nodes: 0,
            stopped: false,
            answered: false,
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn deepen(&mut self, from: u32, mut report: impl FnMut(&Line)) -> Option<Line> {
        // Should even the first ply be stopped, some legal move is better than none.
        let some = self.root.legal_moves().into_iter().next()?;
        let mut best = Line { score: Score::Centipawns(0), depth: 0, nodes: 0, moves: vec![some] };
        let last = self.limits.depth.unwrap_or(MAX_PLY as u32).min(MAX_PLY as u32);
        let mut score = 0;
        for depth in from..=last.max(from) {
            let found = self.aspire(depth as i32, score);
            if self.stopped {
                break;
            }
            score = found;
            best = Line { score: Score::from_internal(score), depth, nodes: self.nodes, moves: self.lines[0].clone() };
            report(&best);
            self.answered = true;
            // Pruning may hide a shorter mate for a while, but hardly for twice its length.
            if 2 * (MATE - score.abs()) <= depth as i32 {
                break;
            }
        }
        best.nodes = self.nodes;
        Some(best)
    }

    /// Searches in a narrow window around the last score, and widens it until the score fits.
    fn aspire(&mut self, depth: i32, last: i32) -> i32 {
        let mut margin = 25;
        let (mut alpha, mut beta) = if depth < 5 { (-INFINITE, INFINITE) } else { (last - margin, last + margin) };
        loop {
            let score = self.search(&self.root.clone(), depth, alpha, beta, 0, false);
            if self.stopped || alpha < score && score < beta {
                return score;
            }
            margin *= 3;
            if score <= alpha {
                alpha = if margin > 1_000 { -INFINITE } else { score - margin };
            } else {
                beta = if margin > 1_000 { INFINITE } else { score + margin };
            }
        }
    }

    /// Counts a position, unless a limit is reached.
    fn visit(&mut self) -> bool {
        let spent = self.limits.nodes.is_some_and(|most| self.nodes >= most);
        if spent || self.nodes.is_multiple_of(CHECK_EVERY) {
            let raised = self.done.load(Relaxed) || self.limits.stop.is_some_and(|stop| stop.load(Relaxed));
            self.stopped |= (spent || raised) && self.answered;
        }
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Whether this position stood on the way here before; once is enough to call it drawn.
    fn repeats(&self, position: &Position) -> bool {
        let reach = position.halfmove_clock() as usize;
        let past = self.path.iter().rev().skip(1).take(reach);
        past.skip(1).step_by(2).any(|hash| *hash == position.hash())
    }

    fn search(&mut self, position: &Position, depth: i32, alpha: i32, beta: i32, ply: usize, may_pass: bool) -> i32 {
        let (mut alpha, mut beta) = (alpha, beta);
        self.lines[ply].clear();
        let is_root = ply == 0;
        let in_window = beta - alpha > 1;
        let in_check = position.is_check();
        let depth = if in_check { depth + 1 } else { depth };
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, alpha, beta, ply);
        }
        if self.visit() {
            return 0;
        }
        if !is_root {
            let drawn = self.repeats(position) || position.has_insufficient_material();
            if drawn || position.halfmove_clock() >= 100 && !position.is_checkmate() {
                return 0;
            }
            // No line from here is better than being mated now or worse than mating next.
            alpha = alpha.max(-MATE + ply as i32);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        let found = self.table.get(position.hash());
        if let Some(found) = found
            && !in_window
            && found.depth >= depth
        {
            let score = from_table(found.score, ply);
            let settles = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                return score;
            }
        }

        let looks = evaluate(position, self.weights);
        if !in_window && !in_check {
            if depth <= 6 && looks - 90 * depth >= beta && beta.abs() < MATE - 1_000 {
                return looks;
            }
            if may_pass && depth >= 3 && looks >= beta && has_pieces(position) {
                let reduction = 3 + depth / 4 + ((looks - beta) / 200).min(3);
                let passed = position.after_passing();
                self.path.push(passed.hash());
                let score = -self.search(&passed, depth - 1 - reduction, -beta, -beta + 1, ply + 1, false);
                self.path.pop();
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    return if score > MATE - 1_000 { beta } else { score };
                }
            }
        }

        let moves = position.legal_moves();
        if moves.is_empty() {
            return if in_check { -MATE + ply as i32 } else { 0 };
        }
        // Without a move to try first, a shallower look finds the order.
        let depth = if found.is_none_or(|found| found.best.is_none()) && depth >= 5 { depth - 1 } else { depth };
        let first = found.and_then(|found| found.best).filter(|first| moves.contains(first));
        let ranked = self.memory.rank(position, self.weights, moves, first, ply);

        let start = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut quiet_tried: Vec<Move> = Vec::new();
        for (index, (rank, played)) in ranked.enumerate() {
            let quiet = position.captured_by(played).is_none() && played.promotion.is_empty();
            if !is_root && best > -MATE + 1_000 && !in_check {
                if quiet {
                    let enough = 4 + depth * depth * if looks > alpha { 2 } else { 1 };
                    if depth <= 7 && quiet_tried.len() as i32 > enough {
                        continue;
                    }
                    if depth <= 6 && looks + 80 + 90 * depth <= alpha && rank < 40_000 {
                        continue;
                    }
                }
                if depth <= 6 && index > 0 && rank < 40_000 {
                    let most_lost = if quiet { -45 * depth } else { -25 * depth * depth };
                    if !gains(position, self.weights, played, most_lost) {
                        continue;
                    }
                }
            }

            let next = position.after(played);
            self.path.push(next.hash());
            let new_depth = depth - 1;
            let mut score;
            if index == 0 {
                score = -self.search(&next, new_depth, -beta, -alpha, ply + 1, true);
            } else {
                let mut reduction = 0;
                if depth >= 3 && index >= if in_window { 4 } else { 2 } && (quiet || rank < 0) {
                    reduction = REDUCTIONS[depth.min(63) as usize][index.min(63)];
                    reduction -= i32::from(in_window) + i32::from(in_check) + i32::from(rank >= 40_000);
                    if quiet {
                        reduction -= self.memory.history(position, played) / 4_000;
                    }
                    reduction = reduction.clamp(0, new_depth - 1);
                }
                score = -self.search(&next, new_depth - reduction, -alpha - 1, -alpha, ply + 1, true);
                if score > alpha && reduction > 0 {
                    score = -self.search(&next, new_depth, -alpha - 1, -alpha, ply + 1, true);
                }
                if score > alpha && score < beta {
                    score = -self.search(&next, new_depth, -beta, -alpha, ply + 1, true);
                }
            }
            self.path.pop();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(played);
                    self.keep_line(ply, played);
                }
            }
            if alpha >= beta {
                if quiet {
                    self.memory.refuted(position, ply, depth, played, &quiet_tried);
                }
                break;
            }
            if quiet {
                quiet_tried.push(played);
            }
        }

        let bound = if best >= beta {
            Bound::Lower
        } else if best > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(position.hash(), Found { best: best_move, score: to_table(best, ply), depth, bound });
        best
    }

    /// Goes on until nothing is left to capture or to promote, so that no piece is counted that is about to be lost.
    fn quiesce(&mut self, position: &Position, alpha: i32, beta: i32, ply: usize) -> i32 {
        if self.visit() {
            return 0;
        }
        let in_check = position.is_check();
        if ply >= MAX_PLY {
            return evaluate(position, self.weights);
        }
        let found = self.table.get(position.hash());
        if let Some(found) = found {
            let score = from_table(found.score, ply);
            let settles = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles && beta - alpha == 1 {
                return score;
            }
        }
        let mut alpha = alpha;
        let mut best = -MATE + ply as i32;
        let moves = if in_check {
            position.legal_moves()
        } else {
            best = evaluate(position, self.weights);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            position.captures_and_promotions()
        };
        let looks = best;
        let first = found.and_then(|found| found.best).filter(|first| moves.contains(first));
        for (rank, played) in self.memory.rank(position, self.weights, moves, first, MAX_PLY) {
            if !in_check {
                if rank < 0 {
                    break;
                }
                let won = position.captured_by(played).map_or(0, |(_, powers)| self.weights.value(powers));
                if played.promotion.is_empty() && looks + won + 150 <= alpha {
                    continue;
                }
            }
            let next = position.after(played);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1);
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    fn keep_line(&mut self, ply: usize, played: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(played);
        line.extend_from_slice(&after[0]);
    }
}

/// Whether the side to move has more than pawns and king, so that passing is likely to be worse than moving.
fn has_pieces(position: &Position) -> bool {
    let lone = position.with_power(Power::Pawn) | position.with_power(Power::King);
    !(position.of(position.turn()) & !lone).is_empty()
}

/// By depth and by number in the order: how many plies less a late move is searched.
static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let logarithm = |number: usize| (number.max(1) as f64).ln();
    std::array::from_fn(|depth| std::array::from_fn(|number| (0.4 + logarithm(depth) * logarithm(number) / 2.0) as i32))
});

/// Mates are counted from the position in the table, from the root in the search.
fn to_table(score: i32, ply: usize) -> i32 {
    match score.abs() > MATE - 1_000 {
        true => score + score.signum() * ply as i32,
        false => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score.abs() > MATE - 1_000 {
        true => score - score.signum() * ply as i32,
        false => score,
    }
}
