//! How much one person may ask in a while: each has a bucket of their own, which fills again with time. Pure.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::names::PersonKey;

/// So much can be asked at once, and so much more every minute.
const A_MINUTE: f64 = 30.0;

/// What a move takes: hardly anything, as whoever plays fast is welcome.
pub(crate) const MOVE: f64 = 0.25;

/// So much less an ask takes of somebody who looks after the room.
pub(crate) const TRUSTED: f64 = 0.1;

/// So many people are remembered without any being forgotten.
const FEW: usize = 1024;

/// Everybody's buckets.
#[derive(Default)]
pub(crate) struct Pace {
    buckets: HashMap<PersonKey, Bucket>,
    /// How many were remembered when last those with full buckets were forgotten.
    kept: usize,
}

struct Bucket {
    left: f64,
    at: Timestamp,
    told: bool,
}

/// What becomes of an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// It is dealt with.
    Granted,
    /// It isn't, and the asker is told so.
    Told,
    /// It isn't, and the asker knows.
    Silent,
}

impl Bucket {
    fn refilled(&self, now: Timestamp) -> f64 {
        let minutes = now.duration_since(self.at).as_secs_f64().max(0.0) / 60.0;
        (self.left + minutes * A_MINUTE).min(A_MINUTE)
    }
}

impl Pace {
    /// Takes what one more ask takes from a person's bucket: `price`, with 1 for a usual one.
    pub(crate) fn pass(&mut self, person: &PersonKey, price: f64, now: Timestamp) -> Pass {
        // Not before there are twice as many again, so that going through them all costs each ask next to nothing.
        if self.buckets.len() >= FEW + 2 * self.kept {
            self.buckets.retain(|_, bucket| bucket.refilled(now) < A_MINUTE);
            self.kept = self.buckets.len();
        }
        let full = Bucket { left: A_MINUTE, at: now, told: false };
        let bucket = self.buckets.entry(person.clone()).or_insert(full);
        let left = bucket.refilled(now);
        (bucket.left, bucket.at) = (left, now);
        if left >= price {
            bucket.left -= price;
            bucket.told = false;
            return Pass::Granted;
        }
        match std::mem::replace(&mut bucket.told, true) {
            false => Pass::Told,
            true => Pass::Silent,
        }
    }

    /// Forgets a person.
    pub(crate) fn forget(&mut self, person: &PersonKey) {
        self.buckets.remove(person);
    }
}
