//! What lies on the table: powers, counters, tiles, tracks. Fields and plain accessors, no rules.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use sandtable_engine::{Seat, SeatSet};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::chart::chart;
use crate::data::{self, limits};
use crate::ids::{
    AREAS, Area, COUNTERS, CounterId, Kind, PLACES, POWERS, Place, Power, RAIDERS, TILES, Tile, counters,
};
use crate::scenario::Scenario;

/// A number for each area; written with the names of the areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByArea(pub [u8; AREAS]);

/// A number for each place of a power's units; written with the names of the places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByPlace(pub [u8; PLACES]);

/// A number for each kind of tile; written with the names of the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByTile(pub [u8; TILES]);

impl Default for ByTile {
    fn default() -> Self {
        Self([0; TILES])
    }
}

macro_rules! indexed {
    ($by:ident, $key:ty) => {
        impl Index<$key> for $by {
            type Output = u8;

            #[inline]
            fn index(&self, key: $key) -> &u8 {
                &self.0[key.index()]
            }
        }

        impl IndexMut<$key> for $by {
            #[inline]
            fn index_mut(&mut self, key: $key) -> &mut u8 {
                &mut self.0[key.index()]
            }
        }
    };
}

indexed!(ByArea, Area);
indexed!(ByPlace, Place);
indexed!(ByTile, Tile);

fn write_named<'a, S: Serializer>(
    counts: &[u8],
    name: impl Fn(usize) -> &'a str,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        return serializer.collect_seq(counts);
    }
    let mut map = serializer.serialize_map(Some(counts.len()))?;
    for (at, count) in counts.iter().enumerate() {
        map.serialize_entry(name(at), count)?;
    }
    map.end()
}

impl Serialize for ByArea {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_named(&self.0, |at| chart().key(Area::ALL[at].space()), serializer)
    }
}

impl Serialize for ByPlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |at: usize| Area::ALL.get(at).map_or("home", |area| chart().key(area.space()));
        write_named(&self.0, name, serializer)
    }
}

impl Serialize for ByTile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_named(&self.0, |at| data::tile_card(Tile::ALL[at]).key.as_str(), serializer)
    }
}

impl ByPlace {
    /// The places that have any, as bits.
    #[inline]
    pub fn bits(&self) -> u16 {
        self.0.iter().enumerate().fold(0, |bits, (at, count)| bits | u16::from(*count > 0) << at)
    }

    /// All of them.
    #[inline]
    pub fn total(&self) -> u8 {
        self.0.iter().sum()
    }
}

impl ByArea {
    /// The areas that have any, as bits.
    #[inline]
    pub fn bits(&self) -> u16 {
        self.0.iter().enumerate().fold(0, |bits, (at, count)| bits | u16::from(*count > 0) << at)
    }

    /// All of them.
    #[inline]
    pub fn total(&self) -> u8 {
        self.0.iter().sum()
    }
}

/// A power that somebody plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Empire {
    /// Which.
    pub power: Power,
    /// Gold in hand.
    pub gold: i16,
    /// Population, 0 to 9.
    pub population: u8,
    /// Unrest, which others do not see (2.4).
    pub unrest: i16,
    /// Victory points.
    pub points: i16,
    /// Control tokens.
    pub tokens: ByArea,
    /// Armies.
    pub armies: ByPlace,
    /// Navies.
    pub navies: ByPlace,
    /// Forts.
    pub forts: ByPlace,
    /// Tiles that it holds.
    pub tiles: ByTile,
    /// Those of them that have been used in this war (7.2b).
    pub used: ByTile,
    /// Tiles of one use that it has used in this round, a bit each (7.2e).
    pub spent: u8,
}

impl Empire {
    /// Units of a kind.
    #[inline]
    pub const fn units(&self, kind: Kind) -> &ByPlace {
        match kind {
            Kind::Army => &self.armies,
            Kind::Navy => &self.navies,
            Kind::Fort => &self.forts,
        }
    }

    /// Units of a kind, to change them.
    #[inline]
    pub const fn units_mut(&mut self, kind: Kind) -> &mut ByPlace {
        match kind {
            Kind::Army => &mut self.armies,
            Kind::Navy => &mut self.navies,
            Kind::Fort => &mut self.forts,
        }
    }

    /// Counters of a kind that are not on the map (8.4).
    #[inline]
    pub fn spare(&self, kind: Kind) -> u8 {
        let most = match kind {
            Kind::Army => limits().armies,
            Kind::Navy => limits().navies,
            Kind::Fort => limits().forts,
        };
        most.saturating_sub(self.units(kind).total())
    }

    /// All units on the map.
    #[inline]
    pub fn strength(&self) -> u8 {
        self.armies.total() + self.navies.total() + self.forts.total()
    }

    /// Tiles of a kind that may still be used in this war.
    #[inline]
    pub fn ready(&self, tile: Tile) -> u8 {
        self.tiles[tile] - self.used[tile]
    }
}

/// The powers in the order of their seats; written with their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Empires {
    list: [Empire; POWERS],
    count: u8,
}

impl Empires {
    /// Powers that have nothing yet.
    pub fn new(powers: &[Power]) -> Self {
        let mut empires = Self { count: powers.len() as u8, ..Self::default() };
        for (empire, power) in empires.list.iter_mut().zip(powers) {
            empire.power = *power;
        }
        empires
    }

    /// All of them, in the order of their seats.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &Empire> {
        self.list[..self.count.into()].iter()
    }

    /// All of them, to change them.
    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Empire> {
        self.list[..self.count.into()].iter_mut()
    }
}

impl Index<Seat> for Empires {
    type Output = Empire;

    #[inline]
    fn index(&self, seat: Seat) -> &Empire {
        &self.list[seat.index()]
    }
}

impl IndexMut<Seat> for Empires {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut Empire {
        &mut self.list[seat.index()]
    }
}

impl Serialize for Empires {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.collect_seq(self.iter());
        }
        let mut map = serializer.serialize_map(Some(self.count.into()))?;
        for empire in self.iter() {
            map.serialize_entry(chart().power_key(empire.power), empire)?;
        }
        map.end()
    }
}

/// A set of counters; written with their names while a roll is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterSet(pub u128);

impl Serialize for CounterSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let list: Vec<CounterId> = counters(self.0).collect();
        list.serialize(serializer)
    }
}

/// A Blockade that lies under navies in a colony (15.20a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cordon {
    /// Whose it is.
    pub seat: Seat,
    /// Where it lies.
    pub area: Area,
}

/// The six phases of a war, and the set-up before the first (3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    #[default]
    SetUp,
    Alliances,
    Actions,
    Over,
}

/// The two sides of a fight: the attacker and the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    Attacker,
    Defender,
}

impl Part {
    /// Both, in the order in which they throw.
    pub const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }

    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The attack that is being fought out (10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::struct_excessive_bools, reason = "each is a step of the attack that the rules name")]
pub struct Assault {
    /// Who attacks.
    pub attacker: Seat,
    /// The power that is attacked.
    pub defender: Option<Seat>,
    /// The counter that is attacked.
    pub counter: Option<CounterId>,
    /// Pirates or a Slave Revolt that attack for the attacker (15.16a, 15.17a).
    pub raider: Option<Tile>,
    /// Where.
    pub area: Area,
    /// Whether a fight on land follows.
    pub on_land: bool,
    /// Whether nobody may help the defender (15.19).
    pub surprise: bool,
    /// Whether the defender loses no units (15.18a).
    pub withdrawn: bool,
    /// Whether the tile with two symbols of attacker and defender counts as a navy (15.22b).
    pub as_navy: [bool; 2],
    /// Those who have been asked for help.
    pub asked: SeatSet,
    /// What they were offered, in gold.
    pub offers: [u8; POWERS],
    /// Navies that helpers have committed.
    pub navies: [u8; POWERS],
    /// Armies that helpers have committed.
    pub armies: [u8; POWERS],
    /// Who has naval support (10.6d).
    pub support: Option<Part>,
    /// Whether it counts twice, through a Blockade (15.20c).
    pub blockade: bool,
    /// Whether the stage at sea is over.
    pub sea_settled: bool,
    /// The last dice, attacker first; zeros before they are thrown.
    pub dice: [u8; 4],
    /// Whether those dice were thrown at sea.
    pub at_sea: bool,
    /// What both sides had with those dice.
    pub totals: [i16; 2],
    /// Who won the combat of those dice; nobody in a tie.
    pub winner: Option<Part>,
    /// How the combat at sea went, once it is over: it is told until the attack is.
    pub sea: Option<Fight>,
}

/// A combat whose dice are thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fight {
    /// The dice, attacker first.
    pub dice: [u8; 4],
    /// What both sides had with them.
    pub totals: [i16; 2],
    /// Who won; nobody in a tie.
    pub winner: Option<Part>,
}

impl Assault {
    /// The combat whose dice lie on the table, if any are thrown yet.
    pub fn fight(&self) -> Option<Fight> {
        (self.dice[0] > 0).then_some(Fight { dice: self.dice, totals: self.totals, winner: self.winner })
    }

    /// The power on one side, if it is one.
    #[inline]
    pub const fn seat(&self, part: Part) -> Option<Seat> {
        match part {
            Part::Attacker => Some(self.attacker),
            Part::Defender => self.defender,
        }
    }
}

/// Everything on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Table {
    /// The scenario, which never changes.
    #[serde(skip)]
    pub scenario: Arc<Scenario>,
    /// Where play stands.
    pub phase: Phase,
    /// The war, from 1.
    pub war: u8,
    /// The round, from 1.
    pub round: u8,
    /// Who begins: the first player (1.4), later who moved last in the war before (5.1b).
    pub first: Seat,
    /// The powers.
    pub empires: Empires,
    /// Counters in the bag.
    pub bag: CounterSet,
    /// Counters on the map, raiders that stay included.
    pub open: CounterSet,
    /// Where raiders that stay lie.
    pub raiders: [Option<Area>; RAIDERS],
    /// Tiles on display.
    pub display: ByTile,
    /// Tiles out of the game.
    pub boxed: ByTile,
    /// The Blockade on the map.
    pub cordon: Option<Cordon>,
    /// The two rows of the alliance display, in the order of their boxes (5.5b); `u8::MAX` is an empty box.
    pub rows: [[u8; 4]; 2],
    /// The powers of each row (5.9).
    pub alliances: [SeatSet; 2],
    /// The attack that is being fought out.
    pub attack: Option<Assault>,
}

impl Table {
    /// How many play.
    #[inline]
    pub fn seats(&self) -> u8 {
        self.empires.count
    }

    /// All seats.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.empires.count).map(Seat)
    }

    /// The next seat clockwise.
    #[inline]
    pub fn left_of(&self, seat: Seat) -> Seat {
        if seat.0 + 1 < self.seats() { Seat(seat.0 + 1) } else { Seat(0) }
    }

    /// The seat of a power, if somebody plays it.
    #[inline]
    pub fn seat_of(&self, power: Power) -> Option<Seat> {
        self.all().find(|seat| self.empires[*seat].power == power)
    }

    /// The power of a seat.
    #[inline]
    pub fn power(&self, seat: Seat) -> Power {
        self.empires[seat].power
    }

    /// The attack that is being fought out.
    #[inline]
    pub fn assault(&self) -> &Assault {
        self.attack.as_ref().expect("boxes of an attack are entered after it was declared")
    }

    /// The attack, to change it.
    #[inline]
    pub fn assault_mut(&mut self) -> &mut Assault {
        self.attack.as_mut().expect("boxes of an attack are entered after it was declared")
    }

    /// Where a counter on the map lies.
    #[inline]
    pub fn area_of(&self, counter: CounterId) -> Option<Area> {
        if self.open.0 & counter.bit() == 0 {
            return None;
        }
        match counter.raider() {
            Some(raider) => self.raiders[raider],
            None => Some(data::counter(counter).area),
        }
    }

    /// The counters that lie in an area.
    #[inline]
    pub fn counters_in(&self, area: Area) -> u128 {
        let mut set = self.open.0 & data::counter_sets().of_area[area.index()];
        for (raider, at) in self.raiders.iter().enumerate() {
            if *at == Some(area) {
                set |= self.open.0 & 1 << (COUNTERS + raider);
            }
        }
        set
    }

    /// Takes a counter off the map.
    pub fn remove_counter(&mut self, counter: CounterId) {
        self.open.0 &= !counter.bit();
        if let Some(raider) = counter.raider() {
            self.raiders[raider] = None;
        }
    }
}
