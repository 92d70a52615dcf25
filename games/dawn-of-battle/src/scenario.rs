//! Scenarios (16.0): what a file means once it is read. A scenario may begin in the middle of a battle.

mod balance;
mod file;
#[cfg(test)]
mod nonsense;
mod options;
mod read;
mod rules;
mod shipped;
mod special;

use sandtable_engine::Seat;
use serde::{Deserialize, Serialize};

use crate::data::{Kind, LeaderValues, Terrain};
use crate::ids::{Facing, HexId};
use crate::table::Marker;

pub use options::{Options, Whose};
pub use shipped::SHELF;
pub use special::{Ground, SideSpecial, Special};

/// The step of the turn with which play begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Begins {
    /// The turn from its first step (4.1).
    #[default]
    Turn,
    /// Initiative (4.3): points have been received.
    Initiative,
    /// Placing leaders (4.4).
    Leaders,
    /// Restraint of impetuous units (15.5).
    Restraint,
    /// Actions (4.5).
    Actions,
    /// Melees (4.6).
    Melee,
    /// The end of the turn (4.7).
    TurnEnd,
}

/// The two kinds of battles that players design (17.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleKind {
    /// Both have the same points (17.1.1).
    Meeting,
    /// Side A attacks side B and has a quarter more (17.1.2).
    Assault,
}

/// Where a unit is when play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Station {
    /// In a hex.
    On(HexId),
    /// It comes in by an edge hex from this turn on (7.8).
    Enters(u8, HexId),
    /// It is placed in a hex, or the nearest empty one, on this turn (S6).
    Placed(u8, HexId),
    /// It is deployed before play begins (15.1).
    Deployed,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct UnitLine {
    pub kind: Kind,
    /// A name of its own, or that of its type.
    pub name: String,
    /// A cannon's strength; 0 for others.
    pub firepower: u8,
    pub station: Station,
    pub facing: Facing,
    /// Disrupted; a cannon: limbered.
    pub disrupted: bool,
    pub marker: Marker,
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct LeaderLine {
    pub name: String,
    /// His part of a piece's key: `de-luci`.
    pub key: String,
    pub values: LeaderValues,
    /// Where he stands when play begins after leaders were placed.
    pub at: Option<HexId>,
    /// The turn on which he is back, or comes first.
    pub returns: Option<u8>,
    /// Whether he comes with the reinforcements of that turn.
    pub with_reinforcements: bool,
    pub dead: bool,
    pub shown: bool,
}

/// The army that a preset proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct UsualArmy {
    pub name: String,
    pub units: Vec<(Kind, u8)>,
    pub firepower: u8,
    pub leaders: Vec<LeaderValues>,
}

/// One side's army and where it stands in the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct ArmyList {
    pub name: String,
    /// The panic level (12.0); 0 in a battle that players design, where it follows from the army (17.5).
    pub panic: u16,
    pub victory_points: u8,
    pub units: Vec<UnitLine>,
    pub leaders: Vec<LeaderLine>,
    pub usual: Option<UsualArmy>,
    pub losses: u16,
    pub fatigue: u8,
    pub panicked: bool,
    /// Whether its camp or war wagons have been taken (13.2).
    pub camp_lost: bool,
    /// Unspent action points.
    pub points: u8,
    /// Chits that have not been banked.
    pub chits: u8,
    /// Banked points.
    pub banked: u16,
    /// Numbers of the cards in hand; none where they are drawn by lot (14.1).
    pub hand: Option<Vec<u8>>,
    /// Numbers of the cards in the discard pile.
    pub discards: Vec<u8>,
    /// Points of 15.11.
    pub heads: u16,
}

/// Where play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct Start {
    pub turn: u8,
    pub begins: Begins,
    /// Who holds the initiative (16.3).
    pub initiative: Seat,
    /// The box of its marker.
    pub held: u8,
    /// Who acts or attacks first.
    pub acts: Seat,
}

/// Design your own: what players have to spend (17.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct Build {
    pub kind: BattleKind,
    /// Build points of each side.
    pub points: [u16; 2],
}

/// A scenario with its switches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub date: String,
    pub introduction: String,
    pub source: String,
    /// Special rules in words, with their numbers.
    pub notes: Vec<(String, String)>,
    /// Whether the field has two halves (2.1).
    pub epic: bool,
    pub terrain: Vec<(HexId, Terrain)>,
    pub names: Vec<(HexId, String)>,
    pub armies: [ArmyList; 2],
    /// The seat of side B: the second, but the first after a change of armies (15.2) or if it spent more in a meeting engagement (17.4).
    pub side_b: Seat,
    pub special: Special,
    pub options: Options,
    pub build: Option<Build>,
    pub start: Start,
}

impl Scenario {
    /// How many columns the field has (2.1).
    pub fn columns(&self) -> u8 {
        columns(self.epic)
    }

    /// Gives each seat the army of the other (15.2): who was side A in the file sits in the second seat now.
    pub fn swap_sides(&mut self) {
        self.armies.swap(0, 1);
        self.side_b = self.side_b.opponent();
        self.special.sides.swap(0, 1);
        for ground in &mut self.special.ground {
            ground.side = ground.side.opponent();
        }
        self.start.initiative = self.start.initiative.opponent();
        self.start.acts = self.start.acts.opponent();
    }
}

/// How many columns a field has (2.1).
pub fn columns(epic: bool) -> u8 {
    let limits = crate::data::limits();
    if epic { limits.epic_columns } else { limits.columns }
}
