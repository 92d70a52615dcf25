//! What is at stake: losses on the way to panic, units by strength and state, victory points.

use sandtable_engine::Seat;

use crate::ids::{SIDES, UnitId};
use crate::table::Table;
use crate::victory;

/// What an army loses on its way to its panic level: a third of what a lost battle costs.
const PANIC: i32 = 16_500;
/// Of that, in thousandths, what the losses cost one by one; the rest weighs more the nearer the level is.
const EVEN: i32 = 650;
/// What an army that has panicked has lost besides: every unit is disrupted, and the enemy has a victory point.
const ROUT: i32 = 6_000;
/// A victory point at the end of the last turn. Earlier it counts less: it may change hands.
const VICTORY_POINT: i32 = 7_000;
/// A point of strength on the field, whatever the losses.
const STRENGTH: i32 = 115;
/// What a disrupted unit is worth less, in hundredths of what its elimination costs: it is half way there, and can be rallied.
const DISRUPTED: i32 = 22;
/// The strength for which an elephant counts: as large as the largest enemies.
const ELEPHANT: i32 = 7;
/// A reinforcement that waits beside the map, for what it would be worth in the fight.
const WAITING: i32 = 1_650;

/// What a point of losses costs each side now.
#[derive(Clone, Copy, Debug)]
pub struct Stakes {
    point: [i32; 2],
    /// What a victory point counts now.
    pub victory: i32,
}

impl Stakes {
    /// The stakes of a table.
    pub fn new(table: &Table) -> Self {
        let point = SIDES.map(|side| {
            let army = table.army(side);
            let level = i32::from(army.panic_level.max(1));
            let near = (i32::from(army.losses) * 1_000 / level).min(1_000);
            if army.panicked {
                PANIC * EVEN / 2_000 / level
            } else {
                PANIC * (EVEN + 2 * (1_000 - EVEN) * near / 1_000) / 1_000 / level
            }
        });
        Self { point, victory: VICTORY_POINT * (i32::from(table.turn.min(10)) + 2) / 12 }
    }

    /// What a side loses with a unit.
    pub fn life(&self, table: &Table, unit: UnitId) -> i32 {
        let kind = table.units[unit].kind;
        let good = i32::from(kind.card().good.strength);
        let strength = if kind == crate::data::Kind::El { ELEPHANT } else { good };
        let camp = if kind.is_camp() { self.victory } else { 0 };
        i32::from(table.loss_of(unit)) * self.point[unit.side().index()] + strength * STRENGTH + camp
    }

    /// What it costs a side that a unit is disrupted; a camp is disrupted for good.
    pub fn order(&self, table: &Table, unit: UnitId) -> i32 {
        self.life(table, unit) * DISRUPTED / 100
    }

    /// What another blow costs a unit as it stands: disrupted in good order, else eliminated.
    pub fn blow(&self, table: &Table, unit: UnitId) -> i32 {
        let order = self.order(table, unit);
        if table.units[unit].disrupted { self.life(table, unit) - order } else { order }
    }

    /// An army: losses, units in good and bad order, reinforcements, victory points as things stand.
    pub fn army(&self, table: &Table, side: Seat) -> i32 {
        let army = table.army(side);
        let level = i32::from(army.panic_level.max(1));
        let strained = i32::from(army.losses).min(2 * level) * 1_000 / level;
        let mut sum =
            -PANIC / 1_000 * (EVEN * strained + (1_000 - EVEN) * strained * strained / 1_000) / 1_000;
        if army.panicked || table.panic_due[side.index()] {
            sum -= ROUT;
        }
        sum += self.victory * i32::from(victory::points(table, side));
        for unit in table.units_of(side).iter() {
            let kind = table.units[unit].kind;
            let good = i32::from(kind.card().good.strength);
            sum += STRENGTH * if kind == crate::data::Kind::El { ELEPHANT } else { good };
            if table.units[unit].disrupted && !table.guns.contains(unit) {
                sum -= self.order(table, unit);
            }
        }
        sum - WAITING * crate::phases::entry::column(table, side).len() as i32
    }

    /// A reinforcement that has come onto the map.
    pub const fn arrival() -> i32 {
        WAITING
    }
}
