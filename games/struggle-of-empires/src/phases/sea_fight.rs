//! The stage at sea: who has naval support on land.
//!
//! In the colonies, the Baltic and the Mediterranean navies decide first (10.5a), for the Ottoman Empire those in the Mediterranean
//! (10.5b); none for the German States and Central Europe (10.5c). The attacker may decline, then the defender has the support (10.5d);
//! or the defender, then the attacker has it (10.5e). Who has no own navy has no choice (10.5f): helpers' navies alone neither fight nor
//! support (R23, R58). A country counter always cedes (10.5g). The winner at sea has the support (10.5h), after a tie nobody (10.5i).
//! Whatever comes of it, the fight on land follows if the attacker has an army (R14); where only navies meet, declining ends the
//! attack (R64). A Blockade makes the support worth two (15.20c).

use sandtable_engine::{Cx, Never, Next, RuleRef, Seat, Step, rule};
use serde::Serialize;

use crate::phases::combat::Combat;
use crate::phases::decision::{Decision, DecisionChoice, Query};
use crate::questions::strength::waters;
use crate::table::{Part, Table};
use crate::{Event, Frame, StruggleOfEmpires};

/// The stage at sea.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeaFight {
    /// Whether the attacker has offered battle.
    offered: bool,
}

impl SeaFight {
    /// Nobody has decided yet.
    pub fn new() -> Self {
        Self { offered: false }
    }

    /// The stage is over, and this side has the support.
    fn over(
        self,
        support: Option<(Part, RuleRef)>,
        table: &mut Table,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let assault = table.assault_mut();
        assault.support = support.map(|(part, _)| part);
        assault.sea_settled = true;
        let on_land = assault.on_land;
        if let Some((part, rule)) = support
            && let Some(seat) = assault.seat(part)
            && on_land
        {
            let power = table.power(seat);
            cx.log(rule, || Event::Supported { power });
        }
        Next::done(self)
    }
}

impl Default for SeaFight {
    fn default() -> Self {
        Self::new()
    }
}

impl Step<StruggleOfEmpires> for SeaFight {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        let assault = table.assault();
        let Some(sea) = waters(assault.area) else { return self.over(None, table, cx) };
        let navies = |seat: Seat| table.empires[seat].navies[sea.place()] > 0;
        let attacker = assault.attacker;
        let defended = assault.defender.is_some_and(navies);
        match (navies(attacker), defended) {
            (false, false) => self.over(None, table, cx),
            (true, false) => {
                let country = assault.defender.is_none();
                let rule = if country { rule!("10.5g") } else { rule!("10.5f") };
                self.over(Some((Part::Attacker, rule)), table, cx)
            }
            (false, true) => self.over(Some((Part::Defender, rule!("10.5f"))), table, cx),
            (true, true) => Next::call(self, Decision::of(attacker, Query::Fight(Part::Attacker))),
        }
    }

    fn resume(
        mut self,
        child: Frame,
        table: &mut Table,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let Frame::Decision(decision) = child else {
            let assault = table.assault_mut();
            assault.sea = assault.fight();
            let winner = assault.winner.map(|part| (part, rule!("10.5h")));
            return self.over(winner, table, cx);
        };
        if decision.answer() == DecisionChoice::Decline {
            let power = table.power(decision.seat());
            let (support, rule) = if self.offered {
                (Part::Attacker, rule!("10.5e"))
            } else {
                (Part::Defender, rule!("10.5d"))
            };
            cx.log(rule, || Event::DeclinedBattle { power });
            return self.over(Some((support, rule)), table, cx);
        }
        match table.assault().defender {
            Some(defender) if !self.offered => {
                self.offered = true;
                Next::call(self, Decision::of(defender, Query::Fight(Part::Defender)))
            }
            _ => Next::call(self, Combat::new(true)),
        }
    }
}
