//! The switches that every scenario has.

use sandtable_engine::{OptionCard, OptionKind, Setup};

/// How the areas of 6.4 are cut (ruling S1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SectorModel {
    /// Thirty degrees either side of bow and stern; a target just on the line is broadside.
    #[default]
    Cone,
    /// The same, but a target just on the line is not broadside.
    StrictCone,
    /// Only the straight rows of hexes ahead and astern are not broadside.
    Spine,
    /// Everything forward of the beam counts as the bow.
    Wide,
}

/// The switches of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that the rules name")]
pub struct Options {
    /// 5.3: the sides roll for each pair of moves.
    pub initiative: bool,
    /// 8.4: ships fire at what comes within two hexes.
    pub reaction_fire: bool,
    /// Ruling V8: levels are shown when all are set.
    pub open_speeds: bool,
    /// Ruling S1.
    pub sectors: SectorModel,
    /// Ruling F1: each earlier attack costs a die.
    pub cumulative_concentration: bool,
    /// Ruling K1: smoke may lie in the starting hex too.
    pub smoke_start_hex: bool,
    /// Ruling W2: a stopped ship rolls for repair each turn.
    pub repair_every_turn: bool,
    /// Ruling P1: each torpedo hit costs a point, and a further six adds a critical.
    pub automatic_torpedo_damage: bool,
    /// Ruling R1: every step within two hexes draws fire.
    pub reaction_at_any_step: bool,
}

impl Options {
    /// The switches that every scenario has.
    pub fn cards() -> Vec<OptionCard> {
        let switch = |id: &str, title: &str, rule: &str, meaning: &str| OptionCard {
            id: id.into(),
            title: title.into(),
            meaning: meaning.into(),
            rule: rule.into(),
            kind: OptionKind::Switch { default: false },
        };
        let words = |id: &str, title: &str, rule: &str, words: &[&str], meaning: &str| OptionCard {
            id: id.into(),
            title: title.into(),
            meaning: meaning.into(),
            rule: rule.into(),
            kind: OptionKind::Words { words: words.iter().map(|word| (*word).into()).collect() },
        };
        vec![
            switch(
                "optional-initiative",
                "Rolled initiative",
                "5.3",
                "Before each pair of moves both sides throw a die; the higher one moves a ship first.",
            ),
            switch(
                "reaction-fire",
                "Reaction fire",
                "8.4",
                "A ship that comes within two hexes of an enemy may be fired on at once.",
            ),
            switch(
                "open-speeds",
                "Open speeds",
                "V8",
                "Speed levels are shown as soon as both sides have set them.",
            ),
            words(
                "sector-model",
                "Broadside sectors",
                "S1",
                &["cone30", "cone30-strict", "spine", "wide"],
                "How much of the sea lies in a ship's broadside.",
            ),
            words(
                "concentration",
                "Concentrated fire",
                "F1",
                &["flat", "cumulative"],
                "Whether each earlier attack on a target costs a die, or all of them together one.",
            ),
            switch(
                "smoke-start-hex",
                "Smoke at once",
                "K1",
                "A ship may leave smoke in the hex it starts from.",
            ),
            switch(
                "repair-every-turn",
                "Patient repairs",
                "W2",
                "A stopped ship tries to repair in every turn.",
            ),
            words(
                "torpedo-damage",
                "Torpedo damage",
                "P1",
                &["row-d", "auto"],
                "Whether a torpedo hit is thrown for like a heavy shell, or always costs a point of integrity.",
            ),
            words(
                "reaction-trigger",
                "What draws reaction fire",
                "R1",
                &["enter", "any-step"],
                "Coming within two hexes, or every step within them.",
            ),
        ]
    }

    /// The switches of a set-up.
    pub(super) fn read(setup: &Setup) -> Self {
        Self {
            initiative: setup.is_on("optional-initiative"),
            reaction_fire: setup.is_on("reaction-fire"),
            open_speeds: setup.is_on("open-speeds"),
            sectors: match setup.word("sector-model", "cone30") {
                "cone30-strict" => SectorModel::StrictCone,
                "spine" => SectorModel::Spine,
                "wide" => SectorModel::Wide,
                _ => SectorModel::Cone,
            },
            cumulative_concentration: setup.word("concentration", "flat") == "cumulative",
            smoke_start_hex: setup.is_on("smoke-start-hex"),
            repair_every_turn: setup.is_on("repair-every-turn"),
            automatic_torpedo_damage: setup.word("torpedo-damage", "row-d") == "auto",
            reaction_at_any_step: setup.word("reaction-trigger", "enter") == "any-step",
        }
    }
}
