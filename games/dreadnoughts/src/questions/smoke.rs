//! Smoke hexes on a line of fire (2.2, 6.2a, 8.6b).

use std::sync::LazyLock;

use sandtable_maps::{FlatEvenLow, LineBook, LineCell};

use crate::data::tables;
use crate::ids::{Hex, ShipSet};
use crate::table::Table;

/// All lines of fire.
static LINES: LazyLock<LineBook<FlatEvenLow>> = LazyLock::new(|| LineBook::new(tables().gunnery.spotting));

/// Ships whose hex counts as smoke: burning ones and hulks (6.2a, 6.10, 6.12b). It hampers all others in the hex
/// (ruling K5), and a hulk takes its smoke along when it sinks (ruling H4).
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
/// The line meets every hex that it passes through (2.2a). Along a hexside it counts only when both hexes are smoke,
/// and then once (2.2b); a corner is nothing (ruling L1). No line of fire is longer than the book of lines reaches:
/// nothing is seen beyond 18 hexes (6.2).
#[inline]
pub fn on_line(table: &Table, from: Hex, to: Hex) -> i8 {
    if table.smoke.is_empty() && smoking(table).is_empty() {
        return 0;
    }
    if smoking(table).is_empty() {
        smoky_cells(from, to, |hex| table.smoke.in_hex(hex))
    } else {
        smoky_cells(from, to, |hex| is_smoke(table, hex))
    }
}

/// How many cells of a line hold smoke.
#[inline]
fn smoky_cells(from: Hex, to: Hex, holds: impl Fn(Hex) -> bool) -> i8 {
    let smoky = |cell: LineCell<_>| match cell {
        LineCell::Through(hex) => holds(hex),
        LineCell::Between(left, right) => holds(left) && holds(right),
    };
    LINES.cells(from, to).map(|cell| i8::from(smoky(cell))).sum()
}
