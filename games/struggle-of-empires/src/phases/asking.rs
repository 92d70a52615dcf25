//! Asking allies for help.
//!
//! Allies with units that could fight may be asked (10.4a), after the fee and before the dice, first by the attacker, then by the
//! defender (10.4b), once for both stages (R27). Gold may be offered (10.4f): what the asking power has in hand, nothing borrowed (R30).
//! It is paid if the ally commits a unit (R29). The ally says how many navies and armies fight (10.4c, R28). Nobody helps a country
//! counter (10.4g), and nobody the victim of a Surprise Attack (15.19). All who are asked answer together (R63).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::limits;
use crate::ids::Power;
use crate::phases::answers::Answers;
use crate::phases::attack::may_fight_at_sea;
use crate::questions::strength::waters;
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// A power asks its allies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asking {
    principal: Seat,
}

/// One more is asked, or nobody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskingChoice {
    /// Ask a power, and offer gold.
    Ask {
        /// Whom.
        power: Power,
        /// How much.
        gold: i16,
    },
    /// No more.
    NoMore,
}

/// The navies and armies that an ally could commit to the attack that is on.
pub fn usable(table: &Table, helper: Seat) -> (u8, u8) {
    let assault = table.assault();
    let empire = &table.empires[helper];
    let navies = match waters(assault.area) {
        Some(sea) if may_fight_at_sea(table) => empire.navies[sea.place()],
        _ => 0,
    };
    let armies = if assault.on_land { empire.armies[assault.area.place()] } else { 0 };
    (navies, armies)
}

/// The allies that a power could ask (10.4a).
pub fn possible(table: &Table, principal: Seat) -> SeatSet {
    table.allies_of(principal).iter().filter(|ally| usable(table, *ally) != (0, 0)).collect()
}

impl Asking {
    /// A power before it has asked anybody.
    pub fn new(principal: Seat) -> Self {
        Self { principal }
    }

    /// Who asks.
    pub fn principal(&self) -> Seat {
        self.principal
    }

    /// Gold that has not been offered yet (R30).
    fn left(&self, table: &Table) -> i16 {
        let assault = table.assault();
        let offered: i16 =
            table.allies_of(self.principal).iter().map(|ally| i16::from(assault.offers[ally.index()])).sum();
        table.empires[self.principal].gold - offered
    }
}

impl Step<StruggleOfEmpires> for Asking {
    type Choice = AskingChoice;

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.principal)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let asked =
            table.assault().asked.iter().filter(|seat| table.allies_of(self.principal).contains(*seat));
        let ask = if asked.count() == 0 {
            "Do you ask an ally for help, and do you offer gold for it?"
        } else {
            "Do you ask anybody else?"
        };
        Prompt::new(rule!("10.4a"), ask)
            .hint("All who are asked answer at the same time. Gold is paid to those who send a unit.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(AskingChoice)) {
        let most = self.left(table).min(limits().most_offer);
        for ally in table.allies_of(self.principal).iter() {
            let power = table.power(ally);
            (0..=most).for_each(|gold| each(AskingChoice::Ask { power, gold }));
        }
        each(AskingChoice::NoMore);
    }

    fn check(&self, table: &Table, _: Seat, choice: &AskingChoice) -> Result<(), Refusal> {
        let AskingChoice::Ask { power, gold } = *choice else { return Ok(()) };
        let ally = table.seat_of(power).filter(|seat| table.allies_of(self.principal).contains(*seat));
        let Some(ally) = ally else {
            return Err(Refusal::new(rule!("10.4a"), "only powers of your own alliance can help"));
        };
        require!(usable(table, ally) != (0, 0), "10.4a", "that ally has no unit that could fight here");
        require!(!table.assault().asked.contains(ally), "R27", "that ally has been asked");
        require!((0..=limits().most_offer).contains(&gold), "R29", "an offer is between 0 and {0}"; figures limits().most_offer, 0);
        require!(gold <= self.left(table), "R30", "only gold in hand can be offered");
        Ok(())
    }

    /// Search looks at plain requests and small offers.
    fn canonical(&self, _: &Table, _: Seat, choice: &AskingChoice) -> bool {
        !matches!(choice, AskingChoice::Ask { gold: 3.., .. })
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: AskingChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let allies = table.allies_of(self.principal);
        match choice {
            AskingChoice::Ask { power: helper, gold } => {
                let ally = table.seat_of(helper).expect("`check` knows the ally");
                let assault = table.assault_mut();
                assault.asked = assault.asked.with(ally);
                assault.offers[ally.index()] = gold as u8;
                let power = table.power(self.principal);
                cx.log(rule!("10.4a"), || Event::Asked { power, helper, gold });
                Next::ask(self)
            }
            AskingChoice::NoMore => {
                let asked: SeatSet =
                    table.assault().asked.iter().filter(|seat| allies.contains(*seat)).collect();
                if asked.is_empty() {
                    return Next::done(self);
                }
                Next::go(Answers::new(self.principal, asked))
            }
        }
    }
}
