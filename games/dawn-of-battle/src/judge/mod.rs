//! How good a position is for a seat: armies on the way to panic, units in good or bad order, where they stand, who leads them, points and events in hand, and
//! what is being prepared.
//!
//! One sum for each side, and the difference of the two. The figures are in hundredths of a point; a certain victory counts 500 points.

mod command;
mod draws;
mod forecast;
mod odds;
mod prospects;
mod ranks;
mod stand;
#[cfg(test)]
mod tests;
mod worth;

use sandtable_engine::{Seat, State};

use crate::DawnOfBattle;
use crate::ids::SIDES;
use crate::table::Table;

pub use forecast::forecast;
use stand::Front;

/// The position for a seat.
pub fn judge(state: &State<DawnOfBattle>, seat: Seat) -> i32 {
    let front = Front::new(&state.table, seat);
    prospects::foreseen(state, &front, seat)
}

/// A table as it lies, without what is being prepared.
fn still(front: &Front, seat: Seat) -> i32 {
    let mut sum = 0;
    for side in SIDES {
        let own = front.stakes.army(front.table, side) + command::command(front, side) + front.line(side);
        sum += if side == seat { own } else { -own };
    }
    sum
}

/// The same for another table, with the stakes of the first.
fn still_after(front: &Front, table: &Table, seat: Seat) -> i32 {
    still(&Front::with(table, front.stakes, front.viewer), seat)
}
