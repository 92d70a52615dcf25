//! Dismounting before the battle, side A first (15.10).
//!
//! Light cavalry fights as mixed missiles (D1), heavy cavalry as medium infantry (D2), knights as heavy infantry (D3), mounted archers as
//! light archers (D4), cataphracts of either size as heavy archers (D5) or as medium infantry (D6).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use super::{MusterEvent, Preparation};
use crate::data::Kind;
use crate::ids::{SIDES, UnitId, UnitSet};
use crate::table::Table;
use crate::{DawnOfBattle, Event};

/// The rows of the table: cavalry, and as what it fights on foot.
const ON_FOOT: [(Kind, Kind); 8] = [
    (Kind::Lc, Kind::Mm),
    (Kind::Hc, Kind::Mi),
    (Kind::Kt, Kind::Hi),
    (Kind::Ma, Kind::La),
    (Kind::Ct, Kind::Ha),
    (Kind::Ct, Kind::Mi),
    (Kind::Ht, Kind::Ha),
    (Kind::Ht, Kind::Mi),
];

/// One side after the other decides who fights on foot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Dismounting {
    /// Sides that are done.
    done: u8,
}

/// Who dismounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DismountingChoice {
    /// A unit fights on foot.
    Dismount {
        /// The unit.
        unit: UnitId,
        /// As what.
        into: Kind,
    },
    /// The others stay in the saddle.
    Ready,
}

impl Dismounting {
    /// Who decides now: side A, then side B.
    fn side(self, table: &Table) -> Seat {
        let side_b = table.scenario.side_b;
        if self.done == 0 { side_b.opponent() } else { side_b }
    }

    fn go_on(self, table: &mut Table) -> Next<DawnOfBattle> {
        if usize::from(self.done) < SIDES.len() {
            return Next::ask(self);
        }
        Preparation::Dismounting.finish(table);
        Next::done(self)
    }
}

/// Units of a side that are in the battle or will come.
fn army(table: &Table, side: Seat) -> UnitSet {
    table.field.or(table.waiting).and(UnitSet::of(side))
}

impl Step<DawnOfBattle> for Dismounting {
    type Choice = DismountingChoice;

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(self.side(table))
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("15.10"), "Which of your cavalry fights on foot?")
            .hint("What dismounts stays on foot for the whole battle.")
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(DismountingChoice)) {
        for unit in army(table, seat).iter() {
            for (_, into) in ON_FOOT.iter().filter(|(kind, _)| *kind == table.units[unit].kind) {
                each(DismountingChoice::Dismount { unit, into: *into });
            }
        }
        each(DismountingChoice::Ready);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &DismountingChoice) -> Result<(), Refusal> {
        let DismountingChoice::Dismount { unit, into } = *choice else { return Ok(()) };
        let own = unit.exists() && army(table, seat).contains(unit);
        require!(own, "15.10", "only units of your own army dismount");
        let kind = table.units[unit].kind;
        let piece = Thing::Piece(u16::from(unit.0));
        require!(kind.is_cavalry(), "15.10", "only cavalry dismounts"; blocked piece);
        require!(ON_FOOT.contains(&(kind, into)), "15.10", "the table has no such exchange"; blocked piece);
        Ok(())
    }

    fn canonical(&self, _: &Table, _: Seat, choice: &DismountingChoice) -> bool {
        *choice == DismountingChoice::Ready
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: DismountingChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            DismountingChoice::Dismount { unit, into } => {
                table.units[unit].kind = into;
                cx.log(rule!("15.10"), || Event::Muster(MusterEvent::Dismounted { unit, into }));
            }
            DismountingChoice::Ready => {
                debug_assert_eq!(seat, self.side(table));
                self.done += 1;
            }
        }
        self.go_on(table)
    }
}
