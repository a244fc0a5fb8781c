//! What is to be thought about, and what was found out: hints, judgements of machine players, reviews.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row};

use super::games::color_key;
use super::{Transacted, corrupt};
use crate::engine::{Asker, Purpose, Study, StudyId};
use crate::error::Fault;
use crate::game::{Game, Summary};
use crate::hint::{Advice, Step};
use crate::machine;
use crate::names::{EventKey, GameNumber, Person, Room};
use crate::review::TurningPoint;

/// What a study is for, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Reply,
    Hint,
    Review,
}

impl Kind {
    fn key(self) -> &'static str {
        match self {
            Kind::Reply => "reply",
            Kind::Hint => "hint",
            Kind::Review => "review",
        }
    }

    fn of(purpose: &Purpose) -> Kind {
        match purpose {
            Purpose::Reply(_) => Kind::Reply,
            Purpose::Hint(_) => Kind::Hint,
            Purpose::Review(_) => Kind::Review,
        }
    }
}

/// A hint as it is kept.
pub(crate) struct KeptHint {
    /// How much of it was asked for.
    pub(crate) step: Step,
    /// What is advised, once it is found.
    pub(crate) advice: Option<Advice>,
}

const SELECT: &str = "
    SELECT study.id, study.game, study.purpose, asker.key, asker.name, room.key, study.event
    FROM study
    LEFT JOIN person AS asker ON asker.id = study.asker
    LEFT JOIN room ON room.id = study.room";

struct Found {
    id: StudyId,
    game: GameNumber,
    kind: String,
    asker: Option<Asker>,
}

fn read(row: &Row<'_>) -> rusqlite::Result<Found> {
    let asker = match row.get::<_, Option<String>>(3)? {
        Some(key) => Some(Asker {
            person: Person::new(key, row.get::<_, String>(4)?),
            room: Room(row.get(5)?),
            event: EventKey(row.get(6)?),
        }),
        None => None,
    };
    Ok(Found { id: StudyId(row.get(0)?), game: GameNumber(row.get(1)?), kind: row.get(2)?, asker })
}

impl Transacted<'_> {
    fn add_study(&self, game: GameNumber, kind: Kind, asker: Option<&Asker>, now: Timestamp) -> Result<(), Fault> {
        let person = asker.map(|asker| self.person(&asker.person)).transpose()?.map(|person| person.0);
        let room = asker.map(|asker| self.room(&asker.room)).transpose()?.map(|room| room.0);
        let event = asker.map(|asker| &asker.event.0);
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO study (game, purpose, asker, room, event, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        insert.execute((game.0, kind.key(), person, room, event, now.as_millisecond()))?;
        Ok(())
    }

    /// Has the turn of the machine player on the move thought about.
    pub(crate) fn want_reply(&self, game: GameNumber, now: Timestamp) -> Result<(), Fault> {
        self.add_study(game, Kind::Reply, None, now)
    }

    /// Has a hint thought about.
    pub(crate) fn want_hint(&self, game: GameNumber, asker: &Asker, now: Timestamp) -> Result<(), Fault> {
        self.add_study(game, Kind::Hint, Some(asker), now)
    }

    /// Has a game looked back at, unless that is being done already.
    pub(crate) fn want_review(&self, game: GameNumber, asker: &Asker, now: Timestamp) -> Result<(), Fault> {
        match self.is_reviewing(game)? {
            true => Ok(()),
            false => self.add_study(game, Kind::Review, Some(asker), now),
        }
    }

    fn is_reviewing(&self, game: GameNumber) -> Result<bool, Fault> {
        let mut query =
            self.connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM study WHERE game = ?1 AND purpose = ?2)")?;
        Ok(query.query_row((game.0, Kind::Review.key()), |row| row.get(0))?)
    }

    /// Forgets what is to be thought about a game's present position, which isn't the present one any more.
    pub(super) fn drop_studies(&self, game: GameNumber) -> Result<(), Fault> {
        let mut delete = self.connection.prepare_cached("DELETE FROM study WHERE game = ?1 AND purpose <> ?2")?;
        delete.execute((game.0, Kind::Review.key()))?;
        Ok(())
    }

    /// The game for which this person waits for a hint.
    pub(crate) fn awaited_hint(&self, person: &Person) -> Result<Option<GameNumber>, Fault> {
        let Some(id) = self.known_person(person)? else { return Ok(None) };
        let mut query = self.connection.prepare_cached("SELECT game FROM study WHERE purpose = ?1 AND asker = ?2")?;
        Ok(query.query_row((Kind::Hint.key(), id.0), |row| row.get(0).map(GameNumber)).optional()?)
    }

    /// Whether what was asked by this event is still thought about.
    pub(crate) fn is_studied(&self, event: &EventKey) -> Result<bool, Fault> {
        let mut query =
            self.connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM study WHERE event = ?1 AND purpose = ?2)")?;
        Ok(query.query_row((&event.0, Kind::Hint.key()), |row| row.get(0))?)
    }

    /// What came to be thought about after this, in order.
    pub(crate) fn studies_after(&self, last: StudyId) -> Result<Vec<Study>, Fault> {
        let mut query = self.connection.prepare_cached(&format!("{SELECT} WHERE study.id > ?1 ORDER BY study.id"))?;
        let found = query.query_map([last.0], read)?.collect::<Result<Vec<Found>, rusqlite::Error>>()?;
        found.into_iter().map(|found| self.study(found)).collect()
    }

    fn study(&self, Found { id, game: number, kind, asker }: Found) -> Result<Study, Fault> {
        let game = self.game(number)?.ok_or_else(|| Fault::Corrupt(format!("game {number} vanished")))?;
        let purpose = match (machine::level_of(game.to_move()), asker) {
            (_, Some(asker)) if kind == Kind::Hint.key() => Purpose::Hint(asker),
            (_, Some(asker)) if kind == Kind::Review.key() => Purpose::Review(asker),
            (Some(level), None) => Purpose::Reply(level),
            _ => return Err(corrupt("study", &kind)),
        };
        Ok(Study { id, game: number, record: game.record, purpose })
    }

    /// Ends a study; `false` when the game went on without it.
    pub(crate) fn end_study(&self, study: &Study) -> Result<bool, Fault> {
        let mut delete = self.connection.prepare_cached("DELETE FROM study WHERE id = ?1 AND purpose = ?2")?;
        Ok(delete.execute((study.id.0, Kind::of(&study.purpose).key()))? == 1)
    }

    /// The hint for a game's present position.
    pub(crate) fn hint(&self, game: &Game) -> Result<Option<KeptHint>, Fault> {
        let mut query =
            self.connection.prepare_cached("SELECT step, line FROM hint WHERE game = ?1 AND ply = ?2 AND fen = ?3")?;
        let fen = rules::fen::print(game.position());
        let found = query.query_row((game.number().0, game.record.ply(), &fen), |row| {
            Ok((row.get::<_, u8>(0)?, row.get::<_, Option<String>>(1)?))
        });
        let Some((step, line)) = found.optional()? else { return Ok(None) };
        let step = Step::from_number(step).ok_or_else(|| corrupt("step of a hint", &step.to_string()))?;
        let advice = line.map(|line| serde_json::from_str(&line)).transpose()?;
        Ok(Some(KeptHint { step, advice }))
    }

    /// Keeps the hint for a game's present position.
    pub(crate) fn keep_hint(&self, game: &Game, hint: &KeptHint, now: Timestamp) -> Result<(), Fault> {
        let mut insert = self.connection.prepare_cached(
            "INSERT OR REPLACE INTO hint (game, ply, fen, side, step, line, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        insert.execute((
            game.number().0,
            game.record.ply(),
            rules::fen::print(game.position()),
            color_key(game.turn()),
            hint.step.number(),
            hint.advice.as_ref().map(serde_json::to_string).transpose()?,
            now.as_millisecond(),
        ))?;
        Ok(())
    }

    /// In how many positions of a game White and Black were given a hint.
    pub(super) fn hints_in(&self, game: GameNumber) -> Result<[usize; 2], Fault> {
        let mut query = self.connection.prepare_cached(
            "SELECT count(*) FILTER (WHERE side = 'white'), count(*) FILTER (WHERE side = 'black')
             FROM hint WHERE game = ?1 AND line IS NOT NULL",
        )?;
        Ok(query.query_row([game.0], |row| Ok([row.get(0)?, row.get(1)?]))?)
    }

    /// Keeps how a machine player judged its position.
    pub(crate) fn keep_judgement(&self, game: &Summary, score: i32) -> Result<(), Fault> {
        let mut insert = self
            .connection
            .prepare_cached("INSERT OR REPLACE INTO judgement (game, ply, score) VALUES (?1, ?2, ?3)")?;
        insert.execute((game.number.0, game.ply, score))?;
        Ok(())
    }

    /// How a machine player judged its positions up to the present one, the last one first.
    pub(crate) fn judgements(&self, game: &Summary) -> Result<Vec<i32>, Fault> {
        let mut query = self
            .connection
            .prepare_cached("SELECT score FROM judgement WHERE game = ?1 AND ply <= ?2 ORDER BY ply DESC")?;
        let scores = query.query_map((game.number.0, game.ply), |row| row.get(0))?;
        Ok(scores.collect::<Result<Vec<i32>, rusqlite::Error>>()?)
    }

    /// The turning points of a game that was looked back at.
    pub(crate) fn review(&self, game: GameNumber) -> Result<Option<Vec<TurningPoint>>, Fault> {
        let mut query = self.connection.prepare_cached("SELECT points FROM review WHERE game = ?1")?;
        let points: Option<String> = query.query_row([game.0], |row| row.get(0)).optional()?;
        Ok(points.map(|points| serde_json::from_str(&points)).transpose()?)
    }

    /// Keeps the turning points of a game.
    pub(crate) fn keep_review(&self, game: GameNumber, points: &[TurningPoint], now: Timestamp) -> Result<(), Fault> {
        let mut insert =
            self.connection.prepare_cached("INSERT OR REPLACE INTO review (game, points, at) VALUES (?1, ?2, ?3)")?;
        insert.execute((game.0, serde_json::to_string(points)?, now.as_millisecond()))?;
        Ok(())
    }
}
