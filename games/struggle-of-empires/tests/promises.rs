//! The promises that every game must keep, over random games of every scenario and option set.

use sandtable_cases::promises::{Trial, keep};
use sandtable_engine::{OptionValue, Rules, Setup};
use sandtable_struggle_of_empires::StruggleOfEmpires;

fn kept_by(setup: &Setup, seed: u64, games: u32) {
    let trial = Trial { seed, games, decisions: 20_000 };
    keep::<StruggleOfEmpires>(setup, trial).unwrap_or_else(|broken| panic!("{setup:?}: {broken}"));
}

#[test]
fn every_scenario_keeps_its_promises() {
    for (number, scenario) in StruggleOfEmpires::scenarios().iter().enumerate() {
        kept_by(&Setup::shipped(&scenario.id), 1701 + number as u64, 1);
    }
}

#[test]
fn every_option_keeps_its_promises() {
    for (number, card) in StruggleOfEmpires::options().iter().enumerate() {
        for scenario in ["one-war", "three-powers"] {
            let setup = Setup::shipped(scenario).with(&card.id, OptionValue::Switch(true));
            kept_by(&setup, 1756 + number as u64, 1);
        }
    }
}
