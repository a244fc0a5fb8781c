//! The club's desk: the asynchronous side, where platforms hand in asks and collect posts.
//!
//! One thread owns the [`Club`], so that the database never keeps the runtime waiting. Everything goes over channels;
//! when the last [`Desk`] is dropped the thread finishes what was handed in and closes the club. What the club wants to have
//! thought about goes to the [`Pool`], whose findings come back as requests of their own.

mod thoughts;

use std::collections::{HashMap, HashSet};
use std::sync::mpsc as requests;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tracing::field;

use self::thoughts::Thoughts;
use crate::club::Club;
use crate::config;
use crate::engine::{Builtin, Findings, Pool, Study, Thinker};
use crate::error::Fault;
use crate::metrics::Tally;
use crate::talk::{Ask, GameNumber, OutboxId, Post, Room};
use crate::text;

/// However far the next deadline, the club ticks this often: the clock may be set, or the machine may sleep.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// The club has closed, or its thread has died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the club is closed")]
pub struct Closed;

enum Request {
    Connect {
        platform: String,
        posts: mpsc::UnboundedSender<Post>,
    },
    Ask {
        ask: Box<Ask>,
        done: oneshot::Sender<()>,
    },
    Sent(OutboxId),
    /// Something that is asked of the club itself; whoever asked has the answer sent along.
    Enquiry(Box<dyn FnOnce(&mut Club) + Send>),
    /// What was found in a study.
    Found(Box<Study>, Findings),
    /// Tell when nothing is thought about any more.
    Rest(oneshot::Sender<()>),
    /// Nobody is left who could ask.
    Close,
}

/// Closes the club when it is dropped, which is when the last desk is: the pool has a way to the club, too.
struct Open(requests::Sender<Request>);

impl Drop for Open {
    fn drop(&mut self) {
        let _it_is_closed_already = self.0.send(Request::Close);
    }
}

/// A platform's way to the club; clones share it.
#[derive(Clone)]
pub struct Desk {
    requests: requests::Sender<Request>,
    playing: Playing,
    _open: Arc<Open>,
    tally: Tally,
}

/// The rooms in which games are running, so that chat elsewhere costs next to nothing. Clones share it.
#[derive(Clone, Default)]
struct Playing(Arc<RwLock<HashSet<Room>>>);

impl Playing {
    fn has(&self, room: &Room) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(room)
    }

    fn set(&self, room: &Room, is_playing: bool) {
        if self.has(room) == is_playing {
            return;
        }
        let mut rooms = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match is_playing {
            true => rooms.insert(room.clone()),
            false => rooms.remove(room),
        };
    }
}

impl Desk {
    /// Gives the club a thread of its own on the runtime. The handle ends once every desk is dropped and the club closed.
    pub fn open(club: Club) -> (Desk, JoinHandle<()>) {
        Desk::open_with(club, &config::Engine::default(), Builtin)
    }

    /// The same with an engine so configured and this thinker in it.
    pub fn open_with(club: Club, config: &config::Engine, thinker: impl Thinker) -> (Desk, JoinHandle<()>) {
        let (sender, receiver) = requests::channel();
        let tally = club.tally().clone();
        let (tell, counted) = (sender.clone(), tally.clone());
        let pool = Pool::open(config, thinker, move |study, findings| {
            counted.queued();
            let _the_club_has_closed = tell.send(Request::Found(Box::new(study), findings));
        });
        let playing = Playing::default();
        match club.rooms_with_running_games() {
            Ok(rooms) => rooms.iter().for_each(|(room, _)| playing.set(room, true)),
            Err(fault) => tracing::error!(%fault, "the rooms with games can't be read"),
        }
        let counter = Counter {
            club,
            platforms: HashMap::new(),
            playing: playing.clone(),
            thoughts: Thoughts::new(pool, config.pause),
            ticked: None,
        };
        let _open = Arc::new(Open(sender.clone()));
        let desk = Desk { requests: sender, playing, tally, _open };
        (desk, tokio::task::spawn_blocking(move || counter.serve(&receiver)))
    }

    /// Everything to be said in rooms of this platform from now on, first what was left unsaid last time.
    ///
    /// # Errors
    ///
    /// [`Closed`] when the club is gone.
    pub fn connect(&self, platform: &str) -> Result<mpsc::UnboundedReceiver<Post>, Closed> {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.request(Request::Connect { platform: platform.to_owned(), posts: sender })?;
        Ok(receiver)
    }

    /// Hands in an ask, and returns when it has been dealt with and every post that answers it is in the channels.
    ///
    /// Asks are dealt with in the order in which this is first polled; dropping the future doesn't take one back.
    ///
    /// # Errors
    ///
    /// [`Closed`] when the club is gone.
    pub async fn ask(&self, ask: Ask) -> Result<(), Closed> {
        let (done, answered) = oneshot::channel();
        self.request(Request::Ask { ask: Box::new(ask), done })?;
        answered.await.map_err(|_| Closed)
    }

    /// Tells that a post was sent, so that it isn't sent again after a restart.
    ///
    /// # Errors
    ///
    /// [`Closed`] when the club is gone.
    pub fn sent(&self, id: OutboxId) -> Result<(), Closed> {
        self.request(Request::Sent(id))
    }

    /// Whether a game is running in this room, answered from memory: chat elsewhere can be no move.
    pub fn is_playing_in(&self, room: &Room) -> bool {
        self.playing.has(room)
    }

    /// Returns when everything that the club wants to have thought about is concluded and said.
    ///
    /// # Errors
    ///
    /// [`Closed`] when the club is gone.
    pub async fn rest(&self) -> Result<(), Closed> {
        let (sender, rested) = oneshot::channel();
        self.request(Request::Rest(sender))?;
        rested.await.map_err(|_| Closed)
    }

    /// Asks the club something that people don't see, in turn with everything else.
    ///
    /// A fault is logged, and the answer is then what `T` has for nothing.
    ///
    /// # Errors
    ///
    /// [`Closed`] when the club is gone.
    pub async fn enquire<T: Default + Send + 'static>(
        &self,
        question: impl FnOnce(&mut Club) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Closed> {
        let (sender, answered) = oneshot::channel();
        let enquiry = move |club: &mut Club| {
            let answer = question(club).unwrap_or_else(|fault| {
                tracing::error!(%fault, "an enquiry wasn't answered");
                T::default()
            });
            let _whoever_asked_may_not_wait = sender.send(answer);
        };
        self.request(Request::Enquiry(Box::new(enquiry)))?;
        answered.await.map_err(|_| Closed)
    }

    /// Makes a room the one where a game is played and its posts go, such as a thread opened for it.
    ///
    /// # Errors
    ///
    /// [`Closed`] when the club is gone.
    pub async fn settle(&self, game: GameNumber, room: Room) -> Result<(), Closed> {
        let playing = self.playing.clone();
        self.enquire(move |club| {
            let left = club.running_game(game)?.map(|game| game.summary.room);
            club.settle(game, &room)?;
            for room in left.iter().chain([&room]) {
                playing.set(room, club.has_running_game(room)?);
            }
            Ok(())
        })
        .await
    }

    /// Where platforms count what they do.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    fn request(&self, request: Request) -> Result<(), Closed> {
        // Before the club can take it up.
        self.tally.queued();
        self.requests.send(request).map_err(|_| Closed)
    }
}

/// The thread's side.
struct Counter {
    club: Club,
    platforms: HashMap<String, mpsc::UnboundedSender<Post>>,
    playing: Playing,
    thoughts: Thoughts,
    ticked: Option<Instant>,
}

impl Counter {
    fn serve(mut self, requests: &requests::Receiver<Request>) {
        self.have_thought();
        loop {
            self.conclude_what_is_due();
            let due = self.do_what_is_due().min(self.thoughts.next_due());
            match requests.recv_timeout(due) {
                Ok(Request::Close) => return,
                Ok(request) => {
                    self.club.tally().taken_up();
                    self.serve_one(request);
                }
                Err(requests::RecvTimeoutError::Timeout) => {}
                Err(requests::RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Ticks when something is due or it was long ago, and says how long to wait before the next look.
    fn do_what_is_due(&mut self) -> Duration {
        let wait = |club: &Club| -> Result<Option<Duration>, Fault> {
            let left = club.next_deadline()?.map(|deadline| deadline.duration_since(Timestamp::now()));
            // What lies in the past is no duration to wait.
            Ok(left.map(|left| Duration::try_from(left).unwrap_or(Duration::ZERO)))
        };
        let waited = wait(&self.club).and_then(|left| {
            if left == Some(Duration::ZERO) || self.ticked.is_none_or(|ticked| ticked.elapsed() >= LONGEST_WAIT) {
                self.ticked = Some(Instant::now());
                let posts = self.club.tick(Timestamp::now())?;
                self.post(posts);
                return Ok(wait(&self.club)?.map(|left| left.max(Duration::from_secs(1))));
            }
            Ok(left)
        });
        match waited {
            Ok(left) => left.unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT),
            Err(fault) => {
                tracing::error!(%fault, "what has fallen due wasn't done");
                LONGEST_WAIT
            }
        }
    }

    fn serve_one(&mut self, request: Request) {
        match request {
            Request::Connect { platform, posts } => self.connect(platform, posts),
            Request::Ask { ask, done } => {
                let posts = self.handle(&ask);
                self.post(posts);
                self.have_thought();
                let _whoever_asked_may_not_wait = done.send(());
            }
            Request::Found(study, findings) => self.thoughts.found(study, findings),
            Request::Rest(rested) => self.thoughts.tell_when_resting(rested),
            Request::Close => {}
            Request::Enquiry(enquiry) => enquiry(&mut self.club),
            Request::Sent(id) => {
                if let Err(fault) = self.club.sent(id) {
                    tracing::error!(%fault, "a post couldn't be marked as sent and will be said again");
                }
            }
        }
    }

    /// Has thought about what has come to be so.
    fn have_thought(&mut self) {
        match self.club.take_studies() {
            Ok(studies) => {
                let waits = studies.into_iter().filter_map(|study| self.thoughts.begin(study));
                let waits = waits.collect();
                self.post(waits);
            }
            Err(fault) => tracing::error!(%fault, "what is to be thought about can't be read"),
        }
    }

    /// Concludes what was found and needn't wait any longer.
    fn conclude_what_is_due(&mut self) {
        while let Some((study, findings)) = self.thoughts.take_due() {
            if let Err(broken) = &findings {
                tracing::error!(%broken, game = %study.game, "a study failed");
            }
            match self.club.conclude(&study, &findings, Timestamp::now()) {
                Ok(posts) => self.post(posts),
                Err(fault) => tracing::error!(%fault, game = %study.game, "what was found can't be used"),
            }
            self.have_thought();
            self.thoughts.end(study.id);
        }
    }

    /// Has an ask dealt with, and notes how that went. What was said is in no log.
    fn handle(&mut self, ask: &Ask) -> Vec<Post> {
        let (platform, room, event) = (ask.room.platform(), &ask.room.0, &ask.event.0);
        let span = tracing::info_span!("ask", platform, room, event, outcome = field::Empty);
        let _inside = span.enter();
        let start = Instant::now();
        let posts = self.club.handle(ask, Timestamp::now());
        let took = start.elapsed();
        self.club.tally().ask_took(took);
        let seconds = took.as_secs_f64();
        let game = posts.as_ref().ok().and_then(|posts| posts.first()?.about).map(|game| game.0);
        match &posts {
            // Chat is much, and says little.
            Ok(posts) if posts.is_empty() => tracing::debug!(seconds, "nothing was to be done"),
            Ok(posts) => tracing::info!(game, posts = posts.len(), seconds, "an ask was handled"),
            Err(fault) => tracing::error!(%fault, room, event, "an ask wasn't handled"),
        }
        posts.unwrap_or_else(|_| {
            vec![Post {
                private_to: Some(ask.person.clone()),
                in_reply_to: Some(ask.event.clone()),
                ..Post::to_room(&ask.room, text::apology())
            }]
        })
    }

    fn connect(&mut self, platform: String, posts: mpsc::UnboundedSender<Post>) {
        match self.club.unsent() {
            Ok(unsent) => {
                for post in unsent.into_iter().filter(|post| post.room.platform() == platform) {
                    let _a_platform_that_left_is_told_next_time = posts.send(post);
                }
            }
            Err(fault) => tracing::error!(%fault, "what was left unsaid can't be read"),
        }
        self.platforms.insert(platform, posts);
    }

    fn post(&self, posts: Vec<Post>) {
        for post in posts {
            // A game may have begun or ended in a room that is told something.
            match self.club.has_running_game(&post.room) {
                Ok(is_playing) => self.playing.set(&post.room, is_playing),
                Err(fault) => tracing::error!(%fault, "whether a game is running can't be read"),
            }
            match self.platforms.get(post.room.platform()) {
                Some(platform) => {
                    // What has an outbox number is said when the platform comes back.
                    let _a_platform_that_left_is_told_next_time = platform.send(post);
                }
                None => tracing::warn!(room = post.room.0, "no platform for this room is connected"),
            }
        }
    }
}
