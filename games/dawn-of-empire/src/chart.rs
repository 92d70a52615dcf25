//! The chart: sea areas, ports, neighbours and distances (3.2, 3.5, 6.1a).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::ids::{AREAS, PORTS, Side, Space};

/// The file.
pub(crate) const TEXT: &str = include_str!("../data/chart.toml");

/// How many spaces the chart has.
pub const SPACES: usize = AREAS + PORTS;

/// A sea area (3.5, 9.2).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "chart.toml explains them")]
pub struct Area {
    pub code: String,
    pub name: String,
    pub cost: u8,
    pub us: i16,
    pub es: i16,
    /// Whether it washes the coast of the United States (11.K).
    #[serde(default)]
    pub coast: bool,
    pub source: String,
}

impl Area {
    /// What control is worth to a side in a turn (9.2).
    #[inline]
    pub const fn points(&self, side: Side) -> i16 {
        match side {
            Side::Us => self.us,
            Side::Es => self.es,
        }
    }
}

/// A port (3.5); neutral ones have no values (6.1b).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "chart.toml explains them")]
pub struct Port {
    pub code: String,
    pub name: String,
    #[serde(default)]
    pub owner: Option<Side>,
    pub areas: Vec<String>,
    #[serde(default)]
    pub repair: u8,
    #[serde(default)]
    pub mine: u8,
    #[serde(default)]
    pub attack: u8,
    #[serde(default)]
    pub defence: u8,
    /// What it repairs for German ships (11.L).
    #[serde(default)]
    pub german_repair: u8,
    pub source: String,
}

/// A set of spaces.
pub type Spaces = u32;

/// More points than any way on the chart costs.
const FARTHEST: usize = 40;

/// All ports.
const ALL_PORTS: Spaces = ((1 << PORTS) - 1) << AREAS;

/// The chart: areas, ports, neighbours, distances.
#[derive(Debug)]
pub struct Chart {
    /// The sea areas.
    pub areas: Vec<Area>,
    /// The ports.
    pub ports: Vec<Port>,
    /// The neighbours of each space.
    neighbours: [Spaces; SPACES],
    /// The points that it costs to enter each space.
    costs: [u8; SPACES],
    /// The cheapest way from each space to each other.
    distances: [[u8; SPACES]; SPACES],
    /// The cheapest way from each space to the waters off each port.
    approaches: [[u8; SPACES]; SPACES],
    /// The ports to whose waters one comes from each space with so many points.
    within: [[Spaces; FARTHEST]; SPACES],
    /// What it costs to leave each space.
    ways_out: [u8; SPACES],
    /// Pairs of neighbours, as the file has them.
    pub borders: Vec<(Space, Space)>,
    /// All ports of each side, and the neutral ones.
    harbours: [Spaces; 3],
}

impl Chart {
    /// The area; ports have none.
    #[inline]
    pub fn area(&self, space: Space) -> &Area {
        &self.areas[space.index()]
    }

    /// The port of a space.
    #[inline]
    pub fn port(&self, space: Space) -> &Port {
        &self.ports[space.port()]
    }

    /// The short name of a space.
    pub fn code(&self, space: Space) -> &str {
        match space {
            space if space.is_area() => &self.area(space).code,
            space if space.is_port() => &self.port(space).code,
            _ => "",
        }
    }

    /// The name of a space.
    pub fn name(&self, space: Space) -> &str {
        match space {
            space if space.is_area() => &self.area(space).name,
            space if space.is_port() => &self.port(space).name,
            _ => "nowhere",
        }
    }

    /// The space of a short name.
    pub fn space(&self, code: &str) -> Option<Space> {
        Space::all().find(|space| self.code(*space) == code)
    }

    /// Whether one can sail from one space straight to the other (3.2, 6.1a).
    #[inline]
    pub fn touches(&self, from: Space, to: Space) -> bool {
        from.exists() && to.exists() && self.neighbours[from.index()] >> to.0 & 1 != 0
    }

    /// The neighbours of a space.
    #[inline]
    pub fn around(&self, space: Space) -> Spaces {
        self.neighbours[space.index()]
    }

    /// The ports in an area.
    #[inline]
    pub fn ports_off(&self, area: Space) -> Spaces {
        self.around(area) & ALL_PORTS
    }

    /// What it costs to enter a space (6.1a): areas as printed, ports one point.
    #[inline]
    pub fn cost(&self, space: Space) -> u8 {
        self.costs[space.index()]
    }

    /// The cheapest way through areas, ignoring enemies and stops (7.32, ruling R21).
    #[inline]
    pub fn distance(&self, from: Space, to: Space) -> u8 {
        self.distances[from.index()][to.index()]
    }

    /// The cheapest way to an area off a port.
    #[inline]
    pub fn approach(&self, from: Space, port: Space) -> u8 {
        self.approaches[from.index()][port.index()]
    }

    /// The ports to whose waters one comes from a space with so many points.
    #[inline]
    pub fn ports_within(&self, from: Space, points: u8) -> Spaces {
        self.within[from.index()][usize::from(points).min(FARTHEST - 1)]
    }

    /// The cheapest step out of a space.
    #[inline]
    pub fn way_out(&self, from: Space) -> u8 {
        self.ways_out[from.index()]
    }

    /// Who owns a port; areas and neutral ports belong to nobody.
    #[inline]
    pub fn owner(&self, space: Space) -> Option<Side> {
        if !space.exists() {
            return None;
        }
        Side::BOTH.into_iter().find(|side| self.harbours[side.index()] >> space.0 & 1 != 0)
    }

    /// The ports of a side.
    #[inline]
    pub fn harbours(&self, side: Side) -> Spaces {
        self.harbours[side.index()]
    }

    /// The neutral ports (6.1b).
    #[inline]
    pub fn neutral_ports(&self) -> Spaces {
        self.harbours[2]
    }

    /// Whether a port is neutral.
    #[inline]
    pub fn is_neutral(&self, space: Space) -> bool {
        space.exists() && self.neutral_ports() >> space.0 & 1 != 0
    }
}

/// The spaces of a set, lowest first.
#[inline]
pub fn each_space(set: Spaces) -> impl Iterator<Item = Space> {
    let mut left = set;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let space = Space(left.trailing_zeros() as u8);
        left &= left - 1;
        Some(space)
    })
}

/// The chart.
#[inline]
pub fn chart() -> &'static Chart {
    &CHART_READ
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Border {
    between: [String; 2],
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartFile {
    area: Vec<Area>,
    port: Vec<Port>,
    border: Vec<Border>,
}

static CHART_READ: LazyLock<Chart> = LazyLock::new(|| {
    let file: ChartFile = toml::from_str(TEXT).expect("chart.toml is checked by a test");
    draw(file)
});

/// Works out neighbours and distances.
fn draw(file: ChartFile) -> Chart {
    let mut chart = Chart {
        areas: file.area,
        ports: file.port,
        neighbours: [0; SPACES],
        costs: [1; SPACES],
        distances: [[u8::MAX; SPACES]; SPACES],
        approaches: [[u8::MAX; SPACES]; SPACES],
        within: [[0; FARTHEST]; SPACES],
        ways_out: [u8::MAX; SPACES],
        borders: Vec::new(),
        harbours: [0; 3],
    };
    let find = |chart: &Chart, code: &str| chart.space(code).expect("chart.toml names its own spaces");
    for border in &file.border {
        let pair = (find(&chart, &border.between[0]), find(&chart, &border.between[1]));
        chart.borders.push(pair);
    }
    for port in Space::ports() {
        for area in chart.port(port).areas.clone() {
            let pair = (port, find(&chart, &area));
            chart.borders.push(pair);
        }
        let kind = chart.port(port).owner.map_or(2, Side::index);
        chart.harbours[kind] |= 1 << port.0;
    }
    for (a, b) in chart.borders.clone() {
        chart.neighbours[a.index()] |= 1 << b.0;
        chart.neighbours[b.index()] |= 1 << a.0;
    }
    for area in Space::areas() {
        chart.costs[area.index()] = chart.area(area).cost;
    }
    for from in Space::all() {
        distances_from(&mut chart, from);
    }
    for from in Space::all() {
        for port in Space::ports() {
            let off = each_space(chart.around(port)).map(|area| chart.distance(from, area));
            chart.approaches[from.index()][port.index()] = off.min().unwrap_or(u8::MAX);
        }
        for points in 0..FARTHEST {
            let near = Space::ports().filter(|port| usize::from(chart.approach(from, *port)) <= points);
            chart.within[from.index()][points] = near.fold(0, |set, port| set | 1 << port.0);
        }
        let out = each_space(chart.around(from)).map(|next| chart.cost(next));
        chart.ways_out[from.index()] = out.min().unwrap_or(u8::MAX);
    }
    chart
}

/// Fills in a row of the distances: areas can be passed, ports only be ends.
fn distances_from(chart: &mut Chart, from: Space) {
    let mut row = [u8::MAX; SPACES];
    row[from.index()] = 0;
    // A pass for each space is enough for the longest way.
    for _ in 0..SPACES {
        for space in Space::all().filter(|space| space.is_area() || *space == from) {
            let so_far = row[space.index()];
            if so_far == u8::MAX {
                continue;
            }
            for next in each_space(chart.around(space)) {
                row[next.index()] = row[next.index()].min(so_far + chart.cost(next));
            }
        }
    }
    chart.distances[from.index()] = row;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(code: &str) -> Space {
        chart().space(code).expect("it is on the chart")
    }

    #[test]
    fn r6_1a_three_oceans_cost_three_and_four_straits_two() {
        let count = |cost| chart().areas.iter().filter(|area| area.cost == cost).count();
        assert_eq!((count(3), count(2), count(1)), (3, 4, 10));
        assert_eq!((chart().areas.len(), chart().ports.len(), chart().borders.len()), (17, 14, 28 + 16));
    }

    #[test]
    fn every_space_can_be_reached_and_key_west_is_as_near_as_hampton_roads() {
        for from in Space::all() {
            assert!(Space::all().all(|to| chart().distance(from, to) < 40), "{}", chart().name(from));
        }
        assert_eq!(chart().distance(at("prp"), at("kw")), 5);
        assert_eq!(chart().distance(at("prp"), at("hr")), 5);
        assert_eq!(chart().distance(at("prp"), at("sj")), 2);
        assert_eq!(chart().distance(at("cz"), at("eco")), 4);
    }
}
