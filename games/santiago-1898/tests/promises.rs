//! The promises that every game must keep, over random games of every scenario and option set.

use sandtable_cases::promises::{Trial, keep};
use sandtable_engine::{OptionKind, OptionValue, Rules, Setup};
use sandtable_santiago_1898::Santiago;

/// Every switch set alone, and all of them together.
fn option_sets() -> Vec<Setup> {
    let mut sets = Vec::new();
    let mut together = Setup::shipped("campaign");
    for card in Santiago::options() {
        let OptionKind::Switch { default } = card.kind else { panic!("{} is no switch", card.id) };
        let other = OptionValue::Switch(!default);
        together = together.with(&card.id, other.clone());
        for scenario in ["las-guasimas", "el-caney-san-juan"] {
            sets.push(Setup::shipped(scenario).with(&card.id, other.clone()));
        }
    }
    sets.push(together);
    sets
}

fn kept_by(setup: &Setup, seed: u64, games: u32) {
    let trial = Trial { seed, games, decisions: 40_000 };
    keep::<Santiago>(setup, trial).unwrap_or_else(|broken| panic!("{:?}: {broken}", setup.options));
}

#[test]
fn every_scenario_keeps_its_promises() {
    for (number, scenario) in Santiago::scenarios().iter().enumerate() {
        kept_by(&Setup::shipped(&scenario.id), 1898 + number as u64, 1);
    }
}

#[test]
fn every_option_keeps_its_promises() {
    for (number, setup) in option_sets().into_iter().enumerate() {
        kept_by(&setup, 1941 + number as u64, 1);
    }
}
