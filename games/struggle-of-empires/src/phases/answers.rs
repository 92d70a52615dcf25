//! The answer of an ally who was asked for help, for all to hear.
//!
//! He says how many navies and how many armies fight (10.4c, R28). If he commits a unit he gets the gold that was offered (R29).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::phases::asking::usable;
use crate::phases::turn::name_of;
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// The one who was asked answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answers {
    principal: Seat,
    ally: Seat,
}

/// The units that an ally commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AnswersChoice {
    /// So many navies.
    pub navies: u8,
    /// So many armies.
    pub armies: u8,
}

impl Answers {
    /// An ally before it has answered.
    pub fn new(principal: Seat, ally: Seat) -> Self {
        Self { principal, ally }
    }

    /// Who asked.
    pub fn principal(&self) -> Seat {
        self.principal
    }
}

impl Step<StruggleOfEmpires> for Answers {
    type Choice = AnswersChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.ally)
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let offer = table.assault().offers[seat.index()];
        let ask = format!("{} asks for your help: what do you send?", name_of(table, self.principal));
        let hint = match offer {
            0 => {
                "No gold is offered. Your tiles do not count, and you gain nothing of the victory.".to_owned()
            }
            gold => format!("{gold} gold for you if you send at least one unit."),
        };
        Prompt::new(rule!("10.4c"), ask).hint(hint)
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(AnswersChoice)) {
        let (most_navies, most_armies) = usable(table, seat);
        for navies in 0..=most_navies {
            for armies in 0..=most_armies {
                each(AnswersChoice { navies, armies });
            }
        }
    }

    fn check(&self, table: &Table, seat: Seat, choice: &AnswersChoice) -> Result<(), Refusal> {
        let (navies, armies) = usable(table, seat);
        let fits = choice.navies <= navies && choice.armies <= armies;
        require!(fits, "10.4c", "you can send at most {0} navies and {1} armies"; figures navies.into(), armies.into());
        Ok(())
    }

    fn choose(
        self,
        table: &mut Table,
        seat: Seat,
        AnswersChoice { navies, armies }: AnswersChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let (power, helper) = (table.power(self.principal), table.power(seat));
        let assault = table.assault_mut();
        assault.navies[seat.index()] = navies;
        assault.armies[seat.index()] = armies;
        let comes = navies + armies > 0;
        let gold = if comes { i16::from(assault.offers[seat.index()]) } else { 0 };
        table.empires[self.principal].gold -= gold;
        table.empires[seat].gold += gold;
        cx.log(rule!("10.4c"), || Event::Answered { power, helper, navies, armies, gold });
        Next::done(self)
    }
}
