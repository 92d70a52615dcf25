//! Movement: Spain first, then the United States (4.0B, 6.0).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::events::Event;
use crate::ids::{Order, OrderKind, ShipId, ShipSet, Side};
use crate::phases::gather::Gather;
use crate::phases::voyage::Voyage;
use crate::questions::passage::Passage;
use crate::table::{Stack, Table, each_stack};
use crate::{DawnOfEmpire, Frame, stacks};

/// A side moves its stacks one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Movement {
    side: Side,
    /// Squadrons that single ships have joined, a bit each: their lines are formed at the end (ruling R53).
    joined: u64,
}

/// Which stack moves next, by its leading ship, or that all have moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovementChoice {
    /// A squadron or a single ship moves.
    Take(ShipId),
    /// The rest stays where it is.
    Done,
}

impl Movement {
    /// The movement of a side.
    pub fn of(side: Side) -> Self {
        Self { side, joined: 0 }
    }

    /// Who moves.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The first stack that could move, for search.
    fn next(&self, table: &Table) -> Option<ShipId> {
        let mut waiting = self.stacks(table).filter(|(_, _, stack)| !stack.moved);
        waiting
            .find(|(front, ships, _)| self.check_go(table, *front, *ships).is_ok())
            .map(|(front, ..)| front)
    }

    /// The stacks of the side: who leads, the ships, and what anybody sees.
    fn stacks<'a>(&self, table: &'a Table) -> impl Iterator<Item = (ShipId, ShipSet, &'a Stack)> + use<'a> {
        let fleet = table.fleet(self.side);
        let crews = fleet.crews(self.side);
        table.stacks_of(self.side).filter_map(move |(number, stack)| {
            let ships = crews[usize::from(number)];
            Some((fleet.first_of(ships)?, ships, stack))
        })
    }

    /// Squadrons that could not leave port have lain at anchor (5.6, ruling R11).
    fn anchor_the_shut_in(&self, table: &mut Table) {
        let side = self.side;
        let fleet = *table.fleet(side);
        let in_port = table
            .stacks_of(side)
            .filter(|(_, stack)| stack.count > 1 && !stack.moved && stack.place.is_port());
        let ordered_out = in_port.filter(|(number, _)| {
            let order = fleet.front(side, *number).map(|ship| fleet.berth(ship).order.kind);
            !matches!(order, Some(OrderKind::Anchor | OrderKind::Coal))
        });
        let shut_in = ordered_out.fold(0, |set, (number, _)| set | 1 << number);
        for number in each_stack(shut_in) {
            table.with_fleet(side, |fleet| stacks::give(fleet, side, number, Order::default()));
        }
    }

    fn check_take(&self, table: &Table, ship: ShipId) -> Result<(), Refusal> {
        let fleet = table.fleet(self.side);
        let own = ship.belongs_to(self.side) && table.fates.afloat.contains(ship);
        require!(own, "4.0", "you move your own ships");
        require!(fleet.leads(ship), "6.2", "name a squadron by its leading ship");
        self.check_go(table, ship, fleet.members(self.side, fleet.berth(ship).stack))
    }

    /// Whether the ships of a stack may move; one of them leads it.
    fn check_go(&self, table: &Table, front: ShipId, ships: ShipSet) -> Result<(), Refusal> {
        let number = table.fleet(self.side).berth(front).stack;
        let piece = Thing::Piece(u16::from(front.0));
        require!(!table.stack(self.side, number).moved, "6.1a", "this has moved already"; blocked piece);
        Passage::with(table, self.side, front, ships).check_start()
    }

    /// Whether all that has not moved may stay where it is.
    fn check_done(&self, table: &Table) -> Result<(), Refusal> {
        for (front, ships, _) in self.stacks(table).filter(|(_, _, stack)| !stack.moved) {
            Passage::with(table, self.side, front, ships).check_may_stay()?;
        }
        Ok(())
    }
}

impl Step<DawnOfEmpire> for Movement {
    type Choice = MovementChoice;

    fn enter(self, _: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        cx.log(rule!("4.0"), || Event::Moves { side: self.side });
        Next::ask(self)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.seat(self.side))
    }

    /// That nothing could move would tell the enemy of orders to stay.
    fn automatic(&self) -> bool {
        false
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let left = self.next(table).is_some();
        let ask = if left { "Move your squadrons." } else { "All have moved: end your movement." };
        Prompt::new(rule!("6.1a"), ask)
            .hint("Choose a squadron or a single ship, then sail area by area. Patrols and blockades of the enemy stop squadrons.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(MovementChoice)) {
        self.stacks(table).for_each(|(front, ..)| each(MovementChoice::Take(front)));
        each(MovementChoice::Done);
    }

    fn check(&self, table: &Table, _: Seat, choice: &MovementChoice) -> Result<(), Refusal> {
        match *choice {
            MovementChoice::Take(ship) => self.check_take(table, ship),
            MovementChoice::Done => self.check_done(table),
        }
    }

    // All checks of a menu share one look at who is where.
    fn legal(&self, table: &Table, _: Seat, each: &mut impl FnMut(MovementChoice)) {
        for (front, ships, _) in self.stacks(table) {
            if self.check_go(table, front, ships).is_ok() {
                each(MovementChoice::Take(front));
            }
        }
        if self.check_done(table).is_ok() {
            each(MovementChoice::Done);
        }
    }

    fn canonical_candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(MovementChoice)) {
        each(self.next(table).map_or(MovementChoice::Done, MovementChoice::Take));
    }

    fn canonical(&self, table: &Table, _: Seat, choice: &MovementChoice) -> bool {
        self.next(table).map_or(MovementChoice::Done, MovementChoice::Take) == *choice
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: MovementChoice,
        _: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        match choice {
            MovementChoice::Take(ship) => {
                let number = table.fleet(self.side).berth(ship).stack;
                let voyage = Voyage::of(self.side, number);
                Next::call(self, voyage)
            }
            MovementChoice::Done => {
                self.anchor_the_shut_in(table);
                Next::go(Gather::of(table, self.side, self.joined))
            }
        }
    }

    fn resume(mut self, child: Frame, _: &mut Table, _: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if let Frame::Voyage(voyage) = child
            && let Some(number) = voyage.joined()
        {
            self.joined |= 1 << number;
        }
        Next::ask(self)
    }
}
