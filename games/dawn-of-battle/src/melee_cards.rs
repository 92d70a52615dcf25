//! The cards of a melee, and what they do (10.2.5): results, checks, harm, and ex Machina (14.6).

use sandtable_engine::{Cx, Next, Viewer, rule};

use crate::DawnOfBattle;
use crate::bout::{Bout, Stage};
use crate::casualties::Casualty;
use crate::contest::Party;
use crate::data::{CardId, Harm, card, cell, machina, machina_outcome};
use crate::draw::{Draw, Purpose};
use crate::effects::Report;
use crate::fight_events::FightEvent;
use crate::melee::{Flow, Melee};
use crate::melee_checks as checks;
use crate::table::Table;

/// Stands in `passes` while the second die of ex Machina is drawn.
const MACHINA_SECOND: u8 = 9;

impl Melee {
    /// Both turn over a card (10.2.5, R61); with ex Machina played nobody needs one.
    pub(crate) fn turn_over(&mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
        let strengths = self.contest(table, Viewer::Spectator).totals();
        self.bout_mut().strengths = strengths;
        if self.bout().played.machina {
            return;
        }
        for side in 0..2 {
            let card = table.army_mut(self.seats[side]).deck.turn_over(rule!("10.2.5"), cx);
            self.lay(side, card);
        }
        let bout = *self.bout();
        if let [Some(own), Some(other)] = bout.cards {
            let attacker = self.attacker;
            cx.log(rule!("10.2.5"), || {
                FightEvent::MeleeCards {
                    unit: attacker.unit(),
                    at: bout.target.unit(),
                    cards: [own, other],
                    strengths: bout.strengths,
                }
                .into()
            });
        }
    }

    /// A card lies before a side: the cell at its strength strikes the other.
    pub(crate) fn lay(&mut self, side: usize, id: CardId) {
        let bout = self.bout_mut();
        bout.cards[side] = Some(id);
        bout.cells[1 - side] = cell(card(id).chart, bout.strengths[side]);
    }

    /// After all events: dice by ex Machina, or the checks that the cells call for.
    pub(crate) fn settle_cells(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if self.bout().by_machina() {
            let draw = Draw::die(self.seats[0], Purpose::Machina);
            return Next::call(self, draw);
        }
        for side in 0..2 {
            let bout = self.bout_mut();
            bout.harm[side] = bout.cells[side].after(true);
        }
        self.code_of_honour();
        self.at(Stage::CheckDefender).run(table, cx)
    }

    /// Leaders who fight alone ignore n-d, and die of anything more (15.12.2).
    fn code_of_honour(&mut self) {
        let parties = [self.attacker, self.bout().target];
        for (side, party) in parties.into_iter().enumerate() {
            if matches!(party, Party::Leader(_)) {
                let bout = self.bout_mut();
                let spared = bout.cells[side].harm == Harm::Nothing;
                bout.harm[side] = if spared { Harm::Nothing } else { Harm::Eliminated };
                bout.cells[side].check = None;
            }
        }
    }

    /// The check of one side, if its cell calls for one that matters; the church steadies those inside (T9).
    pub(crate) fn morale_check(self, table: &Table, side: usize) -> Flow {
        let next = if side == 1 { Stage::CheckAttacker } else { Stage::Harm };
        let bout = self.bout();
        let party = if side == 1 { bout.target } else { self.attacker };
        let cell = bout.cells[side];
        // What the first bout of a double attack does to the attacker is still to be carried out, but counts (15.7).
        let first = &self.bouts[..usize::from(self.now)];
        let pending = side == 0 && first.iter().any(|bout| bout.harm[0] != Harm::Nothing);
        if bout.by_machina() || !cell.matters(party.disrupted(table) || pending) {
            return Flow::On(self.at(next));
        }
        let Party::Unit(unit) = party else { return Flow::On(self.at(next)) };
        let modifier = cell.check.unwrap_or(0) + self.shelter(table, side);
        Flow::Call(self, Draw::check(self.seats[side], modifier, Purpose::Melee(unit)))
    }

    /// What the ground under a side adds to its checks (T9); beside the map there is none (7.8).
    pub fn shelter(&self, table: &Table, side: usize) -> i8 {
        let hex = if side == 1 { self.bout().hex } else { self.struck_from(table) };
        if hex.exists() { table.ground(hex).card().morale } else { 0 }
    }

    /// A die of ex Machina or of a check has been drawn.
    pub(crate) fn drawn(
        mut self,
        draw: &Draw,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match self.stage {
            Stage::Machina => {
                let side = usize::from(self.passes == MACHINA_SECOND);
                let strength = self.bout().strengths[side];
                self.bout_mut().totals[side] = draw.total() + machina(strength);
                if side == 0 {
                    self.passes = MACHINA_SECOND;
                    let second = Draw::die(self.seats[1], Purpose::Machina);
                    return Next::call(self, second);
                }
                let [own, other] = self.bout().totals;
                let (on_attacker, on_defender) = machina_outcome(own, other);
                self.bout_mut().harm = [on_attacker, on_defender];
                self.honour_machina();
                cx.log(rule!("14.6.3"), || FightEvent::Machina { totals: [own, other] }.into());
                self.at(Stage::Harm).run(table, cx)
            }
            Stage::CheckDefender | Stage::CheckAttacker => {
                let side = usize::from(self.stage == Stage::CheckDefender);
                let bout = self.bout_mut();
                bout.harm[side] = bout.cells[side].after(draw.passed());
                if let Some(unit) = draw.subject() {
                    let morale = table.morale(draw.side());
                    let (die, total, passed) = (draw.face(), draw.total(), draw.passed());
                    cx.log(rule!("9.1"), || FightEvent::Checked { unit, die, total, morale, passed }.into());
                }
                let next = if side == 1 { Stage::CheckAttacker } else { Stage::Harm };
                self.at(next).run(table, cx)
            }
            _ => self.run(table, cx),
        }
    }

    /// Whatever ex Machina does to a leader alone kills him (15.12.2).
    fn honour_machina(&mut self) {
        let parties = [self.attacker, self.bout().target];
        for (side, party) in parties.into_iter().enumerate() {
            let harm = &mut self.bout_mut().harm[side];
            if matches!(party, Party::Leader(_)) && *harm != Harm::Nothing {
                *harm = Harm::Eliminated;
            }
        }
    }

    /// Harm is done when all bouts are over: to each defender, then to the attacker, once for each bout (10.2.5, 15.7, R29).
    pub(crate) fn harm(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if self.now + 1 < self.count && self.attacker.lives(table) {
            self.now += 1;
            self.guns = self.guns.next_bout();
            return self.at(Stage::Declared).run(table, cx);
        }
        if self.bout().harm[1] != Harm::Nothing || self.bout().cards[0].is_some() {
            let report = Report::Melee { attacker: self.attacker, seats: self.seats, bout: *self.bout() };
            table.effects.report = Some(report);
        }
        for at in 0..usize::from(self.count) {
            let Bout { target, harm, hex, .. } = self.bouts[at];
            let lived = target.lives(table);
            let struck = checks::apply(table, target, harm[1], cx);
            self.bouts[at].killed |= lived && !target.lives(table);
            // One call at a time: the bout is done with when its leaders have been looked at.
            self.bouts[at].harm[1] = Harm::Nothing;
            if struck && table.has_post(target.side(), hex) {
                return Next::call(self, Casualty::struck(target.side(), hex));
            }
        }
        self.at(Stage::Leaders).run(table, cx)
    }

    /// Harm to the attacker; the leaders of a disrupted or dead one are checked.
    pub(crate) fn attackers_leaders(
        mut self,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let (attacker, hex) = (self.attacker, self.leaders_at(table));
        for at in 0..usize::from(self.count) {
            let harm = std::mem::take(&mut self.bouts[at].harm[0]);
            let lived = attacker.lives(table);
            let struck = checks::apply(table, attacker, harm, cx);
            let died = lived && !attacker.lives(table);
            if (struck || died) && table.has_post(attacker.side(), hex) {
                return Next::call(self, Casualty::struck(attacker.side(), hex));
            }
        }
        self.at(Stage::Advance).run(table, cx)
    }
}
