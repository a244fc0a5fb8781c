//! The sync loop: what happened in the rooms, in order, until all of it is dealt with; only then the next.
//!
//! The SDK keeps its own token before anything was dealt with, so the token to go on from is kept here, afterwards.
//! After a crash the homeserver tells the same again, and the club, which knows each event it dealt with, does nothing
//! twice. What a sync leaves out of a long timeline is fetched.

use std::collections::HashMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use matrix_sdk::config::{SyncSettings, SyncToken};
use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::room::MessagesOptions;
use matrix_sdk::ruma::api::client::filter::{Filter, FilterDefinition, LazyLoadOptions, RoomEventFilter};
use matrix_sdk::ruma::api::client::sync::sync_events::v3;
use matrix_sdk::ruma::events::AnySyncTimelineEvent;
use matrix_sdk::ruma::serde::Raw;
use matrix_sdk::ruma::{OwnedEventId, OwnedUserId, uint};
use matrix_sdk::sync::{JoinedRoomUpdate, State, SyncResponse};
use matrix_sdk::{Client, Room};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::doors::Doors;
use super::hearing::Hearing;
use super::keys::Place;
use super::memory::{Memory, Undecrypted};
use super::{MatrixError, account, history, retry};
use crate::desk::{Closed, Desk};
use crate::talk::{Ask, Post};
use crate::text;

/// How long the homeserver may wait for something to happen before it answers.
const POLL: Duration = Duration::from_secs(30);

/// So much of what was missed in a room is caught up with.
const MOST_MISSED: usize = 1000;

/// Whoever's key hasn't come after this time isn't waited for any more.
const KEY_PATIENCE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// So many messages wait for their keys at most.
const MOST_UNDECRYPTED: usize = 500;

/// How long somebody waits for an answer before the bot shows that it is at it.
const PATIENCE: Duration = Duration::from_millis(400);

/// Hears what happens in the rooms.
pub(super) struct Listener {
    client: Client,
    me: OwnedUserId,
    memory: Memory,
    desk: Desk,
    doors: Doors,
    hearing: Hearing,
    /// The token of the last sync that was dealt with; none before the first.
    heard: Option<String>,
    undecrypted: Vec<Undecrypted>,
    /// Those of them that needn't be fetched again.
    at_hand: HashMap<OwnedEventId, Raw<AnySyncTimelineEvent>>,
    /// What is said without being asked.
    unasked: mpsc::UnboundedSender<Post>,
}

impl Listener {
    /// A listener that goes on where the last one stopped.
    ///
    /// # Errors
    ///
    /// [`MatrixError`] when that can't be read.
    pub(super) async fn new(
        client: &Client,
        doors: Doors,
        hearing: Hearing,
        desk: &Desk,
        unasked: mpsc::UnboundedSender<Post>,
    ) -> Result<Listener, MatrixError> {
        let memory = Memory::of(client);
        let me = client.user_id().ok_or(MatrixError::LoggedOut)?.to_owned();
        let (heard, undecrypted) = (memory.heard().await?, memory.undecrypted().await?);
        let (client, desk, at_hand) = (client.clone(), desk.clone(), HashMap::new());
        Ok(Listener { client, me, memory, desk, doors, hearing, heard, undecrypted, at_hand, unasked })
    }

    /// What has happened since the last time, at once even if it is nothing.
    ///
    /// # Errors
    ///
    /// [`MatrixError::LoggedOut`] and [`MatrixError::Withheld`]; whatever else is in the way is waited out.
    pub(super) async fn catch_up(&self) -> Result<SyncResponse, MatrixError> {
        self.sync(Duration::ZERO).await
    }

    async fn sync(&self, poll: Duration) -> Result<SyncResponse, MatrixError> {
        let mut tries = 0;
        loop {
            let token = self.heard.clone().map_or(SyncToken::NoToken, SyncToken::Specific);
            let settings = SyncSettings::new().token(token).timeout(poll).filter(filter());
            match self.client.sync_once(settings).await {
                Ok(response) if response.next_batch.is_empty() => return Err(MatrixError::Withheld),
                Ok(response) => return Ok(response),
                Err(matrix_sdk::Error::Http(error)) if account::is_logged_out(&error) => {
                    return Err(MatrixError::LoggedOut);
                }
                Err(error) => {
                    tracing::warn!(%error, "the homeserver can't be listened to");
                    sleep(retry::wait(tries)).await;
                    tries += 1;
                }
            }
        }
    }

    /// Deals with what happened, and then listens on, for ever.
    ///
    /// # Errors
    ///
    /// [`MatrixError`] when there is no going on.
    pub(super) async fn run(mut self, first: SyncResponse) -> Result<(), MatrixError> {
        let mut response = first;
        self.doors.make_rounds().await?;
        loop {
            self.deal_with(&response).await?;
            response = self.sync(POLL).await?;
        }
    }

    async fn deal_with(&mut self, response: &SyncResponse) -> Result<(), MatrixError> {
        for room in response.rooms.invited.keys() {
            self.doors.answer_invitation(room);
        }
        // Where nothing was heard yet, all that is told is of before.
        if self.heard.is_some() {
            for (id, update) in &response.rooms.joined {
                if let Some(room) = self.client.get_room(id) {
                    self.hear(&room, update).await?;
                }
            }
            if !self.undecrypted.is_empty() {
                self.try_keys().await?;
            }
        }
        // What was heard in silence needn't be kept: hearing it again does nothing.
        let is_news = !response.rooms.is_empty() || !response.to_device.is_empty();
        if is_news || self.heard.is_none() {
            self.memory.keep_heard(&response.next_batch).await?;
        }
        self.heard = Some(response.next_batch.clone());
        Ok(())
    }

    async fn hear(&mut self, room: &Room, update: &JoinedRoomUpdate) -> Result<(), MatrixError> {
        let timeline = &update.timeline;
        let mut events = match (&timeline.prev_batch, &self.heard) {
            (Some(before), Some(since))
                if timeline.limited && history::joined_at(&timeline.events, &self.me).is_none() =>
            {
                self.missed(room, before, since).await
            }
            _ => Vec::new(),
        };
        events.extend(timeline.events.iter().cloned());
        if let Some(joined) = history::joined_at(&events, &self.me) {
            self.doors.move_games_into(room).await?;
            self.greet(room, &events[joined]);
        }
        for event in history::since_joining(&events, &self.me) {
            self.hear_one(room, event).await?;
        }
        if events.iter().any(history::is_leaving) || has_members(&update.state) {
            self.doors.leave_if_empty(room);
        }
        if events.iter().any(|event| event.kind.event_type().as_deref() == Some("m.room.tombstone")) {
            self.doors.follow(room).await?;
        }
        Ok(())
    }

    /// What happened after the last sync and before what this one tells, in order of time.
    async fn missed(&self, room: &Room, before: &str, since: &str) -> Vec<TimelineEvent> {
        let (mut missed, mut from) = (Vec::new(), Some(before.to_owned()));
        while let Some(token) = from.take() {
            let page = retry::times(u32::MAX, || {
                let mut page = MessagesOptions::backward().from(&*token);
                page.to = Some(since.to_owned());
                page.limit = uint!(100);
                room.messages(page)
            });
            match page.await {
                Ok(page) => {
                    let is_start = page.chunk.iter().any(|event| history::is_joining(event, &self.me));
                    missed.extend(page.chunk);
                    if missed.len() >= MOST_MISSED {
                        tracing::warn!(room = %room.room_id(), "so much was missed that the oldest of it is left out");
                    } else if !is_start {
                        from = page.end;
                    }
                }
                Err(error) => tracing::warn!(%error, room = %room.room_id(), "what was missed can't be had"),
            }
        }
        missed.reverse();
        missed
    }

    async fn hear_one(&mut self, room: &Room, event: &TimelineEvent) -> Result<(), MatrixError> {
        if event.kind.is_utd() {
            return self.wait_for_key(room, event).await;
        }
        // Only a key of the sender's own says who wrote a message; the homeserver may say anything.
        if event.encryption_info().is_some_and(|info| event.sender().is_none_or(|sender| sender != info.sender)) {
            tracing::warn!(room = %room.room_id(), "a message isn't from whom it is said to be");
            return Ok(());
        }
        match self.hearing.ask(room, event).await {
            Some(ask) => Ok(self.ask(room, ask).await?),
            None => Ok(()),
        }
    }

    async fn ask(&self, room: &Room, ask: Ask) -> Result<(), Closed> {
        let mut asking = std::pin::pin!(self.desk.ask(ask));
        if let Ok(done) = timeout(PATIENCE, &mut asking).await {
            return done;
        }
        let is_shown = room.typing_notice(true).await.is_ok();
        let done = asking.await;
        if is_shown {
            let _it_goes_away_by_itself = room.typing_notice(false).await;
        }
        done
    }

    /// Says how to begin, in a room that was just entered and doesn't know it from the one it replaces.
    fn greet(&self, room: &Room, joining: &TimelineEvent) {
        let Some(event) = joining.event_id() else { return };
        if room.predecessor_room().is_some() {
            return;
        }
        let place = Place { room: room.room_id().to_owned(), thread: None };
        tracing::debug!(%event, "a new room is greeted");
        let _nobody_listens_any_more = self.unasked.send(Post::to_room(&place.key(), text::welcome()));
    }

    async fn wait_for_key(&mut self, room: &Room, event: &TimelineEvent) -> Result<(), MatrixError> {
        let Some(id) = event.event_id() else { return Ok(()) };
        if event.sender().is_some_and(|sender| sender == self.me)
            || self.undecrypted.iter().any(|waiting| waiting.event == id)
        {
            return Ok(());
        }
        tracing::debug!(event = %id, room = %room.room_id(), "a message waits for its key");
        if self.undecrypted.len() >= MOST_UNDECRYPTED {
            let forgotten = self.undecrypted.remove(0);
            self.at_hand.remove(&forgotten.event);
        }
        self.at_hand.insert(id.clone(), event.raw().clone());
        let (room, since) = (room.room_id().to_owned(), Timestamp::now().as_millisecond());
        self.undecrypted.push(Undecrypted { room, event: id, since });
        Ok(self.memory.keep_undecrypted(&self.undecrypted).await?)
    }

    /// Deals with the messages whose keys have come, and forgets those that have waited too long.
    async fn try_keys(&mut self) -> Result<(), MatrixError> {
        let oldest = (Timestamp::now() - KEY_PATIENCE).as_millisecond();
        let mut left = Vec::new();
        for waiting in std::mem::take(&mut self.undecrypted) {
            let room = self.client.get_room(&waiting.room).filter(|_| waiting.since >= oldest);
            let Some(room) = room else {
                self.at_hand.remove(&waiting.event);
                continue;
            };
            match self.decrypt(&room, &waiting.event).await {
                Some(event) if !event.kind.is_utd() => {
                    self.at_hand.remove(&waiting.event);
                    tracing::debug!(event = %waiting.event, "a message's key has come");
                    self.hear_one(&room, &event).await?;
                }
                _ => left.push(waiting),
            }
        }
        let is_changed = left.len() != self.memory.undecrypted().await?.len();
        self.undecrypted = left;
        if is_changed {
            self.memory.keep_undecrypted(&self.undecrypted).await?;
        }
        Ok(())
    }

    async fn decrypt(&mut self, room: &Room, id: &OwnedEventId) -> Option<TimelineEvent> {
        let event = match self.at_hand.get(id) {
            Some(raw) => room.decrypt_event(raw.cast_ref_unchecked(), None).await,
            None => room.event(id, None).await,
        };
        let event = event.inspect_err(|error| tracing::debug!(%error, event = %id, "an event can't be had")).ok()?;
        if event.kind.is_utd() {
            self.at_hand.insert(id.clone(), event.raw().clone());
        }
        Some(event)
    }
}

/// Whether a state that was left out of the timeline tells of people, who may have left.
fn has_members(state: &State) -> bool {
    let (State::Before(events) | State::After(events)) = state;
    events.iter().any(|event| event.get_field("type").ok().flatten() == Some("m.room.member"))
}

/// What is told in a sync: nothing that the bot doesn't use.
fn filter() -> v3::Filter {
    let mut filter = FilterDefinition::default();
    filter.presence = Filter::ignore_all();
    filter.room.ephemeral = RoomEventFilter::ignore_all();
    filter.room.timeline.limit = Some(uint!(50));
    filter.room.state.lazy_load_options = LazyLoadOptions::Enabled { include_redundant_members: false };
    filter.room.timeline.lazy_load_options = filter.room.state.lazy_load_options;
    v3::Filter::FilterDefinition(filter)
}
