//! How the campaign ends.

use sandtable_engine::{Cx, Grade, Next, Outcome, Seat, SeatSet, rule};

use crate::Santiago;
use crate::events::{End, Event};
use crate::ids::{Force, HexId, UnitSet};
use crate::questions::control;
use crate::table::Table;

/// Whether a Spanish unit has come into the hex of the base (4.3c).
#[inline]
pub fn base_is_taken(table: &Table, force: Force, pieces: UnitSet, hex: HexId) -> bool {
    force == Force::Es && hex == table.base() && hex.exists() && !pieces.and(Force::Es.units()).is_empty()
}

/// Spain wins at once (4.3c).
pub fn base_falls(table: &Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
    over(table, Force::Es, End::Base, cx)
}

/// The match is over.
pub fn over(table: &Table, winner: Force, how: End, cx: &mut Cx<Santiago>) -> Next<Santiago> {
    let rule = match how {
        End::Surrender => rule!("4.2f"),
        End::Withdrawal => rule!("4.3"),
        End::Base => rule!("4.3c"),
        End::Goal => rule!("3.5"),
        End::Time => rule!("4.4"),
    };
    cx.log(rule, || Event::Over { winner, how });
    Next::Over(outcome(table, winner))
}

/// The outcome: objectives held for the United States, American steps lost for Spain.
pub fn outcome(table: &Table, winner: Force) -> Outcome {
    let mut scores = [0; Seat::MOST];
    scores[0] = i16::from(control::objectives(table));
    scores[1] = i16::from(table.losses[Force::Us.index()]);
    Outcome { winners: SeatSet::one(winner.seat()), grade: Grade::Plain, scores }
}

/// Who wins when the last turn is over: Spain (4.4, R22), unless the scenario has a goal that the Americans have reached (3.5).
pub fn at_the_end(table: &Table) -> (Force, End) {
    match &table.scenario.goal {
        Some(_) if goal_reached(table) => (Force::Us, End::Goal),
        Some(_) => (Force::Es, End::Goal),
        None => (Force::Es, End::Time),
    }
}

/// Whether the goal of the scenario is reached.
pub fn goal_reached(table: &Table) -> bool {
    table.scenario.goal.is_some_and(|goal| goal_held(table) >= goal.needed)
}

/// How many hexes of the goal the American player holds.
pub fn goal_held(table: &Table) -> u8 {
    let Some(goal) = &table.scenario.goal else { return 0 };
    goal.hexes.iter().filter(|hex| table.held.contains(*hex)).count() as u8
}
