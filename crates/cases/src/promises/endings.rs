//! Nothing breaks down, positions stay sound, and every game ends.

use sandtable_engine::{Grade, Outcome, Rules, SeatSet, Session, Setup, Viewer, text};

use super::rulebook::Rulebook;
use super::walk::{seats, walk};
use super::{Broken, Kept, Trial};

/// How often the things that only show a position are tried.
const SHOWN_EVERY: u32 = 16;

/// Nothing breaks down, the audit holds after each decision, turns count up, and every game ends within so many decisions.
pub fn endings<G: Rules>(setup: &Setup, trial: Trial) -> Result<Kept, Broken> {
    let mut rulebook = None;
    let (mut logged, mut turn) = (0, 0);
    walk::<G>("every game is sound and ends", setup, trial, |point| {
        let session = &*point.session;
        let state = session.state();
        G::audit(state).map_err(|fault| format!("the audit fails: {fault}"))?;

        if rulebook.is_none() {
            rulebook = Some(Rulebook::of::<G>()?);
        }
        if point.decision == 0 {
            (logged, turn) = (0, 0);
        }
        let before = std::mem::replace(&mut turn, G::turn(state));
        if turn < before {
            return Err(format!("turn {turn} comes after turn {before}"));
        }
        let fresh = session.log().iter().skip(logged);
        let cites = |rule| rulebook.as_ref().is_some_and(|rulebook: &Rulebook| rulebook.has(rule));
        if let Some(line) = fresh.into_iter().find(|line| !cites(line.rule)) {
            return Err(format!(
                "{:?} cites rule {:?}, which the list of rules lacks",
                line.event, line.rule.0
            ));
        }
        logged = session.log().len();

        if point.next.is_none() || point.decision.is_multiple_of(SHOWN_EVERY) {
            show(session);
        }
        match (&point.next, state.outcome()) {
            (None, None) => Err(format!("the game is not over after {} decisions", trial.decisions)),
            (None, Some(outcome)) => check_outcome(outcome, G::seats(&state.table)),
            _ => Ok(()),
        }
    })
}

/// Has everything shown that somebody may want to see. It only must not break down.
fn show<G: Rules>(session: &Session<G>) {
    let state = session.state();
    let viewers = seats(state).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Umpire]);
    for viewer in viewers {
        text::render(&G::scene(state, viewer));
        session.log_for(viewer, session.log().len().saturating_sub(SHOWN_EVERY as usize));
    }
    for seat in seats(state) {
        G::judge(state, seat);
    }
    session.position();
}

fn check_outcome(outcome: &Outcome, seats: u8) -> Result<(), String> {
    let strangers = outcome.winners.iter().any(|seat| seat.0 >= seats);
    if strangers {
        return Err(format!("a seat has won that the table does not have: {outcome:?}"));
    }
    if outcome.winners == SeatSet::NONE && outcome.grade != Grade::Draw {
        return Err(format!("nobody has won, and it is not a draw: {outcome:?}"));
    }
    if outcome.winners != SeatSet::NONE && outcome.grade == Grade::Draw {
        return Err(format!("somebody has won a draw: {outcome:?}"));
    }
    if outcome.scores.iter().skip(seats.into()).any(|score| *score != 0) {
        return Err(format!("an empty seat has points: {outcome:?}"));
    }
    Ok(())
}
