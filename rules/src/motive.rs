//! Why a move is good, as data: what the line that it begins brings about, checked on the board.
//!
//! Whatever is claimed was seen: material along the line, attacks and exchanges in the positions before and after.
//! Where nothing can be shown, [`Motive::Improves`] claims nothing. Whoever shows it to people finds the words.

mod along;
mod around;
mod worth;

use crate::explain::Attacker;
use crate::game::Game;
use crate::movegen::Move;
use crate::piece::Powers;
use crate::position::Position;
use crate::search::{Line, Score};
use crate::square::Square;
use crate::variant::Wing;

/// What speaks most for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motive {
    /// The line ends in mate by its side's so-many-th move, this one counted.
    Mates {
        /// How many moves of its side, at least 1.
        moves: usize,
    },
    /// Its side is mated all the same, by the opponent's so-many-th move.
    DelaysMate {
        /// How many moves of the opponent, at least 1.
        moves: usize,
    },
    /// The line ends the game in a draw, for the side with less material or at once.
    Draws(Draw),
    /// A pawn becomes this and isn't lost for it.
    Promotes {
        /// What it becomes.
        into: Powers,
        /// Where.
        square: Square,
        /// By which move of its side in the line, 1 for the first.
        moves: usize,
    },
    /// It takes what has just captured on this square.
    Retakes {
        /// What is taken.
        piece: Powers,
        /// Where.
        square: Square,
    },
    /// The line captures this, and gains at least its worth.
    Wins {
        /// What is won.
        piece: Powers,
        /// Where it is captured.
        square: Square,
    },
    /// The line captures one thing and loses another that is worth less.
    WinsFor {
        /// What is won.
        piece: Powers,
        /// Where it is captured.
        square: Square,
        /// What is lost for it.
        lost: Powers,
    },
    /// The line gains material in several captures.
    WinsMaterial,
    /// The opponent threatened to mate with his next move, and can't any more.
    StopsMate {
        /// The mating move that was threatened.
        threat: Move,
    },
    /// Nothing else is legal.
    OnlyMove,
    /// A piece that the opponent would have won is safe now.
    Saves {
        /// What is saved.
        piece: Powers,
        /// Where it stood.
        square: Square,
        /// What would have captured it.
        from: Attacker,
    },
    /// The piece moved attacks several pieces at once, each worth capturing or the king, and isn't lost for it.
    Forks(Vec<Attacker>),
    /// The piece moved keeps an enemy piece from leaving its line to the king.
    Pins {
        /// What is pinned.
        piece: Powers,
        /// Where it stands.
        square: Square,
    },
    /// The next move could win this, unlike before.
    Threatens {
        /// What is threatened.
        piece: Powers,
        /// Where it stands.
        square: Square,
    },
    /// It captures, and what captured is lost for something of the same worth.
    Trades {
        /// What is taken.
        piece: Powers,
        /// Where.
        square: Square,
        /// What is lost for it.
        lost: Powers,
    },
    /// It castles to this wing.
    Castles(Wing),
    /// It gives check.
    Checks,
    /// It captures.
    Takes {
        /// What is taken.
        piece: Powers,
        /// Where.
        square: Square,
    },
    /// Its side was in check and isn't any more.
    AnswersCheck,
    /// What moves comes to share a square with what stands there.
    Joins {
        /// What moves.
        travellers: Powers,
        /// What stands there.
        into: Powers,
        /// Where they are together.
        square: Square,
    },
    /// What moves leaves the rest of its stack.
    Parts {
        /// What moves.
        travellers: Powers,
        /// What stays.
        from: Powers,
        /// Where it stays.
        square: Square,
    },
    /// A piece leaves for the first time the square where the game put it.
    Develops {
        /// The piece.
        piece: Powers,
    },
    /// The search likes what follows, and nothing simple can be shown.
    Improves,
}

/// How a game ends in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The opponent has no move and isn't in check, or its own side.
    Stalemate,
    /// The position comes for the third time, so that the draw may be claimed.
    Repetition,
    /// Nobody can be mated any more.
    Material,
    /// Nothing was captured and no pawn moved for too long.
    Quiet,
}

/// What speaks most for the first move of a line found in a game's present position.
///
/// A line that begins with no legal move gets [`Motive::Improves`].
///
/// ```
/// use rules::motive::{Motive, motive};
/// use rules::search::{Line, Score};
/// use rules::{Game, fen, read, variants};
///
/// let game = Game::from_position(fen::parse(&variants::CHESS, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?);
/// let first = read(game.position(), "Ra8")?;
/// let line = Line { score: Score::Mate(1), depth: 1, nodes: 1, moves: vec![first] };
/// assert_eq!(motive(&game, &line), Motive::Mates { moves: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn motive(game: &Game, line: &Line) -> Motive {
    let Some(case) = Case::new(game, line) else { return Motive::Improves };
    // The most telling first.
    let looks: &[fn(&Case<'_>) -> Option<Motive>] = &[
        along::mates,
        along::delays_mate,
        along::draws,
        along::promotes,
        along::wins,
        around::stops_mate,
        only_move,
        around::saves,
        around::forks,
        around::pins,
        around::threatens,
        along::trades,
        castles,
        checks,
        takes,
        answers_check,
        joins,
        parts,
        develops,
    ];
    looks.iter().find_map(|look| look(&case)).unwrap_or(Motive::Improves)
}

/// A line as it is played, and the positions that speak of its first move.
struct Case<'a> {
    game: &'a Game,
    score: Score,
    /// The line's moves, as far as they are legal.
    moves: &'a [Move],
    /// The position before each of them, and the last one.
    positions: Vec<Position>,
}

impl<'a> Case<'a> {
    fn new(game: &'a Game, line: &'a Line) -> Option<Case<'a>> {
        let mut positions = vec![game.position().clone()];
        for played in &line.moves {
            let Ok(next) = positions.last()?.play(*played) else { break };
            positions.push(next);
        }
        let moves = &line.moves[..positions.len() - 1];
        (!moves.is_empty()).then_some(Case { game, score: line.score, moves, positions })
    }

    fn first(&self) -> Move {
        self.moves[0]
    }

    fn before(&self) -> &Position {
        &self.positions[0]
    }

    fn after(&self) -> &Position {
        &self.positions[1]
    }

    fn last(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Each move with the position in which it is played.
    fn plies(&self) -> impl Iterator<Item = (&Position, Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }
}

fn only_move(case: &Case<'_>) -> Option<Motive> {
    (case.before().count_legal_moves() == 1).then_some(Motive::OnlyMove)
}

fn castles(case: &Case<'_>) -> Option<Motive> {
    let first = case.first();
    let wing = if first.to > first.from { Wing::King } else { Wing::Queen };
    first.is_castling().then_some(Motive::Castles(wing))
}

fn checks(case: &Case<'_>) -> Option<Motive> {
    case.after().is_check().then_some(Motive::Checks)
}

fn takes(case: &Case<'_>) -> Option<Motive> {
    let (square, piece) = case.before().captured_by(case.first())?;
    Some(Motive::Takes { piece, square })
}

fn answers_check(case: &Case<'_>) -> Option<Motive> {
    case.before().is_check().then_some(Motive::AnswersCheck)
}

fn joins(case: &Case<'_>) -> Option<Motive> {
    let Move { to: square, travellers, .. } = case.first();
    let joined = case.before().of(case.before().turn()).has(square);
    joined.then(|| Motive::Joins { travellers, into: case.before().powers_at(square), square })
}

fn parts(case: &Case<'_>) -> Option<Motive> {
    let Move { from: square, travellers, .. } = case.first();
    let from = case.before().powers_at(square).without(travellers);
    (!from.is_empty()).then_some(Motive::Parts { travellers, from, square })
}

fn develops(case: &Case<'_>) -> Option<Motive> {
    let (before, first) = (case.before(), case.first());
    let piece = first.travellers;
    let home = |square: Square| square.rank().index() == before.turn().rank(0);
    let is_officer = !piece.meets(Powers::PAWN | Powers::KING);
    let put_there = Position::start(before.variant()).powers_at(first.from) == piece;
    let moved_there = case.game.moves().iter().any(|earlier| earlier.to == first.from);
    (is_officer && put_there && !moved_there && home(first.from) && !home(first.to))
        .then_some(Motive::Develops { piece })
}
