//! A whole game keeps every promise; a bent one breaks the one it is bent for.

mod bent;

use bent::{Bent, Fault};
use sandtable_cases::promises::{Broken, Kept, Trial, endings, keep, menus, odds, records, secrets, twins};
use sandtable_engine::{OptionValue, Setup};
use sandtable_toy::Toy;

const TRIAL: Trial = Trial { seed: 7, games: 12, decisions: 400 };

#[test]
fn the_toy_keeps_every_promise() {
    for setup in [Setup::shipped("small"), Setup::shipped("long")] {
        let first = OptionValue::Word("red".into());
        for setup in [setup.clone(), setup.with("first", first)] {
            let kept = keep::<Toy>(&setup, TRIAL).unwrap_or_else(|broken| panic!("{broken}"));
            assert_eq!(kept.games, 6 * TRIAL.games);
        }
    }
}

#[test]
fn a_game_without_a_fault_keeps_every_promise() {
    let kept = keep::<Bent>(&Fault::None.setup(), TRIAL).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(kept.decisions > 400, "{kept:?}");
}

/// The promise must fail with this in its message.
fn breaks(promise: fn(&Setup, Trial) -> Result<Kept, Broken>, fault: Fault, message: &str) {
    match promise(&fault.setup(), TRIAL) {
        Ok(kept) => panic!("{fault:?} went unnoticed: {kept:?}"),
        Err(broken) => assert!(broken.to_string().contains(message), "{fault:?}: {broken}"),
    }
}

#[test]
fn menus_can_fail() {
    for (fault, message) in [
        (Fault::Omits, "is legal, but not in the menu"),
        (Fault::Repeats, "is in the menu twice"),
        (Fault::Empty, "has nothing to choose"),
        (Fault::Huge, "more than 512"),
        (Fault::Unsteady, "another order"),
        (Fault::Boasts, "has several choices, and has one"),
        (Fault::SearchesNothing, "nothing to choose"),
        (Fault::CitesNoRule, "cites rule 99"),
        (Fault::Speechless, "no proper reason"),
        (Fault::ForgetsInUniverse, "not in the universe"),
        (Fault::AsksNothing, "the question is empty"),
        (Fault::OffersNothing, "without a label"),
    ] {
        breaks(menus::<Bent>, fault, message);
    }
}

#[test]
fn endings_can_fail() {
    for (fault, message) in [
        (Fault::Unsound, "a chip is missing"),
        (Fault::Endless, "not over after 400 decisions"),
        (Fault::BreaksDown, "the program broke down: bent"),
        (Fault::WonDraw, "won a draw"),
        (Fault::LogsNoRule, "cites rule \"99\""),
        (Fault::TurnsBack, "comes after turn"),
    ] {
        breaks(endings::<Bent>, fault, message);
    }
}

#[test]
fn records_and_twins_can_fail() {
    breaks(records::<Bent>, Fault::Whimsical, "position");
    breaks(twins::<Bent>, Fault::Whimsical, "different positions");
    breaks(records::<Bent>, Fault::Peeks, "a fact that this seat does not know");
    breaks(records::<Bent>, Fault::PeeksQuietly, "leads elsewhere");
}

#[test]
fn secrets_can_fail() {
    for (fault, message) in [
        (Fault::ShowsCard, "the scene differs: /title is"),
        (Fault::AsksCard, "the question cannot be made out"),
        (Fault::OffersCard, "the menu cannot be made out"),
        (Fault::WeighsCard, "an offer or its sum differs"),
        (Fault::WaitsForCard, "who is asked cannot be made out"),
        (Fault::TellsCard, "the log differs"),
        (Fault::Misdeals, "contradicts what it knows"),
    ] {
        breaks(secrets::<Bent>, fault, message);
    }
}

#[test]
fn odds_can_fail() {
    breaks(odds::<Bent>, Fault::NoChance, "this is no chance");
    breaks(odds::<Bent>, Fault::WrongChance, "400 tries gave");
    breaks(odds::<Bent>, Fault::SumsNoRule, "cites rule \"99\"");
}
