//! Impetuous units (15.5): who they are, and who has lost restraint.

use sandtable_engine::Seat;

use crate::ids::{Facing, HexId, UnitId, UnitSet};
use crate::table::Table;

/// Whether a unit is of an impetuous kind (15.5), also when it has dismounted (15.10). An army that has panicked has none.
#[inline]
pub fn is_impetuous(table: &Table, unit: UnitId) -> bool {
    let side = unit.side();
    let kinds = table.scenario.special.sides[side.index()].impetuous;
    let units = &table.scenario.armies[side.index()].units;
    let kind = units.get(unit.place()).map_or(table.units[unit].kind, |line| line.kind);
    !table.army(side).panicked && kinds.contains(kind)
}

/// Whether a unit has lost restraint this turn: it defends and fights worse (15.5.1.2, R42).
#[inline]
pub fn is_unleashed(table: &Table, unit: UnitId) -> bool {
    table.army(unit.side()).unleashed && is_impetuous(table, unit)
}

/// Whether a unit of a side has an enemy unit before it where it faces a vertex of a hex (15.5.1).
pub fn engages(table: &Table, side: Seat, hex: HexId, facing: Facing) -> bool {
    table.map().front(hex, facing).iter().any(|front| table.foe_at(side, *front).is_some())
}

/// The units of a side that must draw for restraint: those in good order (15.5.1).
pub fn restless(table: &Table, side: Seat) -> UnitSet {
    if table.scenario.special.sides[side.index()].impetuous.is_empty() {
        return UnitSet::NONE;
    }
    let units = table.units_of(side).minus(table.guns).iter();
    units.filter(|unit| !table.units[*unit].disrupted && is_impetuous(table, *unit)).collect()
}
