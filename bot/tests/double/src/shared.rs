//! What the double's parts have in common: the state behind its lock, and the word that it changed.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::events::Events;
use crate::faults::Faults;
use crate::limits::Limits;
use crate::openapi::Description;
use crate::requests::Request;
use crate::world::World;

/// How a double is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The token that the bot has to show.
    pub token: String,
    /// The bot's name.
    pub bot_name: String,
    /// The port of REST on loopback; any free one when zero.
    pub port: u16,
    /// How often the bot has to send a heartbeat.
    pub heartbeat: Duration,
    /// How long to wait for the bot before a test fails.
    pub patience: Duration,
    /// How long the bot has for the first answer to an interaction.
    pub answer_within: Duration,
    /// How long a repeated nonce returns the first message.
    pub nonce_lasts: Duration,
    /// Whether the developer portal allows the bot to read messages.
    pub message_content: bool,
    /// Whether the developer portal allows the bot to list members.
    pub guild_members: bool,
    /// How many shards the bot is advised to use.
    pub shards: u64,
    /// Whether REST is offered over TLS as well, with a certificate for Discord's own host.
    pub tls: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            token: "MTIzNDU2Nzg5MDEyMzQ1Njc4.GDouble.a-token-that-is-good-for-nothing".to_owned(),
            bot_name: "Centaur".to_owned(),
            port: 0,
            heartbeat: Duration::from_millis(41_250),
            patience: Duration::from_secs(30),
            answer_within: Duration::from_secs(3),
            nonce_lasts: Duration::from_secs(180),
            message_content: true,
            guild_members: true,
            shards: 1,
            tls: false,
        }
    }
}

/// Everything that changes.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) world: World,
    pub(crate) events: Events,
    pub(crate) faults: Faults,
    pub(crate) limits: Limits,
    pub(crate) requests: Vec<Request>,
    /// What was said and done, for people to read when a test fails.
    pub(crate) transcript: Vec<(Instant, String)>,
    /// Requests that Discord's description doesn't allow.
    pub(crate) violations: Vec<String>,
}

impl State {
    /// Adds a line to the transcript.
    pub(crate) fn note(&mut self, line: impl Into<String>) {
        self.transcript.push((Instant::now(), line.into()));
    }

    /// Notes that Discord wouldn't allow something, once.
    pub(crate) fn violation(&mut self, line: String) {
        if !self.violations.contains(&line) {
            self.violations.push(line);
        }
    }
}

/// What the double's parts have in common.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: watch::Sender<()>,
    pub(crate) options: Options,
    pub(crate) started: Instant,
    pub(crate) rest_address: SocketAddr,
    pub(crate) gateway_address: SocketAddr,
    pub(crate) description: Option<Arc<Description>>,
}

impl Shared {
    pub(crate) fn new(
        options: Options,
        rest_address: SocketAddr,
        gateway_address: SocketAddr,
        description: Option<Arc<Description>>,
    ) -> Shared {
        let state = State {
            world: World::new(&options.bot_name),
            events: Events::default(),
            faults: Faults::default(),
            limits: Limits::default(),
            requests: Vec::new(),
            transcript: Vec::new(),
            violations: Vec::new(),
        };
        Shared {
            state: Mutex::new(state),
            changed: watch::Sender::new(()),
            options,
            started: Instant::now(),
            rest_address,
            gateway_address,
            description,
        }
    }

    /// Looks at the state without changing anything that somebody could wait for.
    pub(crate) fn look(&self) -> MutexGuard<'_, State> {
        // A panic while the lock was held has failed its test already.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and tells whoever waits.
    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        let result = change(&mut self.look());
        self.changed.send_replace(());
        result
    }

    /// Tells whoever waits from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Where files are downloaded.
    pub(crate) fn files_at(&self) -> String {
        format!("http://{}", self.rest_address)
    }

    /// The transcript's last lines, each with the seconds since the start.
    pub(crate) fn transcript(&self, lines: usize) -> String {
        let state = self.look();
        let skipped = state.transcript.len().saturating_sub(lines);
        let mut text = String::new();
        if skipped > 0 {
            text.push_str(&format!("  … {skipped} lines before\n"));
        }
        for (at, line) in &state.transcript[skipped..] {
            let seconds = at.duration_since(self.started).as_secs_f64();
            text.push_str(&format!("  {seconds:8.3}s {line}\n"));
        }
        text
    }
}
