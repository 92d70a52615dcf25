//! Which order a squadron may be given (5.0 to 5.7, 6.5).

use sandtable_engine::{Refusal, Thing, require, rule};

use crate::data::{SPACES, Spaces, chart, each_space, tables};
use crate::ids::{MOST, Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::questions::watch;
use crate::table::{Fleet, NO_STACK, Table, each_stack};

/// How many stacks a place can be split into while orders are written: a limit of ours, that menus stay short (ruling R64).
pub const MOST_STACKS: usize = 8;

/// A stack of a draft, summed up once for all questions.
#[derive(Clone, Copy)]
pub struct Squad {
    /// Its ships.
    pub ships: ShipSet,
    /// The leading ship.
    pub front: ShipId,
    /// How many ships.
    pub count: u8,
    /// Where it is.
    pub place: Space,
    /// The order it has.
    pub order: Order,
    /// Orders that the history of all its ships allows, a bit each (ruling R38).
    allowed: u8,
    /// The most turns of transit behind one of its ships.
    transits: u8,
    /// The movement of the slowest.
    slowest: u8,
}

impl Squad {
    /// Whether the history of its ships allows an order.
    #[inline]
    pub const fn allows(&self, order: OrderKind) -> bool {
        self.allowed >> order.index() & 1 != 0
    }

    /// Whether some order could follow what all its ships did and what another one did (ruling R38).
    #[inline]
    pub const fn welcomes(&self, future: u8) -> bool {
        self.allowed & future != 0
    }

    /// Whether it can come to the waters off a port in one turn (5.2, 5.5).
    #[inline]
    pub fn reaches(&self, port: Space) -> bool {
        chart().approach(self.place, port) <= self.slowest
    }
}

const NO_SQUAD: Squad = Squad {
    ships: ShipSet::NONE,
    front: ShipId(u8::MAX),
    count: 0,
    place: Space::NOWHERE,
    order: Order::plain(OrderKind::Anchor),
    allowed: 0x7f,
    transits: 0,
    slowest: u8::MAX,
};

/// A side's fleet while orders are written, summed up for one menu or one check.
pub struct Draft<'a> {
    /// The table.
    pub table: &'a Table,
    /// Who writes.
    pub side: Side,
    /// The fleet as written so far.
    pub fleet: &'a Fleet,
    /// The stacks, by their numbers.
    squads: [Squad; MOST],
    /// The numbers in use, as bits.
    pub stacks: u64,
    /// Of these the squadrons.
    pub squadrons: u64,
    /// The stacks in each place.
    here: [u64; SPACES],
    /// Counters in use of each order; those at anchor in one port share one (5.1, ruling R13).
    used: [u8; 7],
    /// Markers for a second transit in use (5.7).
    seconds: u8,
    /// Ports with a squadron at anchor.
    anchored: Spaces,
    /// Units that coal at sea (6.5).
    coal_at_sea: u8,
    /// Where enemies are.
    enemies: Spaces,
}

/// Orders that a squadron in port carries out there, as bits (5.1, 5.3).
const STAYS: u8 = 1 << OrderKind::Anchor.index() | 1 << OrderKind::Coal.index();

impl<'a> Draft<'a> {
    /// The draft of a side.
    pub fn of(table: &'a Table, side: Side) -> Self {
        let (fleet, tables) = (table.fleet(side), tables());
        let (mut squads, mut here) = ([NO_SQUAD; MOST], [0u64; SPACES]);
        let mut stacks = 0;
        let movements = table.movements(side);
        for (local, berth) in fleet.berths.0.iter().enumerate() {
            if berth.stack == NO_STACK {
                continue;
            }
            let ship = ShipId((side.first_ship() + local) as u8);
            stacks |= 1 << berth.stack;
            let squad = &mut squads[usize::from(berth.stack)];
            squad.ships.insert(ship);
            squad.count += 1;
            squad.allowed &= tables.following(berth.last);
            squad.transits = squad.transits.max(berth.transits);
            squad.slowest = squad.slowest.min(movements[local]);
            squad.place = berth.at;
            if berth.rank == 0 {
                squad.front = ship;
                squad.order = berth.order;
            }
        }
        let mut squadrons = 0;
        for number in each_stack(stacks) {
            let squad = &squads[usize::from(number)];
            here[squad.place.index()] |= 1 << number;
            squadrons |= u64::from(squad.count > 1) << number;
        }
        let mut draft = Self {
            table,
            side,
            fleet,
            squads,
            stacks,
            squadrons,
            here,
            used: [0; 7],
            seconds: 0,
            anchored: 0,
            coal_at_sea: 0,
            enemies: table.spaces_of(side.enemy()),
        };
        draft.tally();
        draft
    }

    /// Writes an order for a squadron, in the draft alone.
    pub fn give(&mut self, stack: u8, order: Order) {
        self.squads[usize::from(stack)].order = order;
        self.tally();
    }

    /// Counts what the squadrons use up.
    fn tally(&mut self) {
        (self.used, self.seconds, self.anchored, self.coal_at_sea) = ([0; 7], 0, 0, 0);
        for number in self.squadrons() {
            self.count_in(number);
        }
    }

    /// Counts what a squadron uses up.
    fn count_in(&mut self, number: u8) {
        let Squad { count, place, order, transits, .. } = self.squads[usize::from(number)];
        match order.kind {
            OrderKind::Anchor if place.is_port() => {
                let bit = 1 << place.0;
                if self.anchored & bit != 0 {
                    return;
                }
                self.anchored |= bit;
            }
            OrderKind::Coal if place.is_area() => self.coal_at_sea += count,
            OrderKind::Transit => self.seconds += u8::from(transits > 0),
            _ => {}
        }
        self.used[order.kind.index()] += 1;
    }

    /// A stack.
    #[inline]
    pub fn squad(&self, stack: u8) -> &Squad {
        self.squads.get(usize::from(stack)).unwrap_or(&NO_SQUAD)
    }

    /// The leading ship of a stack of the draft.
    #[inline]
    pub fn front(&self, stack: u8) -> ShipId {
        self.squads[usize::from(stack)].front
    }

    /// The squadrons of the draft: stacks of two ships or more, whoever leads them (6.2, ruling R55).
    #[inline]
    pub fn squadrons(&self) -> impl Iterator<Item = u8> + use<> {
        each_stack(self.squadrons)
    }

    /// The stacks in a place.
    #[inline]
    pub fn stacks_at(&self, place: Space) -> impl Iterator<Item = u8> + use<> {
        each_stack(self.here.get(place.index()).copied().unwrap_or(0))
    }

    /// Whether this table lets the ships of a place be parted once more (ruling R64).
    #[inline]
    pub fn has_room(&self, place: Space) -> bool {
        self.stacks_at(place).count() < MOST_STACKS
    }

    /// Where a stack of the draft is.
    #[inline]
    pub fn place(&self, stack: u8) -> Space {
        self.squad(stack).place
    }

    /// The order that a stack of the draft has.
    #[inline]
    pub fn order(&self, stack: u8) -> Order {
        self.squad(stack).order
    }

    /// Whether some order could follow what all ships of a stack and one more did (ruling R38).
    #[inline]
    pub fn has_common_future(&self, stack: u8, ship: ShipId) -> bool {
        self.squad(stack).welcomes(self.future(ship))
    }

    /// The stacks of a place that take in a ship that did a thing in the turn before, as bits: of the first there, those that
    /// could then follow some order (rulings R38 and R64).
    #[inline]
    pub fn open_to(&self, place: Space, last: OrderKind) -> u64 {
        let future = tables().following(last);
        self.stacks_at(place).take(MOST_STACKS).fold(0, |open, other| {
            open | u64::from(self.squads[usize::from(other)].welcomes(future)) << other
        })
    }

    /// The orders that could follow what a ship did, a bit each.
    #[inline]
    pub fn future(&self, ship: ShipId) -> u8 {
        tables().following(self.fleet.berth(ship).last)
    }

    /// How many units coal at sea, or in one neutral port, besides a stack.
    fn coaling_besides(&self, stack: u8) -> u8 {
        let squad = self.squad(stack);
        if squad.place.is_area() {
            let own = squad.count > 1 && squad.order.kind == OrderKind::Coal;
            return self.coal_at_sea - if own { squad.count } else { 0 };
        }
        let others =
            self.stacks_at(squad.place).filter(|other| *other != stack).map(|other| self.squad(other));
        let coaling = others.filter(|other| other.order.kind == OrderKind::Coal && other.count > 1);
        coaling.map(|other| other.count).sum()
    }

    /// How many units may coal where a stack is, all stacks together; no limit in a port of its own (6.5, ruling R37).
    #[inline]
    fn most_coaling(&self, stack: u8) -> Option<u8> {
        let at = self.place(stack);
        if at.is_area() {
            Some(tables().coaling.at_sea.of(self.side))
        } else {
            chart().is_neutral(at).then_some(tables().coaling.neutral_port)
        }
    }

    /// Whether a squadron fits under the limits of coaling (6.5, ruling R36).
    #[inline]
    fn check_coal(&self, stack: u8) -> Result<(), Refusal> {
        match self.most_coaling(stack) {
            Some(most) => self.check_coaling(stack, most),
            None => Ok(()),
        }
    }

    /// The same where only so many units may coal.
    fn check_coaling(&self, stack: u8, most: u8) -> Result<(), Refusal> {
        let Squad { place: at, count, .. } = *self.squad(stack);
        let (units, most) = (i16::from(self.coaling_besides(stack) + count), i16::from(most));
        if at.is_area() {
            require!(units <= most, "6.5", "{0} units would coal at sea this turn, and {1} is the most"; figures units, most);
        } else {
            require!(units <= most, "6.5", "{0} units would coal in this neutral port, and {1} is the most"; figures units, most);
        }
        Ok(())
    }

    /// Whether the others leave no squadron of its ships room to coal (6.5).
    fn is_left_over(&self, stack: u8) -> bool {
        self.most_coaling(stack).is_some_and(|most| most.saturating_sub(self.coaling_besides(stack)) < 2)
    }

    /// Whether a squadron has no order because it is too large to coal: some of its ships could, if it were parted (6.5).
    pub fn must_part(&self, stack: u8) -> bool {
        let too_large = self.squad(stack).allows(OrderKind::Coal)
            && self.check_coal(stack).is_err()
            && !self.is_left_over(stack)
            && self.check_counters(stack, OrderKind::Coal).is_ok();
        too_large && !self.has_an_order(stack)
    }

    /// Whether a counter of the order is left (5.0). All that stay in one port share an Anchor counter (5.1, ruling R13).
    fn check_counters(&self, stack: u8, order: OrderKind) -> Result<(), Refusal> {
        let most = tables().counters(self.side, order);
        require!(self.has_counter(stack, order), "5.0", "all {0} counters of this order are in use"; figures i16::from(most), 0);
        Ok(())
    }

    /// Whether a counter is left that the stack does not have already.
    #[inline]
    fn has_counter(&self, stack: u8, order: OrderKind) -> bool {
        let squad = self.squad(stack);
        let mut used = self.used[order.index()];
        if order == OrderKind::Anchor && squad.place.is_port() {
            used -= u8::from(self.anchored >> squad.place.0 & 1 != 0);
        } else if squad.order.kind == order && squad.count > 1 {
            used -= 1;
        }
        used < tables().counters(self.side, order)
    }

    /// Whether an order may follow what the ships did in the turn before (5.1 to 5.7).
    #[inline]
    fn check_history(&self, stack: u8, order: OrderKind) -> Result<(), Refusal> {
        let squad = self.squad(stack);
        if !squad.allows(order) {
            return self.check_histories(stack, order);
        }
        if order != OrderKind::Transit {
            return Ok(());
        }
        if squad.transits >= tables().transit_turns {
            return self.check_histories(stack, order);
        }
        self.check_second_transit(stack)
    }

    /// The same, ship by ship: somebody stands against the order, unless all are left over.
    fn check_histories(&self, stack: u8, order: OrderKind) -> Result<(), Refusal> {
        let squad = self.squad(stack);
        for ship in squad.ships.iter() {
            let berth = self.fleet.berth(ship);
            let piece = Thing::Piece(u16::from(ship.0));
            if tables().follows(berth.last, order) {
                let third = order == OrderKind::Transit && berth.transits >= tables().transit_turns;
                require!(!third, "5.7", "two turns of Transit must not be followed by a third"; blocked piece);
                continue;
            }
            let refusal = match berth.last {
                // Those whom the limits of coaling leave over anchor instead (6.5).
                OrderKind::Blockade if order == OrderKind::Anchor && self.is_left_over(stack) => {
                    continue;
                }
                OrderKind::Blockade => Refusal::new(rule!("5.2"), "after a Blockade the squadron must Coal"),
                OrderKind::Patrol => {
                    Refusal::new(rule!("5.4"), "after a Patrol the squadron must Coal or Anchor")
                }
                OrderKind::Raid => {
                    Refusal::new(rule!("5.5"), "after a Raid the squadron must be in Transit to a port")
                }
                OrderKind::Sortie => {
                    Refusal::new(rule!("5.6"), "after a Sortie only Patrol, Raid or Transit may follow")
                }
                OrderKind::Transit => Refusal::new(
                    rule!("5.7"),
                    "after Transit only Anchor, Coal or another Transit may follow",
                ),
                OrderKind::Anchor | OrderKind::Coal => {
                    Refusal::new(rule!("5.0"), "this order may not follow")
                }
            };
            return Err(refusal.blocked_by(piece));
        }
        Ok(())
    }

    /// The markers of a second Transit are limited too (5.7).
    fn check_second_transit(&self, stack: u8) -> Result<(), Refusal> {
        let squad = self.squad(stack);
        if squad.transits > 0 {
            let own = squad.order.kind == OrderKind::Transit && squad.count > 1;
            let used = self.seconds - u8::from(own);
            let most = tables().second_transits(self.side);
            require!(used < most, "5.7", "all {0} markers for a second Transit are in use"; figures i16::from(most), 0);
        }
        Ok(())
    }

    /// Whether a stack may anchor where it is (5.1, ruling R12).
    #[inline]
    fn check_anchor(&self, stack: u8) -> Result<(), Refusal> {
        if self.place(stack).is_port() { Ok(()) } else { self.check_anchor_at_sea(stack) }
    }

    /// The same in an area.
    fn check_anchor_at_sea(&self, stack: u8) -> Result<(), Refusal> {
        let at = self.place(stack);
        let ports = chart().ports_off(at);
        let welcome = ports == 0 || ports & !chart().harbours(self.side.enemy()) != 0;
        require!(
            welcome || self.is_left_over(stack),
            "5.1",
            "the only port here is the enemy's: there is nowhere to anchor"
        );
        Ok(())
    }

    /// Whether the order is aimed at an enemy port within reach (5.2, 5.5, ruling R39).
    fn check_target(&self, stack: u8, order: Order) -> Result<(), Refusal> {
        let target = order.target;
        require!(target.is_port(), "7.5", "name the port that the order is aimed at");
        let space = Thing::Space(u16::from(target.0));
        let enemy = chart().owner(target) == Some(self.side.enemy());
        require!(!chart().is_neutral(target), "6.1b", "neutral ports are left alone"; blocked space);
        require!(enemy, "7.5", "only ports of the enemy are raided or blockaded"; blocked space);
        let squad = self.squad(stack);
        if !squad.reaches(target) {
            let (way, reach) = (chart().approach(squad.place, target), squad.slowest);
            let (rule, why) = if order.kind == OrderKind::Raid {
                (rule!("5.5"), "that port is {0} movement points away and the slowest ship makes {1}")
            } else {
                (rule!("5.2"), "that port is {0} movement points off and the slowest ship makes {1}")
            };
            return Err(Refusal::new(rule, why).figures(i16::from(way), i16::from(reach)).blocked_by(space));
        }
        Ok(())
    }

    /// Whether a squadron may be given an order.
    pub fn check(&self, stack: u8, order: Order) -> Result<(), Refusal> {
        require!(
            order.kind.has_target() || order.target == Space::NOWHERE,
            "7.5",
            "this order is aimed at no port"
        );
        self.check_kind(stack, order.kind)?;
        if order.kind.has_target() { self.check_target(stack, order) } else { Ok(()) }
    }

    /// Whether a squadron may be given an order of a kind, whatever its target.
    fn check_kind(&self, stack: u8, kind: OrderKind) -> Result<(), Refusal> {
        require!(self.squad(stack).count > 1, "6.2", "only squadrons of two ships or more are given orders");
        self.check_history(stack, kind)?;
        if STAYS >> kind.index() & 1 == 0 {
            self.check_leaving(stack)?;
        }
        self.check_place(stack, kind)?;
        self.check_counters(stack, kind)
    }

    /// Whether nothing holds a squadron in the port where it is, if it is in one.
    #[inline]
    fn check_leaving(&self, stack: u8) -> Result<(), Refusal> {
        let Squad { place: at, ships, .. } = *self.squad(stack);
        if !at.is_port() {
            return Ok(());
        }
        let held = watch::held_in_port(self.table, ships);
        require!(!held, "11.C", "a ship with damage of half its defence may not leave port");
        let rests = chart().is_neutral(at) && watch::rests_in_neutral_port(self.table, self.fleet, ships);
        require!(!rests, "6.1b", "in the turn after it came into a neutral port a ship must Anchor or Coal");
        Ok(())
    }

    /// Whether a squadron can do where it is what an order of a kind says.
    #[expect(clippy::inline_always, reason = "asked for each order of a menu, and most kinds ask nothing")]
    #[inline(always)]
    fn check_place(&self, stack: u8, kind: OrderKind) -> Result<(), Refusal> {
        match kind {
            OrderKind::Anchor => self.check_anchor(stack),
            OrderKind::Coal => self.check_coal(stack),
            OrderKind::Sortie => self.check_sortie(stack),
            OrderKind::Transit if self.place(stack).is_port() => self.check_way_out(stack),
            OrderKind::Transit | OrderKind::Patrol | OrderKind::Blockade | OrderKind::Raid => Ok(()),
        }
    }

    /// Whether a squadron is where one makes a Sortie (5.6).
    fn check_sortie(&self, stack: u8) -> Result<(), Refusal> {
        let at = self.place(stack);
        require!(at.is_port(), "5.6", "a Sortie begins in port");
        let watched = watch::is_shut_off(at, self.enemies);
        require!(watched, "5.6", "a Sortie is for a port with enemies off every way out");
        Ok(())
    }

    /// Whether a squadron can leave the port where it is in Transit (6.1a).
    fn check_way_out(&self, stack: u8) -> Result<(), Refusal> {
        let Squad { place: at, slowest, .. } = *self.squad(stack);
        let cheapest = chart().way_out(at);
        require!(cheapest <= slowest, "6.1a", "leaving this port costs {0} movement points and the slowest ship makes {1}"; figures i16::from(cheapest), i16::from(slowest));
        Ok(())
    }

    /// Every order that may be given, in the order of `each_order`.
    pub fn each_legal_order(&self, stack: u8, each: &mut impl FnMut(Order)) {
        let squad = self.squad(stack);
        if squad.count < 2 {
            return;
        }
        let leaves = self.check_leaving(stack).is_ok();
        let targets = chart().harbours(self.side.enemy()) & chart().ports_within(squad.place, squad.slowest);
        // Most orders fall by what came before; Anchor has an exception to that (6.5).
        let mut open = squad.allowed | 1 << OrderKind::Anchor.index();
        if !leaves {
            open &= STAYS;
        }
        for kind in OrderKind::ALL.iter().copied().filter(|kind| open >> kind.index() & 1 != 0) {
            if !self.has_counter(stack, kind) {
                continue;
            }
            if self.check_history(stack, kind).is_err() || self.check_place(stack, kind).is_err() {
                continue;
            }
            if kind.has_target() {
                each_space(targets).for_each(|target| each(Order { kind, target }));
            } else {
                each(Order::plain(kind));
            }
        }
    }

    /// Every order that could be given, with its targets.
    pub fn each_order(&self, each: &mut impl FnMut(Order)) {
        for kind in OrderKind::ALL {
            if kind.has_target() {
                each_space(chart().harbours(self.side.enemy()))
                    .for_each(|target| each(Order { kind, target }));
            } else {
                each(Order::plain(kind));
            }
        }
    }

    /// Whether some order may be given; where none may, the squadron lies at anchor without a counter (ruling R41).
    pub fn has_an_order(&self, stack: u8) -> bool {
        let mut found = false;
        self.each_legal_order(stack, &mut |_| found = true);
        found
    }

    /// What a squadron does unless told otherwise: it lies still if it may, and goes on its way if it may not.
    pub fn standing_order(&self, stack: u8) -> Order {
        use OrderKind::{Anchor, Coal, Patrol, Transit};
        let wishes = if self.place(stack).is_port() {
            [Anchor, Coal, Transit, Patrol]
        } else {
            [Coal, Anchor, Patrol, Transit]
        };
        let wishes = wishes.map(Order::plain);
        wishes.into_iter().find(|order| self.check(stack, *order).is_ok()).unwrap_or_default()
    }
}
