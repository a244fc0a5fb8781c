//! Waiting for the bot, and failing with everything that was said when it doesn't come.

use std::panic::Location;
use std::time::Duration;

use crate::shared::{Shared, State};

/// How many lines of the transcript a failure shows.
const SHOWN: usize = 60;

/// Waits until there is something to find.
///
/// # Panics
///
/// When it isn't there in time.
pub(crate) async fn until<T>(
    shared: &Shared,
    place: &'static Location<'static>,
    what: &str,
    mut find: impl FnMut(&State) -> Option<T>,
) -> T {
    let mut changes = shared.changes();
    let patience = shared.options.patience;
    let search = async {
        loop {
            changes.mark_unchanged();
            if let Some(found) = find(&shared.look()) {
                return found;
            }
            // The sender lives as long as what it belongs to.
            let _ = changes.changed().await;
        }
    };
    match tokio::time::timeout(patience, search).await {
        Ok(found) => found,
        Err(_) => fail(shared, place, &format!("waited {patience:?} for {what}")),
    }
}

/// Watches that something stays away.
///
/// # Panics
///
/// When it comes.
pub(crate) async fn never<T>(
    shared: &Shared,
    place: &'static Location<'static>,
    for_how_long: Duration,
    mut find: impl FnMut(&State) -> Option<(T, String)>,
) {
    let mut changes = shared.changes();
    let search = async {
        loop {
            changes.mark_unchanged();
            if let Some((_, what)) = find(&shared.look()) {
                return what;
            }
            let _ = changes.changed().await;
        }
    };
    if let Ok(what) = tokio::time::timeout(for_how_long, search).await {
        fail(shared, place, &format!("expected silence, but there was {what}"));
    }
}

/// Fails a test with the transcript.
pub(crate) fn fail(shared: &Shared, place: &'static Location<'static>, reason: &str) -> ! {
    panic!("{reason}\nat {place}; what happened:\n{}", shared.transcript(SHOWN))
}
