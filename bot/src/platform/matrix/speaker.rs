//! What the club says, sent to the rooms: each room's posts in order, none lost, none twice.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Cursor;
use std::time::Instant;

use matrix_sdk::ruma::events::reaction::ReactionEventContent;
use matrix_sdk::ruma::events::relation::Annotation;
use matrix_sdk::ruma::events::room::MediaSource;
use matrix_sdk::ruma::{OwnedEventId, OwnedRoomId, OwnedTransactionId, TransactionId};
use matrix_sdk::{Client, Room, RoomState};
use mime::Mime;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::keys::{self, Place};
use super::mark::Mark;
use super::message::{self, Picture, Setting};
use super::{doors, retry};
use crate::desk::{Closed, Desk};
use crate::platform::pictures::Pictures;
use crate::talk::{Attachment, Board, File, Post};

/// Put below what somebody did, at once: the board takes a moment.
const ACKNOWLEDGEMENT: &str = "♟️";

/// What looks hopeless is tried so often all the same: a key or a membership may be on its way.
const HOPELESS_TRIES: u32 = 5;

/// Sends posts.
pub(super) struct Speaker {
    voice: Voice,
    /// What waits to be said, by room; each has a task that says it.
    queues: HashMap<OwnedRoomId, mpsc::UnboundedSender<Post>>,
    tasks: JoinSet<()>,
}

/// What is needed to say something.
#[derive(Clone)]
struct Voice {
    client: Client,
    desk: Desk,
    pictures: Pictures,
    prefix: String,
    acknowledge: bool,
}

impl Speaker {
    /// A speaker that says nothing yet.
    pub(super) fn new(client: &Client, desk: &Desk, prefix: &str, acknowledge: bool) -> Speaker {
        let voice = Voice {
            client: client.clone(),
            desk: desk.clone(),
            pictures: Pictures::new(desk.tally()),
            prefix: prefix.to_owned(),
            acknowledge,
        };
        Speaker { voice, queues: HashMap::new(), tasks: JoinSet::new() }
    }

    /// Says what the club says, and what else is to be said, until the club is gone.
    pub(super) async fn run(
        mut self,
        mut posts: mpsc::UnboundedReceiver<Post>,
        mut unasked: mpsc::UnboundedReceiver<Post>,
    ) -> Closed {
        loop {
            let post = tokio::select! {
                post = posts.recv() => post,
                Some(post) = unasked.recv() => Some(post),
            };
            match post {
                Some(post) => self.queue(post),
                None => return Closed,
            }
        }
    }

    fn queue(&mut self, post: Post) {
        let Some(place) = Place::from_key(&post.room) else {
            tracing::error!(room = post.room.0, "a post goes to no room");
            return;
        };
        let queue = self.queues.entry(place.room).or_insert_with(|| {
            let (sender, mut receiver) = mpsc::unbounded_channel();
            let voice = self.voice.clone();
            self.tasks.spawn(async move {
                while let Some(post) = receiver.recv().await {
                    voice.say(&post).await;
                }
            });
            sender
        });
        let _the_task_lives_as_long_as_this = queue.send(post);
    }
}

/// Why a post wasn't sent.
#[derive(Debug, thiserror::Error)]
enum Unsaid {
    #[error("the bot isn't in the room any more")]
    NotThere,
    #[error(transparent)]
    Matrix(#[from] matrix_sdk::Error),
    #[error(transparent)]
    Http(#[from] matrix_sdk::HttpError),
}

impl Unsaid {
    fn may_pass(&self) -> bool {
        match self {
            Unsaid::NotThere => false,
            Unsaid::Matrix(error) => retry::may_pass(error),
            Unsaid::Http(error) => retry::may_pass_http(error),
        }
    }

    /// Whether it is only for want of a session, and goes well with the next one.
    fn is_for_want_of_session(&self) -> bool {
        let error = match self {
            Unsaid::NotThere => return false,
            Unsaid::Matrix(matrix_sdk::Error::Http(error)) => error,
            Unsaid::Matrix(_) => return false,
            Unsaid::Http(error) => error,
        };
        super::account::is_logged_out(error)
    }
}

impl Voice {
    /// Says a post, however long it takes, and tells the club; unless nobody can be told.
    async fn say(&self, post: &Post) {
        let transactions = Transactions::of(post);
        let (start, platform) = (Instant::now(), post.room.platform());
        let mut tries = 0;
        loop {
            match self.try_to_say(post, &transactions).await {
                Ok(()) => {
                    self.desk.tally().sent(platform, start.elapsed());
                    break;
                }
                Err(unsaid) if unsaid.is_for_want_of_session() => return,
                Err(unsaid) if unsaid.may_pass() || tries < HOPELESS_TRIES => {
                    tracing::warn!(error = %unsaid, room = post.room.0, "a post can't be sent yet");
                    self.desk.tally().retried(platform);
                    sleep(retry::wait(tries)).await;
                    tries += 1;
                }
                Err(unsaid) => {
                    // Trying again would fail for ever; `!board` shows the game as it is.
                    tracing::error!(error = %unsaid, room = post.room.0, "a post can't be sent");
                    self.desk.tally().not_sent(platform);
                    break;
                }
            }
        }
        if let Some(id) = post.outbox {
            let _it_is_said_again_next_time = self.desk.sent(id);
        }
    }

    async fn try_to_say(&self, post: &Post, transactions: &Transactions) -> Result<(), Unsaid> {
        let place = Place::from_key(&post.room).ok_or(Unsaid::NotThere)?;
        let place = doors::present(&self.client, place);
        let room = self.client.get_room(&place.room).filter(|room| room.state() == RoomState::Joined);
        let room = room.ok_or(Unsaid::NotThere)?;
        let answered = post.in_reply_to.as_ref().and_then(keys::reply_target);
        if let Some((event, true)) = answered.as_ref().filter(|_| self.acknowledge && post.outbox.is_some()) {
            self.react(&room, event, ACKNOWLEDGEMENT, transactions.part("seen")).await;
        }
        let setting = Setting { reply_to: answered.map(|(event, _)| event), thread: place.thread };
        let content = match &post.board {
            None => message::in_words(post, &self.prefix, &setting),
            Some(board) => {
                let is_shown = room.typing_notice(true).await.is_ok();
                let content = self.with_picture(&room, post, board, &setting).await;
                if is_shown {
                    let _it_goes_away_by_itself = room.typing_notice(false).await;
                }
                content?
            }
        };
        let said = send(&room, content, transactions.part("said")).await?;
        for (index, file) in post.attachments.iter().enumerate() {
            let Some(content) = self.with_file(&room, post, &setting, file).await? else { continue };
            send(&room, content, transactions.part(&format!("file-{index}"))).await?;
        }
        for (index, emoji) in Mark::of(post).reactions().enumerate() {
            self.react(&room, &said, emoji, transactions.part(&format!("sign-{index}"))).await;
        }
        Ok(())
    }

    /// The post with its picture; in words alone when there can be none.
    async fn with_picture(&self, room: &Room, post: &Post, board: &Board, setting: &Setting) -> Result<Value, Unsaid> {
        let png = match self.pictures.draw(board).await {
            Ok(png) => png,
            Err(error) => {
                tracing::error!(%error, "there is no picture");
                return Ok(message::in_words(post, &self.prefix, setting));
            }
        };
        let info = message::picture_info(&png);
        let source = match self.upload(room, &mime::IMAGE_PNG, png).await {
            Ok(source) => source,
            Err(unsaid) if unsaid.may_pass() => return Err(unsaid),
            Err(unsaid) => {
                tracing::error!(error = %unsaid, "the homeserver doesn't take a picture");
                return Ok(message::in_words(post, &self.prefix, setting));
            }
        };
        let name = post.about.map_or("board.png".to_owned(), |number| format!("game-{}.png", number.0));
        Ok(message::with_picture(post, &self.prefix, setting, Picture { source, name, info }))
    }

    /// A file that goes with a post; nothing when it is a picture that can't be had.
    async fn with_file(
        &self,
        room: &Room,
        post: &Post,
        setting: &Setting,
        file: &Attachment,
    ) -> Result<Option<Value>, Unsaid> {
        let (bytes, kind) = match self.pictures.file(file).await {
            Ok(made) => made,
            Err(error) => {
                tracing::error!(%error, name = file.name, "a file can't be made");
                return Ok(None);
            }
        };
        let (size, kind) = (bytes.len(), kind.parse().unwrap_or(mime::APPLICATION_OCTET_STREAM));
        let source = match self.upload(room, &kind, bytes).await {
            Ok(source) => source,
            // Homeservers have limits of their own, and the words were said.
            Err(unsaid) if matches!(file.file, File::Replay(_)) && !unsaid.may_pass() => {
                tracing::error!(error = %unsaid, "the homeserver doesn't take a replay");
                return Ok(None);
            }
            Err(unsaid) => return Err(unsaid),
        };
        Ok(Some(message::with_file(post, setting, &file.name, size, source, &kind)))
    }

    /// Uploads a file, encrypted exactly when the room is.
    async fn upload(&self, room: &Room, kind: &Mime, bytes: Vec<u8>) -> Result<MediaSource, Unsaid> {
        Ok(match room.latest_encryption_state().await?.is_encrypted() {
            true => {
                let file = self.client.upload_encrypted_file(&mut Cursor::new(bytes)).await?;
                MediaSource::Encrypted(Box::new(file))
            }
            false => MediaSource::Plain(self.client.media().upload(kind, bytes, None).await?.content_uri),
        })
    }

    /// Puts an emoji below a message. It is a courtesy: when it can't be done, nothing is lost.
    async fn react(&self, room: &Room, event: &OwnedEventId, emoji: &str, transaction: OwnedTransactionId) {
        let reaction = ReactionEventContent::new(Annotation::new(event.clone(), emoji.to_owned()));
        if let Err(error) = room.send(reaction).with_transaction_id(transaction).await {
            tracing::debug!(%error, emoji, "there is no reaction");
        }
    }
}

async fn send(room: &Room, content: Value, transaction: OwnedTransactionId) -> Result<OwnedEventId, Unsaid> {
    let sent = room.send_raw("m.room.message", content).with_transaction_id(&transaction).await?;
    Ok(sent.response.event_id)
}

/// The names of a post's transactions: the same whenever it is sent, so that the homeserver takes each part once.
struct Transactions(String);

impl Transactions {
    fn of(post: &Post) -> Transactions {
        Transactions(match post.outbox {
            // The number begins anew with another database; what is said then is something else.
            Some(number) => {
                let mut hasher = DefaultHasher::new();
                serde_json::to_string(post).unwrap_or_default().hash(&mut hasher);
                format!("centaur-{}-{:016x}", number.0, hasher.finish())
            }
            None => format!("centaur-{}", TransactionId::new()),
        })
    }

    fn part(&self, part: &str) -> OwnedTransactionId {
        format!("{}-{part}", self.0).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::talk::{OutboxId, Room, Text};

    fn post(outbox: Option<i64>, words: &str) -> Post {
        let room = Room("matrix:!hall:x".to_owned());
        Post { outbox: outbox.map(OutboxId), ..Post::to_room(&room, Text::of([words.into()])) }
    }

    #[test]
    fn a_kept_post_is_the_same_transaction_whenever_it_is_sent() {
        let name = |post: &Post, part: &str| Transactions::of(post).part(part);
        assert_eq!(name(&post(Some(7), "e4"), "said"), name(&post(Some(7), "e4"), "said"));
        assert_ne!(name(&post(Some(7), "e4"), "said"), name(&post(Some(7), "e4"), "seen"));
        assert_ne!(name(&post(Some(7), "e4"), "said"), name(&post(Some(8), "e4"), "said"));
        // Another database counts from one again.
        assert_ne!(name(&post(Some(7), "e4"), "said"), name(&post(Some(7), "e5"), "said"));
        assert_ne!(name(&post(None, "e4"), "said"), name(&post(None, "e4"), "said"));
    }
}
