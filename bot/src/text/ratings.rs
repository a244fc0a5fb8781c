//! Results and ratings.

use rules::{Color, Score};

use super::{Text, command, count, strong, text};
use crate::game::Game;
use crate::names::{GameKind, Person};
use crate::rating::Rating;

/// How somebody has played one kind of game.
#[derive(Clone, Debug)]
pub struct Record {
    /// The kind of game.
    pub kind: GameKind,
    /// The present rating, once there is one.
    pub rating: Option<Rating>,
    /// Wins, draws and losses with White, then with Black.
    pub results: [[usize; 3]; 2],
}

impl Record {
    /// Adds so many games with a colour and a result.
    pub fn count(&mut self, color: Color, score: Score, games: usize) {
        let result = match score {
            Score::Win(winner) if winner == color => 0,
            Score::Draw => 1,
            Score::Win(_) => 2,
        };
        self.results[color.index()][result] += games;
    }

    /// How many games there were.
    pub fn games(&self) -> usize {
        self.results.iter().flatten().sum()
    }
}

/// The best in one kind of game.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The kind of game.
    pub kind: GameKind,
    /// The players in order.
    pub players: Vec<(Person, Rating)>,
}

/// A rating as it is shown: `1662 ±290`, with a question mark while it is provisional.
fn rating_in_words(rating: &Rating) -> String {
    let mark = if rating.is_provisional() { "?" } else { "" };
    format!("{:.0}{mark} ±{:.0}", rating.points, rating.deviation)
}

fn results([wins, draws, losses]: [usize; 3]) -> String {
    let won = if wins == 1 { "1 win".to_owned() } else { format!("{wins} wins") };
    let lost = if losses == 1 { "1 loss".to_owned() } else { format!("{losses} losses") };
    format!("{won}, {}, {lost}", count(draws, "draw"))
}

/// What the end of a game did to the ratings: ` Alice 1500 → 1662, Bob 1500 → 1338.`
pub(super) fn changed(game: &Game) -> Text {
    let Some([white, black]) = game.ratings else { return Text::default() };
    let points = |change: crate::rating::Change| format!(" {:.0} → {:.0}", change.before.points, change.after.points);
    text![" Ratings: ", game.player(Color::White), points(white), ", ", game.player(Color::Black), points(black), "."]
}

const PROVISIONAL: &str = "\n? marks a provisional rating, of too few games lately.";

/// How somebody has played.
pub fn stats(person: &Person, records: &[Record], kind: Option<GameKind>) -> Text {
    if records.is_empty() {
        let what = kind.map_or("a game".to_owned(), |kind| format!("a game of {}", kind.0.name));
        return text![person, format!(" hasn't finished {what} yet.")];
    }
    let mut said = text![person, ":"];
    for record in records {
        said.append(text!["\n", strong(record.kind.0.name)]);
        match &record.rating {
            Some(rating) => said.push(format!(" {}.", rating_in_words(rating))),
            None => said.push(" not rated."),
        }
        for color in Color::ALL {
            said.push(format!(" {color}: {}.", results(record.results[color.index()])));
        }
    }
    if records.iter().filter_map(|record| record.rating).any(|rating| rating.is_provisional()) {
        said.push(PROVISIONAL);
    }
    said
}

/// The best players.
pub fn top(rankings: &[Ranking], kind: Option<GameKind>, everywhere: bool) -> Text {
    if rankings.is_empty() {
        let what = kind.map_or("a game".to_owned(), |kind| kind.0.name.to_owned());
        let place = if everywhere { "" } else { " of this room" };
        return text![
            format!("Nobody{place} has a rating in {what} yet. "),
            command("challenge rated"),
            " asks for a game that counts."
        ];
    }
    let mut said = text![if everywhere { "The best everywhere:" } else { "The best of this room:" }];
    for ranking in rankings {
        said.append(text!["\n", strong(ranking.kind.0.name)]);
        for (index, (person, rating)) in ranking.players.iter().enumerate() {
            said.append(text![format!("\n{}. ", index + 1), person, format!(" {}", rating_in_words(rating))]);
        }
    }
    if rankings.iter().flat_map(|ranking| &ranking.players).any(|(_, rating)| rating.is_provisional()) {
        said.push(PROVISIONAL);
    }
    said
}

/// How two people have played against each other, told to the one.
pub fn versus(me: &Person, other: &Person, records: &[Record]) -> Text {
    if records.is_empty() {
        return text![me, " and ", other, " haven't finished a game against each other yet."];
    }
    let mut said = text![me, " against ", other, ":"];
    for record in records {
        said.append(text!["\n", strong(record.kind.0.name)]);
        for color in Color::ALL {
            said.push(format!(" {color}: {}.", results(record.results[color.index()])));
        }
    }
    said
}
