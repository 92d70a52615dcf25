//! Lays out the table (3.0).

use std::sync::Arc;

use sandtable_engine::{Hidden, Setup, SetupError};

use crate::data::tables;
use crate::ids::{Hex, MOST_SHIPS, ShipId, ShipSet};
use crate::phases::critical;
use crate::phases::damage::note_crippled;
use crate::scenario::{Berth, Opening, SHELF, StoppedWord, Vessel};
use crate::smoke_markers::SmokeMarkers;
use crate::table::{Damage, Fleets, Ship, Ships, Stopped, Table};

/// The table of a set-up.
pub fn lay_out(setup: &Setup) -> Result<Table, SetupError> {
    let scenario = SHELF.take(setup)?;
    let mut smoke = SmokeMarkers::default();
    scenario.smoke.iter().for_each(|hex| {
        if smoke.has_room(*hex) {
            smoke.lay(*hex);
        }
    });
    let mut table = Table {
        turn: scenario.first_turn,
        fleet: Fleets::default(),
        hexes: [Hex::default(); MOST_SHIPS],
        ships: Ships::new(scenario.ships.iter().map(|vessel| ship(vessel, scenario.first_turn))),
        evading: ShipSet::NONE,
        burning: ShipSet::NONE,
        fired_guns: ShipSet::NONE,
        fired_guns_before: ShipSet::NONE,
        tried_turrets: ShipSet::NONE,
        failed_turrets: ShipSet::NONE,
        smoke,
        flagship_crippled: 0,
        released: 0,
        releasing: 0,
        powerless: 0,
        scattered: 0,
        harassed: ShipSet::NONE,
        crowded_out: ShipSet::NONE,
        scenario: Arc::clone(&scenario),
    };
    for (number, vessel) in scenario.ships.iter().enumerate() {
        place(&mut table, ShipId(number as u8), vessel);
    }
    Ok(table)
}

/// A ship as it begins. The speed of the set-up counts in the combat of the first turn (ruling V7); two waterline hits
/// stop the ship for good (6.9b).
fn ship(vessel: &Vessel, first_turn: u8) -> Ship {
    let starts = &vessel.starts;
    let level = vessel.level.unwrap_or_default();
    let showing = if starts.heavily_damaged { vessel.back.unwrap_or(vessel.front) } else { vessel.front };
    let slowed_to = match (starts.slowed_to, starts.waterline_hits) {
        (0, 1..) => critical::slowed_to(showing.speed),
        (limit, _) => limit,
    };
    let damage = Damage {
        heavily_damaged: starts.heavily_damaged,
        hits: starts.hits,
        waterline: starts.waterline_hits.max(u8::from(slowed_to > 0)),
        slowed_to,
        stopped: match starts.stopped {
            _ if starts.waterline_hits >= 2 => Stopped::Permanent,
            None => Stopped::No,
            Some(StoppedWord::Permanent) => Stopped::Permanent,
            // It was stopped in the turn before, so that the first movement phase is that of its repair.
            Some(StoppedWord::Repairable) => Stopped::Repairable { since: first_turn - 1 },
        },
        fires: starts.fires,
        jammed: starts.jammed,
        torpedo_attacks: starts.torpedo_attacks.unwrap_or(tables().torpedoes.attacks),
        equipment: false,
        catastrophe: starts.hulk,
    };
    Ship {
        level,
        ordered: Hidden::open(level),
        heading: match vessel.berth {
            Berth::At(_, heading) => heading,
            Berth::Enters { .. } => Ship::default().heading,
        },
        damage,
        struck: damage,
        ..Ship::default()
    }
}

fn place(table: &mut Table, ship: ShipId, vessel: &Vessel) {
    let starts = &vessel.starts;
    match vessel.berth {
        Berth::Enters { .. } => table.fleet.due.insert(ship),
        Berth::At(hex, _) => {
            table.hexes[ship.index()] = hex;
            if starts.hulk {
                table.fleet.hulks.insert(ship);
            } else {
                table.fleet.afloat.insert(ship);
            }
        }
    }
    if starts.evading {
        table.evading.insert(ship);
    }
    if starts.fires > 0 && !starts.hulk {
        table.burning.insert(ship);
    }
    if starts.fired_guns_last_turn {
        match table.scenario.opens_with {
            // The first combat phase moves this into what was fired before.
            Opening::Combat => table.fired_guns.insert(ship),
            Opening::Movement => table.fired_guns_before.insert(ship),
        }
    }
    note_crippled(table, ship);
}
