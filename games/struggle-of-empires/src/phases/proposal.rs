//! What a bid proposes.
//!
//! Two powers that have no alliance yet go into the boxes, one into each (5.4a); the bidder need not be one of them (5.4b). A
//! higher bid keeps the tokens of the last one or changes them (5.4c). With two left these two face each other; one left alone goes
//! into either box, and moves last in both (5.4d, R4).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::StruggleOfEmpires;
use crate::chart::chart;
use crate::ids::Power;
use crate::phases::auction::Bid;
use crate::table::Table;

/// The bidder fills the boxes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proposal {
    bid: Bid,
    standing: Option<Bid>,
}

/// A token for a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProposalChoice {
    /// This power goes into the next box: A, then B.
    Propose(Power),
    /// The tokens of the last bid stay.
    Keep,
    /// The last token goes into box A.
    BoxA,
    /// The last token goes into box B.
    BoxB,
}

impl Proposal {
    /// A bid whose boxes are still empty.
    pub fn new(seat: Seat, gold: i16, standing: Option<Bid>) -> Self {
        Self { bid: Bid { seat, gold, first: None, second: None }, standing }
    }

    /// The bid as it stands.
    pub fn bid(&self) -> Bid {
        self.bid
    }

    /// The bid that stands.
    pub fn standing(&self) -> Option<Bid> {
        self.standing
    }

    /// The power that is left alone, if one is (5.4d).
    fn lone(table: &Table) -> Option<Seat> {
        table.unallied().only()
    }
}

impl Step<StruggleOfEmpires> for Proposal {
    type Choice = ProposalChoice;

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.bid.seat)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        if let Some(lone) = Self::lone(table) {
            let ask = format!("Which alliance does {} join?", chart().power(table.power(lone)));
            return Prompt::new(rule!("5.4d"), ask).hint("It moves last in either.");
        }
        match self.bid.first {
            None => Prompt::new(rule!("5.4a"), "Who goes into box A, to join the first alliance?")
                .hint("You may leave yourself out."),
            Some(first) => {
                let ask = format!(
                    "{} is in box A: who goes into box B, to stand against it?",
                    chart().power(table.power(first))
                );
                Prompt::new(rule!("5.4a"), ask)
            }
        }
    }

    #[inline]
    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(ProposalChoice)) {
        if Self::lone(table).is_some() {
            each(ProposalChoice::BoxA);
            each(ProposalChoice::BoxB);
            return;
        }
        if self.bid.first.is_none() {
            each(ProposalChoice::Keep);
        }
        table.all().for_each(|seat| each(ProposalChoice::Propose(table.power(seat))));
    }

    #[inline]
    fn check(&self, table: &Table, _: Seat, choice: &ProposalChoice) -> Result<(), Refusal> {
        let lone = Self::lone(table).is_some();
        match *choice {
            ProposalChoice::BoxA | ProposalChoice::BoxB => {
                require!(lone, "5.4d", "a single token is put up only when it is the last");
            }
            ProposalChoice::Keep => {
                require!(!lone, "5.4d", "the last token goes into one of the boxes");
                require!(self.standing.is_some(), "5.4c", "there is no proposal to keep");
                require!(self.bid.first.is_none(), "5.4c", "box A is already filled anew");
            }
            ProposalChoice::Propose(power) => {
                require!(!lone, "5.4d", "the last token goes into one of the boxes");
                let free = table.seat_of(power).filter(|seat| table.unallied().contains(*seat));
                require!(free.is_some(), "5.4a", "that power has its alliance already, or is not played");
                require!(free != self.bid.first, "5.4a", "the boxes take two different powers");
            }
        }
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: ProposalChoice,
        _: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        match choice {
            ProposalChoice::BoxA => self.bid.first = Self::lone(table),
            ProposalChoice::BoxB => self.bid.second = Self::lone(table),
            ProposalChoice::Keep => {
                if let Some(standing) = self.standing {
                    self.bid = Bid { first: standing.first, second: standing.second, ..self.bid };
                }
            }
            ProposalChoice::Propose(power) if self.bid.first.is_none() => {
                self.bid.first = table.seat_of(power);
                return Next::ask(self);
            }
            ProposalChoice::Propose(power) => self.bid.second = table.seat_of(power),
        }
        Next::done(self)
    }
}
