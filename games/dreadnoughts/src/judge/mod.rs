//! How good a position is: how likely the seat is to win from here.
//!
//! Both sides are taken to fight on as they stand until the last turn. What their guns and torpedoes do on average gives each ship a
//! chance to be turned over or lost, the stakes in all ships add up to a margin with a spread, and the levels of victory
//! that the scenario sets turn that into the chances of victory and draw.

mod battle;
mod course;
mod gunfire;
mod stakes;

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Seat, State};

use crate::ids::{MOST_SHIPS, ShipId, ShipSet};
use crate::phases::damage;
use crate::questions::speed;
use crate::table::Table;
use crate::{Dreadnoughts, Frame, victory};
use battle::Battle;
use stakes::{Expectation, Stakes};

/// What a certain victory is worth; a draw is worth nothing, a defeat as much less.
const VICTORY: f32 = 50_000.0;
/// What a point of the margin is worth beside.
const POINT: f32 = 40.0;
/// How much of what the enemy's guns could do a player reckons with: few enemies make the best of them.
const CAUTION: f32 = 0.6;
/// Points by which a forecast may be out besides what dice do, for each turn to come.
const DOUBT: f32 = 1.5;

/// The score for a seat.
pub fn judge(state: &State<Dreadnoughts>, seat: Seat) -> i32 {
    if state.outcome().is_some() {
        let margin = victory::points(&state.table, seat) - victory::points(&state.table, seat.opponent());
        return (f32::from(margin) * POINT) as i32;
    }
    let (mut table, clock) = foresee(state, seat);
    let mut stakes = [Stakes::default(); MOST_SHIPS];
    let concerned = table.fleet.afloat.or(table.fleet.due);
    let mut settled = 0.0;
    for ship in table.scenario.ids() {
        if concerned.contains(ship) {
            stakes[ship.index()] = Stakes::of(&mut table, ship, seat);
        } else {
            settled += f32::from(victory::stake(&table, ship, seat));
        }
    }
    let waters: f32 = course::prospects(&table, seat) - course::prospects(&table, seat.opponent());
    // Smoke that hides nobody now will be in the way of somebody's guns later.
    let smoke = f32::from(table.smoke.len()) / 100.0;
    let battle = Battle { now: &state.table, table: &table, clock, stakes: &stakes };
    let ours = battle.bombardment(seat, 1.0);
    let theirs = battle.bombardment(seat.opponent(), CAUTION);
    let plans = ours.iter().zip(&theirs).map(|(ours, theirs)| {
        let mean = settled + waters - smoke + ours.mean + theirs.mean;
        score(&table, seat, Expectation { mean, variance: ours.variance + theirs.variance })
    });
    plans.fold(f32::MIN, f32::max) as i32
}

/// The chances of victory and draw with such a margin to be expected.
fn score(table: &Table, seat: Seat, margin: Expectation) -> f32 {
    let levels = &table.scenario.victory;
    let (win, lose) = if seat == levels.measured_for {
        (levels.marginal, levels.other_marginal)
    } else {
        (-levels.other_marginal, -levels.marginal)
    };
    let turns = f32::from(table.scenario.turns - table.turn) + 0.5;
    let spread = (margin.variance + DOUBT * DOUBT * turns).sqrt();
    let above = |level: f32| {
        let distance = (margin.mean - level) / spread;
        distance / (1.0 + distance * distance).sqrt()
    };
    // Margins are whole numbers: half a point more than a draw is a victory.
    let victory = above(f32::from(win) - 0.5);
    let defeat = above(f32::from(lose) + 0.5);
    (victory + defeat) * VICTORY / 2.0 + margin.mean * POINT
}

/// The table as it will be when guns speak next, and what happens before they do: hits that wait for the end of the phase have been
/// counted, and the orders that a seat is writing are in force.
fn foresee(state: &State<Dreadnoughts>, seat: Seat) -> (Table, Clock) {
    let mut table = state.table.clone();
    let mut clock = Clock::default();
    for frame in state.frames() {
        match frame {
            Frame::Combat(combat) => {
                clock.unfired = combat.unnamed();
                clock.unmoved = table.fleet.afloat;
            }
            Frame::Fire(fire) => clock.unfired.insert(fire.ship()),
            Frame::Harassment(_) => clock.unmoved = table.fleet.afloat,
            Frame::Orders(_) => {
                clock.unmoved = table.fleet.afloat;
                for ship in table.fleet_of(seat).and(table.fleet.afloat).iter() {
                    take_orders(&mut table, ship);
                    if *table.ships[ship].to_evade.truth() {
                        table.evading.insert(ship);
                    } else {
                        table.evading.remove(ship);
                    }
                }
            }
            Frame::Movement(movement) => {
                clock.unmoved = movement.unmoved();
                for ship in clock.unmoved.and(table.fleet_of(seat)).and(table.fleet.afloat).iter() {
                    take_orders(&mut table, ship);
                }
            }
            Frame::Helm(helm) if helm.is_at_start() => clock.unmoved.insert(helm.ship()),
            _ => {}
        }
    }
    let afloat = table.fleet.afloat;
    damage::settle(&mut table, afloat, &mut Cx::silent(&mut Fast::new(0)));
    for ship in table.fleet.afloat.iter() {
        table.ships[ship].fired_at = 0;
    }
    (table, clock)
}

fn take_orders(table: &mut Table, ship: ShipId) {
    if speed::under_way(table, ship) {
        table.ships[ship].level = *table.ships[ship].ordered.truth();
    }
}

/// Who has yet to fire in this phase and who moves before guns speak again.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    unfired: ShipSet,
    unmoved: ShipSet,
}
