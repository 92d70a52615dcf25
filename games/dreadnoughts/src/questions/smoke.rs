//! Smoke hexes on a line of fire (2.2, 6.2a, 8.6b).

use sandtable_maps::{Line, LineCell, Touch, touch};

use crate::ids::{Hex, ShipSet};
use crate::table::Table;

/// Ships whose hex counts as smoke: burning ones and hulks (6.2a, 6.10, 6.12b).
#[inline]
pub fn smoking(table: &Table) -> ShipSet {
    table.burning.or(table.fleet.hulks)
}

/// Whether a hex counts as smoke: a marker, a burning ship or a hulk (6.2a).
#[inline]
pub fn is_smoke(table: &Table, hex: Hex) -> bool {
    table.smoke.in_hex(hex) || smoking(table).iter().any(|ship| table.hex(ship) == hex)
}

/// How many smoke hexes a line meets, both ends included (8.6b, rulings K2, K3, K4).
///
/// A line along a hexside counts only when both hexes are smoke, and then once (2.2, ruling L1).
#[inline]
pub fn on_line(table: &Table, from: Hex, to: Hex) -> i8 {
    if table.smoke.is_empty() {
        return smoking_ships_on_line(table, from, to);
    }
    let mut count = 0;
    for cell in Line::new(from, to) {
        let smoky = match cell {
            LineCell::Through(hex) => is_smoke(table, hex),
            LineCell::Between(left, right) => is_smoke(table, left) && is_smoke(table, right),
        };
        count += i8::from(smoky);
    }
    count
}

/// The same where no marker lies anywhere: only the few hexes of smoking ships matter.
#[inline]
fn smoking_ships_on_line(table: &Table, from: Hex, to: Hex) -> i8 {
    let mut count = 0;
    let (mut seen, smoking) = (ShipSet::NONE, smoking(table));
    for ship in smoking.iter() {
        let hex = table.hex(ship);
        let counted = seen.iter().any(|other| table.hex(other) == hex);
        seen.insert(ship);
        if counted {
            continue;
        }
        count += match touch(from, to, hex) {
            Touch::In => 1,
            // Counted when the second hex of the pair comes up.
            Touch::Along => {
                let is_other_side = |other: &crate::ids::ShipId| {
                    let other = table.hex(*other);
                    other != hex
                        && other.distance(hex) == 1
                        && touch(from, to, other) == Touch::Along
                        && from.distance(other) == from.distance(hex)
                };
                i8::from(seen.iter().any(|other| is_other_side(&other)))
            }
            Touch::No => 0,
        };
    }
    count
}
