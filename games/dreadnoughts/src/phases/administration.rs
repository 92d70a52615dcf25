//! The administrative phase: hulks, smoke, fires, and what else a turn's end brings (5.4, 6.10b, 6.12, 8.7, chart C4).

use sandtable_engine::{Cx, rule};

use super::damage::note_crippled;
use crate::Dreadnoughts;
use crate::data::tables;
use crate::events::Event;
use crate::ids::ShipSet;
use crate::table::{Stopped, Table};

/// The whole phase, in the order of ruling A1: hulks, smoke, fires, then the rest.
pub fn administer(table: &mut Table, cx: &mut Cx<Dreadnoughts>) {
    check_hulks(table, cx);
    lift_smoke(table, cx);
    fight_fires(table, cx);
    end_turn(table, cx);
}

/// A die for each hulk, new ones too (6.12, ruling H3): on 1 or 2 it sinks with its markers (6.12a, C4.2, ruling H4),
/// else it stays (6.12b).
fn check_hulks(table: &mut Table, cx: &mut Cx<Dreadnoughts>) {
    for ship in table.fleet.hulks.iter() {
        let die = cx.die(rule!("6.12"));
        let sinks = die <= tables().checks.hulk_sinks;
        cx.log(rule!("6.12"), || Event::HulkCheck { ship, die, sinks });
        if sinks {
            table.remove(ship);
            table.fleet.sunk.insert(ship);
        }
    }
}

/// A die for each smoke marker: on 1 to 3 it lifts (8.7, C4.3).
fn lift_smoke(table: &mut Table, cx: &mut Cx<Dreadnoughts>) {
    table.smoke.retain(|hex| {
        let die = cx.die(rule!("8.7"));
        let lifts = die <= tables().checks.smoke_lifts;
        cx.log(rule!("8.7"), || Event::SmokeCheck { hex, die, lifts });
        !lifts
    });
}

/// A die for each fire marker, those of this turn too (ruling B2): on 1 to 3 it goes out (6.10b, C4.1).
fn fight_fires(table: &mut Table, cx: &mut Cx<Dreadnoughts>) {
    for ship in table.burning.iter() {
        for _ in 0..table.ships[ship].damage.fires {
            let die = cx.die(rule!("6.10b"));
            let out = die <= tables().checks.fire_out;
            cx.log(rule!("6.10b"), || Event::FireCheck { ship, die, out });
            if out {
                table.ships[ship].damage.fires -= 1;
            }
        }
        if table.ships[ship].damage.fires == 0 {
            table.burning.remove(ship);
        }
    }
}

/// Jams run on, this turn's flags are cleared, ships whose time has come go home (5.4a, 9.14).
fn end_turn(table: &mut Table, cx: &mut Cx<Dreadnoughts>) {
    for ship in table.scenario.ids() {
        let state = &mut table.ships[ship];
        state.fired_at = 0;
        let mut damage = state.damage;
        damage.jammed = damage.jammed.saturating_sub(1);
        damage.equipment = false;
        if damage.stopped == Stopped::Repaired {
            damage.stopped = Stopped::No;
        }
        state.damage = damage;
        state.struck = damage;
    }
    table.harassed = ShipSet::NONE;
    table.tried_turrets = ShipSet::NONE;
    table.failed_turrets = ShipSet::NONE;
    for number in 0..table.scenario.specials.withdrawals.len() {
        let (ship, after) = table.scenario.specials.withdrawals[number];
        if table.turn == after && table.fleet.afloat.contains(ship) {
            table.remove(ship);
            table.fleet.withdrawn.insert(ship);
            note_crippled(table, ship);
            cx.log(rule!("9.14"), || Event::Withdraws { ship });
        }
    }
}

/// Ships that were stopped last turn throw for repair (C1.5, rulings W1, W2).
pub fn attempt_repairs(table: &mut Table, cx: &mut Cx<Dreadnoughts>) {
    for ship in table.fleet.afloat.iter() {
        let Stopped::Repairable { since } = table.ships[ship].damage.stopped else { continue };
        if since >= table.turn {
            continue;
        }
        let die = cx.die(rule!("C1.5"));
        let repaired = die <= tables().checks.repair;
        cx.log(rule!("C1.5"), || Event::Repair { ship, die, repaired });
        let state = &mut table.ships[ship];
        state.damage.stopped = if repaired {
            Stopped::Repaired
        } else if table.scenario.options.repair_every_turn {
            Stopped::Repairable { since }
        } else {
            Stopped::Permanent
        };
        if repaired {
            // Ruling V5: it moves off at cruise.
            state.level = crate::ids::Level::Cruise;
        }
        state.struck = state.damage;
    }
}
