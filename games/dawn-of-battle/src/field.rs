//! The field of battle: hexes in straight rows (2.1), neighbours, front, flank and rear (7.3).

use std::sync::OnceLock;

use sandtable_maps::{PointyEvenRight, Side as Hexside};
use serde::{Serialize, Serializer};

use crate::data::{Terrain, limits};
use crate::ids::{COLUMNS, Facing, HEXES, HexId, ROWS};

/// How the hexes of the field are laid out: pointed tops, even rows half a hex to the right (R1).
pub type Numbering = PointyEvenRight;
/// A hex as geometry knows it.
pub type Hex = sandtable_maps::Hex<Numbering>;

/// A sheet of hexes: who is beside whom.
#[derive(Debug)]
pub struct Field {
    columns: u16,
    neighbours: Box<[[HexId; 6]; HEXES]>,
}

impl Field {
    /// The sheet of 16 columns, or that of 32 for an epic battle (2.1).
    pub fn of(epic: bool) -> &'static Self {
        static SHEETS: OnceLock<[Field; 2]> = OnceLock::new();
        let sheets = SHEETS.get_or_init(|| [Self::new(limits().columns), Self::new(limits().epic_columns)]);
        &sheets[usize::from(epic)]
    }

    fn new(columns: u8) -> Self {
        let columns = u16::from(columns).min(COLUMNS);
        let mut neighbours = Box::new([[HexId::NOWHERE; 6]; HEXES]);
        for hex in HexId::all().filter(|hex| hex.column() < columns) {
            for (side, next) in hex.hex().neighbours().into_iter().enumerate() {
                neighbours[hex.index()][side] =
                    HexId::of(next).filter(|next| next.column() < columns).unwrap_or_default();
            }
        }
        Self { columns, neighbours }
    }

    /// How many columns there are.
    #[inline]
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// Whether a hex is on the field.
    #[inline]
    pub const fn contains(&self, hex: HexId) -> bool {
        hex.exists() && hex.column() < self.columns
    }

    /// All hexes of the field.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + Clone + use<> {
        let columns = self.columns;
        (0..ROWS).flat_map(move |row| (0..columns).map(move |column| HexId(column + COLUMNS * row)))
    }

    /// The six neighbours clockwise from the northeast; nowhere where the field ends.
    #[inline]
    pub const fn around(&self, hex: HexId) -> &[HexId; 6] {
        &self.neighbours[hex.index()]
    }

    /// The neighbour across a side.
    #[inline]
    pub const fn step(&self, hex: HexId, side: Hexside) -> HexId {
        self.neighbours[hex.index()][side.index() as usize]
    }

    /// The left and the right front hex (7.3).
    #[inline]
    pub const fn front(&self, hex: HexId, facing: Facing) -> [HexId; 2] {
        let [left, right] = facing.front::<Numbering>();
        [self.step(hex, left), self.step(hex, right)]
    }

    /// The left and the right flank hex (7.3).
    #[inline]
    pub const fn flanks(&self, hex: HexId, facing: Facing) -> [HexId; 2] {
        let [left, right] = facing.front::<Numbering>();
        [self.step(hex, left.turn(-1)), self.step(hex, right.turn(1))]
    }

    /// Whether a hex lies on the edge of the field.
    #[inline]
    pub const fn is_edge(&self, hex: HexId) -> bool {
        let (column, row) = (hex.column(), hex.row());
        column == 0 || row == 0 || column == self.columns - 1 || row == ROWS - 1
    }

    /// How many hexes it is to the nearest edge.
    pub fn to_edge(&self, hex: HexId) -> u8 {
        let (column, row) = (hex.column(), hex.row());
        column.min(row).min(self.columns - 1 - column).min(ROWS - 1 - row) as u8
    }
}

/// Nobody may enter.
pub const CLOSED: u8 = u8::MAX;

/// The ground of a battle: laid once, and shared by all its positions.
#[derive(Debug)]
pub struct Country {
    /// The sheet.
    pub field: &'static Field,
    ground: [Terrain; HEXES],
    costs: [u8; HEXES],
}

impl PartialEq for Country {
    fn eq(&self, other: &Self) -> bool {
        self.field.columns == other.field.columns && self.ground == other.ground && self.costs == other.costs
    }
}

impl Country {
    /// Clear ground but for some hexes; some are closed by special rules (S1, S2).
    pub fn new(
        epic: bool,
        ground: impl IntoIterator<Item = (HexId, Terrain)>,
        closed: impl IntoIterator<Item = HexId>,
    ) -> Self {
        let field = Field::of(epic);
        let mut country = Self { field, ground: [Terrain::Clear; HEXES], costs: [CLOSED; HEXES] };
        for (hex, terrain) in ground {
            country.ground[hex.index()] = terrain;
        }
        for hex in field.hexes() {
            country.costs[hex.index()] = country.ground[hex.index()].card().cost.unwrap_or(CLOSED);
        }
        closed.into_iter().for_each(|hex| country.costs[hex.index()] = CLOSED);
        country
    }

    /// The ground of a hex (2.4).
    #[inline]
    pub const fn ground(&self, hex: HexId) -> Terrain {
        self.ground[hex.index()]
    }

    /// Movement points to enter a hex (7.1); none where nobody may enter.
    #[inline]
    pub const fn cost(&self, hex: HexId) -> Option<u8> {
        if !hex.exists() {
            return None;
        }
        match self.costs[hex.index()] {
            CLOSED => None,
            cost => Some(cost),
        }
    }

    /// The hexes that are not clear.
    pub fn features(&self) -> impl Iterator<Item = (HexId, Terrain)> + '_ {
        let hexes = self.field.hexes().map(|hex| (hex, self.ground(hex)));
        hexes.filter(|(_, ground)| *ground != Terrain::Clear)
    }
}

impl Serialize for Country {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.features().collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::facing;

    fn hex(name: &str) -> HexId {
        HexId::read(name).expect("a hex")
    }

    fn names(hexes: impl IntoIterator<Item = HexId>) -> Vec<String> {
        hexes.into_iter().map(|hex| hex.to_string()).collect()
    }

    #[test]
    fn neighbours_are_as_the_sheet_has_them() {
        let field = Field::of(false);
        assert_eq!(names(*field.around(hex("H8"))), ["I7", "I8", "I9", "H9", "G8", "H7"]);
        assert_eq!(names(*field.around(hex("H7"))), ["H6", "I7", "H8", "G8", "G7", "G6"]);
        assert_eq!(names(*field.around(hex("P1")))[0..2], ["nowhere", "nowhere"]);
        assert_eq!(Field::of(true).around(hex("P1"))[1], hex("Q1"));
    }

    #[test]
    fn r7_3_front_and_flank() {
        let field = Field::of(false);
        let facing = |number| facing(number).expect("a vertex");
        assert_eq!(names(field.front(hex("H8"), facing(2))), ["I7", "I8"]);
        assert_eq!(names(field.flanks(hex("H8"), facing(2))), ["H7", "I9"]);
        assert_eq!(names(field.front(hex("H7"), facing(4))), ["H8", "G8"]);
        assert_eq!(names(field.flanks(hex("H7"), facing(4))), ["I7", "G7"]);
    }
}
