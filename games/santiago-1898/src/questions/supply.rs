//! Lines of communication (10.2, R18).

use crate::data::{Comes, Kind, card, map, tables};
use crate::ids::{Force, HexId, HexSet, UnitId};
use crate::table::Table;

/// The hexes from which a force's source can be reached along roads and railways.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    force: Force,
    net: HexSet,
}

/// Room for the hexes within three steps of one, and for those along the ways.
const QUEUE: usize = 128;

impl Lines {
    /// The lines of a force as they are now (10.2i). Cubans need none (10.2f).
    #[inline]
    pub fn of(table: &Table, force: Force) -> Self {
        Self { force, net: *table.linked(force) }
    }

    /// Whether a unit of the force is in supply where it stands (10.2).
    pub fn supply(&self, table: &Table, unit: UnitId) -> bool {
        self.supply_at(table, unit, table.at[unit])
    }

    /// The same if it stood in another hex.
    pub fn supply_at(&self, table: &Table, unit: UnitId, hex: HexId) -> bool {
        if self.force == Force::Cu || unit.is_leader() || self.net.contains(hex) {
            return true;
        }
        if self.force == Force::Es && always(table, unit, hex) {
            return true;
        }
        self.within_reach(table, hex)
    }

    /// Whether the net, or the source itself (R39), is at most three open hexes away (10.2a).
    fn within_reach(&self, table: &Table, hex: HexId) -> bool {
        if self.net.is_empty() {
            return false;
        }
        let mut seen = HexSet::NONE;
        seen.insert(hex);
        let mut queue = [hex; QUEUE];
        let (mut from, mut end) = (0, 1);
        for _ in 0..tables().supply.off_road {
            let ring = end;
            while from < ring {
                for next in map().open_from(queue[from]) {
                    if seen.contains(next) || table.enemy_in(self.force, next) {
                        continue;
                    }
                    if self.net.contains(next) {
                        return true;
                    }
                    seen.insert(next);
                    queue[end] = next;
                    end += 1;
                }
                from += 1;
            }
        }
        false
    }
}

/// Where the lines of a force end (10.2b): the base, or Santiago.
fn source(table: &Table, force: Force) -> HexId {
    match force {
        Force::Us => table.base(),
        Force::Es => map().santiago,
        Force::Cu => HexId::NOWHERE,
    }
}

/// The hexes that are linked to a force's source: any length along roads and railways (10.2a), free of enemy units (10.2).
pub fn linked(table: &Table, force: Force) -> HexSet {
    let mut linked = HexSet::NONE;
    let source = source(table, force);
    if !source.exists() || table.enemy_in(force, source) {
        return linked;
    }
    let blown = table.scenario.options.blown_bridge;
    let mut queue = [source; QUEUE];
    let (mut done, mut end) = (0, 1);
    linked.insert(source);
    while done < end {
        let hex = queue[done];
        done += 1;
        for to in map().along(hex, blown) {
            if !linked.contains(to) && !table.enemy_in(force, to) {
                linked.insert(to);
                queue[end] = to;
                end += 1;
            }
        }
    }
    linked
}

/// Whether the links of a force may change when an enemy comes into a hex or leaves it: only on the net, at its ends and at the source.
pub fn concerns(table: &Table, force: Force, hex: HexId) -> bool {
    let net = table.linked(force);
    net.contains(hex)
        || hex == source(table, force)
        || map().along(hex, table.scenario.options.blown_bridge).any(|beside| net.contains(beside))
}

/// Spanish units that are supplied whatever the enemy does: in and beside Santiago (10.2c), the garrisons at home (10.2d), Escario's men
/// on the turn of their arrival and the next (10.2e).
fn always(table: &Table, unit: UnitId, hex: HexId) -> bool {
    let card = card(unit);
    hex == map().santiago
        || map().side(map().santiago, hex).is_some()
        || card.kind == Kind::Garrison && hex == card.home
        || card.comes == Comes::Escario
            && table.arrived[unit] > 0
            && table.turn < table.arrived[unit] + tables().supply.escario_turns
}

/// Half of a figure, rounded up, for a unit out of supply (10.2g), each by itself (R48).
#[inline]
pub const fn halved(figure: u8, supplied: bool) -> u8 {
    if supplied { figure } else { figure.div_ceil(2) }
}
