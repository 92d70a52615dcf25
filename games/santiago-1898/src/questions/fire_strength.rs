//! Who can fire at a hex, with how much, and what changes the die (9.1).

use sandtable_engine::{RuleRef, rule};

use crate::data::{Kind, map, tables, traits};
use crate::ids::{Force, HexId, HexSet, UnitId, UnitSet};
use crate::map::Ground;
use crate::questions::supply::{Lines, halved};
use crate::table::Table;

/// Whether a unit could hit a hex from where it stands: a neighbour, not over water (9.1a) nor across the harbour mouth (R33); artillery two hexes
/// far (6.4, R9), machine guns not (6.5).
#[inline]
pub fn in_range(table: &Table, unit: UnitId, target: HexId) -> bool {
    hexes_in_range(unit, target).contains(table.at[unit])
}

/// The hexes from which a unit could hit another.
#[inline]
pub fn hexes_in_range(unit: UnitId, target: HexId) -> &'static HexSet {
    if traits(unit).range > 1 { map().in_gun_range(target) } else { map().open_beside(target) }
}

/// Whether a unit has fire at all; the balloon has none (6.1), nor has a leader (5.2a).
#[inline]
pub fn has_fire(table: &Table, unit: UnitId) -> bool {
    table.figures(unit).fire > 0
}

/// The factors of a unit, half of them out of supply (10.2g).
pub fn factors(table: &Table, lines: &Lines, unit: UnitId) -> u8 {
    halved(table.figures(unit).fire, lines.supply(table, unit))
}

/// The factors of several units together (9.1h).
pub fn sum(table: &Table, units: UnitSet) -> u8 {
    let Some(first) = units.first() else { return 0 };
    let lines = Lines::of(table, first.force());
    units.iter().map(|unit| factors(table, &lines, unit)).sum()
}

/// One thing that changes the die.
pub type Term = (&'static str, i8, RuleRef);

/// Calls `each` with what the ground of the target does to the die; works protect whoever stands in them (T12, R42).
pub fn ground_terms(target: HexId, each: &mut impl FnMut(Term)) {
    let (map, fire) = (map(), &tables().fire);
    if map.batteries.contains(target) {
        each(("Battery", fire.battery, rule!("D2")));
    }
    if map.entrenchments.contains(target) {
        each(("Entrenchment", fire.entrenchment, rule!("D3")));
    }
    if map.ground[target.index()] == Ground::Jungle {
        each(("Jungle", fire.jungle, rule!("D4")));
    }
    if map.redoubts.contains(target) {
        each(("Redoubt", fire.redoubt, rule!("D5")));
    }
}

/// Calls `each` with all that changes the die of units that fire at a hex. One hex on a hill (R34), beside the balloon or with a leader is enough;
/// only one leader counts (5.2b).
pub fn terms(table: &Table, units: UnitSet, target: HexId, each: &mut impl FnMut(Term)) {
    let (map, fire) = (map(), &tables().fire);
    let Some(first) = units.first() else { return };
    let force = first.force();
    let is_hill = |hex: HexId| map.ground[hex.index()] == Ground::Hill;
    if !is_hill(target) && units.iter().any(|unit| is_hill(table.at[unit])) {
        each(("From a hill", fire.hill, rule!("D1")));
    }
    ground_terms(target, each);
    if force == Force::Us && units.iter().any(|unit| beside_balloon(table, table.at[unit])) {
        each(("Balloon", fire.balloon, rule!("D6")));
    }
    if has_leader(table, force, units) {
        each(("Leader", fire.leader, rule!("D7")));
    }
}

/// Whether the balloon is in a hex or beside it (D6).
fn beside_balloon(table: &Table, hex: HexId) -> bool {
    let balloons = table.map.and(Force::Us.units()).iter().filter(|unit| traits(*unit).kind == Kind::Signals);
    balloons.map(|unit| table.at[unit]).any(|at| at == hex || map().side(at, hex).is_some())
}

/// Whether a leader stands with some of the units (D7, R49).
pub fn has_leader(table: &Table, force: Force, units: UnitSet) -> bool {
    let leaders = table.map.and(force.leaders());
    leaders.iter().any(|leader| units.iter().any(|unit| table.at[unit] == table.at[leader]))
}

/// What is added to the die.
pub fn modifier(table: &Table, units: UnitSet, target: HexId) -> i8 {
    let mut sum = 0;
    terms(table, units, target, &mut |(_, figure, _)| sum += figure);
    sum
}

/// What is added to the die of ships: only the ground of the target counts (6.2b).
pub fn ship_modifier(target: HexId) -> i8 {
    let mut sum = 0;
    ground_terms(target, &mut |(_, figure, _)| sum += figure);
    sum
}
