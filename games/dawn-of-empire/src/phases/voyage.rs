//! One stack moves, area by area (6.1a, 6.2, 6.3, 6.6).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{chart, each_space};
use crate::events::Event;
use crate::ids::{LeaderId, Order, OrderKind, ShipId, Side, Space};
use crate::questions::passage::Passage;
use crate::table::{Berth, NO_STACK, Table};
use crate::{DawnOfEmpire, stacks};

/// A stack moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Voyage {
    side: Side,
    stack: u8,
    /// The stack dropped off in the present area.
    dropped: u8,
    /// The squadron that took the ship in, at its end.
    joined: u8,
}

/// Where to, or what else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VoyageChoice {
    /// To a neighbouring space.
    Sail(Space),
    /// A ship stays behind in this area.
    Drop(ShipId),
    /// A leader stays behind with the ships that were dropped.
    Land(LeaderId),
    /// A single ship joins the squadron here that this one leads (6.3).
    Join(ShipId),
    /// The move ends here.
    Halt,
}

impl Voyage {
    /// The voyage of a stack.
    pub fn of(side: Side, stack: u8) -> Self {
        Self { side, stack, dropped: NO_STACK, joined: NO_STACK }
    }

    /// The stack that moves.
    pub fn stack(&self) -> u8 {
        self.stack
    }

    /// Who moves.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The squadron that a single ship has joined.
    pub fn joined(&self) -> Option<u8> {
        (self.joined != NO_STACK).then_some(self.joined)
    }

    fn passage<'a>(&self, table: &'a Table) -> Passage<'a> {
        Passage::of(table, self.side, self.stack)
    }

    /// What a step costs, for the board.
    pub fn cost(&self, table: &Table, to: Space) -> u8 {
        self.passage(table).cost(to)
    }

    /// Every choice worth a look.
    fn list(&self, passage: &Passage, each: &mut impl FnMut(VoyageChoice)) {
        each_space(chart().around(passage.stack.place)).for_each(|to| each(VoyageChoice::Sail(to)));
        if passage.stack.count > 1 && passage.has_sailed() {
            for ship in passage.fleet.line(self.side, self.stack) {
                each(VoyageChoice::Drop(ship));
            }
        }
        if self.dropped != NO_STACK {
            for leader in self.side.leaders().filter(|leader| passage.table.has_leader(*leader)) {
                each(VoyageChoice::Land(leader));
            }
        }
        if passage.alone() {
            self.company(passage.table)
                .filter_map(|number| passage.fleet.front(self.side, number))
                .for_each(|front| each(VoyageChoice::Join(front)));
        }
        each(VoyageChoice::Halt);
    }

    /// Whether a choice is allowed.
    fn judge(&self, passage: &Passage, choice: VoyageChoice) -> Result<(), Refusal> {
        match choice {
            VoyageChoice::Sail(to) => {
                require!(to.exists(), "6.1a", "that is not on the chart");
                passage.check_step(to)
            }
            VoyageChoice::Drop(ship) => passage.check_drop(ship, self.dropped),
            VoyageChoice::Land(leader) => {
                let here = leader.belongs_to(self.side)
                    && passage.table.has_leader(leader)
                    && passage.fleet.leaders[leader.local()] == self.stack;
                require!(self.dropped != NO_STACK, "6.2", "a leader needs a ship: drop one off first");
                require!(here, "6.2", "this leader is not with the moving squadron");
                Ok(())
            }
            VoyageChoice::Join(front) => {
                passage.check_join()?;
                let squadron = self.company(passage.table).find(|number| {
                    front.belongs_to(self.side) && passage.fleet.front(self.side, *number) == Some(front)
                });
                let none = Refusal::new(rule!("6.3"), "that ship leads no squadron of yours here");
                passage.check_company(squadron.ok_or(none)?)
            }
            VoyageChoice::Halt => {
                // What cannot go on may stay where it is (ruling R40).
                match passage.check_halt() {
                    Err(refusal) if passage.can_step() => Err(refusal),
                    _ => Ok(()),
                }
            }
        }
    }

    /// The squadrons that a single ship could join here.
    fn company(&self, table: &Table) -> impl Iterator<Item = u8> {
        let others = table.stacks_at(self.side, table.stack(self.side, self.stack).place);
        others.filter(|(number, other)| *number != self.stack && other.count > 1).map(|(number, _)| number)
    }

    /// What stops a squadron in the area that it has entered: a patrol or blockade, which is then shown (4.0B, 6.1a), or a
    /// control marker (6.6, ruling R10). Single ships are never stopped (6.3), and squadrons with other orders
    /// stop nobody, whatever they did in the turn before (ruling R62).
    fn is_stopped(&self, table: &mut Table, to: Space, cx: &mut Cx<DawnOfEmpire>) -> bool {
        if table.stack(self.side, self.stack).count == 1 || to.is_port() {
            return false;
        }
        let enemy = self.side.enemy();
        let mut stopped = table.control[to.index()] == Some(enemy);
        if stopped {
            cx.log(rule!("6.6"), || Event::Stopped { side: self.side, at: to, by: None });
        }
        let watchers: tinyvec::ArrayVec<[u8; 8]> = table
            .stacks_at(enemy, to)
            .filter(|(_, stack)| stack.count > 1)
            .map(|(number, _)| number)
            .collect();
        for number in watchers {
            // Whether the enemy turns his order up or not, the mover learns something.
            let owner = table.owner(enemy);
            cx.reveal(&mut table.fleets[enemy.index()], owner);
            let front = table.fleet(enemy).front(enemy, number).expect("a stack has a ship");
            let order = table.fleet(enemy).berth(front).order;
            if order.kind.watches() {
                stopped = true;
                table.stack_mut(enemy, number).shown = Some(order);
                cx.log(rule!("6.1a"), || Event::Stopped { side: self.side, at: to, by: Some(order.kind) });
            } else {
                table.stack_mut(enemy, number).passed = true;
            }
        }
        stopped
    }

    fn finish(self, table: &mut Table) -> Next<DawnOfEmpire> {
        table.stack_mut(self.side, self.stack).moved = true;
        Next::done(self)
    }

    fn sail(mut self, table: &mut Table, to: Space, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        let cost = self.cost(table, to);
        let from = table.stack(self.side, self.stack).place;
        stacks::sail(table, self.side, self.stack, to);
        let stack = table.stack_mut(self.side, self.stack);
        stack.spent += cost;
        stack.entered += u8::from(to.is_area());
        let count = stack.count;
        if count == 1 {
            let (side, number) = (self.side, self.stack);
            table.with_fleet(side, |fleet| {
                stacks::give(fleet, side, number, Order::plain(OrderKind::Transit));
            });
        }
        self.dropped = NO_STACK;
        let (side, stack) = (self.side, self.stack);
        cx.log(rule!("6.1a"), || Event::Sailed { side, stack, count, from, to });
        let stopped = self.is_stopped(table, to, cx);
        let passage = self.passage(table);
        // A single ship is asked whom she joins.
        if stopped || (count > 1 && !passage.can_step()) {
            return self.finish(table);
        }
        Next::ask(self)
    }
}

impl Step<DawnOfEmpire> for Voyage {
    type Choice = VoyageChoice;

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.seat(self.side))
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let passage = self.passage(table);
        let place = chart().name(passage.stack.place);
        let ask = if passage.alone() {
            format!("Where does the ship at {place} go? {} movement points are left.", passage.left())
        } else {
            let order = passage.order.word();
            format!(
                "Where does the squadron at {place} go? {order} orders, {} movement points left.",
                passage.left()
            )
        };
        Prompt::new(rule!("6.1a"), ask)
            .hint("Most areas cost 1 point, straits 2, the open Atlantic 3, a port 1.")
            .about(crate::data::ship(passage.front).id.clone())
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(VoyageChoice)) {
        self.list(&self.passage(table), each);
    }

    fn check(&self, table: &Table, _: Seat, choice: &VoyageChoice) -> Result<(), Refusal> {
        self.judge(&self.passage(table), *choice)
    }

    // All checks of a menu share one look at the stack.
    fn legal(&self, table: &Table, _: Seat, each: &mut impl FnMut(VoyageChoice)) {
        let passage = self.passage(table);
        self.list(&passage, &mut |choice| {
            if self.judge(&passage, choice).is_ok() {
                each(choice);
            }
        });
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(VoyageChoice)) {
        let passage = self.passage(table);
        self.list(&passage, &mut |choice| {
            if self.canonical(table, seat, &choice) && self.judge(&passage, choice).is_ok() {
                each(choice);
            }
        });
    }

    fn has_several(&self, table: &Table, seat: Seat) -> bool {
        let passage = self.passage(table);
        let mut found = 0u8;
        self.list(&passage, &mut |choice| {
            if found < 2 && self.canonical(table, seat, &choice) && self.judge(&passage, choice).is_ok() {
                found += 1;
            }
        });
        found > 1
    }

    /// Programs split squadrons when they write orders, not on the way.
    fn canonical(&self, _: &Table, _: Seat, choice: &VoyageChoice) -> bool {
        !matches!(choice, VoyageChoice::Drop(_) | VoyageChoice::Land(_))
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: VoyageChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        let side = self.side;
        match choice {
            VoyageChoice::Sail(to) => return self.sail(table, to, cx),
            VoyageChoice::Drop(ship) => {
                let into = (self.dropped != NO_STACK).then_some(self.dropped);
                let number = stacks::part(table, side, self.stack, ship, into);
                self.dropped = number;
                let order = if table.stack(side, number).count == 1 {
                    Order::plain(OrderKind::Transit)
                } else {
                    let front = table.fleet(side).front(side, self.stack).expect("one ship goes on");
                    table.fleet(side).berth(front).order
                };
                table.with_fleet(side, |fleet| {
                    stacks::give(fleet, side, number, order);
                    if fleet.count(self.stack) == 1 {
                        stacks::give(fleet, side, self.stack, Order::plain(OrderKind::Transit));
                    }
                });
                let at = table.stack(side, number).place;
                cx.log(rule!("6.2"), || Event::Dropped { side, at });
            }
            VoyageChoice::Land(leader) => {
                let number = self.dropped;
                table.with_fleet(side, |fleet| fleet.leaders[leader.local()] = number);
                return Next::ask(self);
            }
            VoyageChoice::Join(front) => {
                let Berth { stack: into, order, .. } = *table.fleet(side).berth(front);
                let at = table.stack(side, into).place;
                stacks::combine(table, side, into, self.stack, order);
                cx.log(rule!("6.3"), || Event::Joined { side, at });
                self.joined = into;
                return Next::done(self);
            }
            VoyageChoice::Halt => return self.finish(table),
        }
        Next::ask(self)
    }
}
