//! How far it is to march, in good weather and with nobody in the way: worked out once.

use std::sync::OnceLock;

use crate::data::map;
use crate::ids::{HEXES, HexId};
use crate::map::{CLOSED, Conditions};

/// The least cost of a march from each hex to each other.
static MARCHES: OnceLock<Vec<[u8; HEXES]>> = OnceLock::new();

fn marches() -> &'static [[u8; HEXES]] {
    MARCHES.get_or_init(|| HexId::all().map(from).collect())
}

/// The least cost of a march to every hex.
fn from(start: HexId) -> [u8; HEXES] {
    let costs = map().costs(Conditions::default());
    let mut least = [u8::MAX; HEXES];
    least[start.index()] = 0;
    for spent in 0..u8::MAX - 8 {
        for hex in HexId::all() {
            if least[hex.index()] != spent {
                continue;
            }
            for (side, cost) in costs[hex.index()].iter().enumerate() {
                if *cost != CLOSED {
                    let to = map().neighbours[hex.index()][side];
                    least[to.index()] = least[to.index()].min(spent + cost);
                }
            }
        }
    }
    least
}

/// How far the nearest of some hexes is.
pub fn nearest(hexes: impl Iterator<Item = HexId>, hex: HexId) -> u8 {
    let row = &marches()[hex.index()];
    hexes.map(|to| row[to.index()]).min().unwrap_or(0)
}
