//! Why something wasn't sent: what may work later, and what won't.

use std::fmt;

use serenity::http::{HttpError, StatusCode};

/// Discord's codes for a channel that the bot may not see, and for something that it may not do there.
const MISSING_ACCESS: isize = 50001;
const MISSING_PERMISSIONS: isize = 50013;

/// Discord's code for an answer to what was answered.
const ALREADY_ANSWERED: isize = 40060;

/// Discord's codes for threads that are archived for good or locked.
const CLOSED_THREADS: [isize; 2] = [50083, 160_005];

/// Why something wasn't sent.
#[derive(Debug)]
pub(super) enum Failure {
    /// It may work later.
    Passing(String),
    /// It won't, here.
    Refused(Refusal),
    /// The token isn't or is no longer accepted; nothing will work.
    Unauthorized,
}

/// Discord's final no.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    code: isize,
    message: String,
}

impl Refusal {
    /// Whether somebody could allow it.
    pub(super) fn is_lack_of_permission(&self) -> bool {
        [MISSING_ACCESS, MISSING_PERMISSIONS].contains(&self.code)
    }

    /// Whether the bot may be there, but not do this.
    pub(super) fn is_forbidden(&self) -> bool {
        self.code == MISSING_PERMISSIONS
    }

    /// Whether an earlier attempt had arrived after all.
    pub(super) fn is_answered_already(&self) -> bool {
        self.code == ALREADY_ANSWERED
    }

    /// Whether the place rather than the message is what is wrong.
    pub(super) fn is_about_place(&self) -> bool {
        [StatusCode::FORBIDDEN, StatusCode::NOT_FOUND, StatusCode::GONE].contains(&self.status)
            || CLOSED_THREADS.contains(&self.code)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.status.as_u16(), self.message, self.code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Passing(why) => f.write_str(why),
            Failure::Refused(refusal) => write!(f, "{refusal}"),
            Failure::Unauthorized => f.write_str("the token isn't accepted"),
        }
    }
}

impl From<serenity::Error> for Failure {
    fn from(error: serenity::Error) -> Failure {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => match response.status_code {
                StatusCode::UNAUTHORIZED => Failure::Unauthorized,
                status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                    Failure::Passing(format!("{}: {}", status.as_u16(), response.error.message))
                }
                status => {
                    let errors = response.error.errors.iter().map(|error| format!("{}: {}", error.path, error.message));
                    let message =
                        [response.error.message.clone()].into_iter().chain(errors).collect::<Vec<_>>().join("; ");
                    Failure::Refused(Refusal { status, code: response.error.code, message })
                }
            },
            // The address may hold what nobody must see.
            serenity::Error::Http(HttpError::Request(error)) => Failure::Passing(error.without_url().to_string()),
            serenity::Error::Http(error) => Failure::Passing(error.to_string()),
            error => {
                let message = error.to_string();
                Failure::Refused(Refusal { status: StatusCode::BAD_REQUEST, code: 0, message })
            }
        }
    }
}
