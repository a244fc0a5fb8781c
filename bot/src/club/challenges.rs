//! Making and answering challenges, and everything else that waits for an answer.

use rules::Color;

use super::manners::called_to_move;
use super::{Hearing, action, clocks};
use crate::challenge::{Challenge, LIFETIME, MOST_GAMES, MOST_TO_ONE, State};
use crate::command::{Act, ChallengeStep, ColorWish, Command, DrawStep, TakebackStep};
use crate::error::{Choice, Fault, Refusal, Trouble};
use crate::game::{OfferKind, Summary};
use crate::machine;
use crate::names::{GameKind, GameNumber, Person};
use crate::store::{NewChallenge, Transacted};
use crate::talk::{Board, Post};
use crate::terms::Terms;
use crate::text;

/// Something that waits for an answer.
enum Pending {
    Challenge(Challenge),
    Offer(Summary, OfferKind),
}

/// Notes that nobody answered a challenge in time, and says so.
pub(super) fn expire(memory: &Transacted<'_>, number: GameNumber) -> Result<Option<Post>, Fault> {
    let Some(challenge) = memory.challenge(number)? else { return Ok(None) };
    memory.close_challenge(number, State::Expired)?;
    let text = text::challenge_expired(&challenge);
    Ok(Some(Post { about: Some(number), ..Post::to_room(&challenge.room, text) }))
}

impl Hearing<'_> {
    pub(super) fn challenge(
        &self,
        opponent: Option<&Person>,
        kind: GameKind,
        color: ColorWish,
        terms: Option<Terms>,
    ) -> Result<Vec<Post>, Trouble> {
        if opponent == Some(self.me()) {
            return Err(Refusal::OwnOpponent.into());
        }
        let terms = match terms {
            Some(terms) => terms,
            None => {
                let usual = self.memory.house(self.ask.hall())?.terms.unwrap_or_default();
                match opponent.is_some_and(|opponent| machine::level_of(opponent).is_some()) {
                    true => usual.unrated(),
                    false => usual,
                }
            }
        };
        let alike = self.memory.open_challenges_of(self.me(), self.now)?.into_iter().filter(|other| {
            let same_place = opponent.is_some() || other.room == self.ask.room;
            other.challenger == *self.me() && other.opponent.as_ref() == opponent && same_place
        });
        if alike.count() >= MOST_TO_ONE {
            return Err(Refusal::TooManyChallenges(opponent.cloned()).into());
        }
        let (room, challenger) = (&self.ask.room, self.me());
        self.make_challenge(&NewChallenge { room, challenger, opponent, kind, color, terms, rematch_of: None })
    }

    fn make_challenge(&self, new: &NewChallenge<'_>) -> Result<Vec<Post>, Trouble> {
        self.check_games_of(self.me())?;
        let NewChallenge { opponent, kind, .. } = *new;
        let house = self.memory.house(self.ask.hall())?;
        if !house.allows(kind) {
            return Err(Refusal::GameNotHere(kind, house.games).into());
        }
        if let Some(opponent) = opponent {
            if self.memory.has_blocked(self.me(), opponent)? {
                return Err(Refusal::Blocked(opponent.clone()).into());
            }
            if self.memory.has_blocked(opponent, self.me())? {
                return Err(Refusal::NotToBeChallenged(opponent.clone()).into());
            }
        }
        let challenge = self.memory.add_challenge(new, self.now, self.now + LIFETIME)?;
        if let Some(machine) = opponent.filter(|opponent| machine::level_of(opponent).is_some()) {
            return self.begin(&challenge, machine);
        }
        let number = challenge.number;
        // Later the number is the game's, in which other things are offered.
        let mut actions = vec![action(number, Act::Challenged(ChallengeStep::Accept))];
        if opponent.is_some() {
            actions.push(action(number, Act::Challenged(ChallengeStep::Decline)));
        }
        actions.push(action(number, Act::Challenged(ChallengeStep::Withdraw)));
        let theme = self.memory.settings_of(opponent.unwrap_or(self.me()))?.theme;
        let board = Board { theme, ..Board::start(kind) };
        let card = self.post(&challenge.room, number, text::challenge_card(&challenge));
        Ok(vec![Post { ping: opponent.cloned(), board: Some(board), actions, ..card }])
    }

    /// Nobody plays more games at once than one may.
    fn check_games_of(&self, person: &Person) -> Result<(), Trouble> {
        match self.memory.running_games_of(person)?.len() {
            running if running >= MOST_GAMES => Err(Refusal::TooManyGames(person.clone()).into()),
            _ => Ok(()),
        }
    }

    pub(super) fn rematch(&self) -> Result<Vec<Post>, Trouble> {
        let number = match self.game {
            Some(number) => number,
            None => match self.memory.last_ended_in(&self.ask.room, Some(self.me()))? {
                Some(game) => game.number,
                None => return Err(Refusal::NoGameHere.into()),
            },
        };
        let game = self.visible_game(number)?;
        let Some(color) = game.summary.color_of(self.me()) else {
            return Err(Refusal::NotYourGame(number).into());
        };
        if game.summary.end.is_none() {
            return Err(Refusal::GameRunning(number).into());
        }
        if let Some(rematch) = self.memory.rematch_of(number)? {
            if rematch.state == State::Accepted {
                return Err(Refusal::RematchBegun(rematch.number).into());
            }
            if rematch.is_open(self.now) {
                return match rematch.challenger == *self.me() {
                    true => Err(Refusal::RematchOffered(rematch.number).into()),
                    false => self.accept_challenge(&rematch),
                };
            }
            self.memory.close_challenge(rematch.number, State::Expired)?;
        }
        let swapped = match color {
            Color::White => ColorWish::Black,
            Color::Black => ColorWish::White,
        };
        self.make_challenge(&NewChallenge {
            room: &game.summary.room,
            challenger: self.me(),
            opponent: Some(game.player(!color)),
            kind: game.summary.kind,
            color: swapped,
            terms: game.summary.terms,
            rematch_of: Some(number),
        })
    }

    pub(super) fn accept(&self) -> Result<Vec<Post>, Trouble> {
        match self.to_be_answered(&Act::Accept)? {
            Pending::Challenge(challenge) => self.accept_challenge(&challenge),
            Pending::Offer(game, kind) => self.accept_offer(self.visible_game(game.number)?, kind),
        }
    }

    pub(super) fn decline(&self) -> Result<Vec<Post>, Trouble> {
        match self.to_be_answered(&Act::Decline)? {
            Pending::Challenge(challenge) => self.decline_challenge(&challenge),
            Pending::Offer(game, kind) => self.decline_offer(&self.visible_game(game.number)?, kind),
        }
    }

    /// What is pressed on a challenge's card, which is about the challenge alone.
    pub(super) fn challenged(&self, step: ChallengeStep) -> Result<Vec<Post>, Trouble> {
        let Some(number) = self.game else { return Err(Refusal::NothingPending.into()) };
        let challenge = self.visible_challenge(number)?;
        match step {
            ChallengeStep::Accept => self.accept_challenge(&challenge),
            ChallengeStep::Decline => self.decline_challenge(&challenge),
            ChallengeStep::Withdraw => self.withdraw_challenge(&challenge),
        }
    }

    pub(super) fn withdraw(&self) -> Result<Vec<Post>, Trouble> {
        let mine = match self.game {
            Some(number) => match self.visible_challenge(number)? {
                challenge if challenge.state != State::Accepted => vec![Pending::Challenge(challenge)],
                _ => self.offers_in(vec![self.visible_summary(number)?], true)?,
            },
            None => {
                let challenges = self.memory.open_challenges_in(&self.ask.room, self.now)?.into_iter();
                let mine = challenges.filter(|challenge| challenge.challenger == *self.me());
                let offers = self.offers_in(self.my_games_here()?, true)?;
                mine.map(Pending::Challenge).chain(offers).collect()
            }
        };
        match self.one_of(mine, &Act::Withdraw)? {
            Pending::Offer(game, kind) => self.withdraw_offer(&self.visible_game(game.number)?, kind),
            Pending::Challenge(challenge) => self.withdraw_challenge(&challenge),
        }
    }

    fn withdraw_challenge(&self, challenge: &Challenge) -> Result<Vec<Post>, Trouble> {
        let number = challenge.number;
        if challenge.challenger != *self.me() {
            return Err(Refusal::NotYourChallenge(number, Some(challenge.challenger.clone())).into());
        }
        if !challenge.is_open(self.now) {
            return Err(Refusal::ChallengeOver(number).into());
        }
        self.memory.close_challenge(number, State::Withdrawn)?;
        let withdrawn = self.post(&challenge.room, number, text::challenge_withdrawn(challenge));
        Ok(vec![Post { ping: challenge.opponent.clone(), ..withdrawn }])
    }

    fn visible_challenge(&self, number: GameNumber) -> Result<Challenge, Trouble> {
        let challenge = self.memory.challenge(number)?.filter(|challenge| {
            challenge.room == self.ask.room || challenge.challenger == *self.me() || challenge.is_to(self.me())
        });
        challenge.ok_or_else(|| Refusal::NoSuchGame(number).into())
    }

    /// What stands in these games between the asker and the opponent: asked by the asker, or of the asker.
    fn offers_in(&self, games: Vec<Summary>, by_me: bool) -> Result<Vec<Pending>, Fault> {
        let mut found = Vec::new();
        for game in games {
            let Some(color) = game.color_of(self.me()) else { continue };
            let offers = self.memory.offers(game.number)?;
            let asked_by = if by_me { color } else { !color };
            let standing = [OfferKind::Draw, OfferKind::Takeback].into_iter();
            let standing = standing.filter(|kind| offers.by(*kind) == Some(asked_by));
            found.extend(standing.map(|kind| Pending::Offer(game.clone(), kind)));
        }
        Ok(found)
    }

    /// What the asker answers: the challenge or the offer named, or the only one that waits for the asker here.
    fn to_be_answered(&self, act: &Act) -> Result<Pending, Trouble> {
        if let Some(number) = self.game {
            let challenge = self.visible_challenge(number)?;
            if challenge.state != State::Accepted {
                return Ok(Pending::Challenge(challenge));
            }
            let offers = self.offers_in(vec![self.visible_summary(number)?], false)?;
            if offers.is_empty() {
                return Err(Refusal::ChallengeOver(number).into());
            }
            return self.one_of(offers, act);
        }
        let challenges = self.memory.open_challenges_in(&self.ask.room, self.now)?.into_iter();
        let (to_me, to_anybody): (Vec<_>, Vec<_>) = challenges
            .filter(|challenge| challenge.may_accept(self.me()))
            .partition(|challenge| challenge.is_to(self.me()));
        let mut waiting: Vec<_> = to_me.into_iter().map(Pending::Challenge).collect();
        waiting.extend(self.offers_in(self.my_games_here()?, false)?);
        // What is put to this very person goes before what is open to all; nobody needs to decline the latter.
        if waiting.is_empty() && *act == Act::Accept {
            waiting.extend(to_anybody.into_iter().map(Pending::Challenge));
        }
        self.one_of(waiting, act)
    }

    /// The only one; asks which when there are several.
    fn one_of(&self, mut pending: Vec<Pending>, act: &Act) -> Result<Pending, Trouble> {
        match pending.len() {
            0 => Err(Refusal::NothingPending.into()),
            1 => Ok(pending.remove(0)),
            _ => {
                Err(Refusal::WhichGame(pending.iter().map(|pending| self.pending_choice(pending, act)).collect())
                    .into())
            }
        }
    }

    fn pending_choice(&self, pending: &Pending, act: &Act) -> Choice {
        match pending {
            Pending::Challenge(challenge) => Choice {
                number: challenge.number,
                kind: challenge.kind,
                other: match challenge.challenger == *self.me() {
                    true => challenge.opponent.clone(),
                    false => Some(challenge.challenger.clone()),
                },
                command: Command { game: Some(challenge.number), act: act.clone() },
            },
            // A game may have both kinds of offer, so the answer says which.
            Pending::Offer(game, kind) => {
                let act = match (kind, act) {
                    (OfferKind::Draw, Act::Accept) => Act::Draw(DrawStep::Accept),
                    (OfferKind::Draw, Act::Decline) => Act::Draw(DrawStep::Decline),
                    (OfferKind::Takeback, Act::Accept) => Act::Takeback(TakebackStep::Accept),
                    (OfferKind::Takeback, Act::Decline) => Act::Takeback(TakebackStep::Decline),
                    (_, act) => act.clone(),
                };
                self.choice(game, &act)
            }
        }
    }

    fn accept_challenge(&self, challenge: &Challenge) -> Result<Vec<Post>, Trouble> {
        let number = challenge.number;
        if !challenge.may_accept(self.me()) {
            return Err(Refusal::NotYourChallenge(number, challenge.opponent.clone()).into());
        }
        if !challenge.is_open(self.now) {
            return Err(Refusal::ChallengeOver(number).into());
        }
        if self.memory.has_blocked(&challenge.challenger, self.me())? {
            return Err(Refusal::NotToBeChallenged(challenge.challenger.clone()).into());
        }
        self.check_games_of(self.me())?;
        self.check_games_of(&challenge.challenger)?;
        self.begin(challenge, self.me())
    }

    /// Makes the game of a challenge that this player accepts.
    fn begin(&self, challenge: &Challenge, accepter: &Person) -> Result<Vec<Post>, Trouble> {
        let number = challenge.number;
        self.memory.close_challenge(number, State::Accepted)?;
        let players = challenge.players(accepter, self.seed);
        let mut game = self.memory.add_game(challenge, &players, self.now)?;
        clocks::start(self.memory, &mut game, self.now)?;
        self.turn_begins(&game)?;
        let opened = self.post(&challenge.room, number, text::opened(&game));
        let ping = called_to_move(self.memory, game.to_move())?;
        Ok(vec![Post { ping, board: Some(self.turn_board(&game)?), ..opened }])
    }

    fn decline_challenge(&self, challenge: &Challenge) -> Result<Vec<Post>, Trouble> {
        let number = challenge.number;
        if challenge.challenger == *self.me() && challenge.is_open(self.now) {
            return self.withdraw();
        }
        if !challenge.is_to(self.me()) {
            return Err(Refusal::NotYourChallenge(number, challenge.opponent.clone()).into());
        }
        if !challenge.is_open(self.now) {
            return Err(Refusal::ChallengeOver(number).into());
        }
        self.memory.close_challenge(number, State::Declined)?;
        let declined = self.post(&challenge.room, number, text::challenge_declined(challenge, self.me()));
        Ok(vec![Post { ping: Some(challenge.challenger.clone()), ..declined }])
    }
}
