//! Scenarios: what the exclusive rules of a battle say (3.0, 4.0 and chapter 9), ready for play.

mod balance;
mod compile;
mod file;
mod limits;
#[cfg(test)]
mod nonsense;
mod options;
mod reader;
mod sea;
mod shipped;
mod ships;
mod specials;

use sandtable_engine::{NoteCard, Seat};

use crate::data::Ratings;
use crate::ids::{Heading, Hex, Level, ShipId, ShipSet};

pub use file::{Fate, Opening, Release, SheetEdge, StateOfShip, StoppedWord, Weapon};
pub use options::{Options, SectorModel};
pub use sea::Sea;
pub use shipped::SHELF;

/// A battle, laid out and checked. Never changes during a match.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are named after the parts of the file")]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub date: String,
    /// Minutes after midnight at which the first turn begins.
    pub minutes: u16,
    pub place: String,
    pub introduction: String,
    /// Where the figures come from, and how sure they are.
    pub source: String,
    pub confidence: String,
    /// The special rules in words.
    pub notes: Vec<NoteCard>,
    pub turns: u8,
    pub first_turn: u8,
    pub opens_with: Opening,
    pub first_player: Seat,
    pub sea: Sea,
    /// Hexes that hold a smoke marker at the start.
    pub smoke: Vec<Hex>,
    pub torpedo_range: u8,
    pub torpedo_far_from: u8,
    pub sides: [Fleet; 2],
    pub ships: Vec<Vessel>,
    pub visibility: Vec<Visibility>,
    /// Which line of `visibility` holds for each turn, spotter and target: the first that fits.
    sight_lines: Vec<u8>,
    pub dice: Vec<Dice>,
    pub exits: Vec<Exit>,
    pub victory: Victory,
    pub awards: Vec<Award>,
    pub specials: Specials,
    pub options: Options,
    pub variants: Vec<Variant>,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields speak for themselves")]
pub struct Fleet {
    pub id: String,
    pub name: String,
    pub colour: String,
    pub ships: ShipSet,
}

/// A ship as its counter shows it.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are named after the parts of the file")]
pub struct Vessel {
    pub id: String,
    pub name: String,
    pub kind: String,
    pub side: Seat,
    pub front: Ratings,
    pub back: Option<Ratings>,
    pub value: i16,
    pub berth: Berth,
    /// The level it starts or enters with; none leaves it to the owner (ruling V6).
    pub level: Option<Level>,
    pub starts: StateOfShip,
}

/// Where a ship is at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Berth {
    /// On the sheet.
    At(Hex, Heading),
    /// Comes on later (8.8).
    Enters {
        /// From which turn on.
        turn: u8,
        /// By one of these hexes.
        hexes: Vec<Hex>,
        /// On one of these headings.
        headings: Vec<Heading>,
    },
}

/// The first and the last turn for which something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    first: u8,
    last: u8,
}

impl Span {
    /// Always.
    pub const ALWAYS: Self = Self { first: 0, last: u8::MAX };

    /// Whether it holds on a turn.
    #[inline]
    pub const fn holds(self, turn: u8) -> bool {
        self.first <= turn && turn <= self.last
    }
}

/// The faces of a die with which something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces(u8);

impl Faces {
    /// Whether it happens.
    #[inline]
    pub const fn contains(self, die: u8) -> bool {
        self.0 >> die & 1 != 0
    }

    /// How many faces there are.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

/// How far ships see (9.1).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Visibility {
    pub turns: Span,
    pub spotters: ShipSet,
    pub targets: ShipSet,
    pub hexes: u8,
    pub flash: u8,
    pub burning: u8,
    pub near_land: u8,
}

/// Dice for some ships (9.2).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Dice {
    pub ships: ShipSet,
    pub weapon: Weapon,
    pub dice: i8,
    pub turns: Span,
    pub why: String,
}

/// Where a side may leave (8.8).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Exit {
    pub side: Seat,
    pub edges: Vec<SheetEdge>,
    pub from_turn: u8,
}

/// The levels of victory (9.21).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Victory {
    pub measured_for: Seat,
    pub decisive: i16,
    pub marginal: i16,
    pub other_marginal: i16,
    pub other_decisive: i16,
}

/// Points at the end (9.21).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Award {
    pub to: Seat,
    pub points: i16,
    pub ships: ShipSet,
    pub any: Vec<Clause>,
    pub per_hit: bool,
    pub why: String,
}

/// What must be true of a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Clause {
    pub status: Option<Fate>,
    pub heavily_damaged: Option<bool>,
    pub slowed: Option<bool>,
    pub stopped: Option<bool>,
    pub hits_at_least: Option<u8>,
    pub no_enemy_within: Option<u8>,
    pub row_at_least: Option<u8>,
    pub edges: Option<Vec<SheetEdge>>,
    pub after_turn: Option<u8>,
}

/// The special rules of chapter 9.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are named after the parts of the file")]
pub struct Specials {
    pub flash: ShipSet,
    pub hold_fire: Vec<HoldFire>,
    pub no_evasion: Vec<(ShipSet, Span)>,
    pub speed_caps: Vec<(ShipSet, u8, u8)>,
    pub squadrons: Vec<(ShipSet, ShipId)>,
    pub signals: Vec<Signal>,
    pub mistaken: Vec<MistakenIdentity>,
    pub teething: Vec<(ShipId, Faces, i8)>,
    pub power_failures: Vec<PowerFailure>,
    pub ammunition: Vec<(ShipSet, u8)>,
    pub limit_lines: Vec<(ShipSet, u8)>,
    pub withdrawals: Vec<(ShipId, u8)>,
    pub rudders: Vec<(ShipId, Faces, Faces)>,
    pub thin_hulls: Option<(i8, i8)>,
    pub air_attacks: Option<AirAttacks>,
    pub harassment: Option<(Seat, u8, ShipSet)>,
    pub recall: Option<(u8, ShipSet)>,
}

impl Specials {
    /// Whether a ship's rudder is jammed for good (9.15).
    pub fn wanders(&self, ship: ShipId) -> bool {
        self.rudders.iter().any(|(wandering, ..)| *wandering == ship)
    }

    /// On which faces the turrets of a ship fail, and the dice that it costs (9.10).
    pub fn teething_of(&self, ship: ShipId) -> Option<(Faces, i8)> {
        let troubled = self.teething.iter().find(|(troubled, ..)| *troubled == ship);
        troubled.map(|(_, on, dice)| (*on, *dice))
    }
}

/// Ships that may not fire yet (9.4).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct HoldFire {
    pub ships: ShipSet,
    pub weapon: Weapon,
    pub turns: Span,
    pub combat_alone: bool,
    pub released_by: Option<Release>,
}

/// A misread signal (9.8).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Signal {
    pub flagship: ShipId,
    pub ships: ShipSet,
    pub target: ShipId,
    pub within: u8,
}

/// A target taken for another (9.9).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct MistakenIdentity {
    pub ship: ShipId,
    pub target: ShipId,
    pub instead: ShipId,
    pub turns: Span,
    pub on: Faces,
}

/// A ship without power (9.11).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct PowerFailure {
    pub ship: ShipId,
    pub turn: u8,
    pub on: Faces,
    pub sight: u8,
    pub lasts: Span,
}

/// Attacks from the air (9.17).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct AirAttacks {
    pub side: Seat,
    pub from_turn: u8,
    pub targets: u8,
    pub dice: u8,
    pub weight: i8,
    pub carriers: ShipSet,
    pub beyond: u8,
}

/// A switch of the scenario (9.22).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Variant {
    pub id: String,
    pub title: String,
    pub meaning: String,
}

impl Scenario {
    /// The line of visibility for a spotter and a target on a turn (9.1); none leaves sight to the rulebook.
    #[inline]
    pub fn visibility(&self, turn: u8, spotter: ShipId, target: ShipId) -> Option<&Visibility> {
        let ships = self.ships.len();
        let at = (usize::from(turn) * ships + spotter.index()) * ships + target.index();
        self.visibility.get(usize::from(self.sight_lines[at]))
    }

    /// Looks up for every turn, spotter and target which line of visibility comes first.
    fn work_out_sight(&mut self) {
        let mut lines =
            Vec::with_capacity((usize::from(self.turns) + 1) * self.ships.len() * self.ships.len());
        for turn in 0..=self.turns {
            for spotter in self.ids() {
                for target in self.ids() {
                    let first = self.visibility.iter().position(|line| {
                        line.turns.holds(turn)
                            && line.spotters.contains(spotter)
                            && line.targets.contains(target)
                    });
                    lines.push(first.map_or(u8::MAX, |line| line as u8));
                }
            }
        }
        self.sight_lines = lines;
    }

    /// All ships by their numbers.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = ShipId> + use<> {
        (0..self.ships.len() as u8).map(ShipId)
    }

    /// A ship's counter.
    #[inline]
    pub fn vessel(&self, ship: ShipId) -> &Vessel {
        &self.ships[ship.index()]
    }

    /// The ships of a side.
    #[inline]
    pub fn fleet(&self, side: Seat) -> ShipSet {
        self.sides[side.index()].ships
    }
}
