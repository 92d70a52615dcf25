//! Scenes: what a viewer sees, described once for the page, the screen reader and the terminal.
//!
//! A scene names things and says where they are; it holds no pixels and no rule. Everything has a text, so that
//! the text board says as much as the drawn one.

use serde::Serialize;

use crate::odds::Likelihood;
use crate::{Die, Seat, Sum};

/// All that a viewer sees.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The scenario's name.
    pub title: String,
    /// Place, date, time of day.
    pub subtitle: String,
    /// The turn, where the game counts turns.
    pub turn: Option<Turn>,
    /// The phases of a turn in order, with the present one marked.
    pub phases: Vec<Phase>,
    /// Two or three facts for the top bar.
    pub facts: Vec<Fact>,
    /// The sides, those by which seats are known first and in the order of the seats.
    pub sides: Vec<Side>,
    /// The boards; most games have one.
    pub boards: Vec<Board>,
    /// Counters on boards, in displays and off the map.
    pub pieces: Vec<Piece>,
    /// Pieces that stand and move together: squadrons, columns.
    pub groups: Vec<Group>,
    /// Things that lie on spaces and belong to nobody: smoke, weather, works.
    pub markers: Vec<Marker>,
    /// Lines between places: fire, orders, courses.
    pub lines: Vec<Stroke>,
    /// Arcs and ranges of the piece that is asked for a decision.
    pub shapes: Vec<Shape>,
    /// Rows of boxes with something standing on one of them.
    pub tracks: Vec<Track>,
    /// Cards that somebody holds.
    pub hands: Vec<Hand>,
    /// Two rows of pieces that face each other.
    pub battles: Vec<Battle>,
    /// Small tables that belong beside the board.
    pub tables: Vec<Table>,
}

impl Scene {
    /// The side by which each seat is known, in the order of the seats. A seat may run several; it is known by the first.
    pub fn seated(&self) -> impl Iterator<Item = &Side> {
        let sides = self.sides.iter().enumerate();
        sides
            .filter(|(at, side)| self.sides[..*at].iter().all(|other| other.seat != side.seat))
            .map(|(_, side)| side)
    }
}

/// Which turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Turn {
    /// The number, from 1.
    pub number: u16,
    /// How many there are, where that is fixed.
    pub of: Option<u16>,
    /// The time it stands for: `06:00`.
    pub label: String,
}

/// A phase of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// Whether play stands in it.
    pub now: bool,
}

/// A fact with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fact {
    /// What it is: `Sight`.
    pub name: String,
    /// What it says: `15 hexes`.
    pub value: String,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Side {
    /// Its key, as pieces name it.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its seat.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schema(value_type = u8))]
    pub seat: Seat,
    /// Its colour, by name: `blue`, `stone`, `ochre`, `brick`, `ivory`, `black`, `green`, `lilac`, `orange`.
    pub colour: String,
    /// Its points, where the game counts them.
    pub score: Option<i16>,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Board {
    /// A sheet of hexes with printed numbers.
    #[serde(rename_all = "camelCase")]
    Hexes {
        /// Its key.
        key: String,
        /// Its name.
        name: String,
        /// Columns, from 1.
        columns: u8,
        /// Rows, from 1.
        rows: u8,
        /// Whether hexes have a flat side on top.
        flat_top: bool,
        /// Whether even columns (or rows) are shoved half a hex down (or right); odd ones otherwise.
        even_shoved: bool,
        /// Whether the first two digits of a number are the row; the column otherwise.
        row_first: bool,
        /// Whether a hex is called by its column in letters and its row: `A1`, `P15`, `AF15`. By four digits otherwise.
        lettered: bool,
        /// Whether row 1 is at the bottom; at the top otherwise.
        rows_up: bool,
        /// Which side of a hex is north, from 1 clockwise.
        north: u8,
        /// Spaces that are not plain.
        spaces: Vec<Space>,
        /// Sheet edges that nothing can cross.
        shores: Vec<String>,
        /// Roads and railroads through hexes.
        ways: Vec<Way>,
        /// What runs along the border of two hexes.
        sides: Vec<Hexside>,
    },
    /// Areas with borders.
    Areas {
        /// Its key.
        key: String,
        /// Its name.
        name: String,
        /// All areas.
        spaces: Vec<Space>,
        /// Pairs of neighbours.
        borders: Vec<(String, String)>,
    },
}

/// A road or a railroad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Way {
    /// What kind it is: `road`, `rail`.
    pub kind: String,
    /// The spaces it goes through, from one end to the other.
    pub spaces: Vec<String>,
}

/// The border of two hexes, where it is more than a border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hexside {
    /// What runs there: `river`, or `closed` where nobody passes.
    pub kind: String,
    /// What it is called: the name of a river. Often nothing.
    pub name: String,
    /// The two spaces.
    pub spaces: (String, String),
}

/// A hex or an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Space {
    /// Its key: `1208`, `caribbean`.
    pub key: String,
    /// What kind it is: `land`, `jungle`, `sea`.
    pub terrain: String,
    /// Its name, if it has one.
    pub name: String,
    /// Figures printed in it.
    pub figures: Vec<Fact>,
    /// The side that holds it.
    pub holder: Option<String>,
}

/// Where a piece is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Place {
    /// On a space of a board.
    Space {
        /// The board.
        board: String,
        /// The space.
        space: String,
    },
    /// Beside the board: due to enter, in a pool.
    Beside {
        /// What is written there: `enters turn 4`.
        label: String,
    },
    /// Out of the game.
    Gone {
        /// How: `sunk`.
        label: String,
    },
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The key of its side.
    pub side: String,
    /// What it is: `BB`, `infantry`.
    pub kind: String,
    /// How a page draws it: `ship`, `unit`, `squadron`, `leader`; plain if it knows no such face.
    pub face: String,
    /// Where it is.
    pub place: Place,
    /// The side or corner of the hex that it faces, from 1 clockwise.
    pub facing: Option<u8>,
    /// Its values, in the order in which they are printed.
    pub values: Vec<Fact>,
    /// Whether only its back is seen.
    pub face_down: bool,
    /// Whether it shows its reduced side.
    pub reduced: bool,
    /// Whether it has acted and is done for now.
    pub done: bool,
    /// States: `fire 2`, `evading`.
    pub badges: Vec<Badge>,
    /// A step counter: how many of how many are gone.
    pub damage: Option<(u8, u8)>,
    /// Everything about it in one line.
    pub text: String,
}

/// Pieces that stand and move together, seen or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Group {
    /// Its key; no piece has the same.
    pub key: String,
    /// Its name, as its owner knows it.
    pub name: String,
    /// The key of its side.
    pub side: String,
    /// Where it is.
    pub place: Place,
    /// The keys of those of its pieces that the viewer may see, from the top. None of them if it lies face down.
    pub pieces: Vec<String>,
    /// How many pieces it has, seen or not.
    pub count: u8,
    /// The tag that lies under it, if the viewer may read it: an order.
    pub tag: Option<String>,
    /// Whether it has acted and is done for now.
    pub done: bool,
    /// Everything about it in one line.
    pub text: String,
}

/// A state of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Badge {
    /// What kind, for the drawing.
    pub kind: String,
    /// How many, where that matters.
    pub count: Option<u8>,
    /// In words.
    pub text: String,
}

/// Something that lies on a space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Marker {
    /// What kind: `smoke`.
    pub kind: String,
    /// The board.
    pub board: String,
    /// The space.
    pub space: String,
    /// How many.
    pub count: u8,
    /// In words.
    pub text: String,
}

/// A line between places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stroke {
    /// What kind: `fire`, `course`.
    pub kind: String,
    /// The board.
    pub board: String,
    /// The spaces it goes through, from the first.
    pub spaces: Vec<String>,
    /// In words.
    pub text: String,
}

/// An area that a piece covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Shape {
    /// Between two bearings, without end.
    Sector {
        /// The board.
        board: String,
        /// The space it opens from.
        space: String,
        /// The first bearing, in degrees clockwise from the top of the sheet.
        from: u16,
        /// The last bearing, clockwise from the first.
        to: u16,
        /// Whether it is the favourable one, to be lit.
        lit: bool,
        /// In words: `broadside: +2 dice`.
        text: String,
    },
    /// All within a distance.
    Ring {
        /// The board.
        board: String,
        /// The space in the middle.
        space: String,
        /// How many spaces it reaches.
        radius: u8,
        /// In words: `close to 5: +1 die`.
        text: String,
    },
}

/// A row of boxes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Track {
    /// Its name.
    pub name: String,
    /// The boxes.
    pub boxes: Vec<String>,
    /// What stands on which box.
    pub standing: Vec<(String, u16)>,
}

/// Cards that somebody holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hand {
    /// Its name.
    pub name: String,
    /// The key of the side.
    pub side: String,
    /// How many cards, seen or not.
    pub count: u8,
    /// Those that the viewer may see.
    pub cards: Vec<Card>,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Card {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// What it is, where there are several kinds in a game.
    pub kind: String,
    /// What it does.
    pub text: String,
    /// Its figures.
    pub figures: Vec<Fact>,
    /// How many like it lie there.
    pub count: u8,
    /// Whether it has been used and is done for now.
    pub done: bool,
}

/// Two rows of pieces that face each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Battle {
    /// Its name.
    pub name: String,
    /// The space it is fought in, by its key.
    pub space: String,
    /// The round and what has happened.
    pub text: String,
    /// The steps of a battle that has several, in order, with the present one marked.
    pub steps: Vec<Phase>,
    /// Who stands against whom, from the front.
    pub pairings: Vec<Pairing>,
}

/// Pieces that fight each other in a battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Pairing {
    /// The keys of the pieces of the first side.
    pub left: Vec<String>,
    /// The keys of the pieces of the second side.
    pub right: Vec<String>,
    /// What has been thrown here in this round, in the order of the throws.
    pub throws: Vec<Throw>,
    /// What each side has reckoned so far, where strengths are summed up.
    pub tallies: Vec<Tally>,
    /// How it may end, the likeliest first, as long as that is open.
    pub chances: Vec<Likelihood>,
    /// Whether it is fought out now.
    pub now: bool,
    /// What came of it, in words.
    pub text: String,
}

/// The strength of one side in a battle, term by term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tally {
    /// The key of the side; empty for neutrals.
    pub side: String,
    /// The terms in the order of the rules.
    pub terms: Vec<Sum>,
    /// Their sum so far.
    pub total: i16,
}

/// Dice thrown, or about to be thrown, for one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Throw {
    /// The key of the side that throws.
    pub side: String,
    /// How many dice.
    pub count: u8,
    /// The dice as they lie, or none before they are thrown.
    pub dice: Vec<Die>,
}

/// A small table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}
