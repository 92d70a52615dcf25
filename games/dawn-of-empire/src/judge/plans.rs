//! What the squadrons of a side are about to earn: areas they hold or can reach, and ports they attack.
//!
//! Squadrons that are settled take their place first. Then each of the others does the best that its order lets it do, or, while
//! orders are written, the best order that it could be given: it holds an area, joins another squadron there, or shells a
//! port. What the enemy may bring to each area is weighed against it (`forces.rs`).

use super::POINT;
use super::bombardment::attack;
use super::forces::{CERTAIN, Enemies, Might};
use crate::data::{self, Spaces, chart, each_space, tables};
use crate::ids::{AREAS, Order, OrderKind, PORTS, ShipSet, Side, Space};
use crate::questions::orders::Draft;
use crate::questions::reach::patrol_reach;
use crate::questions::watch;
use crate::table::{Phase, Table, each_stack};

/// How sure it is that a squadron does what is thought of it, in hundredths.
const ON_THE_WAY: i32 = 94;
const POSSIBLE: i32 = 85;
const HALF_A_SQUADRON: i32 = 40;

/// What shelling a port in a later turn counts for now, and what each turn until then leaves of that.
const SOME_DAY: i32 = 35;
const PUT_OFF: i32 = 65;

/// What an area that is held now will bring in the turns after, in hundredths of what it brings now.
const STAYS: i32 = 50;

/// More dice than this in one squadron make a leader there no better.
const MOST_LED: i32 = 20;

/// A squadron that has not settled where it goes.
#[derive(Clone, Copy, Default)]
struct Rover {
    ships: ShipSet,
    /// Areas where it could end.
    reach: Spaces,
    /// Ports that it could shell, and how.
    targets: Spaces,
    by: OrderKind,
    share: i32,
}

/// A side's squadrons while they are looked through.
struct Plans<'a> {
    table: &'a Table,
    side: Side,
    enemies: Enemies,
    /// The ships that will be in each area, and which of them count for control.
    there: [ShipSet; AREAS],
    holds: [ShipSet; AREAS],
    /// The ships that will shell each port, and by which order.
    shelling: [(ShipSet, OrderKind); PORTS],
    /// What each area will bring with these.
    bring: [i32; AREAS],
    worth: i32,
    rovers: tinyvec::ArrayVec<[Rover; 16]>,
    patrols: u8,
}

/// What a side is about to earn.
pub fn prospects(table: &Table, side: Side) -> i32 {
    let mut plans = Plans {
        table,
        side,
        enemies: Enemies::of(table, side),
        there: [ShipSet::NONE; AREAS],
        holds: [ShipSet::NONE; AREAS],
        shelling: [(ShipSet::NONE, OrderKind::Blockade); PORTS],
        bring: [0; AREAS],
        worth: 0,
        rovers: tinyvec::ArrayVec::new(),
        patrols: tables().counters(side, OrderKind::Patrol),
    };
    if table.phase == Phase::Orders {
        let draft = Draft::of(table, side);
        for number in draft.squadrons() {
            plans.drafted(&draft, number);
        }
        plans.halves(&draft);
        plans.led(&draft);
    } else if table.phase != Phase::Setup {
        let fleet = table.fleet(side);
        for (number, stack) in table.stacks_of(side).filter(|(_, stack)| stack.count > 1) {
            let Some(front) = fleet.front(side, number) else { continue };
            let ships = fleet.members(side, number);
            let moves = table.phase == Phase::Movement && !stack.moved;
            let entered = stack.entered.saturating_sub(u8::from(stack.began.is_port()));
            let pace = table.slowest(ships).saturating_sub(stack.spent);
            plans.ordered(ships, stack.place, fleet.berth(front).order, moves.then_some((pace, entered)));
        }
    }
    for area in Space::areas() {
        plans.bring[area.index()] = plans.brings(area);
    }
    for rover in std::mem::take(&mut plans.rovers) {
        plans.rove(&rover);
    }
    plans.worth + plans.bring.iter().sum::<i32>()
}

impl Plans<'_> {
    /// A squadron of a draft: by its order, or by the best that it could be given.
    fn drafted(&mut self, draft: &Draft, number: u8) {
        let squad = *draft.squad(number);
        let (table, side) = (self.table, self.side);
        let pace = table.slowest(squad.ships);
        let shut_in = squad.place.is_port() && watch::is_watched(table, side, squad.place);
        if draft.fleet.ordered.contains(squad.front) {
            // Who is watched and does not sortie will hardly get out (5.6, ruling R11).
            let stays = shut_in && squad.order.kind != OrderKind::Sortie;
            let order = if stays { Order::plain(OrderKind::Anchor) } else { squad.order };
            return self.ordered(squad.ships, squad.place, order, Some((pace, 0)));
        }
        self.worth += later(table, side, squad.ships, squad.place, 0);
        let may = |kind| squad.allows(kind);
        let mut rover = Rover { ships: squad.ships, share: POSSIBLE, ..Rover::default() };
        if shut_in {
            if may(OrderKind::Sortie) {
                rover.reach = chart().around(squad.place);
            }
            return self.add(rover);
        }
        if may(OrderKind::Patrol) && self.patrols > 0 {
            self.patrols -= 1;
            rover.reach = patrol_reach(squad.place, pace, 0);
        } else if squad.place.is_area() && (may(OrderKind::Coal) || may(OrderKind::Anchor)) {
            rover.reach = 1 << squad.place.0;
        }
        if may(OrderKind::Blockade) {
            rover.by = OrderKind::Blockade;
            rover.targets = each_space(chart().harbours(side.enemy()))
                .filter(|port| squad.reaches(*port))
                .fold(0, |set, port| set | 1 << port.0);
        }
        self.add(rover);
    }

    /// Leaders are best where the guns are: they add dice and help to the initiative (7.1, 7.4).
    fn led(&mut self, draft: &Draft) {
        for leader in self.side.leaders().filter(|leader| self.table.has_leader(*leader)) {
            let squad = draft.squad(draft.fleet.leaders[leader.local()]);
            let dice = Might::of(self.table, squad.ships).dice.min(MOST_LED);
            self.worth += i32::from(data::leader(leader).stars) * dice;
        }
    }

    /// Single ships that may still get company while orders are written.
    fn halves(&mut self, draft: &Draft) {
        for number in each_stack(draft.stacks) {
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
                let reach = patrol_reach(squad.place, self.table.slowest(squad.ships), 0);
                self.add(Rover { ships: squad.ships, reach, share: HALF_A_SQUADRON, ..Rover::default() });
            }
        }
    }

    /// A squadron under an order; one that still moves has a movement allowance, and has entered so many areas.
    fn ordered(&mut self, ships: ShipSet, at: Space, order: Order, moves: Option<(u8, u8)>) {
        let (table, side) = (self.table, self.side);
        // Some orders bind the squadron in the turn after (5.2, 5.4, 5.5).
        let bound = match order.kind {
            OrderKind::Anchor | OrderKind::Coal | OrderKind::Sortie => 0,
            OrderKind::Patrol | OrderKind::Blockade | OrderKind::Transit => 1,
            OrderKind::Raid => 2,
        };
        self.worth += later(table, side, ships, at, bound);
        let rover = Rover { ships, share: ON_THE_WAY, ..Rover::default() };
        match (order.kind, moves) {
            (OrderKind::Patrol, Some((pace, entered))) => {
                self.patrols = self.patrols.saturating_sub(1);
                self.add(Rover { reach: patrol_reach(at, pace, entered), ..rover });
            }
            (OrderKind::Sortie, Some(_)) if at.is_port() => {
                self.add(Rover { reach: chart().around(at), ..rover });
            }
            (OrderKind::Raid | OrderKind::Blockade, _) => {
                let there = chart().touches(at, order.target);
                let off = if there || moves.is_none() { at } else { approach_to(order.target).unwrap_or(at) };
                if there || moves.is_some() {
                    self.shell(ships, order.target, order.kind);
                }
                self.settle(ships, off, true);
            }
            (OrderKind::Transit, _) => self.settle(ships, at, false),
            _ => self.settle(ships, at, true),
        }
    }

    fn add(&mut self, rover: Rover) {
        // More than sixteen rovers no side has counters for.
        self.rovers.try_push(rover);
    }

    fn settle(&mut self, ships: ShipSet, at: Space, holds: bool) {
        if at.is_area() {
            self.there[at.index()] = self.there[at.index()].or(ships);
            if holds {
                self.holds[at.index()] = self.holds[at.index()].or(ships);
            }
        }
    }

    fn shell(&mut self, ships: ShipSet, port: Space, by: OrderKind) {
        let (attackers, kind) = &mut self.shelling[port.port()];
        *attackers = attackers.or(ships);
        *kind = by;
    }

    /// What the ships in an area will bring: points, ports shelled, points and ports kept from the enemy, battles.
    fn brings(&self, area: Space) -> i32 {
        let ships = self.there[area.index()];
        if ships.is_empty() {
            return 0;
        }
        let (side, enemy) = (self.side, self.side.enemy());
        let met = self.enemies.encounter(area, Might::of(self.table, ships));
        let mut sum = met.spoils;
        if self.holds[area.index()].is_empty() {
            return sum / 2;
        }
        let points = chart().area(area);
        let stands = CERTAIN - met.beaten;
        let mut hold = (POINT * i32::from(points.points(side)) + 4) * met.ours / CERTAIN;
        hold += POINT * i32::from(points.points(enemy)) * met.comes / CERTAIN * stands / CERTAIN;
        if self.table.turn < self.table.scenario.turns {
            hold += hold * STAYS / CERTAIN;
        }
        sum += hold;
        for port in each_space(chart().around(area)).filter(|space| space.is_port()) {
            if chart().owner(port) == Some(side) {
                let prize = i32::from(tables().points.port) + i32::from(chart().port(port).defence);
                // Half of those who come for a port are beaten off before they fire.
                sum += POINT * prize * met.comes / CERTAIN * stands / CERTAIN / 4;
            } else if approach_to(port) == Some(area) || self.table.phase > Phase::Orders {
                let (attackers, kind) = self.shelling[port.port()];
                let attackers = attackers.and(ships);
                if !attackers.is_empty() {
                    sum +=
                        attack(self.table, side, attackers, Order { kind, target: port }) * stands / CERTAIN;
                }
            }
        }
        sum
    }

    /// A rover goes where it adds most, or shells a port if that is better.
    fn rove(&mut self, rover: &Rover) {
        let mut best: Option<(i32, Space, Option<Space>)> = None;
        let areas = each_space(rover.reach).filter(|space| space.is_area()).map(|area| (area, None));
        let ports =
            each_space(rover.targets).filter_map(|port| approach_to(port).map(|area| (area, Some(port))));
        for (area, port) in areas.chain(ports) {
            let more = self.tried(rover, area, port) - self.bring[area.index()];
            if best.is_none_or(|(most, ..)| more > most) {
                best = Some((more, area, port));
            }
        }
        let Some((more, area, port)) = best else { return };
        self.settle(rover.ships, area, true);
        if let Some(port) = port {
            self.shell(rover.ships, port, rover.by);
        }
        self.bring[area.index()] += more * rover.share / CERTAIN;
    }

    /// What an area would bring with a rover there.
    fn tried(&mut self, rover: &Rover, area: Space, port: Option<Space>) -> i32 {
        let before = (self.there[area.index()], self.holds[area.index()]);
        let shelling = port.map(|port| self.shelling[port.port()]);
        self.settle(rover.ships, area, true);
        if let Some(port) = port {
            self.shell(rover.ships, port, rover.by);
        }
        let sum = self.brings(area);
        (self.there[area.index()], self.holds[area.index()]) = before;
        if let (Some(port), Some(shelling)) = (port, shelling) {
            self.shelling[port.port()] = shelling;
        }
        sum
    }
}

/// The waters from which a port is usually shelled.
fn approach_to(port: Space) -> Option<Space> {
    each_space(chart().around(port)).next()
}

/// What the squadron could do to ports in the turns that are left, from where it will lie.
fn later(table: &Table, side: Side, ships: ShipSet, from: Space, bound: i32) -> i32 {
    let left = i32::from(table.scenario.turns.saturating_sub(table.turn));
    let pace = table.slowest(ships).max(1);
    let mut best = 0;
    for port in each_space(chart().harbours(side.enemy())) {
        let sailing = i32::from(chart().approach(from, port).saturating_sub(1) / pace);
        if sailing + bound >= left {
            continue;
        }
        let mut worth = attack(table, side, ships, Order { kind: OrderKind::Blockade, target: port })
            * SOME_DAY
            / CERTAIN;
        for _ in 0..sailing + bound {
            worth = worth * PUT_OFF / CERTAIN;
        }
        best = best.max(worth);
    }
    best
}
