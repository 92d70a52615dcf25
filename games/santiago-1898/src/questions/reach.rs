//! How far a unit gets (8.1).
//!
//! The cost of every step is worked out with the map: clear (T1), jungle (T2), beach (T3), town and city (T4), hill (T5), roads (T6) and
//! railways (T7), rivers (T8) with their bridges and fords (T9; option O4 takes one away), water and the harbour mouth (T10); works cost
//! nothing (T11). Light troops pay less for jungle with option O3; without it guerrillas and engineers are units like others (6.7).
//! There are no zones of control (8.1d, R8).

use crate::data::{Kind, map, traits};
use crate::ids::{Force, HEXES, HexId, HexSet, UnitId, UnitSet};
use crate::map::{CLOSED, Conditions};
use crate::questions::control::is_lone_balloon;
use crate::questions::supply::{Lines, halved};
use crate::table::Table;

/// A hex that is not reached.
pub const FAR: u8 = u8::MAX;

/// Where some pieces can get to together, and at what cost.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The least cost by hex; [`FAR`] where they do not get.
    cost: [u8; HEXES],
    /// What the same way costs light troops among others (O3).
    light_cost: [u8; HEXES],
    /// The hex before on the cheapest way.
    before: [HexId; HEXES],
    /// The hexes reached, those of the start included.
    pub set: HexSet,
}

impl Reach {
    /// What it takes to get to a hex.
    #[inline]
    pub fn cost(&self, hex: HexId) -> Option<u8> {
        self.cost.get(hex.index()).copied().filter(|cost| *cost != FAR)
    }

    /// What light troops pay to get to a hex that is reached (O3).
    #[inline]
    pub fn light_cost(&self, hex: HexId) -> u8 {
        self.light_cost[hex.index()]
    }

    /// Calls `each` with the hexes of the cheapest way, from the first that is entered to the last.
    pub fn way(&self, to: HexId, mut each: impl FnMut(HexId)) {
        let mut way = [HexId::NOWHERE; 16];
        let mut length = 0;
        let mut hex = to;
        while hex.exists() && length < way.len() {
            way[length] = hex;
            length += 1;
            hex = self.before[hex.index()];
        }
        way[..length].iter().rev().for_each(|hex| each(*hex));
    }
}

/// Whether the garrisons still stand fast (6.6).
#[inline]
pub fn stands_fast(table: &Table, unit: UnitId) -> bool {
    !table.released && traits(unit).kind == Kind::Garrison
}

/// Whether a piece pays less for jungle (O3).
#[inline]
pub fn is_light(table: &Table, unit: UnitId) -> bool {
    table.scenario.options.light_troops && traits(unit).light
}

/// The movement points of a piece this turn: half, rounded up, out of supply (10.2g); half, rounded down, on the day of landing (8.2a, R16);
/// none for a garrison that stands fast (6.6).
#[inline]
pub fn allowance(table: &Table, unit: UnitId, supplied: bool) -> u8 {
    if stands_fast(table, unit) {
        return 0;
    }
    let points = halved(table.figures(unit).movement, supplied);
    if table.landed.contains(unit) { points / 2 } else { points }
}

/// Whether an enemy bars a hex (8.1c): a unit does, but a leader or the balloon without company bars it only to leaders.
#[inline]
pub fn is_barred(table: &Table, force: Force, leaders_only: bool, hex: HexId) -> bool {
    if table.enemy_in(force, hex) {
        return leaders_only || !is_lone_balloon(table, hex);
    }
    leaders_only && !table.among(force.enemy_leaders(), hex).is_empty()
}

/// What a march starts from and what it may cost.
#[derive(Clone, Copy, Debug)]
pub struct March {
    /// Who marches.
    pub pieces: UnitSet,
    /// Those of them that are out of supply (10.2i).
    pub strained: UnitSet,
    /// Points that are left.
    pub points: u8,
    /// Points that are left to light troops who march with others, and pay less (O3).
    pub light_points: u8,
    /// What the first hex costs: nothing for those who stand there.
    pub entry: u8,
    /// Whether they may enter one neighbour whatever it costs (8.1b).
    pub least_move: bool,
}

/// Whether a piece that has moved in this phase was in supply: judged when it begins to move, and not again (10.2i).
#[inline]
pub fn began_supplied(table: &Table, unit: UnitId) -> Option<bool> {
    (table.spent[unit] > 0).then(|| !table.strained.contains(unit))
}

/// Whether a piece has all its points (10.2g).
fn is_supplied(table: &Table, lines: &Lines, unit: UnitId) -> bool {
    began_supplied(table, unit).unwrap_or_else(|| !table.map.contains(unit) || lines.supply(table, unit))
}

/// The march of pieces that stand in one hex.
pub fn march(table: &Table, pieces: UnitSet) -> March {
    let (mut points, mut light_points) = (FAR, FAR);
    let mut least_move = true;
    let mut strained = UnitSet::NONE;
    if let Some(first) = pieces.first() {
        let lines = Lines::of(table, first.force());
        for unit in pieces.iter() {
            let supplied = is_supplied(table, &lines, unit);
            if !supplied {
                strained.insert(unit);
            }
            let all = allowance(table, unit, supplied);
            let left = all.saturating_sub(table.spent[unit]);
            if is_light(table, unit) {
                light_points = light_points.min(left);
            } else {
                points = points.min(left);
            }
            // Not on the day of landing (R44).
            least_move &= all > 0 && table.spent[unit] == 0 && !table.landed.contains(unit);
        }
    }
    // Where all are light there is one price.
    if points == FAR {
        points = light_points;
    }
    March { pieces, strained, points, light_points, entry: 0, least_move }
}

/// Where a march gets from one of the given hexes. With a goal no farther than needed to know the way there.
pub fn reach(table: &Table, march: &March, from: &HexSet, goal: Option<HexId>) -> Reach {
    let mut reach = Reach {
        cost: [FAR; HEXES],
        light_cost: [FAR; HEXES],
        before: [HexId::NOWHERE; HEXES],
        set: HexSet::NONE,
    };
    let Some(first) = march.pieces.first() else { return reach };
    let force = first.force();
    let light = march.pieces.iter().all(|unit| is_light(table, unit));
    let conditions =
        Conditions { bad_weather: table.bad_weather, light, blown: table.scenario.options.blown_bridge };
    let leaders_only = march.pieces.minus(force.units()) == march.pieces;
    let costs = map().costs(conditions);
    let light_costs = map().costs(Conditions { light: table.scenario.options.light_troops, ..conditions });
    // Few hexes are reached: to go through them once for each point is quicker than to keep them in order.
    let mut found = [HexId::NOWHERE; HEXES];
    let mut end = 0;
    for hex in from.iter() {
        if march.entry <= march.points {
            reach.cost[hex.index()] = march.entry;
            reach.light_cost[hex.index()] = march.entry;
            reach.set.insert(hex);
            found[end] = hex;
            end += 1;
        }
    }
    for spent in march.entry..march.points.max(march.entry) {
        if goal.is_some_and(|goal| reach.cost[goal.index()] <= spent) {
            break;
        }
        let mut at = 0;
        while at < end {
            let hex = found[at];
            at += 1;
            if reach.cost[hex.index()] != spent {
                continue;
            }
            let neighbours = &map().neighbours[hex.index()];
            for (side, cost) in costs[hex.index()].iter().enumerate() {
                if *cost == CLOSED {
                    continue;
                }
                let total = spent + cost;
                let light_total = reach.light_cost[hex.index()] + light_costs[hex.index()][side];
                if total > march.points || light_total > march.light_points {
                    continue;
                }
                let to = neighbours[side];
                let known = reach.cost[to.index()];
                if total >= known || (known == FAR && is_barred(table, force, leaders_only, to)) {
                    continue;
                }
                if known == FAR {
                    reach.set.insert(to);
                    found[end] = to;
                    end += 1;
                }
                reach.cost[to.index()] = total;
                reach.light_cost[to.index()] = light_total;
                reach.before[to.index()] = hex;
            }
        }
    }
    if march.least_move {
        for hex in from.iter() {
            for (side, cost) in costs[hex.index()].iter().enumerate() {
                let to = map().neighbours[hex.index()][side];
                if *cost == CLOSED || reach.cost[to.index()] != FAR {
                    continue;
                }
                if !is_barred(table, force, leaders_only, to) {
                    // The whole price: who has not so many points has none left (8.1a).
                    reach.cost[to.index()] = *cost;
                    reach.light_cost[to.index()] = light_costs[hex.index()][side];
                    reach.before[to.index()] = hex;
                    reach.set.insert(to);
                }
            }
        }
    }
    reach
}
