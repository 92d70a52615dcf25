//! Which order a squadron may be given (5.0 to 5.7, 6.5).

use sandtable_engine::{Refusal, Thing, require, rule};

use crate::data::{chart, each_space, tables};
use crate::ids::{Order, OrderKind, ShipSet, Side, Space};
use crate::questions::watch;
use crate::table::{Fleet, Table, each_stack};

/// A side's fleet while orders are written.
#[derive(Clone, Copy)]
pub struct Draft<'a> {
    /// The table.
    pub table: &'a Table,
    /// Who writes.
    pub side: Side,
    /// The fleet as written so far.
    pub fleet: &'a Fleet,
}

impl<'a> Draft<'a> {
    /// The draft of a side.
    pub fn of(table: &'a Table, side: Side) -> Self {
        Self { table, side, fleet: table.fleet(side) }
    }

    /// The squadrons of the draft: stacks of two ships or more, whoever leads them (6.2, ruling R55).
    pub fn squadrons(self) -> impl Iterator<Item = u8> + 'a {
        let fleet = self.fleet;
        each_stack(fleet.stacks()).filter(move |stack| fleet.count(*stack) > 1)
    }

    /// Where a stack of the draft is.
    pub fn place(self, stack: u8) -> Space {
        self.fleet.front(self.side, stack).map_or(Space::NOWHERE, |ship| self.fleet.berth(ship).at)
    }

    /// The order that a stack of the draft has.
    pub fn order(self, stack: u8) -> Order {
        self.fleet.front(self.side, stack).map_or_else(Order::default, |ship| self.fleet.berth(ship).order)
    }

    /// Orders that the history of all ships allows, a bit each (ruling R38).
    pub fn allowed_by_history(self, ships: ShipSet) -> u8 {
        let mut allowed = 0x7f;
        for ship in ships.iter() {
            let last = self.fleet.berth(ship).last;
            let next = OrderKind::ALL.iter().filter(|next| tables().follows(last, **next));
            allowed &= next.fold(0, |set, next| set | 1u8 << next.index());
        }
        allowed
    }

    /// How many units coal at sea, or in one neutral port, besides a stack.
    fn coaling_besides(self, stack: u8, at: Space) -> u8 {
        let others = self.squadrons().filter(|other| *other != stack);
        let others = others.filter(|other| {
            let place = self.place(*other);
            self.order(*other).kind == OrderKind::Coal
                && if at.is_area() { place.is_area() } else { place == at }
        });
        others.map(|other| self.fleet.count(other)).sum()
    }

    /// Whether a squadron fits under the limits of coaling (6.5, rulings R36 and R37).
    fn check_coal(self, stack: u8) -> Result<(), Refusal> {
        let at = self.place(stack);
        let units = i16::from(self.coaling_besides(stack, at) + self.fleet.count(stack));
        if at.is_area() {
            let most = i16::from(tables().coaling.at_sea.of(self.side));
            require!(units <= most, "6.5", "{0} units would coal at sea this turn, and {1} is the most"; figures units, most);
        } else if chart().is_neutral(at) {
            let most = i16::from(tables().coaling.neutral_port);
            require!(units <= most, "6.5", "{0} units would coal in this neutral port, and {1} is the most"; figures units, most);
        }
        Ok(())
    }

    /// Whether a counter of the order is left (5.0). All that stay in one port share an Anchor counter (5.1, ruling R13).
    fn check_counters(self, stack: u8, order: OrderKind) -> Result<(), Refusal> {
        let shares = |other: u8| {
            order == OrderKind::Anchor && self.place(other).is_port() && self.place(other) == self.place(stack)
        };
        let mut used = 0;
        let mut ports = 0u32;
        for other in self.squadrons().filter(|other| *other != stack) {
            if self.order(other).kind != order || shares(other) {
                continue;
            }
            let place = self.place(other);
            if order == OrderKind::Anchor && place.is_port() {
                if ports >> place.0 & 1 != 0 {
                    continue;
                }
                ports |= 1 << place.0;
            }
            used += 1;
        }
        let most = tables().counters(self.side, order);
        require!(used < most, "5.0", "all {0} counters of this order are in use"; figures i16::from(most), 0);
        Ok(())
    }

    /// Whether an order may follow what the ships did in the turn before (5.1 to 5.7).
    fn check_history(self, stack: u8, order: OrderKind) -> Result<(), Refusal> {
        for ship in self.fleet.members(self.side, stack).iter() {
            let berth = self.fleet.berth(ship);
            let piece = Thing::Piece(u16::from(ship.0));
            if tables().follows(berth.last, order) {
                let third = order == OrderKind::Transit && berth.transits >= tables().transit_turns;
                require!(!third, "5.7", "two turns of Transit must not be followed by a third"; blocked piece);
                continue;
            }
            let refusal = match berth.last {
                // Those whom the limits of coaling leave over anchor instead (6.5).
                OrderKind::Blockade if order == OrderKind::Anchor && self.check_coal(stack).is_err() => continue,
                OrderKind::Blockade => Refusal::new(rule!("5.2"), "after a Blockade the squadron must Coal"),
                OrderKind::Patrol => Refusal::new(rule!("5.4"), "after a Patrol the squadron must Coal or Anchor"),
                OrderKind::Raid => Refusal::new(rule!("5.5"), "after a Raid the squadron must be in Transit to a port"),
                OrderKind::Sortie => {
                    Refusal::new(rule!("5.6"), "after a Sortie only Patrol, Raid or Transit may follow")
                }
                OrderKind::Transit => {
                    Refusal::new(rule!("5.7"), "after Transit only Anchor, Coal or another Transit may follow")
                }
                OrderKind::Anchor | OrderKind::Coal => Refusal::new(rule!("5.0"), "this order may not follow"),
            };
            return Err(refusal.blocked_by(piece));
        }
        if order == OrderKind::Transit {
            self.check_second_transit(stack)?;
        }
        Ok(())
    }

    /// Whether a ship of a stack would be in transit for the second turn running (5.7).
    fn is_second_transit(self, stack: u8) -> bool {
        self.fleet.members(self.side, stack).iter().any(|ship| self.fleet.berth(ship).transits > 0)
    }

    /// The markers of a second Transit are limited too (5.7).
    fn check_second_transit(self, stack: u8) -> Result<(), Refusal> {
        if self.is_second_transit(stack) {
            let others = self.squadrons().filter(|other| {
                *other != stack && self.order(*other).kind == OrderKind::Transit && self.is_second_transit(*other)
            });
            let most = tables().second_transits(self.side);
            let used = others.count() as u8;
            require!(used < most, "5.7", "all {0} markers for a second Transit are in use"; figures i16::from(most), 0);
        }
        Ok(())
    }

    /// Whether a stack may anchor where it is (5.1, ruling R12).
    fn check_anchor(self, stack: u8) -> Result<(), Refusal> {
        let at = self.place(stack);
        if at.is_port() {
            return Ok(());
        }
        let mut ports = each_space(chart().around(at)).filter(|space| space.is_port()).peekable();
        let welcome = ports.peek().is_none() || ports.any(|port| chart().owner(port) != Some(self.side.enemy()));
        let over_limit = self.check_coal(stack).is_err();
        require!(welcome || over_limit, "5.1", "the only port here is the enemy's: there is nowhere to anchor");
        Ok(())
    }

    /// Whether the order is aimed at an enemy port within reach (5.2, 5.5, ruling R39).
    fn check_target(self, stack: u8, order: Order) -> Result<(), Refusal> {
        let target = order.target;
        require!(target.is_port(), "7.5", "name the port that the order is aimed at");
        let space = Thing::Space(u16::from(target.0));
        let enemy = chart().owner(target) == Some(self.side.enemy());
        require!(!chart().is_neutral(target), "6.1b", "neutral ports are left alone"; blocked space);
        require!(enemy, "7.5", "only ports of the enemy are raided or blockaded"; blocked space);
        let reach = self.table.slowest(self.fleet.members(self.side, stack));
        let from = self.place(stack);
        let way = each_space(chart().around(target)).map(|area| chart().distance(from, area)).min().unwrap_or(0);
        if way > reach {
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
    pub fn check(self, stack: u8, order: Order) -> Result<(), Refusal> {
        require!(self.fleet.count(stack) > 1, "6.2", "only squadrons of two ships or more are given orders");
        let kind = order.kind;
        require!(kind.has_target() || order.target == Space::NOWHERE, "7.5", "this order is aimed at no port");
        let at = self.place(stack);
        let ships = self.fleet.members(self.side, stack);
        self.check_history(stack, kind)?;
        let stays = matches!(kind, OrderKind::Anchor | OrderKind::Coal);
        if at.is_port() && !stays {
            let held = watch::held_in_port(self.table, ships);
            require!(!held, "11.C", "a ship with damage of half its defence may not leave port");
            let rests = watch::rests_in_neutral_port(self.table, self.side, self.fleet, stack);
            require!(!rests, "6.1b", "in the turn after it came into a neutral port a ship must Anchor or Coal");
        }
        match kind {
            OrderKind::Anchor => self.check_anchor(stack)?,
            OrderKind::Coal => self.check_coal(stack)?,
            OrderKind::Blockade | OrderKind::Raid => self.check_target(stack, order)?,
            OrderKind::Sortie => {
                require!(at.is_port(), "5.6", "a Sortie begins in port");
                let watched = watch::is_watched(self.table, self.side, at);
                require!(watched, "5.6", "a Sortie is for a port with enemies off every way out");
            }
            OrderKind::Transit if at.is_port() => {
                let cheapest = each_space(chart().around(at)).map(|area| chart().cost(area)).min().unwrap_or(0);
                let reach = self.table.slowest(ships);
                require!(cheapest <= reach, "6.1a", "leaving this port costs {0} movement points and the slowest ship makes {1}"; figures i16::from(cheapest), i16::from(reach));
            }
            OrderKind::Transit | OrderKind::Patrol => {}
        }
        self.check_counters(stack, kind)
    }

    /// Every order that could be given, with its targets.
    pub fn each_order(self, each: &mut impl FnMut(Order)) {
        for kind in OrderKind::ALL {
            if kind.has_target() {
                each_space(chart().harbours(self.side.enemy())).for_each(|target| each(Order { kind, target }));
            } else {
                each(Order::plain(kind));
            }
        }
    }

    /// Whether some order may be given; where none may, the squadron lies at anchor without a counter (ruling R41).
    pub fn has_an_order(self, stack: u8) -> bool {
        let mut found = false;
        self.each_order(&mut |order| found = found || self.check(stack, order).is_ok());
        found
    }

    /// What a squadron does unless told otherwise: it lies still if it may, and goes on its way if it may not.
    pub fn standing_order(self, stack: u8) -> Order {
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
