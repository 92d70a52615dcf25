//! What a step costs, and where a move comes to a halt (7.1, 7.6, 7.9, 7.12).

use sandtable_engine::Seat;

use super::{Order, Passing, Zones, passes};
use crate::data::{Size, Terrain, limits};
use crate::field::CLOSED;
use crate::ids::{HexId, HexSet};
use crate::table::Table;

/// What does not change while a move is looked into.
pub(super) struct Ground<'a> {
    pub table: &'a Table,
    pub order: Order,
    side: Seat,
    /// The enemy's zone.
    pub zone: HexSet,
    size: Option<Size>,
    good: bool,
    pub infantry: bool,
    easy: bool,
}

/// How a hex can be entered.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub cost: u8,
    /// Whether a friend is disrupted.
    pub harmful: bool,
}

impl Entry {
    /// Not at all.
    pub const CLOSED: Self = Self { cost: CLOSED, harmful: false };
}

impl<'a> Ground<'a> {
    pub fn new(table: &'a Table, order: Order) -> Self {
        let side = order.unit.side();
        let unit = &table.units[order.unit];
        Self {
            table,
            order,
            side,
            zone: table.zone_of(side.opponent()),
            size: unit.kind.card().size,
            good: !unit.disrupted,
            infantry: unit.kind.is_infantry(),
            easy: table.effects.terrain_one.contains(order.unit),
        }
    }

    /// What entering a hex costs (7.1), friends included.
    #[inline]
    pub fn enter(&self, hex: HexId, layer: u8) -> Option<Entry> {
        let table = self.table;
        let mut cost = table.land.cost(hex)?;
        if self.easy {
            cost = 1;
        }
        if self.order.zones == Zones::Shun && self.zone.contains(hex) {
            return None;
        }
        let mut harmful = false;
        if let Some(other) = table.unit_at(hex).filter(|other| *other != self.order.unit) {
            if other.side() != self.side {
                return None;
            }
            let there = &table.units[other];
            match passes(table, self.size, other) {
                Passing::Free => {}
                Passing::Dearer => cost += 1,
                Passing::Harmful => harmful = !there.disrupted || (self.good && layer == 0),
            }
        }
        Some(Entry { cost, harmful })
    }

    /// Whether nothing but turning is left to a unit that has entered (7.6, 2.4.5). Leaders alone halt nobody (R53).
    #[inline]
    pub fn halts(&self, hex: HexId) -> bool {
        self.zone.contains(hex) || (!self.easy && self.table.ground(hex) == Terrain::Stream)
    }

    /// What a step sideways costs (7.12, R16).
    #[inline]
    pub fn sidestep(&self, from: HexId, to: HexId, spent: u8, cost: u8) -> Option<u8> {
        if !self.infantry || self.zone.contains(from) || self.zone.contains(to) {
            return None;
        }
        let usual = limits().sidestep.max(cost + 1);
        if self.order.points >= limits().sidestep {
            return Some(usual);
        }
        // A unit with fewer points may still step aside once, onto clear ground.
        let may = spent == 0 && self.order.points > 0 && self.table.ground(to) == Terrain::Clear;
        may.then_some(self.order.points)
    }
}
