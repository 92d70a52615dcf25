//! The ships of a scenario file.

use sandtable_engine::Seat;

use super::file::{EntryPart, RatingsPart, ShipPart, SpeedWord, StateOfShip};
use super::reader::Reader;
use super::{Berth, Sea, Vessel};
use crate::data::{self, Ratings};
use crate::ids::{Heading, Hex, Level};

/// A ship of the file as its counter shows it.
pub(super) fn vessel(reader: &mut Reader, sea: &Sea, part: &ShipPart, side: Seat) -> Vessel {
    let id = part.ship.get_ref();
    let card = data::ship(id);
    if card.is_none() {
        let near = data::ships().iter().map(|ship| ship.id.clone());
        let prefix = id.split('-').next().unwrap_or_default().to_owned();
        let what = format!("there is no ship `{id}` on the list");
        reader.problem(&part.ship, "side.ship.ship", &what).allowed =
            near.filter(|known| known.starts_with(&prefix)).take(30).collect();
    }
    let front = card.map_or_else(Ratings::default, |card| card.front);
    check_state(reader, part);
    let berth = berth(reader, sea, part);
    Vessel {
        id: part.called.as_ref().map_or_else(|| id.clone(), |called| called.get_ref().clone()),
        name: part.name.clone().or_else(|| card.map(|card| plain_name(&card.name))).unwrap_or_default(),
        kind: card.map(|card| card.kind.clone()).unwrap_or_default(),
        side,
        front: with_changes(front, &part.ratings),
        back: card.and_then(|card| card.back).map(|back| with_changes(back, &part.back)),
        value: part.value.or_else(|| card.map(|card| card.value)).unwrap_or_default(),
        level: level(part, &berth),
        berth,
        starts: part.starts.clone(),
    }
}

/// A ship's name without the year that tells it from a namesake on the list.
fn plain_name(name: &str) -> String {
    name.split(" (").next().unwrap_or(name).to_owned()
}

fn level(part: &ShipPart, berth: &Berth) -> Option<Level> {
    match (part.speed, berth) {
        // Ruling V7: a ship on the map of which nothing is said runs at standard speed.
        (SpeedWord::Any, Berth::At(..)) => Some(Level::Standard),
        (word, _) => word.level(),
    }
}

fn with_changes(mut ratings: Ratings, changes: &RatingsPart) -> Ratings {
    ratings.guns = changes.guns.unwrap_or(ratings.guns);
    ratings.weight = changes.weight.unwrap_or(ratings.weight);
    ratings.integrity = changes.integrity.unwrap_or(ratings.integrity);
    ratings.torpedoes = changes.torpedoes.unwrap_or(ratings.torpedoes);
    ratings.speed = changes.speed.unwrap_or(ratings.speed);
    ratings.manoeuvre = changes.manoeuvre.unwrap_or(ratings.manoeuvre);
    ratings.range = changes.range.unwrap_or(ratings.range);
    ratings
}

fn berth(reader: &mut Reader, sea: &Sea, part: &ShipPart) -> Berth {
    match (&part.hex, part.heading, &part.enters) {
        (Some(word), Some(heading), None) => {
            let hex = reader.hex(sea.grid, word, "side.ship.hex");
            if sea.is_land(hex) {
                reader.problem(word, "side.ship.hex", "this hex is land");
            }
            Berth::At(hex, heading)
        }
        (None, None, Some(entry)) => entry_berth(reader, sea, entry),
        _ => {
            let what = "a ship has either `hex` and `heading`, or `enters`";
            reader.problem(&part.ship, "side.ship", what);
            Berth::At(Hex::default(), Heading::N)
        }
    }
}

fn entry_berth(reader: &mut Reader, sea: &Sea, entry: &EntryPart) -> Berth {
    let from = reader.hex(sea.grid, &entry.from, "side.ship.enters.from");
    let to = reader.hex(sea.grid, &entry.to, "side.ship.enters.to");
    let columns = from.column().min(to.column())..=from.column().max(to.column());
    let rows = from.row().min(to.row())..=from.row().max(to.row());
    let hexes: Vec<Hex> = sea
        .grid
        .hexes()
        .filter(|hex| columns.contains(&hex.column()) && rows.contains(&hex.row()) && !sea.is_land(*hex))
        .collect();
    if hexes.len() > 40 || entry.headings.is_empty() {
        let what = "a ship enters by a row of at most 40 hexes, on at least one heading";
        reader.problem(&entry.from, "side.ship.enters", what);
    }
    Berth::Enters { turn: entry.turn, hexes, headings: entry.headings.clone() }
}

/// Checks that a ship can begin as the file says.
fn check_state(reader: &mut Reader, part: &ShipPart) {
    let starts: &StateOfShip = &part.starts;
    if starts.slowed_to > 2 || starts.waterline_hits > 2 || starts.fires > 9 || starts.jammed > 9 {
        let what =
            "a ship is slowed to 1 or 2, has at most 2 waterline hits and at most 9 fires or jammed turns";
        reader.problem(&part.ship, "side.ship.starts", what);
    }
    if starts.torpedo_attacks.is_some_and(|attacks| attacks > data::tables().torpedoes.attacks) {
        reader.problem(
            &part.ship,
            "side.ship.starts.torpedo-attacks",
            "a ship has at most two torpedo attacks",
        );
    }
    let card = data::ship(part.ship.get_ref());
    if starts.heavily_damaged && card.is_some_and(|card| card.back.is_none()) {
        reader.problem(&part.ship, "side.ship.starts.heavily-damaged", "this counter has no back");
    }
    let integrity = card.map_or(0, |card| match (starts.heavily_damaged, card.back) {
        (true, Some(back)) => part.back.integrity.unwrap_or(back.integrity) - 1,
        _ => part.ratings.integrity.unwrap_or(card.front.integrity),
    });
    if i16::from(starts.hits) > i16::from(integrity) {
        let what = format!("this side of the counter bears at most {integrity} hits");
        reader.problem(&part.ship, "side.ship.starts.hits", &what);
    }
}
