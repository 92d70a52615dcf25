//! Reviews of matches that are over: each is worked out once, in the background, and kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::State;
use sandtable_engine::advice::Review;
use sandtable_lab::review::review;
use sandtable_store::{MatchId, Store, StoreError, StoredMatch};
use sandtable_wire::{Fault, FaultKind, ReviewState, Status};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::faults::{Answer, AtMatch, Failure, Query};
use crate::people::Caller;
use crate::rooms::{Hub, Past, guarded};
use crate::socket::Look;
use crate::table::stored;

/// How many reviews are at hand; the oldest goes first and is looked up again.
const KEPT: usize = 64;

/// About how long a review may take.
const TIME: Duration = Duration::from_mins(1);

/// How far a review is.
#[derive(Clone, Debug)]
pub enum Progress {
    /// It is worked out: so many steps of so many are done.
    Working {
        /// Steps that are done.
        done: u32,
        /// All steps; 0 before they are counted.
        of: u32,
    },
    /// It is there.
    Ready(Arc<Review>),
    /// There is none, and why.
    Failed(String),
}

/// A review that is at hand or being worked out.
type Slot = Arc<Mutex<Progress>>;

/// The slot of a review that is being worked out. However that ends, the slot says so.
struct Work(Slot);

impl Work {
    fn ends(&self, progress: Progress) {
        *locked(&self.0) = progress;
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let mut progress = locked(&self.0);
        if matches!(*progress, Progress::Working { .. }) {
            *progress = Progress::Failed("the review was broken off; ask for it again".into());
        }
    }
}

/// The reviews that are at hand. Copies share them.
#[derive(Clone, Default)]
pub struct Reviews(Arc<Mutex<VecDeque<(MatchId, Slot)>>>);

impl Reviews {
    /// How far the review of a match is. Whoever asks first has it looked up, and worked out if it is not kept, whether they stay to
    /// hear of it or not.
    pub async fn ask(
        &self,
        hub: &Hub,
        id: &MatchId,
        stored: StoredMatch,
        entries: Vec<String>,
    ) -> Answer<Progress> {
        let (slot, new) = self.slot(id)?;
        if new {
            let looked_up =
                tokio::spawn(look_up(hub.clone(), id.clone(), stored, entries, Work(slot.clone())));
            if let Err(error) = looked_up.await {
                tracing::error!(%error, %id, "a review could not be looked up");
            }
        }
        let progress = locked(&slot).clone();
        Ok(progress)
    }

    /// The slot of a match, and whether it is new. One that failed is given up, so that the next who asks tries again.
    fn slot(&self, id: &MatchId) -> Answer<(Slot, bool)> {
        let mut slots = locked(&self.0);
        if let Some((_, slot)) = slots.iter().find(|(kept, _)| kept == id) {
            let slot = slot.clone();
            if matches!(&*locked(&slot), Progress::Failed(_)) {
                slots.retain(|(kept, _)| kept != id);
            }
            return Ok((slot, false));
        }
        if slots.len() >= KEPT {
            let idle = slots.iter().position(|(_, slot)| !matches!(&*locked(slot), Progress::Working { .. }));
            let Some(oldest) = idle else {
                let message = "the server reviews many matches already; ask again in some minutes";
                return Err(Failure::too_many(message, TIME.as_secs()));
            };
            slots.remove(oldest);
        }
        let slot = Slot::new(Mutex::new(Progress::Working { done: 0, of: 0 }));
        slots.push_back((id.clone(), slot.clone()));
        Ok((slot, true))
    }
}

/// The route of reviews.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show))
}

/// What decided a match that is over: how the chances went, which decisions cost most, what the dice gave. The first who asks
/// has it worked out, which takes about a minute; until then the answer says how far it is.
#[utoipa::path(
    get, path = "/api/matches/{id}/review", tag = "table", params(("id" = String, Path, description = "The match"), Look),
    responses((status = 200, body = ReviewState), (status = "default", body = Fault))
)]
async fn show(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    caller: Caller,
    Query(look): Query<Look>,
) -> Answer<axum::Json<ReviewState>> {
    let (stored, entries) = stored(&app, &id, &caller, look.invitation.as_deref()).await?;
    if stored.listed.row.status != Status::Finished {
        let message = "a match is reviewed when it is over: until then it holds secrets";
        return Err(Failure::new(FaultKind::TooSoon, message));
    }
    match app.reviews.ask(&app.hub, &id, stored, entries).await? {
        Progress::Working { done, of } => Ok(axum::Json(ReviewState::Working { done, of })),
        Progress::Ready(review) => Ok(axum::Json(ReviewState::Ready { review: Box::new((*review).clone()) })),
        Progress::Failed(why) => Err(Failure::new(FaultKind::Unavailable, why)),
    }
}

/// Looks whether a review is kept, and has it worked out if not.
async fn look_up(hub: Hub, id: MatchId, stored: StoredMatch, entries: Vec<String>, work: Work) {
    match kept(hub.store(), &id).await {
        Ok(Some(review)) => work.ends(Progress::Ready(Arc::new(review))),
        Ok(None) => drop(tokio::spawn(prepare(hub, id, stored, entries, work))),
        Err(error) => work.ends(Progress::Failed(Failure::from(error).fault.message.clone())),
    }
}

/// The review that is kept of a match. One that this program cannot read is an older one's, and worked out again.
async fn kept(store: &Store, id: &MatchId) -> Result<Option<Review>, StoreError> {
    match store.review(id).await {
        Err(StoreError::Damaged { reason, .. }) => {
            tracing::warn!(reason, %id, "a review is worked out again");
            Ok(None)
        }
        found => found,
    }
}

/// Works a review out when nothing else is to be done, keeps it and has it at hand.
async fn prepare(hub: Hub, id: MatchId, stored: StoredMatch, entries: Vec<String>, work: Work) {
    let told = work.0.clone();
    let review = move || Past::of(&stored, &entries).and_then(|past| work_out(&past, &told));
    let found = match hub.at_leisure(review).await {
        Ok(found) => found,
        Err(failure) => return work.ends(Progress::Failed(failure.fault.message.clone())),
    };
    // Whoever waits for it gets it all the same; it is only worked out again after a restart.
    if let Err(error) = hub.store().keep_review(&id, &found).await {
        tracing::error!(%error, %id, "a review could not be kept");
    }
    work.ends(Progress::Ready(Arc::new(found)));
}

fn work_out(past: &Past, slot: &Slot) -> Answer<Review> {
    let told = |done, of| *locked(slot) = Progress::Working { done, of };
    let found = guarded(|| review(past.game, &past.record, TIME, &told))?;
    found.map_err(|error| Failure::new(FaultKind::Record, error.to_string()))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_that_is_worked_out_never_makes_room_for_another() {
        let reviews = Reviews::default();
        let ids: Vec<MatchId> = (0..KEPT).map(|_| MatchId::random()).collect();
        let slots: Vec<Slot> = ids.iter().map(|id| reviews.slot(id).expect("there is room").0).collect();
        let next = MatchId::random();
        let refused = reviews.slot(&next).expect_err("all are worked out");
        assert!(refused.retry_after.is_some());
        *locked(&slots[5]) = Progress::Failed("it went wrong".into());
        assert!(reviews.slot(&next).is_ok_and(|(_, new)| new));
        let dropped = |number: usize| !locked(&reviews.0).iter().any(|(id, _)| *id == ids[number]);
        assert_eq!((0..KEPT).filter(|number| dropped(*number)).collect::<Vec<_>>(), [5]);
    }

    #[test]
    fn a_review_that_is_broken_off_says_so_and_the_next_who_asks_has_it_begun_anew() {
        let (reviews, id) = (Reviews::default(), MatchId::random());
        let slot = || reviews.slot(&id).expect("there is room");
        drop(Work(slot().0));
        let (broken, new) = slot();
        assert!(!new && matches!(&*locked(&broken), Progress::Failed(_)));
        assert!(slot().1);
    }
}
