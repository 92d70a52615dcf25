//! Colonising and enslaving.
//!
//! A Pop counter is replaced by a token for one Population (11.1), a Slaves counter for nothing if an own navy lies in Africa (11.2). Both are
//! one kind of action, once a round (11.3). Nothing is needed in the area itself (11.4). The token takes the counter's place (11.5).

use sandtable_engine::{Cx, Refusal, Seat, Thing, require, rule};

use crate::data::counter_sets;
use crate::ids::{Area, CounterId, counters};
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// Whether a power may colonise or enslave a counter.
pub fn check(table: &Table, seat: Seat, counter: CounterId) -> Result<(), Refusal> {
    let there = counter.exists() && table.area_of(counter).is_some();
    require!(there, "11.5", "no such counter lies on the map");
    let empire = &table.empires[seat];
    if counter_sets().pop & counter.bit() != 0 {
        require!(empire.population > 0, "11.1", "colonising takes a Population, and there is none");
        return Ok(());
    }
    let slaves = counter_sets().slaves & counter.bit() != 0;
    require!(slaves, "11.1", "only Pop and Slaves counters are settled; this one is attacked"; blocked Thing::Piece(counter.0.into()));
    let navy = empire.navies[Area::Afr.place()] > 0;
    require!(navy, "11.2", "enslaving needs a navy of yours in Africa");
    Ok(())
}

/// Every counter that a power may colonise or enslave.
#[inline]
pub fn each(table: &Table, seat: Seat, each: impl FnMut(CounterId)) {
    let empire = &table.empires[seat];
    let mut open = 0;
    if empire.population > 0 {
        open |= counter_sets().pop;
    }
    if empire.navies[Area::Afr.place()] > 0 {
        open |= counter_sets().slaves;
    }
    counters(table.open.0 & open).for_each(each);
}

/// Puts a token in the place of a counter.
pub fn settle(table: &mut Table, seat: Seat, counter: CounterId, cx: &mut Cx<StruggleOfEmpires>) {
    let Some(area) = table.area_of(counter) else { return };
    let pop = counter_sets().pop & counter.bit() != 0;
    table.remove_counter(counter);
    let empire = &mut table.empires[seat];
    empire.population -= u8::from(pop);
    empire.tokens[area] += 1;
    let power = empire.power;
    if pop {
        cx.log(rule!("11.1"), || Event::Colonised { power, counter });
    } else {
        cx.log(rule!("11.2"), || Event::Enslaved { power, counter });
    }
}
