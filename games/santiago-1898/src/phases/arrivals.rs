//! Who comes onto the map after the start: Cubans by turns (3.3), Escario's column (7.1).
//!
//! A piece that is due is moved like any other, from the hexes where it comes in. By land and in full (R52): Rabí (3.3d), Estrada and Ríos the turn after Escario
//! (3.3f). By sea, with half their points: Bayamo and Jiguaní (3.3e). González Clavel (3.3a), Ramón de las Yaguas (3.3b) and Cebreco (3.3c) are set up
//! before the first turn (R7).

use crate::data::{Comes, card, map, tables, traits};
use crate::ids::{Force, HexId, HexSet, UnitId};
use crate::questions::reach::is_barred;
use crate::setup::shy;
use crate::table::Table;

/// Where a piece that is due comes in, and what the first hex costs.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The hexes.
    pub hexes: HexSet,
    /// What it costs to enter them.
    pub cost: u8,
    /// Whether it comes by sea, and so with half its points.
    pub by_sea: bool,
}

/// The turn of Escario's column (7.1): as printed (R5), a turn later if it was delayed (H2), or on its historical date (O1).
pub fn escario_turn(table: &Table) -> u8 {
    let escario = &tables().escario;
    if table.scenario.options.historical_escario {
        escario.historical
    } else if let Some(turn) = table.scenario.escario {
        turn
    } else if table.delayed {
        escario.delayed
    } else {
        escario.turn
    }
}

/// The turn on which a piece that is due comes; none for one that lands from the fleet or waits for an event.
pub fn turn_of(table: &Table, unit: UnitId) -> Option<u8> {
    let traits = traits(unit);
    match traits.comes {
        Comes::Turn | Comes::Sea => Some(traits.turn),
        Comes::Escario => Some(escario_turn(table)),
        Comes::AfterEscario => Some(escario_turn(table) + 1),
        Comes::SetUp | Comes::First | Comes::Second | Comes::Event => None,
    }
}

/// Where a piece may come in now; nothing if it is not its day, or if no hex is free (R32, R52).
pub fn entry(table: &Table, unit: UnitId) -> Option<Entry> {
    if !table.due.contains(unit) || turn_of(table, unit)? > table.turn {
        return None;
    }
    let map = map();
    // No leader comes to an enemy leader (8.1c).
    let barred = |hex: HexId| unit.is_leader() && is_barred(table, unit.force(), true, hex);
    let free = |hex: &HexId| !table.enemy_in(unit.force(), *hex) && !barred(*hex);
    let entry = match traits(unit).comes {
        // At El Cobre (7.1a, R6), whose price is that of its ground.
        Comes::Escario => Entry {
            hexes: [map.entry].into_iter().filter(free).collect(),
            cost: map.entry_cost,
            by_sea: false,
        },
        Comes::Sea => {
            Entry { hexes: [beach(table)].into_iter().filter(free).collect(), cost: 0, by_sea: true }
        }
        _ => Entry {
            hexes: card(unit).places.iter().filter(|hex| free(hex) && !shy(table, unit, *hex)).collect(),
            cost: 0,
            by_sea: false,
        },
    };
    (!entry.hexes.is_empty()).then_some(entry)
}

/// The beach at which Cubans come ashore: Siboney if it is American, otherwise Daiquirí (3.3e).
fn beach(table: &Table) -> HexId {
    let [daiquiri, siboney] = map().beaches;
    if table.held.contains(siboney) { siboney } else { daiquiri }
}

/// The pieces of a force that may come in now.
pub fn arriving(table: &Table, force: Force) -> impl Iterator<Item = UnitId> {
    let due = if force == Force::Us { crate::ids::UnitSet::NONE } else { table.due.and(force.pieces()) };
    due.iter().filter(|unit| entry(table, *unit).is_some())
}
