//! The promises that every game must keep, over random games of every scenario and option set.

use sandtable_cases::promises::{Trial, keep};
use sandtable_dreadnoughts::Dreadnoughts;
use sandtable_engine::{OptionKind, OptionValue, Rules, Setup};

/// Every value of every switch, of the game and of the scenario, set alone and all together.
fn option_sets(scenario: &sandtable_engine::ScenarioCard) -> Vec<Setup> {
    let plain = Setup::shipped(&scenario.id);
    let mut sets = vec![plain.clone()];
    let mut together = plain.clone();
    for card in Dreadnoughts::options().iter().chain(&scenario.options) {
        let values: Vec<OptionValue> = match &card.kind {
            OptionKind::Switch { default } => vec![OptionValue::Switch(!default)],
            OptionKind::Words { words } => words.iter().skip(1).cloned().map(OptionValue::Word).collect(),
            OptionKind::Number { least, most, .. } => {
                vec![OptionValue::Number(*least), OptionValue::Number(*most)]
            }
        };
        together = together.with(&card.id, values[values.len() - 1].clone());
        sets.extend(values.into_iter().map(|value| plain.clone().with(&card.id, value)));
    }
    sets.push(together);
    sets
}

fn kept_by(setup: &Setup, seed: u64, games: u32) {
    let trial = Trial { seed, games, decisions: 20_000 };
    keep::<Dreadnoughts>(setup, trial).unwrap_or_else(|broken| panic!("{:?}: {broken}", setup.options));
}

#[test]
fn every_scenario_keeps_its_promises() {
    for (number, scenario) in Dreadnoughts::scenarios().iter().enumerate() {
        kept_by(&Setup::shipped(&scenario.id), 1898 + number as u64, 2);
    }
}

/// The switches change rules, not scenarios, so that the small battles show all of it quickly.
#[test]
fn every_option_keeps_its_promises() {
    for scenario in Dreadnoughts::scenarios() {
        let sets = option_sets(&scenario);
        let small = ["denmark-strait-1941", "river-plate-1939"].contains(&scenario.id.as_str());
        // Large scenarios are played with their own variants and with everything switched on at once.
        let chosen: Vec<&Setup> = if small {
            sets.iter().collect()
        } else {
            let own = |set: &&Setup| scenario.options.iter().any(|card| set.options.contains_key(&card.id));
            sets.iter().filter(own).chain(sets.last()).collect()
        };
        for (number, setup) in chosen.into_iter().enumerate() {
            kept_by(setup, 1941 + number as u64, 1);
        }
    }
}
