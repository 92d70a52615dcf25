//! The scenarios that come with a game, read once.

use std::sync::{Arc, OnceLock};

use crate::{Balance, OptionValue, Problem, ScenarioCard, ScenarioSource, Setup, SetupError};

/// A scenario of a game as it was read from its file.
pub trait ReadScenario: Sized + Send + Sync + 'static {
    /// Reads a file, with the switches of the set-up.
    fn read(file: &str, text: &str, setup: &Setup) -> Result<Self, SetupError>;
    /// The scenario as people choose it.
    fn card(&self) -> ScenarioCard;

    /// Reads a file as it is and with each of its own switches: its card, or what is wrong with it.
    fn check(file: &str, text: &str) -> Result<ScenarioCard, SetupError> {
        let setup = Setup::own(file, text);
        let card = Self::read(file, text, &setup)?.card();
        for option in &card.options {
            Self::read(file, text, &setup.clone().with(&option.id, OptionValue::Switch(true)))?;
        }
        Ok(card)
    }
}

/// The scenario files of a game, in the order shown to people.
///
/// A game has one, as a `static`: `static SHELF: Shelf<Scenario> = Shelf::new(shelf_files!["campaign"], data::digest);`.
#[derive(Debug)]
pub struct Shelf<S> {
    files: &'static [(&'static str, &'static str)],
    box_digest: fn() -> blake3::Hash,
    balance: &'static [(&'static str, Balance)],
    plain: OnceLock<Vec<Arc<S>>>,
}

impl<S: ReadScenario> Shelf<S> {
    /// A shelf with these files, by their ids; the digest is that of all other data that a scenario draws upon.
    pub const fn new(
        files: &'static [(&'static str, &'static str)],
        box_digest: fn() -> blake3::Hash,
    ) -> Self {
        Self { files, box_digest, balance: &[], plain: OnceLock::new() }
    }

    /// The same with how even its scenarios are, by their ids: measured, and no part of what they mean.
    #[must_use]
    pub const fn measured(mut self, balance: &'static [(&'static str, Balance)]) -> Self {
        self.balance = balance;
        self
    }

    /// The ids and texts of all files.
    pub const fn files(&self) -> &'static [(&'static str, &'static str)] {
        self.files
    }

    /// All scenarios with their switches at the defaults.
    pub fn plain(&self) -> &[Arc<S>] {
        self.plain.get_or_init(|| {
            let read = |(id, text): &(&str, &str)| {
                let scenario = S::read(&file_name(id), text, &Setup::shipped(id));
                let scenario = scenario.expect("a test reads every shipped scenario");
                assert_eq!(scenario.card().id, *id, "a shipped scenario bears the name of its file");
                Arc::new(scenario)
            };
            let shelved = |id: &str| self.files.iter().any(|(shelved, _)| *shelved == id);
            assert!(
                self.balance.iter().all(|(id, _)| shelved(id)),
                "what was measured is a scenario of the shelf"
            );
            self.files.iter().map(read).collect()
        })
    }

    fn balance(&self, id: &str) -> Option<Balance> {
        self.balance.iter().find(|(measured, _)| *measured == id).map(|(_, balance)| *balance)
    }

    /// By how much the first side stands better in a scenario than the judge sees; 0 where that was not measured. Somebody's own version
    /// of a scenario is taken for as even as the shipped one.
    pub fn edge(&self, id: &str) -> i16 {
        self.balance(id).map_or(0, |balance| balance.edge)
    }

    /// All scenarios as people choose them.
    pub fn cards(&self) -> Vec<ScenarioCard> {
        let card = |scenario: &Arc<S>| {
            let card = scenario.card();
            ScenarioCard { balance: self.balance(&card.id), ..card }
        };
        self.plain().iter().map(card).collect()
    }

    /// A digest of all that a scenario means: its file and the data of the box. Empty for an unknown one.
    pub fn digest(&self, id: &str) -> String {
        let Some((_, text)) = self.files.iter().find(|(shipped, _)| *shipped == id) else {
            return String::new();
        };
        let mut hasher = blake3::Hasher::new();
        hasher.update(text.as_bytes());
        hasher.update((self.box_digest)().as_bytes());
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// The scenario of a set-up, with its switches.
    pub fn take(&self, setup: &Setup) -> Result<Arc<S>, SetupError> {
        match &setup.scenario {
            ScenarioSource::Own { file, text } => S::read(file, text, setup).map(Arc::new),
            ScenarioSource::Shipped { id, digest } => {
                let Some(number) = self.files.iter().position(|(shipped, _)| shipped == id) else {
                    let problem = Problem::new("set-up", "scenario", &format!("there is no scenario `{id}`"));
                    let ids = self.files.iter().map(|(id, _)| (*id).to_owned());
                    return Err(SetupError::one(problem.allowed(ids)));
                };
                if !digest.is_empty() && *digest != self.digest(id) {
                    let what = format!("the data of `{id}` have changed since this match was begun");
                    return Err(SetupError::one(Problem::new("set-up", "scenario.digest", &what)));
                }
                if setup.options.is_empty() {
                    return Ok(Arc::clone(&self.plain()[number]));
                }
                S::read(&file_name(id), self.files[number].1, setup).map(Arc::new)
            }
        }
    }
}

fn file_name(id: &str) -> String {
    format!("{id}.toml")
}

/// The files of a [`Shelf`] by their ids; they lie in `data/scenarios` of the game.
#[macro_export]
macro_rules! shelf_files {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/scenarios/", $id, ".toml")))),*]
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A scenario that is nothing but its title, how many switches were set, and the id that its file writes in front of it.
    struct Title(String, usize, String);

    impl ReadScenario for Title {
        fn read(file: &str, text: &str, setup: &Setup) -> Result<Self, SetupError> {
            if text.is_empty() {
                return Err(SetupError::one(Problem::new(file, "title", "it is empty")));
            }
            let (id, title) = text.split_once(": ").unwrap_or(("", text));
            Ok(Self(title.to_owned(), setup.options.len(), id.to_owned()))
        }

        fn card(&self) -> ScenarioCard {
            ScenarioCard { id: self.2.clone(), title: self.0.clone(), ..ScenarioCard::default() }
        }
    }

    static SHELF: Shelf<Title> =
        Shelf::new(&[("one", "one: The First"), ("two", "two: The Second")], || blake3::hash(b"the box"));

    fn complaint(setup: &Setup) -> String {
        SHELF.take(setup).err().expect("it is refused").to_string()
    }

    #[test]
    fn shipped_scenarios_are_found_by_their_id() {
        let titles: Vec<String> = SHELF.cards().into_iter().map(|card| card.title).collect();
        assert_eq!(titles, ["The First", "The Second"]);
        assert_eq!(SHELF.take(&Setup::shipped("two")).expect("it is there").0, "The Second");
        assert!(complaint(&Setup::shipped("three")).contains("one"), "the ids that exist are named");
    }

    #[test]
    #[should_panic(expected = "bears the name of its file")]
    fn a_shipped_scenario_bears_the_name_of_its_file() {
        let shelf: Shelf<Title> = Shelf::new(&[("one", "first: The First")], || blake3::hash(b"the box"));
        shelf.cards();
    }

    #[test]
    #[should_panic(expected = "a scenario of the shelf")]
    fn what_was_measured_is_on_the_shelf() {
        const LOST: Balance = Balance { games: 1, first: 0, edge: 0 };
        let shelf: Shelf<Title> =
            Shelf::new(&[("one", "one: The First")], || blake3::hash(b"the box")).measured(&[("two", LOST)]);
        shelf.cards();
    }

    #[test]
    fn cards_say_how_even_a_scenario_is_where_it_was_measured() {
        const EVEN: Balance = Balance { games: 1_000, first: 512, edge: -250 };
        let shelf: Shelf<Title> =
            Shelf::new(&[("one", "one: The First"), ("two", "two: The Second")], || blake3::hash(b"the box"))
                .measured(&[("two", EVEN)]);
        let known: Vec<Option<Balance>> = shelf.cards().into_iter().map(|card| card.balance).collect();
        assert_eq!(known, [None, Some(EVEN)]);
        assert_eq!(["one", "two"].map(|id| shelf.edge(id)), [0, -250]);
        assert_eq!(
            shelf.digest("two"),
            SHELF.digest("two"),
            "records stay good when a series is played anew"
        );
    }

    #[test]
    fn switches_are_read_anew() {
        let setup = Setup::shipped("one").with("fog", OptionValue::Switch(true));
        assert_eq!(SHELF.take(&setup).expect("it is there").1, 1);
        assert_eq!(SHELF.take(&Setup::shipped("one")).expect("it is there").1, 0);
    }

    #[test]
    fn a_match_begun_with_other_data_is_refused() {
        let begun = |digest: String| Setup {
            scenario: ScenarioSource::Shipped { id: "one".into(), digest },
            ..Setup::shipped("one")
        };
        assert!(SHELF.take(&begun(SHELF.digest("one"))).is_ok());
        assert!(complaint(&begun(SHELF.digest("two"))).contains("have changed"));
        assert_eq!(SHELF.digest("three"), "");
    }

    #[test]
    fn own_files_are_read_and_their_faults_named() {
        let own = |text: &str| Setup {
            scenario: ScenarioSource::Own { file: "mine.toml".into(), text: text.into() },
            ..Setup::shipped("one")
        };
        assert_eq!(SHELF.take(&own("Mine")).expect("it reads").0, "Mine");
        assert!(complaint(&own("")).contains("mine.toml"));
    }
}
