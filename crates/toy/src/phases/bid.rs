//! 3 The bid for the first march.

use std::cmp::Ordering;

use sandtable_engine::chance::Chance;
use sandtable_engine::{Ballot, Cx, Next, Prompt, Refusal, Seat, SeatSet, Secret, Step, require, rule};
use serde::Serialize;

use crate::{Event, Table, Toy};

/// The highest bid, 3.2.
const HIGHEST: u8 = 3;

/// Both seats bid in secret.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bid {
    ballot: Ballot<u8>,
    winner: Option<Seat>,
}

impl Bid {
    /// Nobody has bid yet.
    pub fn new() -> Self {
        Self { ballot: Ballot::new(SeatSet::first(2)), winner: None }
    }

    /// Who won, once the bids are open.
    pub fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// Settles a forgotten bid.
    pub fn deal(&mut self, chance: &mut dyn Chance) {
        for bid in self.ballot.secrets().filter(|bid| bid.is_forgotten()) {
            let drawn = chance.draw(rule!("3.1"), u32::from(HIGHEST) + 1);
            bid.settle(u8::try_from(drawn).expect("a draw is below its sides"));
        }
    }
}

impl Default for Bid {
    fn default() -> Self {
        Self::new()
    }
}

impl Step<Toy> for Bid {
    type Choice = u8;

    fn waiting(&self, _: &Table) -> SeatSet {
        self.ballot.waiting()
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("3.1"), "How much do you bid for the first march?")
            .hint("The winner pays its bid in points.")
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(u8)) {
        (0..=HIGHEST + 1).for_each(each); // One too many: its refusal explains 3.2.
    }

    fn check(&self, _: &Table, _: Seat, &points: &u8) -> Result<(), Refusal> {
        require!(points <= HIGHEST, "3.2", "a bid is at most {0}, not {1}"; figures HIGHEST.into(), points.into());
        Ok(())
    }

    fn choose(mut self, table: &mut Table, seat: Seat, points: u8, cx: &mut Cx<Toy>) -> Next<Toy> {
        self.ballot.seal(seat, points);
        let Some(bids) = cx.open(&self.ballot) else { return Next::ask(self) };
        let (blue, red) = (bids[0].1, bids[1].1);
        let winner = match blue.cmp(&red) {
            Ordering::Greater => Seat(0),
            Ordering::Less => Seat(1),
            Ordering::Equal => Seat(u8::from(cx.draw(rule!("3.3"), 2) == 1)),
        };
        table.points[winner.index()] -= i16::from(blue.max(red));
        cx.log(rule!("3.2"), || Event::Bids { blue, red, winner });
        self.winner = Some(winner);
        Next::done(self)
    }

    fn secrets(&mut self, each: &mut dyn FnMut(&mut dyn Secret)) {
        self.ballot.secrets().for_each(|bid| each(bid));
    }
}
