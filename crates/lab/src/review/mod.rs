//! A match looked at afterwards: how the chances went, which decisions cost most, what the dice gave.

mod agenda;
mod html;
mod points;

use std::time::{Duration, Instant};

use sandtable_bots::{Appraisal, Terms};
use sandtable_catalog::Game;
use sandtable_engine::advice::{Fortune, Mistake, Moment, Review, SeatReview};
use sandtable_engine::chance::Draw;
use sandtable_engine::erased::AnySession;
use sandtable_engine::odds::MARGIN;
use sandtable_engine::record::{Entry, Record, RecordError};
use sandtable_engine::{Seat, Viewer};
use serde_json::value::RawValue;

use agenda::Agenda;
pub use html::html;
pub use points::points;

/// How many mistakes and how many throws are named.
const NAMED: usize = 5;

/// A throw that changed no chance by this much is not told.
const TELLING: f64 = 0.01;

/// By how much a review may take longer than it was told, rather than pass decisions over.
const SLACK: Duration = Duration::from_secs(15);

/// Reviews a record, finished or not, in about the given time. `told` hears how many decisions it has come to, and of how many.
///
/// Decisions that were taken back count for nothing. The more decisions there are, the less effort each of them gets; where even the
/// least takes too long, as in large battles, those are passed over that a captain has least against.
pub fn review(
    game: &dyn Game,
    record: &Record,
    time: Duration,
    told: &(dyn Fn(u32, u32) + Sync),
) -> Result<Review, RecordError> {
    let begun = Instant::now();
    let mut agenda = Agenda::draw_up(game, record)?;
    let of = agenda.rest(0);
    let mut desk = Desk::new(game);
    let (mut step, mut seen) = (0, 0);
    told(0, of);
    let replayed = game.replay_watched(record, &mut |session, entry| {
        desk.tell_throw(session);
        if let Entry::Choice { seat, choice, draws, .. } = entry {
            if agenda.names(step) {
                let used = begun.elapsed();
                if agenda.affords(step, time.saturating_add(SLACK).saturating_sub(used)) {
                    let share = time.saturating_sub(used) / agenda.rest(step);
                    desk.weigh(session, step, (*seat, choice), share);
                    agenda.spend(begun.elapsed().saturating_sub(used));
                } else {
                    desk.passed += 1;
                }
                seen += 1;
                told(seen, of);
            }
            if !draws.is_empty() {
                desk.note_throw(session, step, (*seat, choice), draws);
            }
        }
        step += 1;
    });
    let session = replayed.map_err(|(error, _)| error)?;
    desk.tell_throw(session.as_ref());
    let mut review = desk.close(session.as_ref(), step);
    explain(game, record, &mut review)?;
    Ok(review.into_inner())
}

/// A mistake with the choices themselves, until it is explained.
struct Slip {
    mistake: Mistake,
    chosen: Box<RawValue>,
    better: Box<RawValue>,
}

/// A review whose mistakes are not explained yet.
struct Draft {
    review: Review,
    slips: Vec<Slip>,
}

impl Draft {
    fn into_inner(self) -> Review {
        let mistakes = self.slips.into_iter().map(|slip| slip.mistake).collect();
        Review { mistakes, ..self.review }
    }
}

/// Says of the mistakes why they were: that takes longer than weighing, and few of them are named.
fn explain(game: &dyn Game, record: &Record, draft: &mut Draft) -> Result<(), RecordError> {
    let mut step = 0;
    let replayed = game.replay_watched(record, &mut |session, _| {
        for slip in draft.slips.iter_mut().filter(|slip| slip.mistake.step == step) {
            slip.mistake.why = game.explain(session, Seat(slip.mistake.seat), &slip.chosen, &slip.better);
        }
        step += 1;
    });
    replayed.map(|_| ()).map_err(|(error, _)| error)
}

/// What has been found so far.
struct Desk<'a> {
    game: &'a dyn Game,
    decisions: u32,
    passed: u32,
    playouts: u32,
    moments: Vec<Moment>,
    slips: Vec<Slip>,
    throws: Vec<Fortune>,
    /// The last throw, of which nothing has been told yet, and how long the log was before it.
    last_throw: Option<(Fortune, usize)>,
    sums: [Sums; Seat::MOST],
}

/// What a seat's decisions and throws came to.
#[derive(Clone, Copy, Default)]
struct Sums {
    decisions: u32,
    lost: f64,
    variance: f64,
    luck: f64,
}

impl<'a> Desk<'a> {
    fn new(game: &'a dyn Game) -> Self {
        Self {
            game,
            decisions: 0,
            passed: 0,
            playouts: 0,
            moments: Vec::new(),
            slips: Vec::new(),
            throws: Vec::new(),
            last_throw: None,
            sums: [Sums::default(); Seat::MOST],
        }
    }

    /// Weighs a decision in about the given time.
    fn weigh(&mut self, session: &dyn AnySession, step: usize, decided: (Seat, &RawValue), share: Duration) {
        let (seat, choice) = decided;
        let begun = Instant::now();
        // The other half is for what was chosen against what is better.
        let terms = Terms { seed: step as u64, go_on: &|done| done == 0 || begun.elapsed() < share / 2 };
        let Some(found) = self.game.appraise(session, seat, choice, &terms) else { return };
        let Appraisal { chances, better, before, after, error, playouts } = found;
        let (turn, step) = (turn(session), step as u32);
        self.decisions += 1;
        self.playouts += playouts;
        self.moments.push(Moment { step, turn, seat: Some(seat.0), chances });
        let sums = &mut self.sums[seat.index()];
        sums.decisions += 1;
        // What was chosen may turn out better than what the search thought best: that counts too, or chance alone would add up.
        sums.lost += before - after;
        sums.variance += error * error;
        if before - after > MARGIN * error {
            let mistake = Mistake {
                step,
                turn,
                seat: seat.0,
                ask: session.prompt(seat).map(|prompt| prompt.ask).unwrap_or_default(),
                chosen: self.game.label(session, seat, choice),
                better: self.game.label(session, seat, &better),
                before,
                after,
                error,
                why: Vec::new(),
            };
            self.slips.push(Slip { mistake, chosen: choice.to_owned(), better });
        }
    }

    /// Notes what the draws after a decision gave.
    fn note_throw(
        &mut self,
        session: &dyn AnySession,
        step: usize,
        decided: (Seat, &RawValue),
        draws: &[Draw],
    ) {
        let (seat, choice) = decided;
        let luck = self.game.luck(session, seat, choice, draws);
        self.sums.iter_mut().zip(&luck).for_each(|(sums, luck)| sums.luck += luck);
        let fortune = Fortune {
            step: step as u32,
            turn: turn(session),
            seat: seat.0,
            chosen: self.game.label(session, seat, choice),
            what: Vec::new(),
            luck: luck[seat.index()],
        };
        self.last_throw = Some((fortune, session.log_len()));
    }

    /// Tells what happened after the last throw.
    fn tell_throw(&mut self, session: &dyn AnySession) {
        let Some((mut fortune, log)) = self.last_throw.take() else { return };
        // What fell is told by the lines that show it; all the others only where none does.
        let lines = session.log(Viewer::Umpire, log);
        let thrown: Vec<String> =
            lines.iter().filter(|line| !line.notes.dice.is_empty()).map(ToString::to_string).collect();
        fortune.what =
            if thrown.is_empty() { lines.iter().map(ToString::to_string).collect() } else { thrown };
        self.throws.push(fortune);
    }

    fn close(self, session: &dyn AnySession, step: usize) -> Draft {
        let Self { game, decisions, passed, playouts, mut moments, mut slips, mut throws, sums, .. } = self;
        let chances = game.chances(session);
        moments.push(Moment { step: step as u32, turn: turn(session), seat: None, chances });
        let lost = |slip: &Slip| slip.mistake.before - slip.mistake.after;
        slips.sort_by(|a, b| lost(b).total_cmp(&lost(a)));
        slips.truncate(NAMED);
        throws.retain(|throw| throw.luck.abs() >= TELLING);
        throws.sort_by(|a, b| b.luck.abs().total_cmp(&a.luck.abs()));
        throws.truncate(NAMED);
        let scene = session.scene(Viewer::Umpire);
        let seats = scene.seated().map(|side| {
            let Sums { decisions, lost, variance, luck } = sums[side.seat.index()];
            let (side_key, name, colour) = (side.key.clone(), side.name.clone(), side.colour.clone());
            let error = variance.sqrt();
            SeatReview { seat: side.seat.0, side: side_key, name, colour, decisions, lost, error, luck }
        });
        let seats = seats.collect();
        let mistakes = Vec::new();
        let title = scene.title;
        let review = Review { title, seats, moments, mistakes, throws, decisions, passed, playouts };
        Draft { review, slips }
    }
}

fn turn(session: &dyn AnySession) -> Option<u16> {
    session.scene(Viewer::Umpire).turn.map(|turn| turn.number)
}
