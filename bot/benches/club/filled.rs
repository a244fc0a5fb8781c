//! A database full of games: always the same ones, legal, and spread over people and rooms as in a large club.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use centaur::club::Club;
use centaur::talk::{Person, Room};
use rules::{Game, san, uci, variants};
use rusqlite::Connection;

/// Running games, in rooms of ten; each of the people plays ten.
const GAMES: u32 = 100_000;
const ROOMS: u32 = GAMES / 10;
const PAIRS: u32 = GAMES / 10;

/// Games that differ from each other; the running ones are beginnings of them.
const DISTINCT: usize = 400;

/// The running games have 1 to 99 moves, 50 in the mean.
const LONGEST: u32 = 99;

/// What somebody in the club would say next.
pub(crate) struct Next {
    pub(crate) room: Room,
    pub(crate) person: Person,
    pub(crate) typed: String,
}

/// A move as it is stored.
struct Written {
    coordinates: String,
    san: String,
}

/// The database, and what is in it.
pub(crate) struct Filled {
    path: PathBuf,
    games: Vec<(&'static str, Vec<Written>)>,
}

impl Filled {
    /// The database at this place, made where it isn't there yet.
    pub(crate) fn at(path: &Path) -> Filled {
        let games = (0..DISTINCT).map(|index| random_game(index as u64)).collect();
        let filled = Filled { path: path.to_owned(), games };
        if !path.exists() {
            let unfinished = path.with_extension("unfinished");
            let _nothing_was_begun = fs::remove_file(&unfinished);
            drop(Club::open_with_seed(&unfinished, 1).unwrap());
            filled.fill(&unfinished).unwrap();
            fs::rename(&unfinished, path).unwrap();
        }
        filled
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The move that comes next in this running game.
    pub(crate) fn next(&self, game: u32) -> Next {
        let (_, moves) = self.game(game);
        let plies = plies(game);
        Next {
            room: Room(room(game % ROOMS)),
            person: person(white(game) + plies % 2),
            typed: moves[plies as usize].san.clone(),
        }
    }

    fn game(&self, game: u32) -> &(&'static str, Vec<Written>) {
        &self.games[hash(&game) as usize % DISTINCT]
    }

    fn fill(&self, path: &Path) -> rusqlite::Result<()> {
        let mut connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "DELETE")?;
        connection.pragma_update(None, "synchronous", "OFF")?;
        connection.pragma_update(None, "cache_size", -2_000_000)?;
        let fill = connection.transaction()?;
        for number in 0..2 * PAIRS {
            let Person { key, name } = person(number);
            fill.prepare_cached("INSERT INTO person (id, key, name) VALUES (?1, ?2, ?3)")?.execute((
                number + 1,
                key.0,
                name,
            ))?;
            for variant in variants::ALL {
                let points = 1000 + hash(&(number, variant.key)) % 1000;
                fill.prepare_cached(
                    "INSERT INTO rating (person, kind, rating, deviation, volatility, at) VALUES (?1, ?2, ?3, 80, 0.06, 0)",
                )?
                .execute((number + 1, variant.key, points as f64))?;
            }
        }
        for number in 0..ROOMS {
            fill.prepare_cached("INSERT INTO room (id, key) VALUES (?1, ?2)")?.execute((number + 1, room(number)))?;
        }
        for game in 0..GAMES {
            self.add(&fill, game)?;
        }
        fill.commit()?;
        connection.pragma_update(None, "journal_mode", "WAL")
    }

    fn add(&self, fill: &Connection, game: u32) -> rusqlite::Result<()> {
        let (kind, moves) = self.game(game);
        let (number, plies, at) = (game + 1, plies(game), 1_700_000_000_000_i64 + i64::from(game));
        let (room, white, black) = (game % ROOMS + 1, white(game) + 1, white(game) + 2);
        fill.prepare_cached(
            "INSERT INTO challenge (number, room, challenger, opponent, kind, color, state, made, expires)
             VALUES (?1, ?2, ?3, ?4, ?5, 'white', 'accepted', ?6, ?6 + 1)",
        )?
        .execute((number, room, white, black, kind, at))?;
        fill.prepare_cached(
            "INSERT INTO game (number, room, kind, white, black, ply, started, moved) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
        )?
        .execute((number, room, kind, white, black, plies, at))?;
        let mut event = fill.prepare_cached("INSERT INTO event (key, at) VALUES (?1, ?2)")?;
        let mut insert =
            fill.prepare_cached("INSERT INTO move (game, ply, coordinates, san, at) VALUES (?1, ?2, ?3, ?4, ?5)")?;
        for (ply, Written { coordinates, san }) in moves.iter().take(plies as usize).enumerate() {
            event.execute((self::event(&format!("{game} {ply}")), at))?;
            insert.execute((number, ply, coordinates, san, at))?;
        }
        Ok(())
    }
}

fn plies(game: u32) -> u32 {
    1 + hash(&(game, "plies")) as u32 % LONGEST
}

/// The person with White; Black is the next one.
fn white(game: u32) -> u32 {
    2 * ((game / ROOMS + game % PAIRS) % PAIRS)
}

fn room(number: u32) -> String {
    format!("matrix:!{:018x}:example.org", hash(&(number, "room")))
}

fn person(number: u32) -> Person {
    Person::new(format!("matrix:@person-{number}:example.org"), format!("Person {number}"))
}

/// A key as long and as random as those of Matrix.
pub(crate) fn event(of: &str) -> String {
    let halves = [hash(&(of, 1)), hash(&(of, 2)), hash(&(of, 3))];
    format!("matrix:${:016x}{:016x}{:011x}", halves[0], halves[1], halves[2] >> 20)
}

/// One of the running games, each at most once and in no order.
pub(crate) fn scattered(index: u32) -> u32 {
    // Prime to the number of games.
    (u64::from(index) * 61_803 % u64::from(GAMES)) as u32
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A game of random moves that is longer than every running one.
fn random_game(seed: u64) -> (&'static str, Vec<Written>) {
    let variant = variants::ALL[seed as usize % variants::ALL.len()];
    (0..)
        .find_map(|attempt: u64| {
            let mut game = Game::new(variant);
            let mut moves = Vec::new();
            while moves.len() <= LONGEST as usize && game.outcome().is_none() {
                let legal = game.position().legal_moves();
                let played = legal[hash(&(seed, attempt, moves.len())) as usize % legal.len()];
                let (coordinates, san) = (uci::print(game.position(), played), san::print(game.position(), played));
                moves.push(Written { coordinates, san });
                game.play(played).unwrap();
            }
            (moves.len() > LONGEST as usize).then_some((variant.key, moves))
        })
        .unwrap()
}
