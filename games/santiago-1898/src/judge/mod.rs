//! How good a position is for a seat: what is held, what was lost, how near the armies are to where they want to be.
//!
//! One sum from the American side; Spain's is its opposite. The figures are in hundredths of a point, and a certain victory counts 500 points.

#[cfg(test)]
mod conduct;
mod fights;
mod outlook;
mod roads;

use sandtable_engine::{Seat, State};

pub use outlook::{lead, outlook};

use crate::data::{map, tables};
use crate::ids::{Force, HexId, US, UnitSet};
use crate::phases::surrender;
use crate::questions::control;
use crate::questions::supply::Lines;
use crate::table::Table;
use crate::{Santiago, victory};

/// What so many objectives are worth.
const OBJECTIVES: [i32; 9] = [0, 1_500, 3_500, 6_500, 12_000, 16_000, 20_000, 22_000, 24_000];
/// What the first American steps lost cost, each; and those after ten, when Washington may call the army home.
const AMERICAN_STEP: [i32; 2] = [260, 900];
/// What a Spanish step lost is worth.
const SPANISH_STEP: i32 = 320;
/// What a Cuban step lost costs.
const CUBAN_STEP: i32 = 60;
/// What each point of march from an objective costs, for each step.
const DISTANCE: i32 = 14;
/// The march of a unit that is still aboard.
const ABOARD: i32 = 26;
/// What a Spanish step in an objective is worth to Spain, up to six in one.
const GARRISON: i32 = 130;
/// What each point of march from the line costs Spain, for each step.
const ASTRAY: i32 = 9;
/// What a unit out of supply costs.
const CUT_OFF: i32 = 150;
/// What each hex costs that a Spanish unit is nearer than eight to an unguarded base.
const BASE_IN_DANGER: i32 = 900;
/// What each point of march costs that the nearest American unit is away from a hex of the goal.
const APPROACH: i32 = 150;
/// What a hex of the goal costs that is held by nobody's presence, with Spaniards within a day's march.
const UNGUARDED: i32 = 2_600;
/// How far a Spanish unit can march in a turn, at most.
const DAYS_MARCH: u8 = 6;
/// What the base is worth at the beach that is nearer to the front.
const FORWARD_BASE: i32 = 800;

/// How good a position is for a seat.
pub fn judge(state: &State<Santiago>, seat: Seat) -> i32 {
    let table = &state.table;
    let sum = prospects(table)
        + ground(table)
        + losses(table)
        + army(table)
        + goal(table)
        + line(table)
        + fights::pending(state);
    if seat == US { sum } else { -sum }
}

/// Objectives and goals held.
fn ground(table: &Table) -> i32 {
    let held = OBJECTIVES[usize::from(control::objectives(table))];
    let caney = if table.held.contains(map().el_caney) { 1_200 } else { 0 };
    let fleet = if table.fleet_left > 0 { 1_500 } else { 0 };
    let goal = table.scenario.goal.map_or(0, |goal| {
        let (have, need) = (i32::from(victory::goal_held(table)), i32::from(goal.needed));
        9_000 * have.min(need) / need
    });
    let siboney = if table.held.contains(map().beaches[1]) { 600 } else { 0 };
    held + caney + fleet + goal + siboney
}

/// The chances of the checks of the next morning.
fn prospects(table: &Table) -> i32 {
    let mut sum = 0;
    if let Some(column) = surrender::column(control::objectives(table)) {
        let rows = &tables().surrender;
        let bonus = surrender::bonus(table);
        let wins = (1..=6u8).filter(|die| {
            let row = usize::from((die + bonus).min(8)) - 1;
            rows.rows[row][column] == crate::data::Surrender::Capitulation
        });
        sum += wins.count() as i32 * 5_000;
    }
    if let Some(column) = crate::phases::withdrawal::column(table.losses[0]) {
        sum -= i32::from(7 - tables().withdrawal.wins_from[column]) * 4_000;
    }
    sum
}

fn losses(table: &Table) -> i32 {
    let [us, cu, es] = table.losses.map(i32::from);
    let (early, late) = (us.min(8), (us - 8).max(0));
    es * SPANISH_STEP - cu * CUBAN_STEP - early * AMERICAN_STEP[0] - late * AMERICAN_STEP[1]
}

/// How near the Americans and Cubans are to what they have to take, and whether they are supplied.
fn army(table: &Table) -> i32 {
    let targets = wanted(table);
    let mut sum = 0;
    for unit in table.map.and(Force::Us.pieces()).iter() {
        let steps = i32::from(table.steps[unit]);
        sum -= steps * DISTANCE * i32::from(roads::nearest(targets.iter(), table.at[unit]));
    }
    sum -= ABOARD
        * DISTANCE
        * table.due.and(Force::Us.units()).iter().map(|unit| i32::from(table.steps[unit])).sum::<i32>();
    for unit in table.map.and(Force::Cu.pieces()).iter() {
        sum -= i32::from(table.steps[unit]) * DISTANCE / 3
            * i32::from(roads::nearest(targets.iter(), table.at[unit]));
    }
    let lines = Lines::of(table, Force::Us);
    let cut_off = |units: UnitSet, lines: &Lines| {
        units.iter().filter(|unit| !lines.supply(table, *unit)).count() as i32 * CUT_OFF
    };
    sum -= cut_off(table.map.and(Force::Us.units()), &lines);
    sum += cut_off(table.map.and(Force::Es.units()), &Lines::of(table, Force::Es));
    sum + base(table)
}

/// A goal has to be held in several places at once: somebody goes to each of the nearest that are still needed, and somebody stays.
fn goal(table: &Table) -> i32 {
    let Some(goal) = table.scenario.goal else { return 0 };
    let us = table.map.and(Force::Us.units());
    let es = table.map.and(Force::Es.units());
    let mut sum = 0;
    let mut marches: Vec<i32> = Vec::new();
    for hex in goal.hexes.iter() {
        if !table.held.contains(hex) {
            let march = us.iter().map(|unit| roads::nearest([hex].into_iter(), table.at[unit])).min();
            marches.push(march.map_or(0, i32::from));
        } else if table.owner(hex).is_none() {
            let near = es.iter().any(|unit| crate::map::distance(table.at[unit], hex) <= DAYS_MARCH);
            sum -= if near { UNGUARDED } else { 0 };
        }
    }
    marches.sort_unstable();
    let open = goal.needed.saturating_sub(victory::goal_held(table));
    sum - APPROACH * marches.iter().take(usize::from(open)).sum::<i32>()
}

/// The hexes that the Americans still have to take: those of the goal, or objectives.
fn wanted(table: &Table) -> crate::ids::HexSet {
    let all = table.scenario.goal.map_or(map().objectives, |goal| goal.hexes);
    let open: crate::ids::HexSet = all.iter().filter(|hex| !table.held.contains(*hex)).collect();
    if open.is_empty() { all } else { open }
}

/// The base: where it lies, and whether somebody guards it (4.3c).
fn base(table: &Table) -> i32 {
    if !table.base().exists() {
        return 0;
    }
    let forward = if table.base() == map().beaches[1] { FORWARD_BASE } else { 0 };
    if table.owner(table.base()) == Some(Force::Us) {
        return forward;
    }
    let near = table
        .map
        .and(Force::Es.units())
        .iter()
        .map(|unit| crate::map::distance(table.at[unit], table.base()))
        .min();
    forward - i32::from(8u8.saturating_sub(near.unwrap_or(u8::MAX))) * BASE_IN_DANGER
}

/// Spain's line: troops in the objectives, in depth, and nobody astray.
fn line(table: &Table) -> i32 {
    let posts = table.scenario.goal.map_or(map().objectives, |goal| goal.hexes);
    let mut inside = 0;
    let mut worth = 0;
    for hex in posts.iter().filter(|hex| !table.held.contains(*hex)) {
        let units = table.units_in(Force::Es, hex);
        let steps: i32 = units.iter().map(|unit| i32::from(table.steps[unit])).sum();
        inside |= units.0;
        // The first are worth most: the line is as strong as its weakest post.
        worth += garrison(hex, steps);
    }
    let threatened = wanted(table);
    let mut astray = 0;
    for unit in table.map.and(Force::Es.units()).minus(UnitSet(inside)).iter() {
        astray += i32::from(table.steps[unit])
            * ASTRAY
            * i32::from(roads::nearest(threatened.iter(), table.at[unit]));
    }
    astray - worth
}

fn garrison(hex: HexId, steps: i32) -> i32 {
    let heights = map().ground[hex.index()] == crate::map::Ground::Hill || hex == map().el_caney;
    let weight = if heights { GARRISON } else { GARRISON * 2 / 3 };
    weight * (steps.min(2) * 2 + (steps - 2).clamp(0, 2) + (steps - 4).clamp(0, 4) / 2)
}
