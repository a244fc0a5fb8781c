//! The score of a match and what it says about strength.

use std::fmt;

use rules::{Color, Score};

/// Games and pairs of games counted so far, as the first engine sees them.
#[derive(Default)]
pub(crate) struct Tally {
    wins: usize,
    draws: usize,
    losses: usize,
    /// Openings by what the first engine got from both games, in half points.
    pairs: [usize; 5],
}

/// The standard normal distribution's bound of 95 % confidence.
const CONFIDENCE: f64 = 1.96;

impl Tally {
    /// Counts a game in which the first engine had this colour.
    pub(crate) fn add_game(&mut self, result: Score, first: Color) {
        match result {
            Score::Draw => self.draws += 1,
            Score::Win(winner) if winner == first => self.wins += 1,
            Score::Win(_) => self.losses += 1,
        }
    }

    /// Counts an opening that brought the first engine so many half points.
    pub(crate) fn add_pair(&mut self, halves: usize) {
        self.pairs[halves] += 1;
    }

    /// How many games were played.
    pub(crate) fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The mean score of an opening, from 0 to 1, and its standard error.
    fn mean(&self) -> (f64, f64) {
        let count = self.pairs.iter().sum::<usize>().max(1) as f64;
        let moment = |power: &dyn Fn(f64) -> f64| {
            let weighted =
                self.pairs.iter().enumerate().map(|(halves, pairs)| power(halves as f64 / 4.0) * *pairs as f64);
            weighted.sum::<f64>() / count
        };
        let mean = moment(&|score| score);
        let variance = moment(&|score| (score - mean) * (score - mean));
        (mean, (variance / count).sqrt())
    }
}

/// The difference in Elo's rating that a score stands for.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mean, error) = self.mean();
        let margin = CONFIDENCE * error;
        let (low, high) = (elo(mean - margin), elo(mean + margin));
        let Tally { wins, draws, losses, .. } = self;
        write!(f, "+{wins} ={draws} -{losses}, {:.1} %, Elo {:+.0} [{low:+.0}, {high:+.0}]", 100.0 * mean, elo(mean))
    }
}
