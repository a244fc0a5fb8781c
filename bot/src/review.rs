//! Looking back at a finished game: the moves that changed it most, found from a judgement of every position. Pure.

use rules::search::Score;
use rules::{Color, Game, Move, uci};
use serde::{Deserialize, Serialize};

/// The most turning points that are named.
const MOST: usize = 3;

/// A move that loses less than this is none, in hundredths of a pawn.
const LEAST: i32 = 100;

/// What is better than this is won, and what is worse lost: more makes no difference.
const DECISIVE: i32 = 1000;

/// A mate counts as so much, whatever its length.
const MATE: i32 = 1200;

/// How a position was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// How good it is for the side to move.
    pub score: Score,
    /// The best move.
    pub best: Move,
}

/// A move that changed a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurningPoint {
    /// How many plies were played before it.
    pub ply: usize,
    /// The move that would have been better, in coordinate form.
    pub better: String,
    /// How good the position was for the player with the better move.
    pub before: Verdict,
    /// How good it was for the same player after the move played.
    pub after: Verdict,
}

/// How good a position is for a player, in steps that words can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Mated in so many moves.
    Mated(i32),
    /// As good as lost.
    Lost,
    /// Worse.
    Worse,
    /// About equal.
    Level,
    /// Better.
    Better,
    /// As good as won.
    Won,
    /// Mate in so many moves.
    Mates(i32),
}

impl Verdict {
    /// The verdict of a score, for the side to move.
    pub fn of(score: Score) -> Verdict {
        match score {
            Score::Mate(moves) if moves > 0 => Verdict::Mates(moves),
            Score::Mate(moves) => Verdict::Mated(-moves),
            Score::Centipawns(score) => match score {
                ..=-300 => Verdict::Lost,
                -299..=-100 => Verdict::Worse,
                -99..=99 => Verdict::Level,
                100..=299 => Verdict::Better,
                300.. => Verdict::Won,
            },
        }
    }
}

fn worth(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score.clamp(-DECISIVE, DECISIVE),
        Score::Mate(moves) if moves > 0 => MATE,
        Score::Mate(_) => -MATE,
    }
}

fn negated(score: Score) -> Score {
    match score {
        Score::Centipawns(score) => Score::Centipawns(-score),
        // To be mated now is to have mated with the move before.
        Score::Mate(0) => Score::Mate(1),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

/// The moves of a game that lost most, in the order in which they were played: at most three, and none where nobody
/// went wrong.
///
/// There is a judgement for each position from the start on; `None` for one without moves, and for what is missing.
pub fn turning_points(game: &Game, judgements: &[Option<Judgement>]) -> Vec<TurningPoint> {
    let judged = |ply: usize| judgements.get(ply).copied().flatten();
    let mut losses: Vec<(i32, TurningPoint)> = Vec::new();
    for (ply, (before, played)) in game.plies().enumerate() {
        let Some(Judgement { score, best }) = judged(ply) else { continue };
        let next = game.position_at(ply + 1).filter(|next| next.count_legal_moves() == 0);
        let after = match (judged(ply + 1), next) {
            (Some(next), _) => negated(next.score),
            (None, Some(next)) if next.is_check() => Score::Mate(1),
            (None, Some(_)) => Score::Centipawns(0),
            (None, None) => continue,
        };
        let loss = worth(score) - worth(after);
        if played != best && loss >= LEAST {
            let better = uci::print(before, best);
            losses.push((loss, TurningPoint { ply, better, before: Verdict::of(score), after: Verdict::of(after) }));
        }
    }
    losses.sort_by_key(|(loss, point)| (-loss, point.ply));
    let mut points: Vec<TurningPoint> = losses.into_iter().take(MOST).map(|(_, point)| point).collect();
    points.sort_by_key(|point| point.ply);
    points
}

impl TurningPoint {
    /// Who made the move.
    pub fn by(&self, game: &Game) -> Option<Color> {
        game.position_at(self.ply).map(rules::Position::turn)
    }
}

#[cfg(test)]
mod tests {
    use rules::{read, variants};

    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::new(&variants::CHESS);
        for typed in moves.split(' ') {
            game.play(read(game.position(), typed).expect("a move")).expect("legal");
        }
        game
    }

    /// Judgements of these scores, in each of which some other move than the one played is best.
    fn judged(game: &Game, scores: &[Score]) -> Vec<Option<Judgement>> {
        let judgement = |(ply, score): (usize, &Score)| {
            let position = game.position_at(ply)?;
            let best = position.legal_moves().into_iter().find(|other| game.moves().get(ply) != Some(other))?;
            Some(Judgement { score: *score, best })
        };
        scores.iter().enumerate().map(judgement).collect()
    }

    #[test]
    fn the_three_worst_moves_are_named_in_the_order_of_play() {
        let game = game("e4 e5 Nf3 Nc6 Bc4 Nf6");
        let scores = [30, 90, 30, 200, 150, 50, 500].map(Score::Centipawns);
        // Losses: 120, 120, 230, 350, 200, 550.
        let points = turning_points(&game, &judged(&game, &scores));
        assert_eq!(points.iter().map(|point| point.ply).collect::<Vec<_>>(), [2, 3, 5]);
        assert_eq!((points[2].before, points[2].after), (Verdict::Level, Verdict::Lost));
        assert_eq!(points[2].by(&game), Some(Color::Black));
    }

    #[test]
    fn who_plays_the_best_or_is_lost_anyway_turns_nothing() {
        let game = game("f3 e5 g4 Qh4");
        let mut judgements = judged(&game, &[Score::Centipawns(0), Score::Centipawns(60), Score::Centipawns(-20)]);
        // Black's last move mates: what comes after it is judged by the board.
        judgements.push(Some(Judgement { score: Score::Mate(1), best: game.moves()[3] }));
        judgements.push(None);
        let points = turning_points(&game, &judgements);
        assert_eq!(points.len(), 1);
        assert_eq!((points[0].ply, points[0].before, points[0].after), (2, Verdict::Level, Verdict::Mated(1)));
        let lost = [-2000, 3000, -2500, 1500, -1100].map(Score::Centipawns);
        assert_eq!(turning_points(&game, &judged(&game, &lost)), []);
        assert_eq!(turning_points(&game, &[]), []);
    }
}
