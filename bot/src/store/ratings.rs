//! Ratings: what each game changed, and where everybody stands.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use rules::{Color, Score};
use rusqlite::{OptionalExtension, Row};

use super::games::color_key;
use super::people::PersonId;
use super::{Store, Transacted, begin, corrupt, instant};
use crate::error::Fault;
use crate::game::{End, Summary};
use crate::names::{GameKind, GameNumber, Person, Room};
use crate::rating::{self, Change, Rating, Standing};

/// How often one player had a result with a colour in a kind of game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    pub(crate) kind: GameKind,
    pub(crate) color: Color,
    pub(crate) score: Score,
    pub(crate) games: usize,
}

/// The ratings as the games in the archive make them.
#[derive(Default, PartialEq)]
struct Ledger {
    changes: Vec<(GameNumber, [Change; 2])>,
    standings: HashMap<(String, &'static str), Standing>,
}

impl Ledger {
    fn by_game(&self) -> HashMap<&GameNumber, &[Change; 2]> {
        self.changes.iter().map(|(game, changes)| (game, changes)).collect()
    }

    fn add(&mut self, game: &Summary, end: End, at: Timestamp) {
        let Some(score) = rating::counted(game, end) else { return };
        let seats = Color::ALL.map(|color| (game.player(color).key.0.clone(), game.kind.0.key));
        let before = seats.each_ref().map(|seat| self.standings.get(seat).map_or(Rating::default(), |s| s.now(at)));
        let changes = rating::changes(before, score);
        for (seat, change) in seats.into_iter().zip(&changes) {
            self.standings.insert(seat, Standing { rating: change.after, at });
        }
        self.changes.push((game.number, changes));
    }
}

impl Store {
    /// Calculates all ratings anew from the games, and says in how many games that changes anything; they are kept when
    /// `keep` says so.
    pub(crate) fn recompute_ratings(&mut self, keep: bool) -> Result<usize, Fault> {
        let transaction = begin(&mut self.connection)?;
        let memory = Transacted::new(&transaction);
        let (right, stored) = (memory.computed_ratings()?, memory.stored_ratings()?);
        let (of_right, of_stored) = (right.by_game(), stored.by_game());
        let games: HashSet<&GameNumber> = of_right.keys().chain(of_stored.keys()).copied().collect();
        let differing = games.into_iter().filter(|game| of_right.get(game) != of_stored.get(game)).count();
        let is_standing_wrong = right.standings != stored.standings;
        if keep && (differing > 0 || is_standing_wrong) {
            memory.keep_ratings(&right)?;
            transaction.commit()?;
        }
        Ok(differing.max(usize::from(is_standing_wrong)))
    }
}

fn rating(row: &Row<'_>, column: usize) -> Result<Rating, rusqlite::Error> {
    Ok(Rating { points: row.get(column)?, deviation: row.get(column + 1)?, volatility: row.get(column + 2)? })
}

impl Transacted<'_> {
    /// What the end of this game does to the ratings of its players, kept; nothing for a game that doesn't count.
    pub(super) fn rate(&self, game: GameNumber, end: End, now: Timestamp) -> Result<Option<[Change; 2]>, Fault> {
        let Some(summary) = self.summaries("game.number = ?1", [game.0])?.pop() else { return Ok(None) };
        let Some(score) = rating::counted(&summary, end) else { return Ok(None) };
        let [white, black] = Color::ALL.map(|color| self.standing(summary.player(color), summary.kind));
        let before = [white?, black?].map(|standing| standing.map_or(Rating::default(), |known| known.now(now)));
        let changes = rating::changes(before, score);
        self.keep_changes(game, &changes)?;
        for (color, change) in Color::ALL.into_iter().zip(&changes) {
            let person = self.person(summary.player(color))?;
            self.keep_standing(person, summary.kind.0.key, &Standing { rating: change.after, at: now })?;
        }
        Ok(Some(changes))
    }

    fn keep_changes(&self, game: GameNumber, changes: &[Change; 2]) -> Result<(), Fault> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO rating_change (game, color, rating_before, deviation_before, volatility_before,
                                        rating_after, deviation_after, volatility_after)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?;
        for (color, Change { before, after }) in Color::ALL.into_iter().zip(changes) {
            insert.execute((
                game.0,
                color_key(color),
                before.points,
                before.deviation,
                before.volatility,
                after.points,
                after.deviation,
                after.volatility,
            ))?;
        }
        Ok(())
    }

    fn keep_standing(&self, person: PersonId, kind: &str, Standing { rating, at }: &Standing) -> Result<(), Fault> {
        let mut insert = self.connection.prepare_cached(
            "INSERT OR REPLACE INTO rating (person, kind, rating, deviation, volatility, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        let Rating { points, deviation, volatility } = rating;
        insert.execute((person.0, kind, points, deviation, volatility, at.as_millisecond()))?;
        Ok(())
    }

    /// What a game changed.
    pub(super) fn rating_changes(&self, game: GameNumber) -> Result<Option<[Change; 2]>, Fault> {
        let mut query = self.connection.prepare_cached(
            "SELECT rating_before, deviation_before, volatility_before, rating_after, deviation_after, volatility_after
             FROM rating_change WHERE game = ?1 ORDER BY color DESC",
        )?;
        let changes =
            query.query_map([game.0], |row| Ok(Change { before: rating(row, 0)?, after: rating(row, 3)? }))?;
        let changes = changes.collect::<Result<Vec<Change>, rusqlite::Error>>()?;
        Ok(changes.try_into().ok())
    }

    /// Where a person stands in a kind of game.
    fn standing(&self, person: &Person, kind: GameKind) -> Result<Option<Standing>, Fault> {
        let Some(id) = self.known_person(person)? else { return Ok(None) };
        let mut query = self
            .connection
            .prepare_cached("SELECT rating, deviation, volatility, at FROM rating WHERE person = ?1 AND kind = ?2")?;
        let found = query.query_row((id.0, kind.0.key), |row| Ok((rating(row, 0)?, row.get(3)?))).optional()?;
        found.map(|(rating, at)| Ok(Standing { rating, at: instant(at)? })).transpose()
    }

    /// Where a person stands in every kind of game that has rated the person.
    pub(crate) fn standings_of(&self, person: &Person) -> Result<Vec<(GameKind, Standing)>, Fault> {
        let kinds = rules::variants::ALL.into_iter().map(GameKind);
        let found = kinds.map(|kind| Ok(self.standing(person, kind)?.map(|standing| (kind, standing))));
        found.filter_map(Result::transpose).collect()
    }

    /// The best in a kind of game, of those who have played in this room where one is named.
    pub(crate) fn best(
        &self,
        kind: GameKind,
        room: Option<&Room>,
        most: usize,
    ) -> Result<Vec<(Person, Standing)>, Fault> {
        let room = match room {
            Some(room) => match self.known_room(room)? {
                Some(id) => Some(id.0),
                None => return Ok(Vec::new()),
            },
            None => None,
        };
        // Of the few in a room all are sorted; of all the others the best are found by the index.
        let (here, points) = match room {
            Some(_) => (
                " AND rating.person IN (
                    WITH here (id) AS (SELECT id FROM room WHERE id = ?3 OR within = ?3)
                    SELECT white FROM game WHERE room IN here UNION SELECT black FROM game WHERE room IN here)",
                "+rating.rating",
            ),
            None => ("", "rating.rating"),
        };
        let mut query = self.connection.prepare_cached(&format!(
            "SELECT rating.rating, rating.deviation, rating.volatility, rating.at, person.key, person.name
             FROM rating JOIN person ON person.id = rating.person
             WHERE rating.kind = ?1 AND person.key NOT LIKE 'forgotten:%'{here}
             ORDER BY {points} DESC, person.id LIMIT ?2",
        ))?;
        let mut rows = match room {
            Some(room) => query.query((kind.0.key, most, room))?,
            None => query.query((kind.0.key, most))?,
        };
        let mut best = Vec::new();
        while let Some(row) = rows.next()? {
            let person = Person::new(row.get::<_, String>(4)?, row.get::<_, String>(5)?);
            best.push((person, Standing { rating: rating(row, 0)?, at: instant(row.get(3)?)? }));
        }
        Ok(best)
    }

    /// How often a person, playing against this one where one is named, had which result.
    pub(crate) fn tallies(&self, person: &Person, against: Option<&Person>) -> Result<Vec<Tally>, Fault> {
        let Some(id) = self.known_person(person)? else { return Ok(Vec::new()) };
        let against = match against {
            Some(person) => match self.known_person(person)? {
                Some(id) => Some(id.0),
                None => return Ok(Vec::new()),
            },
            None => None,
        };
        let mut tallies = Vec::new();
        for (color, us, them) in [(Color::White, "white", "black"), (Color::Black, "black", "white")] {
            let mut query = self.connection.prepare_cached(&format!(
                "SELECT kind, score, count(*) FROM game
                 WHERE {us} = ?1 AND ended IS NOT NULL AND score IS NOT NULL AND (?2 IS NULL OR {them} = ?2)
                 GROUP BY kind, score"
            ))?;
            let mut rows = query.query((id.0, against))?;
            while let Some(row) = rows.next()? {
                let (kind, score): (String, String) = (row.get(0)?, row.get(1)?);
                tallies.push(Tally {
                    kind: GameKind::by_key(&kind).ok_or_else(|| corrupt("kind of game", &kind))?,
                    color,
                    score: super::games::score(&score)?,
                    games: row.get(2)?,
                });
            }
        }
        Ok(tallies)
    }

    /// The ratings as the games make them: in the order in which they were rated, and before them in the order of their
    /// ends those that ended before ratings were kept.
    fn computed_ratings(&self) -> Result<Ledger, Fault> {
        let rated = "(SELECT id FROM rating_change WHERE rating_change.game = game.number AND color = 'white')";
        let games = self.summaries(
            &format!(
                "game.score IS NOT NULL AND game.ply >= 2
                 ORDER BY {rated} IS NOT NULL, {rated}, game.ended, game.number"
            ),
            (),
        )?;
        let mut ledger = Ledger::default();
        for game in games {
            if let (Some(end), Some(at)) = (game.end, game.ended) {
                ledger.add(&game, end, at);
            }
        }
        Ok(ledger)
    }

    fn stored_ratings(&self) -> Result<Ledger, Fault> {
        let mut ledger = Ledger::default();
        let mut query =
            self.connection.prepare_cached("SELECT game FROM rating_change WHERE color = 'white' ORDER BY id")?;
        let games = query.query_map((), |row| row.get(0).map(GameNumber))?;
        for game in games.collect::<Result<Vec<GameNumber>, rusqlite::Error>>()? {
            let changes = self.rating_changes(game)?;
            let changes = changes.ok_or_else(|| Fault::Corrupt(format!("game {game} is rated for one player only")))?;
            ledger.changes.push((game, changes));
        }
        let mut query = self.connection.prepare_cached(
            "SELECT rating.rating, deviation, volatility, at, person.key, kind
             FROM rating JOIN person ON person.id = rating.person",
        )?;
        let mut rows = query.query(())?;
        while let Some(row) = rows.next()? {
            let kind: String = row.get(5)?;
            let kind = GameKind::by_key(&kind).ok_or_else(|| corrupt("kind of game", &kind))?;
            let standing = Standing { rating: rating(row, 0)?, at: instant(row.get(3)?)? };
            ledger.standings.insert((row.get(4)?, kind.0.key), standing);
        }
        Ok(ledger)
    }

    fn keep_ratings(&self, ledger: &Ledger) -> Result<(), Fault> {
        self.connection.execute("DELETE FROM rating_change", ())?;
        self.connection.execute("DELETE FROM rating", ())?;
        for (game, changes) in &ledger.changes {
            self.keep_changes(*game, changes)?;
        }
        for ((key, kind), standing) in &ledger.standings {
            let id = self.connection.query_row("SELECT id FROM person WHERE key = ?1", [key], |row| row.get(0))?;
            self.keep_standing(PersonId(id), kind, standing)?;
        }
        Ok(())
    }
}
