//! How strong a side is in a combat, before its dice.
//!
//! Each army or navy counts one (10.6a), all own units of the kind (R15); a fort two, and only in defence (10.6b). Helpers add what
//! they have committed, never forts (10.4d) and none of their tiles (10.4e). An Alliance tile of the area adds one for its holder
//! (10.6e, 15.22a); several add up (R26); it is no unit and helps nobody else (15.22c). Who has more Training tiles adds one (10.6c):
//! on land with an own army or fort in the fight, against counters too (15.7a, 15.7b), at sea with an own navy (15.8). Naval support
//! adds one on land (10.6d). A power without units defends with nothing (10.6f), a counter with its number (10.6g).

use sandtable_engine::{RuleRef, Seat, rule};

use crate::chart::chart;
use crate::data::{self, limits, tile_card};
use crate::ids::{Area, Tile};
use crate::table::{Assault, Part, Table};

/// The terms of a side's strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    pub units: i16,
    pub forts: i16,
    pub helpers: i16,
    pub tiles: i16,
    pub training: i16,
    pub support: i16,
    pub number: i16,
}

impl Strength {
    /// The sum.
    #[inline]
    pub const fn total(&self) -> i16 {
        self.units + self.forts + self.helpers + self.tiles + self.training + self.support + self.number
    }

    /// The terms that are not nought, in words and with their rules.
    pub fn terms(&self, at_sea: bool) -> impl Iterator<Item = (&'static str, i16, RuleRef)> {
        [
            ("Number", self.number, rule!("10.6g")),
            (if at_sea { "Navies" } else { "Armies" }, self.units, rule!("10.6a")),
            ("Forts", self.forts, rule!("10.6b")),
            ("Helpers", self.helpers, rule!("10.4c")),
            ("Alliance tiles", self.tiles, rule!("10.6e")),
            ("Training", self.training, rule!("10.6c")),
            ("Naval support", self.support, rule!("10.6d")),
        ]
        .into_iter()
        .filter(|(_, figure, _)| *figure != 0)
    }
}

/// The area whose navies fight in an attack (10.5b); for pirates the area itself.
#[inline]
pub fn waters(area: Area) -> Option<Area> {
    chart().sea(area)
}

/// Where the armies or the navies of an attack meet (10.5b).
pub fn field(assault: &Assault, at_sea: bool) -> Area {
    if at_sea { waters(assault.area).unwrap_or(assault.area) } else { assault.area }
}

/// The strength of one side, at sea or on land.
pub fn strength(table: &Table, assault: &Assault, part: Part, at_sea: bool) -> Strength {
    let mut strength = Strength::default();
    if part == Part::Attacker
        && let Some(tile) = assault.raider
    {
        strength.number = tile_card(tile).strength;
        return strength;
    }
    let Some(seat) = assault.seat(part) else {
        strength.number = assault.counter.map_or(0, |counter| data::counter(counter).strength);
        return strength;
    };
    let empire = &table.empires[seat];
    let area = field(assault, at_sea);
    let place = area.place();
    strength.units = i16::from(if at_sea { empire.navies[place] } else { empire.armies[place] });
    if !at_sea && part == Part::Defender {
        strength.forts = limits().fort * i16::from(empire.forts[place]);
    }
    let committed = if at_sea { &assault.navies } else { &assault.armies };
    strength.helpers = table.allies_of(seat).iter().map(|ally| i16::from(committed[ally.index()])).sum();
    strength.tiles = alliance_tiles(table, assault, part, seat, area, at_sea);
    strength.training = training(table, assault, part, seat, at_sea, strength.units + strength.forts > 0);
    if !at_sea && assault.support == Some(part) {
        strength.support = if assault.blockade { limits().support_blockade } else { limits().support };
    }
    strength
}

/// What Alliance tiles add: those with one symbol for their kind, those with two as was chosen (15.22b).
fn alliance_tiles(table: &Table, assault: &Assault, part: Part, seat: Seat, area: Area, at_sea: bool) -> i16 {
    let empire = &table.empires[seat];
    let mut sum = 0;
    for tile in Tile::ALLIANCES {
        if empire.tiles[*tile] == 0 {
            continue;
        }
        let card = tile_card(*tile);
        let counts = match (card.army, card.navy) {
            (true, true) => assault.as_navy[part.index()] == at_sea,
            (army, _) => army != at_sea,
        };
        if counts && card.area_bits & area.bit() != 0 {
            sum += i16::from(empire.tiles[*tile]);
        }
    }
    sum
}

/// One for who has more Training tiles than the opponent, and a unit of its own in the fight.
fn training(table: &Table, assault: &Assault, part: Part, seat: Seat, at_sea: bool, fights: bool) -> i16 {
    let tile = if at_sea { Tile::NavalTraining } else { Tile::ArmyTraining };
    // Raiders have no tiles, even if whoever sent them has.
    let theirs = match part {
        Part::Defender if assault.raider.is_some() => 0,
        _ => assault.seat(part.other()).map_or(0, |other| table.empires[other].tiles[tile]),
    };
    i16::from(fights && table.empires[seat].tiles[tile] > theirs)
}

/// Whether a power holds a tile with two symbols that counts in an attack, on land or at sea (15.22b).
pub fn has_choice(table: &Table, assault: &Assault, seat: Seat) -> bool {
    let here = assault.area.bit() | waters(assault.area).map_or(0, Area::bit);
    Tile::ALLIANCES.iter().any(|tile| {
        let card = tile_card(*tile);
        card.army && card.navy && card.area_bits & here != 0 && table.empires[seat].tiles[*tile] > 0
    })
}
