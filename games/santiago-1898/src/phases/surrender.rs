//! The American check: does Santiago surrender? (4.2)

use sandtable_engine::{Cx, rule};

use crate::Santiago;
use crate::data::{Surrender, map, tables};
use crate::events::Event;
use crate::ids::Force;
use crate::questions::control;
use crate::table::Table;

/// What is added to the die: El Caney in American hands (4.2b), and the fleet gone on an earlier turn, once (4.2c).
pub fn bonus(table: &Table) -> u8 {
    let rows = &tables().surrender;
    let caney = if table.held.contains(map().el_caney) { rows.el_caney } else { 0 };
    let fleet = if table.fleet_left > 0 && table.fleet_left < table.turn { rows.fleet_left } else { 0 };
    caney + fleet
}

/// The column of the table: four, five, six and more objectives (4.2a); none for fewer.
pub fn column(objectives: u8) -> Option<usize> {
    tables().surrender.columns.iter().rposition(|least| objectives >= *least)
}

/// The check; says whether the city has surrendered (4.2f). When the fleet leaves, Cervera's guns are silent for good (4.2d); it leaves only once (4.2e).
pub fn check(table: &mut Table, cx: &mut Cx<Santiago>) -> Option<Force> {
    let objectives = control::objectives(table);
    let column = column(objectives)?;
    let die = cx.die(rule!("4.2"));
    let modified = (die + bonus(table)).min(8);
    let result = tables().surrender.rows[usize::from(modified) - 1][column];
    cx.log(rule!("4.2"), || Event::SurrenderCheck { die, modified, objectives, result });
    match result {
        Surrender::Nothing => None,
        Surrender::FleetLeaves => {
            if table.fleet_left == 0 {
                table.fleet_left = table.turn;
                cx.log(rule!("4.2d"), || Event::FleetLeaves);
            }
            None
        }
        Surrender::Capitulation => Some(Force::Us),
    }
}
