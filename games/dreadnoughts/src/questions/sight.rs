//! Spotting and what blocks a line (2.2, 6.2, 9.1, 9.20).

use sandtable_engine::{Refusal, Thing, require, rule};
use sandtable_maps::{Ends, Sight, Touch, sight, touch};

use crate::data::tables;
use crate::ids::{ShipId, ShipSet};
use crate::table::Table;

/// How far a ship sees another, and thus fires at most, whatever its guns reach (6.2, 9.1, 9.11, ruling F8).
#[inline]
pub fn spotting_distance(table: &Table, spotter: ShipId, target: ShipId) -> u8 {
    let scenario = &table.scenario;
    let line = scenario.visibility(table.turn, spotter, target);
    // Where no line fits nothing limits sight but the rulebook (6.2).
    let Some(line) = line else { return tables().gunnery.spotting };
    let mut hexes = line.hexes;
    if table.fired_guns_before.contains(target) {
        hexes = hexes.max(line.flash);
    }
    if table.burning.contains(target) {
        hexes = hexes.max(line.burning);
    }
    if line.near_land < hexes && scenario.sea.is_coastal(table.hex(target)) {
        hexes = line.near_land;
    }
    if table.powerless != 0 { hexes.min(without_power(table, spotter).unwrap_or(hexes)) } else { hexes }
}

/// How far a ship without power sees, if it is without power now (9.11).
pub fn without_power(table: &Table, ship: ShipId) -> Option<u8> {
    let failures = table.scenario.specials.power_failures.iter().enumerate();
    let mut in_force = failures.filter(|(number, failure)| {
        table.powerless >> number & 1 != 0 && failure.ship == ship && failure.lasts.holds(table.turn)
    });
    in_force.next().map(|(_, failure)| failure.sight)
}

/// Ships in the hexes beside a ship: the only ones that can block its fire (6.2b). Others along the line do not, even
/// when they burn (ruling L5), and hulks never do (ruling H2).
#[inline]
pub fn beside(table: &Table, firer: ShipId) -> ShipSet {
    let from = table.hex(firer);
    let mut beside = ShipSet::NONE;
    for ship in table.fleet.afloat.iter() {
        if from.is_beside(table.hex(ship)) {
            beside.insert(ship);
        }
    }
    beside
}

/// Whether a ship can be seen and the line to it is free (6.2, 9.1, 9.20). `beside` are the ships next to the firer.
#[inline]
pub fn check_line(
    table: &Table,
    firer: ShipId,
    beside: ShipSet,
    target: ShipId,
    range: u8,
) -> Result<(), Refusal> {
    let sees = spotting_distance(table, firer, target);
    if sees < tables().gunnery.spotting {
        require!(
            range <= sees, "9.1", "the target is {0} hexes away and in this battle is not seen beyond {1}";
            figures i16::from(range), i16::from(sees)
        );
    }
    require!(
        range <= sees, "6.2", "the target is {0} hexes away and cannot be seen beyond {1}";
        figures i16::from(range), i16::from(sees)
    );
    if range > 1
        && !beside.is_empty()
        && let Some(blocker) = blocking_ship(table, firer, beside, target)
    {
        return Err(Refusal::new(rule!("6.2b"), "a ship right beside the firer stands in the line of fire")
            .blocked_by(Thing::Piece(u16::from(blocker.0))));
    }
    let sea = &table.scenario.sea;
    if sea.has_land {
        let (from, to) = (table.hex(firer), table.hex(target));
        // Beyond the rim there is no sea either: a line between it and land is blocked (ruling L3).
        let blocks = |hex| sea.is_land(hex) || !sea.grid.contains(hex);
        let clear = sight(from, to, Ends::Exempt, blocks) == Sight::Clear;
        require!(clear, "9.20", "land lies on the line of sight");
    }
    Ok(())
}

/// A third ship in a hex beside the firer that the line passes through (6.2b). Along a hexside both hexes must hold a
/// ship (ruling L2); ships in the hexes of firer and target never block; any side's ship does (ruling L4).
fn blocking_ship(table: &Table, firer: ShipId, beside: ShipSet, target: ShipId) -> Option<ShipId> {
    let (from, to) = (table.hex(firer), table.hex(target));
    let mut along = None;
    for ship in beside.iter() {
        let hex = table.hex(ship);
        match touch(from, to, hex) {
            Touch::In => return Some(ship),
            Touch::Along if along.is_some_and(|other| other != hex) => return Some(ship),
            Touch::Along => along = Some(hex),
            Touch::No => {}
        }
    }
    None
}
