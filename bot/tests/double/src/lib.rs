//! A Discord for tests: REST and gateway over loopback, with people who talk, press and leave.
//!
//! A test makes a world, points its bot at it and acts as the people in it:
//!
//! ```no_run
//! # async fn example() {
//! use discord_double::Double;
//!
//! let discord = Double::start().await;
//! let server = discord.server("Chess club");
//! let room = server.channel("general");
//! let alice = server.member("alice");
//! // … start a bot with discord.url() as its proxy and discord.token() …
//! discord.logged_in().await;
//! alice.says(&room, "hello");
//! let reply = room.hears("Hello, alice").await;
//! alice.presses(&reply, "Wave back").answer().await;
//! # }
//! ```
//!
//! A test fails when the bot keeps it waiting, and when the double ends having seen a request that Discord's own
//! description doesn't allow.

mod answer;
mod command;
mod compose;
pub mod events;
mod faults;
mod gateway;
mod happenings;
mod interaction;
mod limits;
mod message;
pub mod openapi;
pub mod permissions;
mod person;
mod requests;
mod rest;
mod room;
mod routes;
mod server;
mod shared;
mod tls;
mod trouble;
mod waiting;
mod wire;
mod world;

use std::net::SocketAddr;
use std::panic::Location;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use command::{Argument, Command};
pub use faults::Failure;
pub use interaction::Interaction;
pub use message::{Button, Message, Select};
pub use person::Person;
pub use requests::Request;
pub use room::Room;
pub use server::Server;
pub use shared::Options;
pub use tls::Tls;
pub use trouble::Gateway;
pub use world::{File, Id};

use openapi::Description;
use shared::Shared;

/// A Discord of one's own, which ends when it's dropped.
#[derive(Debug)]
pub struct Double {
    shared: Arc<Shared>,
    tasks: Vec<JoinHandle<()>>,
    tls: Option<Tls>,
    tolerant: bool,
}

impl Double {
    /// Starts one as it usually is.
    pub async fn start() -> Double {
        Double::with(Options::default()).await
    }

    /// Starts one that is somehow special.
    ///
    /// # Panics
    ///
    /// When the port isn't free.
    pub async fn with(options: Options) -> Double {
        let rest = listener(options.port).await;
        let gateway = listener(0).await;
        let description = Description::from_environment();
        let shared = Arc::new(Shared::new(options, address(&rest), address(&gateway), description));
        let mut tasks = vec![
            tokio::spawn(rest::serve(Arc::clone(&shared), rest, None)),
            tokio::spawn(gateway::serve(Arc::clone(&shared), gateway)),
        ];
        let mut tls = None;
        if shared.options.tls {
            let secure = listener(0).await;
            let made = Tls::new(address(&secure));
            tasks.push(tokio::spawn(rest::serve(Arc::clone(&shared), secure, Some(made.acceptor()))));
            tls = Some(made);
        }
        Double { shared, tasks, tls, tolerant: false }
    }

    /// Where REST is, to be given to the bot as its proxy.
    pub fn url(&self) -> String {
        format!("http://{}", self.shared.rest_address)
    }

    /// Where the gateway is.
    pub fn gateway_url(&self) -> String {
        format!("ws://{}", self.shared.gateway_address)
    }

    /// REST over TLS, when it was asked for.
    ///
    /// # Panics
    ///
    /// When it wasn't.
    pub fn tls(&self) -> &Tls {
        self.tls.as_ref().expect("Options::tls wasn't set")
    }

    /// The token that the bot has to show.
    pub fn token(&self) -> &str {
        &self.shared.options.token
    }

    /// The bot's number, which is the application's as well.
    pub fn bot(&self) -> Id {
        self.shared.look().world.bot
    }

    /// How the bot is mentioned.
    pub fn bot_mention(&self) -> String {
        format!("<@{}>", self.bot())
    }

    /// Makes a server that the bot is in.
    pub fn server(&self, name: &str) -> Server {
        Server::new(&self.shared, name, true)
    }

    /// Makes a server whose people use the bot although it isn't there.
    pub fn server_without_bot(&self, name: &str) -> Server {
        Server::new(&self.shared, name, false)
    }

    /// Makes somebody who is in no server.
    pub fn person(&self, name: &str) -> Person {
        Person::new(&self.shared, name)
    }

    /// Waits until the bot has logged in on the gateway.
    #[track_caller]
    pub fn logged_in(&self) -> impl Future<Output = ()> {
        let place = Location::caller();
        async move {
            waiting::until(&self.shared, place, "the bot to log in", |state| {
                state.events.sessions.values().any(|session| session.connection.is_some()).then_some(())
            })
            .await;
        }
    }

    /// Waits until the bot has registered this command, anywhere.
    #[track_caller]
    pub fn has_command(&self, name: &str) -> impl Future<Output = serde_json::Value> {
        let place = Location::caller();
        async move {
            waiting::until(&self.shared, place, &format!("the command {name:?} to be registered"), |state| {
                let mut all = state.world.commands.values().flatten();
                all.find(|command| command["name"] == name).cloned()
            })
            .await
        }
    }

    /// The message as it is now, unless it was deleted.
    pub fn now(&self, message: &Message) -> Option<Message> {
        self.shared.look().world.messages.get(&message.id).filter(|message| !message.deleted).cloned()
    }

    /// Waits until a message has become what is wanted, and returns it.
    #[track_caller]
    pub fn becomes(
        &self,
        message: &Message,
        what: &str,
        wanted: impl Fn(&Message) -> bool,
    ) -> impl Future<Output = Message> {
        let place = Location::caller();
        async move {
            let what = format!("the message {:?} to become {what}", message.line());
            waiting::until(&self.shared, place, &what, |state| {
                state.world.messages.get(&message.id).filter(|message| wanted(message)).cloned()
            })
            .await
        }
    }

    /// The bot's requests that fit a pattern such as `POST /channels/*/messages`, in order of arrival.
    pub fn requests(&self, pattern: &str) -> Vec<Request> {
        self.shared.look().requests.iter().filter(|request| request.is(pattern)).cloned().collect()
    }

    /// Waits until so many requests that fit the pattern were answered, and returns them.
    #[track_caller]
    pub fn has_requested(&self, pattern: &str, times: usize) -> impl Future<Output = Vec<Request>> {
        let place = Location::caller();
        async move {
            waiting::until(&self.shared, place, &format!("{times} × {pattern}"), |state| {
                let all = state.requests.iter().filter(|request| request.is(pattern) && request.answered.is_some());
                let found: Vec<Request> = all.cloned().collect();
                (found.len() >= times).then_some(found)
            })
            .await
        }
    }

    /// What was said and done so far, for people to read.
    pub fn transcript(&self) -> String {
        self.shared.transcript(usize::MAX)
    }

    /// Everything that Discord's description doesn't allow, so far.
    pub fn violations(&self) -> Vec<String> {
        self.shared.look().violations.clone()
    }

    /// Whether requests are checked by Discord's own description.
    pub fn is_checking(&self) -> bool {
        self.shared.description.is_some()
    }

    /// Lets the double end in peace although requests were wrong, for tests of the double itself.
    pub fn tolerate_violations(&mut self) {
        self.tolerant = true;
    }
}

impl Drop for Double {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        self.shared.change(|state| state.events.tell_connections(|| events::Outgoing::Abort));
        let violations = self.violations();
        if !self.tolerant && !violations.is_empty() && !std::thread::panicking() {
            panic!("Discord doesn't allow:\n  {}", violations.join("\n  "));
        }
    }
}

async fn listener(port: u16) -> TcpListener {
    TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, port)).await.expect("a port on loopback")
}

fn address(listener: &TcpListener) -> SocketAddr {
    listener.local_addr().expect("a listener has an address")
}
