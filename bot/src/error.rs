//! What goes wrong: a [`Refusal`] is the asker's mistake and is said to them; a [`Fault`] is ours, is logged, and is
//! owned up to once.

use jiff::Timestamp;
use rules::{Claim, Objection, Position};

use crate::command::{Command, Misread};
use crate::conditional::LineError;
use crate::letters::Letters;
use crate::names::{GameKind, GameNumber, Person};

/// Why something asked for isn't done, as facts; [`text`](crate::text) has the words.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The command wasn't understood.
    Misread(Misread),
    /// Nobody plays against themself.
    OwnOpponent,
    /// The opponent has as many unanswered challenges from this person as one may have.
    TooManyChallenges(Option<Person>),
    /// This person, perhaps the asker, plays as many games as one may.
    TooManyGames(Person),
    /// No game or challenge with this number can be seen from here.
    NoSuchGame(GameNumber),
    /// The asker plays no running game here.
    NoGameHere,
    /// There is nothing that the asker could answer or withdraw.
    NothingPending,
    /// Only somebody else may answer this challenge.
    NotYourChallenge(GameNumber, Option<Person>),
    /// The challenge was answered, withdrawn or has expired.
    ChallengeOver(GameNumber),
    /// Several games could be meant.
    WhichGame(Vec<Choice>),
    /// The asker doesn't play in this game.
    NotYourGame(GameNumber),
    /// It's the opponent's turn, in each of these games that may be meant.
    NotYourTurn(Vec<(GameNumber, Person)>),
    /// The game is over.
    GameOver(GameNumber),
    /// The game isn't over yet.
    GameRunning(GameNumber),
    /// The move can't be played.
    Move {
        /// The game.
        number: GameNumber,
        /// The position in which it was tried.
        position: Box<Position>,
        /// What was typed.
        typed: String,
        /// What stands against it.
        objection: Objection,
        /// The letters in which the asker reads moves.
        letters: Letters,
    },
    /// The opponent has offered no draw, or made no wish to take back.
    NotOffered(GameNumber),
    /// The asker has already offered this and waits for an answer.
    AlreadyOffered(GameNumber),
    /// The opponent has asked to take back, which has to be answered first.
    AnswerFirst(GameNumber),
    /// No draw can be claimed; how far the game is from one.
    NoClaim {
        /// The game.
        number: GameNumber,
        /// How often the position has stood on the board.
        repetitions: usize,
        /// Plies since the last capture or pawn move.
        quiet_plies: u32,
    },
    /// The draw can be claimed by the opponent only, who is on the move.
    ClaimNotYourTurn(GameNumber, Claim),
    /// The asker hasn't moved yet.
    NothingToTakeBack(GameNumber),
    /// Both sides have moved.
    TooLateToAbort(GameNumber),
    /// The rematch has begun already, as this game.
    RematchBegun(GameNumber),
    /// The asker has asked for a rematch already and waits.
    RematchOffered(GameNumber),
    /// There are no hints in this game; perhaps because it is rated.
    NoHints {
        /// The game.
        number: GameNumber,
        /// Whether it is rated.
        rated: bool,
    },
    /// The asker waits for a hint already, in this game.
    HintComing(GameNumber),
    /// Nothing was played in this game.
    NothingToReview(GameNumber),
    /// The game isn't that long.
    NoSuchPly(GameNumber, usize),
    /// The opponent's time isn't up; when it will be, if a clock of the opponent's runs.
    NotUp(GameNumber, Option<Timestamp>),
    /// A vacation ends later than it begins, and not too late.
    VacationLength,
    /// Conditional moves are for when the opponent is to move.
    MoveFirst(GameNumber),
    /// A line of conditional moves can't be kept.
    Line(GameNumber, LineError),
    /// This game isn't played in this room, only these are.
    GameNotHere(GameKind, Vec<GameKind>),
    /// This person doesn't want to play with the asker.
    NotToBeChallenged(Person),
    /// The asker has blocked this person.
    Blocked(Person),
    /// The person isn't blocked.
    NotBlocked(Person),
    /// There is no such time zone; the nearest, when one is near.
    UnknownZone {
        /// What was typed.
        typed: String,
        /// The nearest name.
        closest: Option<String>,
    },
    /// The asker has asked too much in a short time.
    TooFast,
    /// The asker isn't heard in this room, until then if not for ever.
    Muted(Option<Timestamp>),
    /// The person isn't muted here.
    NotMuted(Person),
    /// Only somebody who looks after the room may do this.
    NotModerator,
    /// No game is running in this room.
    NothingRunningHere,
}

/// One of several games or challenges that may be meant.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its number.
    pub number: GameNumber,
    /// The kind of game.
    pub kind: GameKind,
    /// Who else is in it.
    pub other: Option<Person>,
    /// What to ask for to mean this one.
    pub command: Command,
}

/// What went wrong on our side.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Another process has the database open.
    #[error("the database {0} is in use by another process; only one may run on it")]
    InUse(std::path::PathBuf),
    /// The database is newer than this program.
    #[error("the database {0} was made by a newer version of this program")]
    FromTheFuture(std::path::PathBuf),
    /// The file beside the database that keeps others out can't be made.
    #[error("the lock file {path} can't be used")]
    LockFile {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A copy of the database can't be written.
    #[error("the copy {path} can't be written")]
    Backup {
        /// The copy.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(Box<dyn std::error::Error + Send + Sync>),
    /// What is stored makes no sense.
    #[error("what is stored makes no sense: {0}")]
    Corrupt(String),
}

/// Either of the two.
#[derive(Debug)]
pub enum Trouble {
    /// Their mistake.
    Refusal(Box<Refusal>),
    /// Ours.
    Fault(Fault),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::Refusal(Box::new(refusal))
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}
