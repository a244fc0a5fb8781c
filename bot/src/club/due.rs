//! What falls due: ends of challenges, reminders, and the ends of players' time.

use jiff::{SignedDuration, Timestamp};

use super::manners::board_for;
use super::{action, challenges, games};
use crate::clock::Flag;
use crate::command::Act;
use crate::error::Fault;
use crate::names::{GameNumber, Room};
use crate::preference::Reminders;
use crate::store::{Due, Transacted};
use crate::talk::Post;
use crate::text;

/// The most that is done at once.
const MOST: usize = 64;
/// What is said so much later than it fell due was missed while the bot was away.
const LATE: SignedDuration = SignedDuration::from_mins(10);
/// The most that is said one by one in a room about what was missed.
const FEW: usize = 3;

/// Does what has fallen due, in order, up to a limit.
pub(super) fn do_what_is_due(memory: &Transacted<'_>, now: Timestamp) -> Result<Vec<Post>, Fault> {
    let (mut posts, mut late) = (Vec::new(), Vec::new());
    for (at, due) in memory.fallen_due(now, MOST)? {
        let post = match due {
            Due::Challenge(number) => challenges::expire(memory, number)?,
            Due::Clock(number) => look_at_readable_clock(memory, number, now)?,
        };
        let pile = if now.duration_since(at) > LATE { &mut late } else { &mut posts };
        pile.extend(post);
    }
    let mut said = in_few_posts(late);
    said.append(&mut posts);
    Ok(said)
}

/// The same for the clocks of these games.
pub(super) fn look_at_clocks(
    memory: &Transacted<'_>,
    games: &[GameNumber],
    now: Timestamp,
) -> Result<Vec<Post>, Fault> {
    let posts = games.iter().filter_map(|game| look_at_readable_clock(memory, *game, now).transpose());
    posts.collect()
}

/// Looks at a clock, so that one game that can't be read doesn't stop the clocks of all: it is left alone from then on.
fn look_at_readable_clock(memory: &Transacted<'_>, number: GameNumber, now: Timestamp) -> Result<Option<Post>, Fault> {
    match look_at_clock(memory, number, now) {
        Err(fault @ Fault::Corrupt(_)) => {
            tracing::error!(%fault, game = number.0, "a game's clock is stopped");
            memory.set_due(number, None)?;
            Ok(None)
        }
        done => done,
    }
}

/// Reminds the player to move, or does what is to be done when the time is up.
fn look_at_clock(memory: &Transacted<'_>, number: GameNumber, now: Timestamp) -> Result<Option<Post>, Fault> {
    let Some(mut game) = memory.game(number)? else { return Ok(None) };
    let Some(clock) = game.clock.as_ref().filter(|_| game.summary.end.is_none()) else {
        memory.set_due(number, None)?;
        return Ok(None);
    };
    let to_move = game.to_move().clone();
    if !clock.is_up(now) {
        memory.set_due(number, Some(clock.deadline))?;
        if memory.settings_of(&to_move)?.reminders == Reminders::Never {
            return Ok(None);
        }
        let reminder = Post::to_room(&game.summary.room, text::reminded(&game, now));
        let board = Some(board_for(memory, &game, &to_move)?);
        return Ok(Some(Post { about: Some(number), ping: Some(to_move), board, ..reminder }));
    }
    if game.summary.terms.timing.flag == Flag::ByClaim {
        memory.set_due(number, None)?;
        if clock.left[game.turn().index()].is_zero() {
            // It was said in an earlier turn, in which the last of it ran out.
            return Ok(None);
        }
        let post = Post::to_room(&game.summary.room, text::time_is_up(&game));
        let ping = Some(game.player(!game.turn()).clone());
        return Ok(Some(Post { about: Some(number), ping, actions: vec![action(number, Act::Claim)], ..post }));
    }
    let end = game.end_on_time();
    game.ratings = memory.end_game(number, end, now)?;
    game.summary.end = Some(end);
    Ok(Some(games::end_post(memory, &game, &to_move, text::ended_on_time(&game, end))?))
}

/// Posts about what was missed: where there are more than a few for a room, one that says it all and notifies nobody.
fn in_few_posts(posts: Vec<Post>) -> Vec<Post> {
    let count = |room: &Room| posts.iter().filter(|post| post.room == *room).count();
    let mut said: Vec<Post> = Vec::new();
    for post in &posts {
        if count(&post.room) <= FEW {
            said.push(post.clone());
        } else if !said.iter().any(|other| other.room == post.room) {
            let missed = posts.iter().filter(|other| other.room == post.room).map(|other| &other.text);
            said.push(Post::to_room(&post.room, text::missed(missed)));
        }
    }
    said
}
