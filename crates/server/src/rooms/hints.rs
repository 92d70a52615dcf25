//! Hints: what a search would choose, for somebody who is asked.

use std::time::{Duration, Instant};

use sandtable_bots::{Patience, Terms};
use sandtable_engine::Seat;
use sandtable_wire::FaultKind;

use super::bots::whim;
use super::past::guarded;
use super::requests::{Outcome, Reply, Visitor};
use super::room::Room;
use crate::faults::{Answer, Failure};

/// How long a search for a hint may take.
const LONGEST: Patience = Patience::of(Duration::from_secs(5));

/// How often somebody may ask: so many times in so long.
const HINTS: (usize, Duration) = (8, Duration::from_mins(1));

impl Room {
    /// Whether a visitor may ask for a hint now; counts it.
    pub(super) fn allow_hint(&mut self, visitor: &Visitor) -> Answer<()> {
        if !self.listed.row.hints {
            return Err(Failure::new(FaultKind::NotYours, "this match is played without hints"));
        }
        let Some(person) = &visitor.person else { return Err(Failure::sign_in_first()) };
        let (most, span) = HINTS;
        self.hinted.retain(|(_, at)| at.elapsed() < span);
        if self.hinted.iter().filter(|(who, _)| *who == person.id).count() >= most {
            let message = format!("at most {most} hints in {} seconds; think for yourself", span.as_secs());
            return Err(Failure::too_many(message, span.as_secs()));
        }
        self.hinted.push((person.id.clone(), tokio::time::Instant::now()));
        Ok(())
    }

    /// Searches beside the room, where bots think.
    pub(super) fn work_out_hint(&mut self, seat: u8, question: u32, reply: Reply) {
        let position = match guarded(|| self.session.aside()) {
            Ok(position) => position,
            Err(failure) => return reply.send(Err(failure)),
        };
        let (hub, game, seat) = (self.hub.clone(), self.game, Seat(seat));
        let seed = whim("sandtable whims of hints 1", &self.id, seat, question);
        tokio::spawn(async move {
            let answer = hub.ponder(move || {
                let begun = Instant::now();
                let terms = Terms { seed, go_on: &|done| LONGEST.lasts(done, begun.elapsed()) };
                let hint = guarded(|| game.hint(&*position, seat, &terms))?;
                hint.map(Outcome::Hint).ok_or_else(|| {
                    Failure::new(FaultKind::Stale, "that seat is not asked anything now; wait for its turn")
                })
            });
            reply.send(answer.await);
        });
    }
}
