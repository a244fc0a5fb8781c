//! What is to be said and isn't known to be sent.

use jiff::Timestamp;
use rusqlite::Connection;

use super::{Transacted, corrupt};
use crate::error::Fault;
use crate::talk::{OutboxId, Post};

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Fault {
        Fault::Corrupt(error.to_string())
    }
}

/// The numbers of posts. None is ever given twice: every start of the program counts on from a number of its own, far
/// beyond all that an earlier one can have given.
pub(super) struct PostNumbers {
    next: i64,
}

/// How many posts a start can number.
const A_START: i64 = 1 << 32;

impl PostNumbers {
    /// Those of a start that begins now.
    pub(super) fn of_this_start(connection: &Connection) -> Result<PostNumbers, Fault> {
        let starts: i64 = connection.query_row(
            "INSERT INTO setting (name, value) VALUES ('starts', '1')
             ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING CAST(value AS INTEGER)",
            (),
            |row| row.get(0),
        )?;
        let next = starts.checked_mul(A_START).ok_or_else(|| corrupt("number of starts", &starts.to_string()))?;
        Ok(PostNumbers { next })
    }

    fn take(&mut self) -> OutboxId {
        self.next += 1;
        OutboxId(self.next)
    }
}

impl Transacted<'_> {
    /// Keeps posts until they are sent, and gives each its number.
    pub(super) fn keep(&self, posts: &mut [Post], numbers: &mut PostNumbers, now: Timestamp) -> Result<(), Fault> {
        let mut insert = self.connection.prepare_cached("INSERT INTO outbox (id, post, at) VALUES (?1, ?2, ?3)")?;
        for post in posts {
            let id = numbers.take();
            insert.execute((id.0, serde_json::to_string(post)?, now.as_millisecond()))?;
            post.outbox = Some(id);
        }
        Ok(())
    }

    /// Everything kept, in the order in which it is to be said.
    pub(crate) fn unsent(&self) -> Result<Vec<Post>, Fault> {
        let mut query = self.connection.prepare_cached("SELECT id, post FROM outbox ORDER BY id")?;
        let mut rows = query.query(())?;
        let mut posts = Vec::new();
        while let Some(row) = rows.next()? {
            let post: Post = serde_json::from_str(&row.get::<_, String>(1)?)?;
            posts.push(Post { outbox: Some(OutboxId(row.get(0)?)), ..post });
        }
        Ok(posts)
    }

    /// Forgets a post that was sent.
    pub(crate) fn sent(&self, id: OutboxId) -> Result<(), Fault> {
        self.connection.prepare_cached("DELETE FROM outbox WHERE id = ?1")?.execute([id.0])?;
        Ok(())
    }
}
