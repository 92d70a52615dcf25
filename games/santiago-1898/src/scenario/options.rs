//! The switches: O1 to O4.

use sandtable_engine::{OptionCard, OptionKind, Setup, SetupError};

/// The switches of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that the rules name")]
pub struct Options {
    /// O1.
    pub historical_escario: bool,
    /// O2.
    pub further_leaders: bool,
    /// O3.
    pub light_troops: bool,
    /// O4.
    pub blown_bridge: bool,
}

fn switch(id: &str, title: &str, rule: &str, meaning: &str) -> OptionCard {
    OptionCard {
        id: id.into(),
        title: title.into(),
        meaning: meaning.into(),
        rule: rule.into(),
        kind: OptionKind::Switch { default: false },
    }
}

impl Options {
    /// The switches that every scenario has.
    pub fn cards() -> Vec<OptionCard> {
        vec![
            switch(
                "historical-escario",
                "Escario's historical date",
                "O1",
                "Escario's column comes on turn 12, 3 July, and the Cubans who follow it on turn 13.",
            ),
            switch(
                "further-leaders",
                "Further leaders",
                "O2",
                "Linares, Escario and García take the field beside Roosevelt and Vara del Rey.",
            ),
            switch(
                "light-troops",
                "Light troops in the jungle",
                "O3",
                "Guerrillas, loyal volunteers and Cubans pay one point less for jungle.",
            ),
            switch(
                "blown-bridge",
                "The bridge at Aguadores is blown",
                "O4",
                "The railway does not cross the river between 0709 and 0710.",
            ),
        ]
    }

    /// The switches of a set-up.
    pub(super) fn read(setup: &Setup) -> Result<Self, SetupError> {
        setup.check_options(&Self::cards())?;
        Ok(Self {
            historical_escario: setup.is_on("historical-escario"),
            further_leaders: setup.is_on("further-leaders"),
            light_troops: setup.is_on("light-troops"),
            blown_bridge: setup.is_on("blown-bridge"),
        })
    }
}
