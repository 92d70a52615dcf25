//! Rally (9.0): a single unit for a point, or all disrupted units of a formation.
//!
//! The point of 9.4 and a die change of 5.4 add up (R20). A symbol of panic counts here and at the end of a turn, in no other check (R32).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::Timing;
use crate::draw::{Draw, Purpose};
use crate::events::Event;
use crate::hand::Window;
use crate::ids::{LeaderId, UnitId, UnitSet};
use crate::table::{Marker, Table};
use crate::{DawnOfBattle, Frame};

/// Units try to rally, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Rally {
    side: Seat,
    /// The leader of a formation; none for a single unit.
    leader: Option<LeaderId>,
    /// Those who have not tried yet.
    left: UnitSet,
    /// Who tries.
    unit: UnitId,
    /// Whether a point was spent on all draws (9.4).
    helped: bool,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    Help,
    Events,
    Draws,
}

/// Whether a point is spent on the rally (9.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RallyChoice {
    /// A point: one off every draw.
    Encourage,
    /// None.
    Plain,
}

impl Rally {
    /// All disrupted units of a formation must try (9.0, R8); a single unit tries alone.
    pub const fn new(side: Seat, leader: Option<LeaderId>, units: UnitSet) -> Self {
        Self { side, leader, left: units, unit: UnitId(0), helped: false, stage: Stage::Help }
    }

    /// Who tries to rally.
    pub const fn units(&self) -> UnitSet {
        self.left
    }

    /// What is added to a unit's draw: one off beside a leader, one off for a point (9.4), and what events say (E24, E25).
    pub fn modifier(&self, table: &Table, unit: UnitId) -> i8 {
        let hex = table.units[unit].hex;
        let beside = table.map().around(hex).iter().any(|next| table.led(self.side, *next));
        let event = if self.leader.is_some() { table.effects.rally[self.side.index()] } else { 0 };
        event - i8::from(beside) - i8::from(self.helped)
    }

    /// Units with a leader rally by themselves (9.3), a single unit out of the enemy's zones too (9.2); the others draw (9.1).
    fn next(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.stage = Stage::Draws;
        while let Some(unit) = self.left.first() {
            self.left.remove(unit);
            if !table.field.contains(unit) || !table.units[unit].disrupted {
                continue;
            }
            let hex = table.units[unit].hex;
            let by_itself = match self.leader {
                Some(_) => table.led(self.side, hex),
                None => !table.in_enemy_zone(self.side, hex),
            };
            if by_itself {
                rallied(table, unit, cx);
                continue;
            }
            self.unit = unit;
            let modifier = self.modifier(table, unit);
            return Next::call(self.clone(), Draw::check(self.side, modifier, Purpose::Rally(unit)));
        }
        Next::done(self)
    }
}

/// Leaders whose presence counts in a rally are turned up: those with the units and beside them (9.3, 9.4, R50).
pub fn reveal_leaders(table: &mut Table, side: Seat, units: UnitSet, cx: &mut Cx<DawnOfBattle>) {
    for unit in units.iter() {
        let hex = table.units[unit].hex;
        table.reveal_leaders(side, hex, cx);
        for next in *table.map().around(hex) {
            table.reveal_leaders(side, next, cx);
        }
    }
}

/// A unit is in good order again (9.0); its enemies lose a head (15.11).
pub fn rallied(table: &mut Table, unit: UnitId, cx: &mut Cx<DawnOfBattle>) {
    table.units[unit].disrupted = false;
    table.units[unit].marker = Marker::Active;
    table.army_mut(unit.side().opponent()).heads -= 1;
    cx.log(rule!("9.0"), || Event::Rallied { unit });
}

impl Step<DawnOfBattle> for Rally {
    type Choice = RallyChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if self.leader.is_none() {
            return self.next(table, cx);
        }
        // A point helps only where somebody draws.
        let draws = self.left.iter().any(|unit| !table.led(self.side, table.units[unit].hex));
        if draws { Next::ask(self) } else { self.next(table, cx) }
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let count = self.left.len();
        let morale = table.morale(self.side);
        Prompt::new(rule!("9.4"), "Spend a point on this rally?")
            .hint(format!("{count} units try to draw {morale} or less; the point takes one off every draw."))
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(RallyChoice)) {
        each(RallyChoice::Encourage);
        each(RallyChoice::Plain);
    }

    fn check(&self, table: &Table, _: Seat, choice: &RallyChoice) -> Result<(), Refusal> {
        if *choice == RallyChoice::Encourage {
            require!(table.army(self.side).points > 0, "9.4", "you have no action point left");
        }
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: RallyChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let side = self.side;
        if choice == RallyChoice::Encourage {
            table.army_mut(side).points -= 1;
            self.helped = true;
            cx.log(rule!("9.4"), || Event::Encouraged { side });
        }
        self.stage = Stage::Events;
        Next::call(self, Window::open(side, Timing::Rally))
    }

    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if let Frame::Draw(draw) = child {
            let unit = self.unit;
            if draw.passed() {
                if table.field.contains(unit) {
                    rallied(table, unit, cx);
                }
            } else {
                cx.log(rule!("9.1"), || Event::FailedRally { unit });
            }
            // An army at its level panics at the sign, and nobody else tries (9.5). Other checks have no such sign (R32).
            let army = table.army(self.side);
            if draw.panic_icon() && army.losses >= army.panic_level {
                self.left = UnitSet::NONE;
                table.panic_due[self.side.index()] = true;
            }
        }
        self.next(table, cx)
    }
}
