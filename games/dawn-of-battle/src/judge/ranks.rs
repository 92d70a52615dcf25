//! Where an army stands, laid out so that its distances from a hex are found all at once.

use arrayvec::ArrayVec;
use sandtable_engine::Seat;

use crate::ids::{HexId, MOST_UNITS, UnitId};
use crate::table::Table;

/// Stands for the column of a unit that there is not: farther than any hex of a field, and near enough for the sums below.
const NOWHERE: i8 = 64;

/// The units of an army with their places.
pub struct Ranks {
    pub units: ArrayVec<UnitId, MOST_UNITS>,
    across: [i8; MOST_UNITS],
    down: [i8; MOST_UNITS],
    /// By how much a unit counts as nearer than it is.
    draw: [i8; MOST_UNITS],
}

impl Ranks {
    /// A side's units on the field; camps count as nearer by `camp`.
    pub fn of(table: &Table, side: Seat, camp: i8) -> Self {
        let mut ranks = Self {
            units: ArrayVec::new(),
            across: [NOWHERE; MOST_UNITS],
            down: [0; MOST_UNITS],
            draw: [0; MOST_UNITS],
        };
        for (place, unit) in table.units_of(side).iter().enumerate() {
            let piece = &table.units[unit];
            (ranks.across[place], ranks.down[place]) = short(piece.hex);
            ranks.draw[place] = if piece.kind.is_camp() { camp } else { 0 };
            ranks.units.push(unit);
        }
        ranks
    }

    /// How far the units are from a hex, in their order, and how near the nearest counts; `None` if there is no unit.
    pub fn from(&self, hex: HexId) -> Option<([i8; MOST_UNITS], i8)> {
        let (across, down) = short(hex);
        let distances = std::array::from_fn(|place| {
            let (dx, dz) = (self.across[place] - across, self.down[place] - down);
            dx.abs().max(dz.abs()).max((dx + dz).abs())
        });
        let nearest = distances.iter().zip(&self.draw).map(|(distance, draw)| distance - draw).min()?;
        (!self.units.is_empty()).then_some((distances, nearest))
    }
}

/// The axes of a hex of the field, in so few bits that many of them are reckoned with at once.
#[expect(clippy::cast_possible_truncation, reason = "a field has 32 columns and 15 rows")]
const fn short(hex: HexId) -> (i8, i8) {
    let (across, down) = hex.axes();
    (across as i8, down as i8)
}
