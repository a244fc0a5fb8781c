//! Coming into rooms, leaving them, and moving on when a room is replaced.

use matrix_sdk::ruma::{OwnedServerName, RoomId};
use matrix_sdk::{Client, Room, RoomMemberships, RoomState};
use tokio::task::JoinSet;

use super::keys::Place;
use super::retry;
use super::settings::AllowList;
use crate::desk::{Closed, Desk};
use crate::talk;

/// A room that can't be come into after this many tries, over about a quarter of an hour, has to invite again.
const TRIES: u32 = 20;

/// Looks after which rooms the bot is in.
pub(super) struct Doors {
    client: Client,
    allow: AllowList,
    desk: Desk,
    /// What is under way: none of it holds up the rest.
    errands: JoinSet<()>,
}

impl Doors {
    /// Doors that open to those on the list.
    pub(super) fn new(client: &Client, allow: AllowList, desk: &Desk) -> Doors {
        Doors { client: client.clone(), allow, desk: desk.clone(), errands: JoinSet::new() }
    }

    /// Looks at every room: what was to be done may have been cut short, or have come up unseen.
    ///
    /// # Errors
    ///
    /// [`Closed`] when the club is gone.
    pub(super) async fn make_rounds(&mut self) -> Result<(), Closed> {
        for room in self.client.invited_rooms() {
            self.answer_invitation(room.room_id());
        }
        for room in self.client.joined_rooms() {
            self.move_games_into(&room).await?;
            self.follow(&room).await?;
            self.leave_if_empty(&room);
        }
        Ok(())
    }

    /// Follows an invitation from those who may invite, and declines it from others.
    pub(super) fn answer_invitation(&mut self, room: &RoomId) {
        while self.errands.try_join_next().is_some() {}
        let (client, allow, id) = (self.client.clone(), self.allow.clone(), room.to_owned());
        self.errands.spawn(async move {
            let Some(room) = client.get_room(&id).filter(|room| room.state() == RoomState::Invited) else { return };
            let Ok(invite) = room.invite_details().await else {
                tracing::warn!(room = %id, "an invitation doesn't say from whom it is");
                return;
            };
            let replaced = room.client().joined_rooms().into_iter().any(|old| replaces(&room, &old));
            if replaced || allow.permits(&invite.inviter_id, &id) {
                join(&client, &id, &[]).await;
            } else {
                tracing::info!(room = %id, inviter = %invite.inviter_id, "an invitation is declined");
                report("an invitation can't be declined", retry::times(TRIES, || room.leave()).await);
            }
        });
    }

    /// Goes to the room that replaces this one, where it can be entered without an invitation.
    ///
    /// # Errors
    ///
    /// [`Closed`] when the club is gone.
    pub(super) async fn follow(&mut self, old: &Room) -> Result<(), Closed> {
        let Some(successor) = old.successor_room() else { return Ok(()) };
        if let Some(new) = self.client.get_room(&successor.room_id).filter(|new| new.state() == RoomState::Joined) {
            return self.move_games_into(&new).await;
        }
        let client = self.client.clone();
        // The servers of those who talked in the old room are the likeliest to know the new one.
        let via = old.members_no_sync(RoomMemberships::JOIN).await.unwrap_or_default();
        let mut via: Vec<_> = via.iter().map(|member| member.user_id().server_name().to_owned()).collect();
        via.sort();
        via.dedup();
        via.truncate(5);
        self.errands.spawn(async move { join(&client, &successor.room_id, &via).await });
        Ok(())
    }

    /// Moves the games of the room that this one replaces, if there is one.
    ///
    /// Both rooms have to say so: anybody can make a room that claims to replace another.
    ///
    /// # Errors
    ///
    /// [`Closed`] when the club is gone.
    pub(super) async fn move_games_into(&mut self, new: &Room) -> Result<(), Closed> {
        let old = new.predecessor_room().and_then(|old| self.client.get_room(&old.room_id));
        let Some(old) = old.filter(|old| replaces(new, old)) else { return Ok(()) };
        let (from, to) = (old.room_id().to_owned(), new.room_id().to_owned());
        // Threads stay behind; their games go on in the new room itself.
        let is_in_old = move |room: &talk::Room| Place::from_key(room).is_some_and(|place| place.room == from);
        let key = Place { room: to, thread: None }.key();
        let moved = self.desk.enquire(move |club| club.move_rooms(&is_in_old, &key)).await?;
        if moved > 0 {
            tracing::info!(from = %old.room_id(), to = %new.room_id(), moved, "games follow their room");
        }
        Ok(())
    }

    /// Leaves a room in which nobody else is, and to which nobody is invited.
    pub(super) fn leave_if_empty(&mut self, room: &Room) {
        let room = room.clone();
        self.errands.spawn(async move {
            let members = retry::times(TRIES, || room.members(RoomMemberships::ACTIVE)).await;
            if members.is_ok_and(|members| members.iter().all(|member| member.user_id() == room.own_user_id())) {
                tracing::info!(room = %room.room_id(), "an empty room is left");
                report("an empty room can't be left", retry::times(TRIES, || room.leave()).await);
                report("a room that was left can't be forgotten", retry::times(TRIES, || room.forget()).await);
            }
        });
    }
}

/// Whether a room replaces another, as both say.
fn replaces(new: &Room, old: &Room) -> bool {
    let is_said_by_old = old.successor_room().is_some_and(|successor| successor.room_id == new.room_id());
    // Before it is joined, only the old room can be asked.
    let is_said_by_new = new.predecessor_room().is_none_or(|predecessor| predecessor.room_id == old.room_id());
    is_said_by_old && is_said_by_new
}

async fn join(client: &Client, room: &RoomId, via: &[OwnedServerName]) {
    // Over federation an invitation often arrives before the room can be entered.
    let joined = retry::times(TRIES, || client.join_room_by_id_or_alias(room.into(), via)).await;
    match joined {
        Ok(_) => tracing::info!(%room, "came into a room"),
        Err(error) => tracing::warn!(%room, %error, "a room can't be entered"),
    }
}

fn report(what: &'static str, done: Result<(), matrix_sdk::Error>) {
    if let Err(error) = done {
        tracing::warn!(%error, "{what}");
    }
}

/// The place where what is said in a place is heard today: rooms may have been replaced since.
pub(super) fn present(client: &Client, mut place: Place) -> Place {
    // However rooms may point at each other, this ends.
    for _ in 0..16 {
        let successor = client.get_room(&place.room).and_then(|room| {
            let new = client.get_room(&room.successor_room()?.room_id)?;
            (new.state() == RoomState::Joined && replaces(&new, &room)).then(|| new.room_id().to_owned())
        });
        match successor {
            Some(room) => place = Place { room, thread: None },
            None => break,
        }
    }
    place
}
