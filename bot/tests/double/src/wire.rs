//! The world in Discord's JSON.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::message::Message;
use crate::world::{Channel, ChannelKind, File, Guild, Id, Membership, Role, User, World};

/// An instant as Discord writes it.
pub(crate) fn instant(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

/// A user as others see it.
pub(crate) fn user(user: &User) -> Value {
    let mut value = json!({
        "id": user.id.to_string(),
        "username": user.name,
        "discriminator": "0",
        "global_name": user.display_name,
        "avatar": null,
        "avatar_decoration_data": null,
        "banner": null,
        "accent_color": null,
        "collectibles": null,
        "primary_guild": null,
        "public_flags": 0,
        "flags": 0,
    });
    if user.bot {
        value["bot"] = true.into();
        value["discriminator"] = "0001".into();
    }
    value
}

/// The bot as it sees itself.
pub(crate) fn own_user(world: &World) -> Value {
    let mut value = user(&world.users[&world.bot]);
    value["verified"] = true.into();
    value["mfa_enabled"] = false.into();
    value["locale"] = "en-US".into();
    value["email"] = Value::Null;
    value
}

/// Somebody in a guild, without the user.
pub(crate) fn membership(member: &Membership) -> Value {
    json!({
        "nick": member.nick,
        "avatar": null,
        "avatar_decoration_data": null,
        "banner": null,
        "collectibles": null,
        "roles": member.roles.iter().map(Id::to_string).collect::<Vec<_>>(),
        "joined_at": instant(member.joined),
        "premium_since": null,
        "deaf": false,
        "mute": false,
        "flags": 0,
        "pending": false,
        "communication_disabled_until": null,
    })
}

/// Somebody in a guild.
pub(crate) fn member(world: &World, guild: &Guild, id: Id) -> Option<Value> {
    let mut value = membership(guild.members.get(&id)?);
    value["user"] = user(world.users.get(&id)?);
    Some(value)
}

/// A role; without `colors`, clients drop the whole guild.
pub(crate) fn role(role: &Role) -> Value {
    let mut value = json!({
        "id": role.id.to_string(),
        "name": role.name,
        "description": null,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "hoist": false,
        "icon": null,
        "unicode_emoji": null,
        "position": role.position,
        "permissions": role.permissions.to_string(),
        "managed": role.bot.is_some(),
        "mentionable": false,
        "flags": 0,
    });
    if let Some(bot) = role.bot {
        value["tags"] = json!({"bot_id": bot.to_string()});
    }
    value
}

/// A channel, thread or direct conversation.
pub(crate) fn channel(world: &World, channel: &Channel) -> Value {
    let mut value = json!({
        "id": channel.id.to_string(),
        "type": channel.kind_number(),
        "flags": 0,
        "last_message_id": channel.messages.last().map(Id::to_string),
    });
    if let ChannelKind::Direct { with } = &channel.kind {
        value["recipients"] = world.users.get(with).map(user).into_iter().collect();
        return value;
    }
    value["guild_id"] = channel.guild.map(|guild| guild.to_string()).into();
    value["name"] = channel.name.as_str().into();
    value["rate_limit_per_user"] = 0.into();
    match &channel.kind {
        ChannelKind::Thread(thread) => {
            let created = instant(thread.created);
            value["parent_id"] = thread.parent.to_string().into();
            value["owner_id"] = thread.owner.to_string().into();
            value["message_count"] = channel.messages.len().into();
            value["total_message_sent"] = channel.messages.len().into();
            value["member_count"] = thread.members.len().into();
            value["thread_metadata"] = json!({
                "archived": thread.archived,
                "archive_timestamp": created,
                "auto_archive_duration": thread.auto_archive,
                "locked": thread.locked,
                "create_timestamp": created,
            });
            if thread.private {
                value["thread_metadata"]["invitable"] = thread.invitable.into();
            }
            if thread.members.contains(&world.bot) {
                value["member"] = thread_member(channel.id, world.bot, thread.created);
            }
        }
        _ => {
            value["position"] = 0.into();
            value["topic"] = channel.topic.clone().into();
            value["nsfw"] = false.into();
            value["parent_id"] = Value::Null;
            value["permission_overwrites"] = channel
                .overwrites
                .iter()
                .map(|overwrite| {
                    json!({
                        "id": overwrite.of.to_string(),
                        "type": u8::from(overwrite.of_member),
                        "allow": overwrite.allow.to_string(),
                        "deny": overwrite.deny.to_string(),
                    })
                })
                .collect();
        }
    }
    value
}

/// Somebody in a thread.
pub(crate) fn thread_member(thread: Id, user: Id, joined: Timestamp) -> Value {
    json!({"id": thread.to_string(), "user_id": user.to_string(), "join_timestamp": instant(joined), "flags": 0})
}

/// A guild as REST shows it.
pub(crate) fn guild(guild: &Guild) -> Value {
    json!({
        "id": guild.id.to_string(),
        "name": guild.name,
        "icon": null,
        "icon_hash": null,
        "description": null,
        "home_header": null,
        "splash": null,
        "discovery_splash": null,
        "features": [],
        "banner": null,
        "owner_id": guild.owner.to_string(),
        "application_id": null,
        "region": "deprecated",
        "afk_channel_id": null,
        "afk_timeout": 300,
        "system_channel_id": null,
        "system_channel_flags": 0,
        "widget_enabled": false,
        "widget_channel_id": null,
        "verification_level": 0,
        "roles": guild.roles.values().map(role).collect::<Vec<_>>(),
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": null,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": null,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "rules_channel_id": null,
        "safety_alerts_channel_id": null,
        "public_updates_channel_id": null,
        "premium_progress_bar_enabled": false,
        "nsfw": false,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": null,
    })
}

/// A guild as the gateway announces it, with all its people or only the bot.
pub(crate) fn guild_create(world: &World, of: &Guild, all_members: bool) -> Value {
    let mut value = guild(of);
    let channels = |threads: bool| {
        world
            .channels
            .values()
            .filter(|place| place.guild == Some(of.id) && place.is_thread() == threads)
            .filter(|place| place.thread().is_none_or(|thread| !thread.archived))
            .filter(|place| !threads || can_see(world, place))
            .map(|place| channel(world, place))
            .collect::<Vec<_>>()
    };
    let people = of.members.keys().filter(|id| all_members || **id == world.bot);
    value["members"] = people.filter_map(|id| member(world, of, *id)).collect();
    value["channels"] = channels(false).into();
    value["threads"] = channels(true).into();
    value["member_count"] = of.members.len().into();
    value["joined_at"] = instant(of.members.get(&world.bot).map_or(Timestamp::UNIX_EPOCH, |bot| bot.joined)).into();
    value["large"] = false.into();
    value["unavailable"] = false.into();
    for empty in ["voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"] {
        value[empty] = json!([]);
    }
    value
}

/// Whether the bot sees a channel.
pub(crate) fn can_see(world: &World, channel: &Channel) -> bool {
    let in_private = channel.thread().is_none_or(|thread| !thread.private || thread.members.contains(&world.bot));
    let allowed = world.bot_permissions(channel);
    allowed & crate::permissions::VIEW_CHANNEL != 0 && (in_private || allowed & crate::permissions::MANAGE_THREADS != 0)
}

/// An attached file.
fn attachment(world_address: &str, channel: Id, file: &File) -> Value {
    let url = format!("{world_address}/attachments/{channel}/{}/{}", file.id, file.name);
    let mut value = json!({
        "id": file.id.to_string(),
        "filename": file.name,
        "size": file.bytes.len(),
        "url": url,
        "proxy_url": url,
    });
    if let Some(words) = &file.description {
        value["description"] = words.as_str().into();
    }
    if let Some(kind) = &file.content_type {
        value["content_type"] = kind.as_str().into();
    }
    if let Some((width, height)) = file.png_size() {
        value["width"] = width.into();
        value["height"] = height.into();
    }
    value
}

/// A message as REST shows it.
pub(crate) fn message(world: &World, files_at: &str, of: &Message) -> Value {
    let mut value = plain_message(world, files_at, of);
    if let Some(original) = of.replies_to {
        let referenced = world.messages.get(&original).filter(|referenced| !referenced.deleted);
        value["referenced_message"] =
            referenced.map_or(Value::Null, |referenced| plain_message(world, files_at, referenced));
    }
    if let Some(thread) = of.thread.and_then(|thread| world.channels.get(&thread)) {
        value["thread"] = channel(world, thread);
    }
    value
}

fn plain_message(world: &World, files_at: &str, of: &Message) -> Value {
    let people = |ids: &[Id]| -> Vec<Value> { ids.iter().filter_map(|id| world.users.get(id)).map(user).collect() };
    let mut value = json!({
        "id": of.id.to_string(),
        "type": of.kind,
        "channel_id": of.channel.to_string(),
        "author": world.users.get(&of.author).map(user),
        "content": of.content,
        "timestamp": instant(of.written),
        "edited_timestamp": of.edited.map(instant),
        "tts": false,
        "mention_everyone": of.pings_everyone,
        "mentions": people(&of.pings),
        "mention_roles": of.pings_roles.iter().map(Id::to_string).collect::<Vec<_>>(),
        "attachments": of.files.iter().map(|file| attachment(files_at, of.channel, file)).collect::<Vec<_>>(),
        "embeds": of.embeds,
        "components": of.components,
        "pinned": of.pinned,
        "flags": of.flags,
    });
    if !of.reactions.is_empty() {
        value["reactions"] = of.reactions.iter().map(|(emoji, people)| reaction(world, emoji, people)).collect();
    }
    if let Some(original) = of.replies_to {
        value["message_reference"] = json!({
            "type": 0,
            "channel_id": of.channel.to_string(),
            "message_id": original.to_string(),
        });
        if let Some(guild) = of.guild {
            value["message_reference"]["guild_id"] = guild.to_string().into();
        }
    }
    if let Some(nonce) = &of.nonce {
        value["nonce"] = nonce.clone();
    }
    if of.author == world.bot {
        value["application_id"] = world.bot.to_string().into();
    }
    if let Some(metadata) = &of.metadata {
        value["interaction_metadata"] = metadata.clone();
        // Answers to interactions travel through a webhook of the application.
        value["webhook_id"] = world.bot.to_string().into();
    }
    value
}

fn reaction(world: &World, emoji: &str, people: &[Id]) -> Value {
    json!({
        "emoji": emoji_value(emoji),
        "count": people.len(),
        "count_details": {"burst": 0, "normal": people.len()},
        "burst_colors": [],
        "me_burst": false,
        "me": people.contains(&world.bot),
    })
}

/// An emoji from its form in paths: the character, or `name:id`.
pub(crate) fn emoji_value(emoji: &str) -> Value {
    match emoji.rsplit_once(':') {
        Some((name, id)) => json!({"id": id, "name": name}),
        None => json!({"id": null, "name": emoji}),
    }
}
