//! The board: areas, homes, and what touches what.
//!
//! Areas border on one another (9.7a) and on homes; Britain counts as a neighbour of the German States (9.7b), Spain of the
//! Mediterranean (R11). The Mediterranean and the Ottoman Empire do not touch: only a navy links them (R12).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::ids::{AREAS, Area, POWERS, Place, Power, Space};

/// The file, for the digest of all data.
pub const TEXT: &str = include_str!("../data/board.toml");

/// Waters between which nobody needs a check at sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are parts of the world")]
pub enum Zone {
    Europe,
    Americas,
    Africa,
    India,
    EastIndies,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaFile {
    id: Area,
    name: String,
    points: Vec<i16>,
    colony: bool,
    navies: bool,
    sea: Option<Area>,
    zone: Zone,
    touches: Vec<Area>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HomeFile {
    id: Power,
    name: String,
    people: String,
    colour: String,
    touches: Vec<Area>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    area: Vec<AreaFile>,
    home: Vec<HomeFile>,
}

/// The board. Sets of areas are bits, the first area lowest.
#[derive(Debug)]
pub struct Chart {
    names: Vec<String>,
    keys: Vec<String>,
    people: [String; POWERS],
    colours: [String; POWERS],
    /// Victory points for first, second and third place.
    pub points: [[i16; 3]; AREAS],
    /// Areas across the sea.
    pub colonies: u16,
    /// Areas where navies may lie (9.1a).
    pub navies: u16,
    /// The neighbours of each area (9.7a).
    pub touches: [u16; AREAS],
    /// The areas beside each home (9.7b).
    pub beside_home: [u16; POWERS],
    sea: [Option<Area>; AREAS],
    zones: [Zone; AREAS],
}

static CHART: LazyLock<Chart> = LazyLock::new(|| {
    let file: BoardFile = toml::from_str(TEXT).expect("board.toml is tested");
    assert!(file.area.iter().map(|area| area.id).eq(Area::ALL.iter().copied()), "every area, in order");
    assert!(file.home.iter().map(|home| home.id).eq(Power::ALL.iter().copied()), "every home, in order");
    let bits = |areas: &[Area]| areas.iter().fold(0, |bits, area| bits | area.bit());
    let set = |fits: &dyn Fn(&AreaFile) -> bool| {
        file.area.iter().filter(|area| fits(area)).fold(0, |bits, area| bits | area.id.bit())
    };
    let names = file.area.iter().map(|area| &area.name).chain(file.home.iter().map(|home| &home.name));
    Chart {
        names: names.cloned().collect(),
        keys: Space::ALL.iter().map(crate::data::word).collect(),
        people: std::array::from_fn(|power| file.home[power].people.clone()),
        colours: std::array::from_fn(|power| file.home[power].colour.clone()),
        points: std::array::from_fn(|area| {
            std::array::from_fn(|place| file.area[area].points.get(place).copied().unwrap_or_default())
        }),
        colonies: set(&|area| area.colony),
        navies: set(&|area| area.navies),
        touches: std::array::from_fn(|area| bits(&file.area[area].touches)),
        beside_home: std::array::from_fn(|power| bits(&file.home[power].touches)),
        sea: std::array::from_fn(|area| file.area[area].sea),
        zones: std::array::from_fn(|area| file.area[area].zone),
    }
});

/// The board.
#[inline]
pub fn chart() -> &'static Chart {
    &CHART
}

impl Chart {
    /// The name of a space.
    pub fn name(&self, space: Space) -> &str {
        &self.names[space.index()]
    }

    /// The key of a space in files and scenes.
    pub fn key(&self, space: Space) -> &str {
        &self.keys[space.index()]
    }

    /// The name of a power.
    pub fn power(&self, power: Power) -> &str {
        self.name(power.home())
    }

    /// The key of a power.
    pub fn power_key(&self, power: Power) -> &str {
        self.key(power.home())
    }

    /// The word for what belongs to a power: `British`.
    pub fn people(&self, power: Power) -> &str {
        &self.people[power.index()]
    }

    /// The colour of a power.
    pub fn colour(&self, power: Power) -> &str {
        &self.colours[power.index()]
    }

    /// Whether an area lies across the sea.
    #[inline]
    pub const fn is_colony(&self, area: Area) -> bool {
        self.colonies & area.bit() != 0
    }

    /// Whether navies may lie in an area.
    #[inline]
    pub const fn has_navies(&self, area: Area) -> bool {
        self.navies & area.bit() != 0
    }

    /// The area whose navies decide about support at sea, if there is any (10.5a to 10.5c).
    #[inline]
    pub const fn sea(&self, area: Area) -> Option<Area> {
        self.sea[area as usize]
    }

    /// The waters of a place; homes lie in Europe.
    #[inline]
    pub const fn zone(&self, place: Place) -> Zone {
        match place.area() {
            Some(area) => self.zones[area as usize],
            None => Zone::Europe,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_mutual() {
        for one in Area::ALL {
            for other in Area::ALL {
                let [there, back] = [(one, other), (other, one)]
                    .map(|(from, to)| chart().touches[from.index()] & to.bit() != 0);
                assert_eq!(there, back, "{one:?} {other:?}");
            }
        }
        assert_eq!(chart().touches[Area::Med.index()] & Area::Ott.bit(), 0);
    }

    #[test]
    fn every_place_once_is_98_points() {
        assert_eq!(chart().points.iter().flatten().sum::<i16>(), 98);
    }
}
