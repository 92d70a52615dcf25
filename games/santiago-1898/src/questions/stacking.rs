//! How many may stand in a hex (5.1).

use sandtable_engine::{Refusal, Thing, require};

use crate::data::tables;
use crate::ids::{Force, HexId, UnitId};
use crate::table::Table;

/// Units in a hex, the base counted as one (5.1a); leaders do not count (5.1b).
#[inline]
pub fn height(table: &Table, hex: HexId) -> u8 {
    table.count(hex) + u8::from(table.base() == hex)
}

/// Those whom a force comes to stand with in a hex. Spaniards share it with nobody: the balloon is lost when they come (6.1a), and with
/// the base the game is over (4.3c).
#[inline]
pub fn met(table: &Table, force: Force, hex: HexId) -> u8 {
    match force {
        Force::Us | Force::Cu => height(table, hex),
        Force::Es if table.enemy_in(force, hex) => 0,
        Force::Es => table.count(hex),
    }
}

/// Whether the hex is free of the ally with whom a force does not stack (5.1d, R15).
#[inline]
pub fn unmixed(table: &Table, force: Force, hex: HexId) -> bool {
    let ally = match force {
        Force::Us => Force::Cu,
        Force::Cu => Force::Us,
        Force::Es => return true,
    };
    table.owner(hex) != Some(ally) && table.leaders_in(ally, hex).is_empty()
}

/// Whether so many units of a force can come to stand in a hex (5.1). It is asked where a move, a retreat or an advance ends (5.1c), not on
/// the way: friends are passed, full hexes too (R29).
#[inline]
pub fn has_room_for(table: &Table, force: Force, units: u8, hex: HexId) -> bool {
    (units == 0 || met(table, force, hex) + units <= tables().stacking) && unmixed(table, force, hex)
}

/// For how many units of a force there is room in a hex.
pub fn room(table: &Table, force: Force, hex: HexId) -> u8 {
    tables().stacking.saturating_sub(met(table, force, hex))
}

/// Whether a piece can come to stand in a hex.
#[inline]
pub fn has_room(table: &Table, unit: UnitId, hex: HexId) -> bool {
    has_room_for(table, unit.force(), u8::from(!unit.is_leader()), hex)
}

/// The same with the reason.
pub fn check_room(table: &Table, force: Force, units: u8, hex: HexId) -> Result<(), Refusal> {
    let most = i16::from(tables().stacking);
    let space = Thing::Space(hex.0);
    if !has_room_for(table, force, units, hex) {
        require!(unmixed(table, force, hex), "5.1d", "Americans and Cubans do not end in one hex"; blocked space);
        require!(force == Force::Es || table.base() != hex, "5.1a", "the base counts as a unit, and {0} may stand in a hex"; figures most, 0);
        require!(false, "5.1", "{0} units may stand in a hex, and there would be {1}";
            figures most, i16::from(met(table, force, hex) + units));
    }
    Ok(())
}

/// A hex with more units than may stand there.
pub fn too_high(table: &Table) -> Option<HexId> {
    let limit = tables().stacking;
    crate::data::map().beaches.into_iter().find(|hex| height(table, *hex) > limit)
}
