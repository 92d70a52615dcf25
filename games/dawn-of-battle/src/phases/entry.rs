//! Reinforcements (7.8): a column that enters by its edge hexes for one action point.

use sandtable_engine::{
    Audience, Cx, Hidden, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule,
};
use serde::{Deserialize, Serialize};

use crate::events::Event;
use crate::hand::Window;
use crate::ids::{HexId, LeaderId, PostId, UnitId, UnitSet};
use crate::phases::march::{March, Why};
use crate::questions::reach::{Passing, passes, points};
use crate::scenario::Station;
use crate::table::{Fate, Post, Table};
use crate::{DawnOfBattle, Frame};

/// A column that enters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Entry {
    side: Seat,
    /// Those who have come in.
    entered: UnitSet,
    /// Whether all are in who come now, and it is asked with whom their leaders are.
    closed: bool,
}

/// Who comes in next, and who brings the leaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryChoice {
    /// This unit.
    Take(UnitId),
    /// Nobody else for now.
    Done,
    /// The leaders are with this one of those who came in.
    Lead(UnitId),
}

/// The turn from which a reinforcement enters, and its edge hex.
fn entry(table: &Table, unit: UnitId) -> Option<(u8, HexId)> {
    let line = table.scenario.armies[unit.side().index()].units.get(unit.place())?;
    match line.station {
        Station::Enters(turn, hex) => Some((turn, hex)),
        _ => None,
    }
}

/// Whether a unit is a reinforcement that enters by an edge hex, or has entered by it.
pub fn enters_by(table: &Table, unit: UnitId, hex: HexId) -> bool {
    entry(table, unit).is_some_and(|(_, at)| at == hex)
}

/// The edge hex by which a unit enters, once its turn has come.
pub fn entry_hex(table: &Table, unit: UnitId) -> Option<HexId> {
    let (turn, hex) = entry(table, unit)?;
    (turn <= table.turn && table.waiting.contains(unit)).then_some(hex)
}

/// The units of a side that may enter now.
pub fn column(table: &Table, side: Seat) -> UnitSet {
    let waiting = table.waiting.and(UnitSet::of(side));
    waiting.iter().filter(|unit| entry_hex(table, *unit).is_some()).collect()
}

/// Units that wait outside an entry hex which an enemy blocks, with that hex: each may attack it (7.8).
pub fn stormers(table: &Table, side: Seat) -> impl Iterator<Item = (UnitId, HexId)> + use<'_> {
    column(table, side)
        .iter()
        .filter_map(|unit| Some((unit, entry_hex(table, unit)?)))
        .filter(move |(_, hex)| table.foe_at(side, *hex).is_some())
}

/// Whether a leader comes with the column that may enter now.
pub fn is_due(table: &Table, leader: LeaderId) -> bool {
    matches!(table.leaders[leader].fate, Fate::Due(turn) if turn <= table.turn)
}

/// Lays the counter of a leader of the column on the map.
pub fn lay_counter(table: &mut Table, who: Hidden<LeaderId>, hex: HexId) {
    let free = PostId::all_of(who.truth().side()).find(|post| !table.posts[*post].hex.exists());
    let post = free.expect("there is a counter for every leader");
    table.posts[post] = Post::at(hex, who);
}

/// Whether a column can enter.
pub fn may_enter(table: &Table, side: Seat) -> Result<(), Refusal> {
    let column = column(table, side);
    require!(!column.is_empty(), "7.8", "no reinforcements wait to enter");
    let entry = Entry::of(side);
    let mut refusal = None;
    for unit in column.iter() {
        match entry.may_take(table, unit) {
            Ok(()) => return Ok(()),
            Err(reason) => refusal = Some(reason),
        }
    }
    refusal.map_or(Ok(()), Err)
}

impl Entry {
    /// The column of a side.
    pub const fn of(side: Seat) -> Self {
        Self { side, entered: UnitSet::NONE, closed: false }
    }

    /// Whose column it is.
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// Points that a unit has spent before it stands on its entry hex: one for each that came before it (7.8), one for a friend who has to
    /// be passed there (7.9.2).
    fn spent(&self, table: &Table, unit: UnitId, hex: HexId) -> u8 {
        let before = self.entered.iter().filter(|other| enters_by(table, *other, hex));
        let mut spent = before.count() as u8;
        if let Some(friend) = table.unit_at(hex) {
            let size = table.units[unit].kind.card().size;
            spent += u8::from(passes(table, size, friend) == Passing::Dearer);
        }
        spent
    }

    fn may_take(&self, table: &Table, unit: UnitId) -> Result<(), Refusal> {
        let own = unit.exists() && unit.side() == self.side;
        let Some(hex) = own.then(|| entry_hex(table, unit)).flatten() else {
            return Err(Refusal::new(rule!("7.8"), "it does not wait to enter"));
        };
        if let Some(enemy) = table.foe_at(self.side, hex) {
            return Err(Refusal::new(rule!("7.8"), "an enemy blocks its entry hex")
                .blocked_by(Thing::Piece(u16::from(enemy.0))));
        }
        let heard = table.effects.cap.is_none_or(|cap| self.entered.len() < u32::from(cap));
        require!(heard, "E32", "as many have entered as have heard the order");
        let march = self.march(table, unit, hex);
        let mut any = false;
        march.legal(table, self.side, &mut |_| any = true);
        require!(any, "7.8", "its movement does not take it onto the map");
        Ok(())
    }

    fn march(&self, table: &Table, unit: UnitId, at: HexId) -> March {
        March::new(unit, Why::Enter { at, spent: self.spent(table, unit, at) })
    }

    /// Leaders come with any one of the units that entered (7.8).
    fn bring_leaders(&self, table: &mut Table, unit: UnitId, cx: &mut Cx<DawnOfBattle>) {
        let side = self.side;
        let hex = table.units[unit].hex;
        for leader in LeaderId::all_of(side) {
            if !is_due(table, leader) {
                continue;
            }
            table.leaders[leader].fate = Fate::Ready;
            lay_counter(table, Hidden::known_to(leader, Audience::one(side)), hex);
            cx.log(rule!("7.8"), || Event::Returns { leader });
        }
    }
}

impl Step<DawnOfBattle> for Entry {
    type Choice = EntryChoice;

    /// They enter as one formation, and events may be played on it (14.2).
    fn enter(self, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let window = Window::activation(self.side, true, true, column(table, self.side));
        Next::call(self, window)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side)
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        if self.closed {
            return Prompt::new(rule!("7.8"), "With which of these units are your leaders?");
        }
        Prompt::new(rule!("7.8"), "Which unit enters?")
            .hint("Each unit after the first through the same hex has a point less; points may be doubled away from the enemy.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(EntryChoice)) {
        if self.closed {
            return self.entered.iter().map(EntryChoice::Lead).for_each(each);
        }
        table.waiting.and(UnitSet::of(self.side)).iter().for_each(|unit| each(EntryChoice::Take(unit)));
        each(EntryChoice::Done);
    }

    fn check(&self, table: &Table, _: Seat, choice: &EntryChoice) -> Result<(), Refusal> {
        match *choice {
            EntryChoice::Lead(unit) => {
                let came_in = unit.exists() && self.entered.contains(unit);
                require!(
                    self.closed && came_in,
                    "7.8",
                    "leaders are with one of the units that have come in"
                );
                Ok(())
            }
            _ if self.closed => Err(Refusal::new(rule!("7.8"), "say with whom the leaders are")),
            EntryChoice::Take(unit) => self.may_take(table, unit),
            EntryChoice::Done => Ok(()),
        }
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: EntryChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            EntryChoice::Take(unit) => {
                let hex = entry_hex(table, unit).expect("check asks for a unit that may enter");
                let march = self.march(table, unit, hex);
                Next::call(self, march)
            }
            EntryChoice::Done => {
                let led = LeaderId::all_of(self.side).any(|leader| is_due(table, leader));
                if !led || self.entered.is_empty() {
                    return Next::done(self);
                }
                self.closed = true;
                Next::ask(self)
            }
            EntryChoice::Lead(unit) => {
                self.bring_leaders(table, unit, cx);
                Next::done(self)
            }
        }
    }

    fn resume(mut self, child: Frame, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if let Frame::March(march) = child {
            let unit = march.unit();
            if table.field.contains(unit) {
                self.entered.insert(unit);
            }
            debug_assert!(points(table, unit) > 0, "who cannot move cannot enter");
        }
        Next::ask(self)
    }
}
