//! Bow, stern and broadside (6.4).

use crate::ids::{Hex, ShipId};
use crate::scenario::SectorModel;
use crate::table::Table;

/// Where a target lies from a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sector {
    /// Ahead.
    Bow,
    /// On the beam: all turrets bear.
    Broadside,
    /// Astern.
    Stern,
}

/// The sector in which a target lies; in the firer's own hex it is the broadside (6.4, rulings S1 and F7).
#[inline]
pub fn sector(table: &Table, firer: ShipId, target: ShipId) -> Sector {
    let scenario = &table.scenario;
    of_hexes(
        scenario.options.sectors,
        table.hex(firer),
        scenario.sea.side(table.ships[firer].heading),
        table.hex(target),
    )
}

/// How far a target lies ahead, as the cosine of its bearing: 1 right ahead, 0 abeam, -1 astern.
pub fn ahead(table: &Table, ship: ShipId, target: ShipId) -> f32 {
    let side = table.scenario.sea.side(table.ships[ship].heading);
    let way = table.hex(ship).difference(table.hex(target)).turned_back(side);
    let (ahead, abeam) = (f32::from(way.y - way.z), f32::from(way.x));
    let length = (ahead * ahead + 3.0 * abeam * abeam).sqrt();
    if length > 0.0 { ahead / length } else { 1.0 }
}

/// The sector of a hex seen from another with the bow to `side`.
///
/// With the bow turned to hexside 1, `ahead` grows along the keel and `abeam` across it; thirty degrees off the bow is
/// where `ahead` is three times `abeam`.
#[inline]
fn of_hexes(model: SectorModel, from: Hex, side: sandtable_maps::Side, to: Hex) -> Sector {
    let way = from.difference(to).turned_back(side);
    let (ahead, abeam) = (way.y - way.z, way.x.abs());
    let in_cone = |forward: i16| match model {
        SectorModel::Cone | SectorModel::Wide => forward > 3 * abeam,
        SectorModel::StrictCone => forward > 0 && forward >= 3 * abeam,
        SectorModel::Spine => forward > 0 && abeam == 0,
    };
    let bow = if model == SectorModel::Wide { ahead > 0 } else { in_cone(ahead) };
    if bow {
        Sector::Bow
    } else if in_cone(-ahead) {
        Sector::Stern
    } else {
        Sector::Broadside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Heading;

    /// The sector of a hex on a northerly sheet.
    fn of_heading(model: SectorModel, from: Hex, heading: Heading, to: Hex) -> Sector {
        of_hexes(model, from, sandtable_maps::Side::ALL[heading as usize], to)
    }

    fn seen(model: SectorModel, heading: Heading, to: &str) -> Sector {
        of_heading(model, "1010".parse().expect("a hex"), heading, to.parse().expect("a hex"))
    }

    #[test]
    fn s1_thirty_degrees_off_the_bow_is_broadside() {
        for (to, expected) in [
            ("1007", Sector::Bow),
            ("1109", Sector::Broadside),
            ("1110", Sector::Broadside),
            ("1014", Sector::Stern),
            ("1010", Sector::Broadside),
        ] {
            assert_eq!(seen(SectorModel::Cone, Heading::N, to), expected, "{to}");
        }
    }

    #[test]
    fn s1_one_neighbour_ahead_one_astern_four_abeam() {
        let hex: Hex = "1010".parse().expect("a hex");
        for heading in Heading::ALL {
            let sectors = hex.neighbours().map(|to| of_heading(SectorModel::Cone, hex, heading, to));
            assert_eq!(sectors.iter().filter(|sector| **sector == Sector::Bow).count(), 1);
            assert_eq!(sectors.iter().filter(|sector| **sector == Sector::Stern).count(), 1);
        }
    }

    #[test]
    fn s1_the_other_models() {
        assert_eq!(seen(SectorModel::StrictCone, Heading::N, "1109"), Sector::Bow);
        assert_eq!(seen(SectorModel::Spine, Heading::N, "1107"), Sector::Broadside);
        assert_eq!(seen(SectorModel::Spine, Heading::N, "1007"), Sector::Bow);
        assert_eq!(seen(SectorModel::Wide, Heading::N, "1110"), Sector::Bow);
        assert_eq!(seen(SectorModel::Wide, Heading::N, "1014"), Sector::Stern);
    }
}
