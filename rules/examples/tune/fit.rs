//! Logistic regression of results on what the evaluation sees.
//!
//! The evaluation is linear in its weights, so that the share of a weight in a position's score is found by raising
//! that weight alone. The weights go down the gradient of the error, with Adam's steps, held back towards where they
//! began as a normal prior does. Games that are held out say how much holding back is best; where none of it does better
//! on them than the weights did at the beginning, those are kept.

use rules::Color;
use rules::search::{Evaluator, Weights};

use crate::selfplay::Sample;

/// How far a weight may easily go from where it began, in centipawns; each is tried.
const PRIORS: [f64; 5] = [1.5, 4.0, 8.0, 16.0, 32.0];
/// Positions of one game say little more than one of them does.
const WORTH: f64 = 0.25;
const STEPS: usize = 600;
/// Every so manieth game only tests the fit.
const HELD_OUT: usize = 5;
/// How much a weight is raised to find its share, so large that rounding doesn't matter.
const RAISE: i32 = 10_000;

/// A position as the fit sees it.
struct Row {
    /// Each weight's share in White's score.
    shares: Vec<f32>,
    result: f64,
}

/// The weights that fit the results best.
pub(crate) fn fit(start: &Weights, games: &[Vec<Sample>]) -> Weights {
    let side = |held_out: bool| {
        let chosen = games.iter().enumerate().filter(move |(game, _)| (game % HELD_OUT == 0) == held_out);
        rows(start, chosen.flat_map(|(_, samples)| samples))
    };
    let (train, test) = (side(false), side(true));
    let begin: Vec<f64> = start.clone().numbers().into_iter().map(|number| f64::from(*number)).collect();
    let scale = best_scale(&train, &begin);
    eprintln!(
        "scale {scale:.5}; error before {:.5}, held out {:.5}",
        error(&train, &begin, scale),
        error(&test, &begin, scale)
    );
    let tried = PRIORS.into_iter().map(|prior| {
        let fitted = descend(&train, &begin, scale, prior);
        let held_out = error(&test, &fitted, scale);
        eprintln!("prior {prior}: error {:.5}, held out {held_out:.5}", error(&train, &fitted, scale));
        (held_out, fitted)
    });
    let kept = (error(&test, &begin, scale), begin.clone());
    let (_, fitted) = tried.fold(kept, |best, next| if next.0 < best.0 { next } else { best });
    let mut weights = start.clone();
    for (number, fitted) in weights.numbers().into_iter().zip(fitted) {
        *number = fitted.round() as i32;
    }
    weights
}

fn rows<'a>(start: &Weights, samples: impl Iterator<Item = &'a Sample>) -> Vec<Row> {
    let samples: Vec<&Sample> = samples.collect();
    let mut rows: Vec<Row> = samples.iter().map(|sample| Row { shares: Vec::new(), result: sample.result }).collect();
    let Some(first) = samples.first() else { return rows };
    let variant = first.position.variant();
    let white = |evaluator: &Evaluator, sample: &Sample| {
        let score = evaluator.evaluate(&sample.position);
        if sample.position.turn() == Color::White { score } else { -score }
    };
    let plain = Evaluator::new(variant, start.clone());
    let scores: Vec<i32> = samples.iter().map(|sample| white(&plain, sample)).collect();
    for index in 0..start.clone().numbers().len() {
        let mut raised = start.clone();
        *raised.numbers()[index] += RAISE;
        let evaluator = Evaluator::new(variant, raised);
        for ((row, sample), score) in rows.iter_mut().zip(&samples).zip(&scores) {
            row.shares.push((white(&evaluator, sample) - score) as f32 / RAISE as f32);
        }
    }
    rows
}

fn score(row: &Row, weights: &[f64]) -> f64 {
    row.shares.iter().zip(weights).map(|(share, weight)| f64::from(*share) * weight).sum()
}

/// The result to be expected of a score.
fn expected(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * score).exp())
}

/// The mean square of what the results differ from the expected ones.
fn error(rows: &[Row], weights: &[f64], scale: f64) -> f64 {
    let square = |row: &Row| (expected(score(row, weights), scale) - row.result).powi(2);
    rows.iter().map(square).sum::<f64>() / rows.len().max(1) as f64
}

/// How fast the expected result rises with the score, as the weights are now.
fn best_scale(rows: &[Row], weights: &[f64]) -> f64 {
    let scales = (2..=40).map(|step| f64::from(step) * 0.000_25);
    let errors = scales.map(|scale| (error(rows, weights, scale), scale));
    errors.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(0.003, |(_, scale)| scale)
}

fn descend(rows: &[Row], begin: &[f64], scale: f64, prior: f64) -> Vec<f64> {
    let mut weights = begin.to_vec();
    let (mut mean, mut square) = (vec![0.0; begin.len()], vec![0.0; begin.len()]);
    for step in 1..=STEPS {
        let mut gradient: Vec<f64> =
            weights.iter().zip(begin).map(|(weight, begin)| (weight - begin) / (prior * prior)).collect();
        for row in rows {
            let wrong = WORTH * scale * (expected(score(row, &weights), scale) - row.result);
            gradient.iter_mut().zip(&row.shares).for_each(|(slope, share)| *slope += wrong * f64::from(*share));
        }
        // Steps grow shorter, so that the weights come to rest.
        let pace = 2.0 * (1.0 - step as f64 / (STEPS + 1) as f64);
        for (index, slope) in gradient.into_iter().enumerate() {
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.99 * square[index] + 0.01 * slope * slope;
            let correct = |decay: f64| 1.0 - decay.powi(step as i32);
            let direction = mean[index] / correct(0.9) / ((square[index] / correct(0.99)).sqrt() + 1e-9);
            weights[index] -= pace * direction;
        }
    }
    weights
}
