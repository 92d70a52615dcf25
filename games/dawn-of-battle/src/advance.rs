//! After a melee: advance (10.2.6), leaders and cannon in the hex (6.4, 8.7.2.5; safe while a light unit stands with it, R23), looting (11.4), continuance (10.2.7).

use sandtable_engine::{Cx, Next, rule};

use crate::DawnOfBattle;
use crate::bout::{Bout, Stage};
use crate::casualties::Casualty;
use crate::contest::Party;
use crate::data::Kind;
use crate::elephants::go_in;
use crate::fight_events::FightEvent;
use crate::ids::{HexId, HexSet, UnitId};
use crate::losses;
use crate::melee::{Flow, Melee};
use crate::movement::carry;
use crate::names::free_place;
use crate::table::{Marker, Table, Unit};

/// Whether a unit may choose not to advance (15.6).
pub fn is_disciplined(table: &Table, unit: UnitId) -> bool {
    let special = &table.scenario.special.sides[unit.side().index()];
    special.disciplined.contains(table.units[unit].kind)
}

impl Melee {
    /// Whether the hex of a bout has been left: the defender is dead or has gone, or a leader alone is ridden down (R59).
    fn is_vacated(table: &Table, bout: &Bout) -> bool {
        let ridden_down = matches!(bout.target, Party::Leader(_)) && !table.scenario.options.honour;
        (bout.killed || bout.withdrew || ridden_down) && table.troops_at(bout.hex).is_none()
    }

    /// The hexes that the attacker can advance into: not into rivers and closed ones (R30).
    pub fn each_advance(&self, table: &Table, mut each: impl FnMut(HexId)) {
        for bout in self.all_bouts() {
            if Self::is_vacated(table, bout) && table.land.cost(bout.hex).is_some() {
                each(bout.hex);
            }
        }
    }

    /// The attacker must advance, unless it is disciplined (10.2.6, 15.6); one that has destroyed a camp loots it instead (11.4).
    pub(crate) fn advance(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Flow {
        if !self.attacker.lives(table) {
            return Flow::On(self.at(Stage::Overrun));
        }
        if let Some(unit) = self.attacker.unit()
            && let Some(camp) = self.destroyed_camp(table)
        {
            self.looted = self.leaders_at(table);
            losses::leave(table, unit);
            cx.log(rule!("11.4"), || FightEvent::Looted { unit, camp }.into());
            return Flow::On(self.at(Stage::Overrun));
        }
        let (mut count, mut only) = (0, HexId::NOWHERE);
        self.each_advance(table, |hex| {
            count += 1;
            only = hex;
        });
        let free = self.attacker.unit().is_some_and(|unit| is_disciplined(table, unit)) && !self.rampage;
        match count {
            0 => Flow::On(self.at(Stage::Overrun)),
            1 if !free => Flow::On(self.advance_into(only, table, cx).at(Stage::Overrun)),
            _ => {
                self.asked = self.seats[0];
                Flow::Ask(self)
            }
        }
    }

    fn destroyed_camp(&self, table: &Table) -> Option<UnitId> {
        let dead = self.all_bouts().iter().filter(|bout| bout.killed).filter_map(|bout| bout.target.unit());
        dead.into_iter().find(|unit| table.units[*unit].kind.is_camp())
    }

    /// The attacker goes straight into the hex, without turning.
    pub(crate) fn advance_into(mut self, hex: HexId, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Self {
        match self.attacker {
            Party::Unit(unit) => {
                go_in(table, unit, hex);
                cx.log(rule!("10.2.6"), || FightEvent::Advanced { unit, to: hex }.into());
            }
            Party::Leader(post) => {
                let from = table.posts[post].hex;
                carry(table, post.side(), from, hex);
            }
        }
        self.advanced = hex;
        self
    }

    /// Leaders that were left alone: overrun where the attacker came in or a gun was captured with them, checked for harm where nobody did; those of
    /// looters go with them.
    pub(crate) fn overrun(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let side = self.attacker.side();
        if self.looted.exists() {
            let hex = std::mem::take(&mut self.looted);
            if table.has_post(side, hex) {
                return Next::call(self, Casualty::looting(side, hex));
            }
        }
        while self.settled < self.count {
            let Bout { hex, target, killed, .. } = self.bouts[usize::from(self.settled)];
            self.settled += 1;
            if !table.has_post(target.side(), hex)
                || table.troops_at(hex).is_some_and(|unit| unit.side() == target.side())
            {
                continue;
            }
            let entered = hex == self.advanced || table.own_at(side, hex).is_some();
            if entered && target.side() != side {
                return Next::call(self, Casualty::overrun(HexSet::one(hex), side));
            }
            if killed {
                return Next::call(self, Casualty::struck(target.side(), hex));
            }
        }
        self.at(Stage::Capture).run(table, cx)
    }

    /// The enemy's cannon in the hex that is being settled.
    pub fn gun_to_take(&self, table: &Table) -> Option<UnitId> {
        let hex = if self.stage == Stage::Cannon { self.bout().hex } else { self.advanced };
        let own = self.attacker.side();
        table.guns_at(hex).iter().find(|gun| gun.side() != own || self.rampage)
    }

    /// Cannon in a hex that was entered are taken for a point each, or destroyed (8.7.2.5). While its light unit stands nobody enters, and the gun is safe (R23).
    pub(crate) fn capture(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let guns = self.guns_to_take(table);
        if guns > 0 && table.army(self.seats[0]).points >= guns && !self.rampage {
            self.asked = self.seats[0];
            return Next::ask(self);
        }
        self.take_guns(false, table, cx);
        self.at(Stage::Continuance).run(table, cx)
    }

    /// A cannon alone is taken or destroyed without a fight (8.7.2.10); then the attacker advances if nothing is left there.
    pub(crate) fn cannon(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let guns = self.guns_to_take(table);
        if guns > 0 && table.army(self.seats[0]).points >= guns && !self.rampage {
            self.asked = self.seats[0];
            return Next::ask(self);
        }
        self.take_guns(false, table, cx);
        let empty = table.unit_at(self.bout().hex).is_none();
        self.bout_mut().killed = empty;
        self.at(Stage::Harm).run(table, cx)
    }

    /// How many of the enemy's cannon fall into the attacker's hands.
    pub fn guns_to_take(&self, table: &Table) -> u8 {
        let hex = if self.stage == Stage::Cannon { self.bout().hex } else { self.advanced };
        let own = self.attacker.side();
        table.guns_at(hex).iter().filter(|gun| gun.side() != own || self.rampage).count() as u8
    }

    /// Takes all cannon of the hex for a point each, limbered and in the captor's colours, or destroys them. Guns that cannot stand with the captor are drawn back to where the
    /// attack came from (R75).
    pub(crate) fn take_guns(&mut self, captured: bool, table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
        let place = self.place_for_guns(table).filter(|_| captured);
        let captor = self.attacker.side();
        while let Some(gun) = self.gun_to_take(table) {
            let Some((slot, place)) = free_place(table, captor).zip(place) else {
                losses::eliminate_by(table, gun, rule!("8.7.2.10"), cx);
                continue;
            };
            table.army_mut(self.seats[0]).points -= 1;
            let Unit { facing, firepower, .. } = table.units[gun];
            losses::leave(table, gun);
            table.units[slot] =
                Unit { facing, kind: Kind::Ay, disrupted: true, firepower, ..Unit::default() };
            table.put(slot, place);
            table.units[slot].marker = Marker::Done;
            cx.log(rule!("8.7.2.10"), || FightEvent::GunTaken { gun, by: captor, new: slot }.into());
        }
    }

    /// Where guns that are taken stand: where they are if nobody has come in, or a light unit beside a single one; else where the attack came from.
    fn place_for_guns(&self, table: &Table) -> Option<HexId> {
        let light = self.attacker.unit().is_some_and(|unit| table.units[unit].kind.card().is_light());
        if self.stage == Stage::Cannon {
            return Some(self.bout().hex);
        }
        if light && self.guns_to_take(table) == 1 {
            return Some(self.advanced);
        }
        Some(self.struck_from(table)).filter(|back| back.exists() && table.unit_at(*back).is_none())
    }

    /// Calls `each` with the hexes in which a charging attacker finds another enemy, be it a leader alone (10.2.7).
    pub fn each_continuance(&self, table: &Table, mut each: impl FnMut(HexId)) {
        let Some(unit) = self.attacker.unit() else { return };
        let state = &table.units[unit];
        let card = state.kind.card();
        let able = state.marker == Marker::Charge
            && !state.disrupted
            && state.kind.is_cavalry()
            && !card.is_light()
            && table.field.contains(unit)
            && self.advanced.exists()
            && !self.continued;
        if !able {
            return;
        }
        for hex in table.map().front(state.hex, state.facing) {
            let lone = table.unit_at(hex).is_none() && table.has_post(unit.side().opponent(), hex);
            if table.foe_at(unit.side(), hex).is_some() || lone && hex.exists() {
                each(hex);
            }
        }
    }

    /// A charge may go on once (10.2.7).
    pub(crate) fn continuance(mut self, table: &Table) -> Flow {
        let mut any = false;
        self.each_continuance(table, |_| any = true);
        if any {
            self.asked = self.seats[0];
            return Flow::Ask(self);
        }
        Flow::On(self.at(Stage::Afterwards))
    }

    /// The attacker stays where it is, or fights no more.
    pub(crate) const fn stay(self) -> Self {
        match self.stage {
            Stage::Advance => self.at(Stage::Overrun),
            _ => self.at(Stage::Afterwards),
        }
    }

    /// Where the attacker's leaders are: with it, and with one beside the map on the hex that it attacks (R76).
    pub(crate) fn leaders_at(&self, table: &Table) -> HexId {
        let stand = self.struck_from(table);
        if stand.exists() { stand } else { self.bout().hex }
    }

    /// Where the attacker stood when it was struck; beside the map it is nowhere.
    pub(crate) fn struck_from(&self, table: &Table) -> HexId {
        HexId::of(self.from).filter(|hex| table.map().contains(*hex)).unwrap_or_default()
    }
}
