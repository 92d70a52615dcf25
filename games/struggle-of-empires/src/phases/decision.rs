//! Questions of yes or no within an attack.

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::StruggleOfEmpires;
use crate::phases::turn::name_of;
use crate::questions::strength::strength;
use crate::table::{Part, Table};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Query {
    /// Does the attacker use a Surprise Attack (15.19)?
    Surprise,
    /// Does a tile with two symbols count as an army or a navy (15.22b)?
    Symbol(Part),
    /// Does one side fight at sea (10.5d, 10.5e)?
    Fight(Part),
    /// Does a Blockade stand behind the naval support (15.20c)?
    Blockade,
    /// Are all dice thrown again (15.9a)?
    Reserve(Part),
    /// Does the defender withdraw fighting (15.18a)?
    Withdraw,
}

/// The answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionChoice {
    Surprise,
    AsArmy,
    AsNavy,
    Fight,
    Decline,
    Blockade,
    Reserve,
    Withdraw,
    No,
}

/// A question to one power.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    seat: Seat,
    query: Query,
    answer: DecisionChoice,
}

impl Query {
    /// The two answers.
    const fn answers(self) -> [DecisionChoice; 2] {
        match self {
            Self::Surprise => [DecisionChoice::Surprise, DecisionChoice::No],
            Self::Symbol(_) => [DecisionChoice::AsArmy, DecisionChoice::AsNavy],
            Self::Fight(_) => [DecisionChoice::Fight, DecisionChoice::Decline],
            Self::Blockade => [DecisionChoice::Blockade, DecisionChoice::No],
            Self::Reserve(_) => [DecisionChoice::Reserve, DecisionChoice::No],
            Self::Withdraw => [DecisionChoice::Withdraw, DecisionChoice::No],
        }
    }
}

impl Decision {
    /// A question that is still open.
    pub fn of(seat: Seat, query: Query) -> Self {
        Self { seat, query, answer: DecisionChoice::No }
    }

    /// Who is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What is asked.
    pub fn query(&self) -> Query {
        self.query
    }

    /// What was answered.
    pub fn answer(&self) -> DecisionChoice {
        self.answer
    }
}

/// How the combat of the last dice stands, in words.
fn standing(table: &Table) -> String {
    let assault = table.assault();
    let [a, b, c, d] = assault.dice;
    let sums = Part::BOTH.map(|part| strength(table, assault, part, assault.at_sea).total());
    let (attack, defence) = (sums[0] + i16::from(a.abs_diff(b)), sums[1] + i16::from(c.abs_diff(d)));
    format!("{attack} against {defence} {}", if assault.at_sea { "at sea" } else { "on land" })
}

/// What comes of it if a side does not fight at sea (10.5d, 10.5e, R64).
fn if_declined(table: &Table, part: Part) -> &'static str {
    match part {
        _ if !table.assault().on_land => "If you decline, the attack is over.",
        Part::Attacker => "If you decline, the defender has naval support.",
        Part::Defender => "If you decline, the attacker has naval support.",
    }
}

/// A Fighting Withdrawal saves units only.
const TOKEN_LOST: &str = " A token is lost all the same.";

/// Whether the combat as it stands costs the defender a token (10.11, 15.16b, 15.17c).
fn costs_token(table: &Table) -> bool {
    let assault = table.assault();
    let Some(defender) = assault.defender else { return false };
    let for_token = !assault.at_sea || assault.raider.is_some();
    for_token && assault.winner == Some(Part::Attacker) && table.empires[defender].tokens[assault.area] > 0
}

impl Step<StruggleOfEmpires> for Decision {
    type Choice = DecisionChoice;

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.seat)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        match self.query {
            Query::Surprise => Prompt::new(
                rule!("15.19"),
                "Do you attack by surprise, so that nobody can help the defender?",
            ),
            Query::Symbol(_) => {
                Prompt::new(rule!("15.22b"), "Does your ally count as an army or as a navy in this attack?")
            }
            Query::Fight(Part::Attacker) => {
                Prompt::new(rule!("10.5d"), "Do you fight at sea?").hint(if_declined(table, Part::Attacker))
            }
            Query::Fight(Part::Defender) => {
                let attacker = name_of(table, table.assault().attacker);
                Prompt::new(rule!("10.5e"), format!("{attacker} offers battle at sea: do you fight?"))
                    .hint(if_declined(table, Part::Defender))
            }
            Query::Blockade => {
                Prompt::new(rule!("15.20c"), "Does your Blockade make the naval support worth two?")
            }
            Query::Reserve(_) => {
                Prompt::new(rule!("15.9a"), "Do you send in a Reserve, so that all dice are thrown again?")
                    .hint(format!("It stands {}.", standing(table)))
            }
            Query::Withdraw => Prompt::new(rule!("15.18a"), "Do you withdraw fighting, to lose no unit?")
                .hint(format!(
                    "It stands {}.{}",
                    standing(table),
                    if costs_token(table) { TOKEN_LOST } else { "" }
                )),
        }
    }

    #[inline]
    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(DecisionChoice)) {
        self.query.answers().into_iter().for_each(each);
    }

    #[inline]
    fn check(&self, _: &Table, _: Seat, choice: &DecisionChoice) -> Result<(), Refusal> {
        require!(self.query.answers().contains(choice), "10.1a", "that is not what is asked");
        Ok(())
    }

    #[inline]
    fn choose(
        mut self,
        _: &mut Table,
        _: Seat,
        choice: DecisionChoice,
        _: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        self.answer = choice;
        Next::done(self)
    }
}
