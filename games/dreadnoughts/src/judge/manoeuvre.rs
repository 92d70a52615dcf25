//! A move that is under way, or has just been ordered, is judged by the best end that it may have.

use sandtable_engine::{Seat, State};

use super::gunfire::{Attacker, harm_of};
use super::stakes::{Harm, Stakes};
use super::{CAUTION, course};
use crate::ids::{Heading, Hex, MOST_SHIPS, ShipId, ShipSet};
use crate::phases::damage::shot_at;
use crate::phases::gunnery::{self, Silent};
use crate::phases::helm::Helm;
use crate::questions::range::range;
use crate::questions::sight;
use crate::table::Table;
use crate::{Dreadnoughts, Frame, victory};

/// How many enemies a ship looks at when she seeks a place.
const WATCHED: usize = 6;

/// The move that a seat has in hand: of the ship that it steers, or of the one that it has just given an order.
pub fn in_hand(state: &State<Dreadnoughts>, table: &Table, seat: Seat) -> Option<Helm> {
    match state.frame()? {
        Frame::Helm(helm) if table.side(helm.ship()) == seat => Some(*helm),
        Frame::Orders(orders) => {
            let ship = orders.latest(table, seat)?;
            Some(Helm::new(table, ship, ShipSet::NONE))
        }
        _ => None,
    }
}

/// Puts the ship where her move had best end. Whether there was anywhere to go.
pub fn complete(helm: Helm, table: &mut Table, seat: Seat, stakes: &[Stakes; MOST_SHIPS]) -> bool {
    let ship = helm.ship();
    let enemies = nearest(table, ship);
    let mut best: Option<(f32, Table)> = None;
    let mut places: Vec<(Hex, Heading)> = Vec::new();
    helm.outlook(table, &mut |table| {
        let place = (table.hex(ship), table.ships[ship].heading);
        if places.contains(&place) {
            return;
        }
        places.push(place);
        let appeal = appeal(table, ship, seat, enemies, stakes);
        if best.as_ref().is_none_or(|(most, _)| appeal > *most) {
            best = Some((appeal, table.clone()));
        }
    });
    let Some((_, end)) = best else { return false };
    *table = end;
    true
}

/// The enemies that a ship looks at when she seeks a place: the nearest few.
fn nearest(table: &Table, ship: ShipId) -> ShipSet {
    let mut left = table.enemies_of(ship).and(table.fleet.afloat);
    let mut nearest = ShipSet::NONE;
    for _ in 0..WATCHED {
        let Some(enemy) = left.iter().min_by_key(|enemy| range(table, ship, *enemy)) else { break };
        left.remove(enemy);
        nearest.insert(enemy);
    }
    nearest
}

/// What a place is worth to a ship, in points: what she can do from there and in the turns after, what may be done to her
/// there, and where it leads.
fn appeal(table: &Table, ship: ShipId, seat: Seat, enemies: ShipSet, stakes: &[Stakes; MOST_SHIPS]) -> f32 {
    let held = f32::from(victory::stake(table, ship, seat));
    if !table.fleet.afloat.contains(ship) {
        return held;
    }
    let attacker = Attacker::new(table, ship, false);
    let mut gain: f32 = 0.0;
    let mut suffered = Harm::default();
    for enemy in enemies.iter() {
        let stakes = &stakes[enemy.index()];
        let before = stakes.under(Harm::default());
        for barrage in attacker.barrage(enemy) {
            gain = gain.max(stakes.under(barrage.harm) - before);
        }
        let hexes = range(table, ship, enemy);
        let ratings = table.ratings(enemy);
        if hexes <= ratings.range.min(sight::spotting_distance(table, enemy, ship)) {
            let dice = f32::from(gunnery::dice(table, enemy, ship, &mut Silent)).max(0.0);
            suffered = suffered.plus(harm_of(shot_at(table, ship, ratings.weight)).times(dice));
        }
    }
    let own = &stakes[ship.index()];
    let loss = own.under(suffered.times(CAUTION)) - own.under(Harm::default());
    held + gain + loss + course::of_ship(table, ship)
}
