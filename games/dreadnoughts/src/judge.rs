//! How good a position is: what one-step players go by.
//!
//! The score is in hundredths of a victory point: what has been won so far, what damage is worth on the way to the next
//! loss, and what the guns of both sides can do to each other from where they are.

use sandtable_engine::{Seat, State};

use crate::ids::{Hex, ShipId};
use crate::phases::damage::{Fate, fate_of, shot_at};
use crate::phases::gunnery::{Silent, dice};
use crate::questions::range::{Bracket, bracket, range};
use crate::questions::{sight, speed};
use crate::scenario::Fate as AwardFate;
use crate::table::{Damage, Table};
use crate::victory::{self, points};
use crate::{Dreadnoughts, Frame};

/// How many turns of fire from the present positions a player looks ahead.
const TURNS_AHEAD: i32 = 2;

/// The score for a seat.
pub fn judge(state: &State<Dreadnoughts>, seat: Seat) -> i32 {
    let table = &state.table;
    if state.outcome().is_some() {
        return final_score(table, seat);
    }
    let ordered;
    let table = if matches!(state.frame(), Some(Frame::Orders(_))) {
        ordered = under_orders(table);
        &ordered
    } else {
        table
    };
    side_score(table, seat) - side_score(table, seat.opponent())
}

/// A decided game: the margin, and a premium for the victory itself.
fn final_score(table: &Table, seat: Seat) -> i32 {
    let margin = i32::from(points(table, seat) - points(table, seat.opponent())) * 100;
    match victory::judged(table, victory::margin(table)).0 {
        Some(winner) if winner == seat => margin + 3000,
        Some(_) => margin - 3000,
        None => margin,
    }
}

/// The table as it will be when the orders that are being written come into force.
fn under_orders(table: &Table) -> Table {
    let mut table = table.clone();
    for ship in table
        .fleet
        .afloat
        .iter()
        .filter(|ship| speed::under_way(&table, *ship))
        .collect::<crate::ids::ShipSet>()
        .iter()
    {
        table.ships[ship].level = *table.ships[ship].ordered.truth();
        if *table.ships[ship].to_evade.truth() {
            table.evading.insert(ship);
        } else {
            table.evading.remove(ship);
        }
    }
    table
}

/// What a side has won and may win.
fn side_score(table: &Table, side: Seat) -> i32 {
    let won = i32::from(points(table, side)) * 100;
    let enemies = table.fleet_of(side.opponent()).and(table.fleet.afloat);
    let damage: i32 = enemies.iter().map(|enemy| damage_dealt(table, enemy)).sum();
    let turns = i32::from(table.scenario.turns - table.turn).clamp(1, TURNS_AHEAD);
    let mut prospects = 0;
    for ship in table.fleet_of(side).and(table.fleet.afloat).iter() {
        prospects += best_attack(table, ship) * turns + way_out(table, ship) - edge_danger(table, ship);
    }
    won + damage + prospects
}

/// What one more structural hit on a ship is worth.
fn worth_of_hit(table: &Table, ship: ShipId) -> i32 {
    let (vessel, damage) = (table.vessel(ship), &table.ships[ship].damage);
    let value = i32::from(vessel.value) * 100;
    match (&vessel.back, damage.heavily_damaged) {
        (Some(back), true) => value / 2 / i32::from(back.integrity.max(1)),
        (Some(_), false) => value / 2 / (i32::from(vessel.front.integrity) + 1),
        (None, _) => value / (i32::from(vessel.front.integrity) + 1),
    }
}

/// What damage on an enemy is worth beyond the points that it has brought, with what waits for the end of the phase.
fn damage_dealt(table: &Table, ship: ShipId) -> i32 {
    let struck: &Damage = &table.ships[ship].struck;
    let value = i32::from(table.vessel(ship).value) * 100;
    match fate_of(table, ship, struck) {
        Fate::Sinks | Fate::Hulk => return value - i32::from(victory::worth_to_enemy(table, ship)) * 100,
        Fate::HeavilyDamaged => return value / 2,
        Fate::Unchanged => {}
    }
    let mut worth = worth_of_hit(table, ship) * i32::from(struck.hits);
    worth += value / 10 * i32::from(struck.fires.min(2));
    if struck.is_stopped() {
        worth += value / 4;
    } else if struck.is_slowed() {
        worth += value / 8;
    }
    worth + value / 40 * i32::from(struck.jammed)
}

/// What the best attack of a ship can be expected to do in one turn.
fn best_attack(table: &Table, ship: ShipId) -> i32 {
    if table.ships[ship].struck.fires > 1 {
        return 0;
    }
    let enemies = table.enemies_of(ship).and(table.fleet.afloat).iter();
    enemies.map(|enemy| expected_damage(table, ship, enemy)).max().unwrap_or(0)
}

/// What a ship's guns do to an enemy on average; out of range, a little for every hex nearer.
fn expected_damage(table: &Table, ship: ShipId, enemy: ShipId) -> i32 {
    let ratings = table.ratings(ship);
    let hexes = range(table, ship, enemy);
    let reach = ratings.range.min(sight::spotting_distance(table, ship, enemy));
    if hexes > reach {
        return 12 - i32::from((hexes - reach).min(12));
    }
    let close = i8::from(bracket(ratings.range, hexes) == Bracket::Close);
    let shot = shot_at(table, enemy, ratings.weight + close);
    // Thirty-sixths of a hit for each possible hit, a critical counted as a hit and a half.
    let per_hit = match shot.difference {
        ..=-2 => return 12,
        -1 => 6,
        0..=1 => 14,
        2.. => 17,
    };
    let dice = i32::from(dice(table, ship, enemy, &mut Silent)).max(0);
    12 + dice * per_hit * worth_of_hit(table, enemy) / (3 * 36)
}

/// What nearness to an exit is worth to a ship that is rewarded for leaving.
fn way_out(table: &Table, ship: ShipId) -> i32 {
    let mut best = 0;
    let (grid, hex) = (table.scenario.sea.grid, table.hex(ship));
    for award in table
        .scenario
        .awards
        .iter()
        .filter(|award| award.to == table.side(ship) && award.ships.contains(ship))
    {
        for clause in award.any.iter().filter(|clause| clause.status == Some(AwardFate::Exited)) {
            for exit in table.scenario.exits.iter().filter(|exit| exit.side == table.side(ship)) {
                let allowed = exit
                    .edges
                    .iter()
                    .filter(|edge| clause.edges.as_ref().is_none_or(|edges| edges.contains(edge)));
                for edge in allowed {
                    use crate::scenario::SheetEdge;
                    let hexes = match edge {
                        SheetEdge::N => hex.row(),
                        SheetEdge::S => grid.rows() - hex.row() + 1,
                        SheetEdge::W => hex.column(),
                        SheetEdge::E => grid.columns() - hex.column() + 1,
                    };
                    best = best.max(i32::from(award.points) * 60 / (3 + i32::from(hexes)));
                }
            }
        }
    }
    best
}

/// What it costs to steer for an edge that is too near.
fn edge_danger(table: &Table, ship: ShipId) -> i32 {
    let sea = &table.scenario.sea;
    let side = sea.side(table.ships[ship].heading);
    let steps = i32::from(speed::flank(table, ship)) + 1;
    let mut hex: Hex = table.hex(ship);
    for step in 0..steps {
        hex = hex.step(side);
        if !sea.grid.contains(hex) || sea.is_land(hex) {
            return (steps - step) * i32::from(table.vessel(ship).value);
        }
    }
    0
}
