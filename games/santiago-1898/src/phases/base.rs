//! The American base comes ashore (10.1), and goes to the other beach (10.1a, R17).

use sandtable_engine::{Refusal, Thing, require};

use crate::data::{map, tables};
use crate::ids::{Force, HexId};
use crate::questions::stacking;
use crate::table::Table;

/// Where the base is when the first unit lands on a beach: at Daiquirí, or on that beach if a Spanish unit stands there (R53).
pub fn comes_ashore(table: &Table, landed: HexId) -> HexId {
    let [daiquiri, _] = map().beaches;
    if table.enemy_in(Force::Us, daiquiri) { landed } else { daiquiri }
}

/// The beach to which the base may go in this phase: the other one, if it was American when the phase began. Not in the phase in which it came ashore.
pub fn destination(table: &Table) -> HexId {
    let [daiquiri, siboney] = map().beaches;
    let other = if table.base() == daiquiri { siboney } else { daiquiri };
    let later = table.based == 0 || table.based < table.turn;
    if table.base().exists() && later && table.held.contains(other) { other } else { HexId::NOWHERE }
}

/// Whether the base may go to a beach.
pub fn check(table: &Table, open: HexId, to: HexId) -> Result<(), Refusal> {
    let space = Thing::Space(to.0);
    require!(map().beaches.contains(&to) && to != table.base(), "10.1a", "the base goes to the other beach");
    require!(table.base().exists(), "10.1", "the base comes ashore with the first unit");
    require!(table.based == 0 || table.based < table.turn, "10.1a", "the base came ashore in this phase"; blocked space);
    require!(open == to, "10.1a", "the beach was not American when the phase began"; blocked space);
    let watched = map().beside(to).any(|hex| table.enemy_in(Force::Us, hex));
    require!(!watched && !table.enemy_in(Force::Us, to), "10.1a", "a Spanish unit is beside the beach"; blocked space);
    let most = tables().stacking;
    require!(stacking::height(table, to) < most, "5.1a", "the base counts as a unit, and {0} may stand in a hex";
        figures i16::from(most), 0);
    Ok(())
}
