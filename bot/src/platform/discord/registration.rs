//! Registers the commands with Discord, when what is there differs.

use serde_json::Value;
use serenity::all::{ApplicationId, CreateCommand, Http, LightMethod, Request, Route};

/// Registers these commands unless Discord has just them.
///
/// # Errors
///
/// What Discord or the way there says against it.
pub(super) async fn register(
    http: &Http,
    application: ApplicationId,
    commands: &[CreateCommand],
) -> Result<(), serenity::Error> {
    let ours: Vec<Value> = commands.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
    let request = Request::new(Route::Commands { application_id: application }, LightMethod::Get)
        .params(Some(vec![("with_localizations", "true".to_owned())]));
    let theirs: Vec<Value> = http.fire(request).await?;
    if is_same(&ours, &theirs) {
        tracing::debug!("the commands are registered");
        return Ok(());
    }
    http.create_global_commands(&ours).await?;
    tracing::info!(commands = ours.len(), "commands were registered");
    Ok(())
}

/// Whether Discord has just our commands.
fn is_same(ours: &[Value], theirs: &[Value]) -> bool {
    let is_there =
        |command: &Value| theirs.iter().any(|other| key(other) == key(command) && says_the_same(command, other));
    ours.len() == theirs.len() && ours.iter().all(is_there)
}

/// Commands of different types may have the same name.
fn key(command: &Value) -> (Option<&str>, u64) {
    (command["name"].as_str(), command["type"].as_u64().unwrap_or(1))
}

/// Whether everything we say of a thing is what Discord has. Discord adds what we don't say, and leaves out what is as
/// usual.
fn says_the_same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => ours.iter().all(|(name, value)| match theirs.get(name) {
            Some(their) if name == "contexts" || name == "integration_types" => is_same_set(value, their),
            Some(their) => says_the_same(value, their),
            None => is_usual(value),
        }),
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| says_the_same(ours, theirs))
        }
        (ours, theirs) => ours == theirs || (is_usual(ours) && is_usual(theirs)) || is_same_number(ours, theirs),
    }
}

fn is_same_set(ours: &Value, theirs: &Value) -> bool {
    match (ours.as_array(), theirs.as_array()) {
        (Some(ours), Some(theirs)) => ours.len() == theirs.len() && ours.iter().all(|one| theirs.contains(one)),
        _ => ours == theirs,
    }
}

/// Discord may write a whole number as `1` or `1.0`.
fn is_same_number(ours: &Value, theirs: &Value) -> bool {
    ours.is_number() && ours.as_f64() == theirs.as_f64()
}

/// What may as well not be said.
fn is_usual(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use serde_json::json;

    use super::*;

    #[test]
    fn what_discord_adds_is_no_difference() {
        let ours = [json!({"name": "help", "type": 1, "description": "x", "options": [], "contexts": [0, 1]})];
        let theirs = [
            json!({"id": "5", "version": "1", "name": "help", "description": "x", "contexts": [1, 0], "type": 1, "nsfw": false}),
        ];
        assert!(is_same(&ours, &theirs));
    }

    #[test]
    fn every_change_is_a_difference() {
        let ours = json!({"name": "move", "type": 1, "options": [{"name": "move", "required": true, "min_value": 1}]});
        let same =
            json!({"name": "move", "type": 1, "options": [{"name": "move", "required": true, "min_value": 1.0}]});
        assert!(is_same(from_ref(&ours), &[same]));
        for theirs in [
            json!({"name": "move", "type": 1, "options": [{"name": "move"}]}),
            json!({"name": "move", "type": 1, "options": []}),
            json!({"name": "move", "type": 1}),
            json!({"name": "move", "type": 2, "options": [{"name": "move", "required": true, "min_value": 1}]}),
        ] {
            assert!(!is_same(from_ref(&ours), &[theirs]));
        }
        assert!(!is_same(from_ref(&ours), &[]));
        assert!(!is_same(&[], &[ours]));
    }
}
