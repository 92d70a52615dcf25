//! Matches of the toy are reviewed, one round of thought for each decision: so little time gives the same figures every time.

use std::sync::Mutex;
use std::time::Duration;

use sandtable_catalog::{Game, Keep, Match};
use sandtable_engine::advice::{Fortune, Review};
use sandtable_engine::chance::Seeded;
use sandtable_engine::erased::Erased;
use sandtable_engine::record::{Entry, Record};
use sandtable_engine::{Seat, Setup};
use sandtable_lab::review::review;
use sandtable_toy::Toy;

const GAME: &dyn Game = &Erased::<Toy>::NEW;

fn played(bots: [&str; 2], number: u64) -> Record {
    let setup = Setup::shipped("small");
    let seed = Seeded::of_series(17, number);
    let plan = Match { setup: &setup, bots: &bots, seed, most_decisions: 10_000, keep: Keep::Record };
    GAME.play_out(&plan).expect("it is shipped").record.expect("it is kept")
}

fn reviewed(record: &Record) -> Review {
    review(GAME, record, Duration::ZERO, &|_, _| {}).expect("it can be played again")
}

#[test]
fn the_curve_has_a_moment_for_each_decision_and_ends_with_the_outcome() {
    let record = played(["captain", "random"], 0);
    let told = Mutex::new(Vec::new());
    let note = |done, of| told.lock().expect("nobody fails").push((done, of));
    let found = review(GAME, &record, Duration::ZERO, &note).expect("it can be played again");
    assert_eq!(found.moments.len(), found.decisions as usize + 1);
    assert_eq!(found.seats.iter().map(|seat| seat.decisions).sum::<u32>(), found.decisions);
    for moment in &found.moments {
        assert!((moment.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{moment:?}");
    }
    let outcome = record.end.as_ref().and_then(|end| end.outcome).expect("it was played to its end");
    let last = found.moments.last().expect("there is an end");
    assert_eq!(last.chances, [0, 1].map(|seat| outcome.share(Seat(seat), 2)));
    let told = told.into_inner().expect("nobody fails");
    assert_eq!((told.last(), found.passed), (Some(&(found.decisions, found.decisions)), 0));
}

#[test]
fn luck_adds_up_to_nothing_and_the_worst_comes_first() {
    let mut throws = 0;
    for number in 0..6 {
        let found = reviewed(&played(["captain", "random"], number));
        assert!(found.seats.iter().map(|seat| seat.luck).sum::<f64>().abs() < 1e-9);
        let lost: Vec<f64> = found.mistakes.iter().map(|mistake| mistake.before - mistake.after).collect();
        assert!(!lost.is_empty() && lost.len() <= 5 && lost.is_sorted_by(|a, b| a >= b), "{lost:?}");
        assert!(found.mistakes.iter().all(|mistake| mistake.chosen != mistake.better));
        // Where there are dice, the lines that show them are told and no others.
        let shows = |line: &String| line.ends_with(')');
        let complete = |Fortune { what, .. }: &Fortune| {
            !what.is_empty() && (what.iter().all(shows) || !what.iter().any(shows))
        };
        assert!(found.throws.iter().all(complete), "{:?}", found.throws);
        throws += found.throws.len();
    }
    assert!(throws > 0, "nobody threw a die in six games");
}

#[test]
fn chance_loses_more_by_its_decisions_than_an_admiral() {
    let mut lost = [0.0; 2];
    for number in 0..4 {
        let found = reviewed(&played(["admiral", "random"], number));
        found.seats.iter().for_each(|seat| lost[usize::from(seat.seat)] += seat.lost);
    }
    assert!(lost[1] > lost[0] + 1.0, "admiral and chance lost {lost:?}");
}

#[test]
fn what_was_taken_back_does_not_count() {
    let record = played(["captain", "captain"], 2);
    let mut session =
        GAME.begin_seeded(Setup::shipped("small"), Seeded::of_series(17, 2)).expect("it is shipped");
    let mut undone = 0;
    for entry in &record.decisions {
        let Entry::Choice { seat, choice, .. } = entry else { panic!("bots take nothing back") };
        session.submit(*seat, session.question(*seat), choice).expect("it was legal before");
        if undone < 3 && session.can_undo(*seat) {
            session.undo(*seat).expect("it can be taken back");
            session.submit(*seat, session.question(*seat), choice).expect("it was legal before");
            undone += 1;
        }
    }
    assert_eq!(undone, 3);
    assert_eq!(reviewed(&session.record()).decisions, reviewed(&record).decisions);
}
