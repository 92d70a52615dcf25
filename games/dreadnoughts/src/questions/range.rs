//! Range and its brackets (2.5 to 2.8, 6.3).

use sandtable_maps::Reach;

use crate::ids::{Hex, ShipId};
use crate::table::Table;

/// A range bracket (2.5d). The minimum of two hexes only matters for reaction fire (8.4, ruling F6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    /// Within a quarter of the longest range, rounded up (2.8).
    Close,
    /// Within half of it, rounded up (2.6).
    Effective,
    /// Beyond that (2.7).
    Long,
}

/// Range in whole hexes by the shortest way: the firer's is not counted, the target's is (2.5, 2.5a, 2.5b).
///
/// Range is counted through sea hexes (6.1a). A line that no land blocks always has a shortest way through sea beside
/// it, and a blocked line allows no fire, so the plain distance is right wherever range matters (ruling L3).
#[inline]
pub fn range(table: &Table, firer: ShipId, target: ShipId) -> u8 {
    table.hex(firer).distance(table.hex(target))
}

/// Range through sea hexes, also where land lies between (6.1a, ruling L3); 255 where there is no way.
pub fn by_sea(table: &Table, from: Hex, to: Hex) -> u8 {
    let sea = &table.scenario.sea;
    if !sea.has_land {
        return from.distance(to);
    }
    let mut reach = Reach::new();
    sea.grid.reach(from, |_, hex, _| (!sea.is_land(hex)).then_some(1), u8::MAX, &mut reach);
    reach.cost(to).unwrap_or(u8::MAX)
}

/// The longest effective range of guns that reach `longest`: half of it, rounded up (2.6, ruling F9).
#[inline]
pub const fn effective(longest: u8) -> u8 {
    longest.div_ceil(2)
}

/// The longest close range of guns that reach `longest` (2.8, ruling F5).
#[inline]
pub const fn close(longest: u8) -> u8 {
    effective(longest).div_ceil(2)
}

/// The bracket of a range. It goes by the printed range, also where nobody sees so far (2.5e); ships in one hex are at
/// close range (ruling F7).
#[inline]
pub const fn bracket(longest: u8, range: u8) -> Bracket {
    if range <= close(longest) {
        Bracket::Close
    } else if range <= effective(longest) {
        Bracket::Effective
    } else {
        Bracket::Long
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r2_5_halves_and_quarters_round_up() {
        for (longest, half, quarter) in [(8, 4, 2), (9, 5, 3), (19, 10, 5), (22, 11, 6)] {
            assert_eq!((effective(longest), close(longest)), (half, quarter), "range {longest}");
            assert_eq!(close(longest), longest.div_ceil(4), "ruling F5: halving twice is a quarter");
        }
    }

    #[test]
    fn r2_6_half_of_an_odd_range_is_not_long() {
        assert_eq!(bracket(9, 5), Bracket::Effective);
        assert_eq!(bracket(9, 6), Bracket::Long);
        assert_eq!(bracket(9, 3), Bracket::Close);
        assert_eq!(bracket(9, 0), Bracket::Close);
    }
}
