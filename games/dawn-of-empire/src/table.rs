//! What lies on the table: fleets, stacks, markers, points. Fields and plain accessors, no rules.
//!
//! Two layers describe a fleet. The *stacks* are what anybody at the table sees: where a pile of counters lies, how many
//! they are, and which ships they could be. The *fleet* is what only its owner knows: which ship is in which stack, and
//! under which orders.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use sandtable_engine::{Audience, Hidden, Seat};
use serde::{Serialize, Serializer};
use tinyvec::ArrayVec;

use crate::data::{self, Spaces};
use crate::ids::{
    AREAS, LeaderId, MOST, Order, OrderKind, PORTS, SHIPS, SIDE_LEADERS, ShipId, ShipSet, Side, Space,
};
use crate::melee::Melee;
use crate::scenario::Scenario;

/// A row of values too long for what serialisation knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<T, const N: usize>(pub [T; N]);

impl<T: Default + Copy, const N: usize> Default for Row<T, N> {
    fn default() -> Self {
        Self([T::default(); N])
    }
}

impl<T: Serialize, const N: usize> Serialize for Row<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<T, const N: usize> Index<usize> for Row<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.0[at]
    }
}

impl<T, const N: usize> IndexMut<usize> for Row<T, N> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.0[at]
    }
}

/// Ships one behind the other, from the front.
pub type Line = ArrayVec<[ShipId; MOST]>;

/// A ship in no stack.
pub const NO_STACK: u8 = u8::MAX;

/// A ship as its owner knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Berth {
    /// The stack that it is in, by its number within the side; while orders are written, the one of the draft.
    pub stack: u8,
    /// How many ships are before it in the stack.
    pub rank: u8,
    /// Where it is.
    pub at: Space,
    /// Its order of this turn.
    pub order: Order,
    /// Its order of the turn before (5.0, ruling R38).
    pub last: OrderKind,
    /// How many turns of transit lie behind it without a break (5.7).
    pub transits: u8,
    /// The turn in which it came into the neutral port where it lies; 0 elsewhere (6.1b).
    pub since: u8,
}

impl Default for Berth {
    fn default() -> Self {
        Self {
            stack: NO_STACK,
            rank: 0,
            at: Space::NOWHERE,
            order: Order::default(),
            last: OrderKind::Anchor,
            transits: 0,
            since: 0,
        }
    }
}

/// A side's ships and leaders as their owner knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fleet {
    /// The ships of the side.
    pub berths: Row<Berth, MOST>,
    /// The stack of each leader.
    pub leaders: [u8; SIDE_LEADERS],
    /// Ships that have not left their port this turn (11.B).
    pub stayed: ShipSet,
    /// Ships that left a neutral port this turn (6.1b).
    pub from_neutral: ShipSet,
    /// Ships whose place in a squadron has been thought of while orders are written.
    pub placed: ShipSet,
    /// Leaders of whom the same holds, a bit each.
    pub seated: u8,
    /// Leading ships of squadrons that have been given an order while orders are written.
    pub ordered: ShipSet,
}

impl Default for Fleet {
    fn default() -> Self {
        Self {
            berths: Row::default(),
            leaders: [NO_STACK; SIDE_LEADERS],
            stayed: ShipSet::NONE,
            from_neutral: ShipSet::NONE,
            placed: ShipSet::NONE,
            seated: 0,
            ordered: ShipSet::NONE,
        }
    }
}

impl Fleet {
    /// A ship.
    #[inline]
    pub fn berth(&self, ship: ShipId) -> &Berth {
        &self.berths[ship.local()]
    }

    /// A ship, to change it.
    #[inline]
    pub fn berth_mut(&mut self, ship: ShipId) -> &mut Berth {
        &mut self.berths[ship.local()]
    }

    /// The ships of a stack, from the front.
    #[inline]
    pub fn line(&self, side: Side, stack: u8) -> Line {
        let mut line = Line::new();
        let first = side.first_ship();
        for (local, berth) in self.berths.0.iter().enumerate() {
            if berth.stack == stack {
                line.push(ShipId((first + local) as u8));
            }
        }
        line.sort_unstable_by_key(|ship| (self.berth(*ship).rank, *ship));
        line
    }

    /// The ships of a stack.
    #[inline]
    pub fn members(&self, side: Side, stack: u8) -> ShipSet {
        let aboard =
            self.berths.0.iter().rev().fold(0, |set, berth| set << 1 | u64::from(berth.stack == stack));
        ShipSet(aboard << side.first_ship())
    }

    /// The ships of each stack.
    pub fn crews(&self, side: Side) -> [ShipSet; MOST] {
        let mut crews = [ShipSet::NONE; MOST];
        for (local, berth) in self.berths.0.iter().enumerate() {
            if berth.stack != NO_STACK {
                crews[usize::from(berth.stack)].insert(ShipId((side.first_ship() + local) as u8));
            }
        }
        crews
    }

    /// The leading ship among the ships of a stack.
    #[inline]
    pub fn first_of(&self, ships: ShipSet) -> Option<ShipId> {
        ships.iter().find(|ship| self.leads(*ship))
    }

    /// How many ships a stack has.
    #[inline]
    pub fn count(&self, stack: u8) -> u8 {
        self.berths.0.iter().filter(|berth| berth.stack == stack).count() as u8
    }

    /// The leading ship of a stack.
    #[inline]
    pub fn front(&self, side: Side, stack: u8) -> Option<ShipId> {
        let first = side.first_ship();
        let front = self.berths.0.iter().position(|berth| berth.stack == stack && berth.rank == 0);
        front.map(|local| ShipId((first + local) as u8))
    }

    /// Whether a ship leads its stack.
    #[inline]
    pub fn leads(&self, ship: ShipId) -> bool {
        let berth = self.berth(ship);
        berth.stack != NO_STACK && berth.rank == 0
    }

    /// The leaders of a stack, the one with the most stars first; only he counts (4.0A, 7.4, ruling R32).
    pub fn leader(&self, side: Side, stack: u8) -> Option<LeaderId> {
        side.leaders()
            .filter(|leader| self.leaders[leader.local()] == stack)
            .max_by_key(|leader| (data::leader(*leader).stars, std::cmp::Reverse(leader.0)))
    }

    /// Renumbers the ships of a stack from the front.
    pub fn close_up(&mut self, side: Side, stack: u8) {
        let line = self.line(side, stack);
        for (rank, ship) in line.iter().enumerate() {
            self.berth_mut(*ship).rank = rank as u8;
        }
    }

    /// Puts a ship at the end of a stack.
    pub fn append(&mut self, ship: ShipId, stack: u8) {
        let rank = self.count(stack);
        let berth = self.berth_mut(ship);
        berth.stack = stack;
        berth.rank = rank;
    }

    /// The lowest number that no stack has.
    pub fn free_stack(&self) -> u8 {
        let used =
            self.berths.0.iter().fold(0u64, |used, berth| {
                if berth.stack == NO_STACK { used } else { used | 1 << berth.stack }
            });
        (!used).trailing_zeros() as u8
    }

    /// The stacks in use, as bits.
    #[inline]
    pub fn stacks(&self) -> u64 {
        self.berths.0.iter().fold(
            0,
            |used, berth| {
                if berth.stack == NO_STACK { used } else { used | 1 << berth.stack }
            },
        )
    }
}

/// The numbers of a set of stacks, lowest first.
#[inline]
pub fn each_stack(set: u64) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let stack = left.trailing_zeros() as u8;
        left &= left - 1;
        Some(stack)
    })
}

/// A pile of counters as anybody sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Stack {
    /// The ships that it may consist of, as far as the table has seen.
    pub could: ShipSet,
    /// Where it lies.
    pub place: Space,
    /// Where it lay when orders were given.
    pub began: Space,
    /// How many ships it has; 0 where there is no stack of this number.
    pub count: u8,
    /// The leaders that may be with it, a bit each.
    pub leaders: u8,
    /// Its order, once it has been shown (4.0B, 7.2).
    pub shown: Option<Order>,
    /// Its order of the turn before, if that was shown.
    pub before: Option<OrderKind>,
    /// Movement points spent this turn, by the ship that has spent most.
    pub spent: u8,
    /// Areas entered this turn.
    pub entered: u8,
    /// Whether its movement is over.
    pub moved: bool,
    /// Whether an enemy has passed it, so that it has neither Patrol nor Blockade orders.
    pub passed: bool,
}

impl Stack {
    /// Whether it has moved this turn; ships that joined it on their way do not count.
    #[inline]
    pub fn has_sailed(&self) -> bool {
        self.place != self.began || self.entered > 0
    }
}

/// Which ships are where; every ship is in just one of these sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fates {
    /// On the chart.
    pub afloat: ShipSet,
    /// Still to come (6.4).
    pub due: ShipSet,
    /// Gone down.
    pub sunk: ShipSet,
    /// Held by a neutral for the rest of the war (6.1b).
    pub interned: ShipSet,
    /// Not in this game.
    pub absent: ShipSet,
}

/// The whole table.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Table {
    /// What the scenario says; never changes.
    #[serde(skip)]
    pub scenario: Arc<Scenario>,
    /// The turn, from 1.
    pub turn: u8,
    /// The phase of the turn, for those who look on.
    pub phase: Phase,
    /// The seat of each side; bidding may exchange them (11.D).
    pub seats: [Seat; 2],
    /// Victory points: above zero the United States lead (9.2).
    pub points: i16,
    /// What the owners know.
    pub fleets: [Hidden<Fleet>; 2],
    /// What lies on the chart.
    pub stacks: [Row<Stack, MOST>; 2],
    /// Damage points of each ship; the markers lie open.
    pub damage: Row<u8, SHIPS>,
    /// Which ships are where.
    pub fates: Fates,
    /// Leaders alive and in this game, a bit each.
    pub leaders: u8,
    /// Leaders killed, a bit each.
    pub killed: u8,
    /// Control markers (9.1).
    pub control: [Option<Side>; AREAS],
    /// Damage of the ports (7.5).
    pub port_damage: [u8; PORTS],
    /// Ports that were damaged this turn, a bit each (7.5, ruling R24).
    pub shelled: Spaces,
    /// Half points for ships sunk this turn, by the side that scores them (9.3).
    pub halves: [u8; 2],
    /// Points for leaders killed this turn (9.3).
    pub stars: [u8; 2],
    /// Areas from which a side's squadron has been driven this turn, a bit each (9.1E).
    pub driven: [u32; 2],
    /// Ports of a side with enemies off every way out when orders were written, a bit each (5.6, ruling R11).
    pub watched: [u32; 2],
    /// Areas in which a side has won a battle this turn, a bit each (ruling R18).
    pub won: [u32; 2],
    /// Areas that a side controls by a pursuit, a bit each (11.I, ruling R65).
    pub pursued: [u32; 2],
    /// Ships that were given upkeep damage in the last turn (11.C).
    pub upkeep: ShipSet,
    /// The battle that is being fought.
    pub melee: Melee,
}

impl Clone for Table {
    /// All but the scenario is plain bytes and copied as such. The derived copy goes by way of the stack, field by field,
    /// and takes twice as long.
    #[inline]
    fn clone(&self) -> Self {
        Self { scenario: Arc::clone(&self.scenario), ..*self }
    }
}

/// The phases of a turn (4.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    #[default]
    Setup,
    Orders,
    Movement,
    Combat,
    Control,
    Repair,
}

impl Table {
    /// The side of a seat.
    #[inline]
    pub fn side(&self, seat: Seat) -> Side {
        if self.seats[0] == seat { Side::Us } else { Side::Es }
    }

    /// The seat of a side.
    #[inline]
    pub fn seat(&self, side: Side) -> Seat {
        self.seats[side.index()]
    }

    /// Those who may know what only a side knows.
    #[inline]
    pub fn owner(&self, side: Side) -> Audience {
        Audience::one(self.seat(side))
    }

    /// Those who may know which of a side's ships are meant: everybody where they lie face up (9.6, 11.F).
    #[inline]
    pub fn told_of(&self, side: Side) -> Audience {
        if self.scenario.options.face_up { Audience::Everyone } else { self.owner(side) }
    }

    /// What a side knows of its own ships.
    #[inline]
    pub fn fleet(&self, side: Side) -> &Fleet {
        self.fleets[side.index()].truth()
    }

    /// The same, to change it.
    #[inline]
    pub fn with_fleet<R>(&mut self, side: Side, change: impl FnOnce(&mut Fleet) -> R) -> R {
        change(self.fleets[side.index()].truth_mut())
    }

    /// A stack.
    #[inline]
    pub fn stack(&self, side: Side, number: u8) -> &Stack {
        &self.stacks[side.index()][usize::from(number)]
    }

    /// A stack, to change it.
    #[inline]
    pub fn stack_mut(&mut self, side: Side, number: u8) -> &mut Stack {
        &mut self.stacks[side.index()][usize::from(number)]
    }

    /// The stacks of a side that lie on the chart.
    #[inline]
    pub fn stacks_of(&self, side: Side) -> impl Iterator<Item = (u8, &Stack)> {
        let all = self.stacks[side.index()].0.iter().enumerate();
        all.filter(|(_, stack)| stack.count > 0).map(|(number, stack)| (number as u8, stack))
    }

    /// The stacks of a side in a space.
    #[inline]
    pub fn stacks_at(&self, side: Side, space: Space) -> impl Iterator<Item = (u8, &Stack)> {
        self.stacks_of(side).filter(move |(_, stack)| stack.place == space)
    }

    /// Whether a side has a ship in a space (3.5: forces, ruling R43).
    #[inline]
    pub fn has_forces(&self, side: Side, space: Space) -> bool {
        self.stacks_at(side, space).next().is_some()
    }

    /// The spaces in which a side has ships.
    #[inline]
    pub fn spaces_of(&self, side: Side) -> Spaces {
        self.stacks_of(side).fold(0, |spaces, (_, stack)| spaces | 1 << stack.place.0)
    }

    /// The squadron of a side in a space: two ships or more (3.5).
    #[inline]
    pub fn squadron_at(&self, side: Side, space: Space) -> Option<u8> {
        self.stacks_at(side, space).find(|(_, stack)| stack.count > 1).map(|(number, _)| number)
    }

    /// A number that no stack of a side has.
    pub fn free_stack(&self, side: Side) -> u8 {
        let free = self.stacks[side.index()].0.iter().position(|stack| stack.count == 0);
        free.expect("a side has as many numbers as ships") as u8
    }

    /// A ship's attack, less its damage (7.33).
    #[inline]
    pub fn attack(&self, ship: ShipId) -> u8 {
        let least = data::tables().gunnery.least_attack;
        data::ship(ship).attack.saturating_sub(self.damage[ship.index()]).max(least)
    }

    /// A ship's movement, less its damage (7.33).
    #[inline]
    pub fn movement(&self, ship: ShipId) -> u8 {
        let printed = data::printed_movements()[ship.index()];
        printed.saturating_sub(self.damage[ship.index()]).max(self.least_movement())
    }

    /// The same of all ships of a side in the box, by their numbers within it.
    #[inline]
    pub fn movements(&self, side: Side) -> [u8; MOST] {
        let mut movements = [0; MOST];
        let ships = side.first_ship()..side.first_ship() + side.ships();
        let counters = data::printed_movements()[ships.clone()].iter().zip(&self.damage.0[ships]);
        let least = self.least_movement();
        for (movement, (printed, damage)) in movements.iter_mut().zip(counters) {
            *movement = printed.saturating_sub(*damage).max(least);
        }
        movements
    }

    /// What damage leaves of a ship's movement at the least (7.33; 11.H lets it sink lower).
    #[inline]
    fn least_movement(&self) -> u8 {
        let gunnery = &data::tables().gunnery;
        if self.scenario.options.restricted_disabling {
            gunnery.least_movement_restricted
        } else {
            gunnery.least_movement
        }
    }

    /// The movement of the slowest (4.0B).
    #[inline]
    pub fn slowest(&self, ships: ShipSet) -> u8 {
        ships.iter().map(|ship| self.movement(ship)).min().unwrap_or(0)
    }

    /// Whether a port has been damaged and repairs nothing (7.5, ruling R25).
    #[inline]
    pub fn disrupted(&self, port: Space) -> bool {
        self.port_damage[port.port()] > 0
    }

    /// Whether a leader is alive and in this game.
    #[inline]
    pub fn has_leader(&self, leader: LeaderId) -> bool {
        self.leaders >> leader.number() & 1 != 0
    }
}
