//! The outer box: a turn is a bid and two marches.

use sandtable_engine::{Cx, Never, Next, Seat, Step, rule};
use serde::Serialize;

use crate::table::FirstMarch;
use crate::{Bid, Event, Frame, March, Table, Toy, victory};

/// A turn, 1.2.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Turn {
    first: Option<Seat>,
}

impl Turn {
    /// The first march, by the bid's winner or by the option, 3.4.
    fn begin_marches(mut self, first: Seat) -> Next<Toy> {
        self.first = Some(first);
        Next::call(self, March::of(first))
    }
}

impl Step<Toy> for Turn {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<Toy>) -> Next<Toy> {
        table.turn += 1;
        table.units.iter_mut().for_each(|unit| unit.marched = false);
        cx.log(rule!("1.2"), || Event::Turn { turn: table.turn });
        match table.first_march {
            FirstMarch::Bid => Next::call(self, Bid::new()),
            FirstMarch::Always(seat) => self.begin_marches(seat),
        }
    }

    fn resume(self, child: Frame, table: &mut Table, _: &mut Cx<Toy>) -> Next<Toy> {
        match child {
            Frame::Bid(bid) => self.begin_marches(bid.winner().expect("a bid returns with its winner")),
            Frame::March(march) if Some(march.seat()) == self.first => {
                Next::call(self, March::of(march.seat().opponent()))
            }
            _ if table.turn < table.turns => Next::go(Self::default()),
            _ => Next::Over(victory::final_outcome(table)),
        }
    }
}
