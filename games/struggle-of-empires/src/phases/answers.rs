//! The answers of those who were asked for help: all at once, and in secret until the last is in.
//!
//! Each says how many navies and how many armies fight (10.4c, R28). Who commits a unit gets the gold that was offered (R29).

use sandtable_engine::chance::Chance;
use sandtable_engine::{Ballot, Cx, Next, Prompt, Refusal, Seat, SeatSet, Secret, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::phases::asking::usable;
use crate::phases::turn::name_of;
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// Those who were asked answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answers {
    principal: Seat,
    ballot: Ballot<AnswersChoice>,
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
    /// Nobody has answered yet.
    pub fn new(principal: Seat, asked: SeatSet) -> Self {
        Self { principal, ballot: Ballot::new(asked) }
    }

    /// Who asked.
    pub fn principal(&self) -> Seat {
        self.principal
    }

    /// Settles forgotten answers: as many units as there are, or none.
    pub fn deal(&mut self, table: &Table, chance: &mut dyn Chance) {
        let asked = table.assault().asked;
        let seats: Vec<Seat> = asked
            .iter()
            .filter(|seat| {
                table.allies_of(self.principal).contains(*seat) && !self.ballot.waiting().contains(*seat)
            })
            .collect();
        // Whose answer is whose does not show in a forgotten ballot, so that each gets what all could give.
        let most = seats.iter().map(|seat| usable(table, *seat)).reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)));
        let (navies, armies) = most.unwrap_or_default();
        for answer in self.ballot.secrets().filter(|answer| answer.is_forgotten()) {
            let all = chance.draw(rule!("10.4c"), 2) as u8;
            answer.settle(AnswersChoice { navies: navies * all, armies: armies * all });
        }
    }
}

impl Step<StruggleOfEmpires> for Answers {
    type Choice = AnswersChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        self.ballot.waiting()
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

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: AnswersChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        self.ballot.seal(seat, choice);
        let Some(answers) = cx.open(&self.ballot) else { return Next::ask(self) };
        let power = table.power(self.principal);
        for (seat, AnswersChoice { navies, armies }) in answers {
            let helper = table.power(seat);
            let assault = table.assault_mut();
            assault.navies[seat.index()] = navies;
            assault.armies[seat.index()] = armies;
            let comes = navies + armies > 0;
            let gold = if comes { i16::from(assault.offers[seat.index()]) } else { 0 };
            table.empires[self.principal].gold -= gold;
            table.empires[seat].gold += gold;
            cx.log(rule!("10.4c"), || Event::Answered { power, helper, navies, armies, gold });
        }
        Next::done(self)
    }

    fn secrets(&mut self, each: &mut dyn FnMut(&mut dyn Secret)) {
        self.ballot.secrets().for_each(|answer| each(answer));
    }
}
