//! The units of the set-up: five each, one at a time, clockwise from the first player (1.7a).
//!
//! Armies and forts go to any of the eleven areas (1.7b), navies where navies may lie (1.7c). Neither a token nor the rules of
//! movement nor Population matter here (1.7d).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::chart::chart;
use crate::ids::{Area, Kind};
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// The powers place their first units.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Placing {
    seat: Seat,
    /// Units that are still to be placed, all powers together.
    left: u8,
}

/// A unit and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlacingChoice {
    /// What.
    pub unit: Kind,
    /// Where.
    pub area: Area,
}

impl Placing {
    /// So many units each, from the first player on.
    pub fn new(first: Seat, each: u8, seats: u8) -> Self {
        Self { seat: first, left: each * seats }
    }

    /// How many units a seat has still to place, this one included.
    pub fn rounds_left(&self, table: &Table) -> u8 {
        self.left.div_ceil(table.seats())
    }
}

impl Step<StruggleOfEmpires> for Placing {
    type Choice = PlacingChoice;

    fn enter(self, _: &mut Table, _: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        if self.left == 0 { Next::done(self) } else { Next::ask(self) }
    }

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.seat)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let left = self.rounds_left(table);
        Prompt::new(rule!("1.7a"), "Place a unit: pick an army, a navy or a fort, then an area.").hint(
            format!(
                "{left} still to place. Think of defence first; navies open the colonies to armies later."
            ),
        )
    }

    #[inline]
    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(PlacingChoice)) {
        for unit in Kind::ALL {
            for area in Area::ALL {
                each(PlacingChoice { unit: *unit, area: *area });
            }
        }
    }

    #[inline]
    fn check(&self, table: &Table, seat: Seat, choice: &PlacingChoice) -> Result<(), Refusal> {
        let &PlacingChoice { unit, area } = choice;
        require!(table.empires[seat].spare(unit) > 0, "1.8", "all counters of that kind are on the map");
        let fits = unit != Kind::Navy || chart().has_navies(area);
        require!(fits, "1.7c", "no navy can lie there");
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: PlacingChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let PlacingChoice { unit, area } = choice;
        table.empires[seat].units_mut(unit)[area.place()] += 1;
        let power = table.power(seat);
        cx.log(rule!("1.7a"), || Event::Placed { power, unit, area });
        self.seat = table.left_of(seat);
        self.left -= 1;
        if self.left == 0 { Next::done(self) } else { Next::ask(self) }
    }
}
