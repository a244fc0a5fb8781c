//! A game: its start and its moves, with repetition, claims and the result.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::movegen::{IllegalMove, Move};
use crate::piece::{Color, Power};
use crate::position::Position;
use crate::variant::Variant;

/// How a game ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move isn't in check and has no move.
    Stalemate,
    /// Nobody can ever be mated with what is left.
    InsufficientMaterial,
    /// The position stands on the board for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves a side without a capture or a pawn move.
    SeventyFiveMoves,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
            Ending::FivefoldRepetition => "fivefold repetition",
            Ending::SeventyFiveMoves => "seventy-five-move rule",
        })
    }
}

/// A draw that the player on the move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The position stands on the board for the third time.
    ThreefoldRepetition,
    /// Fifty moves a side without a capture or a pawn move.
    FiftyMoves,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::ThreefoldRepetition => "threefold repetition",
            Claim::FiftyMoves => "fifty-move rule",
        })
    }
}

/// The score of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// This side won.
    Win(Color),
    /// Nobody won.
    Draw,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Score::Win(Color::White) => "1-0",
            Score::Win(Color::Black) => "0-1",
            Score::Draw => "1/2-1/2",
        })
    }
}

/// The result of a game that the rules ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won, if anybody.
    pub score: Score,
    /// Why.
    pub ending: Ending,
}

/// A start and the moves played from it, with every position on the way.
#[derive(Clone, Debug)]
pub struct Game {
    /// One more than `moves`: the start first, the present position last.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Game {
    /// A game from the usual start.
    pub fn new(variant: &'static Variant) -> Game {
        Game::from_position(Position::start(variant))
    }

    /// A game from any position.
    pub fn from_position(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new() }
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game always has its start")
    }

    /// The position after this many plies, 0 for the start.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.positions.get(ply)
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many plies have been played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Each move played with the position in which it was played.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = (&Position, Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// Plays a move. Whether the game is over is not asked: replays go past a draw that nobody noticed.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when it isn't legal in the present position.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        if !self.position().is_legal(played) {
            return Err(IllegalMove);
        }
        self.push(played);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub(crate) fn push(&mut self, legal: Move) {
        self.positions.push(self.position().after(legal));
        self.moves.push(legal);
    }

    /// Goes back to the position after this many plies; does nothing when the game isn't that long.
    pub fn rewind(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.positions.truncate(ply + 1);
    }

    /// How often the present position has stood on the board, at least once.
    pub fn repetitions(&self) -> usize {
        let present = self.position();
        // What no capture or pawn move separates from the present is all that can be equal to it.
        let reach = present.halfmove_clock() as usize + 1;
        self.positions.iter().rev().take(reach).filter(|past| past.repeats(present)).count()
    }

    /// The result, once the rules have ended the game. Checkmate goes before every draw.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let draw = |ending| Some(Outcome { score: Score::Draw, ending });
        if position.count_legal_moves() == 0 {
            return if position.is_check() {
                Some(Outcome { score: Score::Win(!position.turn()), ending: Ending::Checkmate })
            } else {
                draw(Ending::Stalemate)
            };
        }
        if position.has_insufficient_material() {
            draw(Ending::InsufficientMaterial)
        } else if self.repetitions() >= 5 {
            draw(Ending::FivefoldRepetition)
        } else if position.halfmove_clock() >= 150 {
            draw(Ending::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// The draw that the player on the move may claim in a game that goes on.
    pub fn claim(&self) -> Option<Claim> {
        if self.outcome().is_some() {
            None
        } else if self.repetitions() >= 3 {
            Some(Claim::ThreefoldRepetition)
        } else if self.position().halfmove_clock() >= 100 {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }
}

impl Position {
    /// Whether this side could still mate, however badly the other plays. It never can with a bare king, which gives no
    /// check, nor where nobody can. Of what else it may have, no more is claimed than is certain in every game.
    pub fn can_mate(&self, color: Color) -> bool {
        self.of(color).len() > 1 && !self.has_insufficient_material()
    }

    /// Whether nobody can ever be mated: bare kings, one knight or bishop in all, or only bishops on squares of one
    /// colour.
    pub fn has_insufficient_material(&self) -> bool {
        let enough = [Power::Pawn, Power::Rook, Power::Man];
        if enough.into_iter().any(|power| !self.with_power(power).is_empty()) {
            return false;
        }
        let (knights, bishops) = (self.with_power(Power::Knight), self.with_power(Power::Bishop));
        let dark: Bitboard = bishops.filter(|square| square.is_dark()).collect();
        match knights.len() {
            0 => dark.is_empty() || dark == bishops,
            1 => bishops.is_empty(),
            _ => false,
        }
    }
}
