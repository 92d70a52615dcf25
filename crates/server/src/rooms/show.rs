//! What is sent to whom.

use axum::extract::ws::Utf8Bytes;
use sandtable_engine::Viewer;
use sandtable_wire::{FromServer, News, View};
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::Instant;

use super::Eye;
use super::film::moments;
use super::past::{Past, guarded};
use super::requests::{Out, Visitor, text};
use super::room::{Room, Watched};
use super::watch::{Seen, Watch, asks, numbers};
use crate::faults::Answer;
use crate::lobby;

/// Lines of the chat that a new view brings along.
const CHAT: u32 = 100;

/// Up to so many entries the moments are counted at once; for more a thread is found.
const FEW: usize = 20;

impl Room {
    /// The eyes of that kind, made and counted if nobody has looked with them lately. Gives their place.
    pub(super) async fn watch(&mut self, eye: Eye) -> Answer<usize> {
        let found = self.watched.iter().position(|watched| watched.watch.eye() == eye);
        if let Some(place) = found {
            self.watched[place].used = Instant::now();
            return Ok(place);
        }
        let mut moment = 0;
        if self.session.step() > 0 {
            let past = guarded(|| Past::so_far(self.game, &*self.session))?;
            let few = past.record.decisions.len() <= FEW;
            let count = move || moments(&past, eye);
            moment = if few { count()? } else { self.hub.replay(count).await? };
        }
        if !self.playing() && self.session.outcome().is_none() && self.listed.row.result.is_some() {
            // It ended otherwise than by a decision, and that was one more moment.
            moment += 1;
        }
        let watch = guarded(|| Watch::new(eye, &*self.session, moment))?;
        self.watched.push(Watched { watch, used: Instant::now() });
        Ok(self.watched.len() - 1)
    }

    /// All that a visitor may see.
    pub(super) async fn view(&mut self, visitor: &Visitor) -> Answer<View> {
        let eye = self.admit(visitor)?;
        let place = self.watch(eye).await?;
        let waiting = numbers(self.waiting());
        let card = lobby::card(&self.listed, visitor.id());
        let clocks = self.clocks.as_ref().map(|clocks| clocks.shown(Instant::now()));
        let result = self.listed.row.result.clone();
        let (playing, session) = (self.playing(), &*self.session);
        let watch = &mut self.watched[place].watch;
        guarded(|| View {
            card,
            moment: watch.moment(),
            scene: watch.look(session).clone(),
            log: session.log(watch.viewer(), 0),
            waiting,
            asks: if playing { asks(session, watch.viewer()) } else { Vec::new() },
            clocks,
            result,
        })
    }

    /// Tells somebody everything.
    pub(super) async fn tell_all(&mut self, key: u32) -> Answer<()> {
        let Some(present) = self.present.iter().find(|present| present.key == key) else { return Ok(()) };
        let visitor = present.visitor.clone();
        let view = Box::new(self.view(&visitor).await?);
        let chat = self.hub.store().chat(&self.id, CHAT).await?;
        let message = FromServer::View { view, chat, present: self.names() };
        self.send(key, &text(&message));
        Ok(())
    }

    /// What each pair of eyes is told of a decision. A session can be sent to another thread and not shared with one:
    /// that is why this borrows the whole room.
    pub(super) fn messages(&mut self, by: u8, seen: Vec<Option<Seen>>) -> Vec<(Eye, Utf8Bytes)> {
        let room: &Self = self;
        let eyes = room.watched.iter().map(|watched| &watched.watch);
        let told = eyes.zip(seen).filter_map(|(watch, seen)| {
            let looked_at = room.present.iter().any(|present| present.eye == watch.eye());
            seen.filter(|_| looked_at).map(|seen| (watch.eye(), room.message(watch.viewer(), Some(by), seen)))
        });
        told.collect()
    }

    /// What a viewer is told.
    pub(super) fn message(&self, viewer: Viewer, by: Option<u8>, seen: Seen) -> Utf8Bytes {
        let news = News {
            moment: seen.moment,
            by,
            scene: seen.scene,
            log: seen.log,
            waiting: numbers(self.waiting()),
            asks: if self.playing() { asks(&*self.session, viewer) } else { Vec::new() },
            clocks: self.clocks.as_ref().map(|clocks| clocks.shown(Instant::now())),
            result: self.listed.row.result.clone(),
        };
        text(&FromServer::News { news: Box::new(news) })
    }

    /// Sends news to all who look with those eyes.
    pub(super) fn send_news(&mut self, messages: Vec<(Eye, Utf8Bytes)>) {
        for (eye, message) in messages {
            self.send_where(&message, |present| present.eye == eye);
        }
    }

    /// Tells everybody who sits where. Those who look with other eyes now, and everybody when the match begins, are told
    /// everything anew.
    pub(super) async fn tell_seats(&mut self, began: bool) {
        let mut anew = Vec::new();
        let mut cards = Vec::new();
        for number in 0..self.present.len() {
            let visitor = self.present[number].visitor.clone();
            let eye = self.admit(&visitor).unwrap_or(Eye::Spectator);
            let present = &mut self.present[number];
            if began || present.eye != eye {
                present.eye = eye;
                anew.push(present.key);
            }
            let card = Box::new(lobby::card(&self.listed, visitor.id()));
            cards.push((present.key, text(&FromServer::Seats { card })));
        }
        for (key, card) in cards {
            self.send(key, &card);
        }
        for key in anew {
            if self.tell_all(key).await.is_err() {
                self.fallen = true;
            }
        }
    }

    /// Tells everybody who is there, but for whoever has just been told everything.
    pub(super) fn tell_present(&mut self, but: Option<u32>) {
        if self.present.iter().all(|present| Some(present.key) == but) {
            return;
        }
        let message = text(&FromServer::Present { names: self.names() });
        self.send_where(&message, |present| Some(present.key) != but);
    }

    /// The names of those who look at the table; guests who did not say who they are have none.
    fn names(&self) -> Vec<String> {
        let people = self.present.iter().filter_map(|present| present.visitor.person.as_ref());
        let mut names: Vec<String> = people.map(|person| person.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Sends something to everybody.
    pub(super) fn send_to_all(&mut self, message: &Utf8Bytes) {
        self.send_where(message, |_| true);
    }

    fn send(&mut self, key: u32, message: &Utf8Bytes) {
        self.send_where(message, |present| present.key == key);
    }

    /// Whoever does not keep up is dropped: the end of the queue tells the socket to close.
    fn send_where(&mut self, message: &Utf8Bytes, to: impl Fn(&super::room::Present) -> bool) {
        self.present.retain(|present| {
            if !to(present) {
                return true;
            }
            match present.queue.try_send(Out::Text(message.clone())) {
                Ok(()) => true,
                Err(TrySendError::Closed(_)) => false,
                Err(TrySendError::Full(_)) => {
                    metrics::counter!("sandtable_slow_sockets_total").increment(1);
                    false
                }
            }
        });
    }
}
