//! The messages that have buttons, so that old ones lose theirs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serenity::all::{Builder, ChannelId, EditMessage, MessageId, MessagePagination};

use super::bot::{Bot, presses};
use crate::names::GameNumber;

/// How far back old buttons are looked for after a restart, in messages.
const LOOK_BACK: u8 = 50;

/// A message with buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Buttons {
    pub(super) channel: ChannelId,
    pub(super) message: MessageId,
    /// Whether they belong to a board rather than to an offer alone.
    pub(super) of_board: bool,
}

/// The messages with buttons of each game, as far as this process has seen them.
#[derive(Default)]
pub(super) struct Shown(Mutex<HashMap<GameNumber, Vec<Buttons>>>);

impl Shown {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<GameNumber, Vec<Buttons>>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes what a new message replaces: a board all before it, anything else what is no board. `None` when nothing is
    /// known of the game, as after a restart.
    fn replace(&self, game: GameNumber, new: Buttons, has_buttons: bool) -> Option<Vec<Buttons>> {
        self.with(|shown| {
            let known = shown.get_mut(&game).map(|before| {
                let is_old = |old: &mut Buttons| new.of_board || !old.of_board;
                before.extract_if(.., is_old).collect::<Vec<_>>()
            });
            if has_buttons {
                shown.entry(game).or_default().push(new);
            }
            known
        })
    }

    /// Notes a message whose button was pressed, and says whether it is an old one.
    pub(super) fn is_old(&self, game: GameNumber, pressed: Buttons) -> bool {
        self.with(|shown| match shown.get(&game) {
            Some(known) => !known.iter().any(|buttons| buttons.message == pressed.message),
            None => {
                shown.insert(game, vec![pressed]);
                false
            }
        })
    }
}

/// Takes their buttons from the messages about this game that the new one replaces.
///
/// What can't be edited any more keeps them; pressing them is answered all the same.
pub(super) fn replace(bot: &Arc<Bot>, game: GameNumber, new: Buttons, has_buttons: bool) {
    let known = bot.shown.replace(game, new, has_buttons);
    if known.as_ref().is_some_and(Vec::is_empty) || (known.is_none() && !new.of_board) {
        return;
    }
    let bot = Arc::clone(bot);
    tokio::spawn(async move {
        let old = match known {
            Some(old) => old,
            None => look_back(&bot, game, new).await,
        };
        for buttons in old {
            remove(&bot, buttons).await;
        }
    });
}

/// Takes its buttons from a message.
pub(super) async fn remove(bot: &Bot, buttons: Buttons) {
    let edit = EditMessage::new().components(Vec::new());
    let edited = edit.execute(&bot.http, (buttons.channel, buttons.message, None)).await;
    if let Err(error) = edited {
        tracing::debug!(%error, "an old message keeps its buttons");
    }
}

async fn look_back(bot: &Bot, game: GameNumber, new: Buttons) -> Vec<Buttons> {
    let before = MessagePagination::Before(new.message);
    let messages = bot.http.get_messages(new.channel, Some(before), Some(LOOK_BACK)).await;
    let messages = messages.inspect_err(|error| tracing::debug!(%error, "old messages can't be looked at"));
    let mine = messages.unwrap_or_default().into_iter().filter(|message| message.author.id == bot.me());
    let about = mine.filter(|message| presses(message).any(|press| press.game() == Some(game)));
    about.map(|message| Buttons { channel: new.channel, message: message.id, of_board: true }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buttons(message: u64, of_board: bool) -> Buttons {
        Buttons { channel: ChannelId::new(1), message: MessageId::new(message), of_board }
    }

    #[test]
    fn a_board_replaces_everything_and_an_offer_only_offers() {
        let (shown, game) = (Shown::default(), GameNumber(12));
        assert_eq!(shown.replace(game, buttons(1, true), true), None);
        assert_eq!(shown.replace(game, buttons(2, false), true), Some(Vec::new()));
        assert_eq!(shown.replace(game, buttons(3, false), false), Some(vec![buttons(2, false)]));
        assert_eq!(shown.replace(game, buttons(4, true), true), Some(vec![buttons(1, true)]));
        assert!(shown.is_old(game, buttons(1, true)));
        assert!(!shown.is_old(game, buttons(4, true)));
        assert!(!shown.is_old(GameNumber(13), buttons(9, true)));
    }
}
