//! Whose hex it is (4.1).

use sandtable_engine::{Cx, rule};

use crate::Santiago;
use crate::data::{Kind, map, traits};
use crate::events::Event;
use crate::ids::{Force, HexId, UnitId, UnitSet};
use crate::table::Table;

/// A unit comes into a hex: it takes control (4.1), but a leader takes none (4.1a) and a Cuban no objective (4.1b, R26); elsewhere
/// Cubans hold for the American player (R43). Enemy leaders (5.2c) and the balloon (6.1a), if nobody is with them, are lost.
pub fn enter(table: &mut Table, unit: UnitId, hex: HexId, cx: &mut Cx<Santiago>) {
    if unit.is_leader() {
        return;
    }
    let force = unit.force();
    for captured in left_alone(table, force, hex).iter() {
        if captured.is_leader() {
            table.remove(captured);
            cx.log(rule!("5.2c"), || Event::Captured { piece: captured, hex, by: unit });
        } else {
            table.lose_step(captured);
            cx.log(rule!("6.1a"), || Event::Captured { piece: captured, hex, by: unit });
        }
    }
    let before = table.held.contains(hex);
    match force {
        Force::Cu if map().objectives.contains(hex) => {}
        Force::Us | Force::Cu => table.held.insert(hex),
        Force::Es => table.held.remove(hex),
    }
    let now = table.held.contains(hex);
    if before != now && !map().names[hex.index()].is_empty() {
        cx.log(rule!("4.1"), || Event::Taken { hex, by: force });
    }
}

/// Leaders in a hex where no unit protects them, and the balloon where it is alone.
pub fn left_alone(table: &Table, force: Force, hex: HexId) -> UnitSet {
    match table.owner(hex) {
        Some(owner) if owner.fights(force) && !is_lone_balloon(table, hex) => UnitSet::NONE,
        Some(owner) if owner.fights(force) => table.among(force.enemy_leaders().or(force.enemy_units()), hex),
        _ => table.among(force.enemy_leaders(), hex),
    }
}

/// Whether the balloon stands in a hex without other units (6.1a).
#[inline]
pub fn is_lone_balloon(table: &Table, hex: HexId) -> bool {
    table.count(hex) == 1
        && table.owner(hex) == Some(Force::Us)
        && table.units_in(Force::Us, hex).first().is_some_and(|unit| traits(unit).kind == Kind::Signals)
}

/// How many objectives the American player holds (4.1c).
pub fn objectives(table: &Table) -> u8 {
    map().objectives.iter().filter(|hex| table.held.contains(*hex)).count() as u8
}
