//! What a fire or an assault that is being prepared is worth, so that whoever looks one choice ahead sees why to prepare it.

use sandtable_engine::State;

use crate::data::{map, tables};
use crate::ids::{Force, HexId, UnitSet};
use crate::phases::fire::Volley;
use crate::phases::shock::{Assault, Stage};
use crate::questions::fire_strength::{modifier, sum};
use crate::questions::shock_odds::{defence, die_bonus, odds, result};
use crate::table::Table;
use crate::{Frame, Santiago};

/// What a step of a force is worth to those who fight it.
fn step(force: Force) -> i32 {
    match force {
        Force::Us => 420,
        Force::Cu => 60,
        Force::Es => 320,
    }
}

/// What it is worth to disorganise a stack.
const DISORGANISED: i32 = 60;
/// What an emptied objective is worth.
const OBJECTIVE: i32 = 2_600;
/// What an emptied hex is worth.
const GROUND: i32 = 260;

/// What is being prepared, for the Americans.
pub fn pending(state: &State<Santiago>) -> i32 {
    let table = &state.table;
    match state.frame() {
        Some(Frame::Volley(volley)) => sign(volley.force()) * fire(table, volley),
        Some(Frame::Assault(attack)) if attack.stage() == Stage::Join => {
            sign(attack.force()) * assault(table, attack)
        }
        _ => 0,
    }
}

fn sign(force: Force) -> i32 {
    if force == Force::Es { -1 } else { 1 }
}

fn fire(table: &Table, volley: &Volley) -> i32 {
    let units = volley.joined().or(volley.willing(table));
    1 + expected_fire(table, units, volley.target())
}

/// What fire brings on average.
fn expected_fire(table: &Table, units: UnitSet, target: HexId) -> i32 {
    let Some(owner) = table.owner(target) else { return 0 };
    let chart = &tables().fire;
    let column = chart.column(sum(table, units));
    let change = modifier(table, units, target);
    let worth: i32 = (1..=6i8)
        .map(|die| {
            let result = chart.result(die + change, column);
            i32::from(result.steps) * step(owner) + if result.dis { DISORGANISED } else { 0 }
        })
        .sum();
    worth / 6
}

/// What an assault brings on average, defensive fire included.
fn assault(table: &Table, attack: &Assault) -> i32 {
    let (force, target) = (attack.force(), attack.target());
    let units = if attack.joined().is_empty() { attack.willing(table) } else { attack.joined() };
    let Some(owner) = table.owner(target) else { return 0 };
    if units.is_empty() {
        return 0;
    }
    let defenders = table.units_in(owner, target);
    let steps: i32 = defenders.iter().map(|unit| i32::from(table.steps[unit])).sum();
    let from = units.first().map_or(target, |unit| table.at[unit]);
    let fire_back = expected_fire(table, defenders, from);
    // Some of the attackers will be shaken before they are there.
    let column = odds(table, units, target).column;
    let shaken = i32::from(defence(table, target) > 3);
    let prize = prize(table, force, target);
    let bonus = die_bonus(table, force);
    let worth: i32 = (1..=6i8)
        .map(|die| {
            let blow = result(die + bonus, column);
            let killed = i32::from(blow.defender.steps).min(steps);
            let emptied = killed >= steps || blow.defender.retreat && target != map().santiago;
            let taken = if emptied && !blow.attacker.retreat { prize } else { 0 };
            killed * step(owner) + taken
                - i32::from(blow.attacker.steps) * step(force)
                - if blow.attacker.retreat { 120 } else { 0 }
        })
        .sum();
    worth / 6 - fire_back - shaken * 20
}

/// What the hex itself is worth to those who attack it.
fn prize(table: &Table, force: Force, hex: HexId) -> i32 {
    let goal = table.scenario.goal.is_some_and(|goal| goal.hexes.contains(hex));
    let objective = map().objectives.contains(hex) && force != Force::Cu || goal;
    match force {
        _ if hex == table.base() => 20_000,
        _ if objective => OBJECTIVE,
        _ => GROUND,
    }
}
