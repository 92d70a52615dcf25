//! Landings come before all other American moves (8.2): American movement begins with them.

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::Santiago;
use crate::data::{Comes, card, map, tables};
use crate::events::Event;
use crate::ids::{Force, HexId, UnitId, UnitSet};
use crate::phases::base;
use crate::phases::movement::{Movement, STAYS};
use crate::questions::control;
use crate::questions::reach::is_barred;
use crate::questions::stacking;
use crate::table::Table;

/// American units go ashore.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Landing {
    /// The beach that is open to the base when American movement begins (10.1a).
    base_to: HexId,
}

/// Who lands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LandingChoice {
    /// A piece to a beach.
    Land {
        /// The piece.
        unit: UnitId,
        /// The beach.
        at: HexId,
    },
    /// Nobody else today.
    Done,
}

/// The pieces that are still aboard (3.4).
pub fn afloat(table: &Table) -> UnitSet {
    table.due.and(Force::Us.pieces())
}

/// The steps that a piece counts for in a day's landings; a leader lands free (3.4c).
fn steps(table: &Table, unit: UnitId) -> u8 {
    if unit.is_leader() { 0 } else { table.steps[unit] }
}

/// Whether a piece may land on a beach now.
fn check(table: &Table, unit: UnitId, at: HexId) -> Result<(), Refusal> {
    let [daiquiri, siboney] = map().beaches;
    let limits = &tables().landing;
    let space = Thing::Space(at.0);
    require!(unit.exists() && afloat(table).contains(unit), "3.4", "this piece is not aboard");
    require!(at == daiquiri || at == siboney, "8.2", "troops land at Daiquirí or Siboney");
    if card(unit).comes == Comes::First {
        // What is left of the first list lands later as the second does (R28).
        let anywhere = table.turn > limits.first_list_until;
        require!(at == daiquiri || anywhere, "3.4a", "the first list lands at Daiquirí"; blocked space);
    } else {
        let first = i16::from(limits.second_list);
        require!(table.turn >= limits.second_list, "3.4b", "the second list lands from turn {0} on"; figures first, 0);
    }
    require!(at == daiquiri || table.held.contains(siboney), "8.2c", "Siboney is not American"; blocked space);
    let barred = is_barred(table, Force::Us, unit.is_leader(), at);
    require!(!barred, "8.2b", "the enemy holds the beach"; blocked space);
    require!(stacking::unmixed(table, Force::Us, at), "5.1d", "Cubans stand on the beach"; blocked space);
    let total = table.ashore + steps(table, unit);
    require!(total <= limits.steps, "3.4c", "{0} steps land in a turn, and {1} have";
        figures i16::from(limits.steps), i16::from(table.ashore));
    Ok(())
}

impl Landing {
    /// Whether anybody could land.
    fn possible(table: &Table) -> bool {
        afloat(table).iter().any(|unit| map().beaches.iter().any(|at| check(table, unit, *at).is_ok()))
    }

    fn go_on(self, table: &Table) -> Next<Santiago> {
        if Self::possible(table) { Next::ask(self) } else { self.end() }
    }

    /// All others move.
    fn end(self) -> Next<Santiago> {
        Next::Become(Movement::after_landings(self.base_to).into())
    }

    /// The first unit in the order of the list that can land.
    fn next(table: &Table) -> Option<UnitId> {
        let mut aboard = afloat(table).iter();
        aboard.find(|unit| map().beaches.iter().any(|at| check(table, *unit, *at).is_ok()))
    }
}

impl Step<Santiago> for Landing {
    type Choice = LandingChoice;

    fn enter(mut self, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        self.base_to = base::destination(table);
        self.go_on(table)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(Force::Us.seat())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let left = tables().landing.steps.saturating_sub(table.ashore);
        Prompt::new(rule!("8.2"), "American landings. Who goes ashore, and where?").hint(format!(
            "{left} of {} steps left today. Landed units march with half their points.",
            tables().landing.steps
        ))
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(LandingChoice)) {
        for unit in afloat(table).iter() {
            for at in map().beaches {
                each(LandingChoice::Land { unit, at });
            }
        }
        each(LandingChoice::Done);
    }

    fn check(&self, table: &Table, _: Seat, choice: &LandingChoice) -> Result<(), Refusal> {
        match *choice {
            LandingChoice::Land { unit, at } => check(table, unit, at),
            LandingChoice::Done => Ok(()),
        }
    }

    fn canonical(&self, table: &Table, _: Seat, choice: &LandingChoice) -> bool {
        match choice {
            LandingChoice::Land { unit, .. } => Self::next(table) == Some(*unit),
            LandingChoice::Done => true,
        }
    }

    fn canonical_candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(LandingChoice)) {
        if let Some(unit) = Self::next(table) {
            map().beaches.into_iter().for_each(|at| each(LandingChoice::Land { unit, at }));
        }
        each(LandingChoice::Done);
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: LandingChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        let LandingChoice::Land { unit, at } = choice else { return self.end() };
        table.ashore += steps(table, unit);
        control::enter(table, unit, at, cx);
        table.put(unit, at);
        table.landed.insert(unit);
        table.arrived[unit] = table.turn;
        cx.log(rule!("8.2"), || Event::Landed { unit, hex: at });
        if !table.base().exists() && !unit.is_leader() {
            let hex = base::comes_ashore(table, at);
            table.set_base(hex);
            table.based = table.turn;
            cx.log(rule!("10.1"), || Event::Base { hex });
        }
        self.go_on(table)
    }
}

/// Whether a unit may go back aboard: it landed today, has not moved, and its beach is too full (R30).
pub fn check_back_aboard(table: &Table, unit: UnitId) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(unit.0));
    let landed = unit.belongs_to(Force::Us) && table.landed.contains(unit) && table.map.contains(unit);
    let still = landed && matches!(table.spent[unit], 0 | STAYS);
    require!(still, "8.2", "only a unit that landed today and has not moved goes back aboard");
    let full = stacking::height(table, table.at[unit]) > tables().stacking;
    require!(full && !unit.is_leader(), "R30", "there is room for it ashore"; blocked piece);
    Ok(())
}

/// Puts a unit back aboard.
pub fn back_aboard(table: &mut Table, unit: UnitId, cx: &mut Cx<Santiago>) {
    table.ashore -= steps(table, unit);
    table.lift(unit);
    table.landed.remove(unit);
    table.moved.remove(unit);
    table.arrived[unit] = 0;
    table.due.insert(unit);
    cx.log(rule!("R30"), || Event::Aboard { unit });
}
