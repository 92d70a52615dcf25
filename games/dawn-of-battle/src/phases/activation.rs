//! An activation: the units of a formation act one after the other (5.2), or a single unit does (5.3).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::Kind;
use crate::events::Event;
use crate::fire::{self, Volley};
use crate::hand::Window;
use crate::ids::{LeaderId, UnitId, UnitSet};
use crate::offers::leader_key;
use crate::phases::march::{March, Why};
use crate::phases::rally::{Rally, reveal_leaders};
use crate::questions::formation::{Verb, able, members};
use crate::table::{Marker, Table};
use crate::{DawnOfBattle, Frame};

/// An activation under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Activation {
    verb: Verb,
    stage: Stage,
    /// The leader of a formation.
    leader: Option<LeaderId>,
    /// The unit that was activated alone, or the one that acts now.
    unit: UnitId,
    /// Those who may act.
    members: UnitSet,
    /// Those of them whom a lost messenger has reached all the same, while it is said who they are (E32).
    heard: UnitSet,
    /// How many have acted.
    acted: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    Declared,
    /// The general says who hears the order (E32).
    Order,
    Pick,
    /// The first half of moving and firing is being done.
    FirstHalf,
    /// The unit's action is being done.
    Acting,
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActivationChoice {
    /// This unit.
    Take(UnitId),
    /// Nobody else (5.2).
    Done,
}

impl Activation {
    /// The formation of a leader.
    pub const fn formation(leader: LeaderId, verb: Verb) -> Self {
        Self::new(Some(leader), UnitId(0), verb)
    }

    /// A single unit; a cannon with the other one of its hex.
    pub const fn single(unit: UnitId, verb: Verb) -> Self {
        Self::new(None, unit, verb)
    }

    const fn new(leader: Option<LeaderId>, unit: UnitId, verb: Verb) -> Self {
        Self {
            verb,
            stage: Stage::Declared,
            leader,
            unit,
            members: UnitSet::NONE,
            heard: UnitSet::NONE,
            acted: 0,
        }
    }

    /// Who is activated.
    pub fn side(&self) -> Seat {
        self.leader.map_or(self.unit.side(), LeaderId::side)
    }

    /// Those who may still act.
    pub const fn members(&self) -> UnitSet {
        self.members
    }

    /// Whether nobody has acted yet.
    pub const fn is_fresh(&self) -> bool {
        self.acted == 0
    }

    /// What they do.
    pub const fn verb(&self) -> Verb {
        self.verb
    }

    /// The leader of the formation.
    pub const fn leader(&self) -> Option<LeaderId> {
        self.leader
    }

    fn gather(&self, table: &Table) -> UnitSet {
        if let Some(leader) = self.leader {
            return members(table, self.side(), leader, self.verb);
        }
        if table.units[self.unit].kind != Kind::Ay {
            return UnitSet::one(self.unit);
        }
        let guns = table.guns_at(table.units[self.unit].hex);
        guns.iter().filter(|gun| able(table, *gun, self.verb).is_ok()).collect()
    }

    /// How many hear the order, where it does not reach all (E32). Those who move are picked one by one; those who rally or fire do it together and are named before.
    fn earshot(&self, table: &Table) -> Option<u8> {
        let together = self.leader.is_some() && matches!(self.verb, Verb::Rally | Verb::Fire);
        table.effects.cap.filter(|cap| together && self.members.len() > u32::from(*cap))
    }

    /// It is settled who belongs to it: they rally, or act one by one.
    fn begin(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        match self.verb {
            Verb::Rally => {
                reveal_leaders(table, self.side(), self.members, cx);
                Next::go(Rally::new(self.side(), self.leader, self.members))
            }
            _ => self.next(table, cx),
        }
    }

    /// The order reaches a unit; when it has reached as many as it can, they carry it out.
    fn hear(mut self, unit: UnitId, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.heard.insert(unit);
        if self.earshot(table).is_some_and(|cap| self.heard.len() < u32::from(cap)) {
            return Next::ask(self);
        }
        self.members = std::mem::take(&mut self.heard);
        self.begin(table, cx)
    }

    /// The next unit is picked, or the activation is over.
    fn next(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let verb = self.verb;
        let fresh = |unit: &UnitId| table.field.contains(*unit) && table.units[*unit].marker == Marker::None;
        self.members = self.members.iter().filter(fresh).collect();
        let full = self.leader.is_some() && table.effects.cap.is_some_and(|cap| self.acted >= cap);
        let idle = self.members.iter().all(|unit| able(table, unit, verb).is_err());
        if full || idle {
            return Next::done(self);
        }
        self.stage = Stage::Pick;
        if self.leader.is_none() && self.members.len() == 1 && self.acted == 0 {
            let only = self.members.first().unwrap_or(self.unit);
            return self.act(only, table, cx);
        }
        Next::ask(self)
    }

    /// A unit does what it was activated for.
    fn act(mut self, unit: UnitId, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.unit = unit;
        self.acted += 1;
        self.members.remove(unit);
        self.stage = Stage::Acting;
        match self.verb {
            Verb::Move => Next::call(self, March::new(unit, Why::Move)),
            Verb::Fire => {
                // Units of the same activation support each other, also two cannon of a hex (8.5.1, R18).
                let helpers = self.members;
                Next::call(self, Volley::by(unit, helpers))
            }
            Verb::MoveFire => {
                self.stage = Stage::FirstHalf;
                Next::call(self, March::new(unit, Why::MoveFire))
            }
            Verb::FireMove => {
                self.stage = Stage::FirstHalf;
                Next::call(self, Volley::by(unit, UnitSet::NONE))
            }
            Verb::Unlimber | Verb::Turn => {
                let hex = table.units[unit].hex;
                Next::call(self, March::towards(unit, Why::Turn, hex))
            }
            Verb::Limber => self.acted(table, cx),
            Verb::Rally => unreachable!("all who rally do it together"),
        }
    }

    /// A unit has acted: guns and those who moved and fired are done (7.10, 8.7.2.8), guns that turned are active (8.7.2.9).
    fn acted(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let unit = self.unit;
        if table.field.contains(unit) {
            match self.verb {
                Verb::MoveFire | Verb::FireMove => table.units[unit].marker = Marker::Done,
                Verb::Limber => {
                    table.units[unit].disrupted = true;
                    table.units[unit].marker = Marker::Done;
                    cx.log(rule!("8.7.2.8"), || Event::Limbered { unit });
                }
                Verb::Unlimber => {
                    table.units[unit].disrupted = false;
                    table.units[unit].marker = Marker::Done;
                    cx.log(rule!("8.7.2.8"), || Event::Unlimbered { unit });
                }
                Verb::Turn => table.units[unit].marker = Marker::Active,
                _ => {}
            }
        }
        self.next(table, cx)
    }
}

impl Step<DawnOfBattle> for Activation {
    type Choice = ActivationChoice;

    /// The leader is turned up (4.4), and events may be played on what was declared.
    fn enter(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let (side, verb) = (self.side(), self.verb);
        self.members = self.gather(table);
        match self.leader {
            Some(leader) => {
                if let Some(post) = table.post_of(leader) {
                    table.reveal(post, cx);
                }
                cx.log(rule!("5.2"), || Event::Formation { leader, verb });
            }
            None => cx.log(rule!("5.3"), || Event::Single { unit: self.unit, verb }),
        }
        if verb == Verb::Rally {
            reveal_leaders(table, side, self.members, cx);
        }
        let window = Window::activation(side, self.leader.is_some(), verb.moves(), self.members);
        Next::call(self, window)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let verb = self.verb.words();
        if let (Stage::Order, Some(leader), Some(cap)) = (self.stage, self.leader, table.effects.cap) {
            let name = table.leader_name(leader);
            return Prompt::new(rule!("E32"), format!("{name}'s messenger is lost: who is to {verb}?"))
                .hint(format!("{} of {cap} have heard the order.", self.heard.len()))
                .about(leader_key(table, leader));
        }
        let prompt = match self.leader {
            Some(leader) => {
                let name = table.leader_name(leader);
                Prompt::new(rule!("5.2"), format!("{name}'s formation: which unit is to {verb}?"))
                    .about(leader_key(table, leader))
            }
            None => Prompt::new(rule!("8.7.2.6"), format!("Which cannon is to {verb}?")),
        };
        prompt.hint("One after the other; end the activation when you like.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(ActivationChoice)) {
        let own = table.units_of(self.side());
        for unit in own.iter() {
            each(ActivationChoice::Take(unit));
        }
        each(ActivationChoice::Done);
    }

    fn check(&self, table: &Table, _: Seat, choice: &ActivationChoice) -> Result<(), Refusal> {
        match *choice {
            ActivationChoice::Take(unit) => {
                let own = unit.exists() && unit.side() == self.side() && table.field.contains(unit);
                require!(own, "5.2", "you have no such unit on the map");
                if table.units[unit].marker != Marker::None {
                    return Err(Refusal::new(rule!("5.2"), "it has acted already this turn")
                        .blocked_by(Thing::Piece(u16::from(unit.0))));
                }
                require!(self.members.contains(unit), "5.2", "it does not belong to this formation");
                require!(!self.heard.contains(unit), "E32", "it hears the order already");
                able(table, unit, self.verb)
            }
            ActivationChoice::Done => {
                require!(self.stage != Stage::Order, "E32", "say first who hears the order");
                Ok(())
            }
        }
    }

    fn legal(&self, table: &Table, _: Seat, each: &mut impl FnMut(ActivationChoice)) {
        for unit in self.members.minus(self.heard).iter() {
            if table.field.contains(unit) && able(table, unit, self.verb).is_ok() {
                each(ActivationChoice::Take(unit));
            }
        }
        if self.stage != Stage::Order {
            each(ActivationChoice::Done);
        }
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(ActivationChoice)) {
        self.legal(table, seat, each);
    }

    /// It is asked only while somebody can act, and may be ended then; who hears an order is asked only while more could.
    fn has_several(&self, _: &Table, _: Seat) -> bool {
        true
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: ActivationChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            ActivationChoice::Take(unit) if self.stage == Stage::Order => self.hear(unit, table, cx),
            ActivationChoice::Take(unit) => self.act(unit, table, cx),
            ActivationChoice::Done => Next::done(self),
        }
    }

    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        match self.stage {
            Stage::Declared => {
                // An event may have stretched the leader's range (E31).
                self.members = self.gather(table);
                if self.earshot(table).is_some() {
                    self.stage = Stage::Order;
                    return Next::ask(self);
                }
                self.begin(table, cx)
            }
            Stage::Order | Stage::Pick => self.next(table, cx),
            Stage::FirstHalf => {
                let unit = self.unit;
                self.stage = Stage::Acting;
                if !table.field.contains(unit) || table.units[unit].disrupted {
                    return self.acted(table, cx);
                }
                // Whoever has fired may be marked already; the second half is still his.
                table.units[unit].marker = Marker::None;
                match (self.verb, child) {
                    (Verb::MoveFire, _) if fire::may_fire(table, unit) => {
                        Next::call(self, Volley::by(unit, UnitSet::NONE))
                    }
                    (Verb::FireMove, _) => Next::call(self, March::new(unit, Why::MoveFire)),
                    _ => self.acted(table, cx),
                }
            }
            Stage::Acting => self.acted(table, cx),
        }
    }
}
