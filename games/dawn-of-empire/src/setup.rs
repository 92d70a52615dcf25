//! Lays out the table (9.6).

use sandtable_engine::{Audience, Hidden, Seat, Setup, SetupError};

use crate::data::{self, Nation, chart};
use crate::ids::{PORTS, ShipSet, Side};
use crate::knowledge;
use crate::melee::Melee;
use crate::scenario::{Force, SHELF};
use crate::table::{Fates, Fleet, Phase, Row, Table};

/// The table of a set-up.
pub fn lay_out(setup: &Setup) -> Result<Table, SetupError> {
    let scenario = SHELF.take(setup)?;
    let seats = [Seat(0), Seat(1)];
    let mut table = Table {
        turn: scenario.first_turn,
        phase: Phase::Setup,
        seats,
        points: scenario.points,
        fleets: seats.map(|seat| Hidden::known_to(Fleet::default(), Audience::one(seat))),
        stacks: [Row::default(); 2],
        damage: Row::default(),
        fates: Fates::default(),
        leaders: 0,
        killed: 0,
        control: scenario.control,
        port_damage: [0; PORTS],
        shelled: 0,
        halves: [0; 2],
        stars: [0; 2],
        driven: [0; 2],
        watched: [0; 2],
        won: [0; 2],
        pursued: [0; 2],
        upkeep: ShipSet::NONE,
        melee: Melee::default(),
        scenario,
    };
    let scenario = std::sync::Arc::clone(&table.scenario);
    table.port_damage = scenario.port_damage;
    for (ship, points) in &scenario.damage {
        table.damage[ship.index()] = *points;
    }
    for force in &scenario.forces {
        place(&mut table, force);
    }
    for due in &scenario.due {
        table.fates.due.insert(due.ship);
    }
    let named = table.fates.afloat.or(table.fates.due);
    table.fates.absent = Side::Us.fleet().or(Side::Es.fleet()).minus(named);
    // What starts where is printed on the counters, so that everybody knows it.
    for side in Side::BOTH {
        knowledge::lay_open(&mut table, side);
    }
    Ok(table)
}

/// Puts a force on the chart as one stack.
fn place(table: &mut Table, force: &Force) {
    let side = force.side;
    let number = table.free_stack(side);
    let first_turn = table.turn;
    let neutral = chart().is_neutral(force.at);
    let mut fleet = *table.fleet(side);
    for ship in &force.ships {
        table.fates.afloat.insert(*ship);
        fleet.append(*ship, number);
        let german = data::ship(*ship).nation == Nation::De;
        let berth = fleet.berth_mut(*ship);
        berth.at = force.at;
        berth.last = force.last;
        berth.transits = force.transits;
        berth.order = force.order.unwrap_or_default();
        let arrived = if force.since > 0 { force.since } else { first_turn.saturating_sub(1).max(1) };
        berth.since = if neutral && !german { arrived } else { 0 };
    }
    for leader in &force.leaders {
        table.leaders |= 1 << leader.number();
        fleet.leaders[leader.local()] = number;
    }
    table.fleets[side.index()].settle(fleet);
    let stack = table.stack_mut(side, number);
    stack.place = force.at;
    stack.count = force.ships.len() as u8;
}
