//! When a side has moved: squadrons in one place combine, single ships form one, and overdue ships are interned (6.1b, 6.2, 6.3).

use std::cmp::Ordering;

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{self, chart, tables};
use crate::events::Event;
use crate::ids::{MOST, Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::table::Table;
use crate::{DawnOfEmpire, knowledge, stacks};

/// A side's squadrons combine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Gather {
    side: Side,
    /// Two squadrons of which neither prevails: the owner says whose order stands.
    pair: Option<(u8, u8)>,
}

/// The leading ship of the squadron whose order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GatherChoice(pub ShipId);

impl Gather {
    /// The side that has moved.
    pub fn of(side: Side) -> Self {
        Self { side, pair: None }
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

    fn unite(&self, table: &mut Table, into: u8, from: u8, cx: &mut Cx<DawnOfEmpire>) {
        let order = self.order(table, into);
        let at = table.stack(self.side, into).place;
        stacks::combine(table, self.side, into, from, order);
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

    /// Single ships in an area without a squadron form one in transit, while there are counters (6.3, ruling R35).
    fn form(&self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) {
        for area in Space::areas() {
            if table.squadron_at(self.side, area).is_some() {
                continue;
            }
            let fleet = *table.fleet(self.side);
            let fresh = |number: u8| {
                let front = fleet.front(self.side, number);
                front.is_some_and(|ship| fleet.berth(ship).transits < tables().transit_turns)
            };
            let mut single: tinyvec::ArrayVec<[u8; MOST]> = tinyvec::ArrayVec::new();
            for (number, _) in table.stacks_at(self.side, area) {
                if fresh(number) {
                    single.push(number);
                }
            }
            if single.len() < 2
                || self.transits_in_use(table) >= tables().counters(self.side, OrderKind::Transit)
            {
                continue;
            }
            for number in &single[1..] {
                stacks::combine(table, self.side, single[0], *number, Order::plain(OrderKind::Transit));
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
        self.intern(table, cx);
        if table.scenario.options.face_up {
            knowledge::lay_open(table, self.side);
        }
        Next::done(self)
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
        let place = self.pair.map_or(Space::NOWHERE, |(one, _)| table.stack(self.side, one).place);
        let ask = format!("Two equal squadrons meet at {}. Whose order stands?", chart().name(place));
        Prompt::new(rule!("6.2"), ask).hint("They become one squadron for the rest of the turn.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(GatherChoice)) {
        let fleet = table.fleet(self.side);
        let Some((one, other)) = self.pair else { return };
        for number in [one, other] {
            if let Some(ship) = fleet.front(self.side, number) {
                each(GatherChoice(ship));
            }
        }
    }

    fn check(&self, table: &Table, _: Seat, choice: &GatherChoice) -> Result<(), Refusal> {
        let fleet = table.fleet(self.side);
        let named = self.pair.is_some_and(|(one, other)| {
            [one, other].iter().any(|number| fleet.front(self.side, *number) == Some(choice.0))
        });
        require!(named, "6.2", "name one of the two squadrons by its leading ship");
        Ok(())
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: GatherChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        let (one, other) = self.pair.expect("it is asked about a pair");
        let into = table.fleet(self.side).berth(choice.0).stack;
        let from = if into == one { other } else { one };
        self.unite(table, into, from, cx);
        self.go_on(table, cx)
    }
}
