//! What quiet moves did elsewhere in the search, which says in which order to try them.

use crate::movegen::Move;
use crate::piece::{Color, Powers};
use crate::search::MAX_PLY;
use crate::search::weights::set_index;
use crate::square::MAX_FILES;

/// The most that history speaks for or against a move.
const HISTORY_LIMIT: i32 = 8_000;
/// Kinds of travellers: sets of powers, and the king.
const KINDS: usize = 17;
/// Squares of the widest board, without gaps: what is often looked up should lie close together.
const SQUARES: usize = 8 * MAX_FILES as usize;
/// Pairs of travellers and a target.
const ARRIVALS: usize = KINDS * SQUARES;

/// How well quiet moves did so far.
pub(super) struct Memory {
    /// By colour and arrival.
    history: Vec<i16>,
    /// By the arrival before and the arrival.
    answers: Vec<i16>,
    /// The last move that refuted an arrival, by colour.
    counters: Vec<Option<Move>>,
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
}

/// Where in a search a quiet move is looked at.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) turn: Color,
    pub(super) ply: usize,
    /// The move before.
    pub(super) before: Option<Move>,
}

fn arrival(played: Move) -> usize {
    let kind = if played.travellers == Powers::KING { KINDS - 1 } else { set_index(played.travellers) };
    let to = played.to;
    kind * SQUARES + usize::from(to.rank().index() * MAX_FILES + to.file().index())
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            history: vec![0; 2 * ARRIVALS],
            answers: vec![0; ARRIVALS * ARRIVALS],
            counters: vec![None; 2 * ARRIVALS],
            killers: [[None; 2]; MAX_PLY + 1],
        }
    }

    /// How well this quiet move did, within twice the limit.
    pub(super) fn history(&self, place: Place, quiet: Move) -> i32 {
        let answer = place.before.map_or(0, |before| self.answers[arrival(before) * ARRIVALS + arrival(quiet)]);
        i32::from(self.history[place.turn.index() * ARRIVALS + arrival(quiet)]) + i32::from(answer)
    }

    /// What says in which order quiet moves are to be tried here: the higher the rank, the earlier.
    pub(super) fn ranks(&self, place: Place) -> impl Fn(Move) -> i32 {
        let [killer, older] = self.killers[place.ply];
        let counter = place.before.and_then(|before| self.counters[place.turn.index() * ARRIVALS + arrival(before)]);
        let history = &self.history[place.turn.index() * ARRIVALS..][..ARRIVALS];
        let answers = place.before.map(|before| &self.answers[arrival(before) * ARRIVALS..][..ARRIVALS]);
        move |quiet| match Some(quiet) {
            some if some == killer => 60_000,
            some if some == older => 50_000,
            some if some == counter => 40_000,
            _ => {
                let arrival = arrival(quiet);
                i32::from(history[arrival]) + answers.map_or(0, |answers| i32::from(answers[arrival]))
            }
        }
    }

    /// Notes the quiet move that refuted a position, and those that had been tried in vain before it.
    pub(super) fn refuted(&mut self, place: Place, depth: i32, best: Move, tried: &[Move]) {
        let killers = &mut self.killers[place.ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if let Some(before) = place.before {
            self.counters[place.turn.index() * ARRIVALS + arrival(before)] = Some(best);
        }
        let bonus = (depth * depth * 8).min(1_200);
        for (quiet, bonus) in tried.iter().map(|quiet| (*quiet, -bonus)).chain([(best, bonus)]) {
            learn(&mut self.history[place.turn.index() * ARRIVALS + arrival(quiet)], bonus);
            if let Some(before) = place.before {
                learn(&mut self.answers[arrival(before) * ARRIVALS + arrival(quiet)], bonus);
            }
        }
    }
}

/// Moves a value towards the bonus' side, the less the further it is there already.
fn learn(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}
