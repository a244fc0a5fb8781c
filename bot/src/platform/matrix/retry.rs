//! Trying again what a homeserver or the way to it didn't let through.

use std::time::Duration;

use matrix_sdk::ruma::api::error::ErrorKind;
use tokio::time::sleep;

/// The longest wait between two tries.
const LONGEST: Duration = Duration::from_secs(60);

/// How long to wait before the next try, after so many.
pub(super) fn wait(tries: u32) -> Duration {
    Duration::from_millis(500 * (1 << tries.min(7))).min(LONGEST)
}

/// Whether the same may go well another time.
///
/// The SDK itself waits as long as a homeserver says, when the bot is to go slower.
pub(super) fn may_pass(error: &matrix_sdk::Error) -> bool {
    match error {
        matrix_sdk::Error::Http(error) => may_pass_http(error),
        matrix_sdk::Error::Io(_) | matrix_sdk::Error::Timeout | matrix_sdk::Error::ConcurrentRequestFailed => true,
        _ => false,
    }
}

/// Whether the same request may go well another time.
pub(super) fn may_pass_http(error: &matrix_sdk::HttpError) -> bool {
    match error.as_client_api_error() {
        Some(answer) => {
            answer.status_code.is_server_error() || matches!(answer.error_kind(), Some(ErrorKind::LimitExceeded(_)))
        }
        // Unless the answer asks for a proof of who one is, it never came, or came from something in between.
        None => error.as_uiaa_response().is_none(),
    }
}

/// Tries something so often, with growing waits, while it may still go well.
pub(super) async fn times<T, A: Future<Output = Result<T, matrix_sdk::Error>>>(
    tries: u32,
    mut attempt: impl FnMut() -> A,
) -> Result<T, matrix_sdk::Error> {
    let mut tried = 0;
    loop {
        match attempt().await {
            Err(error) if tried + 1 < tries && may_pass(&error) => {
                sleep(wait(tried)).await;
                tried += 1;
            }
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;

    #[test]
    fn waits_grow_up_to_a_minute() {
        assert_eq!(wait(0), Duration::from_millis(500));
        assert_eq!(wait(3), Duration::from_secs(4));
        assert_eq!(wait(99), LONGEST);
    }

    #[tokio::test]
    async fn what_may_pass_is_tried_again_and_nothing_else() {
        let mut tried = 0;
        let failing = times(2, || {
            tried += 1;
            ready(Err::<(), _>(matrix_sdk::Error::Timeout))
        });
        assert!(failing.await.is_err());
        assert_eq!(tried, 2);
        tried = 0;
        let hopeless = times(2, || {
            tried += 1;
            ready(Err::<(), _>(matrix_sdk::Error::AuthenticationRequired))
        });
        assert!(hopeless.await.is_err());
        assert_eq!(tried, 1);
    }
}
