//! How good a position is, in hundredths of a victory point.
//!
//! Points on the track, points that losses of this turn will bring, ships afloat and unhurt, and what the squadrons are about to
//! earn: areas that they hold or can reach, and ports that they are sent against (`plans.rs`).

mod plans;

use sandtable_engine::{Seat, State};

use crate::DawnOfEmpire;
use crate::data::{self, tables};
use crate::ids::Side;
use crate::table::Table;

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
        let turns_left = i32::from(table.scenario.turns.saturating_sub(table.turn)) + 1;
        let prospects = plans::prospects(table);
        // What is held now is often held again in the next turn.
        let prospects = prospects * if turns_left > 1 { 3 } else { 2 } / 2;
        worth += if side == Side::Us { prospects } else { -prospects };
    }
    worth
}

/// Ships afloat by what they are worth to the enemy and by their guns; damage takes off its share. Leaders count their stars.
fn material(table: &Table, side: Side) -> i32 {
    let afloat = table.fates.afloat.and(side.fleet()).iter();
    let ships: i32 = afloat
        .map(|ship| {
            let card = data::ship(ship);
            let full = 20 * i32::from(tables().points.halves(card.kind)) + 6 * i32::from(card.attack);
            let hurt = i32::from(table.damage[ship.index()]);
            full - full * hurt / (2 * (i32::from(card.defence) + 1))
        })
        .sum();
    let leaders = side.leaders().filter(|leader| table.has_leader(*leader));
    ships + leaders.map(|leader| 40 * i32::from(data::leader(leader).stars)).sum::<i32>()
}

/// Points for losses that will be counted at the end of the turn (9.3).
fn pending(table: &Table, side: Side) -> i32 {
    POINT / 2 * i32::from(table.halves[side.index()]) + POINT * i32::from(table.stars[side.index()])
}
