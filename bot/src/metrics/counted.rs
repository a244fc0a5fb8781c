//! Counters and histograms, and their text for Prometheus.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use prometheus_client::encoding::{EncodeLabelSet, prometheus_text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use super::Outcome;
use crate::store::Figures;

/// Where everything is counted; clones share it.
#[derive(Clone, Default)]
pub struct Tally(Arc<Counted>);

struct Counted {
    registry: Registry,
    asks: Family<OutcomeLabel, Counter>,
    ask_time: Histogram,
    queue: Gauge,
    moves: Counter,
    drawing_time: Histogram,
    posts: Family<PostLabels, Counter>,
    post_time: Family<PlatformLabel, Histogram>,
    running_games: Gauge,
    outbox: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabel {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PlatformLabel {
    platform: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PostLabels {
    platform: String,
    outcome: &'static str,
}

/// From a tenth of a millisecond, which a move takes on a fast disk, to almost a minute, after which nobody waits.
fn times() -> Histogram {
    Histogram::new(exponential_buckets(0.0001, 2.5, 15))
}

impl Default for Counted {
    fn default() -> Counted {
        let mut counted = Counted {
            registry: Registry::with_prefix("centaur"),
            asks: Family::default(),
            ask_time: times(),
            queue: Gauge::default(),
            moves: Counter::default(),
            drawing_time: times(),
            posts: Family::default(),
            post_time: Family::new_with_constructor(times),
            running_games: Gauge::default(),
            outbox: Gauge::default(),
        };
        counted.register();
        counted
    }
}

impl Counted {
    fn register(&mut self) {
        let to = &mut self.registry;
        let start = Gauge::<i64>::default();
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        start.set(i64::try_from(since_1970.as_secs()).unwrap_or_default());
        to.register("start_time_seconds", "When the process started, in seconds since 1970", start);
        to.register("build", "The program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        to.register("running_games", "Games that are being played", self.running_games.clone());
        to.register("moves", "Moves played", self.moves.clone());
        to.register("asks", "What people said, by what became of it", self.asks.clone());
        let help = "How long an ask took, durable storage included";
        to.register_with_unit("ask", help, Unit::Seconds, self.ask_time.clone());
        to.register("desk_queue", "What is put before the club and not taken up", self.queue.clone());
        let help = "How long a picture took, waiting for a place included";
        to.register_with_unit("drawing", help, Unit::Seconds, self.drawing_time.clone());
        to.register("outbox_posts", "Posts that aren't known to be sent", self.outbox.clone());
        to.register("posts", "Posts sent, tried again and given up", self.posts.clone());
        let help = "How long a post took to be sent, from its turn on";
        to.register_with_unit("post", help, Unit::Seconds, self.post_time.clone());
    }
}

impl Tally {
    /// An ask was dealt with.
    pub fn asked(&self, outcome: Outcome) {
        self.0.asks.get_or_create(&OutcomeLabel { outcome: outcome.key() }).inc();
    }

    /// Dealing with an ask took so long, durable storage included.
    pub fn ask_took(&self, time: Duration) {
        self.0.ask_time.observe(time.as_secs_f64());
    }

    /// Something was put before the club.
    pub fn queued(&self) {
        self.0.queue.inc();
    }

    /// The club has taken it up.
    pub fn taken_up(&self) {
        self.0.queue.dec();
    }

    /// A move was played.
    pub fn moved(&self) {
        self.0.moves.inc();
    }

    /// A picture was drawn.
    pub fn drew(&self, time: Duration) {
        self.0.drawing_time.observe(time.as_secs_f64());
    }

    /// A post was sent, which took so long with everything that had to be waited for.
    pub fn sent(&self, platform: &str, time: Duration) {
        self.count_post(platform, "sent");
        self.0.post_time.get_or_create(&PlatformLabel { platform: platform.to_owned() }).observe(time.as_secs_f64());
    }

    /// Sending a post has to be tried again.
    pub fn retried(&self, platform: &str) {
        self.count_post(platform, "retried");
    }

    /// A post can't be sent.
    pub fn not_sent(&self, platform: &str) {
        self.count_post(platform, "failed");
    }

    fn count_post(&self, platform: &str, outcome: &'static str) {
        self.0.posts.get_or_create(&PostLabels { platform: platform.to_owned(), outcome }).inc();
    }

    /// Everything as text for Prometheus, with the figures of this moment.
    pub(super) fn text(&self, figures: Figures) -> Result<String, fmt::Error> {
        self.0.running_games.set(figures.running_games.into());
        self.0.outbox.set(figures.unsent.into());
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.0.registry)?;
        Ok(text)
    }
}
