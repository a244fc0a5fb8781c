//! What a test lets go wrong: with requests, with events, and with the gateway.

use std::panic::Location;
use std::time::Duration;

use serde_json::Value;

use crate::Double;
use crate::events::Outgoing;
use crate::faults::Failure;
use crate::waiting;

impl Double {
    /// The next so many requests that fit a pattern such as `POST /channels/*/messages` go wrong.
    pub fn fail(&self, pattern: &str, times: u32, failure: Failure) {
        self.shared.change(|state| state.faults.plan(pattern, times, failure));
    }

    /// How many planned failures are still to come.
    pub fn failures_left(&self) -> u32 {
        self.shared.look().faults.left()
    }

    /// Lets nothing more go wrong with requests.
    pub fn fail_no_more(&self) {
        self.shared.change(|state| state.faults.clear());
    }

    /// Takes only so many requests that fit the pattern in each window, for each channel, guild or webhook.
    pub fn limit(&self, pattern: &str, count: u32, window: Duration) {
        self.shared.change(|state| state.limits.set(pattern, count, window));
    }

    /// The gateway, to be troubled.
    pub fn gateway(&self) -> Gateway<'_> {
        Gateway { double: self }
    }
}

/// The gateway, to be troubled.
#[derive(Clone, Copy, Debug)]
pub struct Gateway<'a> {
    double: &'a Double,
}

impl Gateway<'_> {
    /// Cuts every connection without a word; sessions can be resumed.
    pub fn drops(&self) {
        self.tell("cuts every connection", || Outgoing::Abort);
    }

    /// Asks the bot to connect again and resume.
    pub fn asks_to_reconnect(&self) {
        self.tell("asks to reconnect", || Outgoing::Payload(r#"{"op":7,"d":null}"#.to_owned()));
    }

    /// Tells the bot that its session is invalid, and whether it can be resumed all the same.
    pub fn invalidates_session(&self, resumable: bool) {
        self.tell("invalidates the session", || Outgoing::Payload(format!(r#"{{"op":9,"d":{resumable}}}"#)));
        if !resumable {
            self.double.shared.change(|state| state.events.sessions.clear());
        }
    }

    /// Closes every connection with a code such as 4000, or 4009 which ends the session as well.
    pub fn closes(&self, code: u16) {
        self.tell(&format!("closes with {code}"), || Outgoing::Close(code, "closed by a test"));
        // Only what was unknown, unreadable or too fast is forgiven.
        if !matches!(code, 4000 | 4001 | 4002 | 4008) && code >= 4000 {
            self.double.shared.change(|state| state.events.sessions.clear());
        }
    }

    /// Forgets every session, so that the next resume is refused.
    pub fn forgets_sessions(&self) {
        self.double.shared.change(|state| {
            state.events.tell_connections(|| Outgoing::Abort);
            state.events.sessions.clear();
            state.note("(gateway: forgets every session)");
        });
    }

    /// Refuses connections, or takes them again.
    pub fn refuses_connections(&self, closed: bool) {
        self.double.shared.change(|state| state.events.closed = closed);
    }

    /// Leaves heartbeats unanswered, or answers them again.
    pub fn ignores_heartbeats(&self, deaf: bool) {
        self.double.shared.change(|state| state.events.deaf = deaf);
    }

    /// Delivers the next so many events of this name twice.
    pub fn delivers_twice(&self, event: &str, times: u32) {
        self.double.shared.change(|state| state.events.deliver_twice(event, times));
    }

    /// Delivers the next so many events of this name late, so that others overtake them.
    pub fn delivers_late(&self, event: &str, times: u32, by: Duration) {
        self.double.shared.change(|state| state.events.deliver_late(event, times, by));
    }

    /// What the bot said at each login, without the token.
    pub fn logins(&self) -> Vec<Value> {
        self.double.shared.look().events.identifies.clone()
    }

    /// How often the bot tried to resume.
    pub fn resumes(&self) -> u64 {
        self.double.shared.look().events.resumes
    }

    /// How many heartbeats came.
    pub fn heartbeats(&self) -> u64 {
        self.double.shared.look().events.heartbeats
    }

    /// What each session of the bot says that it's doing.
    pub fn presences(&self) -> Vec<Value> {
        self.double.shared.look().events.sessions.values().map(|session| session.presence.clone()).collect()
    }

    /// Whether the bot is connected.
    pub fn is_connected(&self) -> bool {
        self.double.shared.look().events.sessions.values().any(|session| session.connection.is_some())
    }

    /// Waits until the bot has logged in so many times.
    #[track_caller]
    pub fn has_logins(&self, times: usize) -> impl Future<Output = ()> {
        let place = Location::caller();
        async move {
            waiting::until(&self.double.shared, place, &format!("{times} logins"), |state| {
                (state.events.identifies.len() >= times).then_some(())
            })
            .await;
        }
    }

    /// Waits until the bot has tried to resume so many times.
    #[track_caller]
    pub fn has_resumes(&self, times: u64) -> impl Future<Output = ()> {
        let place = Location::caller();
        async move {
            waiting::until(&self.double.shared, place, &format!("{times} resumes"), |state| {
                (state.events.resumes >= times).then_some(())
            })
            .await;
        }
    }

    fn tell(&self, what: &str, make: impl Fn() -> Outgoing) {
        self.double.shared.change(|state| {
            state.note(format!("(gateway: {what})"));
            state.events.tell_connections(make);
            if !what.starts_with("asks") {
                // Nothing more is sent on a connection that ends; it is kept for the resume.
                for session in state.events.sessions.values_mut() {
                    session.connection = None;
                }
            }
        });
    }
}
