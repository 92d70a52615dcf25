//! Where a unit can charge (7.11): straight on without turning, over clear ground, at least three hexes, to a hex beside an enemy.

use arrayvec::ArrayVec;

use crate::data::{EventId, Terrain, limits};
use crate::ids::{HexId, UnitId};
use crate::questions::reach::{Passing, Trail, beside_enemy, passes, points};
use crate::table::Table;

/// The hexes to which a unit can charge (7.11).
pub fn charges(table: &Table, unit: UnitId) -> ArrayVec<HexId, 64> {
    let mut goals = ArrayVec::new();
    charge_ways(table, unit, &mut |hex, _| {
        if !goals.contains(&hex) && !goals.is_full() {
            goals.push(hex);
        }
    });
    goals
}

/// The way of a charge: one that passes no friend if there is one, and of such ways one over leaders of the enemy (6.4).
pub fn charge_trail(table: &Table, unit: UnitId, goal: HexId) -> Option<Trail> {
    let facing = table.units[unit].facing;
    let mut best = None;
    charge_ways(table, unit, &mut |hex, way| {
        if hex != goal {
            return;
        }
        let passed = way[..way.len() - 1].iter().filter(|hex| table.unit_at(**hex).is_some()).count();
        let spared = way.iter().filter(|hex| !table.has_post(unit.side().opponent(), **hex)).count();
        if best.as_ref().is_none_or(|(least, _)| (passed, spared) < *least) {
            best = Some(((passed, spared), way.iter().map(|hex| (*hex, facing)).collect()));
        }
    });
    best.map(|(_, trail)| trail)
}

/// Calls `each` with every way of a charge: straight on without turning, over clear ground alone, at least three hexes, to a hex beside an
/// enemy (7.11, R12). A light friend may be passed.
fn charge_ways(table: &Table, unit: UnitId, each: &mut impl FnMut(HexId, &[HexId])) {
    let at = &table.units[unit];
    let card = at.kind.card();
    let side = unit.side();
    if !card.charges || at.disrupted {
        return;
    }
    if table.in_enemy_zone(side, at.hex) && !table.effects.leave_free.contains(unit) {
        return;
    }
    let run = if table.effects.runup.contains(unit) {
        EventId::Spurs.figure().unsigned_abs()
    } else {
        limits().charge_run
    };
    let points = points(table, unit);
    // The farthest hexes of the arc: nothing to charge at within one hex of them, nothing to look for.
    let near = table.units_of(side.opponent()).iter().any(|enemy| {
        let distance = at.hex.distance(table.units[enemy].hex);
        distance > run.saturating_sub(2) && distance <= points + 1
    });
    if !near {
        return;
    }
    let mut way: ArrayVec<HexId, 16> = ArrayVec::new();
    gallop(table, unit, (run, points), &mut way, each);
}

fn gallop(
    table: &Table,
    unit: UnitId,
    (run, points): (u8, u8),
    way: &mut ArrayVec<HexId, 16>,
    each: &mut impl FnMut(HexId, &[HexId]),
) {
    let at = &table.units[unit];
    let side = unit.side();
    let hex = *way.last().unwrap_or(&at.hex);
    for to in table.map().front(hex, at.facing) {
        if table.land.cost(to) != Some(1) || table.ground(to) != Terrain::Clear || way.is_full() {
            continue;
        }
        let mut cost = 1;
        let other = table.unit_at(to);
        if let Some(other) = other {
            if other.side() != side {
                continue;
            }
            match passes(table, at.kind.card().size, other) {
                Passing::Free => {}
                Passing::Dearer => cost += 1,
                Passing::Harmful => continue,
            }
        }
        let Some(left) = points.checked_sub(cost) else { continue };
        way.push(to);
        let entered = way.len() as u8;
        if other.is_none() && entered >= run && beside_enemy(table, side, to) {
            each(to, way);
        }
        if left > 0 && !table.in_enemy_zone(side, to) {
            gallop(table, unit, (run, left), way, each);
        }
        way.pop();
    }
}
