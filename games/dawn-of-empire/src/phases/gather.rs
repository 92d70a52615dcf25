//! When a side has moved: squadrons in one place combine, single ships form one, and overdue ships are interned (6.1b, 6.2, 6.3).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{self, chart, each_space, tables};
use crate::events::Event;
use crate::ids::{MOST, Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::table::{Stack, Table, each_stack};
use crate::{DawnOfEmpire, knowledge, stacks};

/// A side's squadrons combine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Gather {
    side: Side,
    /// Squadrons in one place of which none prevails, a bit each: the owner says whose order stands.
    rivals: u64,
    /// Squadrons that have grown, a bit each: their lines are for the owner to form (ruling R53).
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
    /// The side that has moved, with the squadrons that single ships have joined.
    pub fn of(table: &Table, side: Side, joined: u64) -> Self {
        let grown = each_stack(joined).filter(|number| {
            let stack = table.stack(side, *number);
            stack.count > 1 && forms_line(table, side, stack)
        });
        let joined = grown.fold(0, |set, number| set | 1 << number);
        Self { side, rivals: 0, joined, placed: ShipSet::NONE }
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

    /// Which of the squadrons that meet prevail: the largest, of these those with a leader, of these those with most stars (6.2,
    /// ruling R9). All are weighed before any combine, so that two small ones do not outweigh a larger third.
    fn foremost(&self, table: &Table, meeting: u64) -> u64 {
        let fleet = table.fleet(self.side);
        let weight = |number: u8| {
            let stars = fleet.leader(self.side, number).map_or(0, |leader| data::leader(leader).stars);
            (table.stack(self.side, number).count, stars)
        };
        let most = each_stack(meeting).map(weight).max();
        each_stack(meeting)
            .filter(|number| Some(weight(*number)) == most)
            .fold(0, |set, number| set | 1 << number)
    }

    /// Notes that two stacks have become one.
    fn note_joined(&mut self, table: &Table, into: u8, from: u8) {
        self.joined &= !(1 << from);
        if forms_line(table, self.side, table.stack(self.side, into)) {
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

    /// All squadrons in the place of one become one, with its order.
    fn unite(&mut self, table: &mut Table, into: u8, cx: &mut Cx<DawnOfEmpire>) {
        let order = self.order(table, into);
        let at = table.stack(self.side, into).place;
        for from in each_stack(self.squadrons_at(table, at) & !(1 << into)) {
            stacks::combine(table, self.side, into, from, order);
            self.note_joined(table, into, from);
        }
        cx.log(rule!("6.2"), || Event::Combined { side: self.side, at });
    }

    /// The squadrons in a place, a bit each.
    fn squadrons_at(&self, table: &Table, at: Space) -> u64 {
        let squadrons = table.stacks_at(self.side, at).filter(|(_, stack)| stack.count > 1);
        squadrons.fold(0, |set, (number, _)| set | 1 << number)
    }

    /// The first squadrons that lie in one place.
    fn next_meeting(&self, table: &Table) -> Option<u64> {
        let squadrons = table.stacks_of(self.side).filter(|(_, stack)| stack.count > 1);
        let mut meetings = squadrons.map(|(_, stack)| self.squadrons_at(table, stack.place));
        meetings.find(|meeting| meeting.count_ones() > 1)
    }

    /// Single ships that end a move in an area without a squadron form one in transit, while there are counters (6.3, rulings R35
    /// and R69).
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
        while let Some(meeting) = self.next_meeting(table) {
            let foremost = self.foremost(table, meeting);
            let first = foremost.trailing_zeros() as u8;
            let order = self.order(table, first);
            if each_stack(foremost).any(|number| self.order(table, number) != order) {
                self.rivals = foremost;
                return Next::ask(self);
            }
            self.unite(table, first, cx);
        }
        self.rivals = 0;
        self.form(table, cx);
        self.form_lines(table, cx)
    }
}

/// Whether the owner forms the line of a squadron that has grown (ruling R53): at sea, and in port if it has lain there all turn
/// and the enemy may yet come or has come. Such a one may coal and be searched for (ruling R14), and its owner is asked whether it
/// does or not: being asked must tell nothing.
fn forms_line(table: &Table, side: Side, stack: &Stack) -> bool {
    // Spain moves first (4.0B).
    let in_danger = || {
        let enemy = side.enemy();
        enemy == Side::Us
            || each_space(chart().around(stack.place)).any(|area| table.squadron_at(enemy, area).is_some())
    };
    stack.place.is_area() || (!stack.has_sailed() && in_danger())
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
        if self.rivals != 0 {
            let place = place(self.rivals.trailing_zeros() as u8);
            let ask = format!("Equal squadrons meet in the {place}. Whose order stands?");
            return Prompt::new(rule!("6.2"), ask).hint("They become one squadron for the rest of the turn.");
        }
        let Some(number) = self.forming() else { return Prompt::default() };
        let ask =
            format!("Your ships in the {} are one squadron now. Which is next in the line?", place(number));
        let hint = if table.stack(self.side, number).place.is_port() {
            "From the front. In port it matters only if they coal; let the line stand if it is as you want it."
        } else {
            "From the front. Let the line stand if it is as you want it."
        };
        Prompt::new(rule!("6.2"), ask).hint(hint)
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(GatherChoice)) {
        let fleet = table.fleet(self.side);
        if self.rivals != 0 {
            let fronts = each_stack(self.rivals).filter_map(|number| fleet.front(self.side, number));
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
                let named =
                    each_stack(self.rivals).any(|number| fleet.front(self.side, number) == Some(ship));
                require!(named, "6.2", "name one of the equal squadrons by its leading ship");
            }
            GatherChoice::Place(ship) => {
                let free = self.rivals == 0 && ship.exists() && self.unplaced(table).contains(ship);
                require!(free, "6.2", "that is no ship of this squadron without a place");
            }
            GatherChoice::Stand => {
                require!(self.rivals == 0, "6.2", "first say whose order stands");
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
                let into = table.fleet(self.side).berth(ship).stack;
                self.unite(table, into, cx);
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
