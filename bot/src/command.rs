//! What people can ask for, typed or pressed. [`parse`] reads what they type; its file has the grammar.
//!
//! [`Command`]'s `Display` writes the typed form without the prefix, in a form that reads back as the same command.

mod reading;

use std::fmt;

use jiff::civil::Date;
use rules::variants;
use serde::{Deserialize, Serialize};

use crate::machine;
use crate::names::{GameKind, GameNumber, Person};
use crate::terms::Terms;
pub use reading::{parse, parse_move};

/// What a typed command begins with.
pub const PREFIX: &str = "!";

/// The word for a machine player.
pub const MACHINE: &str = "centaur";

/// Something to be done, in the game with this number or in the only one that can be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The game or challenge meant, when it was said.
    pub game: Option<GameNumber>,
    /// What is to be done.
    pub act: Act,
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Challenge somebody, or anybody.
    Challenge {
        /// Who may accept; anybody when nobody is named.
        opponent: Option<Person>,
        /// What is to be played.
        kind: GameKind,
        /// The challenger's colour.
        color: ColorWish,
        /// What else is to be agreed on.
        terms: Terms,
    },
    /// Say yes to a challenge, a draw offer or a wish to take back.
    Accept,
    /// Say no to one of these.
    Decline,
    /// Take back one's own challenge, draw offer or wish to take back.
    Withdraw,
    /// List the open challenges.
    Challenges,
    /// Show the board.
    Board {
        /// After this many plies instead of now.
        at: Option<u32>,
    },
    /// List the legal moves.
    Moves,
    /// Give up.
    Resign {
        /// Whether it was confirmed.
        confirmed: bool,
    },
    /// Something about a draw.
    Draw(DrawStep),
    /// Something about taking back.
    Takeback(TakebackStep),
    /// End a game in which not both sides have moved.
    Abort,
    /// Play again with colours swapped.
    Rematch,
    /// List one's games.
    Games,
    /// Get the game's PGN.
    Pgn,
    /// Get the position's FEN.
    Fen,
    /// Tell the rules of this kind of game, or of the game being played.
    Rules(Option<GameKind>),
    /// Tell how to talk to the bot, or how to use one command.
    Help(Option<Verb>),
    /// Ask for a hint.
    Hint {
        /// Whether the move itself is to be told at once.
        whole: bool,
    },
    /// Look back at a finished game.
    Review,
    /// Play a move.
    Move(String),
    /// Show the clocks.
    Clock,
    /// End a game in which the opponent's time is up.
    Claim,
    /// Something about one's vacation.
    Vacation(VacationStep),
    /// Something about the moves to be played when the opponent plays others.
    If(IfStep),
}

/// The colour that a challenger would like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorWish {
    /// White.
    White,
    /// Black.
    Black,
    /// Either, by lot.
    #[default]
    Random,
}

impl ColorWish {
    /// As it is typed and stored.
    pub fn key(self) -> &'static str {
        match self {
            ColorWish::White => "white",
            ColorWish::Black => "black",
            ColorWish::Random => "random",
        }
    }
}

/// What can be done about a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawStep {
    /// Offer one, or accept the opponent's offer.
    Offer,
    /// Accept the opponent's offer.
    Accept,
    /// Decline it.
    Decline,
    /// Claim the draw that the rules allow.
    Claim,
}

/// What can be done about taking back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TakebackStep {
    /// Ask the opponent.
    Ask,
    /// Allow it.
    Accept,
    /// Refuse it.
    Decline,
}

/// What can be done about a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VacationStep {
    /// Tell about it.
    Show,
    /// Be away for so many days from now on.
    Days(u16),
    /// Be away until this day begins.
    Until(Date),
    /// Be back.
    Off,
}

/// What can be done about conditional moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IfStep {
    /// Show one's own.
    Show,
    /// Add these lines, as they are typed.
    Lines(String),
    /// Forget them all.
    Off,
}

/// The first word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each is the word itself; text::help tells what it does")]
pub enum Verb {
    Challenge,
    Accept,
    Decline,
    Withdraw,
    Challenges,
    Move,
    Board,
    Moves,
    Resign,
    Draw,
    Takeback,
    Abort,
    Rematch,
    Games,
    Pgn,
    Fen,
    Rules,
    Help,
    Hint,
    Review,
    Clock,
    Claim,
    Vacation,
    If,
}

/// Every verb with its own word first and its synonyms after.
const VERBS: [(Verb, &[&str]); 24] = [
    (Verb::Challenge, &["challenge", "play", "invite", "new"]),
    (Verb::Accept, &["accept", "join"]),
    (Verb::Decline, &["decline", "reject", "refuse"]),
    (Verb::Withdraw, &["withdraw", "cancel", "revoke"]),
    (Verb::Challenges, &["challenges", "invitations"]),
    (Verb::Move, &["move"]),
    (Verb::Board, &["board", "show", "position"]),
    (Verb::Moves, &["moves", "legal"]),
    (Verb::Hint, &["hint"]),
    (Verb::Resign, &["resign", "surrender"]),
    (Verb::Draw, &["draw"]),
    (Verb::Takeback, &["takeback", "undo", "unmove"]),
    (Verb::Abort, &["abort"]),
    (Verb::Rematch, &["rematch", "again"]),
    (Verb::Review, &["review"]),
    (Verb::Games, &["games", "list"]),
    (Verb::Clock, &["clock", "clocks", "time"]),
    (Verb::Claim, &["claim", "flag"]),
    (Verb::Vacation, &["vacation", "holiday", "away"]),
    (Verb::If, &["if", "conditional"]),
    (Verb::Pgn, &["pgn"]),
    (Verb::Fen, &["fen"]),
    (Verb::Rules, &["rules", "rule"]),
    (Verb::Help, &["help", "commands", "start"]),
];

impl Verb {
    /// Every verb, in the order in which help lists them.
    pub fn all() -> impl Iterator<Item = Verb> {
        VERBS.iter().map(|(verb, _)| *verb)
    }

    /// The verb's own word.
    pub fn word(self) -> &'static str {
        VERBS.iter().find(|(verb, _)| *verb == self).map_or("", |(_, words)| words[0])
    }

    /// The verb that this word, in lower case, is or stands for.
    pub fn from_word(word: &str) -> Option<Verb> {
        VERBS.iter().find(|(_, words)| words.contains(&word)).map(|(verb, _)| *verb)
    }
}

/// Why something typed as a command isn't one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// The first word is no verb; the nearest one that is.
    UnknownCommand {
        /// The word typed.
        word: String,
        /// The nearest verb, when one is near.
        closest: Option<Verb>,
    },
    /// A word that means nothing after this verb; the nearest word that does.
    UnknownWord {
        /// The verb.
        verb: Verb,
        /// The word typed.
        word: String,
        /// The nearest word that would have meant something.
        closest: Option<&'static str>,
    },
    /// Somebody whom the platform doesn't know here, or who doesn't play.
    UnknownPerson(String),
    /// More than one person where only one can be meant.
    SeveralPeople,
    /// Words that name no kind of game together, such as those of two.
    UnknownGame(String),
    /// The move is missing.
    NoMove,
    /// Terms of a challenge that can't go together: a rated game has no hints.
    HintsInRatedGame,
    /// A rated game against a machine.
    RatedAgainstMachine,
    /// There is no such level of a machine.
    NoSuchLevel(String),
    /// Numbers that time isn't counted in, or something about a clock where there is none.
    ImpossibleTiming,
    /// A vacation whose end is no day or number of days.
    NoVacation,
}

/// What a challenge is about when no game is named.
pub const USUAL_GAME: GameKind = GameKind(&variants::CARRERA);

impl Act {
    /// The first word with which this is typed.
    pub fn verb(&self) -> Verb {
        match self {
            Act::Challenge { .. } => Verb::Challenge,
            Act::Accept => Verb::Accept,
            Act::Decline => Verb::Decline,
            Act::Withdraw => Verb::Withdraw,
            Act::Challenges => Verb::Challenges,
            Act::Board { .. } => Verb::Board,
            Act::Moves => Verb::Moves,
            Act::Resign { .. } => Verb::Resign,
            Act::Draw(_) => Verb::Draw,
            Act::Takeback(_) => Verb::Takeback,
            Act::Abort => Verb::Abort,
            Act::Rematch => Verb::Rematch,
            Act::Games => Verb::Games,
            Act::Pgn => Verb::Pgn,
            Act::Fen => Verb::Fen,
            Act::Rules(_) => Verb::Rules,
            Act::Help(_) => Verb::Help,
            Act::Hint { .. } => Verb::Hint,
            Act::Review => Verb::Review,
            Act::Move(_) => Verb::Move,
            Act::Clock => Verb::Clock,
            Act::Claim => Verb::Claim,
            Act::Vacation(_) => Verb::Vacation,
            Act::If(_) => Verb::If,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.act.verb().word())?;
        if let Some(GameNumber(number)) = self.game {
            write!(f, " {number}")?;
        }
        match &self.act {
            Act::Challenge { opponent, kind, color, terms } => {
                let level = opponent.as_ref().map(machine::level_of);
                if let (Some(person), Some(None)) = (opponent, level) {
                    write!(f, " @{}", person.name)?;
                }
                write!(f, " {} {}{terms}", kind.0.key, color.key())?;
                level.flatten().map_or(Ok(()), |level| write!(f, " level:{level}"))
            }
            Act::Board { at: Some(ply) } => write!(f, " at {ply}"),
            Act::Resign { confirmed: true } => f.write_str(" yes"),
            Act::Draw(step) => f.write_str(match step {
                DrawStep::Offer => " offer",
                DrawStep::Accept => " accept",
                DrawStep::Decline => " decline",
                DrawStep::Claim => " claim",
            }),
            Act::Takeback(step) => f.write_str(match step {
                TakebackStep::Ask => " ask",
                TakebackStep::Accept => " accept",
                TakebackStep::Decline => " decline",
            }),
            Act::Rules(Some(kind)) => write!(f, " {}", kind.0.key),
            Act::Help(Some(verb)) => write!(f, " {}", verb.word()),
            Act::Hint { whole: true } => f.write_str(" move"),
            Act::Move(text) | Act::If(IfStep::Lines(text)) => write!(f, " {text}"),
            Act::If(IfStep::Off) | Act::Vacation(VacationStep::Off) => f.write_str(" off"),
            Act::Vacation(VacationStep::Days(days)) => write!(f, " {days} days"),
            Act::Vacation(VacationStep::Until(day)) => write!(f, " until {day}"),
            _ => Ok(()),
        }
    }
}
