//! What people can ask for, typed or pressed. [`parse`] reads what they type; its file has the grammar.
//!
//! [`Command`]'s `Display` writes the typed form without the prefix, in a form that reads back as the same command.

mod reading;
mod steps;

use std::fmt;

use jiff::civil::Date;
use rules::variants;
use serde::{Deserialize, Serialize};

use crate::machine;
use crate::names::{GameKind, GameNumber, Person};
use crate::preference::Setting;
use crate::terms::Terms;
pub use reading::{parse, parse_move};
pub use steps::{ChallengeStep, RoomStep, Side, Verdict};

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
        /// What else is to be agreed on; what is usual in the room when nothing was said.
        terms: Option<Terms>,
    },
    /// Answer a challenge or take one's own back, and nothing else with its number.
    Challenged(ChallengeStep),
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
        /// From this side instead of the usual one.
        #[serde(default)]
        view: Option<Side>,
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
    /// List running games.
    Games {
        /// This room's instead of one's own.
        here: bool,
        /// From this page on, counted from 1.
        page: u32,
    },
    /// List finished games.
    History {
        /// Whose; one's own when nobody is named.
        person: Option<Person>,
        /// From this page on, counted from 1.
        page: u32,
    },
    /// Tell how somebody has played.
    Stats {
        /// Who; oneself when nobody is named.
        person: Option<Person>,
        /// Which kind of game; all when none is named.
        kind: Option<GameKind>,
    },
    /// Rank the players.
    Top {
        /// In which kind of game; in all when none is named.
        kind: Option<GameKind>,
        /// Not only those of this room.
        everywhere: bool,
    },
    /// Compare oneself with somebody.
    Versus(Person),
    /// Get the game's PGN.
    Pgn,
    /// Get the game as JSON.
    Json,
    /// Get the game as a moving picture.
    Replay,
    /// Get the position's FEN.
    Fen,
    /// Show one's settings.
    Settings,
    /// Change some of them.
    Set(Vec<Setting>),
    /// Don't be challenged by somebody any more.
    Block(Person),
    /// Allow it again.
    Unblock(Person),
    /// List whom one has blocked.
    Blocks,
    /// Get everything that is stored about oneself.
    Export,
    /// Have it erased.
    Forget {
        /// Whether it was confirmed.
        confirmed: bool,
    },
    /// Something about this room's rules.
    Room(RoomStep),
    /// End a game without a result, as a moderator.
    Stop,
    /// Decide a game, as a moderator.
    Adjudicate(Verdict),
    /// Don't hear somebody in this room any more, as a moderator.
    Mute {
        /// Who.
        person: Person,
        /// For how many days; for ever when it isn't said.
        days: Option<u32>,
    },
    /// Hear somebody again, as a moderator.
    Unmute(Person),
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
    History,
    Stats,
    Top,
    Versus,
    Pgn,
    Json,
    Replay,
    Fen,
    Rules,
    Settings,
    Set,
    Block,
    Unblock,
    Blocks,
    Export,
    Forget,
    Room,
    Stop,
    Adjudicate,
    Mute,
    Unmute,
    Help,
    Hint,
    Review,
    Clock,
    Claim,
    Vacation,
    If,
}

/// Every verb with its own word first and its synonyms after.
const VERBS: [(Verb, &[&str]); 42] = [
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
    (Verb::History, &["history", "finished"]),
    (Verb::Stats, &["stats", "rating", "record"]),
    (Verb::Top, &["top", "ranking", "leaderboard"]),
    (Verb::Versus, &["versus", "vs"]),
    (Verb::Pgn, &["pgn"]),
    (Verb::Json, &["json"]),
    (Verb::Replay, &["replay", "gif"]),
    (Verb::Fen, &["fen"]),
    (Verb::Rules, &["rules", "rule"]),
    (Verb::Settings, &["settings", "preferences"]),
    (Verb::Set, &["set"]),
    (Verb::Block, &["block"]),
    (Verb::Unblock, &["unblock"]),
    (Verb::Blocks, &["blocks", "blocked"]),
    (Verb::Export, &["export-me"]),
    (Verb::Forget, &["forget-me"]),
    (Verb::Room, &["room"]),
    (Verb::Stop, &["stop"]),
    (Verb::Adjudicate, &["adjudicate"]),
    (Verb::Mute, &["mute"]),
    (Verb::Unmute, &["unmute"]),
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
    /// Nobody is named where somebody has to be.
    NobodyNamed(Verb),
    /// A setting is named without its value, or none is; the values that it can have.
    NoValue {
        /// The setting, or none.
        name: Option<&'static str>,
        /// What can stand there.
        values: Vec<&'static str>,
    },
    /// Who wins isn't said.
    NoVerdict,
    /// A page, or a number of days, that there can't be.
    NoSuchNumber(u32),
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
            Act::Challenged(ChallengeStep::Accept) => Verb::Accept,
            Act::Challenged(ChallengeStep::Decline) => Verb::Decline,
            Act::Challenged(ChallengeStep::Withdraw) => Verb::Withdraw,
            Act::Games { .. } => Verb::Games,
            Act::History { .. } => Verb::History,
            Act::Stats { .. } => Verb::Stats,
            Act::Top { .. } => Verb::Top,
            Act::Versus(_) => Verb::Versus,
            Act::Pgn => Verb::Pgn,
            Act::Json => Verb::Json,
            Act::Replay => Verb::Replay,
            Act::Fen => Verb::Fen,
            Act::Settings => Verb::Settings,
            Act::Set(_) => Verb::Set,
            Act::Block(_) => Verb::Block,
            Act::Unblock(_) => Verb::Unblock,
            Act::Blocks => Verb::Blocks,
            Act::Export => Verb::Export,
            Act::Forget { .. } => Verb::Forget,
            Act::Room(_) => Verb::Room,
            Act::Stop => Verb::Stop,
            Act::Adjudicate(_) => Verb::Adjudicate,
            Act::Mute { .. } => Verb::Mute,
            Act::Unmute(_) => Verb::Unmute,
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
                write!(f, " {} {}", kind.0.key, color.key())?;
                match terms {
                    None => {}
                    // What is usual has no word of its own, but it was said.
                    Some(terms) if *terms == Terms::default() => f.write_str(" casual")?,
                    Some(terms) => write!(f, "{terms}")?,
                }
                level.flatten().map_or(Ok(()), |level| write!(f, " level:{level}"))
            }
            Act::Challenged(_) => f.write_str(" challenge"),
            Act::Board { at, view } => {
                if let Some(ply) = at {
                    write!(f, " at {ply}")?;
                }
                match view {
                    Some(Side::White) => f.write_str(" white"),
                    Some(Side::Black) => f.write_str(" black"),
                    None => Ok(()),
                }
            }
            Act::Resign { confirmed: true } | Act::Forget { confirmed: true } => f.write_str(" yes"),
            Act::Games { here, page } => {
                f.write_str(if *here { " here" } else { "" })?;
                write_page(f, *page)
            }
            Act::History { person, page } => {
                write_person(f, person.as_ref())?;
                write_page(f, *page)
            }
            Act::Stats { person, kind } => {
                write_person(f, person.as_ref())?;
                write_kinds(f, kind.as_slice())
            }
            Act::Top { kind, everywhere } => {
                write_kinds(f, kind.as_slice())?;
                f.write_str(if *everywhere { " everywhere" } else { "" })
            }
            Act::Set(settings) => settings.iter().try_for_each(|setting| {
                let (name, value) = setting.words();
                write!(f, " {name} {value}")
            }),
            Act::Versus(person) | Act::Block(person) | Act::Unblock(person) | Act::Unmute(person) => {
                write_person(f, Some(person))
            }
            Act::Mute { person, days } => {
                write_person(f, Some(person))?;
                days.map_or(Ok(()), |days| write!(f, " {days} days"))
            }
            Act::Room(RoomStep::Speak(true)) => f.write_str(" on"),
            Act::Room(RoomStep::Speak(false)) => f.write_str(" off"),
            Act::Room(RoomStep::Games(kinds)) if kinds.is_empty() => f.write_str(" games all"),
            Act::Room(RoomStep::Games(kinds)) => {
                f.write_str(" games")?;
                write_kinds(f, kinds)
            }
            Act::Room(RoomStep::Terms(terms)) if *terms == Terms::default() => f.write_str(" terms casual"),
            Act::Room(RoomStep::Terms(terms)) => write!(f, " terms{terms}"),
            Act::Adjudicate(verdict) => {
                let word = Verdict::ALL.iter().find(|(_, known)| known == verdict).map_or("", |(word, _)| word);
                write!(f, " {word}")
            }
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

fn write_person(f: &mut fmt::Formatter<'_>, person: Option<&Person>) -> fmt::Result {
    person.map_or(Ok(()), |person| write!(f, " @{}", person.name))
}

fn write_kinds(f: &mut fmt::Formatter<'_>, kinds: &[GameKind]) -> fmt::Result {
    kinds.iter().try_for_each(|kind| write!(f, " {}", kind.0.key))
}

/// The first page isn't named.
fn write_page(f: &mut fmt::Formatter<'_>, page: u32) -> fmt::Result {
    if page > 1 { write!(f, " {page}") } else { Ok(()) }
}
