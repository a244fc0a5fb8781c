//! A channel, thread or direct conversation, as somebody in it sees it.

use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::message::Message;
use crate::permissions::Overwrite;
use crate::shared::{Shared, State};
use crate::waiting;
use crate::wire;
use crate::world::{Id, Thread};

/// A channel, thread or direct conversation, as somebody in it sees it.
///
/// It remembers how far the bot's messages were read; its clones share that.
#[derive(Clone, Debug)]
pub struct Room {
    pub(crate) shared: Arc<Shared>,
    id: Id,
    read: Arc<AtomicU64>,
}

impl Room {
    pub(crate) fn new(shared: &Arc<Shared>, id: Id) -> Room {
        Room { shared: Arc::clone(shared), id, read: Arc::default() }
    }

    /// Its number.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Its name.
    pub fn name(&self) -> String {
        self.shared.look().world.channels.get(&self.id).map_or_else(String::new, |channel| channel.name.clone())
    }

    /// All messages, oldest first, without those for one person only.
    pub fn messages(&self) -> Vec<Message> {
        let state = self.shared.look();
        let ids = state.world.channels.get(&self.id).map(|channel| channel.messages.clone()).unwrap_or_default();
        let all = ids.iter().filter_map(|id| state.world.messages.get(id));
        all.filter(|message| !message.is_ephemeral() && !message.deleted).cloned().collect()
    }

    /// What the bot wrote, oldest first, without those for one person only.
    pub fn bot_messages(&self) -> Vec<Message> {
        let bot = self.shared.look().world.bot;
        self.messages().into_iter().filter(|message| message.author == bot).collect()
    }

    /// Waits for the bot's next message that contains these words; those before it count as read.
    #[track_caller]
    pub fn hears(&self, words: &str) -> impl Future<Output = Message> {
        self.next_at(Location::caller(), format!("the bot to say {words:?}"), move |message| message.says(words))
    }

    /// Waits for the bot's next message that is what is wanted; those before it count as read.
    #[track_caller]
    pub fn next(&self, what: &str, wanted: impl Fn(&Message) -> bool) -> impl Future<Output = Message> {
        self.next_at(Location::caller(), format!("the bot to write {what}"), wanted)
    }

    async fn next_at(
        &self,
        place: &'static Location<'static>,
        what: String,
        wanted: impl Fn(&Message) -> bool,
    ) -> Message {
        let what = format!("{what} in {}", self.name());
        let found = waiting::until(&self.shared, place, &what, |state| {
            self.unread(state).filter(|message| wanted(message)).min_by_key(|message| message.shown).cloned()
        })
        .await;
        self.read.fetch_max(found.shown, Ordering::Relaxed);
        found
    }

    /// The bot's messages that weren't read yet.
    fn unread<'a>(&self, state: &'a State) -> impl Iterator<Item = &'a Message> {
        let read = self.read.load(Ordering::Relaxed);
        let bot = state.world.bot;
        let ids = state.world.channels.get(&self.id).map_or(&[][..], |channel| &channel.messages);
        ids.iter()
            .filter_map(|id| state.world.messages.get(id))
            .filter(move |message| message.author == bot && message.shown > read && !message.is_ephemeral())
    }

    /// Counts everything written so far as read.
    pub fn read_all(&self) {
        let newest = self.shared.look().world.changes;
        self.read.fetch_max(newest, Ordering::Relaxed);
    }

    /// Watches that the bot writes nothing new here for a while.
    #[track_caller]
    pub fn stays_quiet(&self, for_how_long: Duration) -> impl Future<Output = ()> {
        let place = Location::caller();
        async move {
            waiting::never(&self.shared, place, for_how_long, |state| {
                let message = self.unread(state).next()?;
                Some(((), format!("{:?} in {}", message.line(), self.id)))
            })
            .await;
        }
    }

    /// Waits for a thread that opens in this channel, with these words in its name.
    #[track_caller]
    pub fn thread(&self, name: &str) -> impl Future<Output = Room> {
        let place = Location::caller();
        async move {
            let id = waiting::until(&self.shared, place, &format!("a thread named {name:?}"), |state| {
                let threads = state.world.channels.values().filter(|channel| channel.parent() == Some(self.id));
                threads.filter(|thread| thread.name.contains(name)).map(|thread| thread.id).next_back()
            })
            .await;
            Room::new(&self.shared, id)
        }
    }

    /// The threads in this channel, oldest first.
    pub fn threads(&self) -> Vec<Room> {
        let state = self.shared.look();
        let threads = state.world.channels.values().filter(|channel| channel.parent() == Some(self.id));
        threads.map(|thread| Room::new(&self.shared, thread.id)).collect()
    }

    /// Archives the thread.
    pub fn archive(&self) {
        self.change_thread("archived", |thread| thread.archived = true);
    }

    /// Locks the thread, so that only those who manage threads write in it.
    pub fn lock(&self) {
        self.change_thread("locked", |thread| thread.locked = true);
    }

    /// Opens the thread again.
    pub fn reopen(&self) {
        self.change_thread("opened", |thread| {
            thread.archived = false;
            thread.locked = false;
        });
    }

    fn change_thread(&self, what: &str, change: impl FnOnce(&mut Thread)) {
        self.shared.change(|state| {
            if let Some(channel) = state.world.channels.get_mut(&self.id) {
                let label = channel.label();
                if let Some(thread) = channel.thread_mut() {
                    change(thread);
                }
                state.note(format!("({label} was {what})"));
            }
            self.shared.dispatch_thread(state, "THREAD_UPDATE", self.id);
        });
    }

    /// Deletes it.
    pub fn delete(&self) {
        self.shared.change(|state| self.shared.delete_channel(state, self.id));
    }

    /// Takes these rights from the bot, here.
    pub fn deny_bot(&self, permissions: u64) {
        self.overwrite(|overwrite| {
            overwrite.allow &= !permissions;
            overwrite.deny |= permissions;
        });
    }

    /// Gives these rights to the bot, here.
    pub fn allow_bot(&self, permissions: u64) {
        self.overwrite(|overwrite| {
            overwrite.deny &= !permissions;
            overwrite.allow |= permissions;
        });
    }

    fn overwrite(&self, change: impl FnOnce(&mut Overwrite)) {
        self.shared.change(|state| {
            let bot = state.world.bot;
            let Some(channel) = state.world.channels.get_mut(&self.id) else { return };
            let at = channel.overwrites.iter().position(|overwrite| overwrite.of == bot).unwrap_or_else(|| {
                channel.overwrites.push(Overwrite { of: bot, of_member: true, allow: 0, deny: 0 });
                channel.overwrites.len() - 1
            });
            change(&mut channel.overwrites[at]);
            let guild = channel.guild;
            let data = wire::channel(&state.world, &state.world.channels[&self.id]);
            if let Some(guild) = guild {
                self.shared.dispatch_in_guild(state, "CHANNEL_UPDATE", guild, data);
            }
        });
    }
}
