//! How likely a seat is to win, for whoever weighs chances instead of choosing a move.
//!
//! A captain does best to expect little of his own guns and much of the enemy's, and so the judge expects a draw or worse of nearly
//! everything. Who is going to win is told better with most of what guns could do on either side, midway between
//! keeping the distance and closing it. Ways out that are rewarded count for more than a captain makes of them: who is near
//! one mostly takes it. Who has shaken off her pursuers by a hex is soon caught up with, and who lacks a hex soon away. The weights were
//! fitted to 2,000 games between captains in eight scenarios.

use sandtable_engine::{Seat, State};

use super::battle::Battle;
use super::gunfire::PLANS;
use super::margin::{Margin, Scale};
use super::{LEAD, course, fleet, foresee, reckoned, turns_left, weigh};
use crate::table::Table;
use crate::{Dreadnoughts, victory};

/// The part of all that guns could do until the end which comes true.
const DONE: f32 = 0.75;
/// The variance of the margin for each turn to come, in squares of points, besides what dice do.
const CHANGES: f32 = 2.0;
/// What the courses of ships come to in the end, as a multiple of what a captain makes of them.
const COURSES: f32 = 1.5;
/// Hexes by which the distance to the nearest enemy changes until the end at most, where points depend on it. At the Falklands, where 48 games of
/// captains from each of 1,471 positions told the true chances, this takes the squared error of the outlook from 0.009 to 0.006.
const DRIFT: f32 = 7.0;
/// The logarithm of the odds that one standard deviation of the margin is worth.
const ODDS: f32 = 1.5;

/// How a seat stands: half the logarithm of its odds, in leads.
pub fn outlook(state: &State<Dreadnoughts>, seat: Seat) -> i32 {
    let (mut table, clock) = foresee(&state.table, state.frames(), seat);
    let (stakes, settled) = weigh(&mut table, seat);
    let battle = Battle { now: &state.table, table: &table, clock, side: seat, stakes: &stakes, blow: None };
    let (own, foes) = (fleet(&table, seat), fleet(&table, seat.opponent()));
    let theirs = &battle.bombardments(seat.opponent(), reckoned(DONE, own), &[None])[0];
    let ours = &battle.bombardments(seat, reckoned(DONE, foes), &[None])[0];
    let mut margins = Vec::with_capacity(PLANS);
    for (theirs, ours) in theirs.iter().zip(ours) {
        let mut margin = Margin::new(settled);
        own.iter().for_each(|ship| margin.add(&stakes[ship.index()], theirs.of(ship)));
        foes.iter().for_each(|ship| margin.add(&stakes[ship.index()], ours.of(ship)));
        margins.push(margin);
    }
    let squares = Scale::new(&margins, |points| points * points);
    let plans = f32::from(PLANS as u8);
    let courses = course::prospects(&table, seat) - course::prospects(&table, seat.opponent());
    let (mut points, mut spread) = (COURSES * courses + places(&table, seat), 0.0);
    for margin in &margins {
        let (mean, square) = squares.means(margin);
        points += mean / plans;
        spread += (square - mean * mean).max(0.0).sqrt() / plans;
    }
    let levels = &table.scenario.victory;
    let even = f32::from(levels.marginal + levels.other_marginal) / 2.0;
    let even = if seat == levels.measured_for { even } else { -even };
    let deviation = (CHANGES * turns_left(&table) + spread * spread).sqrt();
    (ODDS * (points - even) / deviation * f32::from(LEAD) / 2.0) as i32
}

/// What points that depend on the distance to the nearest enemy are likely to be, less what they are now.
fn places(table: &Table, seat: Seat) -> f32 {
    let mut points = 0.0;
    for award in &table.scenario.awards {
        for ship in award.ships.and(table.fleet.afloat).iter() {
            let hangs = victory::hangs_on_distance(table, award, ship);
            let Some(((within, full), near)) = hangs.zip(victory::nearest_enemy(table, ship)) else {
                continue;
            };
            let beyond = f32::from(near) - f32::from(within) - 0.5;
            let likely = (0.5 + beyond / (2.0 * DRIFT)).clamp(0.0, 1.0);
            let now = if beyond > 0.0 { 1.0 } else { 0.0 };
            let gained = f32::from(full) * (likely - now);
            points += if award.to == seat { gained } else { -gained };
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use sandtable_engine::chance::Fast;
    use sandtable_engine::{Cx, Setup};

    use super::*;
    use crate::ids::ShipId;
    use crate::scenario::SHELF;

    fn begin(scenario: &str) -> State<Dreadnoughts> {
        State::begin(&Setup::shipped(scenario), &mut Cx::silent(&mut Fast::new(1))).expect("it is shipped")
    }

    fn named(state: &State<Dreadnoughts>, name: &str) -> ShipId {
        let ship = state.table.scenario.ids().find(|ship| state.table.vessel(*ship).name == name);
        ship.expect("she was there")
    }

    #[test]
    fn who_is_near_a_way_out_that_is_rewarded_stands_better() {
        let mut state = begin("coronel-1914");
        let glasgow = named(&state, "Glasgow");
        // Both hexes are far from all guns: the Germans have yet to come.
        let [far, near] = ["1709", "1748"].map(|hex| {
            state.table.hexes[glasgow.index()] = hex.parse().expect("a hex of the sheet");
            outlook(&state, Seat(1))
        });
        assert!(near > far, "{far} to {near}");
    }

    #[test]
    fn who_has_shaken_off_her_pursuers_by_a_hex_has_not_got_away_yet() {
        let mut state = begin("falklands-1914");
        let dresden = named(&state, "Dresden");
        // The British stand where they are, and she is the only one whose distance changes.
        let mut at = |distance: u8| {
            let mut hexes = state.table.scenario.sea.grid.hexes();
            let there = hexes.find(|hex| {
                state.table.hexes[dresden.index()] = *hex;
                victory::nearest_enemy(&state.table, dresden) == Some(distance)
            });
            assert!(there.is_some(), "somewhere is {distance} hexes from all British ships");
            [Seat(0), Seat(1)].map(|seat| places(&state.table, seat))
        };
        let [beside, caught, clear, away] = [1, 8, 9, 25].map(&mut at);
        // Three points if no enemy is within eight hexes: nearly half of them are as good as won with eight, and as good as lost with nine.
        let [caught, clear, beside] = [caught, clear, beside].map(|places| places[1] - away[1]);
        assert!(caught > 1.0 && caught < 1.5, "{caught}");
        assert!(clear < -1.0 && clear > -1.5, "{clear}");
        assert!(beside.abs() < f32::EPSILON, "{beside}");
        assert!((away[0] + away[1]).abs() < f32::EPSILON, "what one side gains the other loses");
    }

    #[test]
    fn no_distance_helps_who_cannot_have_the_award_or_has_it_anyhow() {
        let mut state = begin("falklands-1914");
        let dresden = named(&state, "Dresden");
        let awards = &state.table.scenario.awards;
        let hers = awards.iter().position(|award| award.ships.contains(dresden)).expect("she may get away");
        let within = |state: &State<Dreadnoughts>| {
            victory::hangs_on_distance(&state.table, &state.table.scenario.awards[hers], dresden)
        };
        assert_eq!(within(&state), Some((8, 3)));
        state.table.fleet.afloat.remove(dresden);
        state.table.fleet.exited.insert(dresden);
        assert_eq!(within(&state), None, "she is away");
        state.table.fleet.exited.remove(dresden);
        state.table.fleet.sunk.insert(dresden);
        assert_eq!(within(&state), None, "she is lost");
    }

    #[test]
    fn what_speaks_for_one_side_speaks_against_the_other() {
        for card in SHELF.cards() {
            let state = begin(&card.id);
            let [one, other] = [Seat(0), Seat(1)].map(|seat| outlook(&state, seat));
            // Sums of fractions in another order.
            assert!((one + other).abs() <= i32::from(LEAD / 1_000), "{}: {one} and {other}", card.id);
        }
    }

    #[test]
    fn a_lost_ship_speaks_against_her_side_and_a_lost_squadron_decides() {
        let mut state = begin("falklands-1914");
        let whole = outlook(&state, Seat(0));
        let gneisenau = named(&state, "Gneisenau");
        state.table.fleet.afloat.remove(gneisenau);
        state.table.fleet.sunk.insert(gneisenau);
        let sunk = outlook(&state, Seat(0));
        assert!(sunk > whole, "{whole} to {sunk}");
        state.table.turn = state.table.scenario.turns;
        let late = outlook(&state, Seat(0));
        for ship in state.table.fleet_of(Seat(1)).and(state.table.fleet.afloat).iter() {
            state.table.fleet.afloat.remove(ship);
            state.table.fleet.sunk.insert(ship);
        }
        assert!(
            outlook(&state, Seat(0)) > late.max(2 * i32::from(LEAD)),
            "the whole squadron is gone on the last turn"
        );
    }
}
