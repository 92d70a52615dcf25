//! A match as it is stored, played again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sandtable_catalog::{Game, find};
use sandtable_engine::chance::{Fast, Scripted, Seed};
use sandtable_engine::erased::AnySession;
use sandtable_engine::record::{Entry, FORMAT, Head, Record, RecordError};
use sandtable_engine::{Seat, Setup};
use sandtable_store::{StoreError, StoredMatch};
use sandtable_wire::FaultKind;

use super::kept::Kept;
use crate::faults::{Answer, Failure};

/// The decisions of a match with all that is needed to play them again.
pub struct Past {
    /// The game.
    pub game: &'static dyn Game,
    /// The record; its end is known only for an uploaded one.
    pub record: Record,
    /// The seed of its dice; none for a record from elsewhere that does not tell.
    pub seed: Option<Seed>,
}

impl Past {
    /// Puts the record of a stored match together.
    pub fn of(stored: &StoredMatch, entries: &[String]) -> Answer<Self> {
        let row = &stored.listed.row;
        let game = find(&row.game).map_err(|_| {
            Failure::new(FaultKind::Record, format!("this server does not know the game `{}`", row.game))
        })?;
        let now = game.info().rules_version;
        if row.rules != now {
            return Err(unplayable(&RecordError::Version { found: row.rules, now }));
        }
        let kept = Kept::read(stored.clocks.as_deref());
        let decisions = entries.iter().enumerate().map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| {
                let what = "decision";
                Failure::from(StoreError::Damaged { what, reason: format!("number {number}: {error}") })
            })
        });
        let decisions = decisions.collect::<Answer<Vec<Entry>>>()?;
        let draws = if row.uploaded { kept.draws } else { opening_draws(game, &stored.setup, stored.seed)? };
        let head = Head {
            format: FORMAT,
            game: row.game.clone(),
            rules: row.rules,
            setup: stored.setup.clone(),
            seed_hash: row.seed_hash.clone(),
            draws,
        };
        // An uploaded record without a seed is stored with one that means nothing.
        let seed = if row.uploaded {
            kept.end.as_ref().and_then(|end| seed_of(&end.seed))
        } else {
            Some(stored.seed)
        };
        Ok(Self { game, record: Record { head, decisions, end: kept.end }, seed })
    }

    /// The past of a match that is being played here.
    pub fn so_far(game: &'static dyn Game, session: &dyn AnySession) -> Self {
        Self { game, record: session.record(), seed: None }
    }

    /// Plays everything again, checking every decision and every draw.
    pub fn replay(&self) -> Answer<Box<dyn AnySession>> {
        let loaded = guarded(|| match self.seed {
            Some(seed) => self.game.replay_seeded(&self.record, seed),
            None => self.game.replay(&self.record, Box::new(Fast::new(0))),
        })?;
        loaded.map_err(|(error, _)| unplayable(&error))
    }

    /// The opening position, for somebody who takes the decisions one by one with `take`.
    pub fn opening(&self) -> Answer<Box<dyn AnySession>> {
        let decided = self.record.decisions.iter().flat_map(|entry| match entry {
            Entry::Choice { draws, .. } => draws.as_slice(),
            Entry::Undo { .. } => &[],
        });
        let draws = self.record.head.draws.iter().chain(decided).map(|draw| draw.value);
        let scripted = Box::new(Scripted::new(draws));
        let begun = guarded(|| self.game.begin(self.record.head.setup.clone(), scripted))?;
        begun.map_err(|error| unplayable(&RecordError::Setup(error)))
    }
}

/// The draws of a set-up whose dice come from a seed.
fn opening_draws(game: &dyn Game, setup: &Setup, seed: Seed) -> Answer<Vec<sandtable_engine::chance::Draw>> {
    let begun = guarded(|| game.begin_seeded(setup.clone(), seed))?;
    Ok(begun.map_err(|error| unplayable(&RecordError::Setup(error)))?.record().head.draws)
}

/// A seed as records publish it.
pub fn seed_of(digits: &str) -> Option<Seed> {
    blake3::Hash::from_hex(digits).ok().map(Into::into)
}

/// Takes an entry of a record that was checked before.
pub fn take(session: &mut dyn AnySession, entry: &Entry) -> Answer<()> {
    let taken = guarded(|| match entry {
        Entry::Choice { seat, choice, .. } => {
            let question = session.question(*seat);
            session.submit(*seat, question, choice).map_err(|error| error.to_string())
        }
        Entry::Undo { undo } => session.undo(*undo).map_err(|refused| refused.to_string()),
    })?;
    taken.map_err(|reason| {
        tracing::error!(reason, "a stored decision is refused");
        Failure::new(FaultKind::Record, format!("a decision of the record is refused: {reason}"))
    })
}

/// Who made an entry, and whether it took something back.
pub fn maker(entry: &Entry) -> (Seat, bool) {
    match entry {
        Entry::Choice { seat, .. } => (*seat, false),
        Entry::Undo { undo } => (*undo, true),
    }
}

/// A match that cannot be played by this program.
pub fn unplayable(error: &RecordError) -> Failure {
    Failure::new(FaultKind::Record, format!("the match cannot be played again: {error}"))
}

/// Runs rules. A panic in them is a bug of a game; it must not take the server along.
pub fn guarded<T>(run: impl FnOnce() -> T) -> Answer<T> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        tracing::error!(said, "a rule panicked");
        metrics::counter!("sandtable_rule_panics_total").increment(1);
        Failure::new(
            FaultKind::Unavailable,
            "the rules of this game failed here; the match stands as it was before, and the server's log has the details",
        )
    })
}
