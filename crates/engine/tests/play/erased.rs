//! A match without its type behaves as one with it.

use proptest::prelude::*;
use sandtable_engine::chance::Fast;
use sandtable_engine::erased::{AnyRules, AnySession, Erased};
use sandtable_engine::odds::Effort;
use sandtable_engine::{Rules, Setup, SubmitError, Viewer};
use sandtable_toy::Toy;
use serde_json::value::RawValue;

use crate::table::*;

const TOY: &dyn AnyRules = &Erased::<Toy>::NEW;

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.into()).expect("JSON")
}

fn small() -> Box<dyn AnySession> {
    TOY.begin_seeded(Setup::shipped("small"), [1; 32]).expect("the set-up works")
}

#[test]
fn a_stale_answer_is_refused() {
    let mut session = small();
    session.submit(BLUE, 0, &raw("{\"bid\":1}")).expect("legal");
    let (hash, text) = (session.hash(), session.record().write());
    let error = session.submit(BLUE, 0, &raw("{\"bid\":1}")).expect_err("Blue has answered that");
    assert!(matches!(error, SubmitError::Stale { now: 1 }), "{error}");
    assert!(matches!(session.submit(RED, 2, &raw("{\"bid\":1}")), Err(SubmitError::Stale { now: 0 })));
    assert_eq!((session.hash(), session.record().write()), (hash, text));
}

#[test]
fn what_another_seat_decides_in_secret_asks_nothing_new() {
    let mut session = small();
    session.submit(BLUE, 0, &raw("{\"bid\":1}")).expect("legal");
    assert_eq!(session.question(RED), 0, "Red still answers the same question");
    session.submit(RED, 0, &raw("{\"bid\":2}")).expect("Red was asked this from the beginning");
    let asked = session.waiting().lowest().expect("play goes on");
    assert_eq!(session.question(asked), 1 + u32::from(asked == BLUE), "whoever marches is asked anew");
}

#[test]
fn what_cannot_be_read_is_malformed_and_what_is_not_allowed_is_refused() {
    let mut session = small();
    for text in ["17", "{\"bid\":-1}", "{\"bid\":256}", "{\"turn\":1}", "{\"march\":{\"take\":\"green-1\"}}"]
    {
        let error = session.submit(BLUE, 0, &raw(text)).expect_err("nonsense");
        assert!(matches!(error, SubmitError::Malformed(_)), "{text}: {error}");
    }
    let error = session.submit(BLUE, 0, &raw("{\"bid\":4}")).expect_err("too much");
    assert!(matches!(&error, SubmitError::Refused(refused) if refused.rule == "3.2"), "{error}");
    assert!(
        session.odds(BLUE, &raw("{\"bid\":4}"), Effort::default()).is_err(),
        "no odds of what is not allowed"
    );
    assert_eq!(session.step(), 0);
}

#[test]
fn pieces_are_called_by_their_names() {
    let session = TOY.begin(blue_first(), Box::new(Fast::new(1))).expect("the set-up works");
    let choices: Vec<String> = session.menu(BLUE).iter().map(|entry| entry.choice.get().to_owned()).collect();
    assert_eq!(
        choices,
        ["{\"march\":{\"take\":\"blue-1\"}}", "{\"march\":{\"take\":\"blue-2\"}}", "{\"march\":\"done\"}"]
    );
}

#[test]
fn what_may_not_be_done_says_why() {
    let refused = small().refused(BLUE);
    let [(offer, why)] = refused.as_slice() else { panic!("one near miss, not {refused:?}") };
    assert_eq!((offer.label.as_str(), why.rule.as_str()), ("Bid 4", "3.2"));
}

#[test]
fn an_unknown_scenario_or_option_is_a_problem() {
    let problems = |setup| TOY.begin(setup, Box::new(Fast::new(1))).err().expect("it does not work").problems;
    let unknown = problems(Setup::shipped("waterloo"));
    assert!(unknown[0].allowed.contains(&"small".to_owned()), "{unknown:?}");
    let word = sandtable_engine::OptionValue::Word("green".into());
    assert_eq!(problems(Setup::shipped("small").with("first", word))[0].field, "options.first");
    let many = sandtable_engine::OptionValue::Number(10);
    assert_eq!(problems(Setup::shipped("long").with("turns", many.clone()))[0].field, "options.turns");
    assert_eq!(problems(Setup::shipped("small").with("turns", many))[0].what, "there is no such option");
}

#[test]
fn a_scenario_file_says_all_that_is_wrong_with_it() {
    let text = "title = Odd\nturns = 0\nblue = 1 1\nred = 9\nterrain = mud\n";
    let error = TOY.read_scenario("odd.txt", text).expect_err("three lines are wrong");
    let lines: Vec<_> = error.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [Some(2), Some(4), Some(5)], "{error}");
    let card = TOY.read_scenario("odd.txt", DUEL).expect("a good one");
    assert_eq!((card.id.as_str(), card.sides.len()), ("odd", 2));
    assert_eq!(TOY.scenarios().len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn both_kinds_of_match_are_the_same(game in games()) {
        let mut erased = TOY.begin_seeded(game.setup.clone(), game.seed()).expect("the set-up works");
        let typed = game.play(|session, seat, choice| {
            let state = session.state();
            assert_eq!(erased.hash(), state.hash());
            assert_eq!(erased.waiting(), state.waiting());
            assert_eq!(erased.prompt(seat), state.prompt(seat));
            assert_eq!(erased.scene(Viewer::Seat(seat)), Toy::scene(state, Viewer::Seat(seat)));
            assert_eq!(erased.position(), session.position());
            let written = session.write_choice(choice);
            let listed = erased.menu(seat);
            assert_eq!(listed.len(), menu(state, seat).len());
            let entry = listed.iter().find(|entry| entry.choice.get() == written.get()).expect("it is in the menu");
            assert_eq!(entry.offer, Toy::offer(state, seat, choice));
            assert_eq!(entry.canonical, state.canonical(seat, choice));
            erased.submit(seat, session.question(seat), &written).expect("legal here too");
        });
        prop_assert_eq!(erased.record().write(), typed.record().write());
        prop_assert_eq!(erased.outcome(), typed.state().outcome());
        prop_assert_eq!(erased.log_len(), typed.log().len());
        prop_assert_eq!(erased.log(Viewer::Umpire, 0).len(), typed.log().len());
    }
}
