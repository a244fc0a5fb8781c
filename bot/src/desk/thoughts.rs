//! What is being thought about for the club, and what was found and waits for its time.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::LONGEST_WAIT;
use crate::club;
use crate::engine::{Findings, Pool, Purpose, Study, StudyId};
use crate::talk::Post;

/// What is being thought about, and what was found and waits for its time.
pub(super) struct Thoughts {
    pool: Pool,
    /// About how long a machine player is to seem to think.
    pause: Duration,
    /// When each study began.
    begun: HashMap<StudyId, Instant>,
    /// What was found, with the instant at which it is to be concluded.
    paused: Vec<(Instant, Box<Study>, Findings)>,
    /// Who is to be told when nothing is thought about any more.
    resting: Vec<oneshot::Sender<()>>,
}

impl Thoughts {
    /// Nothing to be thought about yet.
    pub(super) fn new(pool: Pool, pause: Duration) -> Thoughts {
        Thoughts { pool, pause, begun: HashMap::new(), paused: Vec::new(), resting: Vec::new() }
    }

    /// Tells somebody when nothing is thought about any more.
    pub(super) fn tell_when_resting(&mut self, rested: oneshot::Sender<()>) {
        self.resting.push(rested);
        self.tell_if_resting();
    }

    /// Has something thought about, and gives what is said to whoever has to wait for it.
    pub(super) fn begin(&mut self, study: Study) -> Option<Post> {
        self.begun.insert(study.id, Instant::now());
        let shown = study.clone();
        let before = self.pool.submit(study);
        (before > 0).then(|| club::told_to_wait(&shown, before)).flatten()
    }

    /// Notes what was found; a machine player seems to think a little longer.
    pub(super) fn found(&mut self, study: Box<Study>, findings: Findings) {
        let pause = match study.purpose {
            // From half the pause to half as long again, the same for the same study.
            Purpose::Reply(_) => self.pause / 2 + self.pause * (study.id.0.unsigned_abs() % 11) as u32 / 10,
            Purpose::Hint(_) | Purpose::Review(_) => Duration::ZERO,
        };
        let begun = self.begun.get(&study.id).copied().unwrap_or_else(Instant::now);
        self.paused.push((begun + pause, study, findings));
    }

    /// What was found and is to be concluded now.
    pub(super) fn take_due(&mut self) -> Option<(Box<Study>, Findings)> {
        let now = Instant::now();
        let due = self.paused.iter().position(|(due, ..)| *due <= now)?;
        let (_, study, findings) = self.paused.remove(due);
        Some((study, findings))
    }

    /// How long nothing is to be concluded.
    pub(super) fn next_due(&self) -> Duration {
        let next = self.paused.iter().map(|(due, ..)| *due).min();
        next.map_or(LONGEST_WAIT, |due| due.saturating_duration_since(Instant::now()))
    }

    /// Notes that a study is concluded.
    pub(super) fn end(&mut self, study: StudyId) {
        self.begun.remove(&study);
        self.tell_if_resting();
    }

    fn tell_if_resting(&mut self) {
        if self.begun.is_empty() {
            for rested in self.resting.drain(..) {
                let _whoever_asked_may_not_wait = rested.send(());
            }
        }
    }
}
