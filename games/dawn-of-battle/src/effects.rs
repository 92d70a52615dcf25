//! What events have set in force until something ends: an activation, a turn (14.2).

use sandtable_engine::Seat;
use serde::Serialize;

use crate::bout::Bout;
use crate::contest::Party;
use crate::ids::UnitSet;
use crate::shot::Shot;

/// The last shot or melee of the turn, kept to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// A shot.
    Shot(Shot),
    /// A melee.
    Melee {
        /// Who attacked.
        attacker: Party,
        /// Who decided for attacker and defender.
        seats: [Seat; 2],
        /// The attack, with its cards.
        bout: Bout,
    },
}

/// Effects of events that lie on the table, and what they may be played on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::struct_excessive_bools, reason = "each is a card that lies on the table or does not")]
pub struct Effects {
    /// Who acts: the side whose activation or rally is under way.
    pub acting: Option<Seat>,
    /// Whether a formation was declared (5.2), not a single unit.
    pub formation: bool,
    /// Whether the activation moves its units.
    pub moves: bool,
    /// The units of the activation under way.
    pub members: UnitSet,
    /// More movement points for the units of this activation (E16).
    pub move_plus: u8,
    /// Units of this activation pass friends without harm (E19).
    pub pass_free: bool,
    /// Units for which every passable hex costs one point (E18).
    pub terrain_one: UnitSet,
    /// Units that leave an enemy's zone unpunished (E20).
    pub leave_free: UnitSet,
    /// Units that charge after fewer hexes (E21).
    pub runup: UnitSet,
    /// More command range for this activation (E31).
    pub range_plus: u8,
    /// The most units of this formation (E32); none without a limit.
    pub cap: Option<u8>,
    /// Added to the draws of the rally under way, by side (E24, E25).
    pub rally: [i8; 2],
    /// Added to a side's draw for the initiative (E30).
    pub initiative: [i8; 2],
    /// The side that acts once more before the other does (E33).
    pub extra_action: Option<Seat>,
    /// How often ranged attacks have been made worse until the turn ends (E15).
    pub downpour: u8,
    /// Units that may not fire again this turn (E14).
    pub empty_quivers: UnitSet,
    /// Whether elephants are being checked, so that their symbols are not looked at (15.8.3).
    pub stampede: bool,
    /// The last shot or melee of the turn, to be shown.
    pub report: Option<Report>,
}

impl Effects {
    /// An activation is under way: what events may be played on.
    pub const fn begin_activation(&mut self, side: Seat, formation: bool, moves: bool, members: UnitSet) {
        self.acting = Some(side);
        self.formation = formation;
        self.moves = moves;
        self.members = members;
    }

    /// An activation has ended: what lay on it is over.
    pub fn end_activation(&mut self) {
        *self = Self {
            downpour: self.downpour,
            empty_quivers: self.empty_quivers,
            extra_action: self.extra_action,
            stampede: self.stampede,
            report: self.report,
            ..Self::default()
        };
    }

    /// The turn has ended.
    pub fn end_turn(&mut self) {
        *self = Self::default();
    }
}
