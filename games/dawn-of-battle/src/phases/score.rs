//! The end of the battle (13.0): banked chits are drawn for, points are counted.

use sandtable_engine::{Cx, Grade, Never, Next, Outcome, Seat, SeatSet, Step, rule};
use serde::Serialize;

use crate::data::bank_die;
use crate::events::Event;
use crate::ids::SIDES;
use crate::phases::points::plain_die;
use crate::table::Table;
use crate::{DawnOfBattle, victory};

/// The battle is over.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Score {
    /// The army that has won at once, because the other panicked (13.7).
    sudden: Option<Seat>,
}

impl Score {
    /// The last turn, or the end of the day: points decide.
    pub const fn at_the_end() -> Self {
        Self { sudden: None }
    }

    /// Quick play: the battle ends with the first panic, and points decide (15.14).
    pub const fn quick() -> Self {
        Self { sudden: None }
    }

    /// Sudden death (13.7).
    pub const fn sudden(winner: Seat) -> Self {
        Self { sudden: Some(winner) }
    }
}

/// An army that has banked chits shuffles its deck and draws (13.5).
fn bank(table: &mut Table, side: Seat, cx: &mut Cx<DawnOfBattle>) -> bool {
    let banked = table.army(side).banked;
    if banked == 0 {
        return false;
    }
    table.army_mut(side).deck.reshuffle();
    let die = plain_die(table, side, rule!("13.5"), cx);
    let paid = die <= bank_die(banked);
    cx.log(rule!("13.5"), || Event::BankDrawn { side, banked, die, paid });
    paid
}

impl Step<DawnOfBattle> for Score {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if let Some(winner) = self.sudden {
            let softened = bank(table, winner.opponent(), cx);
            let grade = if softened { Grade::Plain } else { Grade::Decisive };
            let points = SIDES.map(|side| victory::points(table, side));
            cx.log(rule!("13.7"), || Event::SuddenDeath { side: winner });
            cx.log(rule!("13.7"), || Event::Over { winner: Some(winner), grade, points });
            return Next::Over(outcome(Some(winner), grade, points));
        }
        let paid = SIDES.map(|side| bank(table, side, cx));
        let points = SIDES.map(|side| victory::points(table, side) + i16::from(paid[side.index()]));
        let (winner, grade) = victory::level(table, points);
        cx.log(rule!("13.6"), || Event::Over { winner, grade, points });
        Next::Over(outcome(winner, grade, points))
    }
}

fn outcome(winner: Option<Seat>, grade: Grade, points: [i16; 2]) -> Outcome {
    let mut scores = [0; Seat::MOST];
    scores[..2].copy_from_slice(&points);
    Outcome { winners: winner.map_or(SeatSet::NONE, SeatSet::one), grade, scores }
}
