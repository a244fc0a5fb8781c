//! Ratings by Glicko-2, one for each kind of game; pure.
//!
//! Every game is a rating period of its own, so that its effect is seen at once; and while somebody doesn't play, the
//! deviation grows as if a period without games went by every five days: from 60 to 110 within a year.

use jiff::{SignedDuration, Timestamp};
use rules::{Color, Score};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::game::{End, Summary};
use crate::machine;

/// How long it takes without a game for the deviation to grow by one step.
const PERIOD: SignedDuration = SignedDuration::from_hours(5 * 24);

/// No deviation is larger: that of somebody who has never played.
const LARGEST_DEVIATION: f64 = 350.0;

/// A rating that is less certain than this is provisional.
const CERTAIN: f64 = 110.0;

/// The rating's points for one on Glicko-2's own scale.
const SCALE: f64 = 173.7178;

/// A strength, and how certain it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength in points; 1500 to begin with.
    pub points: f64,
    /// How far the true strength may lie from it, in points.
    pub deviation: f64,
    /// How much results vary, without a unit.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating::from(Glicko2Rating::new())
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(Glicko2Rating { rating, deviation, volatility }: Glicko2Rating) -> Rating {
        Rating { points: rating, deviation, volatility }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { points, deviation, volatility }: Rating) -> Glicko2Rating {
        Glicko2Rating { rating: points, deviation, volatility }
    }
}

impl Rating {
    /// The same rating after so long without a game.
    pub fn rested(self, time: SignedDuration) -> Rating {
        if time <= SignedDuration::ZERO {
            return self;
        }
        let periods = time.as_secs_f64() / PERIOD.as_secs_f64();
        let variance = (self.deviation / SCALE).powi(2) + periods * self.volatility.powi(2);
        let deviation = (variance.sqrt() * SCALE).min(LARGEST_DEVIATION);
        Rating { deviation, ..self }
    }

    /// Whether there were too few games lately to be certain.
    pub fn is_provisional(&self) -> bool {
        self.deviation > CERTAIN
    }
}

/// A rating, and when it became so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The rating after the last rated game.
    pub rating: Rating,
    /// When that ended.
    pub at: Timestamp,
}

impl Standing {
    /// The rating of just now.
    pub fn now(&self, now: Timestamp) -> Rating {
        self.rating.rested(now.duration_since(self.at))
    }
}

/// What a game did to a player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The rating when the game ended.
    pub before: Rating,
    /// The rating since.
    pub after: Rating,
}

/// What a result does to the ratings of White and Black.
pub fn changes(before: [Rating; 2], score: Score) -> [Change; 2] {
    let outcome = match score {
        Score::Win(Color::White) => Outcomes::WIN,
        Score::Win(Color::Black) => Outcomes::LOSS,
        Score::Draw => Outcomes::DRAW,
    };
    let [white, black] = before.map(Glicko2Rating::from);
    let (white, black) = glicko2(&white, &black, &outcome, &Glicko2Config::new());
    let [white_before, black_before] = before;
    [Change { before: white_before, after: white.into() }, Change { before: black_before, after: black.into() }]
}

/// The result that counts, if this game's end does: rated, between two people, both of whom have moved.
pub fn counted(game: &Summary, end: End) -> Option<Score> {
    let by_people = game.players.iter().all(|player| machine::level_of(player).is_none());
    end.score.filter(|_| game.terms.rated && by_people && game.ply >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_game_between_strangers_moves_much() {
        let [white, black] = changes([Rating::default(); 2], Score::Win(Color::White));
        assert_eq!((white.after.points.round(), white.after.deviation.round()), (1662.0, 290.0));
        assert_eq!((black.after.points.round(), black.after.deviation.round()), (1338.0, 290.0));
        let [white, black] = changes([Rating::default(); 2], Score::Draw);
        assert_eq!((white.after.points, black.after.points), (1500.0, 1500.0));
    }

    #[test]
    fn certainty_fades_with_time_and_never_beyond_a_strangers() {
        let certain = Rating { deviation: 60.0, ..Rating::default() };
        let year = certain.rested(SignedDuration::from_hours(365 * 24));
        assert!((100.0..115.0).contains(&year.deviation), "{year:?}");
        assert_eq!(certain.rested(SignedDuration::from_hours(10_000_000)).deviation, LARGEST_DEVIATION);
        assert_eq!(
            certain.rested(SignedDuration::from_hours(-5)),
            certain,
            "a clock that was set back changes nothing"
        );
    }
}
