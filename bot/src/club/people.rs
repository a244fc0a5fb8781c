//! What people set for themselves, and what becomes of what is known about them.

use jiff::Timestamp;

use super::{Club, Hearing};
use crate::challenge::{Challenge, State};
use crate::command::{Act, Command};
use crate::error::{Fault, Refusal, Trouble};
use crate::game::End;
use crate::names::Person;
use crate::preference::{self, Setting, Settings};
use crate::talk::{Action, Ask, Attachment, File, Post, Span, Text};
use crate::text;

impl Club {
    /// Erases a person who has confirmed it: nothing in the files has the key or the name afterwards.
    pub(super) fn forget(&mut self, ask: &Ask, now: Timestamp) -> Result<Vec<Post>, Trouble> {
        let (seed, tally) = (self.store.seed(), &self.tally);
        let mut posts = self.store.change(now, |memory| {
            let hearing = Hearing { memory, tally, ask, now, seed, game: None };
            super::manners::suit(memory, hearing.forget()?, Some(&ask.person))
        })?;
        if !self.store.scrub()? {
            tracing::warn!("what was erased is overwritten later: somebody reads the database just now");
        }
        self.pace.forget(&ask.person.key);
        // It names the person, so it isn't kept.
        posts.push(Post {
            private_to: Some(ask.person.clone()),
            in_reply_to: Some(ask.event.clone()),
            ..Post::to_room(&ask.room, text::forgotten())
        });
        Ok(posts)
    }
}

impl Hearing<'_> {
    pub(super) fn set(&self, changes: Vec<Setting>) -> Result<Vec<Post>, Trouble> {
        let mut settings = self.memory.settings_of(self.me())?;
        for change in changes {
            let change = match change {
                Setting::Zone(typed) => {
                    let zone = preference::zone(&typed);
                    Setting::Zone(zone.map_err(|closest| Refusal::UnknownZone { typed, closest })?)
                }
                change => change,
            };
            settings.set(change);
        }
        self.memory.set_settings(self.me(), &settings)?;
        Ok(vec![self.settings(&settings)])
    }

    /// Somebody's settings, to be read and to be changed.
    pub(super) fn settings(&self, settings: &Settings) -> Post {
        Post { selections: text::selections(settings), ..self.answer(text::settings(settings)) }
    }

    pub(super) fn block(&self, person: &Person) -> Result<Vec<Post>, Trouble> {
        if person == self.me() {
            return Err(Refusal::OwnOpponent.into());
        }
        let is_new = self.memory.set_block(self.me(), person, true, self.now)?;
        let mut posts = vec![self.answer(text::blocked(person, is_new))];
        for challenge in self.memory.open_challenges_of(self.me(), self.now)? {
            if challenge.challenger == *person || challenge.is_to(person) {
                posts.push(self.close(&challenge, self.me())?);
            }
        }
        Ok(posts)
    }

    pub(super) fn unblock(&self, person: &Person) -> Result<Vec<Post>, Trouble> {
        match self.memory.set_block(self.me(), person, false, self.now)? {
            true => Ok(vec![self.answer(text::unblocked(person))]),
            false => Err(Refusal::NotBlocked(person.clone()).into()),
        }
    }

    /// Takes back or declines an open challenge of somebody, and says so in its room.
    fn close(&self, challenge: &Challenge, by: &Person) -> Result<Post, Trouble> {
        let (state, text) = match challenge.challenger == *by {
            true => (State::Withdrawn, text::challenge_withdrawn(challenge)),
            false => (State::Declined, text::challenge_declined(challenge, by)),
        };
        self.memory.close_challenge(challenge.number, state)?;
        Ok(self.post(&challenge.room, challenge.number, text))
    }

    pub(super) fn export(&self) -> Result<Post, Trouble> {
        let mut told = self.memory.told_about(self.me())?;
        if let Some(told) = told.as_object_mut() {
            let mut records = Vec::new();
            for number in self.memory.all_games_of(self.me())? {
                if let Some(game) = self.memory.game(number)? {
                    records.push(crate::json::value(&game));
                }
            }
            told.insert("records".to_owned(), records.into());
        }
        let json = serde_json::to_string_pretty(&told).map_err(Fault::from)? + "\n";
        let attachment = Attachment { name: "everything.json".to_owned(), file: File::Text(json) };
        Ok(Post { is_secret: true, attachments: vec![attachment], ..self.answer(text::exported()) })
    }

    pub(super) fn forget_question(&self) -> Result<Post, Trouble> {
        let running = self.memory.running_games_of(self.me())?.len();
        let command = Command { game: None, act: Act::Forget { confirmed: true } };
        let confirm = Action { label: text::label(&command.act).to_owned(), command };
        Ok(Post { actions: vec![confirm], about: None, ..self.answer(text::forget_question(running)) })
    }

    /// Erases the asker. Running games are resigned, or broken off where not both have moved.
    fn forget(&self) -> Result<Vec<Post>, Fault> {
        let (me, name) = (self.me(), text::NOBODY);
        let running = self.memory.running_games_of(me)?;
        let challenges = self.memory.open_challenges_of(me, self.now)?;
        let Some(nobody) = self.memory.anonymise(me, name)? else { return Ok(Vec::new()) };
        self.memory.rewrite_unsent(|post| without(post, me, &nobody))?;
        let mut posts = Vec::new();
        for game in running {
            let Some(mut game) = self.memory.game(game.number)? else { continue };
            let Some(color) = game.summary.color_of(&nobody) else { continue };
            let end = if game.both_have_moved() { End::resigned(color) } else { End::ABORTED };
            self.note_end(&mut game, end)?;
            posts.push(self.end_post(&game, color, text::left(&game, end, &nobody))?);
        }
        for challenge in challenges {
            let Some(challenge) = self.memory.challenge(challenge.number)? else { continue };
            let closed = self.close(&challenge, &nobody);
            posts.push(closed.map_err(|trouble| match trouble {
                Trouble::Fault(fault) => fault,
                Trouble::Refusal(_) => Fault::Corrupt("a challenge can't be closed".to_owned()),
            })?);
        }
        Ok(posts)
    }
}

/// A post in which somebody isn't named any more; nothing when it was for that person alone.
fn without(post: Post, person: &Person, nobody: &Person) -> Option<Post> {
    if post.private_to.as_ref() == Some(person) {
        return None;
    }
    let called = format!("@{}", person.name);
    let span = |span: Span| match span {
        Span::Person(named) if named == *person => Span::Person(nobody.clone()),
        Span::Command(words) => Span::Command(words.replace(&called, &format!("@{}", nobody.name))),
        span => span,
    };
    let names = |words: &str| words.contains(&person.name) || words.contains(&person.key.0);
    let attachments = post.attachments.into_iter().filter(|attachment| match &attachment.file {
        File::Text(words) => !names(words),
        File::Replay(_) => true,
    });
    let board = post.board.map(|mut board| {
        let captions = board.players.iter_mut().flatten();
        captions.filter(|caption| caption.name == person.name).for_each(|caption| caption.name = nobody.name.clone());
        board
    });
    let actions = post.actions.into_iter().filter(|action| !format!("{:?}", action.command).contains(&person.key.0));
    Some(Post {
        text: Text::of(post.text.0.into_iter().map(span)),
        ping: post.ping.filter(|called| called != person),
        board,
        attachments: attachments.collect(),
        actions: actions.collect(),
        ..post
    })
}
