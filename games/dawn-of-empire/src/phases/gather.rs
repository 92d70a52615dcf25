//! When a side has moved: squadrons in one place combine, single ships form one, and overdue ships are interned (6.1b, 6.2, 6.3).

use std::cmp::Ordering;

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{self, chart, tables};
use crate::events::Event;
use crate::ids::{MOST, Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::table::{Table, each_stack};
use crate::{DawnOfEmpire, knowledge, stacks};

/// A side's squadrons combine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Gather {
    side: Side,
    /// Two squadrons of which neither prevails: the owner says whose order stands.
    pair: Option<(u8, u8)>,
    /// Squadrons that came together at sea, a bit each: their lines are for the owner to form (ruling R53).
    joined: u64,
    /// Ships of the first of them that have been given their place.
    placed: ShipSet,
}

/// What the owner of squadrons that combine may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GatherChoice {
    /// The order of the squadron that this ship leads stands.
    Keep(ShipId),
    /// This ship is the next in the line.
    Place(ShipId),
    /// The others stay as they are.
    Stand,
}

impl Gather {
    /// The side that has moved, with the squadrons that single ships have joined; in port lines are formed with the next orders.
    pub fn of(table: &Table, side: Side, joined: u64) -> Self {
        let at_sea = each_stack(joined).filter(|number| {
            let stack = table.stack(side, *number);
            stack.place.is_area() && stack.count > 1
        });
        let joined = at_sea.fold(0, |set, number| set | 1 << number);
        Self { side, pair: None, joined, placed: ShipSet::NONE }
    }

    /// Who has moved.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The order of a squadron.
    fn order(&self, table: &Table, number: u8) -> Order {
        let fleet = table.fleet(self.side);
        let front = fleet.front(self.side, number).expect("a stack has a ship");
        fleet.berth(front).order
    }

    /// Which of two squadrons prevails: the larger, then the one with a leader, then the one with more stars (6.2, ruling R9).
    fn prevails(&self, table: &Table, one: u8, other: u8) -> Ordering {
        let fleet = table.fleet(self.side);
        let weight = |number: u8| {
            let stars = fleet.leader(self.side, number).map_or(0, |leader| data::leader(leader).stars);
            (table.stack(self.side, number).count, stars)
        };
        weight(one).cmp(&weight(other))
    }

    /// Notes that two stacks have become one; in port lines are formed with the next orders.
    fn note_joined(&mut self, table: &Table, into: u8, from: u8) {
        self.joined &= !(1 << from);
        if table.stack(self.side, into).place.is_area() {
            self.joined |= 1 << into;
        }
    }

    /// The squadron whose line is being formed.
    fn forming(&self) -> Option<u8> {
        (self.joined != 0).then(|| self.joined.trailing_zeros() as u8)
    }

    /// Ships of it that have no place yet.
    fn unplaced(&self, table: &Table) -> ShipSet {
        let ships =
            self.forming().map_or(ShipSet::NONE, |number| table.fleet(self.side).members(self.side, number));
        ships.minus(self.placed)
    }

    /// Puts a ship behind those that have their place.
    fn place(&mut self, table: &mut Table, ship: ShipId) {
        let (side, before) = (self.side, self.placed.len() as u8);
        table.with_fleet(side, |fleet| {
            let (number, rank) = (fleet.berth(ship).stack, fleet.berth(ship).rank);
            for other in fleet.line(side, number) {
                let berth = fleet.berth_mut(other);
                if (before..rank).contains(&berth.rank) {
                    berth.rank += 1;
                }
            }
            fleet.berth_mut(ship).rank = before;
        });
        self.placed.insert(ship);
    }

    /// Asks for the line of the next squadron, or ends the gathering.
    fn form_lines(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if self.joined != 0 {
            return Next::ask(self);
        }
        self.intern(table, cx);
        if table.scenario.options.face_up {
            knowledge::lay_open(table, self.side);
        }
        Next::done(self)
    }

    fn unite(&mut self, table: &mut Table, into: u8, from: u8, cx: &mut Cx<DawnOfEmpire>) {
        let order = self.order(table, into);
        let at = table.stack(self.side, into).place;
        stacks::combine(table, self.side, into, from, order);
        self.note_joined(table, into, from);
        cx.log(rule!("6.2"), || Event::Combined { side: self.side, at });
    }

    /// The first two squadrons that lie in one place.
    fn next_pair(&self, table: &Table) -> Option<(u8, u8)> {
        let mut first = [None; data::SPACES];
        for (number, stack) in table.stacks_of(self.side).filter(|(_, stack)| stack.count > 1) {
            let place = stack.place.index();
            if let Some(before) = first[place] {
                return Some((before, number));
            }
            first[place] = Some(number);
        }
        None
    }

    /// Single ships that end a move in an area without a squadron form one in transit, while there are counters (6.3, ruling R35).
    /// Those that lay there all the time stay at anchor (ruling R28).
    fn form(&mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) {
        for area in Space::areas() {
            if table.squadron_at(self.side, area).is_some() {
                continue;
            }
            let arrived = table.stacks_at(self.side, area).filter(|(_, stack)| stack.has_sailed());
            let single: tinyvec::ArrayVec<[u8; MOST]> = arrived.map(|(number, _)| number).collect();
            if single.len() < 2
                || self.transits_in_use(table) >= tables().counters(self.side, OrderKind::Transit)
            {
                continue;
            }
            for number in &single[1..] {
                stacks::combine(table, self.side, single[0], *number, Order::plain(OrderKind::Transit));
                self.note_joined(table, single[0], *number);
            }
            cx.log(rule!("6.3"), || Event::Combined { side: self.side, at: area });
        }
    }

    fn transits_in_use(&self, table: &Table) -> u8 {
        let squadrons = table.stacks_of(self.side).filter(|(_, stack)| stack.count > 1);
        squadrons.filter(|(number, _)| self.order(table, *number).kind == OrderKind::Transit).count() as u8
    }

    /// Ships that should have left a neutral port are held there for the rest of the war (6.1b, ruling R26).
    fn intern(&self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) {
        let fleet = *table.fleet(self.side);
        let overdue: ShipSet = self
            .side
            .fleet()
            .iter()
            .filter(|ship| {
                let berth = fleet.berth(*ship);
                chart().is_neutral(berth.at) && berth.since > 0 && table.turn >= berth.since + 2
            })
            .collect();
        for ship in overdue.iter() {
            let at = fleet.berth(ship).at;
            stacks::remove(table, ship);
            table.fates.interned.insert(ship);
            cx.log(rule!("6.1b"), || Event::Interned { ship, at });
        }
        let stranded: tinyvec::ArrayVec<[Option<crate::ids::LeaderId>; 4]> =
            stacks::stranded_leaders(table, self.side).map(Some).collect();
        for leader in stranded.into_iter().flatten() {
            stacks::remove_leader(table, leader);
        }
    }

    fn go_on(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        while let Some((one, other)) = self.next_pair(table) {
            let same = self.order(table, one) == self.order(table, other);
            match self.prevails(table, one, other) {
                Ordering::Less => self.unite(table, other, one, cx),
                Ordering::Equal if !same => {
                    self.pair = Some((one, other));
                    return Next::ask(self);
                }
                _ => self.unite(table, one, other, cx),
            }
        }
        self.pair = None;
        self.form(table, cx);
        self.form_lines(table, cx)
    }
}

impl Step<DawnOfEmpire> for Gather {
    type Choice = GatherChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        self.go_on(table, cx)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.seat(self.side))
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let place = |number: u8| chart().name(table.stack(self.side, number).place);
        match (self.pair, self.forming()) {
            (Some((one, _)), _) => {
                let ask = format!("Two equal squadrons meet in the {}. Whose order stands?", place(one));
                Prompt::new(rule!("6.2"), ask).hint("They become one squadron for the rest of the turn.")
            }
            (None, Some(number)) => {
                let ask = format!(
                    "Your ships in the {} are one squadron now. Which is next in the line?",
                    place(number)
                );
                Prompt::new(rule!("6.2"), ask)
                    .hint("From the front. Let the line stand if it is as you want it.")
            }
            (None, None) => Prompt::default(),
        }
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(GatherChoice)) {
        let fleet = table.fleet(self.side);
        if let Some((one, other)) = self.pair {
            let fronts = [one, other].into_iter().filter_map(|number| fleet.front(self.side, number));
            fronts.for_each(|ship| each(GatherChoice::Keep(ship)));
            return;
        }
        self.unplaced(table).iter().for_each(|ship| each(GatherChoice::Place(ship)));
        each(GatherChoice::Stand);
    }

    fn check(&self, table: &Table, _: Seat, choice: &GatherChoice) -> Result<(), Refusal> {
        let fleet = table.fleet(self.side);
        match *choice {
            GatherChoice::Keep(ship) => {
                let named = self.pair.is_some_and(|(one, other)| {
                    [one, other].iter().any(|number| fleet.front(self.side, *number) == Some(ship))
                });
                require!(named, "6.2", "name one of the two squadrons by its leading ship");
            }
            GatherChoice::Place(ship) => {
                let free = self.pair.is_none() && ship.exists() && self.unplaced(table).contains(ship);
                require!(free, "6.2", "that is no ship of this squadron without a place");
            }
            GatherChoice::Stand => {
                require!(self.pair.is_none(), "6.2", "first say whose order stands");
            }
        }
        Ok(())
    }

    /// Search lets lines stand.
    fn canonical(&self, _: &Table, _: Seat, choice: &GatherChoice) -> bool {
        !matches!(choice, GatherChoice::Place(_))
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: GatherChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        match choice {
            GatherChoice::Keep(ship) => {
                let (one, other) = self.pair.expect("it is asked about a pair");
                let into = table.fleet(self.side).berth(ship).stack;
                let from = if into == one { other } else { one };
                self.unite(table, into, from, cx);
                return self.go_on(table, cx);
            }
            GatherChoice::Place(ship) => {
                self.place(table, ship);
                if self.unplaced(table).len() > 1 {
                    return Next::ask(self);
                }
            }
            GatherChoice::Stand => {}
        }
        self.placed = ShipSet::NONE;
        self.joined &= self.joined - 1;
        self.form_lines(table, cx)
    }
}
