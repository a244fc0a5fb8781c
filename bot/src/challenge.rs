//! Challenges: who may answer one, who gets which colour, how long it stands and how many there may be.

use jiff::{SignedDuration, Timestamp};

use crate::command::ColorWish;
use crate::names::{GameKind, GameNumber, Person, Room};
use crate::terms::Terms;

/// How long a challenge stands.
pub const LIFETIME: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The most open challenges that one person may have to the same person, or to anybody.
pub const MOST_TO_ONE: usize = 3;
/// The most games that one person may have running.
pub const MOST_GAMES: usize = 36;

/// What has become of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits for an answer.
    Open,
    /// It became a game.
    Accepted,
    /// The person challenged said no.
    Declined,
    /// The challenger took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

impl State {
    const ALL: [State; 5] = [State::Open, State::Accepted, State::Declined, State::Withdrawn, State::Expired];

    /// As it is stored.
    pub fn key(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Accepted => "accepted",
            State::Declined => "declined",
            State::Withdrawn => "withdrawn",
            State::Expired => "expired",
        }
    }

    /// The state stored as this.
    pub fn from_key(key: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.key() == key)
    }
}

/// An invitation to a game.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Its number, and the game's to be.
    pub number: GameNumber,
    /// Where it was made and where the game will be.
    pub room: Room,
    /// Who wants to play.
    pub challenger: Person,
    /// Who may accept; `None` for anybody.
    pub opponent: Option<Person>,
    /// What is to be played.
    pub kind: GameKind,
    /// The challenger's colour.
    pub color: ColorWish,
    /// What else is to be agreed on.
    pub terms: Terms,
    /// The game after which it asks for another.
    pub rematch_of: Option<GameNumber>,
    /// What has become of it.
    pub state: State,
    /// Until when it stands.
    pub expires: Timestamp,
}

impl Challenge {
    /// Whether it still waits for an answer.
    pub fn is_open(&self, now: Timestamp) -> bool {
        self.state == State::Open && now < self.expires
    }

    /// Whether this person may accept it.
    pub fn may_accept(&self, person: &Person) -> bool {
        *person != self.challenger && self.opponent.as_ref().is_none_or(|opponent| opponent == person)
    }

    /// Whether it was made to this very person.
    pub fn is_to(&self, person: &Person) -> bool {
        self.opponent.as_ref() == Some(person)
    }

    /// White and Black when this person accepts; the seed decides where the challenger left it open.
    pub fn players(&self, accepter: &Person, seed: u64) -> [Person; 2] {
        let challenger_is_white = match self.color {
            ColorWish::White => true,
            ColorWish::Black => false,
            ColorWish::Random => coin(seed, self.number),
        };
        let (challenger, accepter) = (self.challenger.clone(), accepter.clone());
        if challenger_is_white { [challenger, accepter] } else { [accepter, challenger] }
    }
}

/// A coin thrown for this number: the same seed gives the same sides. The mixing is that of SplitMix64.
fn coin(seed: u64, number: GameNumber) -> bool {
    let mut mixed = seed.wrapping_add(u64::from(number.0).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) & 1 == 0
}
