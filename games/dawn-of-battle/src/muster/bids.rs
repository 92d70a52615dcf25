//! Bidding panic points for the choice of sides (15.2): once each, in secret; a tie is settled by a die (R68).

use std::sync::Arc;

use sandtable_engine::chance::Chance;
use sandtable_engine::{Ballot, Cx, Next, Prompt, Refusal, Seat, SeatSet, Secret, Step, require, rule};
use serde::{Deserialize, Serialize};

use super::{MusterEvent, Preparation};
use crate::ids::SIDES;
use crate::table::Table;
use crate::{DawnOfBattle, Event, setup};

/// Both players bid, then the higher bid chooses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Bids {
    ballot: Ballot<u8>,
    /// Who chooses, and what he pays.
    winner: Option<(Seat, u8)>,
}

/// A bid, or the side that the higher bid chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BidsChoice {
    /// So many points off the panic level.
    Bid(u8),
    /// To keep the army of one's seat.
    Keep,
    /// To change armies.
    Change,
}

impl Default for Bids {
    fn default() -> Self {
        Self { ballot: Ballot::new(SeatSet::first(2)), winner: None }
    }
}

/// The highest bid: either army must keep a panic level of at least one.
fn highest(table: &Table) -> u8 {
    let lowest = table.scenario.armies.iter().map(|army| army.panic).min().unwrap_or(1);
    u8::try_from(lowest.saturating_sub(1)).unwrap_or(u8::MAX)
}

impl Bids {
    /// Settles a bid that was forgotten.
    pub(super) fn deal(&mut self, table: &Table, chance: &mut dyn Chance) {
        for bid in self.ballot.secrets().filter(|bid| bid.is_forgotten()) {
            let drawn = chance.draw(rule!("15.2"), u32::from(highest(table)) + 1);
            bid.settle(u8::try_from(drawn).expect("a draw is below its sides"));
        }
    }

    /// The armies stay or change seats, and the winner's loses what was bid.
    fn settle(self, table: &mut Table, change: bool, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let (winner, bid) = self.winner.expect("sides are chosen after the bids");
        let mut scenario = (*table.scenario).clone();
        if change {
            scenario.swap_sides();
        }
        let army = &mut scenario.armies[winner.index()];
        army.panic -= u16::from(bid);
        let level = army.panic;
        *table = setup::lay_out(Arc::new(scenario));
        Preparation::Bids.finish(table);
        cx.log(rule!("15.2"), || Event::Muster(MusterEvent::SideChosen { side: winner, change, level }));
        Next::done(self)
    }
}

impl Step<DawnOfBattle> for Bids {
    type Choice = BidsChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        self.winner.map_or_else(|| self.ballot.waiting(), |(seat, _)| SeatSet::one(seat))
    }

    fn automatic(&self) -> bool {
        false
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        if self.winner.is_some() {
            let other = &table.scenario.armies[seat.opponent().index()].name;
            return Prompt::new(
                rule!("15.2"),
                format!("Your bid was higher. Will you lead the {other} instead?"),
            );
        }
        Prompt::new(rule!("15.2"), "How many panic points do you bid for the choice of sides?")
            .hint("The higher bid chooses, and its army panics that much sooner.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(BidsChoice)) {
        if self.winner.is_some() {
            each(BidsChoice::Keep);
            each(BidsChoice::Change);
        } else {
            (0..=highest(table)).map(BidsChoice::Bid).for_each(each);
        }
    }

    fn check(&self, table: &Table, _: Seat, choice: &BidsChoice) -> Result<(), Refusal> {
        match (choice, self.winner) {
            (BidsChoice::Bid(bid), None) => {
                let most = highest(table);
                require!(*bid <= most, "15.2", "a bid of {0} leaves no panic level; {1} is the most"; figures (*bid).into(), most.into());
            }
            (BidsChoice::Bid(_), Some(_)) => require!(false, "15.2", "the bids have been made"),
            (_, winner) => require!(winner.is_some(), "15.2", "sides are chosen after the bids"),
        }
        Ok(())
    }

    fn canonical(&self, _: &Table, _: Seat, choice: &BidsChoice) -> bool {
        // Programs hold all sides to be worth the same.
        matches!(choice, BidsChoice::Bid(0) | BidsChoice::Keep)
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: BidsChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let BidsChoice::Bid(bid) = choice else {
            return self.settle(table, choice == BidsChoice::Change, cx);
        };
        self.ballot.seal(seat, bid);
        let Some(bids) = cx.open(&self.ballot) else { return Next::ask(self) };
        let [one, other] = [bids[0].1, bids[1].1];
        let winner = match one.cmp(&other) {
            std::cmp::Ordering::Greater => SIDES[0],
            std::cmp::Ordering::Less => SIDES[1],
            std::cmp::Ordering::Equal => SIDES[cx.draw(rule!("R68"), 2) as usize],
        };
        cx.log(rule!("15.2"), || Event::Muster(MusterEvent::BidsOpened { bids: [one, other], winner }));
        self.winner = Some((winner, one.max(other)));
        Next::ask(self)
    }

    fn secrets(&mut self, each: &mut dyn FnMut(&mut dyn Secret)) {
        self.ballot.secrets().for_each(|bid| each(bid));
    }
}
