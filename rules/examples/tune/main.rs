//! Fits the weights of the evaluation to games that the engine plays against itself.
//!
//! ```text
//! cargo run --release -p rules --example tune -- --games 1000 bird carrera-modern
//! ```
//!
//! The games named share their weights, beginning with those of the first. Each is played `--games` times (1000) from
//! random openings of `--plies` plies (8) at `--nodes` nodes a move (800), all drawn from `--seed` (1). What is printed
//! goes into `weights.rs`: it is the same for the same command and the same engine, on any number of `--threads` (1).

mod fit;
#[path = "../common/opening.rs"]
mod opening;
#[path = "../common/random.rs"]
mod random;
mod selfplay;

use std::error::Error;

use rules::search::Weights;
use rules::{Variant, variants};

/// How games are played.
struct Plan {
    games: usize,
    plies: usize,
    nodes: u64,
    seed: u64,
    threads: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut plan = Plan { games: 1_000, plies: 8, nodes: 800, seed: 1, threads: 1 };
    let mut family: Vec<&'static Variant> = Vec::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number =
            || words.next().ok_or(format!("{word} needs a number"))?.parse::<u64>().map_err(|e| e.to_string());
        match word.as_str() {
            "--games" => plan.games = number()? as usize,
            "--plies" => plan.plies = number()? as usize,
            "--nodes" => plan.nodes = number()?,
            "--seed" => plan.seed = number()?,
            "--threads" => plan.threads = (number()? as usize).max(1),
            key => family.push(variants::by_key(key).ok_or(format!("no game {key}"))?),
        }
    }
    let first = family.first().ok_or("a game's key is needed")?;
    let games: Vec<_> = family.iter().flat_map(|variant| selfplay::games(variant, &plan)).collect();
    let positions = games.iter().map(Vec::len).sum::<usize>();
    eprintln!("{} games, {positions} quiet positions", games.len());
    println!("{:?}", fit::fit(&Weights::of(first), &games));
    Ok(())
}
