//! All rooms; who opens and closes them.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rayon::{ThreadPool, ThreadPoolBuilder};
use sandtable_store::{MatchId, Sitter, Store};
use sandtable_wire::{FaultKind, Status};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::Instant;

use super::hints::Askers;
use super::requests::{Act, Command, Outcome, Queue, Visitor};
use super::room;
use crate::faults::{Answer, Failure};

/// Commands that wait for a room at most; whoever comes later waits to get in.
const WAITING: usize = 32;

/// Whoever has waited so long for a thread is told to come again.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// How long the last messages of a server that stops have to reach the sockets.
const FAREWELL: Duration = Duration::from_millis(50);

/// How fast things go.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long a bot waits before it decides, so that people can follow.
    pub bot: Duration,
    /// The same where nobody plays and nobody looks.
    pub idle_bot: Duration,
    /// A bot begins no round of thought later than this, whatever its level says.
    pub last_round: Duration,
    /// A bot that thinks longer than this is asked for what comes to mind instead.
    pub longest_thought: Duration,
    /// A room that nobody looks at and that has nothing to do is given up after this.
    pub dormant: Duration,
    /// A room in which nothing happens puts away what it can make again after this.
    pub rest: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            bot: Duration::from_millis(250),
            idle_bot: Duration::from_secs(2),
            last_round: Duration::from_secs(15),
            longest_thought: Duration::from_secs(20),
            dormant: Duration::from_secs(30),
            rest: Duration::from_secs(3),
        }
    }
}

struct Inner {
    store: Store,
    pace: Pace,
    rooms: Mutex<HashMap<MatchId, mpsc::Sender<Command>>>,
    closing: AtomicBool,
    /// Threads for bots whose answers somebody waits for.
    thinkers: Arc<Semaphore>,
    /// For bots among themselves.
    idlers: Backroom,
    /// Threads for odds, reasons, films and uploads.
    scholars: Arc<Semaphore>,
    /// For reviews.
    reviewers: Backroom,
    /// Threads that play stored matches again, so that nobody's questions keep a table closed.
    openers: Arc<Semaphore>,
    /// Both at the same moment: what a day's clock would show without its being set in between.
    started: (Instant, i64),
    /// Dormant matches whose clocks run, by when the time runs out.
    alarms: Mutex<BTreeSet<(Instant, MatchId)>>,
    alarm_set: Notify,
    /// Who asked for hints lately, at whatever table.
    askers: Mutex<Askers>,
}

/// One thread for what nobody waits for, one thing after the other. A search that runs there spreads over no other thread.
struct Backroom {
    turn: Arc<Semaphore>,
    pool: ThreadPool,
}

impl Backroom {
    fn new() -> Self {
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        Self {
            turn: Arc::new(Semaphore::new(1)),
            pool: pool.expect("a server that starts gets its first threads"),
        }
    }
}

/// All rooms. Copies share them.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

impl Hub {
    /// No room is open yet.
    pub fn new(store: Store, pace: Pace) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let spare = (cores - 1).max(1);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(Arc::new(Inner {
            store,
            pace,
            rooms: Mutex::default(),
            closing: AtomicBool::new(false),
            thinkers: Arc::new(Semaphore::new(spare)),
            idlers: Backroom::new(),
            scholars: Arc::new(Semaphore::new(spare)),
            reviewers: Backroom::new(),
            openers: Arc::new(Semaphore::new(spare)),
            started: (Instant::now(), i64::try_from(since.as_millis()).unwrap_or(i64::MAX)),
            alarms: Mutex::default(),
            alarm_set: Notify::new(),
            askers: Mutex::default(),
        }))
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// How fast things go.
    pub fn pace(&self) -> &Pace {
        &self.0.pace
    }

    /// The right to think; bots that nobody waits for come after everybody else's. It counts until it is dropped.
    pub(super) async fn turn_to_think(&self, idle: bool) -> Option<OwnedSemaphorePermit> {
        let turns = if idle { &self.0.idlers.turn } else { &self.0.thinkers };
        turns.clone().acquire_owned().await.ok()
    }

    /// Thinks on this thread and as many more as there are; where nobody waits, on the one that is for that.
    pub(super) fn think<T: Send>(&self, idle: bool, thinking: impl FnOnce() -> T + Send) -> T {
        if idle { self.0.idlers.pool.install(thinking) } else { thinking() }
    }

    /// Who asked for hints lately.
    pub(super) fn askers(&self) -> MutexGuard<'_, Askers> {
        self.0.askers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        let (since, at) = self.0.started;
        at.saturating_add(i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX))
    }

    /// When the server started, in milliseconds since 1970.
    pub(super) fn started(&self) -> i64 {
        self.0.started.1
    }

    /// How many rooms are open.
    pub fn open_rooms(&self) -> usize {
        self.rooms().len()
    }

    /// Runs something long that somebody wants to know on a thread of its own; when all are taken for long, says so.
    pub async fn study<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        on_thread(&self.0.scholars, work).await
    }

    /// Runs something that takes a minute, one after the other, so that it never takes more than a thread from the tables.
    pub async fn at_leisure<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let hub = self.clone();
        let _turn = self.0.reviewers.turn.acquire().await.map_err(|_| closed())?;
        let worked = tokio::task::spawn_blocking(move || hub.0.reviewers.pool.install(work));
        worked.await.map_err(|_| closed())?
    }

    /// Thinks for somebody who waits, on a thread of the bots.
    pub(super) async fn ponder<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        on_thread(&self.0.thinkers, work).await
    }

    /// Plays a stored match again on a thread of its own.
    pub(super) async fn replay<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        on_thread(&self.0.openers, work).await
    }

    /// A socket comes to a table.
    pub async fn attach(&self, id: &MatchId, visitor: Visitor, queue: Queue) -> Answer<(Table, u32)> {
        let (reply, answer) = oneshot::channel();
        let room = self.tell(id, Command::Attach { visitor, queue, reply }).await?;
        let key = answer.await.map_err(|_| closed())??;
        Ok((Table { room }, key))
    }

    /// Asks a room for something, without a socket.
    pub async fn call(&self, id: &MatchId, visitor: Visitor, act: Act) -> Answer<Outcome> {
        let (reply, answer) = oneshot::channel();
        self.tell(id, Command::Call { visitor, act, reply }).await?;
        answer.await.map_err(|_| closed())?
    }

    /// Seats were taken or left, or the match began or was called off.
    pub fn seats_changed(&self, id: &MatchId) {
        let (hub, id) = (self.clone(), id.clone());
        tokio::spawn(async move {
            let open = hub.rooms().contains_key(&id);
            if open || hub.must_go_on(&id).await {
                // A server that stops has no room to tell.
                let _ = hub.tell(&id, Command::SeatsChanged).await;
            }
        });
    }

    /// Opens the rooms of all matches that go on by themselves: a bot is asked, or a clock runs.
    pub async fn resume(&self) {
        tokio::spawn(ring(self.clone()));
        match self.0.store.live_matches().await {
            Ok(live) => {
                tracing::info!(matches = live.len(), "matches go on by themselves");
                let hub = self.clone();
                tokio::spawn(async move {
                    for id in live {
                        let _ = hub.tell(&id, Command::Wake).await;
                        // Those who come now should not have to wait for all of them.
                        tokio::time::sleep(Duration::from_millis(2)).await;
                    }
                });
            }
            Err(error) => tracing::error!(%error, "matches that go on by themselves cannot be listed"),
        }
    }

    /// Closes all rooms: everybody is asked to come again, and the clocks are stored.
    pub async fn close(&self) {
        self.0.closing.store(true, Ordering::SeqCst);
        let rooms: Vec<_> = self.rooms().drain().map(|(_, room)| room).collect();
        let mut closed = Vec::with_capacity(rooms.len());
        for room in rooms {
            let (reply, done) = oneshot::channel();
            if room.send(Command::Close { reply }).await.is_ok() {
                closed.push(done);
            }
        }
        let any = !closed.is_empty();
        for done in closed {
            let _ = done.await;
        }
        if any {
            tokio::time::sleep(FAREWELL).await;
        }
    }

    /// Tells a room something, and opens it if it is not open.
    pub async fn tell(&self, id: &MatchId, command: Command) -> Answer<mpsc::Sender<Command>> {
        let mut command = command;
        loop {
            let room = self.room(id)?;
            match room.send(command).await {
                Ok(()) => return Ok(room),
                // It was given up at this very moment.
                Err(mpsc::error::SendError(back)) => command = back,
            }
            tokio::task::yield_now().await;
        }
    }

    /// Takes a room off the list if nothing waits for it. Its task must end then.
    pub(super) fn leave(&self, id: &MatchId, commands: &mut mpsc::Receiver<Command>) -> bool {
        let mut rooms = self.rooms();
        if !commands.is_empty() {
            return false;
        }
        commands.close();
        rooms.remove(id);
        true
    }

    /// Takes a room off the list whatever waits for it, unless another has taken its place.
    pub(super) fn forget(&self, id: &MatchId, room: &mpsc::WeakSender<Command>) {
        let mut rooms = self.rooms();
        let own = match (rooms.get(id), room.upgrade()) {
            (Some(listed), Some(own)) => listed.same_channel(&own),
            (Some(listed), None) => listed.is_closed(),
            (None, _) => false,
        };
        if own {
            rooms.remove(id);
        }
    }

    /// Opens the room when the time of a dormant match runs out.
    pub(super) fn wake_at(&self, id: &MatchId, at: Instant) {
        self.0.alarms.lock().unwrap_or_else(PoisonError::into_inner).insert((at, id.clone()));
        self.0.alarm_set.notify_one();
    }

    fn room(&self, id: &MatchId) -> Answer<mpsc::Sender<Command>> {
        let mut rooms = self.rooms();
        if self.0.closing.load(Ordering::SeqCst) {
            return Err(closed());
        }
        if let Some(room) = rooms.get(id).filter(|room| !room.is_closed()) {
            return Ok(room.clone());
        }
        let (room, commands) = mpsc::channel(WAITING);
        rooms.insert(id.clone(), room.clone());
        tokio::spawn(room::run(self.clone(), id.clone(), room.downgrade(), commands));
        Ok(room)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<MatchId, mpsc::Sender<Command>>> {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a match has something to do though nobody looks at it.
    async fn must_go_on(&self, id: &MatchId) -> bool {
        let listed = match self.0.store.listed(id).await {
            Ok(listed) => listed,
            Err(error) => {
                tracing::error!(%error, %id, "a match cannot be read");
                return false;
            }
        };
        listed.is_some_and(|listed| {
            let bot_is_asked = || {
                listed
                    .seats
                    .iter()
                    .any(|row| matches!(row.sitter, Sitter::Bot(_)) && listed.row.asks(row.seat))
            };
            listed.row.status == Status::Playing && (listed.row.clock.is_some() || bot_is_asked())
        })
    }
}

async fn on_thread<T: Send + 'static>(
    threads: &Arc<Semaphore>,
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let busy = || Failure::too_many("the server has too much to work out; try again in a moment", 2);
    let wait = tokio::time::timeout(LONGEST_WAIT, threads.clone().acquire_owned());
    let permit = wait.await.map_err(|_| busy())?.map_err(|_| closed())?;
    let worked = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work()
    });
    worked.await.map_err(|_| closed())?
}

/// The way of a socket to its room.
pub struct Table {
    room: mpsc::Sender<Command>,
}

impl Table {
    /// Tells the room something; false if it has gone.
    pub async fn tell(&self, command: Command) -> bool {
        self.room.send(command).await.is_ok()
    }

    /// Tells the room that a socket has gone.
    pub fn leave(self, key: u32) {
        let command = Command::Detach { key };
        if let Err(mpsc::error::TrySendError::Full(command)) = self.room.try_send(command) {
            tokio::spawn(async move { self.room.send(command).await });
        }
    }
}

/// Wakes dormant matches whose time runs out.
async fn ring(hub: Hub) {
    loop {
        let next = hub.0.alarms.lock().unwrap_or_else(PoisonError::into_inner).first().cloned();
        let Some((at, id)) = next else {
            hub.0.alarm_set.notified().await;
            continue;
        };
        tokio::select! {
            () = hub.0.alarm_set.notified() => {}
            () = tokio::time::sleep_until(at) => {
                hub.0.alarms.lock().unwrap_or_else(PoisonError::into_inner).remove(&(at, id.clone()));
                if hub.tell(&id, Command::Wake).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// What those hear whose room closed while they waited.
pub(super) fn closed() -> Failure {
    let message =
        "the table is being closed or opened anew; nothing that was acknowledged is lost, come again";
    Failure { retry_after: Some(1), ..Failure::new(FaultKind::Unavailable, message) }
}
