//! How good a position is, in hundredths of a victory point.

use sandtable_engine::{Seat, State};

use crate::StruggleOfEmpires;

/// How good the position is for a seat.
pub fn judge(state: &State<StruggleOfEmpires>, seat: Seat) -> i32 {
    i32::from(state.table.empires[seat].points) * 100
}
