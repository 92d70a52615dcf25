//! Elephants out of hand (15.8, 15.8.3).
//!
//! A symbol of elephants that is turned over in the action cycle halts the action: every elephant on the field makes a morale check that nothing can change (R45). One
//! that fails draws a die: up to three nothing (X1), a four and it balks (X2), a five and it takes fright (X3), a six and it runs (X4).

use sandtable_engine::{Cx, Never, Next, Seat, Step, rule};
use sandtable_maps::Side as Hexside;
use serde::Serialize;

use crate::casualties::Casualty;
use crate::chances::passes;
use crate::data::{Kind, limits};
use crate::draw::die_result;
use crate::field::Numbering;
use crate::fight_events::FightEvent;
use crate::ids::{Facing, HexId, HexSet, UnitId, UnitSet};
use crate::losses;
use crate::melee::Melee;
use crate::table::{Marker, Phase, Table};
use crate::{DawnOfBattle, Frame};

/// All elephants are checked, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Stampede {
    left: UnitSet,
}

/// What the control table does to an elephant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// X1: nothing.
    Calm,
    /// X2: Active!, or Done! if it was Active!.
    Balks,
    /// X3: Done!, or disrupted if it was Done!.
    Frightened,
    /// X4: into a hex beside it.
    Runs,
}

/// The control table (15.8.3).
pub fn control(die: u8) -> Control {
    let limits = limits();
    match die {
        die if die <= limits.elephant_calm => Control::Calm,
        die if die == limits.elephant_balks => Control::Balks,
        die if die == limits.elephant_fright => Control::Frightened,
        _ => Control::Runs,
    }
}

/// The marker of an elephant after the control table, and whether it is disrupted: a Done! elephant that balks stays as it is (R45).
pub const fn marked(effect: Control, marker: Marker) -> (Marker, bool) {
    match (effect, marker) {
        (Control::Balks, Marker::None) => (Marker::Active, false),
        (Control::Balks, _) | (Control::Frightened, Marker::None | Marker::Active | Marker::Charge) => {
            (Marker::Done, false)
        }
        (Control::Frightened, Marker::Done) => (Marker::Done, true),
        _ => (marker, false),
    }
}

/// The facing with a side among its front hexes that is the least turn from another.
pub fn towards(facing: Facing, side: Hexside) -> Facing {
    let fits = |facing: &Facing| facing.front::<Numbering>().contains(&side);
    let turns = [0, 1, -1, 2, -2, 3].map(|by| facing.turn(by));
    turns.into_iter().find(fits).unwrap_or(facing)
}

impl Stampede {
    /// The check that a symbol calls for, if there are elephants and none are being checked already.
    pub fn alarm(table: &mut Table) -> Option<Self> {
        if table.phase != Phase::Actions || table.effects.stampede || !table.scenario.options.wild_elephants {
            return None;
        }
        let left: UnitSet = table.field.iter().filter(|unit| table.units[*unit].kind == Kind::El).collect();
        if left.is_empty() {
            return None;
        }
        table.effects.stampede = true;
        Some(Self { left })
    }

    /// The next elephant: those of the holder of the initiative first.
    fn next(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        loop {
            self.left = self.left.and(table.field);
            let own = self.left.and(UnitSet::of(table.initiative));
            let Some(unit) = own.first().or(self.left.first()) else {
                table.effects.stampede = false;
                return Next::done(self);
            };
            self.left.remove(unit);
            if let Some(next) = self.test(unit, table, cx) {
                return next;
            }
        }
    }

    /// Checks one elephant; says where play goes if something has to be settled.
    fn test(self, unit: UnitId, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Option<Next<DawnOfBattle>> {
        let side = unit.side();
        let check = die_result(table, side, rule!("15.8.3"), cx).face;
        if passes(check, 0, table.morale(side) as i8) {
            cx.log(rule!("15.8.3"), || FightEvent::ElephantHeld { unit, die: check }.into());
            return None;
        }
        let die = die_result(table, side, rule!("15.8.3"), cx).face;
        let effect = control(die);
        cx.log(rule!("15.8.3"), || FightEvent::ElephantWild { unit, die, effect }.into());
        if effect == Control::Runs {
            return self.run(unit, side, table, cx);
        }
        let (marker, disrupted) = marked(effect, table.units[unit].marker);
        table.units[unit].marker = marker;
        let hex = table.units[unit].hex;
        if disrupted && losses::disrupt_by(table, unit, rule!("15.8.3"), cx) && table.has_post(side, hex) {
            return Some(Next::call(self, Casualty::struck(side, hex)));
        }
        None
    }

    /// It turns to a neighbouring hex by lot and goes in, or fights whoever is there. Off the field and into closed ground it does not go (R74).
    fn run(
        self,
        unit: UnitId,
        side: Seat,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Option<Next<DawnOfBattle>> {
        let die = die_result(table, side, rule!("15.8.3"), cx).face;
        let hexside = Hexside::ALL[usize::from(die - 1)];
        let from = table.units[unit].hex;
        let to = table.map().step(from, hexside);
        table.units[unit].facing = towards(table.units[unit].facing, hexside);
        if !to.exists() || table.land.cost(to).is_none() {
            return None;
        }
        cx.log(rule!("15.8.3"), || FightEvent::ElephantRuns { unit, die, to }.into());
        if table.unit_at(to).is_some() {
            return Some(Next::call(self, Melee::rampage(table, unit, to)));
        }
        go_in(table, unit, to);
        if table.has_post(side.opponent(), to) {
            return Some(Next::call(self, Casualty::overrun(HexSet::one(to), side)));
        }
        None
    }
}

/// Moves a unit and the leaders with it (6.3).
pub fn go_in(table: &mut Table, unit: UnitId, to: HexId) {
    let from = table.units[unit].hex;
    if from.exists() {
        crate::movement::carry(table, unit.side(), from, to);
    }
    // Going into a hex after a fight changes no marker.
    let marker = table.units[unit].marker;
    table.put(unit, to);
    table.units[unit].marker = marker;
    table.stirred.insert(unit);
}

impl Step<DawnOfBattle> for Stampede {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.next(table, cx)
    }

    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.next(table, cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r15_8_3_the_control_table() {
        use Control::{Balks, Calm, Frightened, Runs};
        let effects = [1, 2, 3, 4, 5, 6].map(control);
        assert_eq!(effects, [Calm, Calm, Calm, Balks, Frightened, Runs]);
    }

    #[test]
    fn r15_8_3_markers_go_from_active_to_done_to_disrupted() {
        let cases = [
            (Control::Balks, Marker::None, (Marker::Active, false)),
            (Control::Balks, Marker::Active, (Marker::Done, false)),
            (Control::Balks, Marker::Done, (Marker::Done, false)),
            (Control::Frightened, Marker::None, (Marker::Done, false)),
            (Control::Frightened, Marker::Active, (Marker::Done, false)),
            (Control::Frightened, Marker::Done, (Marker::Done, true)),
        ];
        for (effect, marker, expected) in cases {
            assert_eq!(marked(effect, marker), expected, "{effect:?} with {marker:?}");
        }
    }

    #[test]
    fn it_turns_no_more_than_it_must() {
        for facing in Facing::ALL {
            for side in Hexside::ALL {
                let turned = towards(facing, side);
                assert!(turned.front::<Numbering>().contains(&side));
                if facing.front::<Numbering>().contains(&side) {
                    assert_eq!(turned, facing);
                }
            }
        }
    }
}
