//! Moves.
//!
//! An action moves two units (9.0a), one more for each Logistics (15.6). Each move is an event of its own (9.0b), so that a navy that
//! arrives opens the way to the army behind it; the same unit may move again (R6). Distance does not matter (9.0c).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::StruggleOfEmpires;
use crate::data::limits;
use crate::ids::{Kind, PLACES, Place, Space, Tile, places};
use crate::odds::landfall;
use crate::phases::voyage;
use crate::questions::entry;
use crate::table::Table;

/// The further moves of a Move action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Marching {
    seat: Seat,
    left: u8,
}

/// A move, or an end of moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarchingChoice {
    /// A unit goes from one space to another.
    Move(March),
    /// No more moves.
    Stop,
}

/// A unit, where it is and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct March {
    /// What.
    pub unit: Kind,
    /// From where.
    pub from: Space,
    /// Where to.
    pub to: Space,
}

/// How many units a Move action moves (9.0a, 15.6).
pub fn allowance(table: &Table, seat: Seat) -> u8 {
    limits().moves + table.empires[seat].tiles[Tile::Logistics]
}

/// Whether a move is allowed.
pub fn check(table: &Table, seat: Seat, march: March) -> Result<[Place; 2], Refusal> {
    let March { unit, from, to } = march;
    let empire = &table.empires[seat];
    let there = from.place(empire.power).filter(|place| empire.units(unit)[*place] > 0);
    let Some(start) = there else {
        return Err(Refusal::new(rule!("9.0a"), "you have no such unit there"));
    };
    require!(entry::may_leave(unit, start), "9.6a", "a fort in an area stays where it is");
    let goal = entry::check(table, seat, unit, to)?;
    require!(start != goal, "9.0c", "the unit is already there");
    Ok([start, goal])
}

/// Every legal move of a power.
#[inline]
pub fn each(table: &Table, seat: Seat, mut each: impl FnMut(March)) {
    let empire = &table.empires[seat];
    let power = empire.power;
    let mut all = |unit: Kind, starts: u16, goals: u16| {
        for start in places(starts) {
            let from = start.space(power);
            for goal in places(goals & !start.bit()) {
                each(March { unit, from, to: goal.space(power) });
            }
        }
    };
    let ashore = entry::open_to(table, seat, Kind::Army);
    all(Kind::Army, empire.armies.bits(), ashore);
    all(Kind::Navy, empire.navies.bits(), entry::open_to(table, seat, Kind::Navy));
    all(Kind::Fort, empire.forts.bits() & Place::HOME.bit(), ashore);
}

/// Moves worth a look: every unit to every space, other homes left out but for one.
pub fn candidates(table: &Table, seat: Seat, mut each: impl FnMut(March)) {
    let empire = &table.empires[seat];
    let power = empire.power;
    let stranger = Space::ALL[crate::ids::AREAS + (power.index() + 1) % crate::ids::POWERS];
    for unit in Kind::ALL {
        for start in places(empire.units(*unit).bits()) {
            let from = start.space(power);
            for goal in (0..PLACES as u8).map(Place).filter(|goal| *goal != start) {
                each(March { unit: *unit, from, to: goal.space(power) });
            }
            each(March { unit: *unit, from, to: stranger });
        }
    }
}

/// Carries a move out.
pub fn go(table: &mut Table, seat: Seat, march: March, cx: &mut Cx<StruggleOfEmpires>) {
    let power = table.power(seat);
    let way = [march.from, march.to].map(|space| space.place(power).expect("`check` knows both places"));
    voyage::send(table, seat, march.unit, way, cx);
}

impl Marching {
    /// So many moves are left.
    pub fn new(seat: Seat, left: u8) -> Self {
        Self { seat, left }
    }
}

impl Step<StruggleOfEmpires> for Marching {
    type Choice = MarchingChoice;

    fn enter(self, _: &mut Table, _: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        if self.left == 0 { Next::done(self) } else { Next::ask(self) }
    }

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.seat)
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let ask = match self.left {
            1 => "One more unit may move: which, and where to?".to_owned(),
            left => format!("{left} more units may move: which, and where to?"),
        };
        let [_, back, lost] = landfall(table, seat).map(|share| (36.0 * share).round());
        let risk = format!("Crossing the ocean is a risk: {lost} of 36 are lost, {back} of 36 turn back.");
        Prompt::new(rule!("9.0a"), ask).hint(risk)
    }

    #[inline]
    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MarchingChoice)) {
        candidates(table, seat, |march| each(MarchingChoice::Move(march)));
        each(MarchingChoice::Stop);
    }

    #[inline]
    fn check(&self, table: &Table, seat: Seat, choice: &MarchingChoice) -> Result<(), Refusal> {
        match choice {
            MarchingChoice::Move(march) => check(table, seat, *march).map(|_| ()),
            MarchingChoice::Stop => Ok(()),
        }
    }

    #[inline]
    fn legal(&self, table: &Table, seat: Seat, out: &mut impl FnMut(MarchingChoice)) {
        each(table, seat, |march| out(MarchingChoice::Move(march)));
        out(MarchingChoice::Stop);
    }

    #[inline]
    fn canonical_candidates(&self, table: &Table, seat: Seat, out: &mut impl FnMut(MarchingChoice)) {
        self.legal(table, seat, out);
    }

    #[inline]
    fn canonical_legal(&self, table: &Table, seat: Seat, out: &mut impl FnMut(MarchingChoice)) {
        self.legal(table, seat, out);
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: MarchingChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let MarchingChoice::Move(march) = choice else { return Next::done(self) };
        go(table, seat, march, cx);
        self.left -= 1;
        if self.left == 0 { Next::done(self) } else { Next::ask(self) }
    }
}
