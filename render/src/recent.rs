//! A small store of what was made last.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Values by their keys, the latest used at the end.
pub(crate) struct Recent<Key, Value> {
    most: usize,
    entries: Mutex<Vec<(Key, Slot<Value>)>>,
}

/// A value that one thread makes while others may already wait for it.
type Slot<Value> = Arc<OnceLock<Arc<Value>>>;

impl<Key, Value> Recent<Key, Value> {
    /// A store that keeps so many values at most.
    pub(crate) fn new(most: usize) -> Recent<Key, Value> {
        Recent { most, entries: Mutex::new(Vec::new()) }
    }

    /// The value whose key fits, or else a new one under a new key.
    ///
    /// While one thread makes a value, others wait that want the same, but not those that want another.
    pub(crate) fn get(
        &self,
        fits: impl Fn(&Key) -> bool,
        key: impl FnOnce() -> Key,
        make: impl FnOnce() -> Value,
    ) -> Arc<Value> {
        let slot = {
            // Nothing is half done when a thread panics here, so the list is good whatever happened.
            let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
            let entry = match entries.iter().position(|(known, _)| fits(known)) {
                Some(index) => entries.remove(index),
                None => (key(), Arc::default()),
            };
            let slot = Arc::clone(&entry.1);
            entries.push(entry);
            if entries.len() > self.most {
                entries.remove(0);
            }
            slot
        };
        Arc::clone(slot.get_or_init(|| Arc::new(make())))
    }
}
