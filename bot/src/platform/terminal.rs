//! The terminal: one room, where everybody sits at the same keyboard and is known by name.
//!
//! With people at a terminal it is a prompt that passes to whoever is to answer. Otherwise it reads lines
//! `name: message` from standard input and prints the replies, which is how whole games are tested.

mod board;
mod completion;
mod lines;
mod picture;
mod posts;
mod prompt;

use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;
use std::{env, thread};

use jiff::Timestamp;
use rules::san;
use rustyline::error::ReadlineError;
use tokio::sync::mpsc;

use self::completion::Known;
use self::picture::Pictures;
use self::posts::BoardAs;
use self::prompt::Prompt;
use crate::config;
use crate::desk::{Closed, Desk};
use crate::talk::{Ask, Board, Content, EventKey, File, Person, Post, Room};
use crate::text::terminal as text;

/// What keys of people and rooms here begin with.
const PLATFORM: &str = "terminal";

/// Why the room was closed early.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    /// The club is gone.
    #[error(transparent)]
    Closed(#[from] Closed),
    /// The replies can't be printed.
    #[error("the replies can't be printed")]
    Output(#[from] io::Error),
    /// The terminal can't be used.
    #[error("the terminal can't be used")]
    Terminal(#[from] ReadlineError),
}

/// Keeps the room open until the input ends or the people leave.
///
/// What was typed and the pictures are kept beside the database.
///
/// # Errors
///
/// [`RoomError`] when the room had to be closed early. No move is lost.
pub async fn run(config: &config::Terminal, database: &Path, desk: Desk) -> Result<(), RoomError> {
    let voice = Voice::new(desk)?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let pictures = Pictures::new(database.with_extension("pictures"), config.pictures);
        let prompt = Prompt::new(database.with_extension("history"))?;
        let speaker = lines::person(&user_name());
        println(&text::welcome(&speaker.name, database))?;
        Table { voice, pictures, prompt, names: BTreeMap::new(), moves: Vec::new(), speaker }.run().await
    } else {
        read_script(voice).await
    }
}

/// What the system calls the person at the keyboard, if that can be a name here.
fn user_name() -> String {
    let known = ["USER", "USERNAME", "LOGNAME"].into_iter().filter_map(|variable| env::var(variable).ok());
    known.into_iter().find(|name| lines::is_name(name)).unwrap_or_else(|| "guest".to_owned())
}

/// Prints a line, in colours where the terminal shows them.
fn println(words: &str) -> io::Result<()> {
    let mut output = anstream::stdout().lock();
    writeln!(output, "{words}")?;
    output.flush()
}

/// How many columns the terminal has.
fn width() -> Option<u16> {
    Some(viuer::terminal_size().0)
}

/// The way to the club and back.
struct Voice {
    desk: Desk,
    posts: mpsc::UnboundedReceiver<Post>,
    room: Room,
    /// When the room was opened, so that no two events ever have the same key.
    opened: Timestamp,
    said: u64,
}

impl Voice {
    fn new(desk: Desk) -> Result<Voice, Closed> {
        let posts = desk.connect(PLATFORM)?;
        Ok(Voice { desk, posts, room: Room(format!("{PLATFORM}:room")), opened: Timestamp::now(), said: 0 })
    }

    /// Says something in somebody's name, and gives all that is then to be shown.
    async fn say(&mut self, speaker: &Person, message: &str) -> Result<Vec<Post>, Closed> {
        self.said += 1;
        let event = EventKey(format!("{PLATFORM}:{}-{}", self.opened.as_nanosecond(), self.said));
        self.desk
            .ask(Ask {
                event,
                room: self.room.clone(),
                person: speaker.clone(),
                about: None,
                content: Content::Text(message.to_owned()),
                mentions: lines::mentions(message),
                is_private: false,
                // Whoever has the keyboard has the room.
                is_moderator: true,
                within: None,
            })
            .await?;
        Ok(std::iter::from_fn(|| self.posts.try_recv().ok()).collect())
    }

    /// Waits until nothing is thought about, and gives all that is then to be shown.
    async fn rest(&mut self) -> Result<Vec<Post>, Closed> {
        self.desk.rest().await?;
        Ok(std::iter::from_fn(|| self.posts.try_recv().ok()).collect())
    }

    /// Tells the club that a post was shown, which was begun at `start`.
    fn shown(&self, post: &Post, start: Instant) -> Result<(), Closed> {
        self.desk.tally().sent(PLATFORM, start.elapsed());
        post.outbox.map_or(Ok(()), |id| self.desk.sent(id))
    }
}

/// Says each line of standard input, until it ends or somebody interrupts.
async fn read_script(mut voice: Voice) -> Result<(), RoomError> {
    // On a thread that nobody waits for: reading can't be interrupted.
    let (sender, mut script) = mpsc::channel(1);
    thread::spawn(move || {
        for (index, line) in io::stdin().lock().split(b'\n').enumerate() {
            let Ok(line) = line else { return };
            if sender.blocking_send((index + 1, line)).is_err() {
                return;
            }
        }
    });
    loop {
        let next = tokio::select! {
            next = script.recv() => next,
            _ = tokio::signal::ctrl_c() => None,
        };
        let Some((number, line)) = next else { return Ok(()) };
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        let said = lines::split_speaker(&line).filter(|(_, message)| !message.is_empty());
        let Some((name, message)) = said else {
            writeln!(io::stderr(), "{}", text::nobody_speaks(number))?;
            continue;
        };
        for post in voice.say(&lines::person(name), message).await? {
            let start = Instant::now();
            println(&posts::compose(&post, &BoardAs::Text, None))?;
            voice.shown(&post, start)?;
        }
        // What is thought about is said before the next line is.
        for post in voice.rest().await? {
            let start = Instant::now();
            println(&posts::compose(&post, &BoardAs::Text, None))?;
            voice.shown(&post, start)?;
        }
    }
}

/// The people at a terminal.
struct Table {
    voice: Voice,
    pictures: Pictures,
    prompt: Prompt,
    /// Everybody who has spoken or been spoken to, by key.
    names: BTreeMap<String, String>,
    /// The legal moves in the game whose board was shown last.
    moves: Vec<String>,
    /// Who has the prompt.
    speaker: Person,
}

impl Table {
    async fn run(mut self) -> Result<(), RoomError> {
        self.know(&self.speaker.clone());
        while let Some(line) = self.next_line().await? {
            let line = line.trim();
            if ["quit", "exit"].contains(&line.trim_start_matches(crate::command::PREFIX)) {
                break;
            }
            let (speaker, message) = match lines::split_speaker(line) {
                Some((name, message)) => (lines::person(name), message),
                None => (self.speaker.clone(), line),
            };
            self.know(&speaker);
            if message.is_empty() {
                // "bob:" alone gives Bob the prompt.
                self.speaker = speaker;
                continue;
            }
            let posts = self.voice.say(&speaker, message).await?;
            if posts.is_empty() {
                println(&text::unheard())?;
            }
            for post in posts {
                self.show(&post).await?;
            }
        }
        println(text::farewell())?;
        Ok(())
    }

    /// The next line typed; what is to be said meanwhile is shown above it.
    async fn next_line(&mut self) -> Result<Option<String>, RoomError> {
        let known = Known { moves: self.moves.clone(), names: self.names.values().cloned().collect() };
        self.prompt.ask(format!("{}> ", self.speaker.name), known);
        loop {
            tokio::select! {
                line = self.prompt.line() => return Ok(line?),
                Some(post) = self.voice.posts.recv() => {
                    let start = Instant::now();
                    self.prompt.print_above(format!("{}\n", posts::compose(&post, &BoardAs::Text, width())))?;
                    self.voice.shown(&post, start)?;
                }
            }
        }
    }

    async fn show(&mut self, post: &Post) -> Result<(), RoomError> {
        let start = Instant::now();
        if let Some(board) = &post.board {
            self.show_with_board(post, board).await?;
        } else {
            println(&posts::compose(post, &BoardAs::Text, width()))?;
        }
        for attachment in &post.attachments {
            if let File::Replay(replay) = &attachment.file {
                match self.pictures.animate(&attachment.name, replay).await {
                    Ok(file) => println(&text::replay_in(&file))?,
                    Err(error) => tracing::warn!(%error, "there is no replay"),
                }
            }
        }
        self.voice.shown(post, start)?;
        // Whoever would be called elsewhere gets the prompt here.
        if let Some(called) = post.ping.as_ref().filter(|person| person.key.0.starts_with(PLATFORM)) {
            self.know(called);
            self.speaker = called.clone();
        }
        Ok(())
    }

    async fn show_with_board(&mut self, post: &Post, board: &Board) -> Result<(), RoomError> {
        let start = Instant::now();
        let drawn = self.pictures.draw(post, board).await;
        self.voice.desk.tally().drew(start.elapsed());
        let file = drawn.inspect_err(|error| tracing::warn!(%error, "there is no picture")).ok();
        let on_terminal = file.as_deref().filter(|_| self.pictures.are_on_terminal());
        let is_shown = on_terminal.is_some_and(|file| {
            picture::show(file).inspect_err(|error| tracing::warn!(%error, "the picture isn't shown")).is_ok()
        });
        let board_as = match &file {
            _ if is_shown => BoardAs::Picture,
            Some(file) => BoardAs::TextAndFile(file),
            None => BoardAs::Text,
        };
        println(&posts::compose(post, &board_as, width()))?;
        if let Ok(position) = board.position() {
            self.moves = san::print_all(&position).into_iter().map(|(_, text)| text).collect();
            self.moves.sort();
        }
        Ok(())
    }

    fn know(&mut self, person: &Person) {
        self.names.insert(person.key.0.clone(), person.name.clone());
    }
}
