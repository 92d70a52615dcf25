//! What lies on the table: ships, markers, the turn. Fields and plain accessors, no rules.

use std::sync::Arc;

use sandtable_engine::{Hidden, Seat};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::data::Ratings;
use crate::ids::{Heading, Hex, Level, MOST_SHIPS, ShipId, ShipSet};
use crate::scenario::{Scenario, SheetEdge, Vessel};
use crate::smoke_markers::SmokeMarkers;

/// The whole table.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Table {
    /// What the scenario says; never changes.
    #[serde(skip)]
    pub scenario: Arc<Scenario>,
    /// The turn, from 1.
    pub turn: u8,
    /// Which ships are where.
    pub fleet: Fleets,
    /// The hex of each ship on the map; `0000` off it.
    #[serde(serialize_with = "by_number")]
    pub hexes: [Hex; MOST_SHIPS],
    /// Everything else about each ship.
    pub ships: Ships,
    /// Ships that take evasive action (8.5).
    pub evading: ShipSet,
    /// Ships with a fire on board, kept in step with their fire markers (6.10).
    pub burning: ShipSet,
    /// Ships that have fired guns in this turn's combat.
    pub fired_guns: ShipSet,
    /// Ships that fired guns in the last turn's combat.
    pub fired_guns_before: ShipSet,
    /// Ships that have thrown for their turrets this turn (9.10).
    pub tried_turrets: ShipSet,
    /// Those of them whose turrets failed (9.10).
    pub failed_turrets: ShipSet,
    /// Smoke markers (8.6).
    pub smoke: SmokeMarkers,
    /// The turn in which the signalling flagship was crippled, 0 before (9.8).
    pub flagship_crippled: u8,
    /// Hold-fire groups that have been released, a bit for each (9.4).
    pub released: u8,
    /// Groups that will be released when this phase ends (5.2a).
    pub releasing: u8,
    /// Power failures that came true, a bit for each (9.11).
    pub powerless: u8,
    /// Squadrons that no longer wait for their leader, a bit for each (9.7).
    pub scattered: u8,
    /// Ships that aircraft force to evade this turn (9.18).
    pub harassed: ShipSet,
    /// Ships that found no room where they were to come on when they were last named (ruling N1).
    pub crowded_out: ShipSet,
}

impl Clone for Table {
    /// All but the scenario is plain bytes and copied as such. The derived copy goes by way of the stack, field by field,
    /// and takes twice as long.
    #[inline]
    fn clone(&self) -> Self {
        Self { scenario: Arc::clone(&self.scenario), ..*self }
    }
}

/// Which ships are where. Every ship is in just one of these sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fleets {
    /// Still to come.
    pub due: ShipSet,
    /// On the map and not a hulk.
    pub afloat: ShipSet,
    /// Hulk markers on the map (6.12).
    pub hulks: ShipSet,
    /// Gone down.
    pub sunk: ShipSet,
    /// Left by an allowed exit (8.8).
    pub exited: ShipSet,
    /// Left without leave (8.8b).
    pub eliminated: ShipSet,
    /// Taken off without loss (9.14).
    pub withdrawn: ShipSet,
}

impl Fleets {
    /// Sunk, hulks and eliminated ships.
    #[inline]
    pub const fn lost(&self) -> ShipSet {
        self.sunk.or(self.hulks).or(self.eliminated)
    }
}

/// One ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ship {
    /// Where its bow points (2.16).
    pub heading: Heading,
    /// The speed level in force (8.1).
    pub level: Level,
    /// The level ordered for this turn, secret until the ship moves.
    pub ordered: Hidden<Level>,
    /// Whether it is ordered to evade, secret until all orders are given.
    pub to_evade: Hidden<bool>,
    /// What it suffers from.
    pub damage: Damage,
    /// What it will suffer from when this phase ends (5.2a).
    pub struck: Damage,
    /// Gun attacks on it this turn.
    pub fired_at: u8,
    /// Gun attacks it has made in the whole game.
    pub gun_attacks: u8,
    /// Where and when it came onto the map.
    pub entered: Option<(Hex, u8)>,
    /// Where and when it left the map.
    pub left: Option<(SheetEdge, u8)>,
}

impl Default for Ship {
    fn default() -> Self {
        Self {
            heading: Heading::default(),
            level: Level::default(),
            ordered: Hidden::open(Level::default()),
            to_evade: Hidden::open(false),
            damage: Damage::default(),
            struck: Damage::default(),
            fired_at: 0,
            gun_attacks: 0,
            entered: None,
            left: None,
        }
    }
}

/// What a ship suffers from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Damage {
    /// Whether the counter shows its back (2.15).
    pub heavily_damaged: bool,
    /// Structural hits on the side that shows (6.11).
    pub hits: u8,
    /// Waterline hits (6.9).
    pub waterline: u8,
    /// The most hexes a slowed ship moves; 0 for one that is not slowed (6.9a).
    pub slowed_to: u8,
    /// Dead in the water.
    pub stopped: Stopped,
    /// Fire markers (6.10).
    pub fires: u8,
    /// Turns for which the steering is still jammed (C1.1).
    pub jammed: u8,
    /// Torpedo attacks left (7.3).
    pub torpedo_attacks: u8,
    /// Equipment damaged this turn: no smoke, no evasion (C1.2).
    pub equipment: bool,
    /// Catastrophic damage: a hulk when the phase ends (C1.6).
    pub catastrophe: bool,
}

/// Whether a ship lies dead in the water (ruling W1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// Under way.
    #[default]
    No,
    /// Repaired this turn: moves off at cruise (ruling V5).
    Repaired,
    /// Stopped since the given turn; may be repaired (C1.5).
    Repairable {
        /// Since when.
        since: u8,
    },
    /// Stopped for good (6.9b).
    Permanent,
}

impl Damage {
    /// Whether the ship lies dead in the water.
    #[inline]
    pub const fn is_stopped(&self) -> bool {
        matches!(self.stopped, Stopped::Repairable { .. } | Stopped::Permanent)
    }

    /// Whether the ship is slowed.
    #[inline]
    pub const fn is_slowed(&self) -> bool {
        self.slowed_to > 0
    }
}

/// The ships by their numbers; in text a map by their names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ships {
    list: tinyvec::ArrayVec<[Ship; MOST_SHIPS]>,
}

impl Ships {
    /// The ships in the order of their numbers.
    pub fn new(ships: impl Iterator<Item = Ship>) -> Self {
        Self { list: ships.collect() }
    }
}

impl std::ops::Index<ShipId> for Ships {
    type Output = Ship;

    #[inline]
    fn index(&self, ship: ShipId) -> &Ship {
        &self.list[ship.index()]
    }
}

impl std::ops::IndexMut<ShipId> for Ships {
    #[inline]
    fn index_mut(&mut self, ship: ShipId) -> &mut Ship {
        &mut self.list[ship.index()]
    }
}

impl Serialize for Ships {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.list.len()))?;
        for (number, ship) in self.list.iter().enumerate() {
            map.serialize_entry(&ShipId(number as u8), ship)?;
        }
        map.end()
    }
}

/// The hexes as a map from ship to hex; those off the map are left out.
fn by_number<S: Serializer>(hexes: &[Hex; MOST_SHIPS], serializer: S) -> Result<S::Ok, S::Error> {
    let on_map = hexes.iter().enumerate().filter(|(_, hex)| **hex != Hex::default());
    let mut map = serializer.serialize_map(Some(on_map.clone().count()))?;
    for (number, hex) in on_map {
        map.serialize_entry(&ShipId(number as u8), hex)?;
    }
    map.end()
}

impl Table {
    /// A ship's counter.
    #[inline]
    pub fn vessel(&self, ship: ShipId) -> &Vessel {
        self.scenario.vessel(ship)
    }

    /// A ship's name.
    pub fn name(&self, ship: ShipId) -> &str {
        &self.vessel(ship).name
    }

    /// The ratings of the side of the counter that shows (2.15).
    #[inline]
    pub fn ratings(&self, ship: ShipId) -> &Ratings {
        let vessel = self.vessel(ship);
        match &vessel.back {
            Some(back) if self.ships[ship].damage.heavily_damaged => back,
            _ => &vessel.front,
        }
    }

    /// Where a ship is; `0000` off the map.
    #[inline]
    pub fn hex(&self, ship: ShipId) -> Hex {
        self.hexes[ship.index()]
    }

    /// Whose ship it is.
    #[inline]
    pub fn side(&self, ship: ShipId) -> Seat {
        Seat(u8::from(!self.scenario.fleet(Seat(0)).contains(ship)))
    }

    /// All ships of a side.
    #[inline]
    pub fn fleet_of(&self, side: Seat) -> ShipSet {
        self.scenario.fleet(side)
    }

    /// The ships of the other side.
    #[inline]
    pub fn enemies_of(&self, ship: ShipId) -> ShipSet {
        self.fleet_of(self.side(ship).opponent())
    }

    /// Ships on the map in a hex; hulks are markers, not ships (ruling H2).
    #[inline]
    pub fn afloat_in(&self, hex: Hex) -> ShipSet {
        self.fleet.afloat.iter().filter(|ship| self.hex(*ship) == hex).collect()
    }

    /// Takes a ship off the map.
    pub fn remove(&mut self, ship: ShipId) {
        self.hexes[ship.index()] = Hex::default();
        self.fleet.afloat.remove(ship);
        self.fleet.hulks.remove(ship);
        self.evading.remove(ship);
        self.burning.remove(ship);
    }
}
