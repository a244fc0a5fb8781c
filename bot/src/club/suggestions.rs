//! The numbers that can be meant after a verb, for whoever types one.

use jiff::Timestamp;

use super::Club;
use crate::challenge::Challenge;
use crate::command::Verb;
use crate::error::Fault;
use crate::game::Summary;
use crate::names::{GameKind, GameNumber, Person, Room};
use crate::store::{Page, Transacted};

/// So many of each kind are looked for.
const MOST: usize = 25;

/// A game or challenge that can be meant.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// Its number.
    pub number: GameNumber,
    /// What is played.
    pub kind: GameKind,
    /// Who else is in it, or both who are.
    pub people: Vec<Person>,
}

impl Suggestion {
    fn challenge(challenge: &Challenge, me: &Person) -> Suggestion {
        let people = [Some(&challenge.challenger), challenge.opponent.as_ref()].into_iter().flatten();
        let others = people.filter(|person| *person != me).cloned().collect();
        Suggestion { number: challenge.number, kind: challenge.kind, people: others }
    }

    fn game(game: &Summary, me: &Person) -> Suggestion {
        let others = game.players.iter().filter(|person| *person != me).cloned().collect();
        Suggestion { number: game.number, kind: game.kind, people: others }
    }
}

impl Club {
    /// The challenges and games whose number a person can mean after this verb in this room, the likeliest first.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the database can't be read.
    pub fn suggestions(
        &self,
        person: &Person,
        room: &Room,
        verb: Verb,
        now: Timestamp,
    ) -> Result<Vec<Suggestion>, Fault> {
        self.store.read(|memory| {
            let mut found = match verb {
                Verb::Accept | Verb::Decline | Verb::Withdraw => waiting(memory, person, room, verb, now)?,
                Verb::Rematch => finished(memory, person)?,
                Verb::Stop | Verb::Adjudicate => running_in(memory, person, room)?,
                _ => [running(memory, person)?, running_in(memory, person, room)?, finished(memory, person)?].concat(),
            };
            let mut seen = Vec::new();
            found.retain(|suggestion| {
                let is_new = !seen.contains(&suggestion.number);
                seen.push(suggestion.number);
                is_new
            });
            Ok(found)
        })?
    }
}

fn running(memory: &Transacted<'_>, me: &Person) -> Result<Vec<Suggestion>, Fault> {
    Ok(memory.running_games_of(me)?.iter().map(|game| Suggestion::game(game, me)).collect())
}

fn running_in(memory: &Transacted<'_>, me: &Person, room: &Room) -> Result<Vec<Suggestion>, Fault> {
    let here = memory.running_here(room, Page { skipped: 0, most: MOST })?;
    Ok(here.games.iter().map(|game| Suggestion::game(game, me)).collect())
}

fn finished(memory: &Transacted<'_>, me: &Person) -> Result<Vec<Suggestion>, Fault> {
    let finished = memory.finished_games_of(me, Page { skipped: 0, most: MOST })?;
    Ok(finished.games.iter().map(|game| Suggestion::game(game, me)).collect())
}

/// The challenges and offers that wait for the person's answer, or that the person can take back.
fn waiting(
    memory: &Transacted<'_>,
    me: &Person,
    room: &Room,
    verb: Verb,
    now: Timestamp,
) -> Result<Vec<Suggestion>, Fault> {
    let mut challenges = memory.open_challenges_of(me, now)?;
    challenges.extend(memory.open_challenges_in(room, now)?);
    challenges.retain(|challenge| match verb {
        Verb::Accept => challenge.may_accept(me),
        Verb::Decline => challenge.is_to(me),
        _ => challenge.challenger == *me,
    });
    let mut found: Vec<Suggestion> = challenges.iter().map(|challenge| Suggestion::challenge(challenge, me)).collect();
    for game in memory.running_games_of(me)? {
        let offers = memory.offers(game.number)?;
        let asked_by = game.color_of(me).map(|color| if verb == Verb::Withdraw { color } else { !color });
        if asked_by.is_some_and(|by| [offers.draw, offers.takeback].contains(&Some(by))) {
            found.push(Suggestion::game(&game, me));
        }
    }
    Ok(found)
}
