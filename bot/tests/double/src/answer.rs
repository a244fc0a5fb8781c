//! What a request is answered.

use bytes::Bytes;
use serde_json::{Value, json};

/// An answer on its way to the bot.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// Zero when the connection is to be cut instead.
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) json: Value,
    pub(crate) bytes: Bytes,
}

impl Answer {
    /// JSON with a status.
    pub(crate) fn json(status: u16, json: Value) -> Answer {
        let bytes = Bytes::from(json.to_string());
        Answer { status, headers: vec![("content-type", "application/json".to_owned())], json, bytes }
    }

    /// What was asked for.
    pub(crate) fn ok(json: Value) -> Answer {
        Answer::json(200, json)
    }

    /// Done, and nothing to say.
    pub(crate) fn done() -> Answer {
        Answer { status: 204, headers: Vec::new(), json: Value::Null, bytes: Bytes::new() }
    }

    /// A file.
    pub(crate) fn file(kind: &str, bytes: Bytes) -> Answer {
        Answer { status: 200, headers: vec![("content-type", kind.to_owned())], json: Value::Null, bytes }
    }

    /// Refused for a reason of Discord's.
    pub(crate) fn refused(status: u16, code: u64, message: &str) -> Answer {
        Answer::json(status, json!({"message": message, "code": code}))
    }

    /// A form that isn't right, with the path and reason of each fault.
    pub(crate) fn invalid(faults: &[(String, String)]) -> Answer {
        let mut errors = json!({});
        for (path, reason) in faults {
            let mut place = &mut errors;
            for step in path.split('/').filter(|step| !step.is_empty()) {
                place = &mut place[step];
            }
            if place.get("_errors").is_none() {
                place["_errors"] = json!([]);
            }
            let entry = json!({"code": "BASE_TYPE_BAD_VALUE", "message": reason});
            if let Some(list) = place["_errors"].as_array_mut() {
                list.push(entry);
            }
        }
        Answer::json(400, json!({"message": "Invalid Form Body", "code": 50035, "errors": errors}))
    }

    /// A page for browsers, as a server in trouble sends.
    pub(crate) fn page(status: u16) -> Answer {
        let page = format!("<html><head><title>{status}</title></head><body>{status}</body></html>");
        Answer {
            status,
            headers: vec![("content-type", "text/html".to_owned())],
            json: Value::Null,
            bytes: page.into(),
        }
    }

    /// No answer: the connection is cut.
    pub(crate) fn cut() -> Answer {
        Answer { status: 0, headers: Vec::new(), json: Value::Null, bytes: Bytes::new() }
    }
}

/// Refusals with Discord's own numbers.
pub(crate) mod refusal {
    use super::Answer;

    macro_rules! refusals {
        ($($name:ident: $status:literal, $code:literal, $message:literal;)*) => {
            $(pub(crate) fn $name() -> Answer { Answer::refused($status, $code, $message) })*
        };
    }

    refusals! {
        not_found: 404, 0, "404: Not Found";
        unauthorized: 401, 0, "401: Unauthorized";
        unknown_channel: 404, 10003, "Unknown Channel";
        unknown_guild: 404, 10004, "Unknown Guild";
        unknown_member: 404, 10007, "Unknown Member";
        unknown_message: 404, 10008, "Unknown Message";
        unknown_user: 404, 10013, "Unknown User";
        unknown_webhook: 404, 10015, "Unknown Webhook";
        unknown_interaction: 404, 10062, "Unknown interaction";
        unknown_command: 404, 10063, "Unknown application command";
        too_large: 413, 40005, "Request entity too large";
        already_answered: 400, 40060, "Interaction has already been acknowledged.";
        missing_access: 403, 50001, "Missing Access";
        not_the_author: 403, 50005, "Cannot edit a message authored by another user";
        empty_message: 400, 50006, "Cannot send an empty message";
        cannot_write_to_user: 403, 50007, "Cannot send messages to this user";
        missing_permissions: 403, 50013, "Missing Permissions";
        invalid_webhook_token: 401, 50027, "Invalid Webhook Token";
        wrong_channel_type: 400, 50024, "Cannot execute action on this channel type";
        archived_thread: 400, 50083, "Thread is archived";
        no_history: 403, 160_002, "Cannot reply without permission to read message history";
        thread_exists: 400, 160_004, "A thread has already been created for this message";
        thread_locked: 403, 160_005, "Thread is locked";
    }
}
