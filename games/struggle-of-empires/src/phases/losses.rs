//! Losses of a combat.
//!
//! The loser loses one unit of the kind that fought (10.8a), in a tie both do (10.10a), but no fort in a tie (10.10b). Whoever threw a seven
//! loses one more (10.9a), the winner too (R16); a counter's seven does nothing (R20). A loser's seven is borne by a helper that
//! fought (10.9b), by which of several the loser says (10.9c); in a tie nobody is the loser, and everybody bears his own (R21).
//! Tie and seven add up (R19). On land the owner gives up an army or, in defence, a fort (10.8b); forts of the attacker do not fight
//! and are not lost (R22). Where a principal has no unit left a helper's is taken (R17); where nobody has one nothing is lost, and
//! there is no unrest (10.8c). Alliance tiles are no losses (10.8e). Each lost unit is a point of unrest for its owner (2.3c). Losses
//! at sea are gone before the fight on land (10.8d). A victory stays one even if its last unit is lost (R18). After a Fighting
//! Withdrawal defender and helpers lose nothing for the rest of the attack (15.18a, R33).

use sandtable_engine::{Cx, Next, Prompt, Refusal, RuleRef, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::limits;
use crate::ids::{Area, Kind, Power};
use crate::questions::strength::field;
use crate::table::{Part, Table};
use crate::{Event, StruggleOfEmpires};

/// One unit that one side has to give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Due {
    side: Part,
    /// Whether a helper comes first (10.9b).
    helper: bool,
}

/// Units that have to be given up, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Losses {
    at_sea: bool,
    tie: bool,
    /// What the result costs either side, then what their sevens cost them.
    due: [Option<Due>; 4],
}

/// Where those begin that sevens cost.
const SEVENS: usize = 2;

/// The unit that is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LossesChoice {
    /// Whose it is.
    pub power: Power,
    /// What it is.
    pub unit: Kind,
}

impl Losses {
    /// What the dice of a combat cost both sides.
    pub fn of(table: &Table, at_sea: bool) -> Self {
        let assault = table.assault();
        let [a, b, c, d] = assault.dice;
        let winner = assault.winner;
        let mut due = [None; 4];
        let sevens = [a + b == limits().unlucky, c + d == limits().unlucky];
        for part in Part::BOTH {
            // Counters and raiders have no units.
            if assault.seat(part).is_none() || (part == Part::Attacker && assault.raider.is_some()) {
                continue;
            }
            if part == Part::Defender && assault.withdrawn {
                continue;
            }
            let beaten = winner == Some(part.other());
            if winner != Some(part) {
                due[part.index()] = Some(Due { side: part, helper: false });
            }
            if sevens[part.index()] {
                due[SEVENS + part.index()] = Some(Due { side: part, helper: beaten });
            }
        }
        Self { at_sea, tie: winner.is_none(), due }
    }

    /// Whether a side would lose a unit.
    pub fn touch(&self, table: &Table, part: Part) -> bool {
        self.due.iter().flatten().any(|due| due.side == part && self.any(table, *due))
    }

    fn current(&self) -> Option<Due> {
        self.due.iter().flatten().next().copied()
    }

    /// The rule by which the next unit is lost.
    fn reason(&self, table: &Table) -> RuleRef {
        let dice = self.due.iter().position(Option::is_some).is_some_and(|number| number >= SEVENS);
        match self.current() {
            Some(due) if dice && due.helper && self.falls_on_helpers(table, due) => rule!("10.9b"),
            Some(_) if dice => rule!("10.9a"),
            _ if self.tie => rule!("10.10a"),
            _ => rule!("10.8a"),
        }
    }

    fn area(&self, table: &Table) -> Area {
        field(table.assault(), self.at_sea)
    }

    /// The units that a loss may be taken from: a helper's, the principal's own, or a helper's after all. A fort that a tie does not touch
    /// (10.10) is a unit in the combat all the same: no helper pays instead (R17).
    fn each(&self, table: &Table, due: Due, mut each: impl FnMut(Seat, Kind)) {
        let assault = table.assault();
        let Some(principal) = assault.seat(due.side) else { return };
        let place = self.area(table).place();
        let empire = &table.empires[principal];
        let kind = if self.at_sea { Kind::Navy } else { Kind::Army };
        let committed = if self.at_sea { &assault.navies } else { &assault.armies };
        let helpers = || table.allies_of(principal).iter().filter(|ally| committed[ally.index()] > 0);
        let own = empire.units(kind)[place] > 0;
        let fort = !self.at_sea && due.side == Part::Defender && empire.forts[place] > 0;
        if helpers().next().is_some() && (due.helper || !(own || fort)) {
            helpers().for_each(|helper| each(helper, kind));
            return;
        }
        if own {
            each(principal, kind);
        }
        if fort && !self.tie {
            each(principal, Kind::Fort);
        }
    }

    /// Whether helpers pay for a side: those that fought bear a loser's seven (10.9b), and all of it where the side itself has nothing
    /// in the combat (R17).
    fn falls_on_helpers(&self, table: &Table, due: Due) -> bool {
        let mut others = false;
        self.each(table, due, |seat, _| others |= Some(seat) != table.assault().seat(due.side));
        others
    }

    fn any(&self, table: &Table, due: Due) -> bool {
        let mut found = false;
        self.each(table, due, |_, _| found = true);
        found
    }

    /// The next loss that can be taken, or the end (10.8c).
    fn next(mut self, table: &Table) -> Next<StruggleOfEmpires> {
        for number in 0..self.due.len() {
            match self.due[number] {
                Some(due) if self.any(table, due) => return Next::ask(self),
                _ => self.due[number] = None,
            }
        }
        Next::done(self)
    }

    /// Whether the loss is one on land.
    pub fn at_sea(&self) -> bool {
        self.at_sea
    }
}

impl Step<StruggleOfEmpires> for Losses {
    type Choice = LossesChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        self.next(table)
    }

    #[inline]
    fn waiting(&self, table: &Table) -> SeatSet {
        let seat = self.current().and_then(|due| table.assault().seat(due.side));
        seat.map_or(SeatSet::NONE, SeatSet::one)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        match self.current() {
            Some(due) if self.falls_on_helpers(table, due) && due.helper => {
                Prompt::new(rule!("10.9c"), "A seven: which helper loses a unit?")
            }
            Some(due) if self.falls_on_helpers(table, due) => {
                Prompt::new(rule!("R17"), "Which helper loses a unit?")
            }
            _ => Prompt::new(rule!("10.8b"), "Which unit is lost?"),
        }
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(LossesChoice)) {
        let Some(due) = self.current() else { return };
        self.each(table, due, |seat, unit| each(LossesChoice { power: table.power(seat), unit }));
    }

    fn check(&self, table: &Table, _: Seat, choice: &LossesChoice) -> Result<(), Refusal> {
        let mut fits = false;
        if let Some(due) = self.current() {
            self.each(table, due, |seat, unit| {
                fits |= table.power(seat) == choice.power && unit == choice.unit;
            });
        }
        if let Some(due) = self.current() {
            let borne = due.helper && self.falls_on_helpers(table, due);
            require!(fits || !borne, "10.9b", "a helper that fought bears the loser's seven");
        }
        let spared = self.tie && choice.unit == Kind::Fort;
        require!(fits || !spared, "10.10b", "a tie costs no fort");
        require!(fits, "10.8b", "the loss is not taken from that unit");
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: LossesChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let LossesChoice { power, unit } = choice;
        let area = self.area(table);
        let owner = table.seat_of(power).expect("`check` knows the power");
        let reason = self.reason(table);
        let assault = table.assault_mut();
        let committed = if self.at_sea { &mut assault.navies } else { &mut assault.armies };
        committed[owner.index()] = committed[owner.index()].saturating_sub(1);
        let empire = &mut table.empires[owner];
        empire.units_mut(unit)[area.place()] -= 1;
        empire.unrest += 1;
        cx.log(reason, || Event::Lost { power, unit, area });
        if unit == Kind::Navy {
            table.see_to_cordon(cx);
        }
        if let Some(paid) = self.due.iter_mut().find(|due| due.is_some()) {
            *paid = None;
        }
        self.next(table)
    }
}
