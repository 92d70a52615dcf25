//! Who and what may be attacked.
//!
//! On land the attacker needs an own army in the area (10.1b); with navies alone only a fight at sea is possible (10.1c). An
//! Alliance tile is neither (R24). The target is a power of the other alliance (10.3a) that has a token or a land unit there, or a
//! navy if the attack is one at sea only, and that is not possible in the Ottoman Empire (10.3b, R13). An enemy with nothing but navies
//! there is attacked by navies alone, whatever armies stand by (R62). Or the target is a counter with a number (10.3c), one of several
//! (10.1d), never Pop or Slaves (R56).

use sandtable_engine::{Refusal, Seat, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data;
use crate::ids::{Area, CounterId, Power, counters, places};
use crate::table::Table;

/// What is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// A power in an area.
    Power {
        /// Where.
        area: Area,
        /// Whom.
        power: Power,
    },
    /// A country counter.
    Country(CounterId),
}

/// Whether a power has a token or a land unit in an area.
#[inline]
fn holds_ground(table: &Table, seat: Seat, area: Area) -> bool {
    let empire = &table.empires[seat];
    let place = area.place();
    empire.tokens[area] + empire.armies[place] + empire.forts[place] > 0
}

/// Whether an attack on a power includes a fight on land: the attacker has an army, the defender something to fight for (R62).
#[inline]
pub fn on_land(table: &Table, attacker: Seat, defender: Seat, area: Area) -> bool {
    table.empires[attacker].armies[area.place()] > 0 && holds_ground(table, defender, area)
}

/// Whether the navies of two powers can meet in an area.
#[inline]
fn at_sea(table: &Table, attacker: Seat, defender: Seat, area: Area) -> bool {
    [attacker, defender].iter().all(|seat| table.empires[*seat].navies[area.place()] > 0)
}

/// Whether a power may attack a target.
pub fn check(table: &Table, seat: Seat, objective: Objective) -> Result<(), Refusal> {
    match objective {
        Objective::Country(counter) => check_country(table, seat, counter),
        Objective::Power { area, power } => check_power(table, seat, area, power),
    }
}

fn check_country(table: &Table, seat: Seat, counter: CounterId) -> Result<(), Refusal> {
    let Some(area) = counter.exists().then(|| table.area_of(counter)).flatten() else {
        return Err(Refusal::new(rule!("10.3c"), "no such counter lies on the map"));
    };
    let numbered = data::counter_sets().neutral & counter.bit() != 0;
    require!(numbered, "R56", "Pop and Slaves counters are colonised or enslaved, not attacked"; blocked Thing::Piece(counter.0.into()));
    let army = table.empires[seat].armies[area.place()] > 0;
    require!(army, "10.1b", "an attack on land needs an army of yours in the area");
    Ok(())
}

fn check_power(table: &Table, seat: Seat, area: Area, power: Power) -> Result<(), Refusal> {
    let Some(defender) = table.seat_of(power) else {
        return Err(Refusal::new(rule!("10.3b"), "nobody plays that power"));
    };
    require!(defender != seat, "10.3a", "you cannot attack yourself");
    require!(table.are_enemies(seat, defender), "10.3a", "that power is in your own alliance");
    if on_land(table, seat, defender, area) || at_sea(table, seat, defender, area) {
        return Ok(());
    }
    let empire = &table.empires[seat];
    let (armies, navies) = (empire.armies[area.place()] > 0, empire.navies[area.place()] > 0);
    require!(armies || navies, "10.1b", "an attack needs an army of yours in the area, or a navy at sea");
    require!(armies, "R13", "navies alone attack navies, and that power has none there");
    Err(Refusal::new(rule!("10.3b"), "that power has neither a token nor a land unit there"))
}

/// Every target that a power may attack.
#[inline]
pub fn each(table: &Table, seat: Seat, mut each: impl FnMut(Objective)) {
    let empire = &table.empires[seat];
    let armies = empire.armies.bits();
    let navies = empire.navies.bits();
    let enemies = table.enemies_of(seat);
    let areas = (1u16 << crate::ids::AREAS) - 1;
    for place in places((armies | navies) & areas) {
        let Some(area) = place.area() else { continue };
        for enemy in enemies.iter() {
            if on_land(table, seat, enemy, area) || at_sea(table, seat, enemy, area) {
                each(Objective::Power { area, power: table.power(enemy) });
            }
        }
        if armies & place.bit() != 0 {
            let there = table.counters_in(area) & data::counter_sets().neutral;
            counters(there).for_each(|counter| each(Objective::Country(counter)));
        }
    }
}

/// Whether there is any target.
pub fn any(table: &Table, seat: Seat) -> bool {
    let mut found = false;
    each(table, seat, |_| found = true);
    found
}
