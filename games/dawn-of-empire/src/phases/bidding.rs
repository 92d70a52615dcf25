//! Bidding for sides (11.D).

use sandtable_engine::chance::Chance;
use sandtable_engine::{
    Ballot, Cx, Hidden, Next, Prompt, Refusal, Seat, SeatSet, Secret, Step, require, rule,
};
use serde::{Deserialize, Serialize};

use crate::DawnOfEmpire;
use crate::data::tables;
use crate::events::Event;
use crate::ids::Side;
use crate::phases::control::score;
use crate::table::Table;

/// Both bid, then the higher bid chooses a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Bidding {
    bids: Ballot<u8>,
    /// Who chooses, and what that costs.
    winner: Option<(Seat, u8)>,
}

/// A bid or a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BiddingChoice {
    /// Points for the right to choose.
    Bid(u8),
    /// The side that the higher bid plays.
    Play(Side),
}

impl Bidding {
    /// Both are to bid.
    pub fn new() -> Self {
        Self { bids: Ballot::new(SeatSet::first(2)), winner: None }
    }

    /// Settles bids that are not known.
    pub fn deal(&mut self, chance: &mut dyn Chance) {
        for bid in self.bids.secrets().filter(|bid| bid.is_forgotten()) {
            bid.settle(chance.draw(rule!("11.D"), u32::from(tables().highest_bid) + 1) as u8);
        }
    }
}

impl Step<DawnOfEmpire> for Bidding {
    type Choice = BiddingChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        self.winner.map_or_else(|| self.bids.waiting(), |(seat, _)| SeatSet::one(seat))
    }

    fn automatic(&self) -> bool {
        false
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        match self.winner {
            None => Prompt::new(rule!("11.D"), "How many victory points do you bid for the choice of sides?")
                .hint("The higher bid chooses; the other side starts with that many points."),
            Some(_) => Prompt::new(rule!("11.D"), "Your bid is the higher one. Which side do you play?"),
        }
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(BiddingChoice)) {
        if self.winner.is_some() {
            Side::BOTH.into_iter().for_each(|side| each(BiddingChoice::Play(side)));
        } else {
            (0..=tables().highest_bid).for_each(|points| each(BiddingChoice::Bid(points)));
        }
    }

    fn check(&self, _: &Table, _: Seat, choice: &BiddingChoice) -> Result<(), Refusal> {
        match *choice {
            BiddingChoice::Bid(points) => {
                require!(self.winner.is_none(), "11.D", "the bids are in");
                let most = tables().highest_bid;
                require!(points <= most, "11.D", "the highest bid is {0}"; figures i16::from(most), 0);
            }
            BiddingChoice::Play(_) => {
                require!(self.winner.is_some(), "11.D", "first both bid");
            }
        }
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: BiddingChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        match choice {
            BiddingChoice::Bid(points) => {
                self.bids.seal(seat, points);
                if let Some(bids) = cx.open(&self.bids) {
                    let [first, second] = [bids[0].1, bids[1].1];
                    let winner = match first.cmp(&second) {
                        std::cmp::Ordering::Greater => (Seat(0), first),
                        std::cmp::Ordering::Less => (Seat(1), second),
                        // A coin decides who chooses, and nobody pays.
                        std::cmp::Ordering::Equal => (Seat(cx.draw(rule!("11.D"), 2) as u8), 0),
                    };
                    self.winner = Some(winner);
                    cx.log(rule!("11.D"), || Event::Bids { first, second, winner: winner.0 });
                }
                Next::ask(self)
            }
            BiddingChoice::Play(side) => {
                let points = self.winner.map_or(0, |(_, points)| points);
                for owner in Side::BOTH {
                    let audience = table.owner(owner);
                    cx.reveal(&mut table.fleets[owner.index()], audience);
                }
                table.seats[side.index()] = seat;
                table.seats[side.enemy().index()] = seat.opponent();
                for owner in Side::BOTH {
                    let fleet = *table.fleet(owner);
                    table.fleets[owner.index()] = Hidden::known_to(fleet, table.owner(owner));
                }
                score(table, side.enemy(), i16::from(points));
                cx.log(rule!("11.D"), || Event::SideChosen { side, points });
                Next::done(self)
            }
        }
    }

    fn secrets(&mut self, each: &mut dyn FnMut(&mut dyn Secret)) {
        self.bids.secrets().for_each(|bid| each(bid));
    }
}
