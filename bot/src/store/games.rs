//! Games, their moves and what is offered in them.

use jiff::{SignedDuration, Timestamp};
use rules::{Color, Score, uci};
use rusqlite::{Params, Row};

use super::clocks::stored;
use super::{Transacted, corrupt, instant, terms};
use crate::challenge::Challenge;
use crate::error::Fault;
use crate::game::{End, Game, OfferKind, Offers, Reason, Summary};
use crate::names::{GameKind, GameNumber, Person, Room};
use crate::rating::Change;

/// A move to be added.
pub(crate) struct NewMove<'a> {
    /// How many plies were played before it.
    pub(crate) ply: usize,
    /// Its coordinate form.
    pub(crate) coordinates: String,
    /// Its algebraic form.
    pub(crate) san: &'a str,
    /// What the mover had left, where a clock runs.
    pub(crate) left: Option<SignedDuration>,
}

const SELECT: &str = "
    SELECT game.number, room.key, game.kind, white.key, white.name, black.key, black.name,
           game.ply, game.moved, game.score, game.reason, game.started, challenge.terms,
           clock.deadline, game.ended
    FROM game
    JOIN challenge ON challenge.number = game.number
    JOIN room ON room.id = game.room
    JOIN person AS white ON white.id = game.white
    JOIN person AS black ON black.id = game.black
    LEFT JOIN clock ON clock.game = game.number AND game.ended IS NULL";

fn read(row: &Row<'_>) -> Result<Summary, Fault> {
    let kind: String = row.get(2)?;
    let score: Option<String> = row.get(9)?;
    let reason: Option<String> = row.get(10)?;
    let score = score.map(|stored| self::score(&stored));
    let ended: Option<i64> = row.get(14)?;
    let reason = reason.map(|stored| Reason::from_key(&stored).ok_or_else(|| corrupt("reason", &stored)));
    let (score, reason) = (score.transpose()?, reason.transpose()?);
    Ok(Summary {
        number: GameNumber(row.get(0)?),
        room: Room(row.get(1)?),
        kind: GameKind::by_key(&kind).ok_or_else(|| corrupt("kind of game", &kind))?,
        terms: terms(row, 12)?,
        players: [
            Person::new(row.get::<_, String>(3)?, row.get::<_, String>(4)?),
            Person::new(row.get::<_, String>(5)?, row.get::<_, String>(6)?),
        ],
        ply: row.get(7)?,
        started: instant(row.get(11)?)?,
        moved: instant(row.get(8)?)?,
        deadline: row.get::<_, Option<i64>>(13)?.map(instant).transpose()?,
        end: reason.map(|reason| End { score, reason }),
        ended: ended.map(instant).transpose()?,
    })
}

/// The result stored as this.
pub(super) fn score(stored: &str) -> Result<Score, Fault> {
    let scores = [Score::Win(Color::White), Score::Win(Color::Black), Score::Draw];
    let known = scores.into_iter().find(|score| score.to_string() == stored);
    known.ok_or_else(|| corrupt("result", stored))
}

fn offer_key(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "draw",
        OfferKind::Takeback => "takeback",
    }
}

pub(super) fn color_key(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl Transacted<'_> {
    /// Makes the game of a challenge.
    pub(crate) fn add_game(
        &self,
        challenge: &Challenge,
        [white, black]: &[Person; 2],
        now: Timestamp,
    ) -> Result<Game, Fault> {
        let room = self.room(&challenge.room)?;
        let (white, black) = (self.person(white)?, self.person(black)?);
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO game (number, room, kind, white, black, started, moved) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
        )?;
        let number = challenge.number;
        insert.execute((number.0, room.0, challenge.kind.0.key, white.0, black.0, now.as_millisecond()))?;
        self.game(number)?.ok_or_else(|| Fault::Corrupt(format!("game {number} vanished")))
    }

    /// The game with this number, with its moves.
    pub(crate) fn game(&self, number: GameNumber) -> Result<Option<Game>, Fault> {
        self.summary(number)?.map(|summary| self.game_of(summary)).transpose()
    }

    /// The game with this number, without its moves.
    pub(crate) fn summary(&self, number: GameNumber) -> Result<Option<Summary>, Fault> {
        Ok(self.summaries("game.number = ?1", [number.0])?.pop())
    }

    /// The game of which this is the summary.
    pub(crate) fn game_of(&self, summary: Summary) -> Result<Game, Fault> {
        let number = summary.number;
        let (record, left_at_moves) = self.record(&summary)?;
        let clock = self.clock(number)?;
        let (offers, hints) = (self.offers(number)?, self.hints_in(number)?);
        let ratings = match summary.end {
            Some(_) => self.rating_changes(number)?,
            None => None,
        };
        Ok(Game { record, left_at_moves, clock, offers, hints, ratings, summary })
    }

    /// The moves, and what the mover had left at each where a clock ran.
    fn record(&self, summary: &Summary) -> Result<(rules::Game, Vec<Option<SignedDuration>>), Fault> {
        let number = summary.number;
        let (mut record, mut left_at_moves) = (rules::Game::new(summary.kind.0), Vec::new());
        let mut query =
            self.connection.prepare_cached("SELECT coordinates, left FROM move WHERE game = ?1 ORDER BY ply")?;
        let mut rows = query.query([number.0])?;
        while let Some(row) = rows.next()? {
            let stored = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
            let unplayable = |_| Fault::Corrupt(format!("move {stored} of game {number} isn't legal"));
            uci::play(&mut record, stored).map_err(unplayable)?;
            left_at_moves.push(row.get::<_, Option<i64>>(1)?.map(SignedDuration::from_millis));
        }
        if record.ply() != summary.ply {
            return Err(Fault::Corrupt(format!("game {number} has {} moves, not {}", record.ply(), summary.ply)));
        }
        Ok((record, left_at_moves))
    }

    /// What is offered in a game.
    pub(crate) fn offers(&self, number: GameNumber) -> Result<Offers, Fault> {
        let mut offers = Offers::default();
        let mut query = self.connection.prepare_cached("SELECT what, by FROM offer WHERE game = ?1")?;
        let mut rows = query.query([number.0])?;
        while let Some(row) = rows.next()? {
            let (what, by): (String, String) = (row.get(0)?, row.get(1)?);
            let by = Color::ALL.into_iter().find(|color| color_key(*color) == by);
            if what == offer_key(OfferKind::Draw) {
                offers.draw = by;
            } else {
                offers.takeback = by;
            }
        }
        Ok(offers)
    }

    pub(super) fn summaries(&self, filter: &str, parameters: impl Params) -> Result<Vec<Summary>, Fault> {
        let mut query = self.connection.prepare_cached(&format!("{SELECT} WHERE {filter}"))?;
        query.query_and_then(parameters, read)?.collect()
    }

    /// The running games of a person, the one that has waited longest first.
    pub(crate) fn running_games_of(&self, person: &Person) -> Result<Vec<Summary>, Fault> {
        self.on_either_side("game.ended IS NULL", [&person.key.0])
    }

    /// Those of them that are played in this room.
    pub(crate) fn running_games_of_in(&self, person: &Person, room: &Room) -> Result<Vec<Summary>, Fault> {
        self.on_either_side("game.ended IS NULL AND room.key = ?2", [&person.key.0, &room.0])
    }

    /// Games of the person whose key is the first parameter. Each side is asked for by its own index – for an OR of both
    /// SQLite would look at all games – and put in order here, for which SQLite would make a table.
    fn on_either_side(&self, filter: &str, parameters: impl Params + Copy) -> Result<Vec<Summary>, Fault> {
        let mut games = Vec::new();
        for side in ["white", "black"] {
            games.extend(self.summaries(&format!("{side}.key = ?1 AND {filter}"), parameters)?);
        }
        games.sort_by_key(|game| (game.moved, game.number));
        Ok(games)
    }

    /// The running games in a room.
    pub(crate) fn running_games_in(&self, room: &Room) -> Result<Vec<Summary>, Fault> {
        let Some(id) = self.known_room(room)? else { return Ok(Vec::new()) };
        self.summaries("game.ended IS NULL AND game.room = ?1 ORDER BY game.number", [id.0])
    }

    /// The game in a room that ended last; of this person's, where one is named.
    pub(crate) fn last_ended_in(&self, room: &Room, person: Option<&Person>) -> Result<Option<Summary>, Fault> {
        let Some(room) = self.known_room(room)? else { return Ok(None) };
        let id = match person {
            Some(person) => match self.known_person(person)? {
                Some(id) => Some(id.0),
                None => return Ok(None),
            },
            None => None,
        };
        let found = self.summaries(
            "game.ended IS NOT NULL AND game.room = ?1 AND (?2 IS NULL OR game.white = ?2 OR game.black = ?2)
             ORDER BY game.ended DESC, game.number DESC LIMIT 1",
            (room.0, id),
        )?;
        Ok(found.into_iter().next())
    }

    /// Adds a move to a running game that has just so many plies.
    pub(crate) fn add_move(&self, game: GameNumber, new: &NewMove<'_>, now: Timestamp) -> Result<(), Fault> {
        let now = now.as_millisecond();
        let mut update = self.connection.prepare_cached(
            "UPDATE game SET ply = ply + 1, moved = ?3 WHERE number = ?1 AND ply = ?2 AND ended IS NULL",
        )?;
        if update.execute((game.0, new.ply, now))? != 1 {
            return Err(Fault::Corrupt(format!("game {game} isn't at ply {}", new.ply)));
        }
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO move (game, ply, coordinates, san, at, left) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        let left = new.left.map(stored);
        insert.execute((game.0, new.ply, &new.coordinates, new.san, now, left))?;
        self.drop_studies(game)
    }

    /// Takes a running game back to this ply.
    pub(crate) fn rewind(&self, game: GameNumber, ply: usize, now: Timestamp) -> Result<(), Fault> {
        self.connection.prepare_cached("DELETE FROM move WHERE game = ?1 AND ply >= ?2")?.execute((game.0, ply))?;
        let mut update = self
            .connection
            .prepare_cached("UPDATE game SET ply = ?2, moved = ?3 WHERE number = ?1 AND ply > ?2 AND ended IS NULL")?;
        match update.execute((game.0, ply, now.as_millisecond()))? {
            1 => self.drop_studies(game),
            _ => Err(Fault::Corrupt(format!("game {game} can't go back to ply {ply}"))),
        }
    }

    /// Ends a running game; what was offered lapses, as do conditional moves, and its clock stops. What this does to the
    /// ratings comes back.
    pub(crate) fn end_game(&self, game: GameNumber, end: End, now: Timestamp) -> Result<Option<[Change; 2]>, Fault> {
        let mut update = self.connection.prepare_cached(
            "UPDATE game SET score = ?2, reason = ?3, ended = ?4 WHERE number = ?1 AND ended IS NULL",
        )?;
        let score = end.score.map(|score| score.to_string());
        if update.execute((game.0, score, end.reason.key(), now.as_millisecond()))? != 1 {
            return Err(Fault::Corrupt(format!("game {game} isn't running")));
        }
        self.connection.prepare_cached("DELETE FROM offer WHERE game = ?1")?.execute([game.0])?;
        self.drop_studies(game)?;
        self.drop_conditionals(game)?;
        self.set_due(game, None)?;
        self.rate(game, end, now)
    }

    /// Lets an offer stand, or lapse when it is nobody's.
    pub(crate) fn set_offer(
        &self,
        game: GameNumber,
        kind: OfferKind,
        by: Option<Color>,
        now: Timestamp,
    ) -> Result<(), Fault> {
        match by {
            Some(by) => self
                .connection
                .prepare_cached("INSERT OR REPLACE INTO offer (game, what, by, at) VALUES (?1, ?2, ?3, ?4)")?
                .execute((game.0, offer_key(kind), color_key(by), now.as_millisecond()))?,
            None => self
                .connection
                .prepare_cached("DELETE FROM offer WHERE game = ?1 AND what = ?2")?
                .execute((game.0, offer_key(kind)))?,
        };
        Ok(())
    }
}
