//! Free deployment: both sides choose where their ships begin (11.K).

use sandtable_engine::chance::Chance;
use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{self, Nation, chart, tables};
use crate::events::Event;
use crate::ids::{LeaderId, MOST, OrderKind, ShipId, ShipSet, Side, Space};
use crate::table::{Fleet, NO_STACK, Row, Stack, Table};
use crate::{DawnOfEmpire, knowledge};

/// A side places its ships.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Deployment {
    side: Side,
}

/// Where a counter begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeploymentChoice {
    /// A ship.
    Place {
        /// The ship.
        ship: ShipId,
        /// A port of its own, or one area off the American coast.
        at: Space,
    },
    /// A leader, where there is a ship for him.
    Station {
        /// The leader.
        leader: LeaderId,
        /// Where.
        at: Space,
    },
    /// All are placed.
    Done,
}

/// Whether a ship is placed freely: Germans lie at Caracas (11.L).
fn is_free(table: &Table, ship: ShipId) -> bool {
    table.fates.afloat.contains(ship) && data::ship(ship).nation != Nation::De
}

fn is_free_leader(table: &Table, leader: LeaderId) -> bool {
    table.has_leader(leader) && data::leader(leader).nation != Nation::De
}

/// While ships are placed, the stack of each is the number of its space.
fn at_sea(fleet: &Fleet, side: Side) -> impl Iterator<Item = (ShipId, Space)> {
    let places = side.fleet().iter().map(|ship| (ship, fleet.berth(ship).at));
    places.filter(|(_, at)| at.is_area())
}

/// Where a leader was put.
fn station(fleet: &Fleet, leader: LeaderId) -> Space {
    Space(fleet.leaders[leader.local()])
}

/// A fleet of which nothing is known yet.
pub fn imagine(table: &mut Table, side: Side, _: &mut dyn Chance) {
    let nothing_seen = table.stacks_of(side).next().is_none();
    if nothing_seen {
        table.fleets[side.index()].settle(Fleet::default());
    }
}

impl Deployment {
    /// The deployment of a side.
    pub fn of(side: Side) -> Self {
        Self { side }
    }

    /// Who places.
    pub fn side(&self) -> Side {
        self.side
    }

    fn ships(&self, table: &Table) -> impl Iterator<Item = ShipId> {
        let afloat = table.fates.afloat.and(self.side.fleet());
        afloat.iter().filter(|ship| data::ship(*ship).nation != Nation::De)
    }

    fn next_ship(&self, table: &Table) -> Option<ShipId> {
        let fleet = table.fleet(self.side);
        self.ships(table).find(|ship| !fleet.berth(*ship).at.exists())
    }

    /// The ship that would begin at sea by itself, where only a squadron may (6.2).
    fn alone_at_sea(&self, table: &Table) -> Option<ShipId> {
        let mut ships = at_sea(table.fleet(self.side), self.side).map(|(ship, _)| ship);
        let first = ships.next();
        first.filter(|_| ships.next().is_none())
    }

    /// The ship whose place is the next question: one that has none, or one that would be alone at sea.
    fn next_to_place(&self, table: &Table) -> Option<ShipId> {
        self.next_ship(table).or_else(|| self.alone_at_sea(table))
    }

    /// Whether search looks at a place for a ship: at sea only with others there, or to come.
    fn is_worth_a_look(&self, table: &Table, ship: ShipId, at: Space) -> bool {
        let fleet = table.fleet(self.side);
        let mut others = self.ships(table).filter(|other| *other != ship);
        at.is_port() || others.any(|other| !fleet.berth(other).at.is_port())
    }

    fn has_ship_at(&self, table: &Table, at: Space) -> bool {
        let fleet = table.fleet(self.side);
        at.exists() && self.ships(table).any(|ship| fleet.berth(ship).at == at)
    }

    fn next_leader(&self, table: &Table) -> Option<LeaderId> {
        let fleet = table.fleet(self.side);
        let mut leaders = self.side.leaders().filter(|leader| is_free_leader(table, *leader));
        leaders.find(|leader| !self.has_ship_at(table, station(fleet, *leader)))
    }

    fn check_space(&self, at: Space) -> Result<(), Refusal> {
        let space = Thing::Space(u16::from(at.0));
        require!(at.exists(), "11.K", "that is not on the chart");
        if at.is_port() {
            let own = chart().owner(at) == Some(self.side);
            require!(own, "11.K", "ships begin in ports of their own side"; blocked space);
        } else {
            require!(self.side == Side::Us, "11.K", "Spanish ships begin in port"; blocked space);
            let coast = chart().area(at).coast;
            require!(coast, "11.K", "the one squadron at sea begins off the American coast"; blocked space);
        }
        Ok(())
    }

    fn check_place(&self, table: &Table, ship: ShipId, at: Space) -> Result<(), Refusal> {
        require!(ship.belongs_to(self.side) && is_free(table, ship), "11.K", "you place your own ships");
        self.check_space(at)?;
        if at.is_area() {
            let fleet = table.fleet(self.side);
            let others = || at_sea(fleet, self.side).filter(|(other, _)| *other != ship);
            let elsewhere = others().any(|(_, place)| place != at);
            require!(!elsewhere, "11.K", "only one squadron begins at sea");
            let most = tables().deployment.units_at_sea;
            require!(others().count() < usize::from(most), "11.K", "no more than {0} ships begin at sea"; figures i16::from(most), 0);
        }
        Ok(())
    }

    fn check_station(&self, table: &Table, leader: LeaderId, at: Space) -> Result<(), Refusal> {
        require!(
            leader.belongs_to(self.side) && is_free_leader(table, leader),
            "11.K",
            "you place your own leaders"
        );
        self.check_space(at)?;
        require!(self.has_ship_at(table, at), "6.2", "a leader needs a ship to be aboard");
        if at.is_area() {
            let fleet = table.fleet(self.side);
            let others = self.side.leaders().filter(|other| *other != leader && station(fleet, *other) == at);
            let most = usize::from(tables().deployment.leaders_at_sea);
            require!(others.count() < most, "11.K", "only one leader begins at sea");
        }
        Ok(())
    }

    /// Turns the places into stacks; everybody sees how many counters lie where, and nobody which.
    fn finish(&self, table: &mut Table) {
        let side = self.side;
        let free: ShipSet = self.ships(table).collect();
        let mut leaders = 0;
        for leader in side.leaders().filter(|leader| is_free_leader(table, *leader)) {
            leaders |= 1 << leader.local();
        }
        let mut fleet = *table.fleet(side);
        let kept = table.stacks[side.index()];
        let mut stacks = Row::<Stack, MOST>::default();
        let mut number = 0;
        let stations = fleet.leaders;
        for place in Space::all() {
            let here: ShipSet = free.iter().filter(|ship| fleet.berth(*ship).at == place).collect();
            if here.is_empty() {
                continue;
            }
            for (rank, ship) in here.iter().enumerate() {
                let berth = fleet.berth_mut(ship);
                berth.stack = number;
                berth.rank = rank as u8;
                berth.last = if place.is_area() { OrderKind::Patrol } else { OrderKind::Anchor };
            }
            for leader in side.leaders().filter(|leader| is_free_leader(table, *leader)) {
                if stations[leader.local()] == place.0 {
                    fleet.leaders[leader.local()] = number;
                }
            }
            stacks[usize::from(number)] = Stack {
                could: free,
                place,
                began: place,
                count: here.len() as u8,
                leaders,
                ..Stack::default()
            };
            number += 1;
        }
        // The Germans stay where they are.
        for stack in kept.0.iter().filter(|stack| stack.count > 0) {
            stacks[usize::from(number)] = *stack;
            for ship in stack.could.iter() {
                fleet.berth_mut(ship).stack = number;
            }
            for leader in side.leaders().filter(|leader| stack.leaders >> leader.local() & 1 != 0) {
                fleet.leaders[leader.local()] = number;
            }
            number += 1;
        }
        table.stacks[side.index()] = stacks;
        table.fleets[side.index()].settle(fleet);
        if table.scenario.options.face_up {
            knowledge::lay_open(table, side);
        }
    }
}

/// Takes the printed set-up off the chart again.
pub fn clear(table: &mut Table) {
    for side in Side::BOTH {
        let mut fleet = *table.fleet(side);
        let mut stacks = table.stacks[side.index()];
        for ship in side.fleet().iter().filter(|ship| is_free(table, *ship)) {
            let number = fleet.berth(ship).stack;
            if number != NO_STACK {
                stacks[usize::from(number)] = Stack::default();
            }
            *fleet.berth_mut(ship) = crate::table::Berth::default();
        }
        for leader in side.leaders().filter(|leader| is_free_leader(table, *leader)) {
            fleet.leaders[leader.local()] = NO_STACK;
        }
        table.fleets[side.index()].settle(fleet);
        table.stacks[side.index()] = stacks;
    }
}

impl Step<DawnOfEmpire> for Deployment {
    type Choice = DeploymentChoice;

    fn enter(self, _: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        cx.log(rule!("11.K"), || Event::Deploys { side: self.side });
        Next::ask(self)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.seat(self.side))
    }

    fn automatic(&self) -> bool {
        false
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let ask = match (self.next_to_place(table), self.next_leader(table)) {
            (Some(ship), _) => format!("Where does {} begin?", data::ship(ship).name),
            (None, Some(leader)) => format!("Where does {} begin?", data::leader(leader).name),
            (None, None) => "All are placed: end your deployment.".to_owned(),
        };
        let prompt = Prompt::new(rule!("11.K"), ask).hint(match self.side {
            Side::Us => "Any American port, and one squadron of up to six ships off the American coast.",
            Side::Es => "Any Spanish port.",
        });
        match self.next_to_place(table) {
            Some(ship) => prompt.about(data::ship(ship).id.clone()),
            None => prompt,
        }
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(DeploymentChoice)) {
        let spaces = || Space::all().filter(|at| self.check_space(*at).is_ok());
        for ship in self.ships(table) {
            spaces().for_each(|at| each(DeploymentChoice::Place { ship, at }));
        }
        for leader in self.side.leaders().filter(|leader| is_free_leader(table, *leader)) {
            spaces().for_each(|at| each(DeploymentChoice::Station { leader, at }));
        }
        each(DeploymentChoice::Done);
    }

    fn check(&self, table: &Table, _: Seat, choice: &DeploymentChoice) -> Result<(), Refusal> {
        match *choice {
            DeploymentChoice::Place { ship, at } => self.check_place(table, ship, at),
            DeploymentChoice::Station { leader, at } => self.check_station(table, leader, at),
            DeploymentChoice::Done => {
                require!(self.next_ship(table).is_none(), "11.K", "every ship must be placed");
                require!(self.next_leader(table).is_none(), "6.2", "every leader needs a ship to be aboard");
                let alone = self.alone_at_sea(table).is_some();
                require!(!alone, "11.K", "only a squadron begins at sea: two ships or more");
                Ok(())
            }
        }
    }

    fn canonical_candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(DeploymentChoice)) {
        let spaces = || Space::all().filter(|at| self.check_space(*at).is_ok());
        if let Some(ship) = self.next_to_place(table) {
            let places = spaces().filter(|at| self.is_worth_a_look(table, ship, *at));
            places.for_each(|at| each(DeploymentChoice::Place { ship, at }));
        } else if let Some(leader) = self.next_leader(table) {
            spaces().for_each(|at| each(DeploymentChoice::Station { leader, at }));
        } else {
            each(DeploymentChoice::Done);
        }
    }

    fn canonical(&self, table: &Table, _: Seat, choice: &DeploymentChoice) -> bool {
        match *choice {
            DeploymentChoice::Place { ship, at } => {
                self.next_to_place(table) == Some(ship) && self.is_worth_a_look(table, ship, at)
            }
            DeploymentChoice::Station { leader, .. } => {
                self.next_to_place(table).is_none() && self.next_leader(table) == Some(leader)
            }
            DeploymentChoice::Done => true,
        }
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: DeploymentChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        let side = self.side;
        match choice {
            DeploymentChoice::Place { ship, at } => table.with_fleet(side, |fleet| {
                let berth = fleet.berth_mut(ship);
                berth.at = at;
                berth.stack = at.0;
            }),
            DeploymentChoice::Station { leader, at } => {
                table.with_fleet(side, |fleet| fleet.leaders[leader.local()] = at.0);
            }
            DeploymentChoice::Done => {
                self.finish(table);
                cx.log(rule!("11.K"), || Event::Deployed { side });
                return Next::done(self);
            }
        }
        Next::ask(self)
    }
}
