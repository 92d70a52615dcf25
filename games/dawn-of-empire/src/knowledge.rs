//! What the table has seen of a fleet, and how the rest is imagined.
//!
//! Every stack has the set of ships that it could consist of. Splitting hands the set on, merging joins two sets, and ships that
//! are laid out for a battle or a port attack (5.3) are struck off the sets of all other stacks.

use sandtable_engine::chance::Chance;
use sandtable_engine::{State, rule};
use tinyvec::ArrayVec;

use crate::data::{chart, each_space, tables};
use crate::ids::{MOST, Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::phases::orders;
use crate::table::{Berth, Fleet, NO_STACK, Phase, Stack, Table};
use crate::{DawnOfEmpire, Frame};

/// Shows which ships and leaders are in every stack of a side: printed set-ups (9.6) and counters face up (11.F).
pub fn lay_open(table: &mut Table, side: Side) {
    let fleet = *table.fleet(side);
    for number in 0..MOST as u8 {
        let stack = table.stack_mut(side, number);
        if stack.count > 0 {
            stack.could = fleet.members(side, number);
            stack.leaders = leaders_of(&fleet, side, number);
        }
    }
}

/// The leaders of a stack, a bit each by their number within the side.
fn leaders_of(fleet: &Fleet, side: Side, number: u8) -> u8 {
    side.leaders()
        .filter(|leader| fleet.leaders[leader.local()] == number)
        .fold(0, |set, leader| set | 1 << leader.local())
}

/// Shows the ships and leaders of one stack, as when it is laid out for a battle (4.0C, 7.31).
pub fn show(table: &mut Table, side: Side, number: u8) {
    let fleet = *table.fleet(side);
    let ships = fleet.members(side, number);
    let leaders = leaders_of(&fleet, side, number);
    for stack in &mut table.stacks[side.index()].0 {
        stack.could = stack.could.minus(ships);
        stack.leaders &= !leaders;
    }
    let stack = table.stack_mut(side, number);
    stack.could = ships;
    stack.leaders = leaders;
}

/// Settles whatever has been forgotten, in agreement with what the table has seen.
pub fn deal(state: &mut State<DawnOfEmpire>, chance: &mut dyn Chance) {
    let drafting = matches!(state.frame(), Some(Frame::Orders(_)));
    let deploying = matches!(state.frame(), Some(Frame::Deployment(_)));
    for side in Side::BOTH {
        if !state.table.fleets[side.index()].is_forgotten() {
            continue;
        }
        let fleet = imagine(&state.table, side, chance);
        state.table.fleets[side.index()].settle(fleet);
        if deploying {
            crate::phases::deployment::imagine(&mut state.table, side, chance);
        } else if drafting {
            orders::imagine(&mut state.table, side, chance);
        } else {
            let moving_over = movement_is_over(state, side);
            imagine_orders(&mut state.table, side, moving_over, chance);
        }
    }
    for frame in state.frames_mut() {
        if let Frame::Bidding(bidding) = frame {
            bidding.deal(chance);
        }
    }
}

/// Whether a side has moved this turn, so that what has not stirred will not.
fn movement_is_over(state: &State<DawnOfEmpire>, side: Side) -> bool {
    if state.table.phase != Phase::Movement {
        return state.table.phase > Phase::Movement;
    }
    let mover = state.frames().iter().find_map(|frame| match frame {
        Frame::Movement(movement) => Some(movement.side()),
        Frame::Gather(gather) => Some(gather.side()),
        _ => None,
    });
    // Spain moves first (4.0B).
    side == Side::Es && mover == Some(Side::Us)
}

/// Ships for the stacks: any that agree with what each stack could be.
fn imagine(table: &Table, side: Side, chance: &mut dyn Chance) -> Fleet {
    let mut fleet = Fleet::default();
    let mut ships: ArrayVec<[ShipId; MOST]> = table.fates.afloat.and(side.fleet()).iter().collect();
    for last in (1..ships.len()).rev() {
        let other = chance.draw(rule!("4.0"), last as u32 + 1) as usize;
        ships.swap(last, other);
    }
    let stacks = &table.stacks[side.index()].0;
    let mut crew = Crew { stacks, taken: [0; MOST], of: [NO_STACK; MOST], side };
    for ship in &ships {
        let start = chance.draw(rule!("4.0"), MOST as u32) as usize;
        crew.seat(*ship, start, &mut 0);
    }
    // A position outside of play may have more ships than places; then nothing can be known of them.
    for ship in ships {
        let number = crew.of[ship.local()];
        if number == NO_STACK {
            continue;
        }
        let place = stacks[usize::from(number)].place;
        fleet.append(ship, number);
        let berth = fleet.berth_mut(ship);
        berth.at = place;
        berth.since = if chart().is_neutral(place) { table.turn } else { 0 };
    }
    for number in 0..MOST as u8 {
        // The strongest lead, as far as anybody can guess.
        let mut line = fleet.members(side, number);
        let mut rank = 0;
        while let Some(ship) = line.first() {
            line.remove(ship);
            fleet.berth_mut(ship).rank = rank;
            rank += 1;
        }
    }
    for leader in side.leaders().filter(|leader| table.has_leader(*leader)) {
        let fits = |stack: &Stack| stack.count > 0 && stack.leaders >> leader.local() & 1 != 0;
        let count = stacks.iter().filter(|stack| fits(stack)).count() as u32;
        if count == 0 {
            continue;
        }
        let pick = chance.draw(rule!("4.0"), count) as usize;
        let number = stacks.iter().enumerate().filter(|(_, stack)| fits(stack)).nth(pick);
        fleet.leaders[leader.local()] = number.map_or(NO_STACK, |(number, _)| number as u8);
    }
    histories(table, side, &mut fleet);
    fleet
}

/// What each ship did in the turn before, as far as it was shown; else it lay still.
fn histories(table: &Table, side: Side, fleet: &mut Fleet) {
    for ship in side.fleet().iter() {
        let Berth { stack, .. } = *fleet.berth(ship);
        if stack == NO_STACK {
            continue;
        }
        let seen = table.stack(side, stack);
        let berth = fleet.berth_mut(ship);
        berth.last = seen.before.unwrap_or(OrderKind::Anchor);
        berth.transits = u8::from(berth.last == OrderKind::Transit);
    }
}

/// Seats ships in stacks; a ship without room has others make room (augmenting paths).
struct Crew<'a> {
    stacks: &'a [Stack; MOST],
    taken: [u8; MOST],
    of: [u8; MOST],
    side: Side,
}

impl Crew<'_> {
    fn seat(&mut self, ship: ShipId, start: usize, tried: &mut u64) -> bool {
        for turn in 0..MOST {
            let number = (start + turn) % MOST;
            let stack = &self.stacks[number];
            if stack.count == 0 || *tried >> number & 1 != 0 || !stack.could.contains(ship) {
                continue;
            }
            *tried |= 1 << number;
            if self.taken[number] < stack.count || self.make_room(number, tried) {
                self.taken[number] += 1;
                self.of[ship.local()] = number as u8;
                return true;
            }
        }
        false
    }

    /// Moves one ship of a full stack elsewhere.
    fn make_room(&mut self, number: usize, tried: &mut u64) -> bool {
        for local in 0..self.side.ships() {
            if usize::from(self.of[local]) != number {
                continue;
            }
            let ship = ShipId((self.side.first_ship() + local) as u8);
            if self.seat(ship, 0, tried) {
                self.taken[number] -= 1;
                return true;
            }
        }
        false
    }
}

/// Orders of this turn: those that were shown, and for the others any that fit what was seen.
fn imagine_orders(table: &mut Table, side: Side, moving_over: bool, chance: &mut dyn Chance) {
    let mut fleet = *table.fleet(side);
    for number in 0..MOST as u8 {
        let stack = *table.stack(side, number);
        if stack.count == 0 {
            continue;
        }
        let order = match stack.shown {
            Some(order) => order,
            None if stack.count == 1 => {
                let sailed = stack.has_sailed();
                Order::plain(if sailed { OrderKind::Transit } else { OrderKind::Anchor })
            }
            None => likely_order(side, &stack, moving_over, chance),
        };
        for ship in fleet.members(side, number).iter() {
            fleet.berth_mut(ship).order = order;
        }
    }
    table.fleets[side.index()].settle(fleet);
}

/// Any order that fits what everybody has seen of a squadron.
fn likely_order(side: Side, stack: &Stack, moving_over: bool, chance: &mut dyn Chance) -> Order {
    use OrderKind::{Anchor, Blockade, Coal, Patrol, Raid, Sortie, Transit};
    let sailed = stack.has_sailed();
    let off_enemy =
        each_space(chart().around(stack.place)).find(|port| chart().owner(*port) == Some(side.enemy()));
    let fits = |kind: OrderKind| {
        let by_place = match (stack.place.is_port(), sailed, moving_over) {
            (true, true, _) => matches!(kind, Transit | Anchor),
            (true, false, true) => matches!(kind, Anchor | Coal),
            (true, false, false) => !kind.has_target(),
            (false, true, _) => match kind {
                Anchor | Coal => false,
                Sortie => stack.entered == 1 && stack.began.is_port(),
                Raid | Blockade => off_enemy.is_some(),
                Patrol => stack.entered <= tables().patrol_areas + 1,
                Transit => true,
            },
            (false, false, true) => matches!(kind, Anchor | Coal | Patrol | Transit),
            (false, false, false) => !matches!(kind, Sortie) && (!kind.has_target() || off_enemy.is_some()),
        };
        let by_history = stack.before.is_none_or(|before| tables().follows(before, kind));
        by_place && by_history && !(stack.passed && kind.watches())
    };
    let count = OrderKind::ALL.iter().filter(|kind| fits(**kind)).count() as u32;
    if count == 0 {
        return Order::plain(Transit);
    }
    let pick = chance.draw(rule!("5.0"), count) as usize;
    let kind = OrderKind::ALL.into_iter().filter(|kind| fits(*kind)).nth(pick).unwrap_or(Transit);
    let target = if kind.has_target() { off_enemy.unwrap_or(Space::NOWHERE) } else { Space::NOWHERE };
    Order { kind, target }
}

/// Ships that a stack is known to consist of, where that is certain.
pub fn known_ships(stack: &Stack) -> Option<ShipSet> {
    (stack.could.len() == u32::from(stack.count)).then_some(stack.could)
}
