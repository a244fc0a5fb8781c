//! Rate limits that are really kept, with the headers that announce them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::answer::Answer;
use crate::faults::rate_limited;
use crate::requests::matches;

/// A bucket's fill.
#[derive(Debug)]
struct Bucket {
    used: u32,
    resets: Instant,
}

/// The limits, and how far each is used up.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    rules: Vec<(String, u32, Duration)>,
    buckets: BTreeMap<(usize, String), Bucket>,
}

impl Limits {
    /// So many requests that fit the pattern are taken in each window, for each channel, guild or webhook.
    pub(crate) fn set(&mut self, pattern: &str, count: u32, window: Duration) {
        self.rules.push((pattern.to_owned(), count, window));
    }

    /// Counts a request: the headers to send along, or the refusal.
    pub(crate) fn count(&mut self, method: &str, path: &str) -> Result<Vec<(&'static str, String)>, Answer> {
        let rule = self.rules.iter().enumerate().find(|(_, (pattern, ..))| matches(pattern, method, path));
        let Some((number, (_, count, window))) = rule else { return Ok(Vec::new()) };
        let major: String = path.split('/').take(3).collect::<Vec<_>>().join("/");
        let now = Instant::now();
        let bucket = self
            .buckets
            .entry((number, major))
            .and_modify(|bucket| {
                if bucket.resets <= now {
                    *bucket = Bucket { used: 0, resets: now + *window };
                }
            })
            .or_insert(Bucket { used: 0, resets: now + *window });
        let left = bucket.resets.duration_since(now);
        if bucket.used >= *count {
            return Err(rate_limited(left, false));
        }
        bucket.used += 1;
        let reset = jiff::Timestamp::now().as_duration().as_secs_f64() + left.as_secs_f64();
        Ok(vec![
            ("x-ratelimit-limit", count.to_string()),
            ("x-ratelimit-remaining", (count - bucket.used).to_string()),
            ("x-ratelimit-reset", format!("{reset:.3}")),
            ("x-ratelimit-reset-after", format!("{:.3}", left.as_secs_f64())),
            ("x-ratelimit-bucket", format!("bucket{number}")),
        ])
    }
}
