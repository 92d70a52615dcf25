//! The figures that a scenario file may hold. They are wide: they keep out nonsense, not invention.

use std::ops::RangeInclusive;

/// The least and the greatest figure of a field.
pub type Limits = RangeInclusive<i64>;

pub const TURN: Limits = 1..=99;
/// Columns and rows of the sheet.
pub const SHEET: Limits = 1..=99;
pub const HEXSIDE: Limits = 1..=6;
pub const FACE: Limits = 1..=6;
/// Distances. Sight is cut to that of the rulebook in any case (6.2).
pub const HEXES: Limits = 0..=99;

/// Fewer than none is a ship that needs luck and a broadside to fire at all.
pub const GUNS: Limits = -20..=20;
pub const WEIGHT: Limits = 0..=15;
pub const INTEGRITY: Limits = 0..=20;
/// A heavily damaged ship that bore no hit at all would be a hulk from the start (6.11a).
pub const BACK_INTEGRITY: Limits = 1..=20;
pub const TORPEDOES: Limits = 0..=12;
pub const SPEED: Limits = 1..=9;
pub const MANOEUVRE: Limits = 0..=4;
pub const RANGE: Limits = 0..=40;

/// Dice that a scenario gives or takes: on each line, and for one ship on all lines together.
pub const DICE: Limits = -20..=20;
/// Dice that failing turrets cost: on each line, and for one ship on all lines together.
pub const TEETHING: Limits = -20..=0;
pub const GUN_ATTACKS: Limits = 0..=99;
pub const AIR_TARGETS: Limits = 1..=8;
pub const AIR_DICE: Limits = 0..=8;
/// Carriers that need not be there for extra dice.
pub const BEYOND: Limits = 0..=99;

/// What a ship is worth.
pub const VALUE: Limits = 0..=99;
/// Points of an award, levels of victory, and by how much a variant shifts them.
pub const POINTS: Limits = -9_999..=9_999;

/// The most bytes of a file.
pub const BYTES: usize = 1 << 18;
/// The most parts of one kind: each is looked at whenever a ship fires or moves.
pub const LIST: usize = 40;
/// The most parts of one kind where the table keeps a bit for each: held fire, squadrons, failures of power.
pub const PARTS: usize = 8;
/// The most lines of visibility.
pub const SIGHT_LINES: usize = 100;
/// The most variants.
pub const VARIANTS: usize = 8;
/// The most hexes by which a ship may enter.
pub const ENTRY_HEXES: usize = 40;
/// The most carriers whose aircraft attack or harass: more would make endless menus.
pub const CARRIERS: u32 = 8;
/// The most fires, and turns for which the steering is jammed, that a ship starts with.
pub const MARKERS: u8 = 9;

/// The limits in words.
pub fn words(limits: &Limits) -> String {
    format!("{} to {}", limits.start(), limits.end())
}
