//! The engine as a program that chess interfaces and match runners talk to: the Universal Chess Interface.
//!
//! Lines from the interface and what the search finds come over one channel, so that one thread does all the writing.

use std::io::{self, BufRead, Write};
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use rules::search::{Engine, Level, Limits, Line, Score};
use rules::{Color, Game, Move, Variant, fen, uci, variants};

const DEFAULT_HASH: usize = 64;
const MOST_HASH: usize = 65_536;
const MOST_THREADS: usize = 256;
/// What is kept back of the time for a move, for the way of the answer to the interface.
const OVERHEAD: Duration = Duration::from_millis(15);

enum Event {
    Said(String),
    Found(Line),
    Finished(Option<Move>),
    Hung,
}

/// Answers an interface on standard input until it says `quit` or goes away.
pub(super) fn serve(output: &mut impl Write) -> Result<()> {
    let (sender, events) = mpsc::channel();
    let reader = sender.clone();
    // The thread ends with the input; nobody waits for it, as a last line may never come.
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(io::Result::ok) {
            if reader.send(Event::Said(line)).is_err() {
                return;
            }
        }
        let _whoever_quit_first = reader.send(Event::Hung);
    });
    Session::new(sender).talk(&events, output)
}

struct Session {
    game: Game,
    engine: Arc<Engine>,
    hash: usize,
    threads: usize,
    /// How strong to play, if not as strong as the limits of each search allow.
    level: Option<Level>,
    /// What a level's misjudgements are drawn from.
    seed: u64,
    search: Option<Search>,
    events: Sender<Event>,
}

/// A search under way.
struct Search {
    stop: Arc<AtomicBool>,
    begun: Instant,
    /// The answer is held back until `stop` is said.
    infinite: bool,
    finished: Option<Option<Move>>,
}

impl Session {
    fn new(events: Sender<Event>) -> Session {
        let variant = &variants::CHESS;
        Session {
            game: Game::new(variant),
            engine: Arc::new(Engine::new(variant, DEFAULT_HASH)),
            hash: DEFAULT_HASH,
            threads: 1,
            level: None,
            seed: 0,
            search: None,
            events,
        }
    }

    fn talk(mut self, events: &Receiver<Event>, output: &mut impl Write) -> Result<()> {
        // What was said during a search and has to wait for its end.
        let mut waiting = std::collections::VecDeque::new();
        let mut hung = false;
        loop {
            let next = if self.search.is_none() { waiting.pop_front() } else { None };
            let event = match next {
                Some(line) => Event::Said(line),
                None if hung && self.search.is_none() => return Ok(()),
                None => events.recv()?,
            };
            match event {
                Event::Said(line) => {
                    let word = line.split_whitespace().next().unwrap_or_default();
                    match word {
                        "quit" => {
                            self.stop();
                            return Ok(());
                        }
                        "isready" => writeln!(output, "readyok")?,
                        "stop" => {
                            self.stop();
                            self.conclude(output)?;
                        }
                        _ if self.search.is_some() => waiting.push_back(line),
                        _ => self.obey(&line, output)?,
                    }
                }
                Event::Found(line) => self.inform(&line, output)?,
                Event::Finished(best) => {
                    if let Some(search) = &mut self.search {
                        search.finished = Some(best);
                    }
                    self.conclude(output)?;
                }
                Event::Hung => hung = true,
            }
            // A script that ends after `go` still gets its answer, but nobody is left to stop an endless search.
            if hung && self.search.as_ref().is_some_and(|search| search.infinite) {
                self.stop();
                self.conclude(output)?;
            }
            output.flush()?;
        }
    }

    fn obey(&mut self, line: &str, output: &mut impl Write) -> Result<()> {
        let mut words = line.split_whitespace();
        let complaint = match words.next() {
            Some("uci") => {
                introduce(output)?;
                None
            }
            Some("ucinewgame") => {
                self.renew();
                None
            }
            Some("setoption") => self.set_option(line).err(),
            Some("position") => self.set_position(words).err(),
            Some("go") => self.go(words).err(),
            Some("d") => {
                writeln!(output, "info string {}", fen::print(self.game.position()))?;
                None
            }
            Some(word) => Some(format!("unknown command {word}")),
            None => None,
        };
        if let Some(complaint) = complaint {
            writeln!(output, "info string {complaint}")?;
        }
        Ok(())
    }

    fn variant(&self) -> &'static Variant {
        self.game.position().variant()
    }

    /// A new engine that remembers nothing, as the options have it.
    fn renew(&mut self) {
        self.engine = Arc::new(Engine::new(self.variant(), self.hash).with_threads(self.threads));
    }

    fn set_option(&mut self, line: &str) -> Result<(), String> {
        let (_, named) = line.split_once("name ").ok_or("setoption needs a name")?;
        let (name, value) = named.split_once(" value ").unwrap_or((named, ""));
        let number = |most: usize| match value.trim().parse() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(format!("{} goes from 1 to {most}", name.trim())),
        };
        match name.trim().to_ascii_lowercase().as_str() {
            "uci_variant" => {
                let variant = variants::by_key(value.trim()).ok_or_else(|| format!("no game {}", value.trim()))?;
                self.game = Game::new(variant);
            }
            "level" if value.trim() == "0" => self.level = None,
            "level" => self.level = Level::new(number(usize::from(Level::STRONGEST.number()))? as u8),
            "seed" => self.seed = value.trim().parse().map_err(|_| "Seed is a number from 0 up".to_owned())?,
            "hash" => self.hash = number(MOST_HASH)?,
            "threads" => self.threads = number(MOST_THREADS)?,
            other => return Err(format!("unknown option {other}")),
        }
        self.renew();
        Ok(())
    }

    fn set_position(&mut self, words: SplitWhitespace<'_>) -> Result<(), String> {
        let words: Vec<&str> = words.collect();
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let mut game = match words.first() {
            Some(&"startpos") => Game::new(self.variant()),
            Some(&"fen") => {
                let text = words[1..end].join(" ");
                Game::from_position(fen::parse(self.variant(), &text).map_err(|error| error.to_string())?)
            }
            _ => return Err("position needs startpos or fen".to_owned()),
        };
        for word in words.iter().skip(end + 1) {
            uci::play(&mut game, word).map_err(|_| format!("illegal move {word}"))?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, words: SplitWhitespace<'_>) -> Result<(), String> {
        let asked = Asked::read(words)?;
        let time = asked.time(self.game.position().turn());
        let stop = Arc::new(AtomicBool::new(false));
        let search =
            Search { stop: Arc::clone(&stop), begun: Instant::now(), infinite: asked.infinite, finished: None };
        self.search = Some(search);
        if let Some(time) = time {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                thread::sleep(time);
                stop.store(true, Relaxed);
            });
        }
        let (engine, game, events) = (Arc::clone(&self.engine), self.game.clone(), self.events.clone());
        let (level, seed) = (self.level, self.seed);
        thread::spawn(move || {
            let limits = Limits { depth: asked.depth, nodes: asked.nodes, stop: Some(&stop) };
            let best = match level {
                Some(level) => engine.choose(&game, level, seed, Some(&stop)),
                None => engine.search(&game, limits, |line| {
                    let _whoever_quit_first = events.send(Event::Found(line.clone()));
                }),
            };
            let best = best.and_then(|line| line.moves.first().copied());
            let _whoever_quit_first = events.send(Event::Finished(best));
        });
        Ok(())
    }

    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop.store(true, Relaxed);
            search.infinite = false;
        }
    }

    /// Says the best move once the search has finished and nothing holds it back.
    fn conclude(&mut self, output: &mut impl Write) -> Result<()> {
        let ready = self.search.take_if(|search| search.finished.is_some() && !search.infinite);
        let Some(best) = ready.and_then(|search| search.finished) else { return Ok(()) };
        let text = best.map_or("(none)".to_owned(), |best| uci::print(self.game.position(), best));
        writeln!(output, "bestmove {text}")?;
        Ok(())
    }

    fn inform(&self, line: &Line, output: &mut impl Write) -> Result<()> {
        let Some(search) = &self.search else { return Ok(()) };
        let milliseconds = search.begun.elapsed().as_millis().max(1);
        let score = match line.score {
            Score::Centipawns(score) => format!("cp {score}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        let per_second = line.nodes as u128 * 1000 / milliseconds;
        write!(output, "info depth {} score {score} nodes {} nps {per_second}", line.depth, line.nodes)?;
        write!(output, " time {milliseconds} pv")?;
        let mut position = self.game.position().clone();
        for played in &line.moves {
            write!(output, " {}", uci::print(&position, *played))?;
            position = position.after(*played);
        }
        writeln!(output)?;
        Ok(())
    }
}

fn introduce(output: &mut impl Write) -> Result<()> {
    writeln!(output, "id name Centaur {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(output, "id author the Centaur developers")?;
    write!(output, "option name UCI_Variant type combo default {}", variants::CHESS.key)?;
    for variant in variants::ALL {
        write!(output, " var {}", variant.key)?;
    }
    writeln!(output)?;
    writeln!(output, "option name Hash type spin default {DEFAULT_HASH} min 1 max {MOST_HASH}")?;
    writeln!(output, "option name Threads type spin default 1 min 1 max {MOST_THREADS}")?;
    let strongest = Level::STRONGEST.number();
    writeln!(output, "option name Level type spin default 0 min 0 max {strongest}")?;
    writeln!(output, "option name Seed type spin default 0 min 0 max {}", u32::MAX)?;
    writeln!(output, "uciok")?;
    Ok(())
}

/// What `go` asks for.
#[derive(Default)]
struct Asked {
    depth: Option<u32>,
    nodes: Option<u64>,
    infinite: bool,
    for_this_move: Option<Duration>,
    /// What is left on the clock and what each move adds, White's before Black's.
    left: [Option<Duration>; 2],
    added: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Asked {
    fn read(mut words: SplitWhitespace<'_>) -> Result<Asked, String> {
        let mut asked = Asked::default();
        while let Some(word) = words.next() {
            if matches!(word, "infinite" | "ponder") {
                asked.infinite = true;
                continue;
            }
            // A clock may be below zero.
            let number: i64 =
                words.next().and_then(|number| number.parse().ok()).ok_or_else(|| format!("{word} needs a number"))?;
            let number = number.max(0) as u64;
            let time = Duration::from_millis(number);
            match word {
                "depth" => asked.depth = Some(number.clamp(1, 1_000) as u32),
                "nodes" => asked.nodes = Some(number.max(1)),
                "mate" => asked.depth = Some((2 * number).clamp(1, 1_000) as u32),
                "movetime" => asked.for_this_move = Some(time),
                "wtime" => asked.left[0] = Some(time),
                "btime" => asked.left[1] = Some(time),
                "winc" => asked.added[0] = time,
                "binc" => asked.added[1] = time,
                "movestogo" => asked.moves_to_go = Some(number.clamp(1, 1_000) as u32),
                other => return Err(format!("go doesn't know {other}")),
            }
        }
        Ok(asked)
    }

    /// How long to think at the most.
    fn time(&self, turn: Color) -> Option<Duration> {
        if let Some(time) = self.for_this_move {
            return Some(time.saturating_sub(OVERHEAD).max(Duration::from_millis(1)));
        }
        let left = self.left[turn.index()]?;
        let share = left / self.moves_to_go.map_or(25, |moves| moves.min(25) + 1);
        let time = share + self.added[turn.index()] * 3 / 4;
        Some(time.min(left.saturating_sub(2 * OVERHEAD)).max(Duration::from_millis(1)))
    }
}
