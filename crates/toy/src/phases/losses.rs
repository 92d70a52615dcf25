//! 6.2 The loss of a unit.

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::Serialize;

use crate::data::{Space, UnitId};
use crate::{Event, Table, Toy};

/// What a lost unit is worth to the other side, 7.1.
const WORTH: i16 = 2;

/// A side chooses the unit that it loses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Losses {
    side: Seat,
    at: Space,
}

impl Losses {
    /// A loss of a side in a space.
    pub fn new(side: Seat, at: Space) -> Self {
        Self { side, at }
    }
}

impl Step<Toy> for Losses {
    type Choice = UnitId;

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side)
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("6.2"), "Which unit is lost?")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(UnitId)) {
        table.ids().for_each(each);
    }

    fn check(&self, table: &Table, _: Seat, &id: &UnitId) -> Result<(), Refusal> {
        let there = table.units_at(self.side, self.at).any(|unit| unit == id);
        require!(there, "6.2", "the loss is taken from your units in the space");
        Ok(())
    }

    fn choose(self, table: &mut Table, _: Seat, unit: UnitId, cx: &mut Cx<Toy>) -> Next<Toy> {
        table.unit_mut(unit).at = None;
        table.points[self.side.opponent().index()] += WORTH;
        cx.log(rule!("6.2"), || Event::Lost { unit });
        Next::done(self)
    }
}
