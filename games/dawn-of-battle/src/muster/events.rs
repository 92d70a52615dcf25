//! What happens before the battle, as lines of the log.

use sandtable_engine::Seat;
use serde::Serialize;

use crate::data::{Kind, Terrain};
use crate::ids::{HexId, UnitId};
use crate::table::Table;

/// Something that happened before the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MusterEvent {
    /// The bids of 15.2 are open.
    BidsOpened {
        /// Those of both seats.
        bids: [u8; 2],
        /// Who chooses.
        winner: Seat,
    },
    /// The higher bid has chosen.
    SideChosen {
        /// Who chose.
        side: Seat,
        /// Whether the armies changed seats.
        change: bool,
        /// His panic level now.
        level: u16,
    },
    /// A player's list is complete.
    Ready {
        /// Whose.
        side: Seat,
    },
    /// A list is shown.
    Mustered {
        /// Whose.
        side: Seat,
        /// What it cost.
        points: u16,
        /// Its panic level.
        panic: u16,
    },
    /// Both spent the same, and a die says who sets up first.
    FirstByLot {
        /// Who does.
        side: Seat,
    },
    /// How many features there are.
    Features {
        /// So many.
        count: u8,
    },
    /// A feature is begun.
    Feature {
        /// What it is.
        terrain: Terrain,
        /// How many tiles it has.
        tiles: u8,
    },
    /// A unit or a camp is set up.
    Deployed {
        /// The unit.
        unit: UnitId,
        /// Where.
        hex: HexId,
    },
    /// Cavalry fights on foot.
    Dismounted {
        /// The unit.
        unit: UnitId,
        /// As what.
        into: Kind,
    },
}

impl MusterEvent {
    /// The side it is about.
    pub fn side(&self) -> Option<Seat> {
        match self {
            Self::BidsOpened { winner: side, .. }
            | Self::SideChosen { side, .. }
            | Self::Ready { side }
            | Self::Mustered { side, .. }
            | Self::FirstByLot { side } => Some(*side),
            Self::Deployed { unit, .. } | Self::Dismounted { unit, .. } => Some(unit.side()),
            Self::Features { .. } | Self::Feature { .. } => None,
        }
    }

    /// The event in words.
    pub fn narrate(&self, table: &Table) -> String {
        let army = |side: Seat| table.scenario.armies[side.index()].name.as_str();
        let unit = |unit: UnitId| {
            let lines = &table.scenario.armies[unit.side().index()].units;
            lines.get(unit.place()).map_or("A unit", |line| line.name.as_str())
        };
        match self {
            Self::BidsOpened { bids: [one, other], winner } => {
                let seat = if winner.index() == 0 { "first" } else { "second" };
                format!("Bids for the choice of sides: {one} against {other}. The {seat} seat chooses.")
            }
            Self::SideChosen { side, change, level } => {
                let verb = if *change { "take over" } else { "keep" };
                format!("They {verb} the {}, whose panic level is {level} now.", army(*side))
            }
            Self::Ready { side } => format!("{} are mustered.", army(*side)),
            Self::Mustered { side, points, panic } => {
                format!("{}: {points} build points, panic level {panic}.", army(*side))
            }
            Self::FirstByLot { side } => {
                format!("Both spent the same; by lot the {} set up first.", army(*side))
            }
            Self::Features { count: 1 } => "The ground has one feature.".into(),
            Self::Features { count } => format!("The ground has {count} features."),
            Self::Feature { terrain, tiles: 1 } => format!("A feature of one hex: {}.", terrain.word()),
            Self::Feature { terrain, tiles } => format!("A feature of {tiles} hexes: {}.", terrain.word()),
            Self::Deployed { unit: id, hex } => format!("{} at {hex}.", unit(*id)),
            Self::Dismounted { unit: id, into } => {
                format!("{} dismount: {}.", unit(*id), into.card().name.to_lowercase())
            }
        }
    }
}
