//! A game between two people: the record, who sits where, what is offered, and how it ended.

use jiff::{SignedDuration, Timestamp};
use rules::{Claim, Color, Ending, Move, Position, Score, fen, uci};

use crate::clock::Clock;
use crate::names::{GameKind, GameNumber, Person, Room};
use crate::rating::Change;
use crate::talk::{Board, Caption};
use crate::terms::Terms;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The rules ended it.
    Rules(Ending),
    /// A player claimed a draw that the rules allow.
    Claimed(Claim),
    /// Both agreed to a draw.
    Agreement,
    /// A player gave up.
    Resignation,
    /// A player's time was up; a draw when the opponent could never have mated.
    Time,
    /// It was broken off before each side had moved, without a result.
    Aborted,
    /// A moderator ended it without a result.
    Stopped,
    /// A moderator decided it.
    Adjudicated,
}

impl Reason {
    const ALL: [Reason; 13] = [
        Reason::Rules(Ending::Checkmate),
        Reason::Rules(Ending::Stalemate),
        Reason::Rules(Ending::InsufficientMaterial),
        Reason::Rules(Ending::FivefoldRepetition),
        Reason::Rules(Ending::SeventyFiveMoves),
        Reason::Claimed(Claim::ThreefoldRepetition),
        Reason::Claimed(Claim::FiftyMoves),
        Reason::Agreement,
        Reason::Resignation,
        Reason::Time,
        Reason::Aborted,
        Reason::Stopped,
        Reason::Adjudicated,
    ];

    /// As it is stored and written into a PGN.
    pub fn key(self) -> String {
        match self {
            Reason::Rules(ending) => ending.to_string(),
            Reason::Claimed(claim) => claim.to_string(),
            Reason::Agreement => "agreement".to_owned(),
            Reason::Resignation => "resignation".to_owned(),
            Reason::Time => "time forfeit".to_owned(),
            Reason::Aborted => "aborted".to_owned(),
            Reason::Stopped => "stopped".to_owned(),
            Reason::Adjudicated => "adjudication".to_owned(),
        }
    }

    /// The reason stored as this.
    pub fn from_key(key: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.key() == key)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The result; `None` when it was broken off.
    pub score: Option<Score>,
    /// Why.
    pub reason: Reason,
}

impl End {
    /// This side gave up.
    pub fn resigned(by: Color) -> End {
        End { score: Some(Score::Win(!by)), reason: Reason::Resignation }
    }

    /// A draw for this reason.
    pub fn drawn(reason: Reason) -> End {
        End { score: Some(Score::Draw), reason }
    }

    /// Broken off without a result.
    pub const ABORTED: End = End { score: None, reason: Reason::Aborted };

    /// Ended by a moderator without a result.
    pub const STOPPED: End = End { score: None, reason: Reason::Stopped };
}

/// What one player can put to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take back to the asker's own last turn.
    Takeback,
}

/// Who stands to be answered about what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// The side that offers a draw.
    pub draw: Option<Color>,
    /// The side that wants to take back.
    pub takeback: Option<Color>,
}

impl Offers {
    /// The side that put this to the other.
    pub fn by(&self, kind: OfferKind) -> Option<Color> {
        match kind {
            OfferKind::Draw => self.draw,
            OfferKind::Takeback => self.takeback,
        }
    }
}

/// A game as it is listed, without its moves.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Its number.
    pub number: GameNumber,
    /// Where it is played.
    pub room: Room,
    /// What is played.
    pub kind: GameKind,
    /// What was agreed on.
    pub terms: Terms,
    /// White and Black.
    pub players: [Person; 2],
    /// When it began.
    pub started: Timestamp,
    /// How many plies were played.
    pub ply: usize,
    /// When the last of them was, or else when it began.
    pub moved: Timestamp,
    /// When the time of the side to move is up, where a clock runs.
    pub deadline: Option<Timestamp>,
    /// How it ended.
    pub end: Option<End>,
    /// When it ended.
    pub ended: Option<Timestamp>,
}

impl Summary {
    /// The side that this person has.
    pub fn color_of(&self, person: &Person) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.players[color.index()] == *person)
    }

    /// The side to move: White begins every game.
    pub fn turn(&self) -> Color {
        Color::ALL[self.ply % 2]
    }

    /// The person with this side.
    pub fn player(&self, color: Color) -> &Person {
        &self.players[color.index()]
    }

    /// Whether it is this person's turn in a running game.
    pub fn awaits(&self, person: &Person) -> bool {
        self.end.is_none() && self.player(self.turn()) == person
    }

    /// A key that sorts a person's games, the most urgent first: the person's own turns before the others', and in each
    /// the nearest deadline, or else the longest wait.
    pub fn urgency_for(&self, person: &Person) -> (bool, Timestamp, Timestamp) {
        (!self.awaits(person), self.deadline.unwrap_or(Timestamp::MAX), self.moved)
    }

    /// The other player, as seen from this one.
    pub fn opponent_of(&self, person: &Person) -> Option<&Person> {
        self.color_of(person).map(|color| self.player(!color))
    }
}

/// A game with its moves.
#[derive(Clone, Debug)]
pub struct Game {
    /// What a list would show.
    pub summary: Summary,
    /// The moves and positions.
    pub record: rules::Game,
    /// What the mover had left at each move, where a clock ran.
    pub left_at_moves: Vec<Option<SignedDuration>>,
    /// The clocks, where there are any.
    pub clock: Option<Clock>,
    /// What is offered.
    pub offers: Offers,
    /// In how many positions White and Black were given a hint.
    pub hints: [usize; 2],
    /// What its end did to the ratings of White and Black, if it was rated.
    pub ratings: Option<[Change; 2]>,
}

/// A move as it was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position in which it was.
    pub before: Position,
    /// The move.
    pub played: Move,
    /// In algebraic notation.
    pub san: String,
    /// Whether the player had prepared it for the opponent's move.
    pub is_conditional: bool,
}

impl Game {
    /// Its number.
    pub fn number(&self) -> GameNumber {
        self.summary.number
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The person with this side.
    pub fn player(&self, color: Color) -> &Person {
        self.summary.player(color)
    }

    /// The person on the move.
    pub fn to_move(&self) -> &Person {
        self.player(self.turn())
    }

    /// The ply to which a takeback by this side goes: its own last turn before the present. `None` before it has moved.
    pub fn takeback_ply(&self, by: Color) -> Option<usize> {
        let past = 0..self.record.ply();
        past.rev().find(|ply| self.record.position_at(*ply).is_some_and(|position| position.turn() == by))
    }

    /// Whether this side has moved.
    pub fn has_moved(&self, color: Color) -> bool {
        self.takeback_ply(color).is_some()
    }

    /// How the game ends when the time of the side to move is up: without a result when that side has never moved, as a
    /// draw when the other could never mate.
    pub fn end_on_time(&self) -> End {
        let winner = !self.turn();
        match (self.has_moved(!winner), self.position().can_mate(winner)) {
            (false, _) => End::ABORTED,
            (true, true) => End { score: Some(Score::Win(winner)), reason: Reason::Time },
            (true, false) => End::drawn(Reason::Time),
        }
    }

    /// Whether both sides have moved, so that breaking off is no longer for one of them to decide.
    pub fn both_have_moved(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_moved(color))
    }

    /// The present board, from the side of the player to move; of a finished game from White's.
    pub fn board(&self) -> Board {
        let view = if self.summary.end.is_some() { Color::White } else { self.turn() };
        self.board_at(self.record.ply(), view).expect("a game has its present position")
    }

    /// The board at the beginning of the present turn, with what both have left.
    pub fn board_with_clocks(&self) -> Board {
        let mut board = self.board();
        if let (Some(players), Some(clock)) = (&mut board.players, &self.clock) {
            players.iter_mut().zip(clock.left).for_each(|(caption, left)| caption.left = Some(left));
        }
        board
    }

    /// The board after this many plies; `None` when the game isn't that long.
    pub fn board_at(&self, ply: usize, view: Color) -> Option<Board> {
        let position = self.record.position_at(ply)?;
        let last = ply.checked_sub(1).and_then(|last| self.record.plies().nth(last));
        let last_move = last.map(|(before, played): (&Position, Move)| uci::print(before, played));
        let players = self.summary.players.each_ref().map(|player| Caption { name: player.name.clone(), left: None });
        let fen = fen::print(position);
        Some(Board { fen, last_move, view, players: Some(players), ..Board::start(self.summary.kind) })
    }
}
