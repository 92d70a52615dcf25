//! Who lies off a port, and what stops a squadron.

use crate::data::{Spaces, chart};
use crate::ids::{ShipSet, Side, Space};
use crate::table::{Fleet, Table};

/// Whether every area off a port holds enemy forces, single ships included (5.6, ruling R43).
pub fn is_watched(table: &Table, side: Side, port: Space) -> bool {
    is_shut_off(port, table.spaces_of(side.enemy()))
}

/// The same, where it is known in which spaces the enemies are.
#[inline]
pub fn is_shut_off(port: Space, enemies: Spaces) -> bool {
    chart().around(port) & !enemies == 0
}

/// Remembers which ports were watched when orders were written (ruling R11).
pub fn note_watched_ports(table: &mut Table) {
    for side in Side::BOTH {
        let enemies = table.spaces_of(side.enemy());
        let watched = Space::ports().filter(|port| is_shut_off(*port, enemies));
        table.watched[side.index()] = watched.fold(0, |set, port| set | 1 << port.0);
    }
}

/// Whether a squadron needs Sortie orders to leave a port: enemies lay off every way out when orders were written, and still
/// do when it moves (5.6, ruling R11).
pub fn is_shut_in(table: &Table, side: Side, port: Space) -> bool {
    table.watched[side.index()] >> port.0 & 1 != 0 && is_watched(table, side, port)
}

/// Whether worn machinery keeps one of the ships in port (11.C, ruling R50): half the defence, rounded down for Spain and
/// up for the United States, and at least one point.
pub fn held_in_port(table: &Table, ships: ShipSet) -> bool {
    table.scenario.options.maintenance
        && ships.iter().any(|ship| {
            let defence = crate::data::ship(ship).defence;
            let half = match ship.side() {
                Side::Us => defence.div_ceil(2),
                Side::Es => defence / 2,
            };
            table.damage[ship.index()] >= half.max(1)
        })
}

/// Whether a ship of a stack came into its neutral port in the turn before, so that all must lie still (6.1b, ruling R26).
pub fn rests_in_neutral_port(table: &Table, fleet: &Fleet, ships: ShipSet) -> bool {
    ships.iter().any(|ship| {
        let since = fleet.berth(ship).since;
        since > 0 && since + 1 >= table.turn
    })
}
