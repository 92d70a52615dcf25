//! The province: ground, ways, rivers, works, and what follows from them (1.5).
//!
//! All that can be worked out once is worked out when the map is read: neighbours, the cost of every step in either weather, the
//! distance to water.

use sandtable_maps::{Digits, Hex, Numbering, Rows, Shoved, Top};
use serde::{Deserialize, Serialize};

use crate::data::{Costs, MapFile, RiverFile};
use crate::ids::{COLUMNS, FIRST_ROW, HEXES, HexId, HexSet, ROWS};

/// The sheet: points upward, even rows half a hex farther east, the row first, row numbers growing northward (1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Province;

impl Numbering for Province {
    const TOP: Top = Top::Pointy;
    const SHOVED: Shoved = Shoved::Even;
    const DIGITS: Digits = Digits::RowColumn;
    const ROWS: Rows = Rows::Up;
}

/// What a hex is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Ground {
    Clear,
    Jungle,
    Hill,
    Town,
    City,
    /// With a town: a landing beach.
    Beach,
    Harbour,
    Ocean,
}

impl Ground {
    /// The ground of a letter of the map file.
    fn of(letter: char) -> Option<Self> {
        Some(match letter {
            'C' => Self::Clear,
            'J' => Self::Jungle,
            'H' => Self::Hill,
            'T' => Self::Town,
            'Y' => Self::City,
            'B' => Self::Beach,
            'W' => Self::Harbour,
            'O' => Self::Ocean,
            _ => return None,
        })
    }

    /// Its word in scenes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Jungle => "jungle",
            Self::Hill => "hill",
            Self::Town => "town",
            Self::City => "city",
            Self::Beach => "beach",
            Self::Harbour => "harbour",
            Self::Ocean => "ocean",
        }
    }

    /// Whether it is water.
    #[inline]
    pub const fn is_water(self) -> bool {
        matches!(self, Self::Harbour | Self::Ocean)
    }
}

/// A road or a railway.
#[derive(Clone, Debug)]
pub struct Line {
    /// Whether it is a railway.
    pub rail: bool,
    /// Its hexes from one end to the other.
    pub hexes: Vec<HexId>,
}

/// A river.
#[derive(Clone, Debug)]
pub struct River {
    /// What it is called.
    pub name: String,
    /// The pairs of hexes that it runs between.
    pub sides: Vec<(HexId, HexId)>,
}

/// What a step may depend on besides the hexes: weather and light troops make four lists of costs, the bridge of option O4 doubles them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conditions {
    /// Bad weather (H3).
    pub bad_weather: bool,
    /// Light troops that know the jungle (O3).
    pub light: bool,
    /// The bridge at Aguadores is blown (O4).
    pub blown: bool,
}

impl Conditions {
    #[inline]
    const fn index(self) -> usize {
        self.bad_weather as usize | (self.light as usize) << 1 | (self.blown as usize) << 2
    }
}

/// A step that nobody makes.
pub const CLOSED: u8 = 0;

/// The map.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are those of the file, or say what they are")]
pub struct Map {
    pub ground: [Ground; HEXES],
    pub names: Vec<String>,
    /// The six neighbours, clockwise from the northeast; nowhere off the frame.
    pub neighbours: [[HexId; 6]; HEXES],
    /// The cost of the step to each neighbour, by conditions; [`CLOSED`] where nobody passes.
    costs: [Box<[[u8; 6]]>; 8],
    /// The neighbours along a road or railway, a bit each; without and with the bridge of option O4.
    ways: [[u8; HEXES]; 2],
    /// The neighbours across a river, a bit each.
    rivers: [u8; HEXES],
    /// The neighbours that nobody can get to, a bit each: water, the harbour mouth, off the frame (T10).
    closed: [u8; HEXES],
    pub redoubts: HexSet,
    pub batteries: HexSet,
    pub entrenchments: HexSet,
    pub objectives: HexSet,
    pub el_caney: HexId,
    /// The two beaches: the first is open from the first day.
    pub beaches: [HexId; 2],
    pub santiago: HexId,
    /// Where Escario comes in.
    pub entry: HexId,
    /// What its ground costs.
    pub entry_cost: u8,
    /// Land within the reach of the American ships (6.2a).
    pub near_ocean: HexSet,
    /// Hexes within the reach of Cervera's guns (6.3a).
    pub near_harbour: HexSet,
    /// Land on the western and northern edge (9.4f).
    pub edge: HexSet,
    /// How many hexes it is over land to Santiago, to each beach and to that edge (R38).
    pub to_santiago: [u8; HEXES],
    pub to_beach: [[u8; HEXES]; 2],
    pub to_edge: [u8; HEXES],
    pub lines: Vec<Line>,
    pub courses: Vec<River>,
    pub closed_sides: Vec<(HexId, HexId)>,
    /// The neighbours of each hex that troops can get to.
    beside: Box<[HexSet]>,
    /// The hexes one and two away from each, water between them or not (6.4).
    around: Box<[HexSet]>,
    pub bridge: (HexId, HexId),
}

/// The hex as the library of maps knows it.
fn printed(hex: HexId) -> Hex<Province> {
    Hex::at(hex.column(), hex.row()).expect("a hex of the frame has a printed number")
}

/// The hex of the frame that the library of maps means.
fn of_printed(hex: Hex<Province>) -> HexId {
    HexId::at(hex.row(), hex.column()).unwrap_or_default()
}

/// How many hexes it is from one to another, straight over the map.
#[inline]
pub fn distance(from: HexId, to: HexId) -> u8 {
    printed(from).distance(printed(to))
}

impl Map {
    /// Works out the map of a file.
    pub fn new(
        file: &MapFile,
        costs: &Costs,
        [us_reach, es_reach, gun_range]: [u8; 3],
        entry: HexId,
    ) -> Result<Self, String> {
        let ground = read_ground(file)?;
        let neighbours: [[HexId; 6]; HEXES] =
            std::array::from_fn(|at| printed(HexId(at as u16)).neighbours().map(of_printed));
        let mut closed = [0u8; HEXES];
        for hex in HexId::all() {
            for (side, neighbour) in neighbours[hex.index()].into_iter().enumerate() {
                let water = |hex: HexId| ground[hex.index()].is_water();
                if !neighbour.exists() || water(neighbour) || water(hex) {
                    closed[hex.index()] |= 1 << side;
                }
            }
        }
        for (a, b) in &file.closed {
            closed[a.index()] |= 1 << side_of(&neighbours, *a, *b)?;
            closed[b.index()] |= 1 << side_of(&neighbours, *b, *a)?;
        }
        let mut rivers = [0u8; HEXES];
        let river = |file: &RiverFile| River { name: file.name.clone(), sides: file.sides.clone() };
        let courses: Vec<River> = file.river.iter().map(river).collect();
        for (a, b) in courses.iter().flat_map(|river| &river.sides) {
            rivers[a.index()] |= 1 << side_of(&neighbours, *a, *b)?;
            rivers[b.index()] |= 1 << side_of(&neighbours, *b, *a)?;
        }
        let lines: Vec<Line> = (file.road.iter().map(|line| Line { rail: false, hexes: line.hexes.clone() }))
            .chain(file.rail.iter().map(|line| Line { rail: true, hexes: line.hexes.clone() }))
            .collect();
        let ways = read_ways(file, &lines, &neighbours)?;
        let edge: HexSet = HexId::all()
            .filter(|hex| {
                (hex.column() == 1 || usize::from(hex.row() - FIRST_ROW) == ROWS - 1)
                    && !ground[hex.index()].is_water()
            })
            .collect();
        let near = |what: Ground, reach: u8| -> HexSet {
            let waters: Vec<HexId> = HexId::all().filter(|hex| ground[hex.index()] == what).collect();
            HexId::all().filter(|hex| waters.iter().any(|water| distance(*hex, *water) <= reach)).collect()
        };
        let mut names = vec![String::new(); HEXES];
        for (number, name) in &file.names {
            let hex =
                HexId::read(number).ok_or_else(|| format!("there is no hex {number} to be called {name}"))?;
            names[hex.index()].clone_from(name);
        }
        let mut map = Self {
            ground,
            names,
            neighbours,
            costs: std::array::from_fn(|_| vec![[CLOSED; 6]; HEXES].into_boxed_slice()),
            ways,
            rivers,
            closed,
            redoubts: file.works.redoubt.iter().copied().collect(),
            batteries: file.works.battery.iter().copied().collect(),
            entrenchments: file.works.entrenchment.iter().copied().collect(),
            objectives: file.objectives.hexes.iter().copied().collect(),
            el_caney: file.objectives.el_caney,
            beaches: [file.landing.first, file.landing.second],
            santiago: file.sources.spain,
            entry,
            entry_cost: costs.town,
            near_ocean: near(Ground::Ocean, us_reach),
            near_harbour: near(Ground::Harbour, es_reach),
            to_santiago: [u8::MAX; HEXES],
            to_beach: [[u8::MAX; HEXES]; 2],
            to_edge: [u8::MAX; HEXES],
            edge,
            lines,
            courses,
            closed_sides: file.closed.clone(),
            beside: Box::default(),
            around: (HexId::all())
                .map(|hex| {
                    HexId::all().filter(|other| (1..=gun_range).contains(&distance(hex, *other))).collect()
                })
                .collect(),
            bridge: file.bridge.sides,
        };
        map.beside =
            (HexId::all()).map(|hex| map.beside(hex).filter(|to| map.passable(hex, *to)).collect()).collect();
        map.to_santiago = map.steps_to(&[map.santiago].into_iter().collect());
        map.to_beach = map.beaches.map(|beach| map.steps_to(&[beach].into_iter().collect()));
        map.to_edge = map.steps_to(&map.edge);
        map.price(costs);
        Ok(map)
    }

    /// How many hexes it is from each hex to the nearest of some, over land and round the water (R38).
    fn steps_to(&self, goals: &HexSet) -> [u8; HEXES] {
        let mut steps = [u8::MAX; HEXES];
        let mut ring: Vec<HexId> = goals.iter().collect();
        let mut far = 0;
        while !ring.is_empty() {
            for hex in &ring {
                steps[hex.index()] = far;
            }
            far += 1;
            let mut next = HexSet::NONE;
            for beside in ring.iter().flat_map(|hex| self.beside[hex.index()].iter()) {
                if steps[beside.index()] == u8::MAX {
                    next.insert(beside);
                }
            }
            ring = next.iter().collect();
        }
        steps
    }

    /// Works out the cost of every step.
    fn price(&mut self, costs: &Costs) {
        for light in [false, true] {
            for bad_weather in [false, true] {
                for blown in [false, true] {
                    let conditions = Conditions { bad_weather, light, blown };
                    let mut list = vec![[CLOSED; 6]; HEXES].into_boxed_slice();
                    for hex in HexId::all() {
                        for (side, cost) in list[hex.index()].iter_mut().enumerate() {
                            *cost = self.step_cost(costs, hex, side, conditions);
                        }
                    }
                    self.costs[conditions.index()] = list;
                }
            }
        }
    }

    fn step_cost(&self, costs: &Costs, from: HexId, side: usize, conditions: Conditions) -> u8 {
        if self.closed[from.index()] >> side & 1 != 0 {
            return CLOSED;
        }
        if self.ways[usize::from(conditions.blown)][from.index()] >> side & 1 != 0 {
            return costs.way;
        }
        let to = self.neighbours[from.index()][side];
        let jungle = if conditions.bad_weather { costs.bad_jungle } else { costs.jungle };
        let ground = match self.ground[to.index()] {
            Ground::Clear if conditions.bad_weather => costs.bad_clear,
            Ground::Clear => costs.clear,
            Ground::Jungle if conditions.light => jungle.saturating_sub(costs.light).max(1),
            Ground::Jungle => jungle,
            Ground::Hill => costs.hill,
            Ground::Town => costs.town,
            Ground::City => costs.city,
            Ground::Beach => costs.beach,
            Ground::Harbour | Ground::Ocean => return CLOSED,
        };
        let river = if self.rivers[from.index()] >> side & 1 != 0 { costs.river } else { 0 };
        ground + river
    }

    /// The costs of all steps, by hex and side.
    #[inline]
    pub fn costs(&self, conditions: Conditions) -> &[[u8; 6]] {
        &self.costs[conditions.index()]
    }

    /// The neighbours of a hex along a road or railway, without the bridge of option O4 if it is blown.
    #[inline]
    pub fn along(&self, hex: HexId, blown: bool) -> impl Iterator<Item = HexId> + use<> {
        let (neighbours, ways) = (self.neighbours[hex.index()], self.ways[usize::from(blown)][hex.index()]);
        (0..6).filter(move |side| ways >> side & 1 != 0).map(move |side| neighbours[side])
    }

    /// The sides of a hex that nobody crosses, a bit for each (T10).
    #[inline]
    pub fn closed(&self, hex: HexId) -> u8 {
        self.closed[hex.index()]
    }

    /// The side of a hex that another lies at.
    #[inline]
    pub fn side(&self, from: HexId, to: HexId) -> Option<usize> {
        self.neighbours.get(from.index())?.iter().position(|hex| *hex == to && to.exists())
    }

    /// Whether troops can get from a hex to its neighbour (T10).
    #[inline]
    pub fn passable(&self, from: HexId, to: HexId) -> bool {
        self.side(from, to).is_some_and(|side| self.closed[from.index()] >> side & 1 == 0)
    }

    /// Whether a river runs between two neighbours.
    #[inline]
    pub fn river(&self, from: HexId, to: HexId) -> bool {
        self.side(from, to).is_some_and(|side| self.rivers[from.index()] >> side & 1 != 0)
    }

    /// The neighbours of a hex that lie in the frame.
    #[inline]
    pub fn beside(&self, hex: HexId) -> impl Iterator<Item = HexId> {
        self.neighbours[hex.index()].into_iter().filter(|hex| hex.exists())
    }

    /// The neighbours that troops can get to, one after the other (T10).
    #[inline]
    pub fn open_from(&self, hex: HexId) -> impl Iterator<Item = HexId> + use<> {
        let (neighbours, closed) = (self.neighbours[hex.index()], self.closed[hex.index()]);
        (0..6).filter(move |side| closed >> side & 1 == 0).map(move |side| neighbours[side])
    }

    /// The neighbours that troops can get to (T10).
    #[inline]
    pub fn open_beside(&self, hex: HexId) -> &HexSet {
        &self.beside[hex.index()]
    }

    /// The hexes within the range of guns (6.4).
    #[inline]
    pub fn in_gun_range(&self, hex: HexId) -> &HexSet {
        &self.around[hex.index()]
    }

    /// Whether units can be in a hex.
    #[inline]
    pub fn is_land(&self, hex: HexId) -> bool {
        hex.exists() && !self.ground[hex.index()].is_water()
    }

    /// What people call a hex: its name and its number.
    pub fn place(&self, hex: HexId) -> String {
        match self.names.get(hex.index()) {
            Some(name) if !name.is_empty() => format!("{name} ({hex})"),
            _ => hex.to_string(),
        }
    }

    /// Its name, or its number where it has none.
    pub fn name(&self, hex: HexId) -> String {
        match self.names.get(hex.index()) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => hex.to_string(),
        }
    }
}

/// The neighbours along a road or railway, with the bridge of option O4 and without.
fn read_ways(
    file: &MapFile,
    lines: &[Line],
    neighbours: &[[HexId; 6]; HEXES],
) -> Result<[[u8; HEXES]; 2], String> {
    let mut ways = [[0u8; HEXES]; 2];
    for line in lines {
        for pair in line.hexes.windows(2) {
            let blown = (pair[0], pair[1]) == file.bridge.sides || (pair[1], pair[0]) == file.bridge.sides;
            for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                let bit = 1 << side_of(neighbours, from, to)?;
                ways[0][from.index()] |= bit;
                if !blown {
                    ways[1][from.index()] |= bit;
                }
            }
        }
    }
    Ok(ways)
}

/// The side of a hex that another lies at.
fn side_of(neighbours: &[[HexId; 6]; HEXES], from: HexId, to: HexId) -> Result<usize, String> {
    let side = neighbours[from.index()].iter().position(|hex| *hex == to);
    side.ok_or_else(|| format!("{from} and {to} do not touch"))
}

fn read_ground(file: &MapFile) -> Result<[Ground; HEXES], String> {
    if file.first_row != FIRST_ROW || usize::from(file.columns) != COLUMNS || file.ground.len() != ROWS {
        return Err(format!("the frame has rows from {FIRST_ROW}, {ROWS} rows and {COLUMNS} columns"));
    }
    let mut ground = [Ground::Ocean; HEXES];
    for (down, line) in file.ground.iter().enumerate() {
        if line.chars().count() != COLUMNS {
            return Err(format!("line {} of the ground has not {COLUMNS} letters", down + 1));
        }
        for (column, letter) in line.chars().enumerate() {
            let at = (ROWS - 1 - down) * COLUMNS + column;
            ground[at] = Ground::of(letter).ok_or_else(|| format!("`{letter}` is no ground"))?;
        }
    }
    Ok(ground)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::map;

    fn hex(number: &str) -> HexId {
        HexId::read(number).expect("a hex")
    }

    #[test]
    fn r1_5_six_neighbours_as_in_the_rules() {
        let beside = |number: &str| {
            let mut beside: Vec<String> = map().beside(hex(number)).map(|hex| hex.to_string()).collect();
            beside.sort();
            beside
        };
        assert_eq!(beside("1210"), ["1110", "1111", "1209", "1211", "1310", "1311"]);
        assert_eq!(beside("1311"), ["1210", "1211", "1310", "1312", "1410", "1411"]);
    }

    #[test]
    fn there_are_239_hexes_of_land_and_all_hang_together() {
        let land: Vec<HexId> = HexId::all().filter(|hex| map().is_land(*hex)).collect();
        assert_eq!(land.len(), 239);
        let mut seen: HexSet = [land[0]].into_iter().collect();
        let mut queue = vec![land[0]];
        while let Some(hex) = queue.pop() {
            for next in map().beside(hex).filter(|next| map().passable(hex, *next)) {
                if !seen.contains(next) {
                    seen.insert(next);
                    queue.push(next);
                }
            }
        }
        assert_eq!(seen.len(), 239);
    }

    /// The least a march costs in good weather.
    fn march(from: &str, to: &str) -> u32 {
        let costs = map().costs(Conditions::default());
        let mut least = vec![u32::MAX; HEXES];
        least[hex(from).index()] = 0;
        for _ in 0..HEXES {
            for at in HexId::all() {
                if least[at.index()] == u32::MAX {
                    continue;
                }
                for (side, next) in map().neighbours[at.index()].into_iter().enumerate() {
                    let cost = u32::from(costs[at.index()][side]);
                    if cost > 0 && least[at.index()] + cost < least[next.index()] {
                        least[next.index()] = least[at.index()] + cost;
                    }
                }
            }
        }
        least[hex(to).index()]
    }

    #[test]
    fn the_roads_are_as_long_as_they_were_reckoned() {
        for (to, cost) in
            [("0816", 6), ("0916", 7), ("1015", 8), ("1212", 12), ("1210", 14), ("1412", 14), ("1308", 17)]
        {
            assert_eq!(march("0621", to), cost, "{to}");
        }
        assert_eq!(march("1301", "1308"), 8);
    }
}
