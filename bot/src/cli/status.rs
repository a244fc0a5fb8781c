//! With which status the program ends.

use std::process::ExitCode;

use anyhow::Error;
use centaur::config::ConfigError;
#[cfg(feature = "discord")]
use centaur::platform::discord::DiscordError;
#[cfg(feature = "matrix")]
use centaur::platform::matrix::{MatrixError, SettingsError};

/// What it would do no good to try again before somebody has mended it: `EX_CONFIG` of `sysexits.h`, which tells
/// whatever starts services to leave it be.
const MISCONFIGURED: u8 = 78;

/// The status after a failure.
pub(crate) fn of(error: &Error) -> ExitCode {
    match error.chain().any(is_misconfigured) {
        true => ExitCode::from(MISCONFIGURED),
        false => ExitCode::FAILURE,
    }
}

fn is_misconfigured(cause: &(dyn std::error::Error + 'static)) -> bool {
    #[cfg(feature = "discord")]
    if let Some(error) = cause.downcast_ref::<DiscordError>() {
        return error.is_misconfigured();
    }
    #[cfg(feature = "matrix")]
    if let Some(error) = cause.downcast_ref::<MatrixError>() {
        return error.is_misconfigured();
    }
    #[cfg(feature = "matrix")]
    if cause.is::<SettingsError>() {
        return true;
    }
    cause.is::<ConfigError>()
}
