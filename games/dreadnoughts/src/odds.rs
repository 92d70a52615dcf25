//! The odds of attacks, exactly, and what a player would say of the difference between two positions.

use std::collections::BTreeMap;

use sandtable_engine::odds::{Likelihood, Spread};
use sandtable_engine::{Cx, Reckoning, State};

use crate::ids::ShipId;
use crate::phases::damage::{self, Fate, Shot, fate_of, integrity_met};
use crate::phases::fire::FireChoice;
use crate::phases::gunnery::{self, Battery};
use crate::phases::reaction::ReactionChoice;
use crate::phases::torpedoes::{self, check_torpedoes};
use crate::questions::range::range;
use crate::questions::sector::{Sector, sector};
use crate::scenario::MistakenIdentity;
use crate::table::{Damage, Table};
use crate::{Choice, Dreadnoughts, Frame};

/// An attack that a choice would make.
struct Attack {
    firer: ShipId,
    target: ShipId,
    with_guns: bool,
}

/// The attack behind a choice, if it is one.
fn attack(state: &State<Dreadnoughts>, choice: &Choice) -> Option<Attack> {
    match (state.frame()?, choice) {
        (Frame::Fire(fire), Choice::Fire(FireChoice::Guns(target))) => {
            Some(Attack { firer: fire.ship(), target: *target, with_guns: true })
        }
        (Frame::Fire(fire), Choice::Fire(FireChoice::Torpedoes(target))) => {
            Some(Attack { firer: fire.ship(), target: *target, with_guns: false })
        }
        (Frame::Reaction(reaction), Choice::Reaction(ReactionChoice::Fire(firer))) => {
            Some(Attack { firer: *firer, target: reaction.mover(), with_guns: true })
        }
        _ => None,
    }
}

/// The dice of an attack, term by term.
pub fn reckoning(state: &State<Dreadnoughts>, choice: &Choice) -> Option<Reckoning> {
    let Attack { firer, target, with_guns } = attack(state, choice)?;
    let table = &state.table;
    let known = |ship: ShipId| ship.index() < table.scenario.ships.len();
    if !known(target) || !table.fleet.afloat.contains(target) || !table.fleet.afloat.contains(firer) {
        return None;
    }
    let mut terms = Vec::new();
    let (verb, total) = if with_guns {
        ("fires on", gunnery::dice(table, firer, target, &mut terms))
    } else {
        ("launches at", torpedoes::dice(table, firer, target, &mut terms))
    };
    let hexes = range(table, firer, target);
    let bearing = match sector(table, firer, target) {
        Sector::Bow => "over the bow",
        Sector::Broadside => "broadside",
        Sector::Stern => "over the stern",
    };
    let footnote = if with_guns {
        let difference = gunnery::shot(table, firer, target).difference;
        let integrity = integrity_met(table, target);
        format!("Weight {} against integrity {integrity}, difference {difference}", difference + integrity)
    } else {
        "Integrity never nullifies a torpedo hit".into()
    };
    Some(Reckoning {
        title: format!("{} {verb} {}", table.name(firer), table.name(target)),
        subtitle: if with_guns { format!("{hexes} hexes, {bearing}") } else { format!("{hexes} hexes") },
        terms,
        unit: "Dice, 5 and 6 may hit".into(),
        total: i16::from(total),
        footnote,
    })
}

/// What becomes of a target after so many dice: the same code that play runs, die by die, with like results merged.
///
/// A fire more or less, or a hit on a ship that is lost, is all the same to the remarks: so many dice stay quick.
fn struck_after(table: &Table, target: ShipId, shot: Shot, dice: i8) -> Spread<Damage> {
    let at_first = table.ships[target].struck;
    let vessel = table.vessel(target);
    let bears = vessel.back.map_or(vessel.front.integrity, |back| back.integrity.max(vessel.front.integrity));
    let most_hits = (bears.max(0) as u8 + 1).max(at_first.hits.saturating_add(1));
    let most_fires = at_first.fires.saturating_add(1);
    let mut spread = Spread::certain(at_first);
    for _ in 0..dice {
        spread = spread.then(|before, chance| {
            let mut struck = *before;
            let mut cx = Cx::<Dreadnoughts>::silent(chance);
            if gunnery::throw(1, &mut cx, sandtable_engine::rule!("6.6")).hits() > 0 {
                damage::strike(&mut struck, target, shot, &mut cx);
            }
            struck.hits = struck.hits.min(most_hits);
            struck.fires = struck.fires.min(most_fires);
            struck
        });
    }
    spread
}

/// The odds of an attack, with the dice that the scenario throws before it (9.9, 9.10).
pub fn exact_odds(state: &State<Dreadnoughts>, choice: &Choice) -> Option<Vec<Likelihood>> {
    let attack = attack(state, choice)?;
    let table = &state.table;
    let mut chances: BTreeMap<String, f64> = BTreeMap::new();
    let in_combat = matches!(state.frame(), Some(Frame::Fire(_)));
    for (weight, target, dice) in ways_it_may_go(table, &attack, in_combat)? {
        let shot = if attack.with_guns {
            gunnery::shot(table, attack.firer, target)
        } else {
            torpedoes::shot(table, target)
        };
        let before = table.ships[target].struck;
        for (after, chance) in struck_after(table, target, shot, dice).iter() {
            let fates = (fate_of(table, target, &before), fate_of(table, target, after));
            remarks_on_ship(table.name(target), &before, after, fates, &mut |remark| {
                *chances.entry(remark.to_owned()).or_default() += weight * chance;
            });
        }
    }
    Some(chances.into_iter().map(|(what, chance)| Likelihood { what, chance, error: 0.0 }).collect())
}

/// Targets and dice that an attack may end up with, each with its probability.
fn ways_it_may_go(table: &Table, attack: &Attack, in_combat: bool) -> Option<Vec<(f64, ShipId, i8)>> {
    let Attack { firer, target, with_guns } = *attack;
    let battery = Battery::of(table, firer);
    if !with_guns {
        return Some(vec![(1.0, target, check_torpedoes(table, &battery, target).ok()?)]);
    }
    let mut ways = vec![(1.0, target, battery.check_guns(table, target).ok()?)];
    let specials = &table.scenario.specials;
    let fits = |case: &&MistakenIdentity| {
        in_combat && case.ship == firer && case.target == target && case.turns.holds(table.turn)
    };
    if let Some(case) = specials.mistaken.iter().find(fits) {
        let mistaken = f64::from(case.on.count()) / 6.0;
        ways[0].0 = 1.0 - mistaken;
        if let Ok(dice) = battery.check_guns(table, case.instead) {
            ways.push((mistaken, case.instead, dice));
        }
    }
    if let Some((on, cost)) = gunnery::untried_turrets(table, firer) {
        let fails = f64::from(on.count()) / 6.0;
        let split = |(weight, target, dice)| {
            [(weight * (1.0 - fails), target, dice), (weight * fails, target, dice + cost)]
        };
        ways = ways.into_iter().flat_map(split).collect();
    }
    Some(ways)
}

/// What a player would say of what has happened to one ship, counting damage that waits for the end of the phase.
/// Only what is new counts: a fire that goes out meanwhile is no damage.
fn remarks_on_ship(
    name: &str,
    before: &Damage,
    after: &Damage,
    fates: (Fate, Fate),
    each: &mut dyn FnMut(&str),
) {
    let flipped = after.heavily_damaged != before.heavily_damaged;
    let stopped = after.is_stopped() && !before.is_stopped();
    let slowed = after.is_slowed() && !before.is_slowed();
    let critical = after.fires > before.fires
        || after.jammed > before.jammed
        || after.waterline > before.waterline
        || stopped
        || (after.equipment && !before.equipment)
        || (after.catastrophe && !before.catastrophe);
    let changed = fates.0 != fates.1;
    if critical || changed || (!flipped && after.hits > before.hits) {
        each("Some damage");
    }
    if critical {
        each("A critical hit");
    }
    if after.fires > before.fires {
        each(&format!("{name} is set on fire"));
    }
    if stopped {
        each(&format!("{name} is stopped"));
    } else if slowed {
        each(&format!("{name} is slowed"));
    }
    match fates.1 {
        Fate::HeavilyDamaged if changed => each(&format!("{name} is heavily damaged")),
        Fate::Hulk if changed => {
            each(&format!("{name} is lost"));
            each(&format!("{name} becomes a hulk"));
        }
        Fate::Sinks if changed => {
            each(&format!("{name} is lost"));
            each(&format!("{name} sinks"));
        }
        _ => {}
    }
}

/// What has become of a ship that was afloat, by the damage that was already on its way and by where it is now.
fn fate_now(old: &Table, new: &Table, ship: ShipId) -> Fate {
    if new.fleet.sunk.contains(ship) {
        Fate::Sinks
    } else if new.fleet.hulks.contains(ship) {
        Fate::Hulk
    } else if new.ships[ship].damage.heavily_damaged && !old.ships[ship].damage.heavily_damaged {
        Fate::HeavilyDamaged
    } else {
        fate_of(new, ship, &new.ships[ship].struck)
    }
}

/// What a player would say of the difference between two positions.
pub fn remarks(before: &State<Dreadnoughts>, after: &State<Dreadnoughts>, each: &mut dyn FnMut(&str)) {
    let (old, new) = (&before.table, &after.table);
    for ship in old.fleet.afloat.iter() {
        let fates = (fate_of(old, ship, &old.ships[ship].struck), fate_now(old, new, ship));
        remarks_on_ship(old.name(ship), &old.ships[ship].struck, &new.ships[ship].struck, fates, each);
        if new.fleet.exited.contains(ship) {
            each(&format!("{} leaves the map", old.name(ship)));
        } else if new.fleet.eliminated.contains(ship) {
            each(&format!("{} is eliminated", old.name(ship)));
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_engine::Setup;

    use super::*;
    use crate::ids::ShipId;
    use crate::setup::lay_out;

    /// Dice as no shipped scenario throws them, but a scenario of somebody's own may.
    #[test]
    fn many_dice_do_not_lead_to_many_cases() {
        let table = lay_out(&Setup::shipped("denmark-strait-1941")).expect("it is shipped");
        let spread = struck_after(&table, ShipId(0), torpedoes::shot(&table, ShipId(0)), 32);
        assert!((spread.chance(|_| true) - 1.0).abs() < 1e-9);
        assert!(spread.iter().count() < 2_000, "{} cases", spread.iter().count());
        // Each die is a catastrophe once in 3 times 6 times 6.
        let blown_up = 1.0 - (107.0_f64 / 108.0).powi(32);
        assert!((spread.chance(|struck| struck.catastrophe) - blown_up).abs() < 1e-9);
    }
}
