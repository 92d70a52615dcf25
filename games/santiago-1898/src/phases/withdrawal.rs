//! The Spanish check: does Washington call the army home? (4.3)

use sandtable_engine::{Cx, rule};

use crate::Santiago;
use crate::data::tables;
use crate::events::Event;
use crate::ids::Force;
use crate::table::Table;

/// The column of the table by American steps lost (4.3a), in combat and by fever, Cubans not counted (4.3b); none for fewer than ten.
pub fn column(lost: u8) -> Option<usize> {
    tables().withdrawal.columns.iter().rposition(|least| lost >= *least)
}

/// The check; says whether Spain has won.
pub fn check(table: &mut Table, cx: &mut Cx<Santiago>) -> Option<Force> {
    let lost = table.losses[Force::Us.index()];
    let column = column(lost)?;
    let die = cx.die(rule!("4.3"));
    let wins = die >= tables().withdrawal.wins_from[column];
    cx.log(rule!("4.3"), || Event::WithdrawalCheck { die, lost, wins });
    wins.then_some(Force::Es)
}
