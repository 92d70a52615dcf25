//! Where a unit can go, with its facings and what each costs (7.0).
//!
//! A player names the goal, and the way is the cheapest of those that do least harm (R66). A state of the search is a hex with a facing:
//! a unit enters a front hex and may turn towards it for nothing (7.3), turns to any vertex for one point (7.4), and foot may step
//! sideways (7.12). Going round an enemy's two front hexes keeps out of his zone (R62). Ways that disrupt friends (7.9) are looked for only after those that do not.

use arrayvec::ArrayVec;
use sandtable_engine::Seat;

use crate::data::{Kind, Size, Terrain, limits};
use crate::field::CLOSED;
use crate::ids::{Facing, HEXES, HexId, HexSet, UnitId};
use crate::table::Table;

/// Hexes with facings.
const STATES: usize = HEXES * 6;
/// Not reached.
const FAR: u8 = u8::MAX;
/// How many times a way may disrupt friends.
const LAYERS: usize = 3;
/// The dearest single step: two points for the ground, one for passing a friend.
const DEAREST: usize = 4;
/// States that cost the same.
const SAME: usize = 768;
/// A parent in the layer before.
const FROM_BEFORE: u16 = 0x8000;
/// No parent: the start.
const ORIGIN: u16 = 0x7fff;

/// What enemy zones do to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zones {
    /// Entering one ends the move but for turning (7.6).
    Halt,
    /// None may be entered: leaving one (7.6, R11), withdrawing (10.2.2), panic (12.4.1).
    Shun,
}

/// A move to be looked into.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// Who moves.
    pub unit: UnitId,
    /// From where.
    pub from: HexId,
    /// The facing there.
    pub facing: Facing,
    /// Points already spent: by a unit that enters the map.
    pub spent: u8,
    /// All points that it has.
    pub points: u8,
    /// What enemy zones do.
    pub zones: Zones,
    /// Whether it comes from off the map, so that the first hex is entered like any other (7.8, R56).
    pub enters: bool,
}

impl Order {
    /// A unit that moves from where it stands, by the rules of an activation (7.6).
    pub fn of(table: &Table, unit: UnitId) -> Self {
        let at = &table.units[unit];
        let leaves = table.in_enemy_zone(unit.side(), at.hex) && table.effects.leave_free != Some(unit);
        Self {
            unit,
            from: at.hex,
            facing: at.facing,
            spent: 0,
            points: points(table, unit),
            zones: if leaves { Zones::Shun } else { Zones::Halt },
            enters: false,
        }
    }

    /// The same with other points and other zones.
    #[must_use]
    pub const fn with(mut self, points: u8, zones: Zones) -> Self {
        (self.points, self.zones) = (points, zones);
        self
    }
}

/// The movement points of a unit (7.1), with those of a special rule (S3) and of an event (E16).
#[inline]
pub fn points(table: &Table, unit: UnitId) -> u8 {
    let printed = table.figures(unit).movement;
    if printed == 0 {
        return 0;
    }
    let special = &table.scenario.special.sides[unit.side().index()];
    printed + special.more_movement(table.units[unit].kind, table.turn) + table.effects.move_plus
}

/// What passing a friend does (7.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// Nothing but the ground.
    Free,
    /// One point more (7.9.2).
    Dearer,
    /// Both are disrupted (7.9.2, 7.9.3).
    Harmful,
}

/// How two units of one side get past each other (7.9.1, 7.9.2, 7.9.3). What has no size lets everybody pass (R71).
pub const fn passing(mover: Option<Size>, friend: Option<Size>) -> Passing {
    match (mover, friend) {
        (None | Some(Size::Light), _) | (_, None | Some(Size::Light)) => Passing::Free,
        (Some(Size::Medium), Some(Size::Medium)) => Passing::Dearer,
        _ => Passing::Harmful,
    }
}

/// The same with an event that opens files (E19).
#[inline]
pub fn passes(table: &Table, mover: Option<Size>, friend: UnitId) -> Passing {
    if table.effects.pass_free { Passing::Free } else { passing(mover, table.units[friend].kind.card().size) }
}

/// Whether a unit may end its move in a hex as far as friends go: nobody there (7.9), or a cannon with a light unit or another cannon (8.7.2.6).
pub fn has_room(table: &Table, unit: UnitId, hex: HexId) -> bool {
    let troops = table.troops_at(hex).filter(|other| *other != unit);
    if table.guns.is_empty() {
        return troops.is_none();
    }
    let mut guns = table.guns_at(hex);
    guns.remove(unit);
    let kind = table.units[unit].kind;
    match (troops, guns.len()) {
        (None, 0) => true,
        (None, 1) => kind == Kind::Ay || kind.card().is_light(),
        (Some(other), 0) => {
            kind == Kind::Ay && other.side() == unit.side() && table.units[other].kind.card().is_light()
        }
        _ => false,
    }
}

/// Whether a leader of the enemy is in a hex without troops.
pub fn lone_enemy_leader(table: &Table, side: Seat, hex: HexId) -> bool {
    table.has_post(side.opponent(), hex) && table.unit_at(hex).is_none()
}

/// Whether an enemy unit is beside a hex.
#[inline]
pub fn beside_enemy(table: &Table, side: Seat, hex: HexId) -> bool {
    table.map().around(hex).iter().any(|next| table.foe_at(side, *next).is_some())
}

#[inline]
const fn state(hex: HexId, facing: Facing) -> u16 {
    hex.0 * 6 + facing.index() as u16
}

#[inline]
fn parts(state: u16) -> (HexId, Facing) {
    (HexId(state / 6), Facing::ALL[usize::from(state % 6)])
}

/// What does not change while a move is looked into.
struct Ground<'a> {
    table: &'a Table,
    order: Order,
    side: Seat,
    zone: HexSet,
    lone: HexSet,
    size: Option<Size>,
    good: bool,
    infantry: bool,
    easy: bool,
}

/// How a hex can be entered.
#[derive(Clone, Copy)]
struct Entry {
    cost: u8,
    harmful: bool,
}

impl Entry {
    /// Not at all.
    const CLOSED: Self = Self { cost: CLOSED, harmful: false };
}

impl<'a> Ground<'a> {
    fn new(table: &'a Table, order: Order) -> Self {
        let side = order.unit.side();
        let unit = &table.units[order.unit];
        let mut lone = HexSet::NONE;
        for post in crate::ids::PostId::all_of(side.opponent()) {
            let hex = table.posts[post].hex;
            if hex.exists() && table.unit_at(hex).is_none() {
                lone.insert(hex);
            }
        }
        Self {
            table,
            order,
            side,
            zone: table.zone_of(side.opponent()),
            lone,
            size: unit.kind.card().size,
            good: !unit.disrupted,
            infantry: unit.kind.is_infantry(),
            easy: table.effects.terrain_one == Some(order.unit),
        }
    }

    /// What entering a hex costs (7.1), friends included.
    #[inline]
    fn enter(&self, hex: HexId, layer: usize) -> Option<Entry> {
        let table = self.table;
        let mut cost = table.land.cost(hex)?;
        if self.easy {
            cost = 1;
        }
        if self.order.zones == Zones::Shun && self.zone.contains(hex) {
            return None;
        }
        let mut harmful = false;
        if let Some(other) = table.unit_at(hex).filter(|other| *other != self.order.unit) {
            if other.side() != self.side {
                return None;
            }
            let there = &table.units[other];
            match passes(table, self.size, other) {
                Passing::Free => {}
                Passing::Dearer => cost += 1,
                Passing::Harmful => harmful = !there.disrupted || (self.good && layer == 0),
            }
        }
        Some(Entry { cost, harmful })
    }

    /// Whether nothing but turning is left to a unit that has entered (7.6, 2.4.5).
    #[inline]
    fn halts(&self, hex: HexId) -> bool {
        self.zone.contains(hex)
            || self.lone.contains(hex)
            || (!self.easy && self.table.ground(hex) == Terrain::Stream)
    }

    /// What a step sideways costs (7.12, R16).
    #[inline]
    fn sidestep(&self, from: HexId, to: HexId, spent: u8, cost: u8) -> Option<u8> {
        if !self.infantry || self.zone.contains(from) || self.zone.contains(to) {
            return None;
        }
        let usual = limits().sidestep.max(cost + 1);
        if self.order.points >= limits().sidestep {
            return Some(usual);
        }
        // A unit with fewer points may still step aside once, onto clear ground.
        let may = spent == 0 && self.order.points > 0 && self.table.ground(to) == Terrain::Clear;
        may.then_some(self.order.points)
    }
}

/// The ways of a search, to be told afterwards: where each state was come to from in each layer that was begun, and the layer in which it was found.
struct Parents {
    of: ArrayVec<[u16; STATES], LAYERS>,
    found_in: [u8; STATES],
}

/// Where a unit can end its move.
pub struct Reach {
    costs: [u8; STATES],
    hexes: ArrayVec<HexId, HEXES>,
    seen: HexSet,
}

impl Reach {
    /// Looks a move up.
    pub fn new(table: &Table, order: Order) -> Self {
        search(table, order, HexId::NOWHERE, None)
    }

    /// Where a unit can go when it is activated. Staying and turning is part of it, free in an enemy's zone (7.6, R10).
    pub fn of(table: &Table, unit: UnitId) -> Self {
        Self::new(table, Order::of(table, unit))
    }

    /// The hexes, in the order in which they were found.
    #[inline]
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes
    }

    /// What it costs to face a vertex in a hex.
    #[inline]
    pub fn at(&self, hex: HexId, facing: Facing) -> Option<u8> {
        let cost = self.costs[usize::from(state(hex, facing))];
        (cost != FAR).then_some(cost)
    }

    /// What it costs to get to a hex.
    #[inline]
    pub fn cost(&self, hex: HexId) -> Option<u8> {
        if !self.seen.contains(hex) {
            return None;
        }
        Facing::ALL.into_iter().filter_map(|facing| self.at(hex, facing)).min()
    }

    /// Whether a hex can be reached.
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        self.seen.contains(hex)
    }
}

/// What it costs to face each vertex of a hex. The search ends when that is known.
pub fn facings(table: &Table, order: Order, hex: HexId) -> [Option<u8>; 6] {
    let reach = search(table, order, hex, None);
    Facing::ALL.map(|facing| reach.at(hex, facing))
}

/// A way: the hexes entered, with the facing in each.
pub type Trail = ArrayVec<(HexId, Facing), 24>;

/// The way to a hex and a facing; the start is not part of it.
pub fn trail(table: &Table, order: Order, goal: (HexId, Facing)) -> Option<Trail> {
    let mut parents = Parents { of: ArrayVec::new(), found_in: [0; STATES] };
    let reach = search(table, order, goal.0, Some(&mut parents));
    reach.at(goal.0, goal.1)?;
    let mut layer = usize::from(parents.found_in[usize::from(state(goal.0, goal.1))]);
    let mut at = state(goal.0, goal.1);
    let mut trail = Trail::new();
    while at != ORIGIN {
        let (hex, facing) = parts(at);
        // Turning within a hex is no step: the last facing there counts.
        if trail.last().is_none_or(|(last, _)| *last != hex) && !trail.is_full() {
            trail.push((hex, facing));
        }
        let parent = parents.of[layer][usize::from(at)];
        if parent == ORIGIN {
            break;
        }
        if parent & FROM_BEFORE != 0 {
            layer -= 1;
        }
        at = parent & !FROM_BEFORE;
    }
    trail.reverse();
    if trail.first().is_some_and(|(hex, _)| *hex == order.from) {
        trail.remove(0);
    }
    Some(trail)
}

/// The search, cheapest first, layer by layer.
struct Search<'a> {
    ground: Ground<'a>,
    /// The hex that is looked for; nowhere if all are.
    goal: HexId,
    best: [u8; STATES],
    /// The lowest of the six of each hex.
    least: [u8; HEXES],
    /// How each hex is entered in this layer, as far as somebody has asked.
    entries: [Option<Entry>; HEXES],
    reach: Reach,
    queues: [ArrayVec<u16, SAME>; DEAREST],
    later: ArrayVec<(u16, u16, u8), 128>,
    parents: Option<&'a mut Parents>,
    layer: usize,
}

fn search(table: &Table, order: Order, goal: HexId, parents: Option<&mut Parents>) -> Reach {
    let mut search = Search {
        ground: Ground::new(table, order),
        goal,
        best: [FAR; STATES],
        least: [FAR; HEXES],
        entries: [None; HEXES],
        reach: Reach { costs: [FAR; STATES], hexes: ArrayVec::new(), seen: HexSet::NONE },
        queues: Default::default(),
        later: ArrayVec::new(),
        parents,
        layer: 0,
    };
    search.begin();
    search.reach
}

impl Search<'_> {
    fn begin(&mut self) {
        let order = self.ground.order;
        if order.spent > order.points {
            return;
        }
        self.open(0);
        let start = state(order.from, order.facing);
        self.best[usize::from(start)] = order.spent;
        self.least[order.from.index()] = order.spent;
        self.queues[usize::from(order.spent) % DEAREST].push(start);
        self.found(order.from, order.facing, order.spent);
        if !order.enters && self.ground.zone.contains(order.from) {
            // Who stays in an enemy's zone turns for nothing.
            for facing in Facing::ALL {
                self.found(order.from, facing, order.spent);
            }
        }
        for cost in order.spent..=order.points {
            // Once a hex was reached for less, one more point has turned the unit to every vertex.
            if self.goal.exists() && self.least[self.goal.index()] < cost {
                return;
            }
            self.level(cost);
        }
        for layer in 1..LAYERS {
            if self.later.is_empty() {
                break;
            }
            self.open(layer);
            let seeds = std::mem::take(&mut self.later);
            let first = seeds.iter().map(|(_, _, cost)| *cost).min().unwrap_or(0);
            for cost in first..=order.points {
                for (to, from, _) in seeds.iter().filter(|(_, _, price)| *price == cost) {
                    let (hex, facing) = parts(*to);
                    self.relax(hex, facing, from | FROM_BEFORE, cost);
                }
                self.level(cost);
            }
        }
    }

    /// Begins a layer, in which friends count otherwise than in the one before.
    fn open(&mut self, layer: usize) {
        self.layer = layer;
        if layer > 0 {
            self.entries = [None; HEXES];
        }
        if let Some(parents) = &mut self.parents {
            parents.of.push([ORIGIN; STATES]);
        }
    }

    /// Takes all states of one cost.
    fn level(&mut self, cost: u8) {
        let queue = usize::from(cost) % DEAREST;
        let mut next = 0;
        while next < self.queues[queue].len() {
            let at = self.queues[queue][next];
            next += 1;
            if self.best[usize::from(at)] == cost {
                self.expand(at, cost);
            }
        }
        self.queues[queue].clear();
    }

    fn expand(&mut self, at: u16, cost: u8) {
        let (hex, facing) = parts(at);
        let left = self.ground.order.points - cost;
        if left == 0 {
            return;
        }
        // One point turns to any vertex (7.4). Only the first state of a hex can gain by it.
        if self.least[hex.index()] == cost {
            for other in Facing::ALL {
                self.relax(hex, other, at, cost + 1);
            }
        }
        let order = &self.ground.order;
        let started_here = !order.enters && hex == order.from && cost <= order.spent + 1;
        if !started_here && self.ground.halts(hex) {
            return;
        }
        let map = self.ground.table.map();
        for (to, turn) in map.front(hex, facing).into_iter().zip([-1, 1]) {
            let Some(entry) = self.entry(to).filter(|entry| entry.cost <= left) else { continue };
            self.step(at, to, facing, cost + entry.cost, entry.harmful);
            self.step(at, to, facing.turn(turn), cost + entry.cost, entry.harmful);
        }
        if self.ground.infantry {
            for to in map.flanks(hex, facing) {
                let Some(entry) = self.entry(to) else { continue };
                let spent = cost - self.ground.order.spent;
                let Some(price) = self.ground.sidestep(hex, to, spent, entry.cost) else { continue };
                if price <= left {
                    self.step(at, to, facing, cost + price, entry.harmful);
                }
            }
        }
    }

    /// How a hex is entered in this layer, if it can be. Many ways lead into the same hex.
    #[inline]
    fn entry(&mut self, hex: HexId) -> Option<Entry> {
        let known = self.entries.get_mut(hex.index())?;
        let entry = *known.get_or_insert_with(|| self.ground.enter(hex, self.layer).unwrap_or(Entry::CLOSED));
        (entry.cost != CLOSED).then_some(entry)
    }

    #[inline]
    fn step(&mut self, from: u16, to: HexId, facing: Facing, cost: u8, harmful: bool) {
        if !harmful {
            self.relax(to, facing, from, cost);
        } else if self.layer + 1 < LAYERS && !self.later.is_full() {
            self.later.push((state(to, facing), from, cost));
        }
    }

    #[inline]
    fn relax(&mut self, hex: HexId, facing: Facing, from: u16, cost: u8) {
        let to = state(hex, facing);
        let at = usize::from(to);
        if cost > self.ground.order.points || cost >= self.best[at] {
            return;
        }
        self.best[at] = cost;
        let least = &mut self.least[hex.index()];
        *least = cost.min(*least);
        if let Some(parents) = &mut self.parents {
            parents.of[self.layer][at] = from;
        }
        let queue = &mut self.queues[usize::from(cost) % DEAREST];
        if !queue.is_full() {
            queue.push(to);
        }
        self.found(hex, facing, cost);
    }

    /// A hex and a facing in which the move may end.
    #[inline]
    fn found(&mut self, hex: HexId, facing: Facing, cost: u8) {
        let at = usize::from(state(hex, facing));
        if self.reach.costs[at] != FAR {
            if self.layer == 0 && cost < self.reach.costs[at] {
                self.reach.costs[at] = cost;
            }
            return;
        }
        if !self.reach.seen.contains(hex) {
            if !has_room(self.ground.table, self.ground.order.unit, hex) {
                return;
            }
            self.reach.seen.insert(hex);
            self.reach.hexes.push(hex);
        }
        self.reach.costs[at] = cost;
        if let Some(parents) = &mut self.parents {
            parents.found_in[at] = self.layer as u8;
        }
    }
}
