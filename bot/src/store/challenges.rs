//! Challenges.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Params, Row};

use super::{Transacted, corrupt, instant, terms};
use crate::challenge::{Challenge, State};
use crate::command::ColorWish;
use crate::error::Fault;
use crate::names::{GameKind, GameNumber, Person, Room};
use crate::terms::Terms;

/// A challenge to be made.
pub(crate) struct NewChallenge<'a> {
    /// Where.
    pub(crate) room: &'a Room,
    /// By whom.
    pub(crate) challenger: &'a Person,
    /// To whom; `None` for anybody.
    pub(crate) opponent: Option<&'a Person>,
    /// To what.
    pub(crate) kind: GameKind,
    /// With which colour for the challenger.
    pub(crate) color: ColorWish,
    /// With which terms.
    pub(crate) terms: Terms,
    /// After which game.
    pub(crate) rematch_of: Option<GameNumber>,
}

const SELECT: &str = "
    SELECT challenge.number, room.key, challenger.key, challenger.name, opponent.key, opponent.name,
           challenge.kind, challenge.color, challenge.rematch_of, challenge.state, challenge.expires,
           challenge.terms
    FROM challenge
    JOIN room ON room.id = challenge.room
    JOIN person AS challenger ON challenger.id = challenge.challenger
    LEFT JOIN person AS opponent ON opponent.id = challenge.opponent";

fn read(row: &Row<'_>) -> Result<Challenge, Fault> {
    let kind: String = row.get(6)?;
    let color: String = row.get(7)?;
    let state: String = row.get(9)?;
    let opponent: Option<String> = row.get(4)?;
    let opponent_name: Option<String> = row.get(5)?;
    let wishes = [ColorWish::White, ColorWish::Black, ColorWish::Random];
    Ok(Challenge {
        number: GameNumber(row.get(0)?),
        room: Room(row.get(1)?),
        challenger: Person::new(row.get::<_, String>(2)?, row.get::<_, String>(3)?),
        opponent: opponent.map(|key| Person::new(key, opponent_name.unwrap_or_default())),
        kind: GameKind::by_key(&kind).ok_or_else(|| corrupt("kind of game", &kind))?,
        color: wishes.into_iter().find(|wish| wish.key() == color).ok_or_else(|| corrupt("colour", &color))?,
        rematch_of: row.get::<_, Option<u32>>(8)?.map(GameNumber),
        state: State::from_key(&state).ok_or_else(|| corrupt("state of a challenge", &state))?,
        expires: instant(row.get(10)?)?,
        terms: terms(row, 11)?,
    })
}

impl Transacted<'_> {
    /// Makes a challenge, open until `expires`.
    pub(crate) fn add_challenge(
        &self,
        new: &NewChallenge<'_>,
        now: Timestamp,
        expires: Timestamp,
    ) -> Result<Challenge, Fault> {
        let room = self.room(new.room)?;
        let challenger = self.person(new.challenger)?;
        let opponent = new.opponent.map(|opponent| self.person(opponent)).transpose()?;
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO challenge (room, challenger, opponent, kind, color, rematch_of, state, made, expires, terms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'open', ?7, ?8, ?9)",
        )?;
        insert.execute((
            room.0,
            challenger.0,
            opponent.map(|opponent| opponent.0),
            new.kind.0.key,
            new.color.key(),
            new.rematch_of.map(|game| game.0),
            now.as_millisecond(),
            expires.as_millisecond(),
            serde_json::to_string(&new.terms)?,
        ))?;
        let number = GameNumber(
            u32::try_from(self.connection.last_insert_rowid())
                .map_err(|_| Fault::Corrupt("there are more challenges than numbers".to_owned()))?,
        );
        self.challenge(number)?.ok_or_else(|| Fault::Corrupt(format!("challenge {number} vanished")))
    }

    /// The challenge with this number, whatever has become of it.
    pub(crate) fn challenge(&self, number: GameNumber) -> Result<Option<Challenge>, Fault> {
        let mut query = self.connection.prepare_cached(&format!("{SELECT} WHERE challenge.number = ?1"))?;
        query.query_row([number.0], |row| Ok(read(row))).optional()?.transpose()
    }

    fn challenges(&self, filter: &str, parameters: impl Params) -> Result<Vec<Challenge>, Fault> {
        let sql = format!("{SELECT} WHERE challenge.state = 'open' AND {filter} ORDER BY challenge.number");
        let mut query = self.connection.prepare_cached(&sql)?;
        query.query_and_then(parameters, read)?.collect()
    }

    /// The challenges that stand in a room.
    pub(crate) fn open_challenges_in(&self, room: &Room, now: Timestamp) -> Result<Vec<Challenge>, Fault> {
        self.challenges("room.key = ?1 AND challenge.expires > ?2", (&room.0, now.as_millisecond()))
    }

    /// The challenges by or to a person that stand, anywhere.
    pub(crate) fn open_challenges_of(&self, person: &Person, now: Timestamp) -> Result<Vec<Challenge>, Fault> {
        let Some(id) = self.known_person(person)? else { return Ok(Vec::new()) };
        self.challenges(
            "challenge.number IN (SELECT number FROM challenge WHERE challenger = ?1 AND state = 'open'
                                  UNION ALL SELECT number FROM challenge WHERE opponent = ?1 AND state = 'open')
             AND challenge.expires > ?2",
            (id.0, now.as_millisecond()),
        )
    }

    /// When the next challenge expires.
    pub(crate) fn next_expiry(&self) -> Result<Option<Timestamp>, Fault> {
        let mut query = self.connection.prepare_cached("SELECT min(expires) FROM challenge WHERE state = 'open'")?;
        query.query_row((), |row| row.get::<_, Option<i64>>(0))?.map(instant).transpose()
    }

    /// The rematch of this game that stands or was played.
    pub(crate) fn rematch_of(&self, game: GameNumber) -> Result<Option<Challenge>, Fault> {
        let sql = format!("{SELECT} WHERE challenge.rematch_of = ?1 AND challenge.state IN ('open', 'accepted')");
        let mut query = self.connection.prepare_cached(&sql)?;
        query.query_row([game.0], |row| Ok(read(row))).optional()?.transpose()
    }

    /// Notes what has become of an open challenge.
    pub(crate) fn close_challenge(&self, number: GameNumber, state: State) -> Result<(), Fault> {
        let mut update =
            self.connection.prepare_cached("UPDATE challenge SET state = ?2 WHERE number = ?1 AND state = 'open'")?;
        match update.execute((number.0, state.key()))? {
            1 => Ok(()),
            _ => Err(Fault::Corrupt(format!("challenge {number} isn't open"))),
        }
    }
}
