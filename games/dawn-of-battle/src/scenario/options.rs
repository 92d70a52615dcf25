//! The switches: supplementary rules (15.0) that players or scenarios set.

use std::collections::BTreeMap;

use sandtable_engine::{OptionCard, OptionKind, OptionValue, Seat, Setup, SetupError};

/// The sides that a rule is switched on for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Whose(pub [bool; 2]);

impl Whose {
    /// Whether it is switched on for a side.
    pub const fn is(self, side: Seat) -> bool {
        self.0[side.index()]
    }
}

/// The switches of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that the rules name")]
pub struct Options {
    /// 15.1.
    pub free_deployment: bool,
    /// 15.2.
    pub panic_bids: bool,
    /// 15.3.1.
    pub real_dice: bool,
    /// 15.3.2.
    pub redraws: bool,
    /// 15.4: light infantry of these sides.
    pub barbarians: Whose,
    /// 15.5: charging cavalry of these sides.
    pub impetuous: Whose,
    /// 15.6: all units of these sides.
    pub disciplined: Whose,
    /// 15.7.
    pub double_attack: bool,
    /// 15.8: elephants may get out of hand.
    pub wild_elephants: bool,
    /// 15.9.
    pub panic_fire: bool,
    /// 15.10.
    pub dismounting: bool,
    /// 15.11.
    pub heads: bool,
    /// 15.12.
    pub honour: bool,
    /// 15.13.
    pub dummies: bool,
    /// 15.14.
    pub quick_play: bool,
    /// 15.15.
    pub no_draws: bool,
}

fn card(id: &str, title: &str, rule: &str, meaning: &str, kind: OptionKind) -> OptionCard {
    OptionCard { id: id.into(), title: title.into(), meaning: meaning.into(), rule: rule.into(), kind }
}

fn switch(id: &str, title: &str, rule: &str, meaning: &str) -> OptionCard {
    card(id, title, rule, meaning, OptionKind::Switch { default: false })
}

fn whose(id: &str, title: &str, rule: &str, meaning: &str) -> OptionCard {
    let words = ["none", "a", "b", "both"].map(str::to_owned).into();
    card(id, title, rule, meaning, OptionKind::Words { words })
}

impl Options {
    /// The switches that every scenario has.
    pub fn cards() -> Vec<OptionCard> {
        vec![
            switch(
                "free-deployment",
                "Free deployment",
                "15.1",
                "Both armies are set up by their players, around their camps.",
            ),
            switch(
                "panic-bids",
                "Bids for sides",
                "15.2",
                "Players bid panic points in secret; the higher bid chooses the side and pays with its panic level.",
            ),
            switch(
                "real-dice",
                "Real dice",
                "15.3.1",
                "Die results are thrown instead of drawn; a natural 1 of an army at its panic level is panic.",
            ),
            switch(
                "redraws",
                "A card for another draw",
                "15.3.2",
                "An event may be discarded to repeat a die result.",
            ),
            whose(
                "barbarians",
                "Barbarians",
                "15.4",
                "On one turn of its choice this side's light infantry fights with three times its strength.",
            ),
            whose(
                "impetuous",
                "Impetuous cavalry",
                "15.5",
                "This side's charging cavalry rides at the enemy on its own whenever a morale check fails.",
            ),
            whose(
                "disciplined",
                "Disciplined troops",
                "15.6",
                "Units of this side need not advance after a melee.",
            ),
            switch(
                "double-attack",
                "Double attacks",
                "15.7",
                "A strong unit may split its strength and attack both hexes before it.",
            ),
            card(
                "wild-elephants",
                "Elephants out of hand",
                "15.8",
                "Elephant symbols call for a control check of every elephant.",
                OptionKind::Switch { default: true },
            ),
            switch(
                "panic-fire",
                "Panic fire",
                "15.9",
                "Missile units fire at those who attack them, less well.",
            ),
            switch(
                "dismounting",
                "Dismounting",
                "15.10",
                "Cavalry may fight on foot, decided before the battle.",
            ),
            switch(
                "heads",
                "Taking heads",
                "15.11",
                "Points for disrupting and destroying enemies take the place of the point for slaughter.",
            ),
            switch(
                "honour",
                "The code of honour",
                "15.12",
                "Leaders ride at most four hexes a turn, and may fight alone.",
            ),
            switch(
                "dummies",
                "Dummy leaders",
                "15.13",
                "Each side has one more leader counter that is nobody.",
            ),
            switch("quick-play", "Quick play", "15.14", "The battle ends when the first army panics."),
            switch("no-draws", "No draws", "15.15", "Side B has half a victory point more."),
        ]
    }

    /// The switches of a set-up over those of the scenario.
    pub(super) fn read(setup: &Setup, scenario: BTreeMap<String, OptionValue>) -> Result<Self, SetupError> {
        setup.check_options(&Self::cards())?;
        let mut set = scenario;
        set.extend(setup.options.iter().map(|(id, value)| (id.clone(), value.clone())));
        let is_on = |id: &str| matches!(set.get(id), Some(OptionValue::Switch(true)));
        let whose = |id: &str| match set.get(id) {
            Some(OptionValue::Word(word)) => {
                Whose([word != "b" && word != "none", word != "a" && word != "none"])
            }
            _ => Whose::default(),
        };
        Ok(Self {
            free_deployment: is_on("free-deployment"),
            panic_bids: is_on("panic-bids"),
            real_dice: is_on("real-dice"),
            redraws: is_on("redraws"),
            barbarians: whose("barbarians"),
            impetuous: whose("impetuous"),
            disciplined: whose("disciplined"),
            double_attack: is_on("double-attack"),
            wild_elephants: set.get("wild-elephants") != Some(&OptionValue::Switch(false)),
            panic_fire: is_on("panic-fire"),
            dismounting: is_on("dismounting"),
            heads: is_on("heads"),
            honour: is_on("honour"),
            dummies: is_on("dummies"),
            quick_play: is_on("quick-play"),
            no_draws: is_on("no-draws"),
        })
    }
}
