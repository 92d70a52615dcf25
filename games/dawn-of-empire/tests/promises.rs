//! The promises that every game must keep, over random games of every scenario and option set.

use sandtable_cases::promises::{Trial, keep};
use sandtable_dawn_of_empire::DawnOfEmpire;
use sandtable_engine::chance::Fast;
use sandtable_engine::{OptionKind, OptionValue, Rules, Session, Setup};

/// Switches that exclude one another.
const CONTRADICTIONS: [(&str, &str); 2] = [("delayed-repair", "maintenance"), ("bidding", "handicap")];

/// Switches that belong to the start of the war.
const FROM_THE_START: [&str; 3] = ["extra-warships", "free-deployment", "germans"];

/// Every value of every switch set alone, and two sets with as many as go together. The short scenario shows a switch
/// quickly, where it may be set there.
fn option_sets() -> Vec<Setup> {
    let (long, short) = (Setup::shipped("campaign"), Setup::shipped("santiago-sortie"));
    let mut sets = vec![];
    let mut together = [long.clone(), long.clone()];
    for card in DawnOfEmpire::options() {
        let values: Vec<OptionValue> = match &card.kind {
            OptionKind::Switch { default } => vec![OptionValue::Switch(!default)],
            OptionKind::Words { words } => words.iter().skip(1).cloned().map(OptionValue::Word).collect(),
            OptionKind::Number { least, most, default } => [*least, *most]
                .into_iter()
                .filter(|value| value != default)
                .map(OptionValue::Number)
                .collect(),
        };
        for (number, set) in together.iter_mut().enumerate() {
            let out = CONTRADICTIONS.iter().any(|pair| [pair.0, pair.1][number] == card.id);
            if !out {
                *set = set.clone().with(&card.id, values[values.len() - 1].clone());
            }
        }
        let plain = if FROM_THE_START.contains(&card.id.as_str()) { &long } else { &short };
        sets.extend(values.into_iter().map(|value| plain.clone().with(&card.id, value)));
    }
    sets.extend(together);
    sets
}

fn kept_by(setup: &Setup, seed: u64, games: u32) {
    let trial = Trial { seed, games, decisions: 20_000 };
    keep::<DawnOfEmpire>(setup, trial).unwrap_or_else(|broken| panic!("{:?}: {broken}", setup.options));
}

#[test]
fn every_scenario_keeps_its_promises() {
    for (number, scenario) in DawnOfEmpire::scenarios().iter().enumerate() {
        kept_by(&Setup::shipped(&scenario.id), 1898 + number as u64, 1);
    }
}

#[test]
fn every_option_keeps_its_promises() {
    for (number, setup) in option_sets().into_iter().enumerate() {
        kept_by(&setup, 1941 + number as u64, 1);
    }
}

#[test]
fn contradictory_options_are_refused_with_the_reason() {
    for (one, other) in CONTRADICTIONS {
        let value =
            |id: &str| if id == "handicap" { OptionValue::Number(3) } else { OptionValue::Switch(true) };
        let setup = Setup::shipped("campaign").with(one, value(one)).with(other, value(other));
        let begun = Session::<DawnOfEmpire>::begin(setup, Box::new(Fast::new(1)));
        let Err(error) = begun else { panic!("{one} and {other} contradict each other") };
        assert!(error.to_string().contains("11."), "{error}");
    }
}
