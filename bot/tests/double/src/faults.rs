//! What is planned to go wrong with requests.

use std::time::Duration;

use serde_json::json;

use crate::answer::Answer;
use crate::requests::matches;

/// What goes wrong with a request.
#[derive(Clone, Debug)]
pub enum Failure {
    /// Answered 429, and not done.
    RateLimited {
        /// How long the bot is told to wait.
        retry_after: Duration,
        /// Whether it is told that this is for all its requests.
        global: bool,
    },
    /// Answered with this status and a page for browsers, as servers in trouble do, and not done.
    Status(u16),
    /// Refused for a reason of Discord's, and not done.
    Refused {
        /// The status.
        status: u16,
        /// Discord's number for the reason.
        code: u64,
        /// The reason.
        message: &'static str,
    },
    /// Done after a while.
    Slow(Duration),
    /// Done, but answered with this status.
    DoneBut(u16),
    /// The connection is cut, and nothing was done.
    Cut,
    /// The connection is cut after it was done.
    DoneButCut,
}

impl Failure {
    /// 403: the bot may not see the channel.
    pub const MISSING_ACCESS: Failure = Failure::Refused { status: 403, code: 50001, message: "Missing Access" };
    /// 403: the bot may not do this.
    pub const MISSING_PERMISSIONS: Failure =
        Failure::Refused { status: 403, code: 50013, message: "Missing Permissions" };
    /// 404: no such channel.
    pub const UNKNOWN_CHANNEL: Failure = Failure::Refused { status: 404, code: 10003, message: "Unknown Channel" };
    /// 404: no such message.
    pub const UNKNOWN_MESSAGE: Failure = Failure::Refused { status: 404, code: 10008, message: "Unknown Message" };
    /// 404: no such interaction any more.
    pub const UNKNOWN_INTERACTION: Failure =
        Failure::Refused { status: 404, code: 10062, message: "Unknown interaction" };

    /// Whether the request is done nevertheless.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self, Failure::Slow(_) | Failure::DoneBut(_) | Failure::DoneButCut)
    }

    /// What is answered instead of the truth.
    pub(crate) fn answer(&self) -> Option<Answer> {
        match self {
            Failure::RateLimited { retry_after, global } => Some(rate_limited(*retry_after, *global)),
            Failure::Status(status) | Failure::DoneBut(status) => Some(Answer::page(*status)),
            Failure::Refused { status, code, message } => Some(Answer::refused(*status, *code, message)),
            Failure::Cut | Failure::DoneButCut => Some(Answer::cut()),
            Failure::Slow(_) => None,
        }
    }
}

/// An answer that tells the bot to wait.
pub(crate) fn rate_limited(retry_after: Duration, global: bool) -> Answer {
    let seconds = retry_after.as_secs_f64();
    let body = json!({"message": "You are being rate limited.", "retry_after": seconds, "global": global});
    let mut answer = Answer::json(429, body);
    // The header is in whole seconds; only the body and the reset are exact.
    answer.headers.push(("retry-after", format!("{}", seconds.ceil())));
    answer.headers.push(("x-ratelimit-scope", if global { "global" } else { "user" }.to_owned()));
    if global {
        answer.headers.push(("x-ratelimit-global", "true".to_owned()));
    } else {
        answer.headers.extend([
            ("x-ratelimit-limit", "5".to_owned()),
            ("x-ratelimit-remaining", "0".to_owned()),
            ("x-ratelimit-reset-after", format!("{seconds:.3}")),
        ]);
    }
    answer
}

/// The failures that are still to come.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    planned: Vec<(String, u32, Failure)>,
}

impl Faults {
    /// The next so many requests that fit the pattern fail.
    pub(crate) fn plan(&mut self, pattern: &str, times: u32, failure: Failure) {
        self.planned.push((pattern.to_owned(), times, failure));
    }

    /// What goes wrong with this request, counted off.
    pub(crate) fn take(&mut self, method: &str, path: &str) -> Option<Failure> {
        let at = self.planned.iter().position(|(pattern, ..)| matches(pattern, method, path))?;
        let (_, times, failure) = &mut self.planned[at];
        *times -= 1;
        let failure = failure.clone();
        if *times == 0 {
            self.planned.remove(at);
        }
        Some(failure)
    }

    /// How many failures are still to come.
    pub(crate) fn left(&self) -> u32 {
        self.planned.iter().map(|(_, times, _)| times).sum()
    }

    /// Lets nothing more go wrong.
    pub(crate) fn clear(&mut self) {
        self.planned.clear();
    }
}
