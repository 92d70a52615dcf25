//! One door: nothing happens that `check` does not allow, and menus are what `check` allows.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sandtable_engine::{OptionValue, Refusal, Rules, Seat, Session, Setup};
use sandtable_toy::{Choice, Toy};

use crate::table::*;

/// Submits what must be refused and gives the rule that refuses it.
fn refused(session: &mut Session<Toy>, seat: Seat, choice: Choice) -> Refusal {
    let (hash, step, lines) = (session.state().hash(), session.step(), session.log().len());
    let refusal = session.submit(seat, choice).expect_err("it is not allowed");
    assert_eq!((session.state().hash(), session.step(), session.log().len()), (hash, step, lines));
    refusal
}

#[test]
fn a_seat_that_is_not_asked_is_refused() {
    let mut session = dealt(blue_first(), Ambush::Nobody, &[]);
    assert_eq!(refused(&mut session, RED, take(2)).why, "it is not your turn to decide");
    assert_eq!(refused(&mut session, Seat(7), take(0)).why, "it is not your turn to decide");
    assert_eq!(refused(&mut session, Seat(200), take(0)).why, "it is not your turn to decide");
}

#[test]
fn a_choice_of_another_box_is_refused() {
    let mut session = dealt(blue_first(), Ambush::Nobody, &[]);
    assert_eq!(refused(&mut session, BLUE, PASS).why, "play stands in another box of the sequence of play");
}

#[test]
fn nothing_is_decided_after_the_end() {
    let mut session = Game { setup: Setup::shipped("small"), number: 1 }.play(|_, _, _| {});
    assert_eq!(refused(&mut session, BLUE, DONE).why, "the match is over");
    assert!(menu(session.state(), BLUE).is_empty());
    assert_eq!(session.state().prompt(BLUE), None);
}

#[test]
fn a_near_miss_is_refused_with_its_rule() {
    let mut session = dealt(Setup::shipped("small"), Ambush::Nobody, &[]);
    let refusal = refused(&mut session, BLUE, Choice::Bid(4));
    assert_eq!(refusal.rule.0, "3.2");
    assert_eq!(refusal.sentence(), "a bid is at most 3, not 4");
    let mut sifted = Vec::new();
    session.state().sift(BLUE, |choice, verdict| sifted.push((choice, verdict.is_ok())));
    assert_eq!(sifted.last(), Some(&(Choice::Bid(4), false)), "the near miss is shown with its refusal");
}

#[test]
fn a_refusal_names_what_is_in_the_way() {
    // The rear unit steps to space 2, its only way, and finds space 3 full.
    let setup = Setup::own("full.txt", "turns = 1\nblue = 1 3 3\nred = 7\n");
    let mut session = dealt(setup.with("first", OptionValue::Word("blue".into())), Ambush::Nobody, &[]);
    session.submit(BLUE, take(0)).expect("the rear unit may march");
    let refusal = refused(&mut session, BLUE, step(3));
    let refused = session.refused(&refusal);
    assert_eq!((refused.rule.as_str(), refused.spaces.as_slice()), ("4.4", ["3".to_owned()].as_slice()));
}

#[test]
fn an_only_choice_takes_itself() {
    // From the end of the ridge there is but one way.
    let setup = Setup::own("end.txt", "turns = 1\nblue = 1\nred = 7\n")
        .with("first", OptionValue::Word("blue".into()));
    let mut session = dealt(setup, Ambush::Nobody, &[]);
    session.submit(BLUE, take(0)).expect("the unit may march");
    assert_eq!(session.state().table.units[0].at.map(|at| at.0), Some(2), "the step took itself");
    assert_eq!(session.step(), 1, "and is no entry of its own");
}

#[test]
fn an_only_choice_that_would_tell_a_secret_waits() {
    let mut session = dealt(duel(), Ambush::Nobody, &[]);
    session.submit(BLUE, take(0)).expect("the unit may march");
    session.submit(BLUE, step(4)).expect("it may attack");
    assert_eq!(session.state().waiting().only(), Some(RED));
    assert_eq!(menu(session.state(), RED), [PASS], "Red holds no ambush and is asked all the same");
}

#[test]
fn a_loss_of_a_single_unit_takes_itself() {
    let mut session = dealt(duel(), Ambush::Nobody, &[6, 1]);
    session.submit(BLUE, take(0)).expect("the unit may march");
    session.submit(BLUE, step(4)).expect("it may attack");
    session.submit(RED, PASS).expect("Red may pass");
    assert!(session.state().outcome().is_some(), "Red's only unit was lost without asking");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn menus_are_what_check_allows(game in games()) {
        game.play(|session, _, _| {
            let state = session.state();
            for seat in [BLUE, RED] {
                let menu = menu(state, seat);
                let listed: BTreeSet<Choice> = menu.iter().cloned().collect();
                assert_eq!(listed.len(), menu.len(), "no choice stands in the menu twice");
                assert!(menu.len() <= 512);
                let mut allowed = BTreeSet::new();
                Toy::universe(state, seat, &mut |choice| {
                    if state.check(seat, &choice).is_ok() {
                        allowed.insert(choice);
                    }
                });
                assert_eq!(listed, allowed);
                let mut searched = Vec::new();
                state.search_menu(seat, &mut searched);
                assert_eq!(searched.is_empty(), menu.is_empty(), "search finds something wherever people do");
                assert!(searched.iter().all(|choice| listed.contains(choice) && state.canonical(seat, choice)));
                assert!(menu.iter().filter(|choice| state.canonical(seat, choice)).eq(&searched));
                let mut sifted = Vec::new();
                state.sift(seat, |choice, verdict| if verdict.is_ok() { sifted.push(choice) });
                assert_eq!(sifted, menu);
            }
        });
    }

    #[test]
    fn what_is_refused_changes_nothing(game in games()) {
        game.play(|session, _, _| {
            let (hash, step, lines) = (session.state().hash(), session.step(), session.log().len());
            let mut refused = 0;
            for seat in [BLUE, RED, Seat(2), Seat(9)] {
                let mut all = Vec::new();
                Toy::universe(session.state(), seat, &mut |choice| all.push(choice));
                all.retain(|choice| session.state().check(seat, choice).is_err());
                refused += all.len();
                for choice in all {
                    session.submit(seat, choice).expect_err("`check` refuses it");
                }
            }
            assert!(refused > 0);
            assert_eq!((session.state().hash(), session.step(), session.log().len()), (hash, step, lines));
        });
    }

    #[test]
    fn what_must_hold_always_holds(game in games()) {
        let end = game.play(|session, _, _| Toy::audit(session.state()).expect("the position is sound"));
        Toy::audit(end.state()).expect("the last position is sound");
    }

    #[test]
    fn units_that_are_alike_are_searched_once(game in games()) {
        game.play(|session, seat, choice| {
            let state = session.state();
            if state.canonical(seat, choice) {
                return;
            }
            // There is a canonical choice that leads to as good a position.
            let judged = |choice: &Choice| {
                let mut after = state.clone();
                let mut chance = sandtable_engine::chance::Fast::new(1);
                after.take(seat, choice.clone(), &mut sandtable_engine::Cx::silent(&mut chance));
                Toy::judge(&after, seat)
            };
            let mut searched = Vec::new();
            state.search_menu(seat, &mut searched);
            assert!(searched.iter().any(|other| judged(other) == judged(choice)));
        });
    }
}
