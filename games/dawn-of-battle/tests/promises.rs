//! The promises that every game must keep, over random games of every scenario and option set.

use sandtable_cases::promises::{Trial, keep};
use sandtable_dawn_of_battle::DawnOfBattle;
use sandtable_engine::{OptionKind, OptionValue, Rules, Setup};

/// Every switch set alone, and all of them together.
fn option_sets() -> Vec<Setup> {
    let mut sets = Vec::new();
    let mut together = Setup::shipped("fornham");
    for card in DawnOfBattle::options() {
        let other = match card.kind {
            OptionKind::Switch { default } => OptionValue::Switch(!default),
            OptionKind::Words { words } => OptionValue::Word(words[words.len() - 1].clone()),
            OptionKind::Number { most, .. } => OptionValue::Number(most),
        };
        together = together.with(&card.id, other.clone());
        sets.push(Setup::shipped("fornham").with(&card.id, other));
    }
    sets.push(together);
    sets
}

fn kept_by(setup: &Setup, seed: u64, games: u32) {
    let trial = Trial { seed, games, decisions: 40_000 };
    keep::<DawnOfBattle>(setup, trial)
        .unwrap_or_else(|broken| panic!("{:?} {:?}: {broken}", setup.scenario, setup.options));
}

#[test]
fn every_scenario_keeps_its_promises() {
    for (number, scenario) in DawnOfBattle::scenarios().iter().enumerate() {
        kept_by(&Setup::shipped(&scenario.id), 331 + number as u64, 1);
    }
}

#[test]
fn every_option_keeps_its_promises() {
    for (number, setup) in option_sets().into_iter().enumerate() {
        kept_by(&setup, 1173 + number as u64, 1);
    }
}
