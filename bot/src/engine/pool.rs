//! The workers: a few threads that think about one position after the other, first come, first served; but reviews, for
//! which nobody sits and waits, only while there is nothing else.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rules::search::Line;

use super::recent::Recent;
use super::{Broken, Findings, Purpose, Study, Thinker, within};
use crate::config;

/// Tells what was found.
type Tell = dyn Fn(Study, Findings) + Send + Sync;

/// The workers and what waits for them. When it is dropped, what they think about is broken off.
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

struct Shared {
    thinker: Box<dyn Thinker>,
    hint_time: Duration,
    tell: Box<Tell>,
    desk: Mutex<Waiting>,
    /// Something came, or the pool is closed.
    news: Condvar,
}

#[derive(Default)]
struct Waiting {
    urgent: VecDeque<Job>,
    patient: VecDeque<Job>,
    /// How many workers think about something that somebody waits for.
    urgent_running: usize,
    /// The flag of each worker that thinks.
    stops: Vec<Arc<AtomicBool>>,
    recent: Recent,
    is_closed: bool,
}

/// A study and what was found so far.
struct Job {
    study: Study,
    found: Vec<Option<Line>>,
}

impl Pool {
    /// Opens a pool as configured; what is found is told from one of its threads, or at once.
    ///
    /// # Panics
    ///
    /// When the system gives no thread.
    pub fn open(
        config: &config::Engine,
        thinker: impl Thinker,
        tell: impl Fn(Study, Findings) + Send + Sync + 'static,
    ) -> Pool {
        let shared = Arc::new(Shared {
            thinker: Box::new(thinker),
            hint_time: config.hint_time,
            tell: Box::new(tell),
            desk: Mutex::default(),
            news: Condvar::new(),
        });
        let worker = |number| {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("thinker {number}"));
            thread.spawn(move || shared.work()).expect("the system has threads")
        };
        let workers = (0..config.threads().get()).map(worker).collect();
        Pool { shared, workers }
    }

    /// Has something thought about, and says how many that somebody waits for come before it when every worker is busy.
    pub fn submit(&self, study: Study) -> usize {
        let known = self.shared.lock().known(&study);
        if let Some(line) = known {
            (self.shared.tell)(study, Ok(vec![Some(line)]));
            return 0;
        }
        let mut waiting = self.shared.lock();
        let is_free = waiting.stops.len() + waiting.urgent.len() < self.workers.len();
        let before = if is_free { 0 } else { waiting.urgent.len() + waiting.urgent_running };
        waiting.add(Job { study, found: Vec::new() });
        drop(waiting);
        self.shared.news.notify_one();
        before
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut waiting = self.shared.lock();
        waiting.is_closed = true;
        waiting.stops.iter().for_each(|stop| stop.store(true, Relaxed));
        drop(waiting);
        self.shared.news.notify_all();
        for worker in self.workers.drain(..) {
            let _it_caught_its_panics = worker.join();
        }
    }
}

impl Waiting {
    fn add(&mut self, job: Job) {
        match job.study.is_urgent() {
            true => self.urgent.push_back(job),
            false => self.patient.push_back(job),
        }
    }

    /// Goes on with a job before others of its kind.
    fn resume(&mut self, job: Job) {
        match job.study.is_urgent() {
            true => self.urgent.push_front(job),
            false => self.patient.push_front(job),
        }
    }

    fn known(&mut self, study: &Study) -> Option<Line> {
        match study.purpose {
            Purpose::Hint(_) => self.recent.get(study.record.position()),
            // Games are to differ, and a review sees each position once.
            Purpose::Reply(_) | Purpose::Review(_) => None,
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some((mut job, stop)) = self.next() {
            let study = &job.study;
            let (game, effort, time) =
                (study.position(job.found.len()), study.effort(self.hint_time), study.time(self.hint_time));
            let think = || within(time, &stop, || self.thinker.think(&game, effort, &stop));
            let thought = catch_unwind(AssertUnwindSafe(think));
            let mut waiting = self.lock();
            waiting.stops.retain(|other| !Arc::ptr_eq(other, &stop));
            waiting.urgent_running -= usize::from(study.is_urgent());
            if waiting.is_closed {
                return;
            }
            let findings = match thought {
                Ok(line) => {
                    if let (Purpose::Hint(_), Some(line)) = (&study.purpose, &line) {
                        waiting.recent.note(game.position(), line);
                    }
                    job.found.push(line);
                    if job.found.len() < job.study.positions() {
                        // What is urgent goes first all the same.
                        waiting.resume(job);
                        continue;
                    }
                    Ok(std::mem::take(&mut job.found))
                }
                Err(_) => Err(Broken),
            };
            drop(waiting);
            (self.tell)(job.study, findings);
        }
    }

    /// What is to be thought about next, with the flag that ends it; `None` when the pool is closed.
    fn next(&self) -> Option<(Job, Arc<AtomicBool>)> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.urgent.pop_front().or_else(|| waiting.patient.pop_front()) {
                let stop = Arc::new(AtomicBool::new(false));
                waiting.stops.push(Arc::clone(&stop));
                waiting.urgent_running += usize::from(job.study.is_urgent());
                return Some((job, stop));
            }
            waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
