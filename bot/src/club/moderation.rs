//! What moderators do in their rooms; the room sees it, and who did it.

use jiff::SignedDuration;

use super::Hearing;
use crate::command::{Act, RoomStep, Verdict};
use crate::error::{Fault, Refusal, Trouble};
use crate::game::{End, Game, Reason, Summary};
use crate::names::Person;
use crate::store::{Mute, Page};
use crate::talk::{Post, Text};
use crate::text;

impl Hearing<'_> {
    pub(super) fn set_house(&self, step: &RoomStep) -> Result<Vec<Post>, Trouble> {
        self.check_moderator()?;
        let hall = self.ask.hall();
        let mut house = self.memory.house(hall)?;
        match step {
            RoomStep::Show => {}
            RoomStep::Speak(speaks) => house.is_off = !speaks,
            RoomStep::Games(kinds) => house.games = kinds.clone(),
            RoomStep::Terms(terms) => house.terms = Some(*terms),
        }
        self.memory.set_house(hall, &house)?;
        Ok(vec![self.seen(text::house_changed(self.me(), step, &house))])
    }

    pub(super) fn mute(&self, person: &Person, days: Option<u32>) -> Result<Vec<Post>, Trouble> {
        self.check_moderator()?;
        let until = days.map(|days| self.now + SignedDuration::from_hours(24 * i64::from(days)));
        self.memory.set_mute(person, self.ask.hall(), Some(Mute { until, told: false }))?;
        Ok(vec![self.seen(text::muted(self.me(), person, until))])
    }

    pub(super) fn unmute(&self, person: &Person) -> Result<Vec<Post>, Trouble> {
        self.check_moderator()?;
        let hall = self.ask.hall();
        match self.memory.mute_of(person, hall, self.now)? {
            None => Err(Refusal::NotMuted(person.clone()).into()),
            Some(_) => {
                self.memory.set_mute(person, hall, None)?;
                Ok(vec![self.seen(text::unmuted(self.me(), person))])
            }
        }
    }

    pub(super) fn stop(&self, act: &Act) -> Result<Vec<Post>, Trouble> {
        self.decide(act, End::STOPPED)
    }

    pub(super) fn adjudicate(&self, act: &Act, verdict: Verdict) -> Result<Vec<Post>, Trouble> {
        self.decide(act, End { score: Some(verdict.into()), reason: Reason::Adjudicated })
    }

    fn decide(&self, act: &Act, end: End) -> Result<Vec<Post>, Trouble> {
        self.check_moderator()?;
        let mut game = self.game_to_decide(act)?;
        self.note_end(&mut game, end)?;
        let to_move = game.turn();
        let text = text::decided(&game, end, self.me());
        // Whoever is to move learns that it isn't so any more.
        Ok(vec![self.end_post(&game, !to_move, text)?])
    }

    /// The running game in this room that is meant: the one named, or the only one.
    fn game_to_decide(&self, act: &Act) -> Result<Game, Trouble> {
        let Some(number) = self.game else {
            let here = self.memory.running_here(self.ask.hall(), Page { skipped: 0, most: 20 })?.games;
            return match &here[..] {
                [] => Err(Refusal::NothingRunningHere.into()),
                [only] => self.memory.game(only.number)?.ok_or_else(|| Refusal::NoSuchGame(only.number).into()),
                several => Err(Refusal::WhichGame(several.iter().map(|game| self.choice(game, act)).collect()).into()),
            };
        };
        let game = self.memory.game(number)?;
        let Some(game) = game else { return Err(Refusal::NoSuchGame(number).into()) };
        if !self.is_of_this_room(&game.summary)? {
            return Err(Refusal::NoSuchGame(number).into());
        }
        match game.summary.end {
            Some(_) => Err(Refusal::GameOver(number).into()),
            None => Ok(game),
        }
    }

    /// Whether a game is played in this room or a thread of it, or was begun here.
    fn is_of_this_room(&self, game: &Summary) -> Result<bool, Fault> {
        let hall = self.ask.hall();
        let begun_in = self.memory.challenge(game.number)?.map(|challenge| challenge.room);
        Ok(game.room == self.ask.room || self.memory.is_within(&game.room, hall)? || begun_in.as_ref() == Some(hall))
    }

    /// An answer that the whole room sees.
    fn seen(&self, text: Text) -> Post {
        Post { in_reply_to: Some(self.ask.event.clone()), ..Post::to_room(&self.ask.room, text) }
    }
}
