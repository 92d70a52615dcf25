//! Special rules of scenarios (16.5), as data.
//!
//! Hexes that nobody may enter (S1) and ground that nobody may cross (S2) are one list of closed hexes.

use sandtable_engine::Seat;
use serde::{Deserialize, Serialize};

use crate::data::{Kind, KindSet, Terrain};
use crate::ids::HexId;

/// What a scenario says about one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSpecial {
    /// Types that may charge like barbarians on one turn (15.4).
    pub barbarian: KindSet,
    /// Impetuous types (15.5).
    pub impetuous: KindSet,
    /// Disciplined types (15.6).
    pub disciplined: KindSet,
    /// Types with rapid fire (8.6), and how many shots they have.
    pub rapid_fire: (KindSet, u8),
    /// Types with stakes before them until they move (S4).
    pub stakes: KindSet,
    /// Types that form a wall of shields on this ground (S5).
    pub shield_wall: (KindSet, Terrain),
    /// Types with more movement points, how many, up to which turn (S3).
    pub movement: (KindSet, u8, u8),
}

impl SideSpecial {
    /// More movement points for a type on a turn (S3).
    #[inline]
    pub const fn more_movement(&self, kind: Kind, turn: u8) -> u8 {
        let (kinds, points, through) = self.movement;
        if kinds.contains(kind) && turn <= through { points } else { 0 }
    }

    /// Shots of a unit of this type when it is activated (8.6); one without rapid fire.
    #[inline]
    pub const fn shots(&self, kind: Kind) -> u8 {
        let (kinds, shots) = self.rapid_fire;
        if kinds.contains(kind) { shots } else { 1 }
    }

    /// Whether a wall of shields stands here (S5).
    #[inline]
    pub fn is_wall(&self, kind: Kind, ground: Terrain) -> bool {
        let (kinds, terrain) = self.shield_wall;
        kinds.contains(kind) && ground == terrain
    }
}

/// Ground that is worth points (S7): to this side, if at the end it alone has units there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    /// Who has the points.
    pub side: Seat,
    /// Where.
    pub hexes: Vec<HexId>,
    /// How many.
    pub points: u8,
}

/// The special rules of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Special {
    /// Rules of each side.
    pub sides: [SideSpecial; 2],
    /// Hexes that nobody may enter (S1, S2).
    pub closed: Vec<HexId>,
    /// Ground that is worth points.
    pub ground: Vec<Ground>,
}
