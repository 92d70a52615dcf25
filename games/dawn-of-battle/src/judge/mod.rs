//! How good a position is for a seat: armies on the way to panic, units in good or bad order, where they stand, who leads them, points and events in hand, and
//! what is being prepared.
//!
//! One sum for each side, and the difference of the two. The figures are in hundredths of a point; a certain victory counts 500 points.
//! They were found by letting captains with different ones play each other.

mod command;
mod draws;
mod forecast;
mod odds;
mod outlook;
mod prospects;
mod ranks;
mod stand;
#[cfg(test)]
mod tests;
mod worth;

use sandtable_engine::{Seat, State};

use crate::DawnOfBattle;
use crate::ids::{HexId, SIDES, UnitId, UnitSet};
use crate::table::Table;

pub use forecast::forecast;
pub use outlook::{LEAD, outlook};
use stand::Front;

/// The position for a seat.
pub fn judge(state: &State<DawnOfBattle>, seat: Seat) -> i32 {
    let front = Front::new(&state.table, seat);
    prospects::foreseen(state, &front, seat)
}

/// What a side's gain counts for a seat: as much, or as much against it.
fn counted_for(seat: Seat, side: Seat, gain: i32) -> i32 {
    if side == seat { gain } else { -gain }
}

/// A table as it lies, without what is being prepared.
fn still(front: &Front, seat: Seat) -> i32 {
    let mut sum = 0;
    for side in SIDES {
        let own = front.stakes.army(front.table, side) + command::command(front, side) + front.line(side);
        sum += counted_for(seat, side, own);
    }
    sum
}

/// The same for another table with the stakes of the first, on which only markers and leaders in some hexes have changed, and what a seat
/// has in hand: that makes a difference to nobody but its command and those in and beside these hexes.
fn still_after(front: &Front, still: i32, table: &Table, hexes: &[HexId], seat: Seat) -> i32 {
    let near = |unit: &UnitId| hexes.iter().any(|hex| hex.distance(table.units[*unit].hex) <= 1);
    let touched = SIDES.map(|side| table.units_of(side).iter().filter(near).collect::<UnitSet>());
    let about = |front: &Front| {
        let lines = touched.map(|units| front.line_of(units));
        command::command(front, seat) + lines[seat.index()] - lines[seat.opponent().index()]
    };
    still + about(&Front::with(table, front.stakes, front.viewer)) - about(front)
}
