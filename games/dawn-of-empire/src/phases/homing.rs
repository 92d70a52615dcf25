//! Ships that leave a battle make for the nearest port (7.32, 8.2, 11.H).

use sandtable_engine::{Cx, Next, Prompt, Refusal, RuleRef, Seat, SeatSet, Step, rule};
use serde::{Deserialize, Serialize};

use crate::data::{self, Spaces, each_space};
use crate::events::Event;
use crate::gunnery::{self, Leaders};
use crate::ids::{ShipId, ShipSet, Side, Space};
use crate::questions::havens;
use crate::table::Table;
use crate::{DawnOfEmpire, stacks};

/// Ships on their way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Homing {
    ships: ShipSet,
    /// Whether they outran the enemy rather than being disabled.
    by_speed: bool,
    /// The ship that is asked about, with the ports that are equally near.
    asked: Option<(ShipId, Spaces)>,
    /// The last ship of each side that came home.
    last: [Option<ShipId>; 2],
}

/// The port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct HomingChoice(pub Space);

impl Homing {
    /// Disabled ships (7.32).
    pub fn disabled(ships: ShipSet) -> Self {
        Self { ships, by_speed: false, asked: None, last: [None; 2] }
    }

    /// Ships that break off by speed (8.2, ruling R23).
    pub fn by_speed(ships: ShipSet) -> Self {
        Self { by_speed: true, ..Self::disabled(ships) }
    }

    /// The ship that is asked about.
    pub fn ship(&self) -> Option<ShipId> {
        self.asked.map(|(ship, _)| ship)
    }

    /// Brings a ship into a port, with the leader aboard.
    fn bring(&mut self, table: &mut Table, ship: ShipId, port: Space, cx: &mut Cx<DawnOfEmpire>) {
        let side = ship.side().index();
        let leader = if table.melee.flagships[side] == Some(ship) {
            table.melee.flagships[side] = None;
            table.melee.commanders[side].take()
        } else {
            None
        };
        stacks::bring_home(table, ship, port, leader);
        table.melee.strike_off(ship);
        self.last[side] = Some(ship);
        self.ships.remove(ship);
        let by_speed = self.by_speed;
        cx.log(self.rule(), || Event::WentHome { ship, port, by_speed });
    }

    /// The rule that sends them home.
    fn rule(&self) -> RuleRef {
        if self.by_speed { rule!("8.2") } else { rule!("7.32") }
    }

    fn go_on(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        // Ships and leaders of both sides may be on their way, so that nobody can go back behind this.
        for side in Side::BOTH {
            let owner = table.owner(side);
            cx.reveal(&mut table.fleets[side.index()], owner);
        }
        while let Some(ship) = self.ships.first() {
            let side = ship.side();
            let from = table.fleet(side).berth(ship).at;
            let restricted = table.scenario.options.restricted_disabling;
            // Ruling R22: disabled ships may use neutral ports only with 11.H.
            let (way, ports) = havens::nearest(side, from, self.by_speed || restricted);
            if restricted && !self.by_speed && way > table.movement(ship) {
                self.ships.remove(ship);
                // Lost to the enemy like a ship that was sunk (ruling R49).
                gunnery::sink(table, ship);
                cx.log(rule!("11.H"), || Event::Scuttled { ship });
                gunnery::lose_leader(table, side, cx);
                continue;
            }
            if ports.count_ones() > 1 {
                // Nobody waits without a ship while another port is chosen.
                self.care_for_leaders(table, cx);
                self.asked = Some((ship, ports));
                return Next::ask(self);
            }
            self.bring(table, ship, Space(ports.trailing_zeros() as u8), cx);
        }
        self.asked = None;
        self.care_for_leaders(table, cx);
        Next::done(self)
    }

    /// Leaders who have lost their last ship go with the last one that came home, or down with those that did not.
    fn care_for_leaders(&self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) {
        for side in Side::BOTH {
            let stranded: Leaders = stacks::stranded_leaders(table, side).map(Some).collect();
            for leader in stranded.into_iter().flatten() {
                match self.last[side.index()] {
                    Some(ship) => {
                        table.with_fleet(side, |fleet| {
                            fleet.leaders[leader.local()] = fleet.berth(ship).stack;
                        });
                        let number = table.fleet(side).berth(ship).stack;
                        table.stack_mut(side, number).leaders |= 1 << leader.local();
                    }
                    None => gunnery::kill(table, leader, cx),
                }
            }
        }
    }
}

impl Step<DawnOfEmpire> for Homing {
    type Choice = HomingChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        self.go_on(table, cx)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        self.asked.map_or(SeatSet::NONE, |(ship, _)| SeatSet::one(table.seat(ship.side())))
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        let Some((ship, _)) = self.asked else { return Prompt::default() };
        let card = data::ship(ship);
        Prompt::new(self.rule(), format!("Two ports are equally near. Where does {} go?", card.name))
            .about(card.id.clone())
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(HomingChoice)) {
        if let Some((_, ports)) = self.asked {
            each_space(ports).for_each(|port| each(HomingChoice(port)));
        }
    }

    fn check(&self, _: &Table, _: Seat, choice: &HomingChoice) -> Result<(), Refusal> {
        let near = self.asked.is_some_and(|(_, ports)| choice.0.is_port() && ports >> choice.0.0 & 1 != 0);
        if near {
            Ok(())
        } else {
            Err(Refusal::new(self.rule(), "a ship that leaves goes to the nearest port"))
        }
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: HomingChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        let (ship, _) = self.asked.take().expect("it is asked about a ship");
        self.bring(table, ship, choice.0, cx);
        self.go_on(table, cx)
    }
}
