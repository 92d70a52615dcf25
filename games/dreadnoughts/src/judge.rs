//! How good a position is: what one-step players go by.
//!
//! The score is in hundredths of a victory point: what has been won so far, what damage is worth on the way to the next
//! loss, and what the guns of both sides can do to each other from where they are.

use sandtable_engine::{Seat, State};

use crate::ids::{Hex, ShipId};
use crate::phases::damage::{Fate, fate_of, shot_at};
use crate::phases::gunnery::{Silent, dice};
use crate::phases::torpedoes;
use crate::questions::range::{Bracket, bracket, close, range};
use crate::questions::{sight, speed};
use crate::scenario::Fate as AwardFate;
use crate::table::{Damage, Table};
use crate::victory::{self, points};
use crate::{Dreadnoughts, Frame};

/// How many turns of fire from the present positions a player looks ahead.
const TURNS_AHEAD: i32 = 4;
/// How much more a player thinks of what its own guns may do than of what the enemy's may, in halves: ships that keep
/// out of danger win nothing.
const BOLDNESS: i32 = 4;

/// The score for a seat.
pub fn judge(state: &State<Dreadnoughts>, seat: Seat) -> i32 {
    let table = &state.table;
    if state.outcome().is_some() {
        return final_score(table, seat);
    }
    let writing_orders = matches!(state.frame(), Some(Frame::Orders(_)));
    let table = &next_turn(table, writing_orders);
    let enemy = seat.opponent();
    let won = side_score(table, seat) - side_score(table, enemy);
    // Smoke that hides nobody now will be in the way of somebody's guns later.
    let smoke = i32::from(table.smoke.len());
    won + prospects(table, seat, writing_orders) * BOLDNESS / 2 - prospects(table, enemy, false) - smoke
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

/// The table as it will be when guns speak next: nobody has been fired at, and orders that are being written are in
/// force.
fn next_turn(table: &Table, writing_orders: bool) -> Table {
    let mut table = table.clone();
    for ship in table.fleet.afloat.iter() {
        table.ships[ship].fired_at = 0;
        if writing_orders && speed::under_way(&table, ship) {
            table.ships[ship].level = *table.ships[ship].ordered.truth();
            if *table.ships[ship].to_evade.truth() {
                table.evading.insert(ship);
            } else {
                table.evading.remove(ship);
            }
        }
    }
    table
}

/// What a side has won so far, and what the damage it has done is worth.
fn side_score(table: &Table, side: Seat) -> i32 {
    let won = i32::from(points(table, side)) * 100;
    let enemies = table.fleet_of(side.opponent()).and(table.fleet.afloat);
    won + enemies.iter().map(|enemy| damage_dealt(table, enemy)).sum::<i32>()
}

/// What the ships of a side can do from where they are. While orders are written, a ship counts as so much nearer to
/// its enemies as its ordered speed will bring it.
fn prospects(table: &Table, side: Seat, about_to_move: bool) -> i32 {
    let turns = i32::from(table.scenario.turns - table.turn).clamp(1, TURNS_AHEAD);
    let mut prospects = 0;
    for ship in table.fleet_of(side).and(table.fleet.afloat).iter() {
        let way = if about_to_move && speed::under_way(table, ship) {
            speed::band(table, ship, table.ships[ship].level, table.evading.contains(ship)).most
        } else {
            0
        };
        prospects += best_attack(table, ship, way) * turns + way_out(table, ship) - edge_danger(table, ship);
    }
    prospects
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

/// What the best attack of a ship can be expected to do in one turn, after it has come `way` hexes nearer.
fn best_attack(table: &Table, ship: ShipId, way: u8) -> i32 {
    if table.ships[ship].struck.fires > 1 {
        return 0;
    }
    let beside = sight::beside(table, ship);
    let enemies = table.enemies_of(ship).and(table.fleet.afloat).iter();
    let worth = |enemy| {
        // Who is about to move will not stay behind a consort.
        let blocked =
            way == 0 && sight::check_line(table, ship, beside, enemy, range(table, ship, enemy)).is_err();
        let worth = expected_damage(table, ship, enemy, way);
        if blocked { worth.min(NEARNESS) } else { worth }
    };
    let best = enemies.map(worth).max().unwrap_or(0);
    // A ship on fire fires again when the fire is out, which half the fires are each turn.
    if table.ships[ship].struck.fires == 1 { best / 2 } else { best }
}

/// What a ship's guns or torpedoes do to an enemy on average; out of range, a little for every hex nearer.
fn expected_damage(table: &Table, ship: ShipId, enemy: ShipId, way: u8) -> i32 {
    let ratings = table.ratings(ship);
    let now = range(table, ship, enemy);
    let hexes = now.saturating_sub(way).max(now.min(close(ratings.range)));
    let reach = ratings.range.min(sight::spotting_distance(table, ship, enemy));
    if hexes > reach {
        return NEARNESS - i32::from(hexes - reach).min(NEARNESS);
    }
    let weight = ratings.weight + i8::from(bracket(ratings.range, hexes) == Bracket::Close);
    let mut thrown = i32::from(dice(table, ship, enemy, &mut Silent));
    thrown += nearer_dice(ratings.range, now, hexes);
    let mut worth = thrown.max(0) * harm_of_hit(shot_at(table, enemy, weight).difference);
    if hexes <= table.scenario.torpedo_range && table.ships[ship].damage.torpedo_attacks > 0 {
        let tubes = i32::from(torpedoes::dice(table, ship, enemy, &mut Silent)).max(0);
        worth = worth.max(tubes * harm_of_hit(2));
    }
    NEARNESS + worth * worth_of_hit(table, enemy) / (3 * 36)
}

/// What being in range at all is worth, and for how many hexes nearness to it counts.
const NEARNESS: i32 = 40;

/// Thirty-sixths of a structural hit that one possible hit brings, a critical counted as a hit and a half.
const fn harm_of_hit(difference: i8) -> i32 {
    match difference {
        ..=-2 => 0,
        -1 => 6,
        0..=1 => 14,
        2.. => 17,
    }
}

/// Dice that a shorter range would add.
fn nearer_dice(longest: u8, now: u8, then: u8) -> i32 {
    let dice = |hexes| match bracket(longest, hexes) {
        Bracket::Close => 1,
        Bracket::Effective => 0,
        Bracket::Long => -1,
    };
    dice(then) - dice(now)
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
