//! Units are disrupted and eliminated, and their armies count it (10.3, 12.1).
//!
//! Losing a unit costs its army the strength that it has in good order (12.1), six for elephants (15.8.2), a cannon's firepower; a camp too (R48). The army that
//! reaches its panic level thereby panics once the action is complete (12.2, R33).

use sandtable_engine::{Cx, RuleRef, rule};

use crate::DawnOfBattle;
use crate::data::limits;
use crate::fight_events::FightEvent;
use crate::ids::UnitId;
use crate::movement::disarray;
use crate::table::Table;

/// Turns a unit to its disrupted side and says whether that is new (10.3). A charge ends with it (7.11.4); a cannon has no such side.
pub fn disrupt_by(table: &mut Table, unit: UnitId, rule: RuleRef, cx: &mut Cx<DawnOfBattle>) -> bool {
    let there = table.field.or(table.waiting).contains(unit);
    if table.guns.contains(unit) || table.units[unit].disrupted || !there {
        return false;
    }
    disarray(table, unit);
    cx.log(rule, || FightEvent::Disrupted { unit }.into());
    true
}

/// A result of combat disrupts a unit: its enemy takes a head (15.11).
pub fn strike(table: &mut Table, unit: UnitId, rule: RuleRef, cx: &mut Cx<DawnOfBattle>) -> bool {
    let disrupted = disrupt_by(table, unit, rule, cx);
    if disrupted {
        table.army_mut(unit.side().opponent()).heads += limits().heads_disrupted;
    }
    disrupted
}

/// Takes a unit off the map for good; its army counts the loss, and panics once the action is complete if that brings it to its panic level.
pub fn eliminate(table: &mut Table, unit: UnitId, cx: &mut Cx<DawnOfBattle>) {
    eliminate_by(table, unit, rule!("12.1"), cx);
}

/// The same by another rule.
pub fn eliminate_by(table: &mut Table, unit: UnitId, rule: RuleRef, cx: &mut Cx<DawnOfBattle>) {
    // A reinforcement may fall before it has entered (7.8).
    if !table.field.or(table.waiting).contains(unit) {
        return;
    }
    let (side, loss) = (unit.side(), table.loss_of(unit));
    if table.units[unit].kind.is_camp() {
        table.army_mut(side).pillaged = true;
    }
    table.lift(unit);
    table.waiting.remove(unit);
    table.dead.insert(unit);
    let army = table.army_mut(side);
    let before = army.losses;
    army.losses += loss;
    let reached = before < army.panic_level && army.losses >= army.panic_level;
    table.army_mut(side.opponent()).heads += limits().heads_eliminated;
    if reached {
        table.panic_due[side.index()] = true;
    }
    cx.log(rule, || FightEvent::Eliminated { unit, loss }.into());
}

/// Takes a unit off the map that is no loss: it loots for the rest of the battle (11.4), perhaps before it has entered (7.8).
pub fn leave(table: &mut Table, unit: UnitId) {
    table.lift(unit);
    table.waiting.remove(unit);
    table.gone.insert(unit);
}
