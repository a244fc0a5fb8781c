//! Lists of games and of players.

use std::collections::BTreeSet;

use rules::variants;

use super::Hearing;
use crate::error::Trouble;
use crate::names::{GameKind, Person};
use crate::store::{Listed, Page, Tally};
use crate::talk::Text;
use crate::text::{self, Place, Ranking, Record};

/// So many games are on a page.
const PAGE: usize = 10;

/// So many players are ranked, in one kind of game and in each of several.
const RANKED: usize = 10;
const RANKED_IN_EACH: usize = 3;

fn page(number: u32) -> Page {
    Page { skipped: (number as usize).saturating_sub(1).saturating_mul(PAGE), most: PAGE }
}

fn record(kind: GameKind, tallies: &[Tally]) -> Record {
    let mut record = Record { kind, rating: None, results: [[0; 3]; 2] };
    for tally in tallies.iter().filter(|tally| tally.kind == kind) {
        record.count(tally.color, tally.score, tally.games);
    }
    record
}

impl Hearing<'_> {
    pub(super) fn my_games(&self, number: u32) -> Result<Text, Trouble> {
        let mut games = self.memory.running_games_of(self.me())?;
        games.sort_by_key(|game| game.urgency_for(self.me()));
        let (page, total) = (page(number), games.len());
        let games = games.into_iter().skip(page.skipped).take(page.most).collect();
        Ok(text::games_listed(&self.place(number, &Listed { games, total }), self.me(), self.now))
    }

    pub(super) fn games_here(&self, number: u32) -> Result<Text, Trouble> {
        let listed = self.memory.running_here(self.ask.hall(), page(number))?;
        Ok(text::games_here_listed(&self.place(number, &listed)))
    }

    pub(super) fn history(&self, person: &Person, number: u32) -> Result<Text, Trouble> {
        let listed = self.memory.finished_games_of(person, page(number))?;
        Ok(text::history_listed(&self.place(number, &listed), person, person == self.me()))
    }

    fn place<'l>(&self, number: u32, listed: &'l Listed) -> Place<'l> {
        Place { games: &listed.games, first: page(number).skipped, total: listed.total, page: number }
    }

    pub(super) fn stats(&self, person: &Person, kind: Option<GameKind>) -> Result<Text, Trouble> {
        let (tallies, standings) = (self.memory.tallies(person, None)?, self.memory.standings_of(person)?);
        let kinds = variants::ALL.into_iter().map(GameKind).filter(|known| kind.is_none_or(|kind| kind == *known));
        let records = kinds.map(|kind| {
            let standing = standings.iter().find(|(known, _)| *known == kind);
            Record { rating: standing.map(|(_, standing)| standing.now(self.now)), ..record(kind, &tallies) }
        });
        let records: Vec<Record> = records.filter(|record| record.rating.is_some() || record.games() > 0).collect();
        Ok(text::stats(person, &records, kind))
    }

    pub(super) fn top(&self, kind: Option<GameKind>, everywhere: bool) -> Result<Text, Trouble> {
        let room = (!everywhere).then(|| self.ask.hall());
        let most = if kind.is_some() { RANKED } else { RANKED_IN_EACH };
        let kinds = variants::ALL.into_iter().map(GameKind).filter(|known| kind.is_none_or(|kind| kind == *known));
        let mut rankings = Vec::new();
        for kind in kinds {
            let best = self.memory.best(kind, room, most)?;
            let players =
                best.into_iter().map(|(person, standing)| (person, standing.now(self.now))).collect::<Vec<_>>();
            if !players.is_empty() {
                rankings.push(Ranking { kind, players });
            }
        }
        Ok(text::top(&rankings, kind, everywhere))
    }

    pub(super) fn versus(&self, other: &Person) -> Result<Text, Trouble> {
        let tallies = self.memory.tallies(self.me(), Some(other))?;
        let played: BTreeSet<&str> = tallies.iter().map(|tally| tally.kind.0.key).collect();
        let kinds = variants::ALL.into_iter().filter(|variant| played.contains(variant.key)).map(GameKind);
        let records: Vec<Record> = kinds.map(|kind| record(kind, &tallies)).collect();
        Ok(text::versus(self.me(), other, &records))
    }
}
