//! Auctions for the alliances.
//!
//! The first auction is opened by the first player (5.1a), in later wars by who moved last in the war before (5.1b); the next one by
//! the opener's left neighbour (5.2). Everybody bids, powers that have their place included (5.6), until every power has one (5.7).
//! A bid is higher than the one before (5.3a); nothing may stand first (5.3b); who passed may bid again (5.3c); all others
//! passing in a row end the auction (5.3d). The opener cannot pass before there is a bid (R2). The winner pays (5.5a), and the tokens
//! go from box A to the top row and from box B to the bottom row (5.5b). Two powers hold one auction and are always enemies (R3).
//! A bid goes no higher than what keeps its bidder from revolution, loans included (R5).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::chart::chart;
use crate::phases::proposal::Proposal;
use crate::table::Table;
use crate::{Event, Frame, StruggleOfEmpires, treasury};

/// How far above the last bid search looks.
const LEAPS: i16 = 3;

/// A bid with what it proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bid {
    /// Whose it is.
    pub seat: Seat,
    /// How much.
    pub gold: i16,
    /// Who would join the top row.
    pub first: Option<Seat>,
    /// Who would join the bottom row.
    pub second: Option<Seat>,
}

/// An auction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Auction {
    opener: Seat,
    current: Seat,
    high: Option<Bid>,
    passes: u8,
}

/// Pass or bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuctionChoice {
    /// Not now.
    Pass,
    /// So much gold.
    Bid(i16),
}

impl Auction {
    /// An auction that a power opens.
    pub fn opened_by(opener: Seat) -> Self {
        Self { opener, current: opener, high: None, passes: 0 }
    }

    /// Who opened it.
    pub fn opener(&self) -> Seat {
        self.opener
    }

    /// The highest bid.
    pub fn high(&self) -> Option<Bid> {
        self.high
    }

    /// The least that is a bid (5.3a, 5.3b).
    fn least(&self) -> i16 {
        self.high.map_or(0, |bid| bid.gold + 1)
    }

    /// The winner pays, and the tokens go to the display (5.5a, 5.5b).
    fn close(self, bid: Bid, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        treasury::pay(table, bid.seat, bid.gold, rule!("5.5a"), cx);
        for (seat, row) in [(bid.first, 0), (bid.second, 1)] {
            if let Some(seat) = seat {
                table.join(seat, row);
            }
        }
        let [first, second] = [bid.first, bid.second].map(|seat| seat.map(|seat| table.power(seat)));
        let power = table.power(bid.seat);
        cx.log(rule!("5.5b"), || Event::Allied { power, gold: bid.gold, first, second });
        Next::done(self)
    }
}

impl Step<StruggleOfEmpires> for Auction {
    type Choice = AuctionChoice;

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.current)
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let ask = match self.high {
            None => "You open the auction: how much do you bid for choosing who stands against whom?".into(),
            Some(bid) => format!(
                "{} bids {}: do you bid more, or pass?",
                chart().power(table.power(bid.seat)),
                bid.gold
            ),
        };
        let gold = table.empires[seat].gold;
        Prompt::new(rule!("5.3a"), ask)
            .hint(format!("You have {gold} gold; what you lack is borrowed at a price in unrest."))
    }

    #[inline]
    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(AuctionChoice)) {
        each(AuctionChoice::Pass);
        let most = treasury::means(&table.empires[seat]).max(self.least());
        (self.least()..=most).for_each(|gold| each(AuctionChoice::Bid(gold)));
    }

    #[inline]
    fn check(&self, table: &Table, seat: Seat, choice: &AuctionChoice) -> Result<(), Refusal> {
        match *choice {
            AuctionChoice::Pass => {
                require!(self.high.is_some(), "R2", "who opens the auction bids, if only nothing");
            }
            AuctionChoice::Bid(gold) => {
                let least = self.least();
                require!(gold >= least, "5.3a", "a bid is at least {0}"; figures least, 0);
                // A bid of nothing costs nothing, whoever makes it.
                let most = treasury::means(&table.empires[seat]);
                require!(gold == 0 || gold <= most, "R5", "more than {0} would drive you into revolution"; figures most, 0);
            }
        }
        Ok(())
    }

    #[inline]
    fn canonical(&self, _: &Table, _: Seat, choice: &AuctionChoice) -> bool {
        match *choice {
            AuctionChoice::Pass => true,
            AuctionChoice::Bid(gold) => gold < self.least() + LEAPS,
        }
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: AuctionChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        match choice {
            AuctionChoice::Bid(gold) => {
                let proposal = Proposal::new(seat, gold, self.high);
                Next::call(self, proposal)
            }
            AuctionChoice::Pass => {
                self.passes += 1;
                let power = table.power(seat);
                cx.log(rule!("5.3c"), || Event::PassedBid { power });
                self.current = table.left_of(seat);
                match self.high {
                    Some(bid) if self.passes + 1 >= table.seats() => self.close(bid, table, cx),
                    _ => Next::ask(self),
                }
            }
        }
    }

    fn resume(
        mut self,
        child: Frame,
        table: &mut Table,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        if let Frame::Proposal(proposal) = child {
            let bid = proposal.bid();
            let [first, second] = [bid.first, bid.second].map(|seat| seat.map(|seat| table.power(seat)));
            let power = table.power(bid.seat);
            cx.log(rule!("5.4a"), || Event::Bid { power, gold: bid.gold, first, second });
            self.high = Some(bid);
            self.passes = 0;
            self.current = table.left_of(bid.seat);
        }
        Next::ask(self)
    }
}
