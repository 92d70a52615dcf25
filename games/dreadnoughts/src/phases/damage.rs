//! Damage: what each hit does, and what becomes of a ship that has taken too many (6.7, 6.11).

use sandtable_engine::{Cx, RuleRef, rule};

use super::critical;
use crate::Dreadnoughts;
use crate::data::{Blow, tables};
use crate::events::Event;
use crate::ids::{ShipId, ShipSet};
use crate::table::{Damage, Table};

/// What a hit is measured with: fixed when the attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The weight of fire less the integrity of the target (6.7).
    pub difference: i8,
    /// What is added to a critical roll.
    pub critical_modifier: i8,
    /// Whether every hit costs a point by itself (ruling P1, by option).
    pub automatic: bool,
    /// Facts about the target that criticals ask for.
    pub hull: critical::Hull,
}

/// The integrity that a hit meets (2.11, 6.7): as printed on the front and on single-sided ships; on the back, less
/// the hits on it. It does not fall while a phase goes on (ruling X8) and is never below 1 (ruling X9).
#[inline]
pub fn integrity_met(table: &Table, target: ShipId) -> i8 {
    let damage = &table.ships[target].damage;
    let printed = table.ratings(target).integrity;
    if damage.heavily_damaged { (printed - damage.hits as i8).max(1) } else { printed }
}

/// A shot of a weight of fire at a target (6.7, 9.3, 9.16).
#[inline]
pub fn shot_at(table: &Table, target: ShipId, weight: i8) -> Shot {
    let integrity = integrity_met(table, target);
    let difference = weight - integrity;
    let specials = &table.scenario.specials;
    let mut critical_modifier = tables().damage_row(difference).critical_modifier;
    if specials.flash.contains(target) {
        critical_modifier = 0;
    }
    if specials.thin_hulls.is_some_and(|(heavy, thin)| weight >= heavy && integrity <= thin) {
        critical_modifier = tables().damage_row(0).critical_modifier;
    }
    Shot { difference, critical_modifier, automatic: false, hull: critical::hull(table, target) }
}

/// A torpedo at a target: always the row of two or more (7.1, ruling P1).
#[inline]
pub fn torpedo_at(table: &Table, target: ShipId) -> Shot {
    let automatic = table.scenario.options.automatic_torpedo_damage;
    Shot { difference: 2, critical_modifier: 0, automatic, hull: critical::hull(table, target) }
}

/// The damage throws of an attack (6.1d). Their effects wait for the end of the phase (5.2a).
#[inline]
pub fn resolve(table: &mut Table, target: ShipId, shot: Shot, hits: u8, cx: &mut Cx<Dreadnoughts>) {
    let mut struck = table.ships[target].struck;
    for _ in 0..hits {
        strike(&mut struck, target, shot, cx);
    }
    table.ships[target].struck = struck;
}

/// One damage throw (6.7).
pub fn strike(struck: &mut Damage, target: ShipId, shot: Shot, cx: &mut Cx<Dreadnoughts>) {
    if shot.automatic {
        return strike_automatically(struck, target, shot, cx);
    }
    let row = tables().damage_row(shot.difference);
    // 6.7a: a row without any effect needs no throw.
    if row.faces == [Blow::None; 6] {
        cx.log(rule!("6.7a"), || Event::Shrugged { ship: target });
        return;
    }
    let rule = match shot.difference {
        ..=-1 => rule!("6.7b"),
        0..=1 => rule!("6.7c"),
        2.. => rule!("6.7d"),
    };
    let die = cx.die(rule);
    match row.faces[usize::from(die) - 1] {
        Blow::None => cx.log(rule, || Event::NoEffect { ship: target, die }),
        Blow::Hit => hit(struck, target, rule, die, cx),
        Blow::Critical => critical_throw(struck, target, shot, rule, cx),
    }
}

/// A torpedo hit under the option of ruling P1: a point at once, and a further six adds a critical.
fn strike_automatically(struck: &mut Damage, target: ShipId, shot: Shot, cx: &mut Cx<Dreadnoughts>) {
    let rule = rule!("P1");
    let die = cx.die(rule);
    hit(struck, target, rule, die, cx);
    if die == 6 {
        critical_throw(struck, target, shot, rule, cx);
    }
}

fn hit(struck: &mut Damage, target: ShipId, rule: RuleRef, die: u8, cx: &mut Cx<Dreadnoughts>) {
    struck.hits = struck.hits.saturating_add(1);
    cx.log(rule, || Event::Hit { ship: target, die });
}

/// A roll on the critical hit table; below 1 it is a plain hit (6.7c).
fn critical_throw(struck: &mut Damage, target: ShipId, shot: Shot, rule: RuleRef, cx: &mut Cx<Dreadnoughts>) {
    let die = cx.die(rule!("C1"));
    let row = die as i8 + shot.critical_modifier;
    if row < 1 {
        return hit(struck, target, rule, die, cx);
    }
    let effect = tables().critical[row as usize - 1].effect;
    cx.log(rule!("6.8"), || Event::Critical { ship: target, die, effect });
    critical::apply(struck, target, effect, shot.hull, cx);
}

/// What becomes of a ship when its hits are counted (6.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It fights on, on the same side of its counter.
    Unchanged,
    /// Its counter is flipped.
    HeavilyDamaged,
    /// It is a hulk.
    Hulk,
    /// It goes down.
    Sinks,
}

/// What becomes of a ship with this damage (6.11, rulings X2, X3, X5).
pub fn fate(damage: &Damage, front: i8, back: Option<i8>) -> Fate {
    if damage.catastrophe {
        return Fate::Hulk;
    }
    let hits = i16::from(damage.hits);
    match (damage.heavily_damaged, back) {
        (false, Some(_)) if hits > i16::from(front) => Fate::HeavilyDamaged,
        (false, None) if hits > i16::from(front) => Fate::Sinks,
        (true, Some(back)) if hits > i16::from(back) => Fate::Sinks,
        (true, Some(back)) if hits == i16::from(back) => Fate::Hulk,
        _ => Fate::Unchanged,
    }
}

/// The fate of one ship of the table.
pub fn fate_of(table: &Table, ship: ShipId, damage: &Damage) -> Fate {
    let vessel = table.vessel(ship);
    fate(damage, vessel.front.integrity, vessel.back.as_ref().map(|back| back.integrity))
}

/// Lets all damage of the phase take effect (5.2a, 6.11), ship by ship, and frees those that held their fire (9.4).
pub fn settle(table: &mut Table, ships: ShipSet, cx: &mut Cx<Dreadnoughts>) {
    table.released |= std::mem::take(&mut table.releasing);
    for ship in ships.iter() {
        if table.ships[ship].struck != table.ships[ship].damage {
            settle_one(table, ship, cx);
        }
    }
}

fn settle_one(table: &mut Table, ship: ShipId, cx: &mut Cx<Dreadnoughts>) {
    let mut damage = table.ships[ship].struck;
    match fate_of(table, ship, &damage) {
        Fate::Unchanged => {}
        Fate::HeavilyDamaged => {
            // Ruling X4: hits beyond those that flip the counter are lost.
            damage.heavily_damaged = true;
            damage.hits = 0;
            cx.log(rule!("6.11"), || Event::HeavilyDamaged { ship });
        }
        Fate::Hulk => {
            table.fleet.afloat.remove(ship);
            table.fleet.hulks.insert(ship);
            let rule = if damage.catastrophe { rule!("C1.6") } else { rule!("6.11a") };
            cx.log(rule, || Event::Hulk { ship });
        }
        Fate::Sinks => {
            table.remove(ship);
            table.fleet.sunk.insert(ship);
            let rule = if damage.heavily_damaged { rule!("6.11b") } else { rule!("6.11") };
            cx.log(rule, || Event::Sunk { ship });
        }
    }
    table.ships[ship].damage = damage;
    table.ships[ship].struck = damage;
    let evades_on = table.fleet.afloat.contains(ship)
        && !damage.heavily_damaged
        && !damage.is_stopped()
        && !damage.equipment
        && damage.jammed == 0;
    if !evades_on {
        table.evading.remove(ship);
    }
    if damage.fires > 0 && table.fleet.afloat.contains(ship) {
        table.burning.insert(ship);
    } else {
        table.burning.remove(ship);
    }
    note_crippled(table, ship);
}

/// Remembers what scenario rules ask of ships that are crippled or have left (9.7, 9.8).
pub fn note_crippled(table: &mut Table, ship: ShipId) {
    let damage = &table.ships[ship].damage;
    let crippled = damage.is_slowed() || damage.is_stopped() || damage.heavily_damaged;
    let gone = !table.fleet.afloat.or(table.fleet.due).contains(ship);
    let specials = &table.scenario.specials;
    let is_flagship = specials.signals.iter().any(|signal| signal.flagship == ship);
    // A flagship that is gone hoists no signal that could be misread.
    if crippled && !gone && is_flagship && table.flagship_crippled == 0 {
        table.flagship_crippled = table.turn;
    }
    for (number, (_, leader)) in specials.squadrons.iter().enumerate() {
        if *leader == ship && (crippled || gone) {
            table.scattered |= 1 << number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_hits(heavily_damaged: bool, hits: u8) -> Damage {
        Damage { heavily_damaged, hits, ..Damage::default() }
    }

    #[test]
    fn r6_11_prince_of_wales() {
        assert_eq!(fate(&with_hits(false, 6), 6, Some(5)), Fate::Unchanged);
        assert_eq!(fate(&with_hits(false, 7), 6, Some(5)), Fate::HeavilyDamaged);
        assert_eq!(fate(&with_hits(true, 4), 6, Some(5)), Fate::Unchanged);
        assert_eq!(fate(&with_hits(true, 5), 6, Some(5)), Fate::Hulk);
        assert_eq!(fate(&with_hits(true, 6), 6, Some(5)), Fate::Sinks);
    }

    #[test]
    fn r6_11_a_ship_without_a_back_sinks() {
        assert_eq!(fate(&with_hits(false, 2), 2, None), Fate::Unchanged);
        assert_eq!(fate(&with_hits(false, 3), 2, None), Fate::Sinks);
        let blown_up = Damage { catastrophe: true, ..Damage::default() };
        assert_eq!(fate(&blown_up, 2, None), Fate::Hulk, "ruling X5");
    }
}
