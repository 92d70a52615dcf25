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
use crate::rooms::{Past, guarded};
use crate::socket::Look;
use crate::table::stored;

/// How many reviews are at hand; the oldest goes first and is looked up again.
const KEPT: usize = 64;

/// About how long a review may take.
const TIME: Duration = Duration::from_mins(1);

/// How far a review is.
#[derive(Clone)]
enum Progress {
    Working { done: u32, of: u32 },
    Ready(Arc<Review>),
    Failed(String),
}

/// A review that is at hand or being worked out.
type Slot = Arc<Mutex<Progress>>;

/// The reviews that are at hand. Copies share them.
#[derive(Clone, Default)]
pub struct Reviews(Arc<Mutex<VecDeque<(MatchId, Slot)>>>);

impl Reviews {
    /// The slot of a match, and whether it is new. One that failed is given up, so that the next who asks tries again.
    fn slot(&self, id: &MatchId) -> (Slot, bool) {
        let mut slots = locked(&self.0);
        if let Some((_, slot)) = slots.iter().find(|(kept, _)| kept == id) {
            let slot = slot.clone();
            if matches!(&*locked(&slot), Progress::Failed(_)) {
                slots.retain(|(kept, _)| kept != id);
            }
            return (slot, false);
        }
        if slots.len() >= KEPT {
            slots.pop_front();
        }
        let slot = Slot::new(Mutex::new(Progress::Working { done: 0, of: 0 }));
        slots.push_back((id.clone(), slot.clone()));
        (slot, true)
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
    let (slot, new) = app.reviews.slot(&id);
    if new {
        match kept(&app.store, &id).await {
            Ok(Some(review)) => *locked(&slot) = Progress::Ready(Arc::new(review)),
            Ok(None) => {
                tokio::spawn(prepare(app, id, stored, entries, slot.clone()));
            }
            Err(error) => *locked(&slot) = Progress::Failed(Failure::from(error).fault.message.clone()),
        }
    }
    let progress = locked(&slot).clone();
    match progress {
        Progress::Working { done, of } => Ok(axum::Json(ReviewState::Working { done, of })),
        Progress::Ready(review) => Ok(axum::Json(ReviewState::Ready { review: Box::new((*review).clone()) })),
        Progress::Failed(why) => Err(Failure::new(FaultKind::Unavailable, why)),
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
async fn prepare(app: App, id: MatchId, stored: StoredMatch, entries: Vec<String>, slot: Slot) {
    let told = slot.clone();
    let work = move || Past::of(&stored, &entries).and_then(|past| work_out(&past, &told));
    let found = match app.hub.at_leisure(work).await {
        Ok(found) => found,
        Err(failure) => return *locked(&slot) = Progress::Failed(failure.fault.message.clone()),
    };
    // Whoever waits for it gets it all the same; it is only worked out again after a restart.
    if let Err(error) = app.store.keep_review(&id, &found).await {
        tracing::error!(%error, %id, "a review could not be kept");
    }
    *locked(&slot) = Progress::Ready(Arc::new(found));
}

fn work_out(past: &Past, slot: &Slot) -> Answer<Review> {
    let told = |done, of| *locked(slot) = Progress::Working { done, of };
    let found = guarded(|| review(past.game, &past.record, TIME, &told))?;
    found.map_err(|error| Failure::new(FaultKind::Record, error.to_string()))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
