//! Every sentence that people read, as plain functions of facts.

mod boards;
mod challenges;
mod clocks;
mod conditionals;
#[cfg(feature = "discord")]
pub mod discord;
mod games;
mod help;
mod hints;
mod kinds;
mod lists;
#[cfg(feature = "matrix")]
pub mod matrix;
mod moderation;
mod motives;
mod objections;
mod people;
mod ratings;
mod refusals;
pub mod terminal;

pub use boards::board_in_words;
pub use challenges::{challenge_card, challenge_declined, challenge_expired, challenge_withdrawn};
pub use clocks::{clock_shown, clocks, ended_on_time, missed, reminded, time_is_up, vacation};
pub use conditionals::conditionals;
pub use games::{
    draw_declined, draw_offered, draw_withdrawn, ended, moved, opened, resignation_question, takeback_asked,
    takeback_declined, takeback_withdrawn, taken_back,
};
pub use help::{help, help_on, summary, welcome};
pub use hints::{
    draw_offered_to_machine, hint_told, hint_waits, machine_stuck, review_begun, review_summary, turning_point,
};
pub use kinds::rules_of;
pub use lists::{
    Place, board_shown, challenges_listed, fen_shown, games_here_listed, games_listed, history_listed, moves_listed,
    pgn_shown,
};
pub use moderation::{decided, house, house_changed, muted, unmuted};
pub use motives::motive;
pub use objections::objection;
pub use people::{
    NOBODY, blocked, blocks, exported, forget_question, forgotten, left, selections, settings, unblocked,
};
pub use ratings::{Ranking, Record, stats, top, versus};
pub use refusals::refusal;

use crate::command::{Act, ChallengeStep, DrawStep, TakebackStep};
use crate::talk::{Span, Text};

/// A text of spans and whatever becomes one.
macro_rules! text {
    ($($span:expr),* $(,)?) => { $crate::talk::Text::of([$($crate::talk::Span::from($span)),*]) };
}
use text;

fn strong(words: impl Into<String>) -> Span {
    Span::Strong(words.into())
}

fn code(words: impl Into<String>) -> Span {
    Span::Code(words.into())
}

fn command(words: impl ToString) -> Span {
    Span::Command(words.to_string())
}

/// Spans in a row, as a text says them: `a`, `a or b`, `a, b or c`.
fn row(spans: impl IntoIterator<Item = Span>, joint: &str) -> Text {
    let spans: Vec<Span> = spans.into_iter().collect();
    let mut row = Text::default();
    let last = spans.len().saturating_sub(1);
    for (index, span) in spans.into_iter().enumerate() {
        match index {
            0 => {}
            _ if index == last => row.push(format!(" {joint} ")),
            _ => row.push(", "),
        }
        row.push(span);
    }
    row
}

/// A number with its noun: `1 move`, `2 moves`.
fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A sentence's first letter as a capital.
fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What to say when something went wrong on our side.
pub fn apology() -> Text {
    text!["Sorry, something went wrong on my side, and nothing was changed. Please try again in a moment."]
}

/// What a button for this says.
pub fn label(act: &Act) -> &'static str {
    match act {
        Act::Challenge { .. } => "Challenge",
        Act::Accept | Act::Challenged(ChallengeStep::Accept) => "Accept",
        Act::Decline | Act::Challenged(ChallengeStep::Decline) => "Decline",
        Act::Withdraw | Act::Challenged(ChallengeStep::Withdraw) => "Withdraw",
        Act::Challenges => "Challenges",
        Act::Board { .. } => "Board",
        Act::Moves => "Moves",
        Act::Resign { .. } => "Resign",
        Act::Draw(DrawStep::Offer) => "Offer a draw",
        Act::Draw(DrawStep::Accept) => "Accept the draw",
        Act::Draw(DrawStep::Decline) => "Decline the draw",
        Act::Draw(DrawStep::Claim) => "Claim a draw",
        Act::Takeback(TakebackStep::Ask) => "Take back",
        Act::Takeback(TakebackStep::Accept) => "Allow it",
        Act::Takeback(TakebackStep::Decline) => "Play on",
        Act::Abort => "Abort",
        Act::Rematch => "Rematch",
        Act::Games { .. } => "Games",
        Act::History { .. } => "Finished games",
        Act::Stats { .. } => "Results",
        Act::Top { .. } => "Ranking",
        Act::Versus(_) => "Head to head",
        Act::Settings | Act::Set(_) => "Settings",
        Act::Block(_) => "Block",
        Act::Unblock(_) => "Unblock",
        Act::Blocks => "Blocked",
        Act::Export => "Export",
        Act::Forget { .. } => "Forget me",
        Act::Room(_) => "Room",
        Act::Stop => "Stop",
        Act::Adjudicate(_) => "Adjudicate",
        Act::Mute { .. } => "Mute",
        Act::Unmute(_) => "Unmute",
        Act::Json => "JSON",
        Act::Replay => "Replay",
        Act::Pgn => "PGN",
        Act::Fen => "FEN",
        Act::Rules(_) => "Rules",
        Act::Help(_) => "Help",
        Act::Hint { .. } => "Hint",
        Act::Review => "Review",
        Act::Move(_) => "Move",
        Act::Clock => "Clock",
        Act::Claim => "Claim the game",
        Act::Vacation(_) => "Vacation",
        Act::If(_) => "Conditional moves",
    }
}
