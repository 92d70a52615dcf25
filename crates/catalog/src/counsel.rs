//! What may be said of choices without the types of their game: hints at the table, and what reviews are made of.

use sandtable_bots::{Appraisal, Terms, appraise, chances, doubt, explain, hint, luck, typed};
use sandtable_engine::advice::Hint;
use sandtable_engine::chance::Draw;
use sandtable_engine::erased::{AnySession, Erased};
use sandtable_engine::{Rules, Seat, Session};
use serde_json::value::RawValue;

/// What may be said of choices. Choices are as records write them, and legal where they are asked about.
///
/// Everything panics if the match is of another game.
pub trait Counsel {
    /// The best choices of a seat by a search over what it knows; `None` where it has nothing to decide.
    fn hint(&self, session: &dyn AnySession, seat: Seat, terms: &Terms) -> Option<Hint>;
    /// What a decision was worth to whoever took it; `None` where there was nothing to choose.
    fn appraise(
        &self,
        session: &dyn AnySession,
        seat: Seat,
        chosen: &RawValue,
        terms: &Terms,
    ) -> Option<Appraisal<Box<RawValue>>>;
    /// What a captain holds against a decision, in the judge's own measure; `None` where there was nothing to choose.
    fn doubt(&self, session: &dyn AnySession, seat: Seat, chosen: &RawValue) -> Option<f64>;
    /// What the draws after a choice gave each seat in chance of victory.
    fn luck(&self, session: &dyn AnySession, seat: Seat, choice: &RawValue, draws: &[Draw]) -> Vec<f64>;
    /// Why a choice would have been better than the one that was taken, in sentences.
    fn explain(
        &self,
        session: &dyn AnySession,
        seat: Seat,
        chosen: &RawValue,
        better: &RawValue,
    ) -> Vec<String>;
    /// What a choice is called.
    fn label(&self, session: &dyn AnySession, seat: Seat, choice: &RawValue) -> String;
    /// The chances of all seats as the game's judge sees them, or the shares of a victory.
    fn chances(&self, session: &dyn AnySession) -> Vec<f64>;
}

impl<G: Rules> Counsel for Erased<G> {
    fn hint(&self, session: &dyn AnySession, seat: Seat, terms: &Terms) -> Option<Hint> {
        hint(typed::<G>(session), seat, terms)
    }

    fn appraise(
        &self,
        session: &dyn AnySession,
        seat: Seat,
        chosen: &RawValue,
        terms: &Terms,
    ) -> Option<Appraisal<Box<RawValue>>> {
        let session = typed::<G>(session);
        let found = appraise(session.state(), seat, &read(session, chosen), terms)?;
        let Appraisal { chances, better, before, after, error, playouts } = found;
        let better = session.write_choice(&better);
        Some(Appraisal { chances, better, before, after, error, playouts })
    }

    fn doubt(&self, session: &dyn AnySession, seat: Seat, chosen: &RawValue) -> Option<f64> {
        let session = typed::<G>(session);
        doubt(session.state(), seat, &read(session, chosen))
    }

    fn luck(&self, session: &dyn AnySession, seat: Seat, choice: &RawValue, draws: &[Draw]) -> Vec<f64> {
        let session = typed::<G>(session);
        luck(session.state(), seat, &read(session, choice), draws, session.step() as u64)
    }

    fn explain(
        &self,
        session: &dyn AnySession,
        seat: Seat,
        chosen: &RawValue,
        better: &RawValue,
    ) -> Vec<String> {
        let session = typed::<G>(session);
        explain(session.state(), seat, &read(session, chosen), &read(session, better))
    }

    fn label(&self, session: &dyn AnySession, seat: Seat, choice: &RawValue) -> String {
        let session = typed::<G>(session);
        G::offer(session.state(), seat, &read(session, choice)).label
    }

    fn chances(&self, session: &dyn AnySession) -> Vec<f64> {
        let seats = usize::from(session.seats());
        chances(typed::<G>(session).state())[..seats].to_vec()
    }
}

fn read<G: Rules>(session: &Session<G>, choice: &RawValue) -> G::Choice {
    session.read_choice(choice).expect("a legal choice reads")
}
