//! Records and undo bring back the same position.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sandtable_engine::chance::{Fast, Scripted, Seed};
use sandtable_engine::record::Record;
use sandtable_engine::{Cx, Rules, Seat, Session, Setup, State, Viewer};

use super::walk::walk;
use super::{Broken, Kept, Trial};
use crate::play::panic_message;

/// One in so many decisions that can be taken back is.
const TAKEN_BACK: u32 = 4;

/// A record that is written, read and replayed leads to the same position, in mid-game too; undo brings back the
/// position before; what can be undone tells its seat no secret.
pub fn records<G: Rules>(setup: &Setup, trial: Trial) -> Result<Kept, Broken> {
    let mut last: Option<(State<G>, Seat, G::Choice)> = None;
    walk::<G>("records and undo bring back the same position", setup, trial, |point| {
        if point.decision == 0 {
            last = None;
        }
        if let Some((before, seat, choice)) = last.take()
            && point.session.can_undo(seat)
        {
            tells_no_secret(&before, point.session.state(), seat, &choice)?;
            if point.luck.below(TAKEN_BACK) == 0 {
                take_back(point.session, &before, seat, &choice)?;
            }
        }
        if point.next.is_none() || point.decision.is_power_of_two() {
            replay(point.session, point.seed)?;
        }
        last = point.next.clone().map(|(seat, choice)| (point.session.state().clone(), seat, choice));
        Ok(())
    })
}

/// Takes a decision back and makes it again.
fn take_back<G: Rules>(
    session: &mut Session<G>,
    before: &State<G>,
    seat: Seat,
    choice: &G::Choice,
) -> Result<(), String> {
    let (after, hash, lines) = (session.state().clone(), session.state().hash(), session.log().len());
    session.undo(seat).map_err(|refusal| format!("undo is offered and refused: {}", refusal.sentence()))?;
    if session.state() != before || session.state().hash() != before.hash() {
        return Err(format!("{choice:?} was taken back, but the position is not the one before"));
    }
    let again = session.submit(seat, choice.clone());
    again.map_err(|refusal| format!("{choice:?} is refused the second time: {}", refusal.sentence()))?;
    if *session.state() != after || session.state().hash() != hash || session.log().len() != lines {
        return Err(format!("{choice:?} was taken back and made again, and went differently"));
    }
    Ok(())
}

/// Plays a step that can be undone on a copy that has forgotten what its seat does not know.
fn tells_no_secret<G: Rules>(
    before: &State<G>,
    after: &State<G>,
    seat: Seat,
    choice: &G::Choice,
) -> Result<(), String> {
    let viewer = Viewer::Seat(seat);
    let mut copy = before.forgotten_by(viewer);
    let step = || copy.take(seat, choice.clone(), &mut Cx::silent(&mut Scripted::default()));
    if let Err(panic) = catch_unwind(AssertUnwindSafe(step)) {
        let why = panic_message(panic.as_ref());
        return Err(format!("{seat} can take {choice:?} back, though it may have told a secret: {why}"));
    }
    if copy.forgotten_by(viewer) != after.forgotten_by(viewer) {
        return Err(format!(
            "{choice:?} of {seat} can be taken back, but leads elsewhere where secrets are forgotten"
        ));
    }
    Ok(())
}

/// Writes the record, reads it, replays it.
fn replay<G: Rules>(session: &Session<G>, seed: Seed) -> Result<(), String> {
    let text = session.record().write();
    let record = Record::read(&text).map_err(|(error, _)| format!("the record cannot be read: {error}"))?;
    let replayed = Session::<G>::replay(&record, Box::new(Fast::new(0)))
        .map_err(|(error, _)| format!("the record cannot be replayed: {error}"))?;
    if replayed.state().hash() != session.state().hash() || replayed.state() != session.state() {
        return Err("the record leads to another position".to_owned());
    }
    if replayed.log() != session.log() {
        return Err("the record leads to another log".to_owned());
    }
    if replayed.record().write() != text {
        return Err("the replayed match has another record".to_owned());
    }
    // What anybody can do once the seed is out: hold every draw against it.
    match Session::<G>::replay_seeded(&record, seed) {
        Ok(proved) if proved.state() == session.state() => Ok(()),
        Ok(_) => Err("the seed leads to another position".to_owned()),
        Err((error, _)) => Err(format!("the seed does not prove the record: {error}")),
    }
}
