//! A match between two UCI engines in any of our games, judged by our rules.
//!
//! ```text
//! cargo run --release -p rules --example match_engines -- --first "centaur uci" --second "old/centaur uci" \
//!     --game combination --nodes 10000 --games 200
//! ```
//!
//! - `--first CMD`, `--second CMD`: the programs with their arguments, separated by spaces
//! - `--first-option NAME=VALUE`, `--second-option …`: UCI options, as often as needed
//! - `--first-variant NAME`, `--second-variant …`: the engine's own name of the game, where it isn't our key
//! - `--game KEY` (`chess`), `--nodes N` or `--movetime MS` (`--nodes 10000`) a move
//! - `--games N` (100), `--plies P` random ones to open with (6), `--seed S` (1), `--concurrency N` (1)
//! - `--longest P`: a game of so many plies is drawn (300)
//!
//! Each opening is played twice, with both colours. Mate, stalemate, insufficient material, the third repetition and
//! fifty moves end a game. A move that our rules don't allow, a crash or a long silence loses, and is reported.
//! The error is that of 95 % confidence from the variance of the openings' scores, both games of one taken together
//! (the pentanomial model).

#[path = "../common/opening.rs"]
mod opening;
mod options;
mod player;
#[path = "../common/random.rs"]
mod random;
mod tally;

use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use opening::random_opening;
use options::Options;
use player::Player;
use random::Random;
use rules::{Color, Game, Score, uci};
use tally::Tally;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read(std::env::args().skip(1))?;
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || {
            let pairs =
                std::iter::repeat_with(|| next.fetch_add(1, Relaxed)).take_while(|pair| 2 * pair < options.games);
            play_pairs(&options, pairs, &tally).map_err(|error| error.to_string())
        };
        let threads: Vec<_> = (0..options.concurrency).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    let tally = tally.into_inner()?;
    println!("{} in {}: {tally}", options.label(), options.variant.key);
    Ok(())
}

/// Plays each pair's opening with both colours.
fn play_pairs(
    options: &Options,
    pairs: impl Iterator<Item = usize>,
    tally: &Mutex<Tally>,
) -> Result<(), Box<dyn Error>> {
    let mut players = [Player::start(&options.sides[0], options)?, Player::start(&options.sides[1], options)?];
    for pair in pairs {
        let mut random = Random::new(options.seed.wrapping_mul(1_000_003).wrapping_add(pair as u64));
        let opening = random_opening(options.variant, options.plies, &mut random);
        let mut halves = 0;
        for first in Color::ALL {
            let (result, fault) = play(opening.clone(), &mut players, first, options)?;
            if let Some(fault) = fault {
                eprintln!("pair {pair}, first engine {first}: {fault}");
            }
            halves += match result {
                Score::Draw => 1,
                Score::Win(winner) => 2 * usize::from(winner == first),
            };
            tally.lock().expect("no thread panics").add_game(result, first);
        }
        let mut tally = tally.lock().expect("no thread panics");
        tally.add_pair(halves);
        if tally.games().is_multiple_of(20) {
            eprintln!("{tally}");
        }
    }
    Ok(())
}

/// One game from an opening: its result, and whose fault it was if somebody's.
fn play(
    mut game: Game,
    players: &mut [Player; 2],
    first: Color,
    options: &Options,
) -> Result<(Score, Option<String>), Box<dyn Error>> {
    for player in players.iter_mut() {
        player.new_game()?;
    }
    let start = game.clone();
    let mut moves: Vec<String> = start.plies().map(|(position, played)| uci::print(position, played)).collect();
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok((outcome.score, None));
        }
        if game.claim().is_some() || game.ply() >= options.longest {
            return Ok((Score::Draw, None));
        }
        let turn = game.position().turn();
        let player = &mut players[usize::from(turn != first)];
        let said = player.think(&moves);
        let played = said.as_ref().ok().and_then(|text| uci::parse(game.position(), text).ok());
        let Some(played) = played else {
            let fault = format!("{turn} loses by {said:?} after {}", moves.join(" "));
            player.restart()?;
            return Ok((Score::Win(!turn), Some(fault)));
        };
        moves.push(uci::print(game.position(), played));
        game.play(played)?;
    }
}
