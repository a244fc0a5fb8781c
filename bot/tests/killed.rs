//! The bot killed as `kill -9` does, again and again in the middle of its work: no move is lost, none is played twice,
//! and every one is announced in the end.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashSet;
use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use rules::{Color, Game, san, uci, variants};
use rusqlite::{Connection, OpenFlags};

const KILLS: usize = 50;

/// Games at once; enough that some still run in the end.
const GAMES: usize = 32;

/// Moves before each kill at most; the kill comes after this many announcements at most.
const MOST_MOVES: usize = 45;
const MOST_HEARD: u64 = 30;

/// SplitMix64.
struct Random(u64);

impl Random {
    /// A number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    fn choose<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len() as u64) as usize]
    }
}

/// A move that somebody is going to say.
struct Said {
    /// The index of the game, and of the move in it.
    game: usize,
    ply: usize,
    line: String,
    /// How its announcement begins.
    announcement: String,
}

/// What is known of the games without asking the bot.
struct Table {
    games: Vec<Game>,
    random: Random,
}

impl Table {
    /// The commands that begin the games.
    fn begin(seed: u64) -> (Table, String) {
        let kinds = variants::ALL.into_iter().cycle().take(GAMES);
        let opening = kinds.clone().enumerate().map(|(index, kind)| {
            let [white, black] = players(index);
            format!("{white}: !challenge @{black} {} white\n{black}: !accept\n", kind.key)
        });
        (Table { games: kinds.clone().map(Game::new).collect(), random: Random(seed) }, opening.collect())
    }

    /// Random moves in random games, played on the table.
    fn play_on(&mut self) -> Vec<Said> {
        let mut script = Vec::new();
        for _ in 0..MOST_MOVES {
            let running: Vec<usize> = (0..GAMES).filter(|game| self.games[*game].outcome().is_none()).collect();
            let index = *self.random.choose(&running);
            let game = &mut self.games[index];
            let played = *self.random.choose(&game.position().legal_moves());
            let san = san::print(game.position(), played);
            let [white, black] = players(index);
            let (speaker, dots) = match game.position().turn() {
                Color::White => (white, "."),
                Color::Black => (black, "..."),
            };
            let number = index + 1;
            script.push(Said {
                game: index,
                ply: game.ply(),
                line: format!("{speaker}: {number} {san}\n"),
                announcement: format!("#{number} {}{dots} {san}", game.position().fullmove_number()),
            });
            game.play(played).unwrap();
        }
        script
    }

    /// Takes back what isn't in the database, which must be the end of the script.
    fn compare(&mut self, script: &[Said], stored: &[Vec<String>]) -> usize {
        let kept = script.iter().take_while(|said| said.ply < stored[said.game].len()).count();
        for said in &script[kept..] {
            assert!(said.ply >= stored[said.game].len(), "{} was stored, something before it wasn't", said.line);
        }
        for (game, stored) in self.games.iter_mut().zip(stored) {
            game.rewind(stored.len());
            let played: Vec<String> = game.plies().map(|(before, played)| uci::print(before, played)).collect();
            assert_eq!(played, *stored);
        }
        kept
    }
}

fn players(game: usize) -> [String; 2] {
    ["white", "black"].map(|side| format!("{side}{}", game % 4))
}

fn open(database: &Path) -> (Child, BufReader<ChildStdout>) {
    let mut bot = Command::new(env!("CARGO_BIN_EXE_centaur"))
        .args(["terminal", "--database"])
        .arg(database)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let replies = BufReader::new(bot.stdout.take().unwrap());
    (bot, replies)
}

/// Lets the bot hear a script to its end, and gives what it printed.
fn play_to_the_end(database: &Path, script: &str) -> Vec<String> {
    let (mut bot, replies) = open(database);
    let mut stdin = bot.stdin.take().unwrap();
    let script = script.to_owned();
    let saying = thread::spawn(move || stdin.write_all(script.as_bytes()).unwrap());
    let printed = replies.lines().map(Result::unwrap).collect();
    saying.join().unwrap();
    assert!(bot.wait().unwrap().success());
    printed
}

/// Lets the bot hear a script, kills it at a random moment, and gives what it printed until then.
fn play_and_kill(database: &Path, script: &[Said], random: &mut Random) -> Vec<String> {
    let (mut bot, mut replies) = open(database);
    let lines: String = script.iter().map(|said| said.line.as_str()).collect();
    bot.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
    let mut printed = Vec::new();
    // Every fifth time perhaps before anything was heard, else in the midst of the moves.
    let (mut heard, patience) = match random.below(5) {
        0 => (0, Duration::from_millis(random.below(200))),
        _ => (1 + random.below(MOST_HEARD), Duration::from_micros(random.below(6000))),
    };
    while heard > 0 {
        let mut line = String::new();
        assert!(replies.read_line(&mut line).unwrap() > 0, "the bot ended by itself");
        heard -= u64::from(line.starts_with('#'));
        printed.push(line);
    }
    thread::sleep(patience);
    bot.kill().unwrap();
    bot.wait().unwrap();
    // A line that was cut off was said to nobody.
    printed.extend(replies.split(b'\n').map(|line| String::from_utf8_lossy(&line.unwrap()).into_owned()));
    printed
}

/// The moves in the database, which must be sound, by game.
fn stored(database: &Path) -> Vec<Vec<String>> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let sound: String = connection.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let broken: u32 =
        connection.query_row("SELECT count(*) FROM pragma_foreign_key_check", (), |row| row.get(0)).unwrap();
    assert_eq!(broken, 0);
    let mut games = vec![Vec::new(); GAMES];
    let mut query = connection.prepare("SELECT game, ply, coordinates FROM move ORDER BY game, ply").unwrap();
    let mut rows = query.query(()).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let moves: &mut Vec<String> = &mut games[row.get::<_, usize>(0).unwrap() - 1];
        assert_eq!(row.get::<_, usize>(1).unwrap(), moves.len());
        moves.push(row.get(2).unwrap());
    }
    games
}

#[test]
fn killed_at_any_moment_the_bot_loses_no_move_doubles_none_and_announces_all() {
    let seed = env::var("KILL_SEED").map_or_else(|_| RandomState::new().hash_one(0), |seed| seed.parse().unwrap());
    println!("KILL_SEED={seed}");
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("club.sqlite");
    let (mut table, opening) = Table::begin(seed);
    let begun = play_to_the_end(&database, &opening);
    assert_eq!(begun.iter().filter(|line| line.contains(" begins. ")).count(), GAMES, "{begun:#?}");

    let mut random = Random(!seed);
    // How every move that is stored has to be announced, and what is still owed.
    let (mut announcements, mut owed) = (0, HashSet::new());
    let settle = |owed: &mut HashSet<String>, printed: &[String]| {
        owed.retain(|announcement: &String| !printed.iter().any(|line| is_announced(announcement, line)));
    };
    for kill in 0..KILLS {
        let script = table.play_on();
        let printed = play_and_kill(&database, &script, &mut random);
        let kept = table.compare(&script, &stored(&database));
        for lost in &script[kept..] {
            let heard = printed.iter().any(|line| is_announced(&lost.announcement, line));
            assert!(!heard, "kill {kill}: {} was announced and isn't stored", lost.announcement);
        }
        announcements += kept;
        owed.extend(script.into_iter().take(kept).map(|said| said.announcement));
        settle(&mut owed, &printed);
    }
    settle(&mut owed, &play_to_the_end(&database, "white0: !help fen\n"));
    assert!(owed.is_empty(), "never announced: {owed:?}");
    assert!(announcements > KILLS * 5, "hardly anything was played: {announcements}");
}

/// Whether a line printed begins with this announcement.
fn is_announced(announcement: &str, line: &str) -> bool {
    line.strip_prefix(announcement).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']))
}
