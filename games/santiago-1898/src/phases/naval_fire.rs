//! Naval guns: the American ships (6.2) and Cervera's fleet (6.3), as far as they could be reconstructed (R20).

use sandtable_engine::{Cx, Refusal, Thing, require, rule};

use crate::Santiago;
use crate::data::{map, tables};
use crate::events::Event;
use crate::ids::{Force, HexId, HexSet};
use crate::phases::hit::Hit;
use crate::questions::fire_strength::ship_modifier;
use crate::table::{Table, Thrown};

/// The factors of a side's ships.
pub fn factors(force: Force) -> u8 {
    match force {
        Force::Us => tables().naval.us_factors,
        Force::Cu => 0,
        Force::Es => tables().naval.es_factors,
    }
}

/// Whether a force's ships have a bombardment left in its fire phase: the Americans once in each (6.2), Cervera's once in a turn until the fleet leaves
/// (6.3, R31); Cubans have none.
pub fn ready(table: &Table, force: Force) -> bool {
    match force {
        Force::Us => !table.ships_fired,
        Force::Cu => false,
        Force::Es => table.fleet_left == 0 && !table.guns_fired,
    }
}

/// The hexes within reach of a force's ships: two from the open sea (6.2a), three from the harbour (6.3a).
pub fn in_reach(force: Force) -> &'static HexSet {
    match force {
        Force::Us | Force::Cu => &map().near_ocean,
        Force::Es => &map().near_harbour,
    }
}

/// Whether a force's ships may bombard a hex now.
pub fn check(table: &Table, force: Force, hex: HexId) -> Result<(), Refusal> {
    let space = Thing::Space(hex.0);
    require!(force != Force::Cu, "6.2", "the ships fire in the American phase");
    require!(hex.exists(), "9.1", "this is no hex of the map");
    require!(force == Force::Us || table.fleet_left == 0, "4.2d", "Cervera's fleet has left");
    require!(ready(table, force) || force == Force::Es, "6.2", "the ships have fired in this phase");
    require!(ready(table, force), "R31", "Cervera's guns have fired this turn");
    require!(table.enemy_in(force, hex), "R47", "no enemy unit stands there"; blocked space);
    let near = in_reach(force).contains(hex);
    require!(near || force == Force::Es, "6.2a", "the ships reach two hexes inland"; blocked space);
    require!(near, "6.3a", "Cervera's guns reach three hexes from the harbour"; blocked space);
    require!(!table.spoken_for.contains(hex), "R45", "this hex has been fired at in this phase"; blocked space);
    Ok(())
}

/// A bombardment: only what the target stands in changes the die (6.2b), and it is the one fire at its hex in the phase (R45).
pub fn bombard(table: &mut Table, force: Force, target: HexId, cx: &mut Cx<Santiago>) -> Hit {
    let rule = if force == Force::Us { rule!("6.2") } else { rule!("6.3") };
    let fire = &tables().fire;
    let column = fire.column(factors(force));
    let die = cx.die(rule);
    let modified = die as i8 + ship_modifier(target);
    let result = fire.result(modified, column);
    match force {
        Force::Us => table.ships_fired = true,
        _ => table.guns_fired = true,
    }
    table.spoken_for.insert(target);
    table.thrown = Thrown { target, die, modified, column: column as u8, assault: false };
    cx.log(rule, || Event::Bombarded { force, target, die, modified, result });
    Hit::at(target, result)
}
