//! How likely a seat is to win, for whoever weighs chances instead of choosing an order.
//!
//! A captain counts ships, prospects and points in one measure, and as much on the first turn as on the last. Who is going to win is told
//! better with weights of their own, by how many turns are left: points decide at the end, ships while there is time to use them, and
//! each turn that is still to come speaks for the United States. The weights were fitted to 14,000 games between captains in all scenarios,
//! some of them with a handicap (11.E), at the beginnings of their turns.

use sandtable_engine::{Seat, State};

use super::{POINT, lead, material, pending, plans};
use crate::DawnOfEmpire;
use crate::ids::Side;
use crate::table::Table;

/// What one of something adds to the logarithm of the odds of the United States, before the turns that are left thin it out.
struct Weight {
    now: f64,
    /// For each turn after this one.
    later: f64,
}

/// The turns to come, as such.
const CALENDAR: Weight = Weight { now: 1.78, later: 3.80 };
/// A point of the lead.
const LEAD: Weight = Weight { now: 0.397, later: 0.020 };
/// Ships and leaders, in hundredths of a point: they win nothing any more when the last turn is over.
const MATERIAL: [Weight; 2] = [Weight { now: 0.0, later: 0.0015 }, Weight { now: 0.0, later: -0.0048 }];
/// What squadrons are about to earn, in hundredths of a point.
const PROSPECTS: [Weight; 2] =
    [Weight { now: 0.0014, later: -0.0002 }, Weight { now: -0.0034, later: 0.0005 }];

/// How a seat stands: half the logarithm of its odds, in leads.
pub fn outlook(state: &State<DawnOfEmpire>, seat: Seat) -> i32 {
    let table = &state.table;
    let odds = if table.side(seat) == Side::Us { odds(table) } else { -odds(table) };
    (odds * f64::from(lead(table)) / 2.0) as i32
}

/// The logarithm of the odds that the United States win.
fn odds(table: &Table) -> f64 {
    let later = f64::from(table.scenario.turns.saturating_sub(table.turn));
    let counts = |weight: &Weight, of: i32| f64::from(of) * (weight.now + weight.later * later);
    let [us, es] = [Side::Us, Side::Es].map(|side| pending(table, side));
    let made = f64::from(table.points) + f64::from(us - es) / f64::from(POINT);
    let mut sum = counts(&CALENDAR, 1) + made * (LEAD.now + LEAD.later * later);
    for side in [Side::Us, Side::Es] {
        sum += counts(&MATERIAL[side.index()], material(table, side));
        sum += counts(&PROSPECTS[side.index()], plans::prospects(table, side));
    }
    sum / (2.0 + later)
}

#[cfg(test)]
mod tests {
    use sandtable_engine::Setup;

    use super::*;
    use crate::setup::lay_out;

    fn table() -> Table {
        lay_out(&Setup::shipped("campaign")).expect("it is shipped")
    }

    #[test]
    fn points_decide_in_the_end_and_turns_to_come_speak_for_the_united_states() {
        let mut table = table();
        table.points = -4;
        let early = odds(&table);
        table.turn = table.scenario.turns;
        assert!(early > 0.0 && odds(&table) < early - 1.0, "{early} to {}", odds(&table));
        table.points = 8;
        assert!(odds(&table) > 1.0, "{}", odds(&table));
    }

    #[test]
    fn a_handicap_speaks_for_spain() {
        let mut table = table();
        let without = odds(&table);
        table.points = -16;
        let with = odds(&table);
        assert!(without > 1.0 && with.abs() < 0.5, "{without} to {with}");
    }
}
