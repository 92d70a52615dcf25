//! The ships of a scenario file.

use sandtable_engine::Seat;

use super::file::{EntryPart, Number, RatingsPart, ShipPart, SpeedWord, StateOfShip};
use super::limits::{self, Limits};
use super::reader::Reader;
use super::{Berth, Sea, Vessel};
use crate::data::{self, Ratings};
use crate::ids::{Heading, Hex, Level};

/// The fields of the ratings on either side of a counter.
const FRONT: &str = "side.ship.ratings";
const BACK: &str = "side.ship.back";

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
    let front = with_changes(reader, front, &part.ratings, FRONT);
    // The back has the range of the front (2.5c).
    let back = card.and_then(|card| card.back).map(|back| Ratings { range: front.range, ..back });
    let back = back.map(|back| with_changes(reader, back, &part.back, BACK));
    let value = reader.optional(part.value.as_ref(), "side.ship.value", &limits::VALUE);
    let berth = berth(reader, sea, part);
    check_state(reader, part, front, back);
    check_entry(reader, part);
    Vessel {
        id: part.called.as_ref().map_or_else(|| id.clone(), |called| called.get_ref().clone()),
        name: part.name.clone().or_else(|| card.map(|card| plain_name(&card.name))).unwrap_or_default(),
        kind: card.map(|card| card.kind.clone()).unwrap_or_default(),
        side,
        front,
        back,
        value: value.unwrap_or_else(|| front.schedule_value()),
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

fn with_changes(reader: &mut Reader, mut ratings: Ratings, changes: &RatingsPart, part: &str) -> Ratings {
    let field = |rating: &str| format!("{part}.{rating}");
    let integrity = if part == BACK { limits::BACK_INTEGRITY } else { limits::INTEGRITY };
    change(reader, &mut ratings.guns, changes.guns.as_ref(), &field("guns"), &limits::GUNS);
    change(reader, &mut ratings.weight, changes.weight.as_ref(), &field("weight"), &limits::WEIGHT);
    change(reader, &mut ratings.integrity, changes.integrity.as_ref(), &field("integrity"), &integrity);
    change(
        reader,
        &mut ratings.torpedoes,
        changes.torpedoes.as_ref(),
        &field("torpedoes"),
        &limits::TORPEDOES,
    );
    change(reader, &mut ratings.speed, changes.speed.as_ref(), &field("speed"), &limits::SPEED);
    change(
        reader,
        &mut ratings.manoeuvre,
        changes.manoeuvre.as_ref(),
        &field("manoeuvre"),
        &limits::MANOEUVRE,
    );
    change(reader, &mut ratings.range, changes.range.as_ref(), &field("range"), &limits::RANGE);
    ratings
}

/// Puts a figure of the file in the place of a printed one.
fn change<N: TryFrom<i64> + Default>(
    reader: &mut Reader,
    printed: &mut N,
    number: Option<&Number>,
    field: &str,
    limits: &Limits,
) {
    if let Some(number) = number {
        *printed = reader.number(number, field, limits);
    }
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
    if !(1..=limits::ENTRY_HEXES).contains(&hexes.len()) {
        let what = format!("a ship enters by a row of sea hexes, and these are {}", hexes.len());
        reader.problem(&entry.from, "side.ship.enters", &what).allowed =
            vec![format!("1 to {} hexes", limits::ENTRY_HEXES)];
    }
    let headings = entry.headings.clone();
    let twice = headings.iter().enumerate().any(|(number, heading)| headings[..number].contains(heading));
    if headings.is_empty() || twice {
        let what = "a ship enters on one heading or several different ones";
        reader.problem(&entry.from, "side.ship.enters.headings", what).allowed =
            Heading::ALL.map(|heading| heading.to_string()).into();
    }
    Berth::Enters { turn: reader.turn(&entry.turn, "side.ship.enters.turn"), hexes, headings }
}

/// Checks that a ship can begin as the file says.
fn check_state(reader: &mut Reader, part: &ShipPart, front: Ratings, back: Option<Ratings>) {
    let starts: &StateOfShip = &part.starts;
    let attacks = starts.torpedo_attacks.unwrap_or_default();
    for (field, figure, most) in [
        ("slowed-to", starts.slowed_to, 2),
        ("waterline-hits", starts.waterline_hits, 2),
        ("fires", starts.fires, limits::MARKERS),
        ("jammed", starts.jammed, limits::MARKERS),
        ("torpedo-attacks", attacks, data::tables().torpedoes.attacks),
        ("hits", starts.hits, most_hits(starts, front, back)),
    ] {
        if figure > most {
            let field = format!("side.ship.starts.{field}");
            reader.problem(&part.ship, &field, &format!("{figure} is out of bounds")).allowed =
                vec![format!("0 to {most}")];
        }
    }
    if starts.heavily_damaged && back.is_none() {
        reader.problem(&part.ship, "side.ship.starts.heavily-damaged", "this counter has no back");
    }
    let stopped = starts.stopped.is_some() || starts.waterline_hits >= 2;
    let helpless = starts.heavily_damaged || stopped || starts.jammed > 0 || starts.hulk;
    if starts.evading && helpless {
        let what = "a ship that is heavily damaged, stopped, jammed or a hulk takes no evasive action";
        reader.problem(&part.ship, "side.ship.starts.evading", what);
    }
}

/// The hits that a ship bears without being flipped, a hulk or sunk (6.11).
fn most_hits(starts: &StateOfShip, front: Ratings, back: Option<Ratings>) -> u8 {
    let most = match back {
        Some(back) if starts.heavily_damaged => back.integrity.saturating_sub(1),
        _ => front.integrity,
    };
    u8::try_from(most).unwrap_or_default()
}

/// Checks that a ship that comes later is able to come.
fn check_entry(reader: &mut Reader, part: &ShipPart) {
    let starts = &part.starts;
    let stopped = starts.stopped.is_some() || starts.waterline_hits >= 2;
    let unable = starts.evading || starts.fires > 0 || stopped || starts.hulk;
    if part.enters.is_some() && unable {
        let what = "a ship that enters later neither evades nor burns, and is neither stopped nor a hulk";
        reader.problem(&part.ship, "side.ship.starts", what);
    }
}
