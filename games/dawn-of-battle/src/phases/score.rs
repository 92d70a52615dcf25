//! The end of the battle (13.0): banked chits are drawn for, points are counted.

use sandtable_engine::{Cx, Grade, Never, Next, Outcome, Seat, SeatSet, Step, rule};
use serde::Serialize;

use crate::data::bank_die;
use crate::draw::{Draw, Purpose};
use crate::events::Event;
use crate::ids::SIDES;
use crate::table::Table;
use crate::{DawnOfBattle, Frame, victory};

/// The battle is over.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Score {
    /// The army that has won at once, because the other panicked (13.7).
    sudden: Option<Seat>,
    /// Which armies have drawn for what they banked (13.5), or had nothing to draw for.
    drawn: [bool; 2],
    /// Whose draw succeeded.
    paid: [bool; 2],
}

impl Score {
    /// The last turn, or the end of the day: points decide.
    pub const fn at_the_end() -> Self {
        Self { sudden: None, drawn: [false; 2], paid: [false; 2] }
    }

    /// Quick play: the battle ends with the first panic, and points decide (15.14).
    pub const fn quick() -> Self {
        Self::at_the_end()
    }

    /// Sudden death (13.7).
    pub const fn sudden(winner: Seat) -> Self {
        Self { sudden: Some(winner), ..Self::at_the_end() }
    }

    /// Each army that has banked chits shuffles its deck and draws (13.5), after sudden death only the one that has panicked (13.7). Then the points are
    /// counted.
    fn next(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        for side in SIDES {
            let draws = table.army(side).banked > 0 && self.sudden != Some(side);
            if !std::mem::replace(&mut self.drawn[side.index()], true) && draws {
                table.army_mut(side).deck.reshuffle();
                return Next::call(self, Draw::die(side, Purpose::Bank));
            }
        }
        let points = SIDES.map(|side| victory::points(table, side));
        if let Some(winner) = self.sudden {
            let softened = self.paid[winner.opponent().index()];
            let grade = if softened { Grade::Plain } else { Grade::Decisive };
            cx.log(rule!("13.7"), || Event::SuddenDeath { side: winner });
            cx.log(rule!("13.7"), || Event::Over { winner: Some(winner), grade, points });
            return Next::Over(outcome(Some(winner), grade, points));
        }
        let points = SIDES.map(|side| points[side.index()] + i16::from(self.paid[side.index()]));
        let (winner, grade) = victory::level(table, points);
        cx.log(rule!("13.6"), || Event::Over { winner, grade, points });
        Next::Over(outcome(winner, grade, points))
    }
}

impl Step<DawnOfBattle> for Score {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.next(table, cx)
    }

    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let Frame::Draw(draw) = child else { unreachable!("banked points are drawn for with a die") };
        let (side, die) = (draw.side(), draw.total());
        let banked = table.army(side).banked;
        let paid = die <= bank_die(banked) as i8;
        self.paid[side.index()] = paid;
        cx.log(rule!("13.5"), || Event::BankDrawn { side, banked, die: draw.face(), paid });
        self.next(table, cx)
    }
}

fn outcome(winner: Option<Seat>, grade: Grade, points: [i16; 2]) -> Outcome {
    let mut scores = [0; Seat::MOST];
    scores[..2].copy_from_slice(&points);
    Outcome { winners: winner.map_or(SeatSet::NONE, SeatSet::one), grade, scores }
}
