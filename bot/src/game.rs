//! A game between two people: the record, who sits where, what is offered, and how it ended.

use jiff::Timestamp;
use rules::{Claim, Color, Ending, Move, Position, Score, fen, uci};

use crate::names::{GameKind, GameNumber, Person, Room};
use crate::preference::Theme;
use crate::rating::Change;
use crate::talk::Board;
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
    /// It was broken off before each side had moved, without a result.
    Aborted,
    /// A moderator ended it without a result.
    Stopped,
    /// A moderator decided it.
    Adjudicated,
}

impl Reason {
    const ALL: [Reason; 12] = [
        Reason::Rules(Ending::Checkmate),
        Reason::Rules(Ending::Stalemate),
        Reason::Rules(Ending::InsufficientMaterial),
        Reason::Rules(Ending::FivefoldRepetition),
        Reason::Rules(Ending::SeventyFiveMoves),
        Reason::Claimed(Claim::ThreefoldRepetition),
        Reason::Claimed(Claim::FiftyMoves),
        Reason::Agreement,
        Reason::Resignation,
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
    /// How many plies were played.
    pub ply: usize,
    /// When the last of them was, or else when it began.
    pub moved: Timestamp,
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
    /// When it began.
    pub started: Timestamp,
    /// The moves and positions.
    pub record: rules::Game,
    /// What is offered.
    pub offers: Offers,
    /// What its end did to the ratings of White and Black, if it was rated.
    pub ratings: Option<[Change; 2]>,
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

    /// Whether both sides have moved, so that breaking off is no longer for one of them to decide.
    pub fn both_have_moved(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.takeback_ply(color).is_some())
    }

    /// The present board, from the side of the player to move; of a finished game from White's.
    pub fn board(&self) -> Board {
        let view = if self.summary.end.is_some() { Color::White } else { self.turn() };
        self.board_at(self.record.ply(), view).expect("a game has its present position")
    }

    /// The board after this many plies; `None` when the game isn't that long.
    pub fn board_at(&self, ply: usize, view: Color) -> Option<Board> {
        let position = self.record.position_at(ply)?;
        let last = ply.checked_sub(1).and_then(|last| self.record.plies().nth(last));
        let last_move = last.map(|(before, played): (&Position, Move)| uci::print(before, played));
        let theme = Theme::default();
        Some(Board { game: self.summary.kind, fen: fen::print(position), last_move, view, theme })
    }
}
