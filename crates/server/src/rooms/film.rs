//! Films: a match moment by moment, as one pair of eyes saw it.

use sandtable_engine::erased::AnySession;
use sandtable_engine::{Outcome, SeatSet};
use sandtable_wire::{Ending, FaultKind, Film, MatchCard, News, Result as MatchResult, Status, View};

use super::Eye;
use super::past::{Past, guarded, maker, take};
use super::watch::{Watch, numbers};
use crate::faults::{Answer, Failure};

/// More entries than this are not filmed: no game that people play has as many.
const LONGEST: usize = 50_000;

/// Plays a match again before a pair of eyes. `card` is the match as it is now.
pub fn film(past: &Past, eye: Eye, card: MatchCard) -> Answer<Film> {
    if past.record.decisions.len() > LONGEST {
        let message = format!("films have at most {LONGEST} decisions; download the record instead");
        return Err(Failure::new(FaultKind::TooLarge, message));
    }
    let mut session = past.opening()?;
    let mut watch = Watch::new(eye, &*session, 0);
    let result = card.result.clone();
    let playing = card.status != Status::Gathering;
    let waiting = |session: &dyn AnySession| if playing { numbers(session.waiting()) } else { Vec::new() };
    let first = guarded(|| View {
        moment: 0,
        scene: watch.look(&*session).clone(),
        log: session.log(watch.viewer(), 0),
        waiting: waiting(&*session),
        asks: Vec::new(),
        clocks: None,
        result: None,
        card,
    })?;
    let (mut news, mut entries) = (Vec::new(), vec![0]);
    for (before, entry) in (0_u32..).zip(&past.record.decisions) {
        let (seat, undone) = maker(entry);
        take(&mut *session, entry)?;
        let Some(seen) = guarded(|| watch.advance(&*session, undone))? else { continue };
        entries.push(before + 1);
        news.push(News {
            moment: seen.moment,
            by: Some(seat.0),
            scene: seen.scene,
            log: seen.log,
            waiting: numbers(session.waiting()),
            asks: Vec::new(),
            clocks: None,
            result: session.outcome().map(|outcome| played(outcome, session.seats())),
        });
    }
    if let Some(result) = result.filter(|_| session.outcome().is_none()) {
        let seen = watch.close();
        entries.push(past.record.decisions.len() as u32);
        news.push(News {
            moment: seen.moment,
            by: None,
            scene: seen.scene,
            log: None,
            waiting: Vec::new(),
            asks: Vec::new(),
            clocks: None,
            result: Some(result),
        });
    }
    Ok(Film { first, news, entries })
}

/// Counts what a pair of eyes has seen of a match so far.
pub fn moments(past: &Past, eye: Eye) -> Answer<u32> {
    let mut session = past.opening()?;
    let mut watch = Watch::new(eye, &*session, 0);
    guarded(|| watch.look(&*session).title.len())?;
    for entry in &past.record.decisions {
        take(&mut *session, entry)?;
        guarded(|| watch.advance(&*session, maker(entry).1))?;
    }
    Ok(watch.moment())
}

/// The result of a match that was played to its end.
pub fn played(outcome: &Outcome, seats: u8) -> MatchResult {
    MatchResult {
        ending: Ending::Played,
        winners: numbers(outcome.winners),
        grade: outcome.grade,
        scores: outcome.scores.iter().take(usize::from(seats)).copied().collect(),
    }
}

/// All seats but one.
pub fn others(seat: u8, seats: u8) -> Vec<u8> {
    numbers(SeatSet::first(seats).without(sandtable_engine::Seat(seat)))
}
