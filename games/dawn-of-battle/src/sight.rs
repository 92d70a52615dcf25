//! Arc of fire and line of sight (8.3, 8.4).
//!
//! What stands in the way is asked through [`Screen`], so that the geometry can be tested without a table.

use std::sync::LazyLock;

use sandtable_maps::{Corner, Line, LineCell};

use crate::data::Terrain;
use crate::field::Hex;
use crate::ids::{Facing, HexId};

/// Whether a hex lies in the arc that opens through the two front hexes of a facing (8.3): two hexes beside the unit, three behind those, and so on.
#[inline]
pub fn in_arc(from: Hex, facing: Corner, to: Hex) -> bool {
    let [left, _] = facing.front::<crate::field::Numbering>();
    // Seen with the left front hex to the northeast, the arc is everything between northeast and east.
    let way = from.difference(to).turned_back(left);
    from != to && way.y <= 0 && way.z <= 0
}

/// How far [`arcs`] sees.
pub const ARCS_REACH: i16 = 5;
const ARCS_WIDTH: usize = 2 * ARCS_REACH as usize + 1;
/// The facings that have a hex in their arc, by the way to it along both axes.
static ARCS: LazyLock<[[u8; ARCS_WIDTH]; ARCS_WIDTH]> = LazyLock::new(|| {
    let mut arcs = [[0; ARCS_WIDTH]; ARCS_WIDTH];
    let middle = HexId::all().find(|hex| hex.axes() == (ARCS_REACH, ARCS_REACH)).expect("a field is larger");
    for hex in HexId::all().filter(|hex| hex.distance(middle) <= ARCS_REACH as u8) {
        let (across, down) = hex.axes();
        let seen = Facing::ALL.into_iter().filter(|facing| in_arc(middle.hex(), *facing, hex.hex()));
        arcs[down as usize][across as usize] = seen.map(|facing| 1 << facing.index()).sum();
    }
    arcs
});

/// The facings in whose arc (8.3) a hex lies that is no farther off than [`ARCS_REACH`], a bit for each.
#[inline]
pub fn arcs(from: HexId, to: HexId) -> u8 {
    let ((x1, z1), (x2, z2)) = (from.axes(), to.axes());
    ARCS[(z2 - z1 + ARCS_REACH) as usize][(x2 - x1 + ARCS_REACH) as usize]
}

/// What a line of sight meets.
pub trait Screen {
    /// The ground of a hex.
    fn ground(&self, hex: Hex) -> Terrain;
    /// Whether troops stand there over whose heads nobody sees: any that are not light (8.4).
    fn crowd(&self, hex: Hex) -> bool;
}

/// The hex that stops the line of sight, if one does (8.4).
///
/// Neighbours always see each other, and the hexes at the ends never stop anything. Hills, structures and woods do (8.4.1), and so do units that are not
/// light, unless one end lies on a hill and they stand on open ground (8.4.2). Where the line runs along a hexside it is moved a little
/// to either side, and one clear way is enough (8.4.3).
pub fn blocked(screen: &impl Screen, from: Hex, to: Hex, over_heads: bool) -> Option<Hex> {
    if from.distance(to) <= 1 {
        return None;
    }
    let high = [from, to].into_iter().any(|end| screen.ground(end) == Terrain::Hill);
    let blocks = |hex: Hex| {
        let ground = screen.ground(hex);
        ground.card().blocks_sight || (!high && !over_heads && screen.crowd(hex))
    };
    let mut left_blocker = None;
    let mut right_blocker = None;
    for cell in Line::new(from, to) {
        let (left, right) = match cell {
            LineCell::Through(hex) if hex == from || hex == to => continue,
            LineCell::Through(hex) => (hex, hex),
            LineCell::Between(left, right) => (left, right),
        };
        if left_blocker.is_none() && blocks(left) {
            left_blocker = Some(left);
        }
        if right_blocker.is_none() && blocks(right) {
            right_blocker = Some(right);
        }
    }
    left_blocker.and(right_blocker)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(name: &str) -> Hex {
        let (column, row) = name.split_at(1);
        Hex::at(column.as_bytes()[0] - b'A' + 1, row.parse().expect("a row")).expect("a hex")
    }

    fn facing(number: u8) -> Corner {
        Corner::new(number - 1).expect("a corner")
    }

    /// A field with some ground and some troops.
    #[derive(Default)]
    struct Sketch {
        ground: Vec<(&'static str, Terrain)>,
        troops: Vec<&'static str>,
    }

    impl Screen for Sketch {
        fn ground(&self, at: Hex) -> Terrain {
            self.ground.iter().find(|(name, _)| hex(name) == at).map_or(Terrain::Clear, |(_, ground)| *ground)
        }

        fn crowd(&self, at: Hex) -> bool {
            self.troops.iter().any(|name| hex(name) == at)
        }
    }

    #[test]
    fn r8_3_the_arc_widens_by_one_hex_at_each_range() {
        let from = hex("H8");
        for corner in Corner::ALL {
            for range in 1..=4 {
                let count = (1..=15u8)
                    .flat_map(|row| (1..=16u8).map(move |column| Hex::at(column, row).expect("a hex")))
                    .filter(|to| from.distance(*to) == range && in_arc(from, corner, *to))
                    .count();
                assert_eq!(count, usize::from(range) + 1, "facing {corner:?} at {range}");
            }
        }
    }

    #[test]
    fn r8_3_the_front_hexes_are_in_the_arc_and_no_other_neighbours() {
        let from = hex("H8");
        let beside: Vec<Hex> =
            from.neighbours().into_iter().filter(|to| in_arc(from, facing(2), *to)).collect();
        assert_eq!(beside, [hex("I7"), hex("I8")]);
        let beside: Vec<Hex> =
            from.neighbours().into_iter().filter(|to| in_arc(from, facing(4), *to)).collect();
        assert_eq!(beside, [hex("I9"), hex("H9")]);
        assert!(!in_arc(from, facing(2), from));
    }

    #[test]
    fn r8_3_the_arcs_at_hand_are_those_of_the_rule() {
        for from in HexId::all() {
            for to in HexId::all().filter(|to| i16::from(from.distance(*to)) <= ARCS_REACH) {
                for facing in Facing::ALL {
                    let at_hand = arcs(from, to) >> facing.index() & 1 == 1;
                    assert_eq!(at_hand, in_arc(from.hex(), facing, to.hex()), "{from} to {to}, {facing:?}");
                }
            }
        }
    }

    #[test]
    fn r8_4_1_hills_structures_and_woods_block_and_rough_ground_does_not() {
        for (ground, stops) in
            [(Terrain::Hill, true), (Terrain::Town, true), (Terrain::Woods, true), (Terrain::Rough, false)]
        {
            let field = Sketch { ground: vec![("I8", ground)], troops: vec![] };
            assert_eq!(blocked(&field, hex("H8"), hex("J8"), false), stops.then(|| hex("I8")), "{ground:?}");
        }
    }

    #[test]
    fn r8_4_the_ends_and_neighbours_do_not_block() {
        let field =
            Sketch { ground: vec![("H8", Terrain::Woods), ("J8", Terrain::Town)], troops: vec!["H8", "J8"] };
        assert_eq!(blocked(&field, hex("H8"), hex("J8"), false), None);
        assert_eq!(blocked(&field, hex("H8"), hex("I8"), false), None);
    }

    #[test]
    fn r8_4_2_from_a_hill_one_sees_over_troops_on_open_ground_only() {
        let open = Sketch { ground: vec![("H8", Terrain::Hill)], troops: vec!["I8"] };
        assert_eq!(blocked(&open, hex("H8"), hex("J8"), false), None);
        let flat = Sketch { ground: vec![], troops: vec!["I8"] };
        assert_eq!(blocked(&flat, hex("H8"), hex("J8"), false), Some(hex("I8")));
        let target_high = Sketch { ground: vec![("J8", Terrain::Hill)], troops: vec!["I8"] };
        assert_eq!(blocked(&target_high, hex("H8"), hex("J8"), false), None);
        let hill_between = Sketch {
            ground: vec![("H8", Terrain::Hill), ("I8", Terrain::Hill), ("J8", Terrain::Hill)],
            troops: vec![],
        };
        assert_eq!(blocked(&hill_between, hex("H8"), hex("J8"), false), Some(hex("I8")));
        let wooded =
            Sketch { ground: vec![("H8", Terrain::Hill), ("I8", Terrain::Woods)], troops: vec!["I8"] };
        assert_eq!(blocked(&wooded, hex("H8"), hex("J8"), false), Some(hex("I8")));
    }

    #[test]
    fn r8_4_3_along_a_hexside_both_hexes_must_block() {
        let one = Sketch { ground: vec![("H7", Terrain::Woods)], troops: vec![] };
        assert_eq!(blocked(&one, hex("H8"), hex("H6"), false), None);
        let both = Sketch { ground: vec![("H7", Terrain::Woods)], troops: vec!["I7"] };
        assert!(blocked(&both, hex("H8"), hex("H6"), false).is_some());
        // The line is moved to one side for its whole length: a wood left of it and another farther on the right of it stop it.
        let zigzag = Sketch { ground: vec![("H7", Terrain::Woods), ("I5", Terrain::Woods)], troops: vec![] };
        assert!(blocked(&zigzag, hex("H8"), hex("H4"), false).is_some());
        let aside = Sketch { ground: vec![("H7", Terrain::Woods), ("H5", Terrain::Woods)], troops: vec![] };
        assert_eq!(blocked(&aside, hex("H8"), hex("H4"), false), None);
    }

    #[test]
    fn lofted_arrows_pass_over_troops_and_not_over_trees() {
        let troops = Sketch { ground: vec![], troops: vec!["I8"] };
        assert_eq!(blocked(&troops, hex("H8"), hex("J8"), true), None);
        let trees = Sketch { ground: vec![("I8", Terrain::Woods)], troops: vec!["I8"] };
        assert!(blocked(&trees, hex("H8"), hex("J8"), true).is_some());
    }
}
