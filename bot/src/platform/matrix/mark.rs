//! What the bot's own messages carry for the bot itself: the game that they are about, and what can be done about them.
//!
//! So a reply or a reaction tells the game whenever it comes, and nothing has to be kept. In an encrypted room the mark
//! is encrypted with the rest of the message.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::command::{Act, ChallengeStep, Command, DrawStep, TakebackStep};
use crate::talk::{GameNumber, Post};

/// The field of a message's content.
const FIELD: &str = "org.centaur.post";

/// Whether this is what an emoji stands for.
type Meaning = fn(&Act) -> bool;

/// The emoji that stand for an action: the one shown first, then others that people may choose instead.
const REACTIONS: [(&[&str], Meaning); 3] =
    [(&["✅", "✔", "☑"], is_yes), (&["❌", "✖", "❎"], is_no), (&["🔁", "🔄"], is_again)];

fn is_yes(act: &Act) -> bool {
    matches!(
        act,
        Act::Accept
            | Act::Challenged(ChallengeStep::Accept)
            | Act::Draw(DrawStep::Accept)
            | Act::Takeback(TakebackStep::Accept)
    )
}

fn is_no(act: &Act) -> bool {
    matches!(
        act,
        Act::Decline
            | Act::Challenged(ChallengeStep::Decline)
            | Act::Draw(DrawStep::Decline)
            | Act::Takeback(TakebackStep::Decline)
    )
}

fn is_again(act: &Act) -> bool {
    matches!(act, Act::Rematch)
}

/// Whether an emoji stands for anything.
pub(super) fn is_reaction(key: &str) -> bool {
    meaning(key).is_some()
}

fn meaning(key: &str) -> Option<Meaning> {
    // Whether an emoji comes with the selector for colours depends on the client.
    let key = key.trim_end_matches('\u{fe0f}');
    REACTIONS.iter().find(|(emoji, _)| emoji.contains(&key)).map(|(_, means)| *means)
}

/// What a message of the bot is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Mark {
    /// The game or challenge.
    pub(super) about: Option<GameNumber>,
    /// What can be done about it.
    pub(super) actions: Vec<Command>,
}

impl Mark {
    /// The mark of a post.
    pub(super) fn of(post: &Post) -> Mark {
        Mark { about: post.about, actions: post.actions.iter().map(|action| action.command.clone()).collect() }
    }

    /// Puts it into a message's content.
    pub(super) fn write(&self, content: &mut Value) {
        if let (Value::Object(fields), Ok(mark)) = (content, serde_json::to_value(self)) {
            fields.insert(FIELD.to_owned(), mark);
        }
    }

    /// The mark in a message's content.
    pub(super) fn read(content: &Value) -> Option<Mark> {
        // A message of a later version may know actions that this one doesn't; then there is nothing to press.
        Mark::deserialize(content.get(FIELD)?).ok()
    }

    /// The emoji to be offered below the message.
    pub(super) fn reactions(&self) -> impl Iterator<Item = &'static str> {
        let shown = REACTIONS.iter().filter_map(|(emoji, _)| emoji.first().copied());
        shown.filter(|emoji| self.command(emoji).is_some())
    }

    /// What reacting with this emoji asks for.
    pub(super) fn command(&self, key: &str) -> Option<&Command> {
        let means = meaning(key)?;
        let mut meant = self.actions.iter().filter(|command| means(&command.act));
        // With several to choose from, a tick says yes to none of them.
        meant.next().filter(|_| meant.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn mark(acts: &[(u32, Act)]) -> Mark {
        let actions = acts.iter().map(|(game, act)| Command { game: Some(GameNumber(*game)), act: act.clone() });
        Mark { about: Some(GameNumber(12)), actions: actions.collect() }
    }

    #[test]
    fn a_mark_survives_the_message() {
        let card = mark(&[(12, Act::Accept), (12, Act::Decline), (12, Act::Withdraw)]);
        let mut content = json!({ "body": "hello" });
        card.write(&mut content);
        assert_eq!(Mark::read(&content), Some(card));
        assert_eq!(Mark::read(&json!({ "body": "hello" })), None);
        assert_eq!(Mark::read(&json!({ FIELD: { "about": "twelve" } })), None);
    }

    #[test]
    fn emoji_say_yes_and_no_to_the_one_thing_asked() {
        let card = mark(&[(12, Act::Accept), (12, Act::Decline), (12, Act::Withdraw)]);
        assert_eq!(card.reactions().collect::<Vec<_>>(), ["✅", "❌"]);
        assert_eq!(card.command("✔️").map(|command| &command.act), Some(&Act::Accept));
        assert_eq!(card.command("❌").map(|command| &command.act), Some(&Act::Decline));
        assert_eq!(card.command("👍"), None);
        assert_eq!(card.command("🔁"), None);
        let offer = mark(&[(12, Act::Draw(DrawStep::Accept)), (12, Act::Draw(DrawStep::Decline))]);
        assert_eq!(offer.command("✅").map(|command| &command.act), Some(&Act::Draw(DrawStep::Accept)));
        let over = mark(&[(12, Act::Rematch)]);
        assert_eq!(over.reactions().collect::<Vec<_>>(), ["🔁"]);
    }

    #[test]
    fn a_tick_chooses_none_of_several_and_never_resigns() {
        let which = mark(&[(1, Act::Accept), (2, Act::Accept)]);
        assert_eq!(which.command("✅"), None);
        assert_eq!(which.reactions().count(), 0);
        let question = mark(&[(1, Act::Resign { confirmed: true })]);
        assert_eq!(question.command("✅"), None);
    }
}
