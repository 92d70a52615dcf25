//! Who can assault a hex, at what odds, and in which column (9.3).

use sandtable_engine::{Refusal, Thing, require, rule};

use crate::data::{Kind, ShockResult, map, tables, traits};
use crate::ids::{Force, HexId, UnitId, UnitSet};
use crate::map::Ground;
use crate::questions::fire_strength::{Term, has_leader};
use crate::questions::reach::stands_fast;
use crate::questions::supply::{Lines, halved};
use crate::table::Table;

/// Whether a unit may assault a hex now, and if not, why: a neighbouring one; not disorganised (9.3f, R12), no artillery nor balloon (9.3g), no garrison that
/// stands fast (6.6a), not out of supply (10.2h), and once in a phase.
pub fn check_attacker(table: &Table, lines: &Lines, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(unit.0));
    require!(table.map.contains(unit) && !unit.is_leader(), "9.3", "only units on the map assault");
    let at = table.at[unit];
    require!(map().side(at, target).is_some(), "9.3", "an assault goes against a neighbouring hex"; blocked piece);
    require!(map().passable(at, target), "T10", "nobody assaults across the harbour mouth"; blocked piece);
    require!(can_assault(unit) && table.figures(unit).shock > 0, "9.3g", "artillery and the balloon do not assault"; blocked piece);
    require!(!table.dis.contains(unit), "9.3f", "a disorganised unit does not assault"; blocked piece);
    require!(!stands_fast(table, unit), "6.6a", "the garrison stands fast until it is released"; blocked piece);
    require!(!table.attacked.contains(unit), "9.3b", "the unit has attacked in this phase"; blocked piece);
    require!(lines.supply(table, unit), "10.2h", "a unit out of supply does not assault"; blocked piece);
    Ok(())
}

/// Whether units of its kind assault (9.3g).
#[inline]
pub fn can_assault(unit: UnitId) -> bool {
    !matches!(traits(unit).kind, Kind::Artillery | Kind::Signals | Kind::Leader)
}

/// Both sides of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The attackers' shock.
    pub attack: u8,
    /// The defenders' shock, at least 1 (9.3h).
    pub defence: u8,
    /// The column of the odds before shifts, from 0 for 1:2.
    pub plain: u8,
    /// All shifts together.
    pub shift: i8,
    /// The column in which the die is thrown.
    pub column: u8,
}

/// The attackers' strength: nobody out of supply is among them.
pub fn attack(table: &Table, attackers: UnitSet) -> u8 {
    attackers.iter().map(|unit| table.figures(unit).shock).sum()
}

/// The defenders' strength, disorganised or not (9.3f), half out of supply (10.2g); none at all counts as 1 (9.3h).
pub fn defence(table: &Table, target: HexId) -> u8 {
    let Some(force) = table.owner(target) else { return 1 };
    let lines = Lines::of(table, force);
    let units = table.units_in(force, target);
    let sum: u8 = units.iter().map(|unit| halved(table.figures(unit).shock, lines.supply(table, unit))).sum();
    sum.max(1)
}

/// The odds of an assault: rounded down for the defender (9.3c), less than even in the first column (9.3d), put into a column before it is shifted (R36),
/// and not beyond the edges of the table (9.3e).
pub fn odds(table: &Table, attackers: UnitSet, target: HexId) -> Odds {
    let (attack, defence) = (attack(table, attackers), defence(table, target));
    let plain = (attack / defence).min(5);
    let mut shift = 0;
    shifts(table, attackers, target, &mut |(_, figure, _)| shift += figure);
    let column = (plain as i8 + shift).clamp(0, 5) as u8;
    Odds { attack, defence, plain, shift, column }
}

/// Calls `each` with all that shifts the column: leaders of attack (C1, R49) and defence (C2), the ground once (C3, R13), a river that all attackers must cross, bridge
/// or not (C4, R14), a redoubt (C5).
pub fn shifts(table: &Table, attackers: UnitSet, target: HexId, each: &mut impl FnMut(Term)) {
    let (map, shock) = (map(), &tables().shock);
    let Some(first) = attackers.first() else { return };
    if has_leader(table, first.force(), attackers) {
        each(("Leader attacking", shock.leader, rule!("C1")));
    }
    if table.owner(target).is_some_and(|owner| !table.leaders_in(owner, target).is_empty()) {
        each(("Leader defending", -shock.leader, rule!("C2")));
    }
    if let Some(what) = shelter(target) {
        each((what, shock.ground, rule!("C3")));
    }
    if attackers.iter().all(|unit| map.river(table.at[unit], target)) {
        each(("Across a river", shock.river, rule!("C4")));
    }
    if map.redoubts.contains(target) {
        each(("Redoubt", shock.redoubt, rule!("C5")));
    }
}

/// The ground that shifts the column, in a word. Both beaches have a town.
fn shelter(target: HexId) -> Option<&'static str> {
    match map().ground[target.index()] {
        Ground::Jungle => Some("Jungle"),
        Ground::Hill => Some("Hill"),
        Ground::Town | Ground::Beach => Some("Town"),
        Ground::City => Some("City"),
        _ if map().entrenchments.contains(target) => Some("Entrenchment"),
        _ => None,
    }
}

/// What is added to the die of an assault: heroic Cubans (H1).
#[inline]
pub fn die_bonus(table: &Table, force: Force) -> i8 {
    if table.heroic && force == Force::Cu { tables().shock.heroic } else { 0 }
}

/// What a die brings in a column; above six it counts as six (R35).
#[inline]
pub fn result(die: i8, column: u8) -> ShockResult {
    tables().shock.rows[(die.clamp(1, 6) - 1) as usize][column as usize]
}
