//! How good a position is, and what a player would say of a difference.

use sandtable_engine::{Seat, State};

use crate::Toy;
use crate::table::side_name;

/// The lead in points, what the units beyond the middle will bring, and a little for every unit, in hundredths.
pub fn judge(state: &State<Toy>, seat: Seat) -> i32 {
    let table = &state.table;
    let worth = |side: Seat| {
        let beyond = if state.outcome().is_some() { 0 } else { table.beyond(side) };
        100 * i32::from(table.points[side.index()] + beyond) + 10 * i32::from(table.strength(side))
    };
    worth(seat) - worth(seat.opponent())
}

/// Losses, units that fell back, and the end.
pub fn remarks(before: &State<Toy>, after: &State<Toy>, each: &mut dyn FnMut(&str)) {
    for side in [Seat(0), Seat(1)] {
        if after.table.strength(side) < before.table.strength(side) {
            each(&format!("{} loses a unit", side_name(side)));
        }
    }
    if let Some(outcome) = after.outcome() {
        each(&match outcome.winners.only() {
            Some(winner) => format!("{} wins", side_name(winner)),
            None => "A draw".into(),
        });
    }
}
