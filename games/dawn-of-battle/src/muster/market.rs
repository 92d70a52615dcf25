//! Building armies: both players at the same time and in secret (17.1, 17.2).
//!
//! In a meeting engagement both have the same build points (17.1.1), in an assault the attacker has a quarter more, rounded up (17.1.2).

use std::sync::Arc;

use sandtable_engine::{
    Audience, Cx, Hidden, Next, Prompt, Refusal, Seat, SeatSet, Secret, Step, require, rule,
};
use serde::{Deserialize, Serialize};

use super::draft::{Draft, Ware};
use super::{MusterEvent, Preparation, sealed};
use crate::data::{Kind, LeaderValues};
use crate::ids::SIDES;
use crate::scenario::{BattleKind, Build};
use crate::table::Table;
use crate::{DawnOfBattle, Event, setup};

/// Both players build their armies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Mustering {
    drafts: [Hidden<Draft>; 2],
    /// Those who are not ready.
    buying: SeatSet,
}

/// What a player does with his list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MusteringChoice {
    /// Buys a unit that is no cannon.
    Buy(Kind),
    /// Buys a cannon of this firepower.
    BuyGun(u8),
    /// Buys a leader.
    BuyLeader(LeaderValues),
    /// Gives a unit back.
    Dismiss(Kind),
    /// Gives a cannon back.
    DismissGun(u8),
    /// Gives a leader back.
    DismissLeader(LeaderValues),
    /// Takes the army that the preset proposes, in place of the list.
    Usual,
    /// The army is complete.
    Ready,
}

impl MusteringChoice {
    /// The choice to buy a ware.
    pub fn buy(ware: Ware) -> Self {
        match ware {
            Ware::Unit(kind) => Self::Buy(kind),
            Ware::Gun(firepower) => Self::BuyGun(firepower),
            Ware::Leader(values) => Self::BuyLeader(values),
        }
    }

    /// The choice to give a ware back.
    pub fn dismiss(ware: Ware) -> Self {
        match ware {
            Ware::Unit(kind) => Self::Dismiss(kind),
            Ware::Gun(firepower) => Self::DismissGun(firepower),
            Ware::Leader(values) => Self::DismissLeader(values),
        }
    }

    /// The ware, and whether it is bought.
    pub(super) fn ware(self) -> Option<(Ware, bool)> {
        match self {
            Self::Buy(kind) => Some((Ware::Unit(kind), true)),
            Self::BuyGun(firepower) => Some((Ware::Gun(firepower), true)),
            Self::BuyLeader(values) => Some((Ware::Leader(values), true)),
            Self::Dismiss(kind) => Some((Ware::Unit(kind), false)),
            Self::DismissGun(firepower) => Some((Ware::Gun(firepower), false)),
            Self::DismissLeader(values) => Some((Ware::Leader(values), false)),
            Self::Usual | Self::Ready => None,
        }
    }
}

impl Default for Mustering {
    fn default() -> Self {
        Self { drafts: SIDES.map(|side| sealed(side, Draft::default())), buying: SeatSet::first(2) }
    }
}

fn build(table: &Table) -> Build {
    table.scenario.build.expect("armies are built only in battles that players design")
}

/// Build points of a side (17.1).
pub(super) fn budget(table: &Table, side: Seat) -> u16 {
    build(table).points[side.index()]
}

impl Mustering {
    /// A side's list, if the viewer knows it.
    pub(super) fn draft(&self, side: Seat) -> &Hidden<Draft> {
        &self.drafts[side.index()]
    }

    /// How much of its build points a side has spent, in hundredths.
    pub fn spent_share(&self, table: &Table, side: Seat) -> u16 {
        self.draft(side).truth().cost() * 100 / budget(table, side).max(1)
    }

    /// Settles a list that was forgotten: the usual army is as good a guess as any.
    pub(super) fn deal(&mut self, table: &Table) {
        for (draft, army) in self.drafts.iter_mut().zip(&table.scenario.armies) {
            if draft.is_forgotten() {
                draft.settle(army.usual.as_ref().map_or_else(Draft::default, Draft::usual));
            }
        }
    }

    /// Both are ready: the lists are shown, and who spent more in a meeting engagement sets up first (17.4).
    fn open(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let mut scenario = (*table.scenario).clone();
        for side in SIDES {
            cx.reveal(&mut self.drafts[side.index()], Audience::Everyone);
            let draft = *self.drafts[side.index()].truth();
            draft.enlist(&mut scenario, side.index());
            let (points, panic) = (draft.cost(), draft.panic_level());
            cx.log(rule!("17.2"), || Event::Muster(MusterEvent::Mustered { side, points, panic }));
        }
        let spent = SIDES.map(|side| self.drafts[side.index()].truth().cost());
        let defender = match build(table).kind {
            BattleKind::Assault => SIDES[1],
            BattleKind::Meeting if spent[0] > spent[1] => SIDES[0],
            BattleKind::Meeting if spent[0] < spent[1] => SIDES[1],
            BattleKind::Meeting => {
                let side = if cx.draw(rule!("17.4"), 2) == 0 { SIDES[0] } else { SIDES[1] };
                cx.log(rule!("17.4"), || Event::Muster(MusterEvent::FirstByLot { side }));
                side
            }
        };
        scenario.side_b = defender;
        scenario.start.initiative = defender.opponent();
        scenario.start.acts = defender.opponent();
        *table = setup::lay_out(Arc::new(scenario));
        Preparation::Mustering.finish(table);
        Next::done(self)
    }
}

impl Step<DawnOfBattle> for Mustering {
    type Choice = MusteringChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        self.buying
    }

    fn automatic(&self) -> bool {
        false
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let draft = self.draft(seat).truth();
        let (spent, points) = (draft.cost(), budget(table, seat));
        Prompt::new(rule!("17.2"), format!("Build your army: {spent} of {points} build points are spent."))
            .hint("Click a card to buy one. You need a camp or war wagons, which are free, and leaders with at most four command in all.")
    }

    fn candidates(&self, _: &Table, seat: Seat, each: &mut impl FnMut(MusteringChoice)) {
        for ware in Ware::all() {
            each(MusteringChoice::buy(ware));
            if self.draft(seat).truth().count(ware) > 0 {
                each(MusteringChoice::dismiss(ware));
            }
        }
        each(MusteringChoice::Usual);
        each(MusteringChoice::Ready);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &MusteringChoice) -> Result<(), Refusal> {
        let draft = self.draft(seat).truth();
        match (choice, choice.ware()) {
            (_, Some((ware, true))) => draft.check(ware, budget(table, seat)),
            (_, Some((ware, false))) => {
                require!(draft.count(ware) > 0, "17.2", "there is none of these in the army");
                Ok(())
            }
            (MusteringChoice::Usual, None) => {
                let usual = table.scenario.armies[seat.index()].usual.as_ref();
                require!(usual.is_some(), "17.2", "this battle proposes no army");
                Ok(())
            }
            (_, None) => {
                require!(draft.camps() == 1, "17.2", "an army has a camp or war wagons; they cost nothing");
                require!(draft.units() > 1, "17.2", "an army has more than its baggage");
                Ok(())
            }
        }
    }

    /// A program takes the proposed army: to try all that can be bought would take it for ever.
    fn canonical_candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MusteringChoice)) {
        for choice in [MusteringChoice::Ready, MusteringChoice::Usual] {
            if self.canonical(table, seat, &choice) {
                each(choice);
            }
        }
    }

    fn canonical(&self, table: &Table, seat: Seat, choice: &MusteringChoice) -> bool {
        let complete = self.check(table, seat, &MusteringChoice::Ready).is_ok();
        matches!((complete, choice), (true, MusteringChoice::Ready) | (false, MusteringChoice::Usual))
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: MusteringChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let draft = self.drafts[seat.index()].truth_mut();
        match (choice, choice.ware()) {
            (_, Some((ware, true))) => draft.add(ware),
            (_, Some((ware, false))) => draft.remove(ware),
            (MusteringChoice::Usual, None) => {
                if let Some(usual) = &table.scenario.armies[seat.index()].usual {
                    *draft = Draft::usual(usual);
                }
            }
            (_, None) => {
                self.buying = self.buying.without(seat);
                cx.log(rule!("17.2"), || Event::Muster(MusterEvent::Ready { side: seat }));
                if self.buying.is_empty() {
                    return self.open(table, cx);
                }
            }
        }
        Next::ask(self)
    }

    fn secrets(&mut self, each: &mut dyn FnMut(&mut dyn Secret)) {
        self.drafts.iter_mut().for_each(|draft| each(draft));
    }
}
