//! Where a stack under way may go, and where it may end (5.1 to 5.7, 6.1a, 6.2, 6.3).

use sandtable_engine::{Refusal, Thing, require, rule};

use crate::data::{Spaces, chart, each_space, tables};
use crate::ids::{Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::questions::watch;
use crate::table::{Fleet, NO_STACK, Stack, Table};

/// Why a Raid or a Blockade does not turn aside.
const ASTRAY: &str = "from there the squadron could not reach the port it is ordered to";

/// A stack under way, with all that its owner knows of it.
pub struct Passage<'a> {
    /// The table.
    pub table: &'a Table,
    side: Side,
    number: u8,
    /// What anybody sees of it.
    pub stack: &'a Stack,
    /// The fleet that it belongs to.
    pub fleet: &'a Fleet,
    /// The leading ship.
    pub front: ShipId,
    ships: ShipSet,
    /// What it does; a single ship is in Transit (6.3).
    pub order: OrderKind,
    /// Whether it has a ship that left a neutral port this turn (6.1b).
    from_neutral: bool,
    /// Where the stack has to end, if its order says so.
    goal: Option<Spaces>,
    /// The movement of the slowest (4.0B).
    allowance: u8,
}

/// Where a stack has to end, if its order says so: off the port that it is aimed at, or in a port after a raid,
/// a neutral one if need be (ruling R59).
fn goal(side: Side, fleet: &Fleet, ships: ShipSet, order: Order, from_neutral: bool) -> Option<Spaces> {
    match order.kind {
        OrderKind::Raid | OrderKind::Blockade => order.target.is_port().then(|| chart().around(order.target)),
        OrderKind::Transit => {
            let raided = ships.iter().any(|ship| fleet.berth(ship).last == OrderKind::Raid);
            let mut ports = chart().harbours(side);
            if !from_neutral {
                ports |= chart().neutral_ports();
            }
            raided.then_some(ports)
        }
        _ => None,
    }
}

impl<'a> Passage<'a> {
    /// The passage of a stack.
    pub fn of(table: &'a Table, side: Side, number: u8) -> Self {
        let fleet = table.fleet(side);
        let ships = fleet.members(side, number);
        Self::with(table, side, fleet.first_of(ships).expect("a stack has a ship"), ships)
    }

    /// The passage of a stack of which it is known who leads it and which ships are in it.
    pub fn with(table: &'a Table, side: Side, front: ShipId, ships: ShipSet) -> Self {
        let fleet = table.fleet(side);
        let number = fleet.berth(front).stack;
        Self::in_stack(table, side, number, table.stack(side, number), front, ships)
    }

    fn in_stack(
        table: &'a Table,
        side: Side,
        number: u8,
        stack: &'a Stack,
        front: ShipId,
        ships: ShipSet,
    ) -> Self {
        let fleet = table.fleet(side);
        // A ship by itself is in transit when it moves (6.3).
        let given = fleet.berth(front).order;
        let order = if stack.count == 1 { Order::plain(OrderKind::Transit) } else { given };
        // One that still lies in it has not left it yet.
        let from_neutral = chart().is_neutral(stack.began) || !ships.and(fleet.from_neutral).is_empty();
        let goal = goal(side, fleet, ships, order, from_neutral);
        let allowance = table.slowest(ships);
        Self {
            table,
            side,
            number,
            stack,
            fleet,
            front,
            ships,
            order: order.kind,
            from_neutral,
            goal,
            allowance,
        }
    }

    /// Whether it is a single ship.
    pub fn alone(&self) -> bool {
        self.stack.count == 1
    }

    /// The movement points that it has left.
    pub fn left(&self) -> u8 {
        self.allowance.saturating_sub(self.stack.spent)
    }

    /// Whether it has moved this turn.
    pub fn has_sailed(&self) -> bool {
        self.stack.has_sailed()
    }

    /// What it costs to enter a space; a patrol leaves port and a sortie comes out free of the allowance (5.4, 5.6, ruling R54).
    /// With a ship that has come into port this turn it is no first area, and is paid for.
    pub fn cost(&self, to: Space) -> u8 {
        let first = self.stack.place.is_port() && self.stack.entered == 0 && self.stack.spent == 0;
        match self.order {
            OrderKind::Patrol | OrderKind::Sortie if first => 0,
            _ => chart().cost(to),
        }
    }

    /// Whether the goal can still be reached from a space with so many points.
    fn in_reach(goal: Spaces, from: Space, points: u8) -> bool {
        each_space(goal).any(|space| chart().distance(from, space) <= points)
    }

    /// Whether the stack may go to a space.
    pub fn check_step(&self, to: Space) -> Result<(), Refusal> {
        let at = self.stack.place;
        let space = Thing::Space(u16::from(to.0));
        require!(chart().touches(at, to), "6.1a", "one sails from area to neighbouring area");
        // Squadrons no more than single ships (ruling R56).
        let enemy_port = chart().owner(to) == Some(self.side.enemy());
        require!(!enemy_port, "6.3", "nobody enters a port of the enemy"; blocked space);
        let again = chart().is_neutral(to) && self.from_neutral;
        require!(!again, "6.1b", "a ship that leaves a neutral port may not end in one"; blocked space);
        if at.is_port() && self.stack.entered == 0 {
            self.check_leaving()?;
        }
        match self.order {
            OrderKind::Coal => return Err(Refusal::new(rule!("5.3"), "a squadron that coals does not move")),
            OrderKind::Anchor => {
                require!(at.is_area() && !self.has_sailed(), "5.1", "a squadron at anchor does not move");
                require!(to.is_port(), "5.1", "a squadron that anchors may only go into a port of its area");
            }
            OrderKind::Patrol => self.check_patrol(to)?,
            OrderKind::Sortie => {
                require!(
                    at.is_port() && !self.has_sailed(),
                    "5.6",
                    "a Sortie goes no further than the first area"
                );
            }
            OrderKind::Raid => {
                require!(to.is_area(), "5.5", "a raiding squadron stays at sea");
            }
            OrderKind::Blockade => {
                require!(to.is_area(), "5.2", "a blockading squadron stays at sea");
            }
            OrderKind::Transit => self.check_transit()?,
        }
        let (cost, left) = (self.cost(to), self.left());
        let free = cost == 0;
        require!(free || cost <= left, "6.1a", "that costs {0} movement points and {1} are left"; figures i16::from(cost), i16::from(left));
        if self.alone() && to == self.stack.began {
            let mut around =
                each_space(chart().around(to)).filter(|next| chart().owner(*next) != Some(self.side.enemy()));
            let goes_on = around.any(|next| chart().cost(next) <= left.saturating_sub(cost));
            require!(goes_on, "5.7", "a single ship that moves must end somewhere else: from there it could not go on"; blocked space);
        }
        if let Some(goal) = self.goal
            && Self::in_reach(goal, at, left)
        {
            let keeps = Self::in_reach(goal, to, left.saturating_sub(cost));
            let there = goal >> at.0 & 1 != 0;
            let (rule, away) = match self.order {
                OrderKind::Transit => {
                    (rule!("5.5"), "after a Raid the squadron must come into a port: from there it could not")
                }
                OrderKind::Raid => (rule!("5.5"), ASTRAY),
                _ => (rule!("5.2"), ASTRAY),
            };
            if !keeps {
                return Err(Refusal::new(rule, away).blocked_by(space));
            }
            if there && self.order != OrderKind::Transit {
                return Err(Refusal::new(rule, "the squadron is where its order sends it"));
            }
        }
        Ok(())
    }

    /// Whether the stack may leave the port it lies in.
    fn check_leaving(&self) -> Result<(), Refusal> {
        let held = watch::held_in_port(self.table, self.ships);
        require!(!held, "11.C", "a ship with damage of half its defence may not leave port");
        let rests = watch::rests_in_neutral_port(self.table, self.fleet, self.ships);
        require!(!rests, "6.1b", "in the turn after it came into a neutral port a ship lies still");
        let port = Thing::Space(u16::from(self.stack.place.0));
        let watched = !self.alone()
            && self.order != OrderKind::Sortie
            && watch::is_shut_in(self.table, self.side, self.stack.place);
        // Ruling R11: tested when the squadron moves; it then stays at anchor.
        require!(!watched, "5.6", "enemies lie off every way out: only a Sortie may leave this port"; blocked port);
        Ok(())
    }

    /// A patrol stays at sea and goes no further than two areas from where it put to sea (5.4, ruling R54).
    fn check_patrol(&self, to: Space) -> Result<(), Refusal> {
        require!(to.is_area(), "5.4", "a patrol stays at sea");
        let most = tables().patrol_areas + u8::from(self.stack.began.is_port());
        require!(self.stack.entered < most, "5.4", "a patrol goes no further than {0} areas"; figures i16::from(most), 0);
        Ok(())
    }

    /// Transit is free to go where it likes, but no third turn of it (5.7, ruling R29). A single ship has no order that would be
    /// checked: whether Transit may follow what it did is asked here (6.5, ruling R38).
    fn check_transit(&self) -> Result<(), Refusal> {
        if self.alone() {
            let berth = self.fleet.berth(self.front);
            require!(
                tables().follows(berth.last, OrderKind::Transit),
                "6.5",
                "after a Patrol or a Blockade a ship needs coal: a single one lies still"
            );
            let tired = berth.transits >= tables().transit_turns;
            require!(
                !tired,
                "5.7",
                "after two turns of Transit a single ship must lie still or join a squadron"
            );
        }
        Ok(())
    }

    /// Whether some step is open.
    pub fn can_step(&self) -> bool {
        each_space(chart().around(self.stack.place)).any(|to| self.check_step(to).is_ok())
    }

    /// Whether the stack may begin to move.
    pub fn check_start(&self) -> Result<(), Refusal> {
        let mut first = None;
        for to in each_space(chart().around(self.stack.place)) {
            match self.check_step(to) {
                Ok(()) => return Ok(()),
                Err(refusal) => first = first.or(Some(refusal)),
            }
        }
        Err(first.unwrap_or(Refusal::new(rule!("6.1a"), "there is nowhere to go")))
    }

    /// Whether a stack that has not moved may stay: orders that send it out must be carried out if they can. A single ship has
    /// none and may lie still (ruling R28), but one that raided goes into a port (5.5, ruling R66).
    pub fn check_may_stay(&self) -> Result<(), Refusal> {
        match self.check_halt() {
            Err(refusal) if self.can_step() => Err(refusal),
            _ => Ok(()),
        }
    }

    /// Whether the stack is not where it has to end, and could still come there.
    fn misses_goal(&self) -> bool {
        let at = self.stack.place;
        self.goal.is_some_and(|goal| goal >> at.0 & 1 == 0 && Self::in_reach(goal, at, self.left()))
    }

    /// Whether the stack may end its move where it is.
    pub fn check_halt(&self) -> Result<(), Refusal> {
        let at = self.stack.place;
        let piece = Thing::Piece(u16::from(self.front.0));
        let missed = self.misses_goal();
        match self.order {
            OrderKind::Anchor => {
                let mut ports = each_space(chart().around(at)).filter(|space| space.is_port());
                let open = at.is_area() && ports.any(|port| chart().owner(port) != Some(self.side.enemy()));
                require!(!open, "5.1", "a squadron that anchors in an area with a port must enter it"; blocked piece);
            }
            OrderKind::Patrol => require!(at.is_area(), "5.4", "a patrol must put to sea"; blocked piece),
            OrderKind::Sortie => require!(at.is_area(), "5.6", "a Sortie must put to sea"; blocked piece),
            OrderKind::Raid => require!(!missed, "5.5", "a Raid goes to the area of its port"; blocked piece),
            OrderKind::Blockade => {
                require!(!missed, "5.2", "a Blockade goes to the area of its port"; blocked piece);
            }
            OrderKind::Transit if self.alone() => {
                require!(!missed, "5.5", "after a Raid the ship must come into a port"; blocked piece);
                let back = self.has_sailed() && at == self.stack.began;
                require!(!back, "5.7", "a single ship that moves must end somewhere else"; blocked piece);
            }
            OrderKind::Transit => {
                require!(!missed, "5.5", "after a Raid the squadron must come into a port"; blocked piece);
                let lies = at.is_port() && at == self.stack.began;
                require!(!lies, "5.1", "a squadron in Transit leaves its port"; blocked piece);
            }
            OrderKind::Coal => {}
        }
        Ok(())
    }

    /// Whether a single ship may join anybody here: where it comes to them (6.3), not where it began (5.7), and after a Raid not
    /// at sea while a port is in reach (5.5, ruling R66).
    pub fn check_join(&self) -> Result<(), Refusal> {
        require!(
            self.alone(),
            "6.3",
            "only single ships join on the way; squadrons combine when all have moved"
        );
        require!(self.has_sailed(), "6.3", "a ship joins a squadron only where it comes to it");
        let back = self.stack.place == self.stack.began;
        require!(!back, "5.7", "a single ship that moves must end somewhere else, in company as well");
        require!(
            !self.misses_goal(),
            "5.5",
            "after a Raid the ship must come into a port: it joins nobody at sea"
        );
        Ok(())
    }

    /// Whether a squadron that must still go somewhere could do so with this ship: her company, who has come far or is slow,
    /// frees nobody from orders (5.1, 5.2, 5.4, 5.5, 6.3, ruling R67).
    pub fn check_company(&self, into: u8) -> Result<(), Refusal> {
        let squadron = Self::of(self.table, self.side, into);
        let Err(demand) = squadron.check_may_stay() else { return Ok(()) };
        let stack = Stack { spent: squadron.stack.spent.max(self.stack.spent), ..*squadron.stack };
        let ships = squadron.ships.or(self.ships);
        let together = Passage::in_stack(self.table, self.side, into, &stack, squadron.front, ships);
        if squadron.stack.moved || together.check_may_stay().is_err() {
            return Ok(());
        }
        let piece = Thing::Piece(u16::from(squadron.front.0));
        Err(Refusal::new(demand.rule, "with this ship the squadron could not go where its order sends it")
            .blocked_by(piece))
    }

    /// Whether a ship may be left behind here (6.2, ruling R35).
    pub fn check_drop(&self, ship: ShipId, dropped: u8) -> Result<(), Refusal> {
        let ours = ship.belongs_to(self.side) && self.fleet.berth(ship).stack == self.number;
        require!(ours, "6.2", "only ships of the moving squadron are dropped off");
        require!(self.stack.count > 1, "6.2", "one ship must go on");
        require!(self.stack.place.is_area(), "6.2", "ships are dropped off at sea");
        require!(
            self.has_sailed(),
            "6.2",
            "split squadrons when you write orders; on the way they drop ships in areas they pass"
        );
        if dropped != NO_STACK && self.table.stack(self.side, dropped).count == 1 {
            let used = self.squadrons_with(self.order);
            let most = tables().counters(self.side, self.order);
            require!(used < most, "5.0", "no counter is left for a second squadron with this order");
        }
        Ok(())
    }

    /// How many squadrons of the side have an order.
    fn squadrons_with(&self, order: OrderKind) -> u8 {
        let squadrons = self.table.stacks_of(self.side).filter(|(_, stack)| stack.count > 1);
        let with = squadrons.filter(|(number, _)| {
            let front = self.fleet.front(self.side, *number);
            front.is_some_and(|ship| self.fleet.berth(ship).order.kind == order)
        });
        with.count() as u8
    }
}
