//! The search for the cheapest ways (7.0), with those that disrupt friends after those that do not (7.9, R66).
//!
//! A unit enters a front hex and may turn towards it for nothing (7.3), turns to any vertex for one point (7.4), and foot may step
//! sideways (7.12). Going round an enemy's two front hexes keeps out of his zone (R62). Since one point turns to any vertex, all that has
//! to be known of a hex is the least cost and the facings for which it suffices: the others cost one more.

use arrayvec::ArrayVec;

use super::ground::{Entry, Ground};
use super::{FAR, Order, Reach, has_room};
use crate::field::{CLOSED, Numbering};
use crate::ids::{Facing, HEXES, HexId, HexSet, MOST_UNITS};
use crate::table::Table;

/// How many times a way may disrupt friends.
const LAYERS: usize = 3;
/// Costs that are open at the same time; more than the dearest step.
const OPEN: usize = 8;
/// Hexes that are gone on from at the same cost: each for its cheapest facings and for those that took a turn.
const SAME: usize = 2 * HEXES;
/// Steps that disrupt a friend: each friend is entered from six sides, ahead or aside, at two costs.
const HARMFUL: usize = MOST_UNITS * 24;

/// Some of the six facings, a bit each.
type Facings = u8;

const EVERY: Facings = 0x3f;

const fn bit(facing: Facing) -> Facings {
    1 << facing.index()
}

/// The facings after a step across each side, for all facings before it.
type Steps = [[Facings; 64]; 6];

/// A step into a front hex, with a turn towards it for nothing (7.3).
static AHEAD: Steps = steps(false);
/// A step into a flank hex, which keeps the facing (7.12).
static ASIDE: Steps = steps(true);

const fn steps(aside: bool) -> Steps {
    let mut steps = [[0; 64]; 6];
    let mut before = 0;
    while before < 64 {
        let mut number = 0;
        while number < 6 {
            let facing = Facing::ALL[number];
            let [left, right] = facing.front::<Numbering>();
            if before & bit(facing) as usize != 0 {
                if aside {
                    steps[left.turn(-1).index() as usize][before] |= bit(facing);
                    steps[right.turn(1).index() as usize][before] |= bit(facing);
                } else {
                    steps[left.index() as usize][before] |= bit(facing) | bit(facing.turn(-1));
                    steps[right.index() as usize][before] |= bit(facing) | bit(facing.turn(1));
                }
            }
            number += 1;
        }
        before += 1;
    }
    steps
}

/// What is known of a hex.
#[derive(Clone, Copy)]
struct Arrival {
    /// The least that it costs to get there.
    cost: u8,
    /// The facings for which that suffices; all others cost a point more.
    facings: Facings,
    /// Those from which the search has gone on.
    followed: Facings,
    /// The layer in which the hex was last come to.
    layer: u8,
}

impl Arrival {
    const NEVER: Self = Self { cost: FAR, facings: 0, followed: 0, layer: u8::MAX };
}

/// A step from one hex to another.
#[derive(Clone, Copy)]
struct Leg {
    from: HexId,
    /// The facings before it.
    before: Facings,
    /// The number of the side that is crossed.
    side: u8,
    to: HexId,
    /// The facings after it.
    after: Facings,
    /// The points spent after it.
    cost: u8,
    /// Whether it goes to a flank.
    aside: bool,
    /// Whether it comes from the layer before.
    harmful: bool,
}

impl Leg {
    /// A facing before the step that leads to the one after it: the same, if that is possible.
    fn facing_before(&self, after: Facing) -> Facing {
        let steps = if self.aside { &ASIDE } else { &AHEAD };
        [after, after.turn(1), after.turn(-1)]
            .into_iter()
            .find(|facing| {
                steps[usize::from(self.side)][usize::from(self.before & bit(*facing))] & bit(after) != 0
            })
            .unwrap_or(after)
    }
}

/// Where the search came from to a hex and a facing.
#[derive(Clone, Copy)]
struct Parent {
    hex: HexId,
    facing: Facing,
    /// Whether that was in the layer before.
    before: bool,
}

/// The parents in one layer; none for the start and for what was not reached in it.
type Layer = [[Option<Parent>; 6]; HEXES];

// What a search starts from, as constants: filled in place hex by hex it would take a good part of the search.
const NO_PARENTS: Layer = [[None; 6]; HEXES];
const NO_ENTRIES: [Option<Entry>; HEXES] = [None; HEXES];
const NO_COSTS: [[u8; 6]; HEXES] = [[FAR; 6]; HEXES];

/// The ways of a search, to be told afterwards: the parents in each layer that was begun, and the layer in which each hex and facing was found.
struct Ways {
    layers: ArrayVec<Layer, LAYERS>,
    found_in: [[u8; 6]; HEXES],
}

/// A way: the hexes entered, with the facing in each.
pub type Trail = ArrayVec<(HexId, Facing), 24>;

/// Where a move can end.
pub(super) fn all(table: &Table, order: Order) -> Reach {
    search(table, order, HexId::NOWHERE, None)
}

/// What it costs to face each vertex of a hex. The search ends when that is known.
pub fn facings(table: &Table, order: Order, hex: HexId) -> [Option<u8>; 6] {
    let reach = search(table, order, hex, None);
    Facing::ALL.map(|facing| reach.at(hex, facing))
}

/// The way to a hex and a facing; the start is not part of it.
pub fn trail(table: &Table, order: Order, goal: (HexId, Facing)) -> Option<Trail> {
    let mut ways = Ways { layers: ArrayVec::new(), found_in: [[0; 6]; HEXES] };
    let reach = search(table, order, goal.0, Some(&mut ways));
    reach.at(goal.0, goal.1)?;
    let (mut hex, mut facing) = goal;
    let mut layer = usize::from(ways.found_in[hex.index()][usize::from(facing.index())]);
    let mut trail = Trail::new();
    loop {
        // Turning within a hex is no step: the last facing there counts.
        if trail.last().is_none_or(|(last, _)| *last != hex) && !trail.is_full() {
            trail.push((hex, facing));
        }
        let Some(parent) = ways.layers[layer][hex.index()][usize::from(facing.index())] else { break };
        layer -= usize::from(parent.before);
        (hex, facing) = (parent.hex, parent.facing);
    }
    trail.reverse();
    if trail.first().is_some_and(|(hex, _)| *hex == order.from) {
        trail.remove(0);
    }
    Some(trail)
}

/// The search, cheapest first, layer by layer: in each a friend more is disrupted.
struct Search<'a> {
    ground: Ground<'a>,
    /// The hex that is looked for; nowhere if all are.
    goal: HexId,
    arrivals: [Arrival; HEXES],
    /// How each hex is entered in this layer, as far as somebody has asked.
    entries: [Option<Entry>; HEXES],
    /// The hexes that were come to in this layer.
    reached: ArrayVec<HexId, HEXES>,
    queues: [ArrayVec<HexId, SAME>; OPEN],
    /// The steps into the layer after each but the last.
    later: [ArrayVec<Leg, HARMFUL>; LAYERS - 1],
    ways: Option<&'a mut Ways>,
    layer: u8,
    reach: Reach,
}

fn search(table: &Table, order: Order, goal: HexId, ways: Option<&mut Ways>) -> Reach {
    let mut search = Search {
        ground: Ground::new(table, order),
        goal,
        arrivals: [Arrival::NEVER; HEXES],
        entries: NO_ENTRIES,
        reached: ArrayVec::new(),
        queues: Default::default(),
        later: Default::default(),
        ways,
        layer: 0,
        reach: Reach { costs: NO_COSTS, hexes: ArrayVec::new(), seen: HexSet::NONE },
    };
    if order.spent <= order.points {
        search.begin();
    }
    search.reach
}

impl Search<'_> {
    fn begin(&mut self) {
        let order = self.ground.order;
        self.open(0);
        self.arrive(order.from, bit(order.facing), order.spent);
        self.note_turns(order.from);
        for cost in order.spent..=order.points {
            // With a point left the goal is reached in every facing, and nothing that does harm can add to that, unless by a cheaper way.
            if !order.headlong
                && cost < order.points
                && self.arrivals.get(self.goal.index()).is_some_and(|goal| goal.cost <= cost)
            {
                return self.settle();
            }
            self.level(cost);
        }
        self.settle();
        for before in 0..LAYERS - 1 {
            let Some(first) = self.later[before].iter().map(|leg| leg.cost).min() else { break };
            self.open(before as u8 + 1);
            for cost in first..=order.points {
                for number in 0..self.later[before].len() {
                    let leg = self.later[before][number];
                    if leg.cost == cost {
                        self.take(&leg);
                    }
                }
                self.level(cost);
            }
            self.settle();
        }
    }

    /// Begins a layer, in which friends count otherwise than in the one before.
    fn open(&mut self, layer: u8) {
        self.layer = layer;
        self.reached.clear();
        if layer > 0 {
            self.entries = NO_ENTRIES;
        }
        if let Some(ways) = &mut self.ways {
            ways.layers.push(NO_PARENTS);
        }
    }

    /// Goes on from all hexes and facings of one cost.
    fn level(&mut self, cost: u8) {
        let queue = usize::from(cost) % OPEN;
        let mut next = 0;
        while let Some(hex) = self.queues[queue].get(next).copied() {
            next += 1;
            let known = &mut self.arrivals[hex.index()];
            let facings = if known.cost == cost {
                known.facings
            } else if known.cost + 1 == cost {
                EVERY & !known.facings
            } else {
                continue;
            };
            let facings = facings & !known.followed;
            known.followed |= facings;
            if facings != 0 {
                self.expand(hex, facings, cost);
            }
        }
        self.queues[queue].clear();
    }

    fn expand(&mut self, from: HexId, before: Facings, spent: u8) {
        let order = &self.ground.order;
        let left = order.points - spent;
        let started_here = !order.enters && from == order.from && spent <= order.spent + 1;
        if left == 0 || !started_here && self.ground.halts(from) {
            return;
        }
        let around = *self.ground.table.map().around(from);
        let so_far = spent - order.spent;
        let ways = [(&AHEAD, false), (&ASIDE, true)];
        for (steps, aside) in ways.into_iter().take(1 + usize::from(self.ground.infantry)) {
            for (side, to) in (0..).zip(around) {
                let after = steps[usize::from(side)][usize::from(before)];
                if after == 0 {
                    continue;
                }
                let Some(Entry { cost, harmful }) = self.entry(to) else { continue };
                let price = if aside { self.ground.sidestep(from, to, so_far, cost) } else { Some(cost) };
                if let Some(price) = price.filter(|price| *price <= left) {
                    self.step(Leg { from, before, side, to, after, cost: spent + price, aside, harmful });
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
    fn step(&mut self, leg: Leg) {
        if !leg.harmful {
            self.take(&leg);
        } else if let Some(later) = self.later.get_mut(usize::from(self.layer)) {
            later.push(leg);
        }
    }

    /// Takes a step, and notes how the hex was come to.
    #[inline]
    fn take(&mut self, leg: &Leg) {
        let gained = self.arrive(leg.to, leg.after, leg.cost);
        if gained != 0 && self.ways.is_some() {
            self.note(leg, gained);
        }
    }

    /// Comes to a hex; says which facings are cheaper than before.
    #[inline]
    fn arrive(&mut self, hex: HexId, facings: Facings, cost: u8) -> Facings {
        let known = &mut self.arrivals[hex.index()];
        let was = *known;
        let gained = if cost < was.cost { facings } else { facings & !was.facings };
        if cost > was.cost || gained == 0 {
            return 0;
        }
        if was.layer != self.layer {
            self.reached.push(hex);
        }
        known.layer = self.layer;
        if cost == was.cost {
            known.facings |= gained;
            known.followed &= !gained;
            if was.layer != self.layer {
                self.queues[usize::from(cost) % OPEN].push(hex);
            }
            return gained;
        }
        // A turn now costs what some facings cost already: from those the search need not go on again.
        known.followed = if cost + 1 == was.cost { was.followed & was.facings & !facings } else { 0 };
        (known.cost, known.facings) = (cost, facings);
        self.queues[usize::from(cost) % OPEN].push(hex);
        if cost < self.ground.order.points {
            self.queues[usize::from(cost + 1) % OPEN].push(hex);
        }
        gained
    }

    /// Notes where the facings of a hex were come to from.
    fn note(&mut self, leg: &Leg, gained: Facings) {
        let Some(ways) = &mut self.ways else { return };
        let Some(layer) = ways.layers.last_mut() else { return };
        for facing in Facing::ALL.into_iter().filter(|facing| gained & bit(*facing) != 0) {
            let before = leg.facing_before(facing);
            layer[leg.to.index()][usize::from(facing.index())] =
                Some(Parent { hex: leg.from, facing: before, before: leg.harmful });
        }
        self.note_turns(leg.to);
    }

    /// Notes that the dearer facings of a hex come from turning there.
    fn note_turns(&mut self, hex: HexId) {
        let cheap = self.arrivals[hex.index()].facings;
        let Some(ways) = &mut self.ways else { return };
        let Some(layer) = ways.layers.last_mut() else { return };
        let Some(from) = Facing::ALL.into_iter().find(|facing| cheap & bit(*facing) != 0) else { return };
        for facing in Facing::ALL.into_iter().filter(|facing| cheap & bit(*facing) == 0) {
            layer[hex.index()][usize::from(facing.index())] =
                Some(Parent { hex, facing: from, before: false });
        }
    }

    /// Writes down where the move may end after this layer. What was found in an earlier one does less harm, and stays; who goes headlong takes what is
    /// cheaper (15.5.1.1).
    fn settle(&mut self) {
        let order = &self.ground.order;
        for hex in &self.reached {
            let at = hex.index();
            let known = self.arrivals[at];
            if !self.reach.seen.contains(*hex) {
                if !has_room(self.ground.table, order.unit, *hex) {
                    continue;
                }
                self.reach.seen.insert(*hex);
                self.reach.hexes.push(*hex);
            }
            // Who stays in an enemy's zone turns for nothing.
            let free = !order.enters && *hex == order.from && self.ground.zone.contains(*hex);
            for (number, cost) in self.reach.costs[at].iter_mut().enumerate() {
                let dearer = !free && known.facings >> number & 1 == 0;
                let price = known.cost + u8::from(dearer);
                if price > order.points || *cost != FAR && (!order.headlong || price >= *cost) {
                    continue;
                }
                *cost = price;
                if let Some(ways) = &mut self.ways {
                    ways.found_in[at][number] = self.layer;
                }
            }
        }
    }
}
