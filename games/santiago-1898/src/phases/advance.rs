//! Attackers go into the hex that was emptied (9.5); defenders do not (9.5b).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::map;
use crate::events::Event;
use crate::ids::{Force, HexId, UnitId, UnitSet};
use crate::questions::{control, stacking};
use crate::table::Table;
use crate::{Santiago, victory};

/// Attackers advance, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Advance {
    force: Force,
    to: HexId,
    /// Those who took part and are not disorganised (9.5a).
    left: UnitSet,
    /// Leaders of hexes from which units have advanced and where others stay: they may go along (R50).
    followers: UnitSet,
}

/// Who advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdvanceChoice {
    /// A unit, or a leader after one.
    Advance(UnitId),
    /// Nobody else.
    NoMore,
}

impl Advance {
    /// The advance of these units into a hex.
    pub fn into(force: Force, to: HexId, units: UnitSet) -> Self {
        Self { force, to, left: units, followers: UnitSet::NONE }
    }

    /// The hex.
    pub fn to(&self) -> HexId {
        self.to
    }

    /// Those who could still go.
    pub fn left(&self) -> UnitSet {
        self.left
    }

    fn go_on(self, table: &Table) -> Next<Santiago> {
        let room = stacking::has_room_for(table, self.force, 1, self.to);
        if (room && !self.left.is_empty()) || !self.followers.is_empty() {
            Next::ask(self)
        } else {
            Next::done(self)
        }
    }
}

impl Step<Santiago> for Advance {
    type Choice = AdvanceChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        self.go_on(table)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force.seat())
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("9.5"), format!("{} is empty. Who advances?", map().place(self.to)))
            .hint("Any of those who attacked, free of cost, within the stacking limit.")
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(AdvanceChoice)) {
        self.left.iter().for_each(|unit| each(AdvanceChoice::Advance(unit)));
        self.followers.iter().for_each(|leader| each(AdvanceChoice::Advance(leader)));
        each(AdvanceChoice::NoMore);
    }

    fn check(&self, table: &Table, _: Seat, choice: &AdvanceChoice) -> Result<(), Refusal> {
        let AdvanceChoice::Advance(unit) = *choice else { return Ok(()) };
        require!(unit.belongs_to(self.force), "9.5b", "only attackers advance");
        let piece = Thing::Piece(u16::from(unit.0));
        if unit.is_leader() {
            require!(self.followers.contains(unit), "R50", "a leader goes along with units of his hex"; blocked piece);
            return Ok(());
        }
        require!(!table.dis.contains(unit), "9.1f", "a disorganised unit does not advance"; blocked piece);
        require!(self.left.contains(unit), "9.5a", "only units that attacked advance"; blocked piece);
        stacking::check_room(table, self.force, 1, self.to)
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: AdvanceChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        let AdvanceChoice::Advance(unit) = choice else { return Next::done(self) };
        let (from, to, force) = (table.at[unit], self.to, self.force);
        cx.log(rule!("9.5"), || Event::Advanced { unit, from, to });
        control::enter(table, unit, to, cx);
        table.put(unit, to);
        self.left.remove(unit);
        self.followers.remove(unit);
        if !unit.is_leader() {
            let leaders = table.leaders_in(force, from);
            if table.units_in(force, from).is_empty() {
                // He goes along with the last of his hex (5.2e).
                leaders.iter().for_each(|leader| table.put(leader, to));
                self.followers = self.followers.minus(leaders);
            } else {
                self.followers = self.followers.or(leaders);
            }
            if victory::base_is_taken(table, force, UnitSet::one(unit), to) {
                return victory::base_falls(table, cx);
            }
        }
        self.go_on(table)
    }
}
