//! What must always hold, and every choice that could be thought of; for tests.

use sandtable_engine::{Seat, State};

use crate::ids::{Heading, Hex, Level, ShipId, ShipSet};
use crate::phases::air::{AirChoice, HarassmentChoice};
use crate::phases::combat::CombatChoice;
use crate::phases::damage::{Fate, fate_of};
use crate::phases::fire::FireChoice;
use crate::phases::helm::HelmChoice;
use crate::phases::movement::MovementChoice;
use crate::phases::orders::OrdersChoice;
use crate::phases::reaction::ReactionChoice;
use crate::table::Table;
use crate::{Choice, Dreadnoughts, Frame};

/// Checks that ships and hits are conserved and that nothing contradicts anything else.
pub fn audit(state: &State<Dreadnoughts>) -> Result<(), String> {
    let table = &state.table;
    let fleet = &table.fleet;
    let places =
        [fleet.due, fleet.afloat, fleet.hulks, fleet.sunk, fleet.exited, fleet.eliminated, fleet.withdrawn];
    for ship in table.scenario.ids() {
        let name = table.name(ship);
        let in_places = places.iter().filter(|place| place.contains(ship)).count();
        if in_places != 1 {
            return Err(format!("{name} is in {in_places} places at once"));
        }
        let on_map = fleet.afloat.or(fleet.hulks).contains(ship);
        let hex = table.hex(ship);
        if on_map != table.scenario.sea.grid.contains(hex) || table.scenario.sea.is_land(hex) {
            return Err(format!("{name} is at {hex}"));
        }
        audit_damage(table, ship)?;
    }
    let ghosts = |set: ShipSet| !set.minus(fleet.afloat).is_empty();
    if ghosts(table.evading) || ghosts(table.burning) {
        return Err("a ship that is not afloat evades or burns".into());
    }
    Ok(())
}

fn audit_damage(table: &Table, ship: ShipId) -> Result<(), String> {
    let name = table.name(ship);
    let damage = &table.ships[ship].damage;
    if table.fleet.afloat.contains(ship) {
        if fate_of(table, ship, damage) != Fate::Unchanged {
            return Err(format!("{name} bears {} hits and is still afloat", damage.hits));
        }
        if table.burning.contains(ship) != (damage.fires > 0) {
            return Err(format!("{name} has {} fires and the table says otherwise", damage.fires));
        }
        let cannot_evade =
            damage.heavily_damaged || damage.is_stopped() || damage.jammed > 0 || damage.equipment;
        if table.evading.contains(ship) && cannot_evade {
            return Err(format!("{name} evades and cannot"));
        }
    }
    if damage.heavily_damaged && table.vessel(ship).back.is_none() {
        return Err(format!("{name} shows a back that it does not have"));
    }
    if damage.torpedo_attacks > crate::data::tables().torpedoes.attacks || damage.slowed_to > 2 {
        return Err(format!("{name} has impossible markers"));
    }
    if table.ships[ship].struck.hits < damage.hits {
        return Err(format!("{name} loses hits"));
    }
    Ok(())
}

/// Every choice that could be thought of in this position.
pub fn universe(state: &State<Dreadnoughts>, _: Seat, each: &mut dyn FnMut(Choice)) {
    let table = &state.table;
    // One beyond the last ship, too: an id that means nothing must be refused.
    let ids = || (0..=table.scenario.ships.len() as u8).map(ShipId);
    match state.frame() {
        Some(Frame::Combat(_)) => ids().for_each(|ship| each(Choice::Combat(CombatChoice::Name(ship)))),
        Some(Frame::Fire(_)) => {
            for ship in ids() {
                each(Choice::Fire(FireChoice::Guns(ship)));
                each(Choice::Fire(FireChoice::Torpedoes(ship)));
            }
            each(Choice::Fire(FireChoice::Hold));
        }
        Some(Frame::AirStrike(_)) => {
            for at in ids() {
                (0..=8).for_each(|extra| each(Choice::AirStrike(AirChoice::Attack { at, extra })));
            }
        }
        Some(Frame::Harassment(_)) => {
            ids().for_each(|ship| each(Choice::Harassment(HarassmentChoice::Name(ship))));
            each(Choice::Harassment(HarassmentChoice::Enough));
        }
        Some(Frame::Orders(_)) => {
            for ship in ids() {
                for speed in Level::ALL {
                    for evade in [false, true] {
                        each(Choice::Orders(OrdersChoice::Set { ship, speed, evade }));
                    }
                }
            }
            each(Choice::Orders(OrdersChoice::Seal));
        }
        Some(Frame::Movement(_)) => ids().for_each(|ship| each(Choice::Movement(MovementChoice::Name(ship)))),
        Some(Frame::Helm(helm)) => every_helm_order(table, table.fleet.due.contains(helm.ship()), each),
        Some(Frame::Reaction(_)) => {
            ids().for_each(|ship| each(Choice::Reaction(ReactionChoice::Fire(ship))));
            each(Choice::Reaction(ReactionChoice::Hold));
        }
        Some(Frame::Turn(_)) | None => {}
    }
}

fn every_helm_order(table: &Table, outside: bool, each: &mut dyn FnMut(Choice)) {
    for turn in -6..=6 {
        each(Choice::Helm(HelmChoice::Ahead { turn, smoke: false }));
        each(Choice::Helm(HelmChoice::Ahead { turn, smoke: true }));
    }
    each(Choice::Helm(HelmChoice::Stop));
    each(Choice::Helm(HelmChoice::Steady));
    each(Choice::Helm(HelmChoice::Wait));
    // The whole sheet only where a ship may come on; elsewhere a corner stands for all.
    let all = table.scenario.sea.grid.hexes().take(if outside { usize::MAX } else { 1 });
    for hex in all.collect::<Vec<Hex>>() {
        for heading in Heading::ALL {
            each(Choice::Helm(HelmChoice::Enter { hex, heading }));
        }
    }
}
