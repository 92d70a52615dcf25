//! The task of a room: sockets, commands, timers.

use std::sync::Arc;
use std::time::Duration;

use sandtable_catalog::Game;
use sandtable_engine::chance::Seed;
use sandtable_engine::erased::AnySession;
use sandtable_engine::{Grade, Seat, SeatSet};
use sandtable_store::{After, Listed, MatchId, Sitter, StoreError};
use sandtable_wire::{Ending, FaultKind, Result as MatchResult, Status};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Eye;
use super::bots::Bench;
use super::clocks::Clocks;
use super::hints::Advice;
use super::hub::{Hub, closed};
use super::kept::Kept;
use super::past::Past;
use super::requests::{Command, Out, Queue, Reply, Visitor};
use super::watch::Watch;
use crate::faults::{Answer, Failure};
use crate::lobby;

/// The code of a closed socket that asks to come again.
pub(super) const COME_AGAIN: u16 = 1012;

/// Somebody at the table.
pub(super) struct Present {
    pub(super) key: u32,
    pub(super) visitor: Visitor,
    pub(super) eye: Eye,
    pub(super) queue: Queue,
}

/// Eyes that have looked at this table, and when somebody last looked with them.
pub(super) struct Watched {
    pub(super) watch: Watch,
    pub(super) used: Instant,
}

/// A match that somebody looks at or that has something to do.
pub(super) struct Room {
    pub(super) hub: Hub,
    pub(super) id: MatchId,
    pub(super) game: &'static dyn Game,
    pub(super) listed: Listed,
    /// The seed of the dice, and of the whims of bots and hints.
    pub(super) seed: Seed,
    pub(super) session: Box<dyn AnySession>,
    pub(super) kept: Kept,
    pub(super) clocks: Option<Clocks>,
    pub(super) watched: Vec<Watched>,
    pub(super) present: Vec<Present>,
    pub(super) bench: Bench,
    /// When somebody said something: who says too much is asked to wait.
    pub(super) said: Vec<(sandtable_store::PersonId, Instant)>,
    /// The last hint of each seat.
    pub(super) advice: [Option<Advice>; Seat::MOST],
    /// Odds and reasons that are being worked out for this table.
    pub(super) studies: Arc<()>,
    next_key: u32,
    /// Whether what is in memory can no longer be trusted; the room is made anew from the store.
    pub(super) fallen: bool,
    /// When something last happened.
    active: Instant,
    rested: bool,
}

/// Opens a room and serves it until it has nothing to do.
pub(super) async fn run(
    hub: Hub,
    id: MatchId,
    own: mpsc::WeakSender<Command>,
    mut commands: mpsc::Receiver<Command>,
) {
    let _list = OnList { hub: hub.clone(), id: id.clone(), own };
    metrics::gauge!("sandtable_rooms").increment(1);
    let _gauge = OnDrop(|| metrics::gauge!("sandtable_rooms").decrement(1));
    match Room::open(hub.clone(), id.clone()).await {
        Ok(room) => Box::new(room).serve(&mut commands).await,
        Err(failure) => refuse_all(&hub, &id, &mut commands, &failure).await,
    }
}

struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Whatever ends the task, a panic included, takes the room off the list.
struct OnList {
    hub: Hub,
    id: MatchId,
    own: mpsc::WeakSender<Command>,
}

impl Drop for OnList {
    fn drop(&mut self) {
        self.hub.forget(&self.id, &self.own);
    }
}

/// Tells all who wait that the room cannot be opened.
async fn refuse_all(hub: &Hub, id: &MatchId, commands: &mut mpsc::Receiver<Command>, failure: &Failure) {
    let again = || Failure { fault: failure.fault.clone(), retry_after: failure.retry_after };
    loop {
        while let Ok(command) = commands.try_recv() {
            match command {
                Command::Attach { reply, .. } => drop(reply.send(Err(again()))),
                Command::Call { reply, .. } => drop(reply.send(Err(again()))),
                Command::Close { reply } => drop(reply.send(())),
                Command::Detach { .. }
                | Command::Message { .. }
                | Command::Thought { .. }
                | Command::SeatsChanged
                | Command::Wake => {}
            }
        }
        if hub.leave(id, commands) {
            return;
        }
        tokio::task::yield_now().await;
    }
}

impl Room {
    /// Plays the stored match again.
    async fn open(hub: Hub, id: MatchId) -> Answer<Self> {
        let store = hub.store().clone();
        let Some(stored) = store.load_match(&id).await? else {
            return Err(Failure::not_found("match"));
        };
        let entries = store.entries(&id).await?;
        let (kept, listed, seed) = (Kept::read(stored.clocks.as_deref()), stored.listed.clone(), stored.seed);
        let replay = move || {
            let past = Past::of(&stored, &entries)?;
            Ok((past.game, past.replay()?))
        };
        // A short match is played again sooner than a thread is found for it.
        let replayed = if listed.row.decisions < 20 { replay() } else { hub.replay(replay).await };
        let (game, session) = match replayed {
            Ok(replayed) => replayed,
            Err(failure) => {
                if failure.fault.kind == FaultKind::Record && listed.row.status == Status::Playing {
                    abandon(&hub, &listed, kept.write()).await;
                }
                return Err(failure);
            }
        };
        let mut room = Self {
            hub,
            id,
            game,
            listed,
            seed,
            session,
            kept,
            clocks: None,
            watched: Vec::new(),
            present: Vec::new(),
            bench: Bench::default(),
            said: Vec::new(),
            advice: std::array::from_fn(|_| None),
            studies: Arc::new(()),
            next_key: 0,
            fallen: false,
            active: Instant::now(),
            rested: false,
        };
        room.start_clocks();
        Ok(room)
    }

    async fn serve(mut self: Box<Self>, commands: &mut mpsc::Receiver<Command>) {
        self.go_on();
        loop {
            let alarm = self.next_alarm();
            let command = tokio::select! {
                command = commands.recv() => command,
                () = sleep_until(alarm) => {
                    self.tick().await;
                    if self.fallen || self.is_idle() && self.hub.leave(&self.id, commands) {
                        break;
                    }
                    continue;
                }
            };
            let Some(command) = command else { break };
            (self.active, self.rested) = (Instant::now(), false);
            if let Command::Close { reply } = command {
                self.close().await;
                let _ = reply.send(());
                return;
            }
            self.obey(command).await;
            if self.fallen {
                break;
            }
        }
        self.say_good_bye("the table is opened anew; come again");
        if let Some(at) = self.clocks.as_ref().and_then(Clocks::next_expiry).filter(|_| !self.fallen) {
            self.hub.wake_at(&self.id, at);
        }
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Attach { visitor, queue, reply } => {
                let key = self.attach(visitor, queue).await;
                let _ = reply.send(key);
            }
            Command::Detach { key } => self.detach(key),
            Command::Message { key, id, act } => {
                let Some(present) = self.present.iter().find(|present| present.key == key) else { return };
                let reply = Reply::Socket { queue: present.queue.clone(), id };
                let visitor = present.visitor.clone();
                self.act(visitor, act, reply).await;
            }
            Command::Call { visitor, act, reply } => {
                let reply = Reply::Call(reply);
                match self.admit(&visitor) {
                    Ok(_) => self.act(visitor, act, reply).await,
                    Err(failure) => reply.send(Err(failure)),
                }
            }
            Command::Thought { seat, question, thinking } => self.hear_bot(seat, question, *thinking).await,
            Command::SeatsChanged => self.seats_changed().await,
            Command::Wake | Command::Close { .. } => {}
        }
        self.go_on();
    }

    /// Whose eyes a visitor has, if they may look at this match at all.
    pub(super) fn admit(&self, visitor: &Visitor) -> Answer<Eye> {
        if !lobby::visible(&self.listed, visitor.id(), visitor.invitation.as_deref()) {
            return Err(Failure::not_found("match"));
        }
        Eye::of(&self.listed.seats, visitor.id(), visitor.wanted)
            .ok_or_else(|| Failure::new(FaultKind::NotYours, "`as` names a seat that is not yours"))
    }

    async fn attach(&mut self, visitor: Visitor, queue: Queue) -> Answer<u32> {
        let eye = self.admit(&visitor)?;
        self.watch(eye).await?;
        self.next_key += 1;
        let key = self.next_key;
        self.present.push(Present { key, visitor, eye, queue });
        let told = self.tell_all(key).await;
        if let Err(failure) = told {
            self.present.retain(|present| present.key != key);
            return Err(failure);
        }
        self.tell_present(Some(key));
        Ok(key)
    }

    fn detach(&mut self, key: u32) {
        let before = self.present.len();
        self.present.retain(|present| present.key != key);
        if self.present.len() != before {
            self.tell_present(None);
        }
    }

    /// Seats were taken or left.
    async fn seats_changed(&mut self) {
        match self.hub.store().listed(&self.id).await {
            Ok(Some(listed)) => {
                let began = self.listed.row.status != listed.row.status;
                self.listed = listed;
                if began {
                    self.start_clocks();
                }
                self.tell_seats(began).await;
            }
            Ok(None) => self.fallen = true,
            Err(error) => {
                tracing::error!(%error, id = %self.id, "a match cannot be read");
                self.fallen = true;
            }
        }
    }

    /// Whether it is being played.
    pub(super) fn playing(&self) -> bool {
        self.listed.row.status == Status::Playing
    }

    /// Who is asked; nobody before the match begins and after it is over.
    pub(super) fn waiting(&self) -> SeatSet {
        if self.playing() { self.session.waiting() } else { SeatSet::NONE }
    }

    /// The bot of a seat.
    pub(super) fn bot(&self, seat: Seat) -> Option<&str> {
        match &self.listed.seats.get(seat.index())?.sitter {
            Sitter::Bot(bot) => Some(bot),
            Sitter::Person(_) | Sitter::Open => None,
        }
    }

    /// Those whose time runs: people who are asked. Bots think on the server's time.
    pub(super) fn timed(&self) -> SeatSet {
        self.waiting().iter().filter(|seat| self.bot(*seat).is_none()).collect()
    }

    fn start_clocks(&mut self) {
        let Some(rule) = self.listed.row.clock else { return };
        let (seats, now) = (self.listed.seats.len(), Instant::now());
        let mut clocks = match &self.kept.clocks {
            Some(kept) => {
                // What went by while the server was down is nobody's.
                let away = self.hub.now() - kept.at.max(self.hub.started());
                let away = Duration::from_millis(u64::try_from(away).unwrap_or_default());
                let away = if self.playing() { away } else { Duration::ZERO };
                Clocks::kept(rule, seats, kept, now, away)
            }
            None => Clocks::full(rule, seats, now),
        };
        clocks.resume(self.timed());
        self.clocks = Some(clocks);
    }

    /// Where the match stands, as it is stored.
    pub(super) fn after(&mut self) -> After {
        let at = self.hub.now();
        self.kept.clocks = self.clocks.as_ref().map(|clocks| clocks.keep(Instant::now(), at));
        let row = &mut self.listed.row;
        row.touched = at / 1000;
        After {
            waiting: row.waiting,
            turn: row.turn,
            clocks: self.kept.write(),
            status: row.status,
            result: row.result.clone(),
            touched: row.touched,
        }
    }

    /// When to look after clocks and idleness next.
    fn next_alarm(&self) -> Option<Instant> {
        let pace = self.hub.pace();
        let expiry = self.clocks.as_ref().and_then(Clocks::next_expiry);
        let rest = (!self.rested).then(|| self.active + pace.rest);
        let dormant = self.could_sleep().then(|| self.active + pace.dormant);
        [expiry, rest, dormant].into_iter().flatten().min()
    }

    fn could_sleep(&self) -> bool {
        self.present.is_empty() && self.bench.is_silent()
    }

    fn is_idle(&self) -> bool {
        self.could_sleep() && self.active.elapsed() >= self.hub.pace().dormant
    }

    async fn tick(&mut self) {
        self.expire().await;
        if !self.rested && self.active.elapsed() >= self.hub.pace().rest {
            self.rested = true;
            let (present, dormant) = (&self.present, self.hub.pace().dormant);
            self.watched.retain(|watched| {
                watched.used.elapsed() < dormant
                    || present.iter().any(|present| present.eye == watched.watch.eye())
            });
            self.watched.iter_mut().for_each(|watched| watched.watch.rest());
            self.watched.shrink_to_fit();
        }
        self.go_on();
    }

    /// The server stops: what the clocks show is stored, and everybody is asked to come again.
    async fn close(&mut self) {
        self.say_good_bye("the server restarts; come again in a moment");
        if self.clocks.is_some() && self.playing() {
            let after = self.after();
            if let Err(error) = self.hub.store().set_state(&self.id, after).await {
                tracing::error!(%error, id = %self.id, "the clocks are not stored");
            }
        }
    }

    fn say_good_bye(&mut self, why: &'static str) {
        for present in self.present.drain(..) {
            let _ = present.queue.try_send(Out::Close(COME_AGAIN, why));
        }
    }

    /// What is in memory is not what is stored: the room is made anew from the store.
    pub(super) fn fall(&mut self, error: &StoreError) -> Failure {
        tracing::error!(%error, id = %self.id, "a decision is not stored; the room is opened anew");
        metrics::counter!("sandtable_store_failures_total").increment(1);
        self.fallen = true;
        closed()
    }
}

/// A match that this program cannot play any more is over.
async fn abandon(hub: &Hub, listed: &Listed, clocks: Option<String>) {
    let result = MatchResult {
        ending: Ending::Abandoned,
        winners: Vec::new(),
        grade: Grade::Draw,
        scores: vec![0; listed.seats.len()],
    };
    let after = After {
        waiting: 0,
        turn: listed.row.turn,
        clocks,
        status: Status::Finished,
        result: Some(result),
        touched: hub.now() / 1000,
    };
    tracing::warn!(id = %listed.row.id, rules = listed.row.rules, "a match cannot be played by this program; it is over");
    if let Err(error) = hub.store().set_state(&listed.row.id, after).await {
        tracing::error!(%error, id = %listed.row.id, "a match could not be closed");
    }
}

async fn sleep_until(alarm: Option<Instant>) {
    match alarm {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
