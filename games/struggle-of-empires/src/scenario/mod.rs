//! Scenarios: what a file means once it is read.

mod file;
#[cfg(test)]
mod nonsense;
mod read;
mod shipped;

use sandtable_engine::{NoteCard, OptionCard, OptionKind, ScenarioCard, Seat, SideCard};

use crate::chart::chart;
use crate::ids::{Area, Power, RAIDERS};
use crate::sequence::Opening;
use crate::table::{Cordon, Empire};

pub use shipped::SHELF;

/// A scenario with its switches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub date: String,
    pub introduction: String,
    pub source: String,
    pub notes: Vec<(String, String)>,
    /// The powers in the order of their seats, clockwise.
    pub powers: Vec<Power>,
    /// How many wars are played.
    pub wars: u8,
    /// How many rounds a war has.
    pub rounds: u8,
    pub war: u8,
    pub round: u8,
    pub opening: Opening,
    /// How many units each power places.
    pub units: u8,
    /// Whose turn it is, where play begins with actions.
    pub turn: Option<Seat>,
    /// How many actions that power has left.
    pub actions: u8,
    /// Who is first; by lot if nobody is named.
    pub first: Option<Seat>,
    /// What each power has.
    pub starts: Vec<Empire>,
    pub alliances: [Vec<Seat>; 2],
    /// Counters on the map, as a set of bits.
    pub open: u128,
    /// Counters in the bag.
    pub bag: u128,
    pub raiders: [Option<Area>; RAIDERS],
    pub cordon: Option<Cordon>,
    /// Whether everybody sees everybody's unrest (R44).
    pub open_unrest: bool,
}

/// The switches that every scenario has.
pub fn options() -> Vec<OptionCard> {
    vec![OptionCard {
        id: "open-unrest".into(),
        title: "Open unrest".into(),
        meaning: "Everybody sees how much unrest the others have.".into(),
        rule: "R44".into(),
        kind: OptionKind::Switch { default: false },
    }]
}

impl Scenario {
    /// The scenario as people choose it.
    pub fn as_card(&self) -> ScenarioCard {
        let wars = match self.wars + 1 - self.war {
            1 => "one war".to_owned(),
            wars => format!("{wars} wars"),
        };
        let side = |power: &Power| SideCard {
            id: chart().power_key(*power).into(),
            name: chart().power(*power).into(),
        };
        ScenarioCard {
            id: self.id.clone(),
            title: self.title.clone(),
            date: self.date.clone(),
            introduction: self.introduction.clone(),
            size: format!("{} powers, {wars} of {} rounds", self.powers.len(), self.rounds),
            sides: self.powers.iter().map(side).collect(),
            options: Vec::new(),
            notes: self
                .notes
                .iter()
                .map(|(rule, text)| NoteCard { rule: rule.clone(), text: text.clone() })
                .collect(),
            source: self.source.clone(),
            balance: None,
        }
    }
}
