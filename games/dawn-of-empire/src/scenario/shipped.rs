//! The scenarios of the box, and how one becomes a match.

use std::sync::{Arc, LazyLock};

use sandtable_engine::{Problem, ScenarioCard, ScenarioSource, Setup, SetupError};

use super::Scenario;
use crate::data;

macro_rules! shipped {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../data/scenarios/", $id, ".toml")))),*]
    };
}

/// The scenarios of the box, in the order shown to people.
const SHIPPED: &[(&str, &str)] = shipped!["campaign", "santiago-sortie", "free-deployment"];

/// The shipped scenarios with all switches at their defaults, read once.
static READ: LazyLock<Vec<Arc<Scenario>>> = LazyLock::new(|| {
    let read = |(id, text): &(&str, &str)| {
        Scenario::read(&file_name(id), text, &Setup::shipped(id))
            .expect("a test reads every shipped scenario")
    };
    SHIPPED.iter().map(|file| Arc::new(read(file))).collect()
});

fn file_name(id: &str) -> String {
    format!("{id}.toml")
}

impl Scenario {
    /// The scenarios of the box.
    pub fn shipped() -> Vec<ScenarioCard> {
        READ.iter().map(|scenario| scenario.card()).collect()
    }

    /// A digest of all that a shipped scenario means: its file and the data of the box.
    pub fn digest(id: &str) -> String {
        let Some((_, text)) = SHIPPED.iter().find(|(shipped, _)| *shipped == id) else {
            return String::new();
        };
        let mut hasher = blake3::Hasher::new();
        hasher.update(text.as_bytes());
        hasher.update(data::digest().as_bytes());
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// The scenario of a set-up, with its switches.
    pub fn of(setup: &Setup) -> Result<Arc<Self>, SetupError> {
        match &setup.scenario {
            ScenarioSource::Own { file, text } => Self::read(file, text, setup).map(Arc::new),
            ScenarioSource::Shipped { id, digest } => {
                let Some(number) = SHIPPED.iter().position(|(shipped, _)| shipped == id) else {
                    let problem = Problem::new("set-up", "scenario", &format!("there is no scenario `{id}`"));
                    let ids = SHIPPED.iter().map(|(id, _)| (*id).to_owned());
                    return Err(SetupError::one(problem.allowed(ids)));
                };
                if !digest.is_empty() && *digest != Self::digest(id) {
                    let what = format!("the data of `{id}` have changed since this match was begun");
                    return Err(SetupError::one(Problem::new("set-up", "scenario.digest", &what)));
                }
                if setup.options.is_empty() {
                    return Ok(Arc::clone(&READ[number]));
                }
                Self::read(&file_name(id), SHIPPED[number].1, setup).map(Arc::new)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_scenario_reads_under_its_own_id() {
        for (id, text) in SHIPPED {
            let scenario = Scenario::read(&file_name(id), text, &Setup::shipped(id)).expect("it is shipped");
            assert_eq!(scenario.id, *id);
            assert_eq!(Scenario::digest(id).len(), 16);
        }
    }
}
