//! What goes into messages: Discord's limits beyond its description, files, and who is notified.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::answer::{Answer, refusal};
use crate::message::{EPHEMERAL, Message, SUPPRESS_NOTIFICATIONS};
use crate::permissions;
use crate::world::{Channel, File, Id, World};

/// The most letters of a message.
const MOST_LETTERS: usize = 2000;
/// The most letters of all embeds together.
const MOST_EMBED_LETTERS: usize = 6000;

/// The most bytes of all files that are uploaded at once.
const MOST_BYTES: usize = 10 * 1024 * 1024;

/// The flags that a bot may set by itself.
const OWN_FLAGS: u64 = (1 << 2) | SUPPRESS_NOTIFICATIONS | EPHEMERAL;

/// A number written as a string, or a plain one.
pub(crate) fn id(value: &Value) -> Option<Id> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Refuses what Discord refuses although its description allows it.
pub(crate) fn check(body: &Value) -> Result<(), Answer> {
    let mut faults: Vec<(String, String)> = Vec::new();
    let mut fault = |path: &str, reason: &str| faults.push((path.to_owned(), reason.to_owned()));
    if body["content"].as_str().is_some_and(|content| content.chars().count() > MOST_LETTERS) {
        fault("content", "Must be 2000 or fewer in length.");
    }
    let letters: usize = list(&body["embeds"]).map(embed_letters).sum();
    if letters > MOST_EMBED_LETTERS {
        fault("embeds", "Embed size exceeds maximum size of 6000");
    }
    let mut seen = BTreeSet::new();
    if list(&body["components"]).count() > 5 {
        fault("components", "Must be 5 or fewer in length.");
    }
    for (row_number, row) in list(&body["components"]).enumerate() {
        let parts: Vec<&Value> = list(&row["components"]).collect();
        let selects = parts.iter().filter(|part| part["type"] != 2).count();
        if row["type"] == 1 && selects > 0 && parts.len() > 1 {
            fault(&format!("components/{row_number}"), "A select fills its row.");
        }
        for (number, part) in parts.iter().enumerate() {
            let path = format!("components/{row_number}/components/{number}");
            if let Some(custom_id) = part["custom_id"].as_str()
                && !seen.insert(custom_id.to_owned())
            {
                fault(&format!("{path}/custom_id"), "Component custom id cannot be duplicated");
            }
            if part["type"] == 2 && part["style"] != 5 && part["custom_id"].is_null() {
                fault(&format!("{path}/custom_id"), "A custom id is required");
            }
            if part["type"] == 2 && part["label"].is_null() && part["emoji"].is_null() {
                fault(&format!("{path}/label"), "A button must have a label or an emoji");
            }
            let values: Vec<&Value> = list(&part["options"]).map(|option| &option["value"]).collect();
            let distinct: BTreeSet<String> = values.iter().map(ToString::to_string).collect();
            if distinct.len() != values.len() {
                fault(&format!("{path}/options"), "The specified option value is already used");
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Answer::invalid(&faults)) }
}

/// The elements of a list, none when it is missing.
pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn embed_letters(embed: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    length(&embed["title"])
        + length(&embed["description"])
        + length(&embed["footer"]["text"])
        + length(&embed["author"]["name"])
        + list(&embed["fields"]).map(|field| length(&field["name"]) + length(&field["value"])).sum::<usize>()
}

/// Sets a message's parts from a request, leaving those that it doesn't name.
///
/// Uploaded files join those that are there, unless the request lists which to keep.
pub(crate) fn apply(message: &mut Message, body: &Value, files: &[File]) -> Result<(), Answer> {
    check(body)?;
    if files.iter().map(|file| file.bytes.len()).sum::<usize>() > MOST_BYTES {
        return Err(refusal::too_large());
    }
    if let Some(content) = body.get("content") {
        message.content = content.as_str().unwrap_or_default().trim().to_owned();
    }
    if body.get("embeds").is_some() {
        message.embeds = list(&body["embeds"]).cloned().map(finished_embed).collect();
    }
    if body.get("components").is_some() {
        message.components = finished_components(&body["components"]);
    }
    if let Some(attachments) = body.get("attachments") {
        let kept: Vec<(Id, Option<&str>)> = list(attachments)
            .filter_map(|attachment| Some((id(&attachment["id"])?, attachment["description"].as_str())))
            .collect();
        let unknown = kept.iter().find(|(id, _)| {
            let uploaded = usize::try_from(*id).is_ok_and(|index| index < files.len());
            !uploaded && !message.files.iter().any(|file| file.id == *id)
        });
        if unknown.is_some() {
            return Err(Answer::invalid(&[("attachments".to_owned(), "Unknown attachment".to_owned())]));
        }
        message.files.retain(|file| kept.iter().any(|(id, _)| *id == file.id));
    }
    message.files.extend(files.iter().cloned());
    if message.files.len() > 10 {
        return Err(Answer::refused(400, 30015, "Maximum number of attachments in a message reached (10)"));
    }
    if let Some(flags) = body["flags"].as_u64() {
        message.flags = (message.flags & !OWN_FLAGS) | (flags & OWN_FLAGS);
    }
    let bare = message.content.is_empty() && message.embeds.is_empty() && message.files.is_empty();
    if bare && message.components.is_empty() {
        return Err(refusal::empty_message());
    }
    Ok(())
}

/// An embed as Discord returns it.
fn finished_embed(mut embed: Value) -> Value {
    drop_nulls(&mut embed);
    embed["type"] = "rich".into();
    for field in embed.get_mut("fields").and_then(Value::as_array_mut).into_iter().flatten() {
        if field.get("inline").is_none() {
            field["inline"] = false.into();
        }
    }
    embed
}

/// Leaves out what wasn't said, as Discord does in its answers.
pub(crate) fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        Value::Array(elements) => elements.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

/// Components as Discord returns them: numbered, and with what was left out.
pub(crate) fn finished_components(components: &Value) -> Vec<Value> {
    let mut number = 0;
    list(components)
        .map(|row| {
            let mut row = row.clone();
            drop_nulls(&mut row);
            number += 1;
            row["id"] = number.into();
            for part in row["components"].as_array_mut().into_iter().flatten() {
                number += 1;
                part["id"] = number.into();
                let select = part["type"] != 2;
                if select {
                    for (key, least) in [("min_values", 1), ("max_values", 1)] {
                        if part.get(key).is_none() {
                            part[key] = least.into();
                        }
                    }
                }
                if part.get("disabled").is_none() && part["type"] != 4 {
                    part["disabled"] = false.into();
                }
            }
            row
        })
        .collect()
}

/// What the allowed mentions let through, as Discord reads them.
struct Allowed {
    users: Option<Vec<Id>>,
    roles: Option<Vec<Id>>,
    everyone: bool,
    replied: bool,
}

impl Allowed {
    fn read(value: &Value) -> Allowed {
        if value.is_null() {
            return Allowed { users: None, roles: None, everyone: true, replied: true };
        }
        let parses = |kind: &str| list(&value["parse"]).any(|parsed| parsed == kind);
        let named = |kind: &str| {
            if parses(kind) { None } else { Some(list(&value[kind]).filter_map(id).collect::<Vec<_>>()) }
        };
        Allowed {
            users: named("users"),
            roles: named("roles"),
            everyone: parses("everyone"),
            replied: value["replied_user"] == true,
        }
    }
}

/// Works out whom a message notifies, from its words and what is allowed.
pub(crate) fn notify(world: &World, message: &mut Message, allowed_mentions: &Value) {
    let allowed = Allowed::read(allowed_mentions);
    let words = &message.content;
    let numbers = |prefixes: &[&str]| -> Vec<Id> {
        let mut found = Vec::new();
        for prefix in prefixes {
            for piece in words.split(prefix).skip(1) {
                let Some((number, _)) = piece.split_once('>') else { continue };
                if let Ok(number) = number.parse()
                    && !found.contains(&number)
                {
                    found.push(number);
                }
            }
        }
        found
    };
    let lets = |list: &Option<Vec<Id>>, id: &Id| list.as_ref().is_none_or(|list| list.contains(id));
    let mut users: Vec<Id> = numbers(&["<@", "<@!"]);
    users.retain(|user| world.users.contains_key(user) && lets(&allowed.users, user));
    if let Some(original) = message.replies_to.and_then(|original| world.messages.get(&original))
        && allowed.replied
        && !users.contains(&original.author)
        && original.author != message.author
    {
        users.push(original.author);
    }
    let channel = world.channels.get(&message.channel);
    let granted = channel.map_or(0, |channel| permissions::in_channel(world, channel, message.author));
    let may_mention_all = granted & permissions::MENTION_EVERYONE != 0 && message.guild.is_some();
    let mut roles = numbers(&["<@&"]);
    roles.retain(|role| may_mention_all && lets(&allowed.roles, role));
    let to_everyone = words.contains("@everyone") || words.contains("@here");
    message.pings_everyone = to_everyone && allowed.everyone && may_mention_all;
    message.pings = users;
    message.pings_roles = roles;
}

/// Whether the bot may write this here.
pub(crate) fn may_write(world: &World, channel: &Channel, body: &Value, files: &[File]) -> Result<(), Answer> {
    let granted = visible(world, channel)?;
    let write = if channel.is_thread() { permissions::SEND_MESSAGES_IN_THREADS } else { permissions::SEND_MESSAGES };
    let has = |permission: u64| granted & permission != 0;
    if !has(write)
        || (!files.is_empty() && !has(permissions::ATTACH_FILES))
        || (list(&body["embeds"]).next().is_some() && !has(permissions::EMBED_LINKS))
    {
        return Err(refusal::missing_permissions());
    }
    if let Some(thread) = channel.thread()
        && thread.locked
        && !has(permissions::MANAGE_THREADS)
    {
        return Err(if thread.archived { refusal::archived_thread() } else { refusal::thread_locked() });
    }
    if !body["message_reference"].is_null() && !has(permissions::READ_MESSAGE_HISTORY) {
        return Err(refusal::no_history());
    }
    Ok(())
}

/// What the bot may do in a channel, refused when it can't see it.
pub(crate) fn visible(world: &World, channel: &Channel) -> Result<u64, Answer> {
    let granted = world.bot_permissions(channel);
    if granted & permissions::VIEW_CHANNEL == 0 {
        return Err(refusal::missing_access());
    }
    Ok(granted)
}
