//! Speed: levels, bands, what a ship may order (2.13, 8.1, 8.5b, 9.6, 9.7).

use sandtable_engine::{Refusal, Thing, require};
use serde::Serialize;

use crate::ids::{Level, ShipId};
use crate::table::{Stopped, Table};

/// The fewest and the most hexes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Band {
    /// The ship must move so far.
    pub least: u8,
    /// It can move no farther.
    pub most: u8,
}

/// A ship's flank speed now: what the side that shows says and never more (8.1g), within the scenario's limits (2.13b,
/// 9.6, 9.7).
#[inline]
pub fn flank(table: &Table, ship: ShipId) -> u8 {
    let mut speed = alone(table, ship);
    for (number, (followers, leader)) in table.scenario.specials.squadrons.iter().enumerate() {
        if table.scattered >> number & 1 == 0 && followers.contains(ship) {
            speed = speed.min(alone(table, *leader));
        }
    }
    speed
}

/// The flank speed of a ship that keeps with no other (9.6).
#[inline]
fn alone(table: &Table, ship: ShipId) -> u8 {
    let mut speed = table.ratings(ship).speed;
    for (ships, odd, even) in &table.scenario.specials.speed_caps {
        if ships.contains(ship) {
            speed = speed.min(if table.turn % 2 == 1 { *odd } else { *even });
        }
    }
    speed
}

/// How many hexes a ship moves at a level (8.1, 8.5b, rulings V1, V2, E2).
#[inline]
pub fn band(table: &Table, ship: ShipId, level: Level, evading: bool) -> Band {
    let damage = &table.ships[ship].damage;
    if damage.stopped == Stopped::Repaired {
        return Band { least: 1, most: 1 };
    }
    if damage.is_slowed() {
        let most = damage.slowed_to.min(flank(table, ship));
        return Band { least: 1, most: if evading { most.saturating_sub(1).max(1) } else { most } };
    }
    at_level(flank(table, ship), level, evading)
}

/// The band of a flank speed and a level (8.1a, 8.1b, 8.1c).
#[inline]
fn at_level(flank: u8, level: Level, evading: bool) -> Band {
    let cost = u8::from(evading);
    let less = |hexes: u8| hexes.saturating_sub(cost).max(1);
    match level {
        Level::Standard if flank >= 3 => Band { least: less(2), most: less(flank - 1) },
        // Ruling V1: slow ships have no standard level; one that was set before they lost speed moves as at cruise.
        Level::Cruise | Level::Standard => Band { least: 1, most: 1 },
        Level::Flank => Band { least: less(flank), most: less(flank) },
    }
}

/// Whether a ship may go from one level to another in a turn (8.1e, ruling V1). The name of the level counts, also
/// after the ship has lost speed (ruling V4); a handy ship is no quicker to change (ruling T4).
#[inline]
fn may_change(flank: u8, from: Level, to: Level) -> bool {
    match flank {
        0 | 1 => to == Level::Cruise,
        2 => to != Level::Standard,
        _ => (from as i8 - to as i8).abs() <= 1,
    }
}

/// Whether a ship under way may be ordered to a level.
#[inline]
pub fn check_level(table: &Table, ship: ShipId, to: Level) -> Result<(), Refusal> {
    let state = &table.ships[ship];
    if state.damage.stopped == Stopped::Repaired {
        require!(to == Level::Cruise, "C1.5", "a ship that has just been repaired moves off at cruise");
        return Ok(());
    }
    if state.damage.is_slowed() {
        require!(to == state.level, "8.1d", "a slowed ship has no choice of level");
        return Ok(());
    }
    if table.fleet.due.contains(ship)
        && let Some(fixed) = table.vessel(ship).level
    {
        require!(fixed == to, "3.0", "the scenario says at which speed this ship enters");
        return Ok(());
    }
    let flank = flank(table, ship);
    let exists = match to {
        Level::Cruise => true,
        Level::Standard => flank >= 3,
        Level::Flank => flank >= 2,
    };
    require!(exists, "8.1a", "with a flank speed of {0} the ship has no such level"; figures i16::from(flank), 0);
    // Ruling V6: a ship that comes on at any speed is free of the one-step rule.
    let free = table.fleet.due.contains(ship);
    require!(free || may_change(flank, state.level, to), "8.1e", "speed changes by one level a turn");
    Ok(())
}

/// Whether a ship can take evasive action this turn (8.5, 9.5, ruling N4).
#[inline]
pub fn check_evasion(table: &Table, ship: ShipId) -> Result<(), Refusal> {
    let damage = &table.ships[ship].damage;
    let piece = Thing::Piece(u16::from(ship.0));
    require!(
        !table.fleet.due.contains(ship),
        "N4",
        "a ship takes no evasive action in the turn in which it enters"
    );
    require!(!damage.heavily_damaged, "8.5", "a heavily damaged ship cannot take evasive action"; blocked piece);
    require!(!damage.is_stopped(), "8.5", "a ship that lies dead in the water cannot take evasive action"; blocked piece);
    require!(damage.jammed == 0, "C1.1", "with its steering jammed the ship cannot take evasive action"; blocked piece);
    require!(!damage.equipment, "C1.2", "its equipment is damaged: no evasive action this turn"; blocked piece);
    let mut bans = table.scenario.specials.no_evasion.iter();
    let barred = bans.any(|(ships, turns)| ships.contains(ship) && turns.holds(table.turn));
    require!(!barred, "9.5", "the scenario forbids this ship to take evasive action now"; blocked piece);
    Ok(())
}

/// A ship's manoeuvre rating now, for turns and evasion (2.14): a slowed ship has 1 (C1.3, ruling W3).
#[inline]
pub fn manoeuvre(table: &Table, ship: ShipId) -> i8 {
    let printed = table.ratings(ship).manoeuvre;
    if table.ships[ship].damage.is_slowed() { printed.min(1) } else { printed }
}

/// Whether a ship is under way: on the map, not dead in the water (8.0a).
#[inline]
pub fn under_way(table: &Table, ship: ShipId) -> bool {
    table.fleet.afloat.contains(ship) && !table.ships[ship].damage.is_stopped()
}

/// Whether a ship may come onto the map this turn (8.8).
#[inline]
pub fn may_enter(table: &Table, ship: ShipId) -> bool {
    use crate::scenario::Berth;
    table.fleet.due.contains(ship)
        && matches!(table.vessel(ship).berth, Berth::Enters { turn, .. } if turn <= table.turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(flank: u8, level: Level, evading: bool) -> (u8, u8) {
        let band = at_level(flank, level, evading);
        (band.least, band.most)
    }

    #[test]
    fn r8_1a_a_ship_with_flank_4_moves_two_or_three_at_standard() {
        assert_eq!(moves(4, Level::Standard, false), (2, 3));
        assert_eq!(moves(4, Level::Cruise, false), (1, 1));
        assert_eq!(moves(4, Level::Flank, false), (4, 4));
        assert_eq!(moves(3, Level::Standard, false), (2, 2));
    }

    #[test]
    fn r8_5b_evasion_costs_a_hex_but_never_the_last() {
        assert_eq!(moves(4, Level::Standard, true), (1, 2));
        assert_eq!(moves(4, Level::Flank, true), (3, 3));
        assert_eq!(moves(4, Level::Cruise, true), (1, 1));
    }

    #[test]
    fn r8_1e_one_level_a_turn() {
        assert!(may_change(5, Level::Cruise, Level::Standard));
        assert!(!may_change(5, Level::Cruise, Level::Flank));
        assert!(may_change(2, Level::Cruise, Level::Flank), "ruling V1: the two levels are neighbours");
        assert!(!may_change(2, Level::Cruise, Level::Standard));
        assert!(!may_change(1, Level::Cruise, Level::Flank));
    }
}
