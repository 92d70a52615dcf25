//! What lies on the table: units with their steps, control, markers. Fields and plain accessors, no rules.
//!
//! A unit has one step or two; the first loss turns it over, the last removes it (1.3), and its figures are those of the side that
//! shows (1.3a). Leaders are pieces like units: they move six points, alone or with troops (5.2), and have neither fire nor shock (5.2a).

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::data::{self, Figures};
use crate::ids::{Force, HEXES, HexId, HexSet, LEADERS, PIECES, UnitId, UnitSet};
use crate::questions::supply;
use crate::scenario::Scenario;

/// A row of values too long for what serialisation knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<T, const N: usize>(pub [T; N]);

impl<T: Default + Copy, const N: usize> Default for Row<T, N> {
    fn default() -> Self {
        Self([T::default(); N])
    }
}

impl<T: Serialize, const N: usize> Serialize for Row<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<T> Index<UnitId> for Row<T, PIECES> {
    type Output = T;

    #[inline]
    fn index(&self, unit: UnitId) -> &T {
        &self.0[unit.index()]
    }
}

impl<T> IndexMut<UnitId> for Row<T, PIECES> {
    #[inline]
    fn index_mut(&mut self, unit: UnitId) -> &mut T {
        &mut self.0[unit.index()]
    }
}

/// The phases of a turn (2.1).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    #[default]
    SetUp,
    Administration,
    CubanMovement,
    UsMovement,
    CubanFire,
    UsFire,
    CubanShock,
    UsShock,
    SpanishMovement,
    SpanishFire,
    SpanishShock,
}

/// A throw that has been made, kept to be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Thrown {
    /// The hex it was aimed at; nowhere before the first.
    pub target: HexId,
    /// The face of the die.
    pub die: u8,
    /// What it counts for.
    pub modified: i8,
    /// The column.
    pub column: u8,
    /// Whether it was an assault; fire otherwise.
    pub assault: bool,
}

/// How the stack of a hex is kept in one byte: how many units, and whose.
const COUNT: u8 = 0x3f;

/// The whole table.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker that lies or does not lie on the table")]
pub struct Table {
    /// What the scenario says; never changes.
    #[serde(skip)]
    pub scenario: Arc<Scenario>,
    /// The turn, from 1.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Where each piece is; nowhere off the map.
    pub at: Row<HexId, PIECES>,
    /// Steps left; 1 for a leader.
    pub steps: Row<u8, PIECES>,
    /// Movement points spent in this phase.
    pub spent: Row<u8, PIECES>,
    /// Pieces that were out of supply when they began to move in this phase (10.2i).
    pub strained: UnitSet,
    /// The turn in which a piece came onto the map; 0 for those that were there.
    pub arrived: Row<u8, PIECES>,
    /// How many units each hex has, and whose they are. Kept in step with the pieces.
    stacks: Row<u8, HEXES>,
    /// The hexes that are linked to each seat's source of supply (10.2). Kept in step with the pieces and the base: it is asked for far more
    /// often than it changes.
    #[serde(skip)]
    linked: [HexSet; 2],
    /// Pieces on the map.
    pub map: UnitSet,
    /// Pieces still to come: afloat, on the march.
    pub due: UnitSet,
    /// Pieces that are lost.
    pub lost: UnitSet,
    /// Disorganised units (9.1f).
    pub dis: UnitSet,
    /// Pieces that have been moved or told to stay in this movement phase.
    pub moved: UnitSet,
    /// Pieces that have landed this turn (8.2a).
    pub landed: UnitSet,
    /// Units that have fired in this phase (9.1b).
    pub fired: UnitSet,
    /// Units that have attacked in this phase (9.3b).
    pub attacked: UnitSet,
    /// Hexes that the American player holds (4.1).
    pub held: HexSet,
    /// Hexes that have been fired at in this phase (9.1c), or attacked (9.3b).
    pub spoken_for: HexSet,
    /// The American base (10.1).
    base: HexId,
    /// The turn in which it came there; 0 if it was there from the start.
    pub based: u8,
    /// Steps lost by Americans, Cubans and Spaniards.
    pub losses: [u8; 3],
    /// Those of the Americans that the fever took.
    pub fever: u8,
    /// Steps that have landed this turn (3.4c).
    pub ashore: u8,
    /// The turn in which the fleet left; 0 before (4.2d).
    pub fleet_left: u8,
    /// Event 1 this turn (H1).
    pub heroic: bool,
    /// Event 3 this turn (H3).
    pub bad_weather: bool,
    /// Event 2 has come (H2).
    pub delayed: bool,
    /// Events 4 and 5 have come (H4).
    pub released: bool,
    /// The American ships have fired in this phase (6.2).
    pub ships_fired: bool,
    /// Cervera's guns have fired this turn (6.3, R31).
    pub guns_fired: bool,
    /// The last throw.
    pub thrown: Thrown,
}

impl Clone for Table {
    /// All but the scenario is plain bytes and copied as such.
    #[inline]
    fn clone(&self) -> Self {
        Self { scenario: Arc::clone(&self.scenario), ..*self }
    }
}

impl Table {
    /// A table with nothing on it.
    pub fn empty(scenario: Arc<Scenario>) -> Self {
        let mut table = Self {
            turn: scenario.first_turn,
            scenario,
            phase: Phase::SetUp,
            at: Row::default(),
            steps: Row::default(),
            spent: Row::default(),
            strained: UnitSet::NONE,
            arrived: Row::default(),
            stacks: Row([0; HEXES]),
            linked: [HexSet::NONE; 2],
            map: UnitSet::NONE,
            due: UnitSet::NONE,
            lost: UnitSet::NONE,
            dis: UnitSet::NONE,
            moved: UnitSet::NONE,
            landed: UnitSet::NONE,
            fired: UnitSet::NONE,
            attacked: UnitSet::NONE,
            held: HexSet::NONE,
            spoken_for: HexSet::NONE,
            base: HexId::NOWHERE,
            based: 0,
            losses: [0; 3],
            fever: 0,
            ashore: 0,
            fleet_left: 0,
            heroic: false,
            bad_weather: false,
            delayed: false,
            released: false,
            ships_fired: false,
            guns_fired: false,
            thrown: Thrown::default(),
        };
        table.link(Force::Us);
        table.link(Force::Es);
        table
    }

    /// The American base (10.1); nowhere before the first landing.
    #[inline]
    pub const fn base(&self) -> HexId {
        self.base
    }

    /// Sets the base up in a hex.
    pub fn set_base(&mut self, hex: HexId) {
        self.base = hex;
        self.link(Force::Us);
    }

    /// The hexes that are linked to a force's source of supply (10.2).
    #[inline]
    pub const fn linked(&self, force: Force) -> &HexSet {
        &self.linked[force.seat().index()]
    }

    /// Brings the links of a force into step.
    fn link(&mut self, force: Force) {
        self.linked[force.seat().index()] = supply::linked(self, force);
    }

    /// After a force's first unit has come into a hex, or its last has gone: the links of the other side may be cut, or open again.
    #[inline]
    fn changed_hands(&mut self, force: Force, hex: HexId) {
        let other = if force == Force::Es { Force::Us } else { Force::Es };
        if supply::concerns(self, other, hex) {
            self.link(other);
        }
    }

    /// Puts a piece into a hex, from another or from off the map.
    pub fn put(&mut self, unit: UnitId, hex: HexId) {
        self.lift(unit);
        self.due.remove(unit);
        self.map.insert(unit);
        self.at[unit] = hex;
        if !unit.is_leader() {
            let stack = &mut self.stacks.0[hex.index()];
            *stack = ((*stack & COUNT) + 1) | (unit.force() as u8) << 6;
            if *stack & COUNT == 1 {
                self.changed_hands(unit.force(), hex);
            }
        }
    }

    /// Takes a piece off the map.
    pub fn lift(&mut self, unit: UnitId) {
        if !self.map.contains(unit) {
            return;
        }
        let hex = self.at[unit];
        self.map.remove(unit);
        self.at[unit] = HexId::NOWHERE;
        if !unit.is_leader() {
            let stack = &mut self.stacks.0[hex.index()];
            *stack -= 1;
            if *stack & COUNT == 0 {
                *stack = 0;
                self.changed_hands(unit.force(), hex);
            }
        }
    }

    /// Takes a piece out of the game.
    pub fn remove(&mut self, unit: UnitId) {
        self.lift(unit);
        self.due.remove(unit);
        self.dis.remove(unit);
        self.steps[unit] = 0;
        self.lost.insert(unit);
    }

    /// How many units are in a hex, leaders not counted.
    #[inline]
    pub fn count(&self, hex: HexId) -> u8 {
        self.stacks.0[hex.index()] & COUNT
    }

    /// Whose units are in a hex.
    #[inline]
    pub fn owner(&self, hex: HexId) -> Option<Force> {
        let stack = self.stacks.0[hex.index()];
        if stack & COUNT == 0 {
            return None;
        }
        Some(Force::ALL[usize::from(stack >> 6)])
    }

    /// Whether a unit that fights the force is in a hex.
    #[inline]
    pub fn enemy_in(&self, force: Force, hex: HexId) -> bool {
        let stack = self.stacks.0[hex.index()];
        // The upper bit of a force's number is that of its seat.
        stack & COUNT != 0 && stack >> 7 != force as u8 >> 1
    }

    /// Those of some pieces that are in a hex.
    #[inline]
    pub fn among(&self, pieces: UnitSet, hex: HexId) -> UnitSet {
        let mut found = UnitSet::NONE;
        for unit in self.map.and(pieces).iter() {
            if self.at[unit] == hex {
                found.insert(unit);
            }
        }
        found
    }

    /// The units of a force in a hex, without leaders.
    #[inline]
    pub fn units_in(&self, force: Force, hex: HexId) -> UnitSet {
        if self.count(hex) == 0 {
            return UnitSet::NONE;
        }
        self.among(force.units(), hex)
    }

    /// The leaders of a force in a hex.
    #[inline]
    pub fn leaders_in(&self, force: Force, hex: HexId) -> UnitSet {
        self.among(force.leaders(), hex)
    }

    /// All leaders on the map.
    #[inline]
    pub fn leaders(&self) -> UnitSet {
        self.map.and(LEADERS)
    }

    /// The figures of the side that shows (1.3a).
    #[inline]
    pub fn figures(&self, unit: UnitId) -> Figures {
        data::figures(unit, self.steps[unit])
    }

    /// Takes one step off a unit; says whether it was the last (1.3).
    pub fn lose_step(&mut self, unit: UnitId) -> bool {
        self.losses[unit.force().index()] += 1;
        if self.steps[unit] > 1 {
            self.steps[unit] -= 1;
            return false;
        }
        self.remove(unit);
        true
    }

    /// The byte of each stack, for the audit.
    pub(crate) fn stack_of(&self, hex: HexId) -> (u8, Option<Force>) {
        (self.count(hex), self.owner(hex))
    }
}
