//! The outermost box: the turn (4.0).

use sandtable_engine::{Cx, Never, Next, Step, rule};
use serde::Serialize;

use crate::events::Event;
use crate::ids::{OrderKind, ShipSet, Side};
use crate::phases::bidding::Bidding;
use crate::phases::combat::Combat;
use crate::phases::deployment::{self, Deployment};
use crate::phases::movement::Movement;
use crate::phases::orders::Orders;
use crate::phases::repair::{self, Repair};
use crate::phases::upkeep::Upkeep;
use crate::phases::{control, new_forces};
use crate::questions::watch;
use crate::scenario::Begins;
use crate::table::{NO_STACK, Phase, Table};
use crate::{DawnOfEmpire, Frame, victory};

/// A turn, with the step that is being made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Turn {
    step: TurnStep,
    /// Ships that were given upkeep damage this turn (11.C).
    upkeep: ShipSet,
}

/// The steps of a turn (4.0), and what comes before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum TurnStep {
    #[default]
    Begin,
    Bidding,
    DeployUs,
    DeployEs,
    Orders,
    MoveEs,
    MoveUs,
    Combat,
    RepairEs,
    RepairUs,
    UpkeepEs,
    UpkeepUs,
}

impl Turn {
    fn call(mut self, step: TurnStep, child: impl Into<Frame>) -> Next<DawnOfEmpire> {
        self.step = step;
        Next::call(self, child)
    }

    /// New forces and orders (4.0A).
    fn orders(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        table.phase = Phase::Orders;
        cx.log(rule!("4.0"), || Event::Turn { turn: table.turn });
        new_forces::arrive(table, cx);
        self.call(TurnStep::Orders, Orders::new())
    }

    fn movement(self, table: &mut Table) -> Next<DawnOfEmpire> {
        table.phase = Phase::Movement;
        self.call(TurnStep::MoveEs, Movement::of(Side::Es))
    }

    fn combat(self, table: &mut Table) -> Next<DawnOfEmpire> {
        table.phase = Phase::Combat;
        self.call(TurnStep::Combat, Combat::default())
    }

    /// What comes before the first turn: bids (11.D), deployment (11.K), or a start in the middle of a turn.
    fn start(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if table.scenario.free_deployment {
            deployment::clear(table);
            return self.call(TurnStep::DeployUs, Deployment::of(Side::Us));
        }
        match table.scenario.begins {
            Begins::Orders => self.orders(table, cx),
            Begins::Movement => {
                self.begin_under_way(table, cx);
                self.movement(table)
            }
            Begins::Combat => {
                self.begin_under_way(table, cx);
                self.combat(table)
            }
        }
    }

    /// A scenario that begins after the orders: counters lie face down in the places that the file gives.
    fn begin_under_way(&self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) {
        cx.log(rule!("4.0"), || Event::Turn { turn: table.turn });
        watch::note_watched_ports(table);
        for side in Side::BOTH {
            for stack in &mut table.stacks[side.index()].0 {
                stack.began = stack.place;
            }
            table.with_fleet(side, |fleet| {
                fleet.stayed = side
                    .fleet()
                    .iter()
                    .filter(|ship| fleet.berth(*ship).stack != NO_STACK && fleet.berth(*ship).at.is_port())
                    .collect();
            });
        }
    }

    /// Control, points and repairs (4.0D, 4.0E).
    fn after_combat(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        table.phase = Phase::Control;
        control::count(table, cx);
        table.phase = Phase::Repair;
        self.call(TurnStep::RepairEs, Repair::of(Side::Es))
    }

    /// The turn is over: histories are kept (5.0), and the game ends or goes on.
    fn end(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if table.scenario.options.delayed_repair {
            repair::mend_ports(table, cx);
        }
        table.upkeep = self.upkeep;
        for side in Side::BOTH {
            // The owners do this in secret, so that nobody can go back behind it.
            let owner = table.owner(side);
            cx.reveal(&mut table.fleets[side.index()], owner);
            table.with_fleet(side, |fleet| {
                for berth in &mut fleet.berths.0 {
                    berth.last = berth.order.kind;
                    berth.transits =
                        if berth.last == OrderKind::Transit { berth.transits.saturating_add(1) } else { 0 };
                }
            });
        }
        if let Some(outcome) = victory::outcome(table) {
            cx.log(rule!("9.5"), || Event::End { points: table.points, winner: victory::winner(table) });
            return Next::Over(outcome);
        }
        table.turn += 1;
        Self::default().orders(table, cx)
    }
}

impl Step<DawnOfEmpire> for Turn {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if table.scenario.options.bidding {
            return self.call(TurnStep::Bidding, Bidding::new());
        }
        self.start(table, cx)
    }

    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if let Frame::Upkeep(upkeep) = &child {
            self.upkeep = self.upkeep.or(upkeep.suffered());
        }
        match self.step {
            TurnStep::Begin | TurnStep::Bidding => self.start(table, cx),
            TurnStep::DeployUs => self.call(TurnStep::DeployEs, Deployment::of(Side::Es)),
            TurnStep::DeployEs => self.orders(table, cx),
            TurnStep::Orders => self.movement(table),
            TurnStep::MoveEs => self.call(TurnStep::MoveUs, Movement::of(Side::Us)),
            TurnStep::MoveUs => self.combat(table),
            TurnStep::Combat => self.after_combat(table, cx),
            TurnStep::RepairEs => self.call(TurnStep::RepairUs, Repair::of(Side::Us)),
            TurnStep::RepairUs if table.scenario.options.maintenance => {
                self.call(TurnStep::UpkeepEs, Upkeep::of(Side::Es))
            }
            TurnStep::UpkeepEs => self.call(TurnStep::UpkeepUs, Upkeep::of(Side::Us)),
            TurnStep::RepairUs | TurnStep::UpkeepUs => self.end(table, cx),
        }
    }
}
