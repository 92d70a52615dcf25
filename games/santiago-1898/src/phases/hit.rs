//! What fire does to a stack: steps first, then disorganisation (9.1f, 9.1g).

use sandtable_engine::{Cx, Never, Next, Step, rule};
use serde::Serialize;

use crate::data::FireResult;
use crate::events::Event;
use crate::ids::HexId;
use crate::phases::losses::{Cause, Losses};
use crate::table::Table;
use crate::{Frame, Santiago};

/// A stack that has been hit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Hit {
    target: HexId,
    result: FireResult,
}

impl Hit {
    /// A result of fire against a hex.
    pub fn at(target: HexId, result: FireResult) -> Self {
        Self { target, result }
    }

    /// The hex.
    pub fn target(&self) -> HexId {
        self.target
    }

    /// What the fire did.
    pub fn result(&self) -> FireResult {
        self.result
    }

    /// All who are left in the hex are disorganised.
    fn shake(self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        if self.result.dis
            && let Some(force) = table.owner(self.target)
        {
            let units = table.units_in(force, self.target);
            let news = units.minus(table.dis);
            table.dis = table.dis.or(units);
            if !news.is_empty() {
                cx.log(rule!("9.1f"), || Event::Disorganised { hex: self.target, units: news });
            }
        }
        Next::done(self)
    }
}

impl Step<Santiago> for Hit {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        match table.owner(self.target) {
            Some(force) if self.result.steps > 0 => {
                let units = table.units_in(force, self.target);
                let losses = Losses::new(force, units, self.result.steps, Cause::Fire);
                Next::call(self, losses)
            }
            _ => self.shake(table, cx),
        }
    }

    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        self.shake(table, cx)
    }
}
