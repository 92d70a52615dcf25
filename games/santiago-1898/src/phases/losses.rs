//! Steps are lost; their owner chooses from which units (9.1g, R11).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::Santiago;
use crate::events::Event;
use crate::ids::{Force, HexId, UnitId, UnitSet};
use crate::table::Table;

/// Why steps are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Fire (9.1).
    Fire,
    /// An assault (9.3).
    Assault,
    /// Yellow fever, which takes no two steps from one unit (10.3b).
    Fever,
}

/// A force loses steps.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Losses {
    force: Force,
    from: UnitSet,
    left: u8,
    cause: Cause,
}

/// The unit that loses a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LossesChoice(pub UnitId);

impl Losses {
    /// So many steps from some of these units.
    pub fn new(force: Force, from: UnitSet, left: u8, cause: Cause) -> Self {
        Self { force, from, left, cause }
    }

    /// Whose steps are lost.
    pub fn force(&self) -> Force {
        self.force
    }

    /// How many steps are still to be lost.
    pub fn left(&self) -> u8 {
        self.left
    }

    /// Why.
    pub fn cause(&self) -> Cause {
        self.cause
    }

    fn take(&mut self, table: &mut Table, unit: UnitId, cx: &mut Cx<Santiago>) {
        self.left -= 1;
        let hex = table.at[unit];
        let eliminated = table.lose_step(unit);
        if self.cause == Cause::Fever {
            table.fever += 1;
        }
        let rule = if self.cause == Cause::Fever { rule!("10.3b") } else { rule!("9.1g") };
        cx.log(rule, || Event::LostStep { unit, eliminated });
        if eliminated || self.cause == Cause::Fever {
            self.from.remove(unit);
        }
        if eliminated {
            orphans(table, self.force, hex, cx);
        }
    }

    fn go_on(mut self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        // Where everything is lost there is nothing to choose.
        let all: u32 = self.from.iter().map(|unit| u32::from(table.steps[unit])).sum();
        let everything = self.cause != Cause::Fever && all <= u32::from(self.left);
        while self.left > 0 {
            let Some(first) = self.from.first() else { break };
            if !everything && self.from.len() > 1 {
                return Next::ask(self);
            }
            self.take(table, first, cx);
        }
        Next::done(self)
    }
}

/// A leader is lost with the last unit of his stack (5.2d).
pub fn orphans(table: &mut Table, force: Force, hex: HexId, cx: &mut Cx<Santiago>) {
    if table.count(hex) == 0 {
        for leader in table.leaders_in(force, hex).iter() {
            table.remove(leader);
            cx.log(rule!("5.2d"), || Event::LeaderLost { leader, hex });
        }
    }
}

impl Step<Santiago> for Losses {
    type Choice = LossesChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        self.go_on(table, cx)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force.seat())
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        let steps = if self.left == 1 { "a step".to_owned() } else { format!("{} steps", self.left) };
        let (rule, ask) = match self.cause {
            Cause::Fever => (rule!("10.3b"), format!("Yellow fever takes {steps}. Which unit falls sick?")),
            Cause::Fire | Cause::Assault => (
                rule!("9.1g"),
                format!("The {} lose {steps}. Which unit takes the loss?", self.force.people()),
            ),
        };
        Prompt::new(rule, ask)
            .hint("A unit of two steps is turned over by its first loss; the last step removes it.")
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(LossesChoice)) {
        self.from.iter().for_each(|unit| each(LossesChoice(unit)));
    }

    fn check(&self, _: &Table, _: Seat, choice: &LossesChoice) -> Result<(), Refusal> {
        let unit = choice.0;
        require!(unit.belongs_to(self.force), "9.1g", "you take losses from your own units");
        let piece = Thing::Piece(u16::from(unit.0));
        let here = self.from.contains(unit);
        require!(here || self.cause != Cause::Fever, "10.3b", "the fever takes no step from this unit"; blocked piece);
        require!(here, "9.1g", "this unit was not hit"; blocked piece);
        Ok(())
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: LossesChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        self.take(table, choice.0, cx);
        self.go_on(table, cx)
    }
}
