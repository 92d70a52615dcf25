//! Points and victory (4.0, 9.21).

use sandtable_engine::{Cx, Grade, Outcome, Seat, SeatSet, rule};

use crate::Dreadnoughts;
use crate::events::Event;
use crate::ids::ShipId;
use crate::scenario::{Award, Clause, Fate};
use crate::table::Table;

/// Whether a side has no ship left on the map or still to come.
pub fn side_is_gone(table: &Table) -> bool {
    let left = table.fleet.afloat.or(table.fleet.due);
    [Seat(0), Seat(1)].into_iter().any(|side| table.fleet_of(side).and(left).is_empty())
}

/// What an enemy ship is worth now: its value if it is lost, half of it if it is heavily damaged (9.21).
pub fn worth_to_enemy(table: &Table, ship: ShipId) -> i16 {
    let value = table.vessel(ship).value;
    if table.fleet.lost().contains(ship) {
        value
    } else if table.ships[ship].damage.heavily_damaged {
        value / 2
    } else {
        0
    }
}

/// No side is credited with more, however generous the awards of a scenario are.
const MOST_POINTS: i64 = 9_999;

/// The points of a side if the game ended now.
pub fn points(table: &Table, side: Seat) -> i16 {
    let enemies = table.fleet_of(side.opponent()).iter();
    let losses: i64 = enemies.map(|ship| i64::from(worth_to_enemy(table, ship))).sum();
    let awards: i64 = table
        .scenario
        .awards
        .iter()
        .filter(|award| award.to == side)
        .map(|award| awarded(table, award))
        .sum();
    (losses + awards).clamp(-MOST_POINTS, MOST_POINTS) as i16
}

/// What one ship contributes to the points of a side less those of the other, if the game ended now.
pub fn stake(table: &Table, ship: ShipId, side: Seat) -> i16 {
    let for_enemy = if table.side(ship) == side { -1 } else { 1 };
    let mut stake = i64::from(worth_to_enemy(table, ship)) * for_enemy;
    for award in table.scenario.awards.iter().filter(|award| award.ships.contains(ship)) {
        let worth = award_for(table, award, ship);
        stake += if award.to == side { worth } else { -worth };
    }
    stake.clamp(-MOST_POINTS, MOST_POINTS) as i16
}

fn awarded(table: &Table, award: &Award) -> i64 {
    award.ships.iter().map(|ship| award_for(table, award, ship)).sum()
}

/// Whether the points for a ship depend on the structural hits on her.
pub fn counts_hits(table: &Table, ship: ShipId) -> bool {
    let counts =
        |award: &Award| award.per_hit || award.any.iter().any(|clause| clause.hits_at_least.is_some());
    table.scenario.awards.iter().any(|award| award.ships.contains(ship) && counts(award))
}

/// Whether the points for a ship depend on her being slowed or stopped.
pub fn counts_speed(table: &Table, ship: ShipId) -> bool {
    let counts =
        |award: &Award| award.any.iter().any(|clause| clause.slowed.is_some() || clause.stopped.is_some());
    table.scenario.awards.iter().any(|award| award.ships.contains(ship) && counts(award))
}

/// Whether points depend on where ships are on the map.
pub fn counts_places(table: &Table) -> bool {
    let counts = |clause: &Clause| clause.no_enemy_within.is_some() || clause.row_at_least.is_some();
    table.scenario.awards.iter().any(|award| award.any.iter().any(counts))
}

fn award_for(table: &Table, award: &Award, ship: ShipId) -> i64 {
    let fitting = award.any.iter().any(|clause| fits(table, ship, clause));
    if fitting { in_full(table, award, ship) } else { 0 }
}

/// What an award is worth for a ship that it is given for.
fn in_full(table: &Table, award: &Award, ship: ShipId) -> i64 {
    let times = if award.per_hit { i64::from(table.ships[ship].damage.hits) } else { 1 };
    i64::from(award.points) * times
}

/// Within how many hexes there must be no enemy for an award that hangs on nothing else for a ship, and its points; none where she has it
/// anyhow, or cannot have it as things are.
pub fn hangs_on_distance(table: &Table, award: &Award, ship: ShipId) -> Option<(u8, i16)> {
    let (mut least, mut anyhow) = (None, false);
    for clause in award.any.iter().filter(|clause| fits_apart_from_enemies(table, ship, clause)) {
        match clause.no_enemy_within {
            Some(hexes) => least = Some(least.map_or(hexes, |least: u8| least.min(hexes))),
            None => anyhow = true,
        }
    }
    let points = in_full(table, award, ship).clamp(-MOST_POINTS, MOST_POINTS) as i16;
    least.filter(|_| !anyhow).map(|least| (least, points))
}

/// Whether everything that a clause says is true of a ship.
fn fits(table: &Table, ship: ShipId, clause: &Clause) -> bool {
    fits_apart_from_enemies(table, ship, clause)
        && clause
            .no_enemy_within
            .is_none_or(|hexes| nearest_enemy(table, ship).is_none_or(|near| near > hexes))
}

/// The same, wherever enemies are.
fn fits_apart_from_enemies(table: &Table, ship: ShipId, clause: &Clause) -> bool {
    let (fleet, damage) = (&table.fleet, &table.ships[ship].damage);
    let status = match clause.status {
        Some(Fate::Afloat) => fleet.afloat.or(fleet.due).or(fleet.withdrawn).contains(ship),
        Some(Fate::Exited) => fleet.exited.contains(ship),
        Some(Fate::Lost) => fleet.lost().contains(ship),
        None => true,
    };
    let left = table.ships[ship].left;
    status
        && clause.heavily_damaged.is_none_or(|wanted| damage.heavily_damaged == wanted)
        && clause.slowed.is_none_or(|wanted| damage.is_slowed() == wanted)
        && clause.stopped.is_none_or(|wanted| damage.is_stopped() == wanted)
        && clause.hits_at_least.is_none_or(|least| damage.hits >= least)
        && clause.row_at_least.is_none_or(|row| fleet.afloat.contains(ship) && table.hex(ship).row() >= row)
        && clause.edges.as_ref().is_none_or(|edges| left.is_some_and(|(edge, _)| edges.contains(&edge)))
        && clause.after_turn.is_none_or(|turn| left.is_some_and(|(_, left)| left >= turn))
}

/// How near the nearest enemy is to a ship on the map.
pub fn nearest_enemy(table: &Table, ship: ShipId) -> Option<u8> {
    if !table.fleet.afloat.or(table.fleet.hulks).contains(ship) {
        return None;
    }
    let enemies = table.enemies_of(ship).and(table.fleet.afloat);
    enemies.iter().map(|enemy| table.hex(ship).distance(table.hex(enemy))).min()
}

/// The points of the side that the scenario measures for, less those of the other.
pub fn margin(table: &Table) -> i16 {
    let side = table.scenario.victory.measured_for;
    points(table, side) - points(table, side.opponent())
}

/// How a margin is judged: the winner and how clearly.
pub fn judged(table: &Table, margin: i16) -> (Option<Seat>, Grade) {
    let victory = &table.scenario.victory;
    let (side, other) = (victory.measured_for, victory.measured_for.opponent());
    if margin >= victory.decisive {
        (Some(side), Grade::Decisive)
    } else if margin >= victory.marginal {
        (Some(side), Grade::Marginal)
    } else if margin <= victory.other_decisive {
        (Some(other), Grade::Decisive)
    } else if margin <= victory.other_marginal {
        (Some(other), Grade::Marginal)
    } else {
        (None, Grade::Draw)
    }
}

/// The end of the match. Both sides are scored, also when both have lost their last ships (ruling A4).
pub fn outcome(table: &Table, cx: &mut Cx<Dreadnoughts>) -> Outcome {
    let margin = margin(table);
    let (winner, grade) = judged(table, margin);
    cx.log(rule!("9.21"), || Event::End { margin, grade, winner });
    let mut scores = [0; Seat::MOST];
    for side in [Seat(0), Seat(1)] {
        scores[side.index()] = points(table, side);
    }
    Outcome { winners: winner.map_or(SeatSet::NONE, SeatSet::one), grade, scores }
}
