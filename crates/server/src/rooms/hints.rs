//! Hints: what a search would choose, for somebody who is asked.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sandtable_bots::{Patience, Terms};
use sandtable_catalog::hint_whim;
use sandtable_engine::Seat;
use sandtable_engine::advice::Hint;
use sandtable_store::PersonId;
use sandtable_wire::FaultKind;
use tokio::sync::OnceCell;

use super::past::guarded;
use super::requests::{Outcome, Reply, Visitor};
use super::room::Room;
use crate::faults::{Answer, Failure};

/// How long a search for a hint may take.
const LONGEST: Patience = Patience::of(Duration::from_secs(5));

/// How often somebody may ask: so many times in so long. That is a ship every three seconds.
const HINTS: (usize, Duration) = (20, Duration::from_mins(1));

/// Somebody who asks for more than so many in that time gets shorter thoughts, twice as many half as long: all of them together never
/// keep a thread of the bots busy for the whole time.
const AT_LENGTH: usize = 4;

/// The hint for what a seat sees. Whoever asks while it is thought of waits for the same one.
#[derive(Clone)]
pub struct Advice {
    /// The digest of what the seat knows and may choose.
    saw: String,
    hint: Arc<OnceCell<Hint>>,
    patience: Patience,
}

/// Who asked for hints within the time that counts, the earliest first.
#[derive(Default)]
pub struct Askers(Vec<(PersonId, Instant)>);

impl Askers {
    /// Counts another hint of somebody; says how many there were before, or how long it is to the next one.
    fn count(&mut self, person: &PersonId, now: Instant) -> Result<usize, Duration> {
        let (most, span) = HINTS;
        self.0.retain(|(_, at)| now.duration_since(*at) < span);
        let own: Vec<Instant> = self.0.iter().filter(|(who, _)| who == person).map(|(_, at)| *at).collect();
        match own.first() {
            Some(first) if own.len() >= most => Err(span.saturating_sub(now.duration_since(*first))),
            _ => {
                self.0.push((person.clone(), now));
                Ok(own.len())
            }
        }
    }
}

impl Room {
    /// The hint of a seat, if a visitor may ask for it now. One that was not thought of before is counted.
    pub(super) fn allow_hint(&mut self, visitor: &Visitor, seat: Seat) -> Answer<Advice> {
        if !self.listed.row.hints {
            return Err(Failure::new(FaultKind::NotYours, "this match is played without hints"));
        }
        let Some(person) = &visitor.person else { return Err(Failure::sign_in_first()) };
        let saw = guarded(|| self.session.sight(seat))?;
        let kept = self.advice[seat.index()].as_ref().filter(|advice| advice.saw == saw);
        if let Some(kept) = kept.filter(|advice| advice.hint.initialized()) {
            return Ok(kept.clone());
        }
        let hint = kept.map(|advice| advice.hint.clone()).unwrap_or_default();
        let before = self.hub.askers().count(&person.id, Instant::now()).map_err(not_yet)?;
        let patience = LONGEST.shared_by(1 + (before / AT_LENGTH) as u32);
        let advice = Advice { saw, hint, patience };
        self.advice[seat.index()] = Some(advice.clone());
        Ok(advice)
    }

    /// Tells the hint that there is, or searches beside the room, where bots think.
    pub(super) fn work_out_hint(&mut self, seat: Seat, question: u32, advice: Advice, reply: Reply) {
        let position = match guarded(|| self.session.aside()) {
            Ok(position) => position,
            Err(failure) => return reply.send(Err(failure)),
        };
        let (hub, game) = (self.hub.clone(), self.game);
        let seed = hint_whim(&self.seed, seat, question);
        tokio::spawn(async move {
            let Advice { hint, patience, .. } = advice;
            let search = move || {
                let begun = Instant::now();
                let terms = Terms { seed, go_on: &|done| patience.lasts(done, begun.elapsed()) };
                guarded(|| game.hint(&*position, seat, &terms))?.ok_or_else(|| {
                    Failure::new(FaultKind::Stale, "that seat is not asked anything now; wait for its turn")
                })
            };
            let found = hint.get_or_try_init(|| hub.ponder(search)).await;
            reply.send(found.map(|hint| Outcome::Hint(hint.clone())));
        });
    }
}

/// The refusal of somebody who has to wait so long.
fn not_yet(wait: Duration) -> Failure {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    let unit = if seconds == 1 { "second" } else { "seconds" };
    Failure::too_many(format!("Another hint in {seconds} {unit}."), seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_asked_too_often_is_told_when_the_next_hint_comes() {
        let (mut askers, begun) = (Askers::default(), Instant::now());
        let (ann, bob) = (PersonId::random(), PersonId::random());
        let (most, span) = HINTS;
        let after = |seconds| begun + Duration::from_secs(seconds);
        for before in 0..most {
            assert_eq!(askers.count(&ann, after(before as u64)), Ok(before));
        }
        let wait = askers.count(&ann, after(37)).expect_err("that is one more");
        assert_eq!(wait + Duration::from_secs(37), span);
        assert_eq!(askers.count(&bob, after(37)), Ok(0), "others are not held up");
        let refusal = not_yet(wait);
        assert_eq!(refusal.fault.message, "Another hint in 23 seconds.");
        assert_eq!(refusal.retry_after, Some(23));
        assert_eq!(askers.count(&ann, after(60)), Ok(most - 1), "the first is forgotten");
        assert_eq!(not_yet(Duration::from_millis(300)).fault.message, "Another hint in 1 second.");
    }
}
