//! What a member may do in a channel, computed from roles and overwrites as Discord does.

use crate::world::{Channel, ChannelKind, Guild, Id, World};

/// Add reactions.
pub const ADD_REACTIONS: u64 = 1 << 6;
/// See a channel at all.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Write in a channel.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Delete and pin what others wrote.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// Show embeds.
pub const EMBED_LINKS: u64 = 1 << 14;
/// Upload files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Read what was written before.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// Notify everyone, or a role that can't be mentioned by all.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// Change and delete channels.
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// Everything, everywhere.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// Use application commands.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// Archive, lock and delete threads.
pub const MANAGE_THREADS: u64 = 1 << 34;
/// Open public threads.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// Open private threads.
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
/// Write in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
/// Pin messages.
pub const PIN_MESSAGES: u64 = 1 << 51;

/// What everyone may do in a new guild.
pub const ORDINARY: u64 = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// What everyone has in a direct conversation.
const DIRECT: u64 =
    ADD_REACTIONS | VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY | PIN_MESSAGES;

const ALL: u64 = (1 << 52) - 1;

/// A channel's exception for one role or member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overwrite {
    /// The role, or the member.
    pub(crate) of: Id,
    /// Whether it is about a member.
    pub(crate) of_member: bool,
    pub(crate) allow: u64,
    pub(crate) deny: u64,
}

/// What a user may do in a channel; threads follow their parent.
pub(crate) fn in_channel(world: &World, channel: &Channel, user: Id) -> u64 {
    if let ChannelKind::Direct { with } = &channel.kind {
        return if *with == user || world.bot == user { DIRECT } else { 0 };
    }
    let Some(guild) = channel.guild.and_then(|guild| world.guilds.get(&guild)) else { return 0 };
    let base = in_guild(guild, user);
    if base & ADMINISTRATOR != 0 {
        return ALL;
    }
    let place = channel.parent().and_then(|parent| world.channels.get(&parent)).unwrap_or(channel);
    let granted = overwritten(guild, place, user, base);
    if granted & VIEW_CHANNEL == 0 {
        return 0;
    }
    if !channel.is_thread() && granted & SEND_MESSAGES == 0 {
        // Without the right to write, what goes with a message is void as well.
        return granted & !(MENTION_EVERYONE | ATTACH_FILES | EMBED_LINKS);
    }
    granted
}

/// What a user's roles grant, before any channel's exceptions.
pub(crate) fn in_guild(guild: &Guild, user: Id) -> u64 {
    if guild.owner == user {
        return ALL;
    }
    let Some(member) = guild.members.get(&user) else { return 0 };
    let everyone = guild.roles.get(&guild.id).map_or(0, |role| role.permissions);
    let granted =
        member.roles.iter().filter_map(|role| guild.roles.get(role)).fold(everyone, |sum, role| sum | role.permissions);
    if granted & ADMINISTRATOR != 0 { ALL } else { granted }
}

fn overwritten(guild: &Guild, place: &Channel, user: Id, base: u64) -> u64 {
    let mut granted = base;
    let mut apply = |fits: &dyn Fn(&Overwrite) -> bool| {
        let (allow, deny) = place
            .overwrites
            .iter()
            .filter(|overwrite| fits(overwrite))
            .fold((0, 0), |(allow, deny), overwrite| (allow | overwrite.allow, deny | overwrite.deny));
        granted = (granted & !deny) | allow;
    };
    let roles = guild.members.get(&user).map(|member| member.roles.clone()).unwrap_or_default();
    apply(&|overwrite| !overwrite.of_member && overwrite.of == guild.id);
    apply(&|overwrite| !overwrite.of_member && roles.contains(&overwrite.of));
    apply(&|overwrite| overwrite.of_member && overwrite.of == user);
    granted
}
