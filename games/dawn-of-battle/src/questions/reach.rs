//! Where a unit can go, with its facings and what each costs (7.0).
//!
//! A player names the goal, and the way is the cheapest of those that do least harm (R66): [`search`] finds it.

mod ground;
mod search;

use arrayvec::ArrayVec;
use sandtable_engine::Seat;
use serde::Serialize;

use crate::data::{Kind, Size};
use crate::ids::{Facing, HEXES, HexId, HexSet, UnitId};
use crate::table::Table;

pub use search::{Trail, facings, trail};

/// Not reached.
const FAR: u8 = u8::MAX;

/// What enemy zones do to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zones {
    /// Entering one ends the move but for turning (7.6).
    Halt,
    /// None may be entered: leaving one (7.6, R11), withdrawing (10.2.2), panic (12.4.1).
    Shun,
}

/// A move to be looked into.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// Who moves.
    pub unit: UnitId,
    /// From where.
    pub from: HexId,
    /// The facing there.
    pub facing: Facing,
    /// Points already spent: by a unit that enters the map.
    pub spent: u8,
    /// All points that it has.
    pub points: u8,
    /// What enemy zones do.
    pub zones: Zones,
    /// Whether its first hex was entered in this move, like any other: by a unit that comes from off the map (7.8, R56), or that goes on from where it has
    /// ridden over a leader (6.4).
    pub enters: bool,
    /// Whether it takes the cheapest way, whatever friends stand in it: who has lost restraint (15.5.1.1).
    pub headlong: bool,
}

impl Order {
    /// A unit that moves from where it stands, by the rules of an activation (7.6).
    pub fn of(table: &Table, unit: UnitId) -> Self {
        let at = &table.units[unit];
        let leaves = table.in_enemy_zone(unit.side(), at.hex) && !table.effects.leave_free.contains(unit);
        Self {
            unit,
            from: at.hex,
            facing: at.facing,
            spent: 0,
            points: points(table, unit),
            zones: if leaves { Zones::Shun } else { Zones::Halt },
            enters: false,
            headlong: false,
        }
    }

    /// The same by the cheapest way, whatever friends stand in it (15.5.1.1).
    #[must_use]
    pub const fn headlong(mut self) -> Self {
        self.headlong = true;
        self
    }

    /// The same with other points and other zones.
    #[must_use]
    pub const fn with(mut self, points: u8, zones: Zones) -> Self {
        (self.points, self.zones) = (points, zones);
        self
    }
}

/// The movement points of a unit (7.1), with those of a special rule (S3) and of an event (E16).
#[inline]
pub fn points(table: &Table, unit: UnitId) -> u8 {
    let printed = table.figures(unit).movement;
    if printed == 0 {
        return 0;
    }
    let special = &table.scenario.special.sides[unit.side().index()];
    let event = if table.effects.acting == Some(unit.side()) { table.effects.move_plus } else { 0 };
    printed + special.more_movement(table.units[unit].kind, table.turn) + event
}

/// What passing a friend does (7.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// Nothing but the ground.
    Free,
    /// One point more (7.9.2).
    Dearer,
    /// Both are disrupted (7.9.2, 7.9.3).
    Harmful,
}

/// How two units of one side get past each other (7.9.1, 7.9.2, 7.9.3). What has no size lets everybody pass (R71).
pub const fn passing(mover: Option<Size>, friend: Option<Size>) -> Passing {
    match (mover, friend) {
        (None | Some(Size::Light), _) | (_, None | Some(Size::Light)) => Passing::Free,
        (Some(Size::Medium), Some(Size::Medium)) => Passing::Dearer,
        _ => Passing::Harmful,
    }
}

/// The same with an event that opens files to the side that acts (E19).
#[inline]
pub fn passes(table: &Table, mover: Option<Size>, friend: UnitId) -> Passing {
    let open = table.effects.pass_free && table.effects.acting == Some(friend.side());
    if open { Passing::Free } else { passing(mover, table.units[friend].kind.card().size) }
}

/// Whether a unit may end its move in a hex as far as friends go: nobody there (7.9), or a cannon with a light unit or another cannon (8.7.2.6).
pub fn has_room(table: &Table, unit: UnitId, hex: HexId) -> bool {
    let troops = table.troops_at(hex).filter(|other| *other != unit);
    if table.guns.is_empty() {
        return troops.is_none();
    }
    let mut guns = table.guns_at(hex);
    guns.remove(unit);
    let kind = table.units[unit].kind;
    match (troops, guns.len()) {
        (None, 0) => true,
        (None, 1) => kind == Kind::Ay || kind.card().is_light(),
        (Some(other), 0) => {
            kind == Kind::Ay && other.side() == unit.side() && table.units[other].kind.card().is_light()
        }
        _ => false,
    }
}

/// Those of some hexes in which a unit of a side rides over leaders of the enemy: they are there without troops (6.4).
pub fn ridden_over(table: &Table, side: Seat, hexes: impl Iterator<Item = HexId>) -> HexSet {
    hexes.filter(|hex| table.has_post(side.opponent(), *hex) && table.unit_at(*hex).is_none()).collect()
}

/// Whether an enemy unit is beside a hex.
#[inline]
pub fn beside_enemy(table: &Table, side: Seat, hex: HexId) -> bool {
    table.map().around(hex).iter().any(|next| table.foe_at(side, *next).is_some())
}

/// Where a unit can end its move.
pub struct Reach {
    /// What it costs to face each vertex of each hex.
    costs: [[u8; 6]; HEXES],
    hexes: ArrayVec<HexId, HEXES>,
    seen: HexSet,
}

impl Reach {
    /// Looks a move up. Staying and turning is part of it, free in an enemy's zone (7.6, R10).
    pub fn new(table: &Table, order: Order) -> Self {
        search::all(table, order)
    }

    /// The hexes, in the order in which they were found.
    #[inline]
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes
    }

    /// What it costs to face a vertex in a hex.
    #[inline]
    pub fn at(&self, hex: HexId, facing: Facing) -> Option<u8> {
        let cost = self.costs[hex.index()][usize::from(facing.index())];
        (cost != FAR).then_some(cost)
    }

    /// What it costs to get to a hex.
    #[inline]
    pub fn cost(&self, hex: HexId) -> Option<u8> {
        if !self.seen.contains(hex) {
            return None;
        }
        self.costs[hex.index()].into_iter().filter(|cost| *cost != FAR).min()
    }

    /// Whether a hex can be reached.
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        self.seen.contains(hex)
    }
}
