//! How good a position is, in hundredths of a victory point.
//!
//! Points on the track, points that losses of this turn will bring, ships afloat and unhurt, and what the squadrons are about to
//! earn: areas that they hold or can reach, and ports that they are sent against (`plans.rs`), with what the enemy may do about
//! it (`forces.rs`).

mod bombardment;
mod forces;
mod outlook;
mod plans;

use sandtable_engine::{Seat, State};

use crate::DawnOfEmpire;
use crate::data::{self, tables};
use crate::ids::{ShipId, Side};
use crate::table::Table;
pub use outlook::outlook;

/// A victory point.
pub const POINT: i32 = 100;

/// How good the position is for a seat.
pub fn judge(state: &State<DawnOfEmpire>, seat: Seat) -> i32 {
    let table = &state.table;
    let side = table.side(seat);
    let lead = if side == Side::Us { table.points } else { -table.points };
    let mut worth = POINT * i32::from(lead) + material(table, side) - material(table, side.enemy());
    if state.outcome().is_none() {
        worth += pending(table, side) - pending(table, side.enemy());
        worth += plans::prospects(table, side);
    }
    worth
}

/// What a lead counts for: the more, the fewer turns are left to turn it around. Fitted to games between captains in all scenarios,
/// which agree.
pub fn lead(table: &Table) -> i32 {
    6_600 / i32::from(table.turn.max(1))
}

/// Ships afloat by what they are worth to the enemy and by their guns; damage takes off its share. Leaders count their stars.
fn material(table: &Table, side: Side) -> i32 {
    let afloat = table.fates.afloat.and(side.fleet()).iter();
    let ships: i32 = afloat
        .map(|ship| {
            let full = ship_worth(ship);
            let hurt = i32::from(table.damage[ship.index()]);
            full - full * hurt / (2 * (i32::from(data::ship(ship).defence) + 1))
        })
        .sum();
    let leaders = side.leaders().filter(|leader| table.has_leader(*leader));
    ships + leaders.map(|leader| 40 * i32::from(data::leader(leader).stars)).sum::<i32>()
}

/// What a ship is worth as long as she floats, besides the points that the enemy gets for her.
fn ship_worth(ship: ShipId) -> i32 {
    let card = data::ship(ship);
    20 * i32::from(tables().points.halves(card.kind)) + 6 * i32::from(card.attack)
}

/// Points for losses that will be counted at the end of the turn (9.3).
fn pending(table: &Table, side: Side) -> i32 {
    POINT / 2 * i32::from(table.halves[side.index()]) + POINT * i32::from(table.stars[side.index()])
}
