//! What events have set in force until something ends: an activation, a turn (14.2).

use serde::Serialize;

use crate::ids::{UnitId, UnitSet};

/// Effects of events that lie on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Effects {
    /// More movement points for the units of this activation (E16).
    pub move_plus: u8,
    /// Units of this activation pass friends without harm (E19).
    pub pass_free: bool,
    /// The unit for which every passable hex costs one point (E18).
    pub terrain_one: Option<UnitId>,
    /// The unit that leaves an enemy's zone unpunished (E20).
    pub leave_free: Option<UnitId>,
    /// The unit that charges after fewer hexes (E21).
    pub runup: Option<UnitId>,
    /// More command range for this activation (E31).
    pub range_plus: u8,
    /// The most units of this formation (E32); none without a limit.
    pub cap: Option<u8>,
    /// Ranged attacks are worse until the turn ends (E15).
    pub downpour: u8,
    /// Units that may not fire again this turn (E14).
    pub empty_quivers: UnitSet,
}

impl Effects {
    /// An activation has ended: what lay on it is over.
    pub fn end_activation(&mut self) {
        *self = Self { downpour: self.downpour, empty_quivers: self.empty_quivers, ..Self::default() };
    }

    /// The turn has ended.
    pub fn end_turn(&mut self) {
        *self = Self::default();
    }
}
