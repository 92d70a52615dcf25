//! Army panic (12.0): disrupted units run, the others are disrupted; then play goes on (12.5), until the next symbol (12.6).
//!
//! Who has no way but off the field or through enemy zones is lost (12.4.1, 12.7). Costs and turns are as ever (R63).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::limits;
use crate::events::Event;
use crate::ids::{HexId, PostId, UnitId, UnitSet};
use crate::losses;
use crate::movement::disarray;
use crate::offers::unit_key;
use crate::phases::march::{March, Why};
use crate::phases::score::Score;
use crate::questions::reach::{Order, Reach, Zones, points};
use crate::table::Table;
use crate::{DawnOfBattle, Frame};

/// An army that panics.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Panic {
    side: Seat,
    /// Units that are still to run.
    left: UnitSet,
    /// Units that were disrupted when somebody ran through them, or before.
    shaken: UnitSet,
    /// Who runs.
    unit: UnitId,
    running: bool,
}

/// Where a unit runs to, among hexes that are equally far (R34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PanicChoice(pub HexId);

/// How far a hex is from the enemy: the nearest first, then all of them (R34).
fn remoteness(table: &Table, side: Seat, hex: HexId) -> (u8, u16) {
    let mut nearest = u8::MAX;
    let mut sum = 0;
    for enemy in table.units_of(side.opponent()).iter() {
        let distance = hex.distance(table.units[enemy].hex);
        nearest = nearest.min(distance);
        sum += u16::from(distance);
    }
    (nearest, sum)
}

/// Calls `each` with the hexes that are as far from the enemy as a unit can get (12.4), without entering an enemy's zone (12.4.1). A unit in a
/// zone must get out of it.
fn refuges(table: &Table, unit: UnitId, each: &mut impl FnMut(HexId)) {
    let side = unit.side();
    let at = table.units[unit].hex;
    let reach = Reach::new(table, Order::of(table, unit).with(points(table, unit), Zones::Shun));
    let pressed = table.in_enemy_zone(side, at);
    let open = || reach.hexes().iter().copied().filter(|hex| !pressed || *hex != at);
    let Some(best) = open().map(|hex| remoteness(table, side, hex)).max() else { return };
    open().filter(|hex| remoteness(table, side, *hex) == best).for_each(each);
}

/// Whether a unit keeps its head: with a leader (12.4.3), and what cannot run: cannon and a camp.
fn stands(table: &Table, unit: UnitId) -> bool {
    table.led(unit.side(), table.units[unit].hex) || table.guns.contains(unit)
}

impl Panic {
    /// An army.
    pub const fn of(side: Seat) -> Self {
        Self { side, left: UnitSet::NONE, shaken: UnitSet::NONE, unit: UnitId(0), running: false }
    }

    /// Who runs now.
    pub const fn unit(&self) -> UnitId {
        self.unit
    }

    fn disrupted(table: &Table, side: Seat) -> UnitSet {
        let units = table.units_of(side).minus(table.guns).iter();
        units.filter(|unit| table.units[*unit].disrupted).collect()
    }

    /// The next unit runs, or is lost where it has no way out (12.4.1, R35); at last all others are disrupted (12.4).
    fn next(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.running = false;
        while let Some(unit) = self.left.first() {
            self.left.remove(unit);
            if !table.field.contains(unit) || points(table, unit) == 0 {
                continue;
            }
            let mut any = false;
            refuges(table, unit, &mut |_| any = true);
            if any {
                self.unit = unit;
                return Next::ask(self);
            }
            cx.log(rule!("12.4.1"), || Event::Routed { unit });
            losses::eliminate(table, unit, cx);
        }
        for unit in table.units_of(self.side).iter() {
            if !table.units[unit].disrupted && !stands(table, unit) {
                disarray(table, unit);
            }
        }
        // Whoever ran off the map was lost to this very panic: it calls for no other (R33).
        table.panic_due[self.side.index()] = false;
        Next::done(self)
    }
}

/// An army panics (12.2).
fn breaks(table: &mut Table, side: Seat, cx: &mut Cx<DawnOfBattle>) {
    table.panic_due[side.index()] = false;
    table.army_mut(side).panicked = true;
    cx.log(rule!("12.2"), || Event::Panics { side });
}

/// Whether an army that panics has lost the battle at once (13.7, R36).
fn sudden_death(table: &Table, side: Seat) -> bool {
    let enemy = table.army(side.opponent());
    enemy.losses + u16::from(limits().sudden_death) <= enemy.panic_level
}

impl Step<DawnOfBattle> for Panic {
    type Choice = PanicChoice;

    fn enter(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let side = self.side;
        breaks(table, side, cx);
        // Also in quick play (R77).
        if sudden_death(table, side) {
            return Next::go(Score::sudden(side.opponent()));
        }
        if table.scenario.options.quick_play {
            // An army that has come to its level in the same action has panicked too, and nobody has the point (13.1).
            if table.panic_due[side.opponent().index()] {
                breaks(table, side.opponent(), cx);
            }
            return Next::go(Score::quick());
        }
        // Who leads whom decides who runs: all counters are turned up.
        for post in PostId::all_of(side) {
            if table.posts[post].hex.exists() {
                table.reveal(post, cx);
            }
        }
        self.shaken = Self::disrupted(table, side);
        self.left = self.shaken.iter().filter(|unit| !stands(table, *unit)).collect();
        self.next(table, cx)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let name = table.name(self.unit);
        Prompt::new(rule!("12.4"), format!("Panic! Where do {name} run?"))
            .hint("These hexes are equally far from the enemy.")
            .about(unit_key(table, self.unit))
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(PanicChoice)) {
        refuges(table, self.unit, &mut |hex| each(PanicChoice(hex)));
    }

    fn check(&self, table: &Table, _: Seat, PanicChoice(hex): &PanicChoice) -> Result<(), Refusal> {
        let mut far = false;
        refuges(table, self.unit, &mut |refuge| far |= refuge == *hex);
        require!(far, "12.4", "it runs as far from the enemy as it can");
        Ok(())
    }

    fn legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(PanicChoice)) {
        self.candidates(table, seat, each);
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(PanicChoice)) {
        self.candidates(table, seat, each);
    }

    fn has_several(&self, table: &Table, _: Seat) -> bool {
        let mut count = 0;
        refuges(table, self.unit, &mut |_| count += 1);
        count > 1
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        PanicChoice(hex): PanicChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        if hex == table.units[self.unit].hex {
            return self.next(table, cx);
        }
        self.running = true;
        let unit = self.unit;
        Next::call(self, March::towards(unit, Why::Panic, hex))
    }

    /// Those who were run down are disrupted and run as well (12.4.2).
    fn resume(mut self, _: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let disrupted = Self::disrupted(table, self.side);
        for unit in disrupted.minus(self.shaken).iter() {
            if !stands(table, unit) {
                self.left.insert(unit);
            }
        }
        self.shaken = disrupted;
        self.next(table, cx)
    }
}
