//! A movement phase: any, all or no units move, singly or in stacks (8.1).
//!
//! Points are not saved and not lent (8.1a): what a piece has spent is forgotten when the phase ends, and each counts its own.

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::map;
use crate::events::Event;
use crate::ids::{Force, HexId, HexSet, UnitId, UnitSet};
use crate::phases::march::March;
use crate::phases::{arrivals, base, landing};
use crate::questions::reach::{allowance, began_supplied};
use crate::questions::{control, stacking};
use crate::table::Table;
use crate::{Frame, Santiago};

/// A force moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Movement {
    force: Force,
    /// The beach that was open to the base when the phase began (10.1a).
    base_to: HexId,
}

/// What is done in a movement phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovementChoice {
    /// A piece is taken up to be moved.
    Take(UnitId),
    /// All pieces of a hex that can still move are taken up together.
    TakeStack(HexId),
    /// A unit that has landed goes back aboard, where its beach is too full.
    BackAboard(UnitId),
    /// The base goes to the other beach (10.1a).
    MoveBase(HexId),
    /// The phase is over.
    End,
}

/// Points spent by a piece that has been told to stay.
pub const STAYS: u8 = 99;

/// Whether a piece on the map has points left (8.1a). Before it moves its supply is not looked at: half its points are points, too.
#[inline]
fn can_march(table: &Table, unit: UnitId) -> bool {
    table.spent[unit] < allowance(table, unit, began_supplied(table, unit).unwrap_or(true))
}

impl Movement {
    /// The movement of a force.
    pub fn of(force: Force) -> Self {
        Self { force, base_to: HexId::NOWHERE }
    }

    /// American movement once all have landed; the base may go to this beach.
    pub fn after_landings(base_to: HexId) -> Self {
        Self { force: Force::Us, base_to }
    }

    /// Who moves.
    pub fn force(&self) -> Force {
        self.force
    }

    /// The pieces of a hex that can still move.
    pub fn stack(&self, table: &Table, hex: HexId) -> UnitSet {
        table.among(self.force.pieces(), hex).iter().filter(|unit| can_march(table, *unit)).collect()
    }

    /// Hexes with two or more pieces that can still move.
    fn stacks(&self, table: &Table) -> HexSet {
        let (mut one, mut more) = (HexSet::NONE, HexSet::NONE);
        for unit in table.map.and(self.force.pieces()).iter().filter(|unit| can_march(table, *unit)) {
            let hex = table.at[unit];
            if one.contains(hex) {
                more.insert(hex);
            }
            one.insert(hex);
        }
        more
    }

    /// The next piece that nobody has thought of yet.
    fn next(&self, table: &Table) -> Option<UnitId> {
        let ours = table.map.and(self.force.pieces()).minus(table.moved);
        ours.iter()
            .find(|unit| can_march(table, *unit))
            .or_else(|| arrivals::arriving(table, self.force).find(|unit| !table.moved.contains(*unit)))
    }

    /// Whether a landed unit has to go back aboard before the phase can end, and which.
    fn surplus(&self, table: &Table) -> Option<UnitId> {
        if self.force != Force::Us {
            return None;
        }
        stacking::too_high(table)?;
        table.landed.iter().find(|unit| landing::check_back_aboard(table, *unit).is_ok())
    }

    fn go_on(self, table: &Table) -> Next<Santiago> {
        let idle = |unit: UnitId| can_march(table, unit);
        let anybody = table.map.and(self.force.pieces()).iter().any(idle)
            || arrivals::arriving(table, self.force).next().is_some()
            || self.surplus(table).is_some()
            || self.base_may_move(table);
        if anybody { Next::ask(self) } else { Next::done(self) }
    }

    fn base_may_move(&self, table: &Table) -> bool {
        self.base_to.exists() && base::check(table, self.base_to, self.base_to).is_ok()
    }
}

impl Step<Santiago> for Movement {
    type Choice = MovementChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        table.moved = UnitSet::NONE;
        table.strained = UnitSet::NONE;
        table.spent.0.fill(0);
        self.go_on(table)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force.seat())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let ask = format!("{} movement. Which unit or stack marches?", self.force.adjective());
        let mut hint =
            String::from("Take a unit or a whole stack; then all hexes that it can reach are shown.");
        if table.bad_weather {
            hint.push_str(" Bad weather: off the roads clear ground costs 2 and jungle 3.");
        }
        if stacking::too_high(table).is_some() {
            hint.push_str(" A beach is too full: move units off it, or send them back aboard.");
        }
        Prompt::new(rule!("8.1"), ask).hint(hint)
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(MovementChoice)) {
        table.map.and(self.force.pieces()).iter().for_each(|unit| each(MovementChoice::Take(unit)));
        if self.force != Force::Us {
            let due = table.due.and(self.force.pieces()).iter();
            due.filter(|unit| arrivals::turn_of(table, *unit).is_some())
                .for_each(|unit| each(MovementChoice::Take(unit)));
        }
        self.stacks(table).iter().for_each(|hex| each(MovementChoice::TakeStack(hex)));
        if self.force == Force::Us {
            if stacking::too_high(table).is_some() {
                table.landed.iter().for_each(|unit| each(MovementChoice::BackAboard(unit)));
            }
            if table.base().exists() {
                map()
                    .beaches
                    .into_iter()
                    .filter(|to| *to != table.base())
                    .for_each(|to| each(MovementChoice::MoveBase(to)));
            }
        }
        each(MovementChoice::End);
    }

    fn check(&self, table: &Table, _: Seat, choice: &MovementChoice) -> Result<(), Refusal> {
        match *choice {
            MovementChoice::Take(unit) => {
                require!(unit.belongs_to(self.force), "2.1c", "it is not this unit's phase");
                let piece = Thing::Piece(u16::from(unit.0));
                if table.map.contains(unit) {
                    let fast = crate::questions::reach::stands_fast(table, unit);
                    require!(!fast, "6.6", "the garrison stands fast until it is released"; blocked piece);
                    require!(can_march(table, unit), "8.1a", "the unit has no movement points left"; blocked piece);
                    return Ok(());
                }
                let turn = arrivals::turn_of(table, unit).filter(|_| table.due.contains(unit));
                require!(turn.is_some(), "8.1", "this unit is not on the map");
                let turn = turn.unwrap_or_default();
                require!(turn <= table.turn || self.force == Force::Es, "3.3", "this column comes on turn {0}";
                    figures i16::from(turn), 0);
                require!(turn <= table.turn, "7.1", "Escario's column comes on turn {0}"; figures i16::from(turn), 0);
                let free = arrivals::entry(table, unit).is_some();
                require!(free || self.force == Force::Es, "R52", "no hex is free for it to come in"; blocked piece);
                require!(free, "R32", "an enemy holds El Cobre, and the column waits"; blocked piece);
                Ok(())
            }
            MovementChoice::TakeStack(hex) => {
                require!(hex.exists(), "8.1", "this is no hex of the map");
                require!(self.stack(table, hex).len() > 1, "8.1", "no two pieces here can still move");
                Ok(())
            }
            MovementChoice::BackAboard(unit) => {
                require!(self.force == Force::Us, "8.2", "only Americans go back aboard");
                landing::check_back_aboard(table, unit)
            }
            MovementChoice::MoveBase(to) => {
                require!(self.force == Force::Us, "10.1a", "the base moves in American movement");
                base::check(table, self.base_to, to)
            }
            MovementChoice::End => {
                let full = if self.force == Force::Us { stacking::too_high(table) } else { None };
                let space = Thing::Space(full.unwrap_or_default().0);
                require!(full.is_none(), "R30", "more units stand on the beach than may stay there"; blocked space);
                Ok(())
            }
        }
    }

    fn legal(&self, table: &Table, _: Seat, each: &mut impl FnMut(MovementChoice)) {
        let ours = table.map.and(self.force.pieces());
        ours.iter().filter(|unit| can_march(table, *unit)).for_each(|unit| each(MovementChoice::Take(unit)));
        arrivals::arriving(table, self.force).for_each(|unit| each(MovementChoice::Take(unit)));
        self.stacks(table).iter().for_each(|hex| each(MovementChoice::TakeStack(hex)));
        let full = self.force == Force::Us && stacking::too_high(table).is_some();
        if full {
            let landed = table.landed.iter().filter(|unit| landing::check_back_aboard(table, *unit).is_ok());
            landed.for_each(|unit| each(MovementChoice::BackAboard(unit)));
        }
        if self.base_may_move(table) {
            each(MovementChoice::MoveBase(self.base_to));
        }
        if !full {
            each(MovementChoice::End);
        }
    }

    fn canonical(&self, table: &Table, seat: Seat, choice: &MovementChoice) -> bool {
        let mut among = false;
        self.canonical_candidates(table, seat, &mut |candidate| among |= candidate == *choice);
        among
    }

    fn canonical_candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(MovementChoice)) {
        if self.base_may_move(table) {
            each(MovementChoice::MoveBase(self.base_to));
        }
        if let Some(unit) = self.next(table) {
            each(MovementChoice::Take(unit));
        } else if let Some(unit) = self.surplus(table) {
            each(MovementChoice::BackAboard(unit));
        } else {
            each(MovementChoice::End);
        }
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: MovementChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        match choice {
            MovementChoice::Take(unit) => Next::call(self, March::of(UnitSet::one(unit))),
            MovementChoice::TakeStack(hex) => {
                let stack = self.stack(table, hex);
                Next::call(self, March::of(stack))
            }
            MovementChoice::BackAboard(unit) => {
                landing::back_aboard(table, unit, cx);
                self.go_on(table)
            }
            MovementChoice::MoveBase(to) => {
                table.set_base(to);
                table.based = table.turn;
                self.base_to = HexId::NOWHERE;
                cx.log(rule!("10.1a"), || Event::Base { hex: to });
                self.go_on(table)
            }
            MovementChoice::End => Next::done(self),
        }
    }

    fn resume(self, _: Frame, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        self.go_on(table)
    }
}

/// Pieces go into a hex on their way: enemy leaders (5.2c) and a balloon (6.1a) without company are lost there, control changes (4.1).
pub fn pass(table: &mut Table, pieces: UnitSet, hex: HexId, cx: &mut Cx<Santiago>) {
    if let Some(unit) = pieces.iter().find(|unit| !unit.is_leader()) {
        control::enter(table, unit, hex, cx);
    }
}
