//! Moving, splitting and joining stacks: keeps what lies on the chart in step with what the owner knows.

use crate::data::{self, Nation, chart};
use crate::ids::{LeaderId, MOST, Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::table::{Berth, Fleet, NO_STACK, Stack, Table};

/// The turn in which a ship came into a neutral port; Germans are at home in one of them (6.1b, 11.L, ruling R27).
fn since(table: &Table, ship: ShipId, to: Space) -> u8 {
    let exempt = data::ship(ship).nation == Nation::De && to.is_port() && chart().port(to).german_repair > 0;
    if chart().is_neutral(to) && !exempt { table.turn } else { 0 }
}

/// Moves a stack to a space. Who leaves a neutral port is remembered, in whatever company (6.1b).
pub fn sail(table: &mut Table, side: Side, number: u8, to: Space) {
    let mut fleet = *table.fleet(side);
    if chart().is_neutral(table.stack(side, number).began) {
        fleet.from_neutral = fleet.from_neutral.or(fleet.members(side, number));
    }
    for ship in fleet.members(side, number).iter() {
        let arrived = since(table, ship, to);
        let berth = fleet.berth_mut(ship);
        berth.at = to;
        berth.since = arrived;
        fleet.stayed.remove(ship);
    }
    table.fleets[side.index()].settle(fleet);
    table.stack_mut(side, number).place = to;
}

/// Takes ships out of a stack into another one, a new one where `into` has none, in the same place.
pub fn part(table: &mut Table, side: Side, from: u8, ship: ShipId, into: Option<u8>) -> u8 {
    let number = into.unwrap_or_else(|| table.free_stack(side));
    let parent = *table.stack(side, from);
    let stack = table.stack_mut(side, number);
    if into.is_none() {
        *stack = Stack { count: 0, ..parent };
    }
    stack.count += 1;
    table.stack_mut(side, from).count -= 1;
    table.with_fleet(side, |fleet| {
        fleet.append(ship, number);
        fleet.close_up(side, from);
        fleet.close_up(side, number);
    });
    number
}

/// Joins a stack to another in the same place: its ships close up behind, and all have the other's order (6.2, ruling R38).
/// What one of them has spent they all have, so that nobody moves twice (4.0B, 6.1a).
pub fn combine(table: &mut Table, side: Side, into: u8, from: u8, order: Order) {
    let joined = *table.stack(side, from);
    *table.stack_mut(side, from) = Stack::default();
    let stack = table.stack_mut(side, into);
    stack.count += joined.count;
    stack.could = stack.could.or(joined.could);
    stack.leaders |= joined.leaders;
    stack.passed = stack.passed && joined.passed;
    stack.spent = stack.spent.max(joined.spent);
    table.with_fleet(side, |fleet| {
        for ship in fleet.line(side, from) {
            fleet.append(ship, into);
        }
        for leader in &mut fleet.leaders {
            if *leader == from {
                *leader = into;
            }
        }
        give(fleet, side, into, order);
    });
}

/// Writes an order for all ships of a stack.
pub fn give(fleet: &mut Fleet, side: Side, number: u8, order: Order) {
    for ship in fleet.members(side, number).iter() {
        fleet.berth_mut(ship).order = order;
    }
}

/// Takes a ship off its stack. A stack without ships is no more; leaders stay with its number until somebody cares for them.
fn take_out(table: &mut Table, ship: ShipId) -> u8 {
    let side = ship.side();
    let mut fleet = *table.fleet(side);
    let number = fleet.berth(ship).stack;
    fleet.berth_mut(ship).stack = NO_STACK;
    fleet.stayed.remove(ship);
    fleet.close_up(side, number);
    table.fleets[side.index()].settle(fleet);
    let stack = table.stack_mut(side, number);
    stack.count -= 1;
    stack.could.remove(ship);
    number
}

/// Takes a ship off the chart: sunk or interned.
pub fn remove(table: &mut Table, ship: ShipId) {
    take_out(table, ship);
    let side = ship.side();
    table.with_fleet(side, |fleet| *fleet.berth_mut(ship) = Berth::default());
    table.fates.afloat.remove(ship);
    for stack in &mut table.stacks[side.index()].0 {
        stack.could.remove(ship);
    }
}

/// Brings a ship by itself into a port, at anchor (7.32, 8.2, rulings R23 and R60). Everybody sees which ship it is. One that was
/// found in that very port has not left it: a neutral's clock goes on (6.1b), and she is repaired as if nobody had come (11.B).
pub fn bring_home(table: &mut Table, ship: ShipId, port: Space, leader: Option<LeaderId>) {
    let side = ship.side();
    let Berth { at, since: came, .. } = *table.fleet(side).berth(ship);
    let stayed = at == port && table.fleet(side).stayed.contains(ship);
    let arrived = if at == port { came } else { since(table, ship, port) };
    take_out(table, ship);
    let number = table.free_stack(side);
    table.with_fleet(side, |fleet| {
        fleet.append(ship, number);
        let berth = fleet.berth_mut(ship);
        berth.at = port;
        berth.since = arrived;
        berth.order = Order::plain(OrderKind::Anchor);
        if stayed {
            fleet.stayed.insert(ship);
        }
        if let Some(leader) = leader {
            fleet.leaders[leader.local()] = number;
        }
    });
    // The number may be that of the stack whose last ship this was: then all its leaders come along.
    let fleet = table.fleet(side);
    let aboard = side.leaders().filter(|leader| fleet.leaders[leader.local()] == number);
    let leaders = aboard.fold(0, |set, leader| set | 1 << leader.local());
    for stack in &mut table.stacks[side.index()].0 {
        stack.leaders &= !leaders;
    }
    *table.stack_mut(side, number) = Stack {
        could: ShipSet::one(ship),
        place: port,
        began: port,
        count: 1,
        leaders,
        moved: true,
        ..Stack::default()
    };
}

/// Takes a leader off the chart.
pub fn remove_leader(table: &mut Table, leader: LeaderId) {
    let side = leader.side();
    table.leaders &= !(1 << leader.number());
    table.with_fleet(side, |fleet| fleet.leaders[leader.local()] = NO_STACK);
    for stack in &mut table.stacks[side.index()].0 {
        stack.leaders &= !(1 << leader.local());
    }
}

/// Leaders whose stack has lost its last ship.
pub fn stranded_leaders(table: &Table, side: Side) -> impl Iterator<Item = LeaderId> {
    let fleet = *table.fleet(side);
    let leaders = table.leaders;
    side.leaders().filter(move |leader| {
        let number = fleet.leaders[leader.local()];
        leaders >> leader.number() & 1 != 0 && number != NO_STACK && fleet.count(number) == 0
    })
}

/// Builds the stacks of a side anew from what its owner has written, numbered by place and size. What the table knows of the
/// ships in a place goes on to all stacks there.
pub fn rebuild(table: &mut Table, side: Side) {
    let old = table.stacks[side.index()];
    let mut fleet = *table.fleet(side);
    // By place, then larger stacks first, then as they were written.
    let mut numbers = [(Space::NOWHERE, 0u8, 0u8); MOST];
    let mut count = 0;
    for number in crate::table::each_stack(fleet.stacks()) {
        let Some(front) = fleet.front(side, number) else { continue };
        numbers[count] = (fleet.berth(front).at, u8::MAX - fleet.count(number), number);
        count += 1;
    }
    numbers[..count].sort_unstable();
    let mut renamed = [NO_STACK; 64];
    let mut stacks = [Stack::default(); MOST];
    for (new, (place, _, number)) in numbers[..count].iter().enumerate() {
        renamed[usize::from(*number)] = new as u8;
        let mut stack =
            Stack { place: *place, began: *place, count: fleet.count(*number), ..Stack::default() };
        for seen in old.0.iter().filter(|seen| seen.count > 0 && seen.place == *place) {
            stack.could = stack.could.or(seen.could);
            stack.leaders |= seen.leaders;
        }
        // A squadron that alone was here and still is was seen to do what it did.
        let mut here = old.0.iter().filter(|seen| seen.count > 0 && seen.place == *place);
        if let (Some(only), None) = (here.next(), here.next()) {
            stack.before = only.shown.map(|order| order.kind);
        }
        stacks[new] = stack;
    }
    for berth in &mut fleet.berths.0 {
        if berth.stack != NO_STACK {
            berth.stack = renamed[usize::from(berth.stack)];
        }
    }
    for leader in &mut fleet.leaders {
        if *leader != NO_STACK {
            *leader = renamed[usize::from(*leader)];
        }
    }
    table.fleets[side.index()].settle(fleet);
    table.stacks[side.index()].0 = stacks;
}
