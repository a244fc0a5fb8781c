//! What everything here shares.

use std::sync::Arc;

use serenity::all::{ActionRowComponent, ButtonKind, Cache, ChannelId, Http, Message, UserId};

use super::calls::Pending;
use super::delivery::Delivery;
use super::draft;
use super::places::Places;
use super::press::Press;
use super::shown::Shown;
use crate::desk::Desk;
use crate::names::{GameNumber, Room};
use crate::platform::pictures::Pictures;

/// The bot as everything here sees it.
pub(super) struct Bot {
    pub(super) desk: Desk,
    pub(super) http: Arc<Http>,
    pub(super) cache: Arc<Cache>,
    pub(super) pictures: Pictures,
    pub(super) delivery: Delivery,
    /// Commands and presses that wait for their answer.
    pub(super) pending: Pending,
    pub(super) places: Places,
    /// The messages that have buttons.
    pub(super) shown: Shown,
    /// Whether messages that don't concern the bot come with their words.
    pub(super) reads_content: bool,
}

impl Bot {
    /// The bot's own user.
    pub(super) fn me(&self) -> UserId {
        self.cache.current_user().id
    }

    /// The game that a message of the bot's is about.
    pub(super) fn game_of(&self, message: &Message) -> Option<GameNumber> {
        if message.author.id != self.me() {
            return None;
        }
        let by_file = message.attachments.iter().find_map(|file| draft::game_of_file(&file.filename));
        let by_button = || presses(message).find_map(|press| press.game());
        by_file.or_else(by_button).or_else(|| draft::game_of_content(&message.content))
    }

    /// Lets a game be played in this channel from now on.
    pub(super) async fn settle(&self, game: GameNumber, channel: ChannelId) {
        let room: Room = super::names::room(channel);
        if self.desk.settle(game, room).await.is_err() {
            tracing::debug!(%game, "the club closed before the game was settled");
        }
    }
}

/// What the buttons and lists of a message mean.
pub(super) fn presses(message: &Message) -> impl Iterator<Item = Press> {
    let components = message.components.iter().flat_map(|row| &row.components);
    components.filter_map(|component| match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Press::read(custom_id),
            _ => None,
        },
        ActionRowComponent::SelectMenu(menu) => menu.custom_id.as_deref().and_then(Press::read),
        _ => None,
    })
}
