//! What lies on the table.

use arrayvec::{ArrayString, ArrayVec};
use sandtable_engine::{Audience, Hidden, Seat};
use serde::Serialize;

use crate::data::{Card, Space, UnitId};

/// The most units in a space, 4.4.
pub const STACK: u8 = 2;
/// The most units of a side.
pub const UNITS: usize = 4;

/// Who marches first: an option, 3.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstMarch {
    /// Whoever bids more.
    Bid,
    /// Always the same seat.
    Always(Seat),
}

/// A counter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Unit {
    /// Its side.
    pub side: Seat,
    /// Where it is; nowhere once it is lost.
    pub at: Option<Space>,
    /// Whether it has marched this turn.
    pub marched: bool,
}

/// Ridge, units, cards, points.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Table {
    /// The scenario's name.
    pub title: ArrayString<40>,
    /// The turn, from 1.
    pub turn: u8,
    /// The last turn.
    pub turns: u8,
    /// Whether units march one space instead of two, 4.2.
    pub blizzard: bool,
    /// Who marches first.
    pub first_march: FirstMarch,
    /// Blue's units, then Red's.
    pub units: ArrayVec<Unit, { 2 * UNITS }>,
    /// The card that each seat holds; it lies open once it was played.
    pub hands: [Hidden<Card>; 2],
    /// The cards laid aside, which nobody knows.
    pub aside: [Hidden<Card>; 2],
    /// Points by seat.
    pub points: [i16; 2],
}

impl Table {
    /// The unit, if there is one of this number.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(id.index())
    }

    /// The unit, to change it.
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    /// All units, lost ones included.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> {
        (0..).map(UnitId).take(self.units.len())
    }

    /// The units of a side in a space.
    pub fn units_at(&self, side: Seat, space: Space) -> impl Iterator<Item = UnitId> {
        self.ids().filter(move |id| {
            let unit = self.units[id.index()];
            unit.side == side && unit.at == Some(space)
        })
    }

    /// How many units of a side are in a space.
    pub fn count_at(&self, side: Seat, space: Space) -> u8 {
        self.units_at(side, space).map(|_| 1).sum()
    }

    /// How many units of a side are still on the ridge.
    pub fn strength(&self, side: Seat) -> i16 {
        self.units.iter().map(|unit| i16::from(unit.side == side && unit.at.is_some())).sum()
    }

    /// How many units a side has beyond the middle, 7.2.
    pub fn beyond(&self, side: Seat) -> i16 {
        let beyond = |at: Space| if side == Seat(0) { at > Space::MIDDLE } else { at < Space::MIDDLE };
        self.units.iter().map(|unit| i16::from(unit.side == side && unit.at.is_some_and(beyond))).sum()
    }

    /// Whether a seat's card has been played and lies open, 5.3.
    pub fn card_is_spent(&self, seat: Seat) -> bool {
        self.hands[seat.index()].audience() == Audience::Everyone
    }

    /// The names of the units in files.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.ids().map(|id| self.name(id).to_lowercase().replace(' ', "-"))
    }

    /// The name of a unit for people.
    pub fn name(&self, id: UnitId) -> String {
        let Some(unit) = self.unit(id) else { return String::new() };
        let before = self.units[..id.index()].iter().filter(|other| other.side == unit.side).count();
        format!("{} {}", side_name(unit.side), before + 1)
    }
}

/// A side's name for people.
pub fn side_name(side: Seat) -> &'static str {
    if side == Seat(0) { "Blue" } else { "Red" }
}

/// A side's name in files.
pub fn side_key(side: Seat) -> &'static str {
    if side == Seat(0) { "blue" } else { "red" }
}
