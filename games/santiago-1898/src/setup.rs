//! Lays out the table, and says where a side may set up (3.1).
//!
//! The places of 3.2 stand with the counters in `data/units.toml`: 3.2a Simancas, 3.2b Constitución and Vara del Rey (R4: three hexes),
//! 3.2c the five of the heights, 3.2d the naval brigade, 3.2e the Cuba regiment, 3.2f Asia, 3.2g the engineers, 3.2h the six of the
//! east, 3.2i the garrisons (R21). Machine guns and Escario's column are due, not placed (3.2j). Two leaders take part (R24), with
//! option O2 three more (R41). Spain holds everything that the file does not give away (3.2k).

use sandtable_engine::{Setup, SetupError};

use crate::data::{Comes, card, traits};
use crate::ids::{Force, HexSet, UnitId, UnitSet};
use crate::questions::stacking;
use crate::scenario::SHELF;
use crate::table::Table;

/// The table of a set-up.
pub fn lay_out(setup: &Setup) -> Result<Table, SetupError> {
    let scenario = SHELF.take(setup)?;
    let mut table = Table::empty(scenario);
    let scenario = std::sync::Arc::clone(&table.scenario);
    for unit in scenario.due.iter() {
        table.steps[unit] = card(unit).steps;
        table.due.insert(unit);
    }
    for (unit, hex) in &scenario.at {
        table.steps[*unit] = card(*unit).steps;
        table.put(*unit, *hex);
    }
    for unit in scenario.reduced.iter() {
        table.steps[unit] = 1;
    }
    table.dis = scenario.disorganised;
    table.set_base(scenario.base);
    table.held = scenario.control;
    table.losses[Force::Us.index()] = scenario.lost;
    table.fleet_left = if scenario.fleet_left { scenario.first_turn.saturating_sub(1).max(1) } else { 0 };
    table.released = scenario.released;
    table.delayed = scenario.delayed;
    table.heroic = scenario.heroic;
    table.bad_weather = scenario.bad_weather;
    Ok(table)
}

/// The pieces that a force still has to set up (3.2, 3.3).
pub fn to_place(table: &Table, force: Force) -> UnitSet {
    table.due.and(force.pieces()).iter().filter(|unit| traits(*unit).comes == Comes::SetUp).collect()
}

/// Where a piece may be set up now: the hexes of its list with room (5.1); Cubans not beside a Spanish unit in the west (3.3c).
pub fn places(table: &Table, unit: UnitId) -> HexSet {
    let force = unit.force();
    let list = card(unit).places;
    list.iter()
        .filter(|hex| {
            stacking::has_room(table, unit, *hex) && !shy(table, unit, *hex) && !table.enemy_in(force, *hex)
        })
        .collect()
}

/// Whether a Cuban column of the west would begin beside a Spanish unit (3.3c).
pub fn shy(table: &Table, unit: UnitId, hex: crate::ids::HexId) -> bool {
    let map = crate::data::map();
    unit.force() == Force::Cu
        && card(unit).places.contains(map.entry)
        && card(unit).comes != Comes::AfterEscario
        && map.beside(hex).any(|beside| table.enemy_in(Force::Cu, beside))
}
