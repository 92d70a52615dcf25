//! Records: what was played can be played again, and what was tampered with is found out.

use proptest::prelude::*;
use sandtable_engine::chance::{Divergence, Fast, Seeded};
use sandtable_engine::record::{Entry, Record, RecordError};
use sandtable_engine::{ScenarioSource, Session, Setup};
use sandtable_toy::Toy;

use crate::table::*;

type Failure = (RecordError, Option<Box<Session<Toy>>>);

fn replay(record: &Record) -> Result<Session<Toy>, Failure> {
    Session::replay(record, Box::new(Fast::new(0)))
}

fn failure(record: &Record) -> Failure {
    replay(record).err().expect("the record was tampered with")
}

/// A finished duel: Blue marches up, attacks, Red plays its ambush and loses all the same.
fn sample() -> Record {
    let mut session = dealt(duel(), Ambush::Red, &[6, 1]);
    for (seat, choice) in [(BLUE, take(0)), (BLUE, step(4)), (RED, PLAY)] {
        session.submit(seat, choice).expect("legal");
    }
    assert!(session.state().outcome().is_some());
    session.record()
}

/// A match with a few decisions taken back.
fn wavering(game: &Game) -> Session<Toy> {
    let mut session = game.session();
    let mut whim = Fast::new(game.number);
    while let Some((seat, choice)) = pick(session.state(), &mut whim) {
        if whim.below(4) == 0 && session.can_undo(seat) {
            session.undo(seat).expect("it can be undone");
        } else {
            session.submit(seat, choice).expect("menus are legal");
        }
    }
    session
}

fn draws(record: &mut Record, decision: usize) -> &mut Vec<sandtable_engine::chance::Draw> {
    match &mut record.decisions[decision] {
        Entry::Choice { draws, .. } => draws,
        Entry::Undo { .. } => panic!("this entry takes back"),
    }
}

fn with_choice(record: &mut Record, decision: usize, text: &str) {
    let Entry::Choice { choice, .. } = &mut record.decisions[decision] else {
        panic!("this entry takes back")
    };
    *choice = serde_json::value::RawValue::from_string(text.into()).expect("JSON");
}

#[test]
fn a_record_reads_as_people_would_write_it() {
    let text = sample().write();
    assert!(text.contains("\n{\"seat\":0,\"do\":{\"march\":{\"take\":\"blue-1\"}}},\n"), "{text}");
    assert!(
        text.contains("\n{\"seat\":1,\"do\":{\"answer\":\"play\"},\"draws\":[{\"rule\":\"6.1\","),
        "{text}"
    );
}

#[test]
fn a_record_of_another_game_is_refused() {
    let mut record = sample();
    record.head.game = "chess".into();
    assert!(matches!(failure(&record), (RecordError::Game { found, .. }, None) if found == "chess"));
}

#[test]
fn a_record_of_another_version_says_so() {
    let mut record = sample();
    record.head.rules = 0;
    assert!(matches!(failure(&record), (RecordError::Version { found: 0, now: 1 }, None)));
}

#[test]
fn a_record_with_other_data_says_so() {
    let mut record = Game { setup: Setup::shipped("small"), number: 1 }.play(|_, _, _| {}).record();
    replay(&record).map_err(|(error, _)| error).expect("untouched, it can be played");
    let ScenarioSource::Shipped { digest, .. } = &mut record.head.setup.scenario else {
        panic!("it is shipped")
    };
    assert!(!digest.is_empty());
    digest.replace_range(..1, "x");
    assert!(matches!(failure(&record), (RecordError::Scenario { id }, None) if id == "small"));
}

#[test]
fn a_set_up_that_does_not_work_says_so() {
    let mut record = sample();
    record.head.setup = Setup::own("duel.txt", "turns = none");
    assert!(matches!(failure(&record), (RecordError::Setup(_), None)));
    let mut record = sample();
    record.head.draws[0].value = 4;
    let (error, _) = failure(&record);
    assert!(matches!(error, RecordError::Diverged { decision: 0, divergence: Divergence::Range { .. } }));
}

#[test]
fn an_altered_draw_is_found_and_the_part_before_kept() {
    type Alter = fn(&mut Vec<sandtable_engine::chance::Draw>);
    type Expected = fn(&Divergence) -> bool;
    let alterations: [(Alter, Expected); 5] = [
        (|draws| draws[0].value = 6, |found| matches!(found, Divergence::Range { value: 6, .. })),
        (
            |draws| draws[0].sides = 8,
            |found| matches!(found, Divergence::Other { sides: 8, asked_sides: 6, .. }),
        ),
        (|draws| draws[0].rule = "6.2".into(), |found| matches!(found, Divergence::Other { .. })),
        (|draws| _ = draws.pop(), |found| matches!(found, Divergence::Missing { sides: 6, .. })),
        (|draws| draws.push(draws[0].clone()), |found| matches!(found, Divergence::Unused { left: 1 })),
    ];
    for (alter, expected) in alterations {
        let mut record = sample();
        alter(draws(&mut record, 2));
        let (error, kept) = failure(&record);
        let RecordError::Diverged { decision: 3, divergence } = error else { panic!("{error}") };
        assert!(expected(&divergence), "{divergence}");
        let kept = kept.expect("the part before is kept");
        assert_eq!((kept.step(), kept.state().waiting().only()), (2, Some(RED)));
        assert!(kept.state().outcome().is_none(), "the altered decision leaves no trace");
    }
}

#[test]
fn a_draw_of_another_value_ends_in_another_position() {
    let mut record = sample();
    draws(&mut record, 2)[1].value = 1;
    // Still possible dice, and Red's unit is lost as before; but the log of draws is not the position.
    replay(&record).map_err(|(error, _)| error).expect("these dice would have been as good");
    draws(&mut record, 2)[1].value = 5;
    let (error, kept) = failure(&record);
    assert!(matches!(error, RecordError::Hash { .. }), "{error}");
    assert_eq!(kept.expect("all of it is kept").step(), 3);
}

#[test]
fn an_illegal_decision_is_found_and_the_part_before_kept() {
    let mut record = sample();
    with_choice(&mut record, 1, "{\"march\":{\"step\":5}}");
    let (error, kept) = failure(&record);
    let RecordError::Refused { decision: 2, refused } = error else { panic!("{error}") };
    assert_eq!(refused.rule, "4.3");
    assert_eq!(kept.expect("the part before is kept").step(), 1);
}

#[test]
fn an_unreadable_decision_is_found_and_the_part_before_kept() {
    let mut record = sample();
    with_choice(&mut record, 1, "{\"march\":{\"fly\":5}}");
    let (error, kept) = failure(&record);
    assert!(matches!(error, RecordError::Malformed { decision: 2, .. }), "{error}");
    assert_eq!(kept.expect("the part before is kept").step(), 1);
}

#[test]
fn an_undo_that_was_not_possible_is_found() {
    let mut record = sample();
    record.decisions.push(Entry::Undo { undo: RED });
    let (error, kept) = failure(&record);
    assert!(matches!(error, RecordError::Refused { decision: 4, .. }), "{error}");
    assert_eq!(kept.expect("the part before is kept").step(), 3);
}

#[test]
fn an_altered_end_is_found() {
    let mut record = sample();
    record.end.as_mut().expect("the match is over").hash = "0".repeat(32);
    let (error, kept) = failure(&record);
    assert!(matches!(error, RecordError::Hash { .. }), "{error}");
    assert_eq!(kept.expect("all of it is kept").record().write(), sample().write());
}

#[test]
fn a_line_that_is_no_decision_is_damage() {
    let text = sample().write();
    for bad in
        ["{\"seat\":0}", "{\"undo\":0,\"seat\":0}", "{\"do\":1}", "{\"seat\":0,\"do\":1,\"clock\":9}", "7"]
    {
        let line = text.lines().nth(2).expect("the second decision").trim_end_matches(',');
        let (error, kept) = Record::read(&text.replace(line, bad)).expect_err("not a decision");
        assert!(matches!(error, RecordError::Damaged { line: 3, kept: 1, .. }), "{bad}: {error}");
        assert_eq!(kept.expect("the head was whole").decisions.len(), 1);
    }
}

#[test]
fn the_seed_is_promised_at_the_start_and_told_at_the_end() {
    let game = Game { setup: Setup::shipped("small"), number: 7 };
    let promise = Seeded::commitment(&game.seed());
    let early = game.session().record();
    assert_eq!((early.head.seed_hash.as_str(), early.end.is_none()), (promise.as_str(), true));
    assert!(!early.write().contains(&blake3::Hash::from_bytes(game.seed()).to_hex().to_string()));
    let record = game.play(|_, _, _| {}).record();
    assert_eq!(record.head.seed_hash, promise);
    assert_eq!(record.seed(), Some(game.seed()));
    record.stream(game.seed()).map(drop).expect("all draws come from the seed");
}

#[test]
fn dice_that_did_not_come_from_the_seed_are_found() {
    let game = Game { setup: Setup::shipped("long"), number: 7 };
    let record = game.play(|_, _, _| {}).record();
    assert!(matches!(record.stream([0; 32]), Err(RecordError::Seed)));
    let mut altered = record.clone();
    altered.head.draws[1].value ^= 1;
    assert!(matches!(altered.stream(game.seed()), Err(RecordError::Dice { decision: 0 })));
    let thrown = record
        .decisions
        .iter()
        .position(|entry| matches!(entry, Entry::Choice { draws, .. } if !draws.is_empty()));
    let thrown = thrown.expect("somebody threw dice");
    let mut altered = record;
    draws(&mut altered, thrown)[0].value ^= 1;
    assert!(
        matches!(altered.stream(game.seed()), Err(RecordError::Dice { decision }) if decision == thrown + 1)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_was_played_can_be_played_again(game in games()) {
        let session = wavering(&game);
        let text = session.record().write();
        let record = Record::read(&text).expect("it was just written");
        let again = replay(&record).map_err(|(error, _)| error).expect("it was played like this");
        prop_assert_eq!(again.state(), session.state());
        prop_assert_eq!(again.state().hash(), session.state().hash());
        prop_assert_eq!(again.log(), session.log());
        prop_assert_eq!(again.step(), session.step());
        prop_assert_eq!(again.record().write(), text);
        record.stream(game.seed()).map(drop).expect("all draws come from the seed");
    }

    /// A match that goes on after it was put away throws the dice that it would have thrown.
    #[test]
    fn a_match_that_was_put_away_goes_on_as_it_would_have(game in games(), stop in 0_usize..20) {
        let whole = game.play(|_, _, _| {}).record();
        let mut part = whole.clone();
        part.decisions.truncate(stop);
        part.end = None;
        let mut session = Session::<Toy>::replay_seeded(&part, game.seed()).map_err(|(error, _)| error).expect("a good part");
        for entry in &whole.decisions[part.decisions.len()..] {
            let Entry::Choice { seat, choice, .. } = entry else { panic!("nothing was taken back") };
            let choice = session.read_choice(choice).expect("a choice");
            session.submit(*seat, choice).expect("legal");
        }
        prop_assert_eq!(session.record().write(), whole.write());
    }

    #[test]
    fn a_record_cut_short_keeps_what_stands_before(game in games(), part in 0.0..1.0_f64) {
        let session = wavering(&game);
        let text = session.record().write();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place in a short text")]
        let cut = (part * text.trim_end().len() as f64) as usize;
        let (error, kept) = Record::read(&text[..cut]).expect_err("it is cut short");
        let RecordError::Damaged { kept: count, .. } = error else { panic!("{error}") };
        let Some(kept) = kept else { return Ok(()) };
        prop_assert_eq!(kept.decisions.len(), count);
        // The head and every whole line are kept.
        let whole = text[..cut].matches('\n').count().saturating_sub(1);
        prop_assert!(count >= whole.min(session.step()), "{} of {} lines", count, whole);
        let again = replay(&kept).map_err(|(error, _)| error).expect("a part of a good record is good");
        prop_assert_eq!(again.step(), count);
    }
}
