//! Bots of the toy are audited.

use sandtable_bots::EDITION;
use sandtable_catalog::{Game, Keep, Match, bot_whim};
use sandtable_engine::chance::Seeded;
use sandtable_engine::erased::Erased;
use sandtable_engine::record::{Entry, Record};
use sandtable_engine::{BotNote, Seat, Setup};
use sandtable_lab::{Audit, AuditError, Finding, audit};
use sandtable_toy::Toy;

const GAME: &dyn Game = &Erased::<Toy>::NEW;

fn played(bots: [&str; 2]) -> Record {
    let setup = Setup::shipped("small");
    let plan = Match {
        setup: &setup,
        bots: &bots,
        seed: Seeded::of_series(11, 0),
        most_decisions: 10_000,
        keep: Keep::Record,
    };
    let record = GAME.play_out(&plan).expect("it is shipped").record.expect("it is kept");
    // As anybody else would get it.
    Record::read(&record.write()).expect("it was just written")
}

fn notes(record: &mut Record) -> impl Iterator<Item = &mut BotNote> {
    record.decisions.iter_mut().filter_map(|entry| match entry {
        Entry::Choice { note, .. } => note.as_deref_mut(),
        Entry::Undo { .. } => None,
    })
}

fn audited(record: &Record) -> Audit {
    audit(GAME, record).expect("it can be played again")
}

#[test]
fn honest_bots_decide_the_same_again() {
    let mut record = played(["admiral", "ensign"]);
    assert!(notes(&mut record).any(|note| note.carried), "an admiral goes on from what it thought before");
    let found = audited(&record);
    assert_eq!(found.audited.len(), record.decisions.len());
    assert_eq!(found.faults().next(), None);
    assert!(found.to_string().contains("what their seats' knowledge leads to"), "{found}");
}

#[test]
fn a_choice_that_the_bot_did_not_make_is_found() {
    // The captain signs what chance has chosen.
    let mut record = played(["random", "random"]);
    notes(&mut record).for_each(|note| note.name = "captain".into());
    let found = audited(&record);
    let other = |finding: &Finding| matches!(finding, Finding::OtherChoice { .. });
    assert!(found.faults().count() > 3 && found.faults().all(|fault| other(&fault.finding)), "{found}");
}

#[test]
fn another_seed_or_number_of_rounds_is_found() {
    let mut record = played(["random", "random"]);
    notes(&mut record).for_each(|note| note.seed ^= 1);
    assert!(audited(&record).faults().count() > 3);
    let mut record = played(["admiral", "random"]);
    notes(&mut record).filter(|note| note.rounds > 0).for_each(|note| note.rounds += 1000);
    assert!(audited(&record).faults().any(|fault| matches!(fault.finding, Finding::OtherThought { .. })));
}

#[test]
fn whims_that_do_not_come_from_the_seed_of_the_match_are_found() {
    // Somebody who wants his captain to have chosen thus looks for a seed with which he does. Most choices are the same with any.
    let honest = played(["captain", "captain"]);
    let mut ground = honest.clone();
    notes(&mut ground).for_each(|note| note.seed = note.seed.wrapping_add(1));
    let found = audited(&ground);
    assert!(found.seeded && found.faults().count() == ground.decisions.len(), "{found}");
    assert!(found.faults().any(|fault| fault.finding == Finding::OtherSeed));

    // At a table each question has a whim of its own.
    let mut table = honest.clone();
    let seed = table.seed().expect("it is over");
    let mut questions = Vec::new();
    let watched = GAME.replay_watched(&honest, &mut |session, entry| {
        if let Entry::Choice { seat, .. } = entry {
            questions.push((*seat, session.question(*seat)));
        }
    });
    assert!(watched.is_ok());
    for (note, (seat, question)) in notes(&mut table).zip(questions) {
        note.seed = bot_whim(&seed, seat, question);
    }
    assert!(audited(&table).faults().all(|fault| fault.finding != Finding::OtherSeed));

    // Nothing can be told before the seed is published.
    ground.end = None;
    let unfinished = audited(&ground);
    assert!(!unfinished.seeded && unfinished.to_string().contains("has not published its seed"));
    assert!(unfinished.faults().all(|fault| fault.finding != Finding::OtherSeed));
}

#[test]
fn a_bot_that_saw_another_world_is_found() {
    let mut record = played(["captain", "captain"]);
    let (mut number, mut sights) = (0, Vec::new());
    let watched = GAME.replay_watched(&record, &mut |session, entry| {
        if let Entry::Choice { seat, .. } = entry {
            // What the other side knows.
            sights.push((number, session.sight(Seat(1 - seat.0))));
        }
        number += 1;
    });
    assert!(watched.is_ok());
    let (place, peeked) = sights[sights.len() / 2].clone();
    let Entry::Choice { note: Some(note), .. } = &mut record.decisions[place] else { panic!("bots decided") };
    assert_ne!(note.saw, peeked);
    let honest = std::mem::replace(&mut note.saw, peeked);
    let found = audited(&record);
    let faults: Vec<_> = found.faults().collect();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].decision, place + 1);
    assert_eq!(faults[0].finding, Finding::OtherSight { found: honest });
}

#[test]
fn bots_of_another_edition_are_not_accused_and_their_sight_is_checked() {
    let mut record = played(["random", "random"]);
    notes(&mut record).for_each(|note| (note.name, note.edition) = ("captain".into(), EDITION + 1));
    let found = audited(&record);
    assert_eq!((found.faults().count(), found.out_of_reach()), (0, found.audited.len()));
    assert!(found.to_string().contains("program of their time"), "{found}");
    notes(&mut record).for_each(|note| note.saw = "0f".into());
    assert_eq!(audited(&record).faults().count(), found.audited.len());
}

#[test]
fn an_unknown_bot_and_a_record_without_notes_are_told() {
    let mut record = played(["random", "random"]);
    notes(&mut record).for_each(|note| note.name = "midshipman".into());
    assert!(audited(&record).faults().all(|fault| fault.finding == Finding::UnknownBot));
    for entry in &mut record.decisions {
        if let Entry::Choice { note, .. } = entry {
            *note = None;
        }
    }
    assert!(matches!(audit(GAME, &record), Err(AuditError::NoNotes)));
}
