//! One thread of a search.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::Game;
use crate::movegen::{Generator, Move};
use crate::piece::Power;
use crate::position::Position;
use crate::search::evaluate::Evaluator;
use crate::search::exchange::gains;
use crate::search::memory::{Memory, Place};
use crate::search::picker::{Class, Picker, Ranked, is_forcing};
use crate::search::table::{Bound, Found, Table};
use crate::search::{Limits, Line, MATE, MAX_PLY, Score};

/// How many positions' looks are remembered.
const SEEN: usize = 1 << 15;
const INFINITE: i32 = MATE + 1;
/// Scores beyond this are mates.
const SURE: i32 = MATE - 1_000;
/// How a position in check looks: as bad as can be, as nothing is built upon it.
const UNKNOWN: i32 = -INFINITE;
/// How many positions are visited between two looks at the limits.
const CHECK_EVERY: u64 = 256;

pub(super) struct Worker<'a> {
    root: &'a Position,
    table: &'a Table,
    evaluator: &'a Evaluator,
    limits: Limits<'a>,
    done: &'a AtomicBool,
    /// Hashes of the game's positions and of those on the way from the root, the latest last.
    path: Vec<u64>,
    memory: Memory,
    pub(super) nodes: u64,
    stopped: bool,
    /// Whether a first depth is searched through, so that there is an answer.
    answered: bool,
    /// The best line found from each ply on.
    lines: Vec<Vec<Move>>,
    /// How positions looked, by hash: the same ones come again with every depth.
    seen: Vec<(u64, i32)>,
    /// The moves of the positions on the way from the root.
    moves: Vec<Ranked>,
    /// The quiet moves that they tried in vain.
    tried: Vec<Move>,
    /// The move played at each ply on the way, and how its position looked.
    played: [Option<Move>; MAX_PLY + 1],
    looks: [i32; MAX_PLY + 1],
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        game: &'a Game,
        table: &'a Table,
        evaluator: &'a Evaluator,
        limits: Limits<'a>,
        done: &'a AtomicBool,
    ) -> Worker<'a> {
        let path = (0..=game.ply()).filter_map(|ply| game.position_at(ply)).map(Position::hash).collect();
        Worker {
            root: game.position(),
            table,
            evaluator,
            limits,
            done,
            path,
            memory: Memory::new(),
            nodes: 0,
            stopped: false,
            answered: false,
            lines: vec![Vec::new(); MAX_PLY + 2],
            seen: vec![(0, 0); SEEN],
            moves: Vec::new(),
            tried: Vec::new(),
            played: [None; MAX_PLY + 1],
            looks: [UNKNOWN; MAX_PLY + 1],
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

    /// Every legal move with its own score, searched as deep as the limits allow, all to the same depth.
    pub(super) fn rate_moves(&mut self) -> (Vec<(i32, Move)>, u32) {
        let mut rated: Vec<(i32, Move)> = self.root.legal_moves().into_iter().map(|legal| (0, legal)).collect();
        for depth in 0..MAX_PLY as i32 {
            let mut deeper = Vec::with_capacity(rated.len());
            for (_, legal) in &rated {
                let next = self.root.after(*legal);
                self.enter(&next, 0, Some(*legal));
                deeper.push((-self.search(&next, depth, -INFINITE, INFINITE, 1, true), *legal));
                self.path.pop();
                if self.stopped {
                    return (rated, depth as u32);
                }
            }
            rated = deeper;
            self.answered = true;
        }
        (rated, MAX_PLY as u32)
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

    /// How a position looks without searching.
    fn look(&mut self, position: &Position) -> i32 {
        let seen = &mut self.seen[position.hash() as usize % SEEN];
        if seen.0 != position.hash() {
            *seen = (position.hash(), self.evaluator.evaluate(position));
        }
        seen.1
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
        let generator = Generator::new(position);
        let in_check = generator.is_check();
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
            && let Some(score) = settled(found, alpha, beta, ply)
        {
            return score;
        }

        let looks = if in_check { UNKNOWN } else { self.look(position) };
        self.looks[ply] = looks;
        // Better than two plies ago: what looks good is trusted more, what looks bad less.
        let improving = !in_check && ply >= 2 && looks > self.looks[ply - 2];
        if !in_window && !in_check && beta.abs() < SURE {
            if depth <= 7 && looks - 80 * (depth - i32::from(improving)) >= beta {
                return looks;
            }
            if depth <= 3 && looks + 250 * depth <= alpha {
                let score = self.quiesce(position, alpha, beta, ply);
                if score <= alpha {
                    return score;
                }
            }
            if may_pass && depth >= 3 && looks >= beta && has_pieces(position) {
                let reduction = 3 + depth / 4 + ((looks - beta) / 200).min(3);
                let passed = position.after_passing();
                self.enter(&passed, ply, None);
                let score = -self.search(&passed, depth - 1 - reduction, -beta, -beta + 1, ply + 1, false);
                self.path.pop();
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    return if score > SURE { beta } else { score };
                }
            }
        }

        let best_before = found.and_then(|found| found.best);
        // Without a move to try first, a shallower look finds the order.
        let depth = if best_before.is_none() && depth >= 4 { depth - 1 } else { depth };
        let place = Place { turn: position.turn(), ply, before: ply.checked_sub(1).and_then(|ply| self.played[ply]) };
        let mut picker = Picker::new(position, generator, best_before, true, &self.moves);

        let start = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let tried_before = self.tried.len();
        let mut count = 0;
        while let Some((class, played)) = picker.next(&mut self.moves, &self.memory, self.evaluator, place) {
            let index = count;
            count += 1;
            let quiet = class == Class::Quiet || class == Class::First && !is_forcing(position, played);
            let history = if quiet { self.memory.history(place, played) } else { 0 };
            if !is_root && best > -SURE && !in_check {
                if class == Class::Quiet {
                    let tried = (self.tried.len() - tried_before) as i32;
                    let late = depth <= 8 && !in_window && tried > 4 + depth * depth;
                    if late || depth <= 7 && looks + 100 + 90 * depth <= alpha {
                        picker.skip_quiets();
                        continue;
                    }
                    if depth <= 4 && history < -2_500 * depth {
                        continue;
                    }
                }
                if depth <= 7 && matches!(class, Class::Quiet | Class::Losing) {
                    let most_lost = if quiet { -50 * depth } else { -25 * depth * depth };
                    if !gains(position, self.evaluator, played, most_lost) {
                        continue;
                    }
                }
            }

            let next = position.after(played);
            self.enter(&next, ply, Some(played));
            let new_depth = depth - 1;
            let mut score;
            if index == 0 {
                score = -self.search(&next, new_depth, -beta, -alpha, ply + 1, true);
            } else {
                let mut reduction = 0;
                if depth >= 3 && index >= if in_window { 3 } else { 2 } && (quiet || class == Class::Losing) {
                    reduction = REDUCTIONS[depth.min(63) as usize][index.min(63) as usize];
                    reduction -= i32::from(in_window) + i32::from(in_check) - i32::from(!improving);
                    reduction -= history / 5_000;
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
                break;
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
                    self.memory.refuted(place, depth, played, &self.tried[tried_before..]);
                }
                break;
            }
            if quiet {
                self.tried.push(played);
            }
        }
        picker.finish(&mut self.moves);
        self.tried.truncate(tried_before);
        if self.stopped {
            return 0;
        }
        if count == 0 {
            return if in_check { -MATE + ply as i32 } else { 0 };
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

    /// Notes that a move leads from the position at this ply to the next.
    fn enter(&mut self, next: &Position, ply: usize, played: Option<Move>) {
        self.path.push(next.hash());
        self.played[ply] = played;
    }

    /// Goes on until nothing is left to capture or to promote, so that no piece is counted that is about to be lost.
    fn quiesce(&mut self, position: &Position, alpha: i32, beta: i32, ply: usize) -> i32 {
        if self.visit() {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.look(position);
        }
        let found = self.table.get(position.hash());
        if let Some(found) = found
            && beta - alpha == 1
            && let Some(score) = settled(found, alpha, beta, ply)
        {
            return score;
        }
        let generator = Generator::new(position);
        let in_check = generator.is_check();
        let start = alpha;
        let mut alpha = alpha;
        let mut best = -MATE + ply as i32;
        if !in_check {
            best = self.look(position);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let looks = best;
        let place = Place { turn: position.turn(), ply, before: None };
        let best_before = found.and_then(|found| found.best);
        let mut picker = Picker::new(position, generator, best_before, in_check, &self.moves);
        let mut best_move = None;
        while let Some((class, played)) = picker.next(&mut self.moves, &self.memory, self.evaluator, place) {
            if !in_check {
                if class == Class::Losing {
                    break;
                }
                let won = position.captured_by(played).map_or(0, |(_, powers)| self.evaluator.value(powers));
                if played.promotion.is_empty() && looks + won + 150 <= alpha {
                    best = best.max(looks + won + 150);
                    continue;
                }
            }
            let next = position.after(played);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(played);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.moves);
        if self.stopped {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(position.hash(), Found { best: best_move, score: to_table(best, ply), depth: 0, bound });
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

/// What an earlier visit found, if it is all that has to be known.
fn settled(found: Found, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let score = from_table(found.score, ply);
    let settles = match found.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    settles.then_some(score)
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
    match score.abs() > SURE {
        true => score + score.signum() * ply as i32,
        false => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score.abs() > SURE {
        true => score - score.signum() * ply as i32,
        false => score,
    }
}
