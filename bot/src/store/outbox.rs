//! What is to be said and isn't known to be sent.

use jiff::Timestamp;

use super::Transacted;
use crate::error::Fault;
use crate::talk::{OutboxId, Post};

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Fault {
        Fault::Corrupt(error.to_string())
    }
}

impl Transacted<'_> {
    /// Keeps posts until they are sent, and gives each its number.
    pub(super) fn keep(&self, posts: &mut [Post], now: Timestamp) -> Result<(), Fault> {
        let mut insert = self.connection.prepare_cached("INSERT INTO outbox (post, at) VALUES (?1, ?2)")?;
        for post in posts {
            insert.execute((serde_json::to_string(post)?, now.as_millisecond()))?;
            post.outbox = Some(OutboxId(self.connection.last_insert_rowid()));
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
