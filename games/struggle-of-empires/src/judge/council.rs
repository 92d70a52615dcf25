//! Auctions: which alliances are good for a seat, and what they may cost.
//!
//! A bid is judged as if it won with the best proposal, passing as if the bid that stands won.

use sandtable_engine::{Cx, Seat, rule};

use super::{Calm, Clock, appraise};
use crate::phases::auction::{Auction, AuctionChoice, Bid};
use crate::phases::proposal::{Proposal, ProposalChoice};
use crate::table::Table;
use crate::treasury;

/// What a gold of a bid counts for besides the gold itself: who outbids others by one each time pays too much for what both want.
const SCRUPLE: i32 = 38;

/// What the table is worth to a seat if a bid wins.
fn won(table: &Table, clock: Clock, seat: Seat, bid: Bid) -> i32 {
    let mut next = table.clone();
    treasury::pay(&mut next, bid.seat, bid.gold, rule!("5.5a"), &mut Cx::silent(&mut Calm));
    for (joins, row) in [(bid.first, 0), (bid.second, 1)] {
        if let Some(joins) = joins {
            next.join(joins, row);
        }
    }
    let scruple = if bid.seat == seat { SCRUPLE * i32::from(bid.gold) } else { 0 };
    appraise(&next, &clock, seat) - scruple
}

/// The best that a bid could propose, its first box given or not.
fn best(table: &Table, clock: Clock, seat: Seat, bid: Bid) -> i32 {
    let free = table.unallied();
    let mut best = i32::MIN / 2;
    if let Some(lone) = free.only() {
        for (first, second) in [(Some(lone), None), (None, Some(lone))] {
            best = best.max(won(table, clock, seat, Bid { first, second, ..bid }));
        }
        return best;
    }
    for first in free.iter().filter(|first| bid.first.is_none_or(|given| given == *first)) {
        for second in free.iter().filter(|second| *second != first) {
            let pair = Bid { first: Some(first), second: Some(second), ..bid };
            best = best.max(won(table, clock, seat, pair));
        }
    }
    best
}

/// What a bid or a pass leads to.
pub fn auction(table: &Table, clock: Clock, seat: Seat, auction: &Auction, choice: AuctionChoice) -> i32 {
    match choice {
        AuctionChoice::Bid(gold) => best(table, clock, seat, Bid { seat, gold, first: None, second: None }),
        AuctionChoice::Pass => match auction.high() {
            Some(bid) => won(table, clock, seat, bid),
            None => appraise(table, &clock, seat),
        },
    }
}

/// What a token in a box leads to.
pub fn proposal(table: &Table, clock: Clock, seat: Seat, proposal: &Proposal, choice: ProposalChoice) -> i32 {
    let bid = proposal.bid();
    let lone = table.unallied().only();
    match choice {
        ProposalChoice::Keep => match proposal.standing() {
            Some(standing) => {
                won(table, clock, seat, Bid { first: standing.first, second: standing.second, ..bid })
            }
            None => appraise(table, &clock, seat),
        },
        ProposalChoice::BoxA => won(table, clock, seat, Bid { first: lone, ..bid }),
        ProposalChoice::BoxB => won(table, clock, seat, Bid { second: lone, ..bid }),
        ProposalChoice::Propose(power) if bid.first.is_none() => {
            best(table, clock, seat, Bid { first: table.seat_of(power), ..bid })
        }
        ProposalChoice::Propose(power) => {
            won(table, clock, seat, Bid { second: table.seat_of(power), ..bid })
        }
    }
}
