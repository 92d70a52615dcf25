//! What the squadrons of both sides are about to earn: areas they hold or can reach, and ports they attack.
//!
//! Every squadron claims one area that no other of its side has claimed: where it lies if it stays, and otherwise the best that
//! its order lets it reach. Where both sides claim an area, the stronger has the better of it.

use super::POINT;
use crate::data::{Spaces, chart, each_space, tables};
use crate::ids::{AREAS, Order, OrderKind, ShipSet, Side, Space};
use crate::questions::orders::Draft;
use crate::table::{Phase, Table};

/// What a side claims in each area: the guns that it has there, 0 for no claim.
type Claims = [i32; AREAS];

/// Shares of an area's worth, in hundredths.
const CERTAIN: i32 = 100;
const ON_THE_WAY: i32 = 94;
const POSSIBLE: i32 = 85;
const HALF_A_SQUADRON: i32 = 40;
const CONTESTED: i32 = 30;

/// A squadron that has not settled where it goes.
#[derive(Clone, Copy, Default)]
struct Rover {
    reach: Spaces,
    guns: i32,
    share: i32,
    /// What it would earn by attacking a port instead.
    otherwise: i32,
}

/// A side's squadrons while they are looked through.
struct Plans {
    claims: Claims,
    worth: i32,
    rovers: tinyvec::ArrayVec<[Rover; 16]>,
    /// Ports that are to be attacked; a second attack earns nothing more.
    attacked: Spaces,
    patrols: u8,
}

/// What the United States are about to earn more than Spain.
pub fn prospects(table: &Table) -> i32 {
    let [us, es] = Side::BOTH.map(|side| look_through(table, side));
    let mut worth = us.worth - es.worth;
    for area in Space::areas() {
        let (here, there) = (us.claims[area.index()], es.claims[area.index()]);
        match (here > 0, there > 0) {
            (true, false) => worth += held(Side::Us, area, here),
            (false, true) => worth -= held(Side::Es, area, there),
            (true, true) => {
                // Nobody scores where both stay; the stronger may drive the other off.
                let stake = 6 * (here - there).clamp(-15, 15);
                worth += stake;
                let (side, sign) = if here >= there { (Side::Us, 1) } else { (Side::Es, -1) };
                worth += sign * value(side, area) * CONTESTED / CERTAIN;
            }
            (false, false) => {}
        }
    }
    worth
}

/// What an area is worth to a side: its points, some of those denied to the enemy.
fn value(side: Side, area: Space) -> i32 {
    let area = chart().area(area);
    POINT * i32::from(area.points(side)) + POINT * i32::from(area.points(side.enemy())) * 2 / 5 + 4
}

/// What holding it is worth with so many guns: few are easily driven off.
fn held(side: Side, area: Space, guns: i32) -> i32 {
    value(side, area) * (60 + 5 * guns.min(8)) / CERTAIN
}

fn guns(table: &Table, ships: ShipSet) -> i32 {
    ships.iter().map(|ship| i32::from(table.attack(ship))).sum()
}

fn look_through(table: &Table, side: Side) -> Plans {
    let mut plans = Plans {
        claims: [0; AREAS],
        worth: 0,
        rovers: tinyvec::ArrayVec::new(),
        attacked: 0,
        patrols: tables().counters(side, OrderKind::Patrol),
    };
    if table.phase == Phase::Orders {
        let draft = Draft::of(table, side);
        for number in draft.squadrons() {
            plans.drafted(&draft, number);
        }
        plans.halves(&draft);
    } else if table.phase != Phase::Setup {
        let fleet = table.fleet(side);
        for (number, stack) in table.stacks_of(side).filter(|(_, stack)| stack.count > 1) {
            let Some(front) = fleet.front(side, number) else { continue };
            let ships = fleet.members(side, number);
            let moves = table.phase == Phase::Movement && !stack.moved;
            plans.ordered(table, side, ships, stack.place, fleet.berth(front).order, moves, stack.entered);
        }
    }
    plans.rove(side);
    plans
}

impl Plans {
    /// A squadron of a draft: by its order, or by the best that it could be given.
    fn drafted(&mut self, draft: &Draft, number: u8) {
        let squad = *draft.squad(number);
        let (table, side) = (draft.table, draft.side);
        if draft.fleet.ordered.contains(squad.front) {
            self.ordered(table, side, squad.ships, squad.place, squad.order, true, 0);
            return;
        }
        let power = guns(table, squad.ships);
        let may = |kind| squad.allows(kind);
        let mut rover = Rover { share: POSSIBLE, guns: power, ..Rover::default() };
        if may(OrderKind::Patrol) && self.patrols > 0 {
            self.patrols -= 1;
            rover.reach = patrol_reach(squad.place, table.slowest(squad.ships), 0);
        } else if squad.place.is_area() && (may(OrderKind::Coal) || may(OrderKind::Anchor)) {
            rover.reach = 1 << squad.place.0;
        }
        if may(OrderKind::Blockade) {
            let targets = each_space(chart().harbours(side.enemy()))
                .filter(|port| chart().approach(squad.place, *port) <= table.slowest(squad.ships));
            let attacks = targets
                .map(|target| attack(table, side, squad.ships, Order { kind: OrderKind::Blockade, target }));
            rover.otherwise = attacks.max().unwrap_or(0) * POSSIBLE / CERTAIN;
        }
        self.add(rover);
    }

    /// Single ships that may still get company while orders are written.
    fn halves(&mut self, draft: &Draft) {
        for number in crate::table::each_stack(draft.stacks) {
            let squad = *draft.squad(number);
            if squad.count != 1 || self.patrols == 0 || !squad.allows(OrderKind::Patrol) {
                continue;
            }
            let waits =
                draft.fleet.berths.0[..draft.side.ships()].iter().enumerate().any(|(local, berth)| {
                    let ship = crate::ids::ShipId((draft.side.first_ship() + local) as u8);
                    berth.at == squad.place && ship != squad.front && !draft.fleet.placed.contains(ship)
                });
            if waits {
                self.patrols -= 1;
                let reach = patrol_reach(squad.place, draft.table.slowest(squad.ships), 0);
                let power = guns(draft.table, squad.ships);
                self.add(Rover { reach, guns: power, share: HALF_A_SQUADRON, otherwise: 0 });
            }
        }
    }

    /// A squadron under an order.
    #[expect(
        clippy::too_many_arguments,
        reason = "a squadron in a draft and one on the chart have these in common"
    )]
    fn ordered(
        &mut self,
        table: &Table,
        side: Side,
        ships: ShipSet,
        at: Space,
        order: Order,
        moves: bool,
        entered: u8,
    ) {
        let power = guns(table, ships);
        match order.kind {
            OrderKind::Patrol if moves => {
                self.patrols = self.patrols.saturating_sub(1);
                let reach = patrol_reach(at, table.slowest(ships), entered);
                self.add(Rover { reach, guns: power, share: ON_THE_WAY, otherwise: 0 });
            }
            OrderKind::Raid | OrderKind::Blockade => {
                let there = chart().touches(at, order.target);
                if (moves || there) && self.attacked >> order.target.0 & 1 == 0 {
                    self.attacked |= 1 << order.target.0;
                    self.worth += attack(table, side, ships, order);
                }
                let off = each_space(chart().around(order.target)).next().unwrap_or(at);
                self.claim(if there || !moves { at } else { off }, power);
            }
            OrderKind::Sortie if moves => {
                self.add(Rover { reach: chart().around(at), guns: power, share: ON_THE_WAY, otherwise: 0 });
            }
            OrderKind::Transit => self.worth += 2,
            _ => self.claim(at, power),
        }
    }

    fn add(&mut self, rover: Rover) {
        // More than sixteen rovers no side has counters for.
        self.rovers.try_push(rover);
    }

    fn claim(&mut self, at: Space, guns: i32) {
        if at.is_area() {
            self.claims[at.index()] += guns.max(1);
        }
    }

    /// Rovers take the best area that is left, or attack a port if that is better.
    fn rove(&mut self, side: Side) {
        for rover in std::mem::take(&mut self.rovers) {
            let free =
                each_space(rover.reach).filter(|area| area.is_area() && self.claims[area.index()] == 0);
            let best = free.max_by_key(|area| value(side, *area));
            let worth = best.map_or(0, |area| held(side, area, rover.guns) * rover.share / CERTAIN);
            if rover.otherwise > worth {
                self.worth += rover.otherwise;
            } else if let Some(area) = best {
                // The claim is counted in full with those of the other side; what is not certain is taken off here.
                self.claims[area.index()] = rover.guns.max(1);
                self.worth -= held(side, area, rover.guns) * (CERTAIN - rover.share) / CERTAIN;
            }
        }
    }
}

/// What an attack on a port is likely to bring, less what its guns or mines are likely to do (7.5).
fn attack(table: &Table, side: Side, ships: ShipSet, order: Order) -> i32 {
    let port = chart().port(order.target);
    if port.owner != Some(side.enemy()) {
        return 0;
    }
    let raid = order.kind == OrderKind::Raid;
    let count = ships.len() as i32;
    let all = guns(table, ships);
    let (dice, answers) = if raid {
        let engaged = (count + 2) / 3;
        (all * engaged / count.max(1), engaged * i32::from(port.mine))
    } else {
        (all, (count + 1) / 2 * i32::from(port.attack))
    };
    // A die at a port does 7/6 of a point of damage on average.
    let damage = dice * 117 / 100;
    let defence = i32::from(port.defence);
    let chance = (CERTAIN * (10 * damage - 5 * defence) / (10 * defence).max(1)).clamp(0, 95);
    let prize = POINT * (i32::from(tables().points.port) + defence);
    prize * chance / CERTAIN - 9 * answers
}

/// The areas that a patrol can end in (5.4).
fn patrol_reach(at: Space, allowance: u8, entered: u8) -> Spaces {
    let mut left = [u8::MAX; AREAS];
    let mut reach: Spaces = 0;
    let mut steps = tables().patrol_areas.saturating_sub(entered);
    if at.is_port() {
        for area in each_space(chart().around(at)) {
            left[area.index()] = allowance;
            reach |= 1 << area.0;
        }
    } else {
        left[at.index()] = allowance;
        reach |= 1 << at.0;
    }
    while steps > 0 {
        let before = left;
        for from in each_space(reach) {
            for to in each_space(chart().around(from)).filter(|to| to.is_area()) {
                let cost = chart().cost(to);
                let after = before[from.index()];
                if after != u8::MAX && cost <= after {
                    reach |= 1 << to.0;
                    let best = &mut left[to.index()];
                    *best = if *best == u8::MAX { after - cost } else { (*best).max(after - cost) };
                }
            }
        }
        steps -= 1;
    }
    reach
}
