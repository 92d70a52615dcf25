//! The ships and tables of the box, read and checked once.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::ids::MOST_SHIPS;

const SHIPS: &str = include_str!("../data/ships.toml");
const TABLES: &str = include_str!("../data/tables.toml");

/// The ratings of one side of a counter (2.9 to 2.14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratings {
    /// Dice of the guns (2.9).
    pub guns: i8,
    /// Weight of fire (2.10).
    pub weight: i8,
    /// Structural integrity (2.11).
    pub integrity: i8,
    /// Dice of the torpedoes (2.12).
    pub torpedoes: i8,
    /// Flank speed in hexes (2.13).
    pub speed: u8,
    /// Manoeuvre (2.14).
    pub manoeuvre: i8,
    /// The longest range of the guns in hexes (2.5c); the back has the range of the front.
    #[serde(default)]
    pub range: u8,
}

impl Ratings {
    /// The points that the loss of a ship with this front is worth by the schedule (9.21).
    pub fn schedule_value(&self) -> i16 {
        let torpedoes = (i16::from(self.torpedoes) + 1) / 2;
        i16::from(self.guns) + i16::from(self.weight) + i16::from(self.integrity) + torpedoes
    }
}

/// A ship of the list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are explained at the head of ships.toml")]
pub struct ShipCard {
    pub id: String,
    pub name: String,
    pub nation: String,
    pub class: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub year: u16,
    pub armament: String,
    pub front: Ratings,
    pub back: Option<Ratings>,
    pub value: i16,
    pub history: crate::rating::History,
    pub source: String,
}

/// What the second throw of a hit says (6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blow {
    /// Nothing.
    None,
    /// One point of structural integrity.
    Hit,
    /// A roll on the critical hit table.
    Critical,
}

/// A row of the damage table: weight of fire minus structural integrity (6.7).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DamageRow {
    /// The least difference of the row.
    pub from: i8,
    /// The greatest.
    pub to: i8,
    /// What each face of the die does.
    pub faces: [Blow; 6],
    /// What is added to the critical roll.
    pub critical_modifier: i8,
}

/// What a row of the critical hit table does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "phases/critical.rs says what each does")]
pub enum Effect {
    Steering,
    Equipment,
    Waterline,
    Fire,
    Stopped,
    Catastrophe,
}

/// A row of the critical hit table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriticalRow {
    /// The die.
    pub roll: u8,
    /// Its name.
    pub name: String,
    /// What it does.
    pub effect: Effect,
}

/// Dice added to or taken from a gun's throw.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "tables.toml gives the rule of each")]
pub struct GunneryTable {
    pub hit_from: u8,
    pub spotting: u8,
    pub long: i8,
    pub close: i8,
    pub close_weight: i8,
    pub target_stopped: i8,
    pub firer_slowed: i8,
    pub flank: i8,
    pub cruise: i8,
    pub broadside: i8,
    pub firer_evading: i8,
    pub smoke_hex: i8,
    pub already_fired_at: i8,
}

/// Dice added to or taken from a torpedo throw.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "tables.toml gives the rule of each")]
pub struct TorpedoTable {
    pub attacks: u8,
    pub smoke_hex: i8,
    pub firer_stopped: i8,
    pub target_stopped: i8,
    pub far: i8,
    pub range: u8,
    pub far_from: u8,
    pub early_range: u8,
    pub early_far_from: u8,
}

/// The highest face with which a thing happens.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "tables.toml gives the rule of each")]
pub struct Checks {
    pub smoke_lifts: u8,
    pub fire_out: u8,
    pub hulk_sinks: u8,
    pub repair: u8,
    pub reaction_range: u8,
}

/// All tables of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The gun firing throw modifications.
    pub gunnery: GunneryTable,
    /// The torpedo modifications.
    pub torpedoes: TorpedoTable,
    /// The damage rows.
    pub damage: Vec<DamageRow>,
    /// The critical hit table, by the die from 1.
    pub critical: Vec<CriticalRow>,
    /// The other die checks.
    pub checks: Checks,
}

impl Tables {
    /// The damage row of a difference (6.7).
    #[inline]
    pub fn damage_row(&self, difference: i8) -> &DamageRow {
        let row = self.damage.iter().find(|row| (row.from..=row.to).contains(&difference));
        row.expect("the rows cover every difference: checked when the tables are read")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TablesFile {
    #[serde(rename = "source")]
    _source: String,
    gunnery: GunneryTable,
    torpedoes: TorpedoTable,
    damage: DamageFile,
    critical: Vec<CriticalRow>,
    checks: Checks,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DamageFile {
    row: Vec<DamageRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipsFile {
    ship: Vec<ShipCard>,
}

static TABLES_READ: LazyLock<Tables> = LazyLock::new(|| {
    let file: TablesFile = toml::from_str(TABLES).expect("tables.toml is checked by a test");
    Tables {
        gunnery: file.gunnery,
        torpedoes: file.torpedoes,
        damage: file.damage.row,
        critical: file.critical,
        checks: file.checks,
    }
});

static SHIPS_READ: LazyLock<Vec<ShipCard>> = LazyLock::new(|| {
    let mut file: ShipsFile = toml::from_str(SHIPS).expect("ships.toml is checked by a test");
    for ship in &mut file.ship {
        if let Some(back) = &mut ship.back {
            back.range = ship.front.range;
        }
    }
    file.ship
});

/// The tables of the rulebook.
#[inline]
pub fn tables() -> &'static Tables {
    &TABLES_READ
}

/// All ships that were ever rated.
pub fn ships() -> &'static [ShipCard] {
    &SHIPS_READ
}

/// A ship by its id.
pub fn ship(id: &str) -> Option<&'static ShipCard> {
    ships().iter().find(|ship| ship.id == id)
}

/// A digest of the ship list, which is part of what a scenario means.
pub fn digest_of_ships() -> blake3::Hash {
    blake3::hash(SHIPS.as_bytes())
}

const _: () = assert!(MOST_SHIPS < 64, "a set of ships is 64 bits");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_has_one_row_and_every_face_a_critical() {
        for difference in -20..=20 {
            let rows = tables().damage.iter().filter(|row| (row.from..=row.to).contains(&difference)).count();
            assert_eq!(rows, 1, "difference {difference}");
        }
        let rolls: Vec<u8> = tables().critical.iter().map(|row| row.roll).collect();
        assert_eq!(rolls, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn ships_have_different_ids_and_the_schedule_value() {
        assert_eq!(ships().len(), 169);
        for (number, ship) in ships().iter().enumerate() {
            assert!(ships()[..number].iter().all(|other| other.id != ship.id), "{} twice", ship.id);
            assert_eq!(ship.value, ship.front.schedule_value(), "{}", ship.id);
            assert_eq!(ship.back.is_some(), ship.front.integrity >= 3, "{}", ship.id);
        }
        // Ruling X1.
        let prince_of_wales = ship("hms-prince-of-wales").expect("she is on the list");
        assert_eq!(
            (prince_of_wales.front.integrity, prince_of_wales.back.map(|back| back.integrity)),
            (6, Some(5))
        );
    }
}
