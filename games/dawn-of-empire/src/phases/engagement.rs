//! What happens in one area: initiative, search, battle, port attack (7.1, 7.2, ruling R1).

use sandtable_engine::{Cx, Never, Next, Step, rule};
use serde::Serialize;

use crate::data::{self, Search, tables};
use crate::events::Event;
use crate::ids::{OrderKind, Side, Space};
use crate::phases::battle::Battle;
use crate::phases::bombardment::Bombardment;
use crate::phases::combat::{coaling_in_port, order_of, target_here};
use crate::table::Table;
use crate::{DawnOfEmpire, Frame};

/// One area is resolved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Engagement {
    area: Space,
    /// Sides whose port attack has been looked at, a bit each.
    attacked: u8,
}

impl Engagement {
    /// The resolution of an area.
    pub fn at(area: Space) -> Self {
        Self { area, attacked: 0 }
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
            let die = cx.die(rule!("7.1"));
            dice[side.index()] = die;
            totals[side.index()] = table.stack(side, number).count + stars + die;
        }
        let winner = if totals[1] > totals[0] { Side::Es } else { Side::Us };
        let area = self.area;
        cx.log(rule!("7.1"), || Event::Initiative { area, us: totals[0], es: totals[1], dice, winner });
        winner
    }

    /// Lays the orders of two squadrons open and asks the matrix (7.2).
    fn search(&self, table: &mut Table, stacks: [u8; 2], winner: Side, cx: &mut Cx<DawnOfEmpire>) -> bool {
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
            // Once for each area and turn (ruling R17).
            Search::Points => {
                let points = tables().points.blockade_of_coal;
                table.points += if winner == Side::Us { points } else { -points };
                cx.log(rule!("7.22"), || Event::CoalingDisturbed { area, side: winner, points });
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

    /// Attacks on ports come last (7.5, ruling R1): any squadron at sea here with Raid or Blockade orders makes its own.
    fn port_attacks(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        let _ = cx;
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

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        let at_sea = Side::BOTH.map(|side| table.squadron_at(side, self.area));
        let met = match at_sea {
            // Those in port do not count where both are at sea (ruling R15).
            [Some(us), Some(es)] => {
                let winner = self.initiative(table, [us, es], cx);
                Some(([us, es], winner))
            }
            [Some(us), None] => coaling_in_port(table, Side::Es, self.area).map(|es| ([us, es], Side::Us)),
            [None, Some(es)] => coaling_in_port(table, Side::Us, self.area).map(|us| ([us, es], Side::Es)),
            [None, None] => None,
        };
        if let Some((stacks, winner)) = met
            && self.search(table, stacks, winner, cx)
        {
            let battle = Battle::new(self.area, stacks, winner);
            return Next::call(self, battle);
        }
        self.port_attacks(table, cx)
    }

    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        self.port_attacks(table, cx)
    }
}
