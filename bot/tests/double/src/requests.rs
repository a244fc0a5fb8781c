//! The bot's requests, as recorded.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::world::File;

/// A request that the bot made, and what it was answered.
#[derive(Clone, Debug)]
pub struct Request {
    /// When it arrived.
    pub at: Instant,
    /// When it was answered.
    pub answered: Option<Instant>,
    /// The method.
    pub method: String,
    /// The path after `/api/v10`.
    pub path: String,
    /// What follows the question mark.
    pub query: String,
    /// The JSON, of a multipart form its `payload_json`; null when there is none.
    pub body: Value,
    /// The files of a multipart form.
    pub files: Vec<File>,
    /// The status it was answered with, zero when the connection was cut.
    pub status: u16,
    /// What it was answered.
    pub answer: Value,
}

impl Request {
    /// Whether it is what a pattern such as `POST /channels/*/messages` describes.
    pub fn is(&self, pattern: &str) -> bool {
        matches(pattern, &self.method, &self.path)
    }

    /// How long the answer took.
    pub fn took(&self) -> Option<Duration> {
        Some(self.answered?.duration_since(self.at))
    }
}

/// Whether a pattern describes a request: `*` stands for one method or segment, `**` for all segments that follow.
pub(crate) fn matches(pattern: &str, method: &str, path: &str) -> bool {
    let (wanted, path_pattern) = pattern.split_once(' ').unwrap_or(("*", pattern));
    if wanted != "*" && wanted != method {
        return false;
    }
    let mut segments = path.trim_matches('/').split('/');
    for expected in path_pattern.trim_matches('/').split('/') {
        match (expected, segments.next()) {
            ("**", _) => return true,
            (_, None) => return false,
            ("*", Some(_)) => {}
            (expected, Some(segment)) if expected == segment => {}
            _ => return false,
        }
    }
    segments.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_describe_requests() {
        assert!(matches("POST /channels/*/messages", "POST", "/channels/7/messages"));
        assert!(!matches("POST /channels/*/messages", "GET", "/channels/7/messages"));
        assert!(!matches("POST /channels/*/messages", "POST", "/channels/7/messages/8"));
        assert!(!matches("POST /channels/*/messages/*", "POST", "/channels/7/messages"));
        assert!(matches("* /channels/**", "PATCH", "/channels/7/messages/8"));
        assert!(matches("/gateway", "GET", "/gateway"));
    }
}
