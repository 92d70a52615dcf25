//! Where ships are bound for: ways out that are rewarded, and edges that are too near.

use sandtable_engine::Seat;

use crate::ids::{Hex, ShipId};
use crate::questions::speed;
use crate::scenario::{Fate, SheetEdge};
use crate::table::Table;

/// What the courses of a side's ships are worth to it, in points.
pub fn prospects(table: &Table, side: Seat) -> f32 {
    let ships = table.fleet_of(side).and(table.fleet.afloat).iter();
    ships.map(|ship| of_ship(table, ship)).sum()
}

/// What the course of a ship is worth to her side, in points.
fn of_ship(table: &Table, ship: ShipId) -> f32 {
    from(way_out(table, ship), table, ship)
}

/// What her course is worth to a ship on her heading, where it is known what her hex is worth.
pub fn from(way_out: i32, table: &Table, ship: ShipId) -> f32 {
    f32::from((way_out - edge_danger(table, ship)) as i16) / 100.0
}

/// What nearness to an exit is worth to a ship that is rewarded for leaving, in hundredths of a point.
pub fn way_out(table: &Table, ship: ShipId) -> i32 {
    let mut best = 0;
    let (grid, hex) = (table.scenario.sea.grid, table.hex(ship));
    for award in table
        .scenario
        .awards
        .iter()
        .filter(|award| award.to == table.side(ship) && award.ships.contains(ship))
    {
        for clause in award.any.iter().filter(|clause| clause.status == Some(Fate::Exited)) {
            for exit in table.scenario.exits.iter().filter(|exit| exit.side == table.side(ship)) {
                let allowed = exit
                    .edges
                    .iter()
                    .filter(|edge| clause.edges.as_ref().is_none_or(|edges| edges.contains(edge)));
                for edge in allowed {
                    let hexes = match edge {
                        SheetEdge::N => hex.row(),
                        SheetEdge::S => grid.rows() - hex.row() + 1,
                        SheetEdge::W => hex.column(),
                        SheetEdge::E => grid.columns() - hex.column() + 1,
                    };
                    best = best.max(i32::from(award.points) * 120 / (3 + i32::from(hexes)));
                }
            }
        }
    }
    best
}

/// What it costs to steer for an edge that is too near.
fn edge_danger(table: &Table, ship: ShipId) -> i32 {
    let sea = &table.scenario.sea;
    let side = sea.side(table.ships[ship].heading);
    let steps = i32::from(speed::flank(table, ship)) + 1;
    let mut hex: Hex = table.hex(ship);
    for step in 0..steps {
        hex = hex.step(side);
        if !sea.grid.contains(hex) || sea.is_land(hex) {
            return (steps - step) * i32::from(table.vessel(ship).value);
        }
    }
    0
}
