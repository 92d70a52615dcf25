//! What happens in one area: initiative, points for a Blockade, search, battle, port attack (7.1, 9.4, 7.2, ruling R1).

use sandtable_engine::{Cx, Never, Next, Step, rule};
use serde::Serialize;

use crate::data::{self, Search, Spaces, tables};
use crate::events::Event;
use crate::ids::{Order, OrderKind, Side, Space};
use crate::phases::battle::Battle;
use crate::phases::bombardment::Bombardment;
use crate::phases::combat::{coaling_ports, order_of, target_here};
use crate::phases::control;
use crate::table::Table;
use crate::{DawnOfEmpire, Frame};

/// One area is resolved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Engagement {
    area: Space,
    /// Ports whose coaling squadrons are still to be searched for (ruling R14).
    ports: Spaces,
    /// Sides whose port attack has been looked at, a bit each.
    attacked: u8,
}

impl Engagement {
    /// The resolution of an area.
    pub fn at(area: Space) -> Self {
        Self { area, ports: 0, attacked: 0 }
    }

    /// The area.
    pub fn area(&self) -> Space {
        self.area
    }

    /// Units, stars of the best leader and a die; Spain throws first, ties go to the United States (7.1, ruling R30).
    fn initiative(&self, table: &Table, stacks: [u8; 2], cx: &mut Cx<DawnOfEmpire>) -> Side {
        let mut totals = [0; 2];
        let mut dice = [0; 2];
        for side in [Side::Es, Side::Us] {
            let number = stacks[side.index()];
            let stars = table.fleet(side).leader(side, number).map_or(0, |leader| data::leader(leader).stars);
            let thrown = cx.die(rule!("7.1"));
            dice[side.index()] = thrown;
            totals[side.index()] = table.stack(side, number).count + stars + thrown;
        }
        let winner = if totals[1] > totals[0] { Side::Es } else { Side::Us };
        let area = self.area;
        cx.log(rule!("7.1"), || Event::Initiative { area, us: totals[0], es: totals[1], dice, winner });
        winner
    }

    /// Lays the orders of two squadrons open and asks the matrix (7.2).
    fn search(
        &mut self,
        table: &mut Table,
        stacks: [u8; 2],
        winner: Side,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> bool {
        let orders = Side::BOTH.map(|side| order_of(table, side, stacks[side.index()]));
        for side in Side::BOTH {
            table.stack_mut(side, stacks[side.index()]).shown = Some(orders[side.index()]);
        }
        let (with, without) = (orders[winner.index()].kind, orders[winner.enemy().index()].kind);
        let area = self.area;
        match tables().search(with, without) {
            Search::Nothing => {
                cx.log(rule!("7.21"), || Event::NoSearch { area, with, without });
                false
            }
            Search::Points => {
                self.disturb_coaling(table, winner, cx);
                false
            }
            Search::UpTo(most) => {
                let die = cx.die(rule!("7.23"));
                let found = die <= most;
                cx.log(rule!("7.23"), || Event::Searched {
                    area,
                    side: winner,
                    with,
                    without,
                    most,
                    die,
                    found,
                });
                found
            }
        }
    }

    /// Points for a Blockade with the initiative while enemies coal (7.22, 9.4). Once for each area and turn: others that
    /// coal here add nothing (ruling R17).
    fn disturb_coaling(&mut self, table: &mut Table, side: Side, cx: &mut Cx<DawnOfEmpire>) {
        self.ports = 0;
        let (area, points) = (self.area, tables().points.blockade_of_coal);
        control::score(table, side, points);
        cx.log(rule!("9.4"), || Event::CoalingDisturbed { area, side, points });
    }

    /// Enemies at sea do not save those that coal in port: they are not searched for (ruling R15), but a Blockade with the
    /// initiative has its points (9.4). Where the enemy at sea coals the search gives them.
    fn disturb_port(&mut self, table: &mut Table, stacks: [u8; 2], winner: Side, cx: &mut Cx<DawnOfEmpire>) {
        let [with, without] =
            [winner, winner.enemy()].map(|side| order_of(table, side, stacks[side.index()]).kind);
        let ports = coaling_ports(table, winner.enemy(), self.area);
        if with != OrderKind::Blockade || without == OrderKind::Coal || ports == 0 {
            return;
        }
        let port = Space(ports.trailing_zeros() as u8);
        let coaling = table.squadron_at(winner.enemy(), port).expect("a squadron coals there");
        table.stack_mut(winner.enemy(), coaling).shown = Some(Order::plain(OrderKind::Coal));
        self.disturb_coaling(table, winner, cx);
    }

    /// The side at sea looks for those that coal in port, one squadron after the other (7.1, ruling R14), as long as a battle
    /// leaves it two ships.
    fn search_ports(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        while self.ports != 0 {
            let port = Space(self.ports.trailing_zeros() as u8);
            self.ports &= self.ports - 1;
            for side in Side::BOTH {
                let at_sea = table.squadron_at(side, self.area);
                let (Some(hunters), Some(coaling)) = (at_sea, table.squadron_at(side.enemy(), port)) else {
                    continue;
                };
                let mut stacks = [hunters; 2];
                stacks[side.enemy().index()] = coaling;
                if self.search(table, stacks, side, cx) {
                    let battle = Battle::new(self.area, stacks, side, self.ports != 0);
                    return Next::call(self, battle);
                }
            }
        }
        self.port_attacks(table)
    }

    /// Attacks on ports come last (7.5, ruling R1): any squadron at sea here with Raid or Blockade orders makes its own.
    fn port_attacks(mut self, table: &mut Table) -> Next<DawnOfEmpire> {
        for side in [Side::Es, Side::Us] {
            if self.attacked >> side.index() & 1 != 0 {
                continue;
            }
            self.attacked |= 1 << side.index();
            if let Some((number, order)) = target_here(table, side, self.area) {
                table.stack_mut(side, number).shown = Some(order);
                let attack = Bombardment::new(side, number, order.target, order.kind == OrderKind::Raid);
                return Next::call(self, attack);
            }
        }
        Next::done(self)
    }
}

impl Step<DawnOfEmpire> for Engagement {
    type Choice = Never;

    fn enter(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        // What is found out here cannot be taken back, even where no die is thrown.
        for side in Side::BOTH {
            let owner = table.owner(side);
            cx.reveal(&mut table.fleets[side.index()], owner);
        }
        match Side::BOTH.map(|side| table.squadron_at(side, self.area)) {
            // Those in port do not count where both are at sea (ruling R15).
            [Some(us), Some(es)] => {
                let winner = self.initiative(table, [us, es], cx);
                self.disturb_port(table, [us, es], winner, cx);
                if self.search(table, [us, es], winner, cx) {
                    let battle = Battle::new(self.area, [us, es], winner, false);
                    return Next::call(self, battle);
                }
            }
            [Some(_), None] => self.ports = coaling_ports(table, Side::Es, self.area),
            [None, Some(_)] => self.ports = coaling_ports(table, Side::Us, self.area),
            [None, None] => {}
        }
        self.search_ports(table, cx)
    }

    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        self.search_ports(table, cx)
    }
}
