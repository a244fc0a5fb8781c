//! Nothing is counted.

use std::time::Duration;

use super::Outcome;

/// Where everything would be counted; clones share it.
#[derive(Clone, Default)]
pub struct Tally(());

impl Tally {
    /// An ask was dealt with.
    pub fn asked(&self, _: Outcome) {}

    /// Dealing with an ask took so long, durable storage included.
    pub fn ask_took(&self, _: Duration) {}

    /// Something was put before the club.
    pub fn queued(&self) {}

    /// The club has taken it up.
    pub fn taken_up(&self) {}

    /// A move was played.
    pub fn moved(&self) {}

    /// A picture was drawn.
    pub fn drew(&self, _: Duration) {}

    /// A post was sent, which took so long with everything that had to be waited for.
    pub fn sent(&self, _: &str, _: Duration) {}

    /// Sending a post has to be tried again.
    pub fn retried(&self, _: &str) {}

    /// A post can't be sent.
    pub fn not_sent(&self, _: &str) {}
}
