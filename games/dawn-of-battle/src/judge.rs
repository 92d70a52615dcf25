//! How good a position is: victory points as things stand, and losses on the way to panic.

use sandtable_engine::{Seat, State};

use crate::table::Table;
use crate::{DawnOfBattle, victory};

/// A victory point, in hundredths.
const POINT: i32 = 100;

/// How near an army is to breaking, in hundredths of a point.
fn strain(table: &Table, side: Seat) -> i32 {
    let army = table.army(side);
    i32::from(army.losses) * POINT / i32::from(army.panic_level.max(1))
}

/// The position for a seat.
pub fn judge(state: &State<DawnOfBattle>, seat: Seat) -> i32 {
    let table = &state.table;
    if let Some(outcome) = state.outcome() {
        let share = if outcome.winners.is_empty() { 0 } else { 500 * POINT };
        return if outcome.winners.contains(seat) { share } else { -share };
    }
    let enemy = seat.opponent();
    let lead = i32::from(victory::points(table, seat) - victory::points(table, enemy));
    lead * POINT + strain(table, enemy) - strain(table, seat)
}
