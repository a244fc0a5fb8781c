//! How fast the club is with 100,000 running games and 5 million moves: `cargo bench -p bot --no-default-features`.
//!
//! A move is handled end to end – read, checked, stored durably, its post composed without the picture – and compared
//! with the least that being durable can cost: the commit of one row on the same disk, in turn with the moves. The
//! database is made once and kept in the target folder; what is measured is a copy of it.
#![expect(clippy::unwrap_used, reason = "a bench may panic")]

mod filled;

use std::fs::{self, File};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use centaur::club::Club;
use centaur::talk::{Ask, Content, EventKey, Post};
use jiff::Timestamp;
use rusqlite::Connection;

use filled::{Filled, Next};

/// How many moves are measured.
const MOVES: u32 = 3000;

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let filled = Filled::at(&folder.join("filled-6.sqlite"));
    let scratch = tempfile::tempdir_in(folder).unwrap();
    let database = scratch.path().join("club.sqlite");
    fs::copy(filled.path(), &database).unwrap();
    // Or the disk would still be at it while the moves are measured.
    File::open(&database).unwrap().sync_all().unwrap();
    println!("database     {} MB", fs::metadata(&database).unwrap().len() / 1_000_000);

    let (mut club, opening) = timed(|| Club::open(&database).unwrap());
    let (rooms, listing) = timed(|| club.rooms_with_running_games().unwrap());
    println!("start        {opening:.1?} to open, {listing:.1?} for {} rooms with running games", rooms.len());

    measure_moves(&mut club, &filled, &scratch.path().join("bare.sqlite"));
    measure_looks(&mut club, &filled);
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

/// Moves in games all over the database, each followed by the bare commit.
fn measure_moves(club: &mut Club, filled: &Filled, bare: &Path) {
    let mut bare = Bare::open(bare);
    let (mut moves, mut commits, mut sents) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..MOVES {
        let ask = ask(&filled.next(filled::scattered(index)), index);
        let (posts, took) = timed(|| club.handle(black_box(&ask), Timestamp::now()).unwrap());
        let [Post { board: Some(_), outbox: Some(id), .. }] = posts[..] else { panic!("{ask:?} got {posts:?}") };
        moves.push(took);
        commits.push(timed(|| bare.commit()).1);
        sents.push(timed(|| club.sent(id).unwrap()).1);
    }
    let (of_moves, of_commits) = (print("a move", moves), print("bare commit", commits));
    println!("ratio        {:.2} of the medians", of_moves.as_secs_f64() / of_commits.as_secs_f64());
    print("marked sent", sents);
}

fn measure_looks(club: &mut Club, filled: &Filled) {
    for (what, typed) in [("!games", "!games"), ("!top here", "!top"), ("!top", "!top everywhere")] {
        let looks = (0..MOVES).map(|index| {
            let next = Next { typed: typed.to_owned(), ..filled.next(filled::scattered(index)) };
            let ask = ask(&next, MOVES + index);
            // Each is somebody else's, so that nobody asks too fast.
            let (posts, took) = timed(|| club.handle(black_box(&ask), Timestamp::now()).unwrap());
            assert_eq!(posts.len(), 1);
            took
        });
        print(what, looks.collect());
    }
}

fn ask(next: &Next, index: u32) -> Ask {
    let event = EventKey(filled::event(&format!("bench {index}")));
    Ask::new(event, next.room.clone(), next.person.clone(), Content::Text(next.typed.clone()))
}

/// Prints median and 99th percentile, and gives the median.
fn print(what: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let (median, late) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    println!("{what:<12} median {median:>8.1?}   99th percentile {late:>8.1?}   of {}", times.len());
    median
}

/// A database with one table, as durable as the club's.
struct Bare {
    connection: Connection,
}

impl Bare {
    fn open(path: &Path) -> Bare {
        let connection = Connection::open(path).unwrap();
        connection.pragma_update(None, "journal_mode", "WAL").unwrap();
        connection.pragma_update(None, "synchronous", "FULL").unwrap();
        connection.execute_batch("CREATE TABLE row (id INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT").unwrap();
        Bare { connection }
    }

    fn commit(&mut self) {
        self.connection.prepare_cached("INSERT INTO row (at) VALUES (1)").unwrap().execute(()).unwrap();
    }
}
