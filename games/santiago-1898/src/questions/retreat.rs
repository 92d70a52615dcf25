//! Where a unit falls back to (9.4).

use sandtable_engine::{RuleRef, rule};

use crate::data::map;
use crate::ids::{Force, HexId, HexSet, UnitId};
use crate::questions::reach::stands_fast;
use crate::questions::stacking;
use crate::table::Table;

/// How many hexes it is over land to the nearest source of supply of a force, whoever stands on the way (R38): Santiago, the base, for Cubans also the western and
/// northern edge (9.4f). Nothing where there is no source.
pub fn to_source(table: &Table, force: Force, hex: HexId) -> Option<u8> {
    let map = map();
    let beach = map.beaches.iter().position(|beach| *beach == table.base());
    let base = beach.map(|beach| map.to_beach[beach][hex.index()]);
    match force {
        Force::Us => base,
        Force::Es => Some(map.to_santiago[hex.index()]),
        Force::Cu => Some(map.to_edge[hex.index()].min(base.unwrap_or(u8::MAX))),
    }
}

/// Why a unit need not fall back, if it need not: nobody leaves a source of his own, Santiago (R27) or another (R37), and a garrison that was not released
/// does not leave its post (6.6, R55).
pub fn holds_by(table: &Table, unit: UnitId) -> Option<RuleRef> {
    if stands_fast(table, unit) {
        return Some(rule!("R55"));
    }
    (to_source(table, unit.force(), table.at[unit]) == Some(0)).then_some(rule!("R37"))
}

/// Whether an enemy unit or leader keeps those who fall back out of a hex (9.4c).
pub fn is_taken(table: &Table, force: Force, hex: HexId) -> bool {
    table.enemy_in(force, hex) || !table.among(force.enemy_leaders(), hex).is_empty()
}

/// The hexes to which a unit may fall back: one nearer to the nearest source (9.4); not into enemies, sea or harbour (9.4c), within the limit (9.4b). The owner
/// picks (9.4a).
pub fn hexes(table: &Table, unit: UnitId) -> HexSet {
    let (force, at) = (unit.force(), table.at[unit]);
    let Some(now) = to_source(table, force, at) else { return HexSet::NONE };
    map()
        .open_beside(at)
        .iter()
        .filter(|hex| {
            to_source(table, force, *hex).is_some_and(|then| then < now)
                && !is_taken(table, force, *hex)
                && stacking::has_room(table, unit, *hex)
        })
        .collect()
}
