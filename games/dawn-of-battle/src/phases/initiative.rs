//! Initiative (4.3): a draw of each, then bids (5.1).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{Timing, limits};
use crate::draw::{Draw, Purpose};
use crate::events::Event;
use crate::hand::Window;
use crate::table::Table;
use crate::{DawnOfBattle, Frame};

/// Who is to act first this turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Initiative {
    stage: Stage,
    /// What the holder has drawn, his box deducted.
    holder: i8,
    /// Who has it as things stand.
    winner: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    Events,
    Holder,
    Other,
    Bids,
}

/// A bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InitiativeChoice {
    /// A point for the initiative (5.1).
    Bid,
    /// Leave it to the other.
    Cede,
}

/// What the holder deducts: the number of the marker's box, four at most (4.3).
pub fn deduction(held: u8) -> i8 {
    held.min(limits().most_deduction) as i8
}

impl Initiative {
    /// The step at its beginning.
    pub fn new(table: &Table) -> Self {
        Self { stage: Stage::Events, holder: 0, winner: table.initiative }
    }

    /// Whoever has not the initiative as things stand.
    const fn loser(&self) -> Seat {
        self.winner.opponent()
    }

    /// Who has won after the holder's draw, whatever the other would draw. A point of his own might still raise that die, a point of the
    /// holder's lower it (5.4). On the first turn a tie decides nothing (R4).
    fn foregone(&self, table: &Table) -> Option<Seat> {
        let holder = table.initiative;
        let other = holder.opponent();
        let change = |side| i8::from(table.army(side).points > 0);
        let event = table.effects.initiative[other.index()];
        let (least, most) = (1 + event - change(holder), 6 + event + change(other));
        if self.holder > most || table.turn > 1 && self.holder == most {
            Some(holder)
        } else {
            (self.holder < least).then_some(other)
        }
    }

    /// The winner of the draws is known; the other may bid (R2).
    fn bids(mut self, winner: Seat, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.winner = winner;
        self.stage = Stage::Bids;
        cx.log(rule!("4.3"), || Event::InitiativeDrawn { side: winner });
        Next::ask(self)
    }

    /// The marker: one box on if the initiative was kept, box 0 of the other's track otherwise (4.3, 2.3.7).
    fn settle(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        // On the first turn nobody has held it yet (R4).
        if table.turn > 1 && self.winner == table.initiative {
            table.held += 1;
        } else {
            table.held = 0;
        }
        table.initiative = self.winner;
        table.effects.initiative = [0; 2];
        let (side, held) = (self.winner, table.held);
        cx.log(rule!("4.3"), || Event::Initiative { side, held });
        Next::done(self)
    }
}

impl Step<DawnOfBattle> for Initiative {
    type Choice = InitiativeChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        Next::call(self, Window::open(table.initiative, Timing::Initiative))
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.loser())
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let points = table.army(seat).points;
        let enemy = &table.scenario.armies[self.winner.index()].name;
        Prompt::new(rule!("5.1"), format!("{enemy} have the initiative. Take it for a point?"))
            .hint(format!("You have {points} action points; the other side may bid in turn."))
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(InitiativeChoice)) {
        each(InitiativeChoice::Bid);
        each(InitiativeChoice::Cede);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &InitiativeChoice) -> Result<(), Refusal> {
        if *choice == InitiativeChoice::Bid {
            require!(table.army(seat).points > 0, "5.1", "you have no action point to bid");
        }
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: InitiativeChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            InitiativeChoice::Bid => {
                table.army_mut(seat).points -= 1;
                self.winner = seat;
                cx.log(rule!("5.1"), || Event::Bid { side: seat });
                Next::ask(self)
            }
            InitiativeChoice::Cede => self.settle(table, cx),
        }
    }

    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let holder = table.initiative;
        match (self.stage, child) {
            (Stage::Holder, Frame::Draw(draw)) => {
                let held = if table.turn > 1 { deduction(table.held) } else { 0 };
                self.holder = draw.total() + table.effects.initiative[holder.index()] - held;
                // A draw that cannot matter is not made (2.7.2, R3).
                if let Some(winner) = self.foregone(table) {
                    return self.bids(winner, cx);
                }
                self.stage = Stage::Other;
                Next::call(self, Draw::die(holder.opponent(), Purpose::Initiative))
            }
            (Stage::Other, Frame::Draw(draw)) => {
                let other = holder.opponent();
                let total = draw.total() + table.effects.initiative[other.index()];
                // Ties leave it where it was; on the first turn both draw again (4.3, R4).
                if table.turn == 1 && total == self.holder {
                    self.stage = Stage::Holder;
                    return Next::call(self, Draw::die(holder, Purpose::Initiative));
                }
                let winner = if total > self.holder { other } else { holder };
                self.bids(winner, cx)
            }
            (_, _) => {
                self.stage = Stage::Holder;
                Next::call(self, Draw::die(holder, Purpose::Initiative))
            }
        }
    }
}
