//! Ends that no decision brings: resigning, and time that runs out.

use sandtable_engine::{Grade, Viewer};
use sandtable_store::{NewSitter, Sitter};
use sandtable_wire::{Ending, Expiry, FromServer, Result as MatchResult, Status};
use tokio::time::Instant;

use super::film::others;
use super::past::guarded;
use super::requests::text;
use super::room::Room;
use crate::faults::Answer;

/// The bot that takes a seat over.
const DEPUTY: &str = "captain";

impl Room {
    /// A seat gives up: of two the other wins; of more a bot plays on in its place.
    pub(super) async fn resign(&mut self, seat: u8) -> Answer<()> {
        if self.session.seats() == 2 {
            return self.end(Ending::Resigned { seat }, others(seat, 2)).await;
        }
        self.hand_over(seat).await
    }

    /// Looks whether somebody's time has run out.
    pub(super) async fn expire(&mut self) {
        let Some(rule) = self.listed.row.clock.filter(|_| self.playing()) else { return };
        let expired = self.clocks.as_ref().map(|clocks| clocks.expired(Instant::now())).unwrap_or_default();
        for seat in expired {
            let ended = match rule.expiry {
                Expiry::Loses => {
                    let winners = others(seat.0, self.session.seats());
                    self.end(Ending::Expired { seat: seat.0 }, winners).await
                }
                Expiry::Bot => self.hand_over(seat.0).await,
            };
            if let Err(failure) = ended {
                tracing::error!(id = %self.id, failure = failure.fault.message, "time ran out, and that is not stored");
                self.fallen = true;
            }
            if self.fallen || !self.playing() {
                return;
            }
        }
    }

    /// A bot plays on in the place of a seat.
    async fn hand_over(&mut self, seat: u8) -> Answer<()> {
        let sitter = NewSitter::Bot(DEPUTY.into());
        if let Err(error) = self.hub.store().set_seat(&self.id, seat, sitter).await {
            return Err(self.fall(&error));
        }
        if let Some(row) = self.listed.seats.get_mut(usize::from(seat)) {
            row.sitter = Sitter::Bot(DEPUTY.into());
        }
        let timed = self.timed();
        if let Some(clocks) = &mut self.clocks {
            clocks.turn(timed, Instant::now());
            let shown = clocks.shown(Instant::now());
            self.send_to_all(&text(&FromServer::Clocks { clocks: shown }));
        }
        self.tell_seats(false).await;
        Ok(())
    }

    /// The match is over without a decision.
    async fn end(&mut self, ending: Ending, winners: Vec<u8>) -> Answer<()> {
        let scene = guarded(|| self.session.scene(Viewer::Spectator))?;
        let seats = usize::from(self.session.seats());
        let mut scores = vec![0; seats];
        for side in &scene.sides {
            if let (Some(place), Some(score)) = (scores.get_mut(side.seat.index()), side.score) {
                *place = score;
            }
        }
        let row = &mut self.listed.row;
        row.status = Status::Finished;
        row.waiting = 0;
        row.result = Some(MatchResult { ending, winners, grade: Grade::Plain, scores });
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(Instant::now());
        }
        let after = self.after();
        if let Err(error) = self.hub.store().set_state(&self.id, after).await {
            return Err(self.fall(&error));
        }
        let mut messages = Vec::new();
        for number in 0..self.watched.len() {
            let watch = &mut self.watched[number].watch;
            let (eye, viewer, seen) = (watch.eye(), watch.viewer(), watch.close());
            messages.push((eye, self.message(viewer, None, seen)));
        }
        self.send_news(messages);
        Ok(())
    }
}
