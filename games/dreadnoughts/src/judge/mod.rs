//! How good a position is: how likely the seat is to win from here.
//!
//! Both sides are taken to fight on until the last turn, at the distance that they have or nearer. What their guns and torpedoes do
//! on average gives each ship a chance to be hit, turned over or lost; the stakes in all ships add up to margins, each with its
//! chance, and the levels of victory that the scenario sets turn those into the chances of victory and draw. A move that is not
//! over, or has just been ordered, counts as if it had ended where it had best end.
//!
//! The weights were found by letting captains with different ones play each other.

mod battle;
mod course;
mod gunfire;
mod manoeuvre;
mod margin;
mod outlook;
mod stakes;

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Seat, State};

use crate::ids::{ShipId, ShipSet};
use crate::phases::air::AirChoice;
use crate::phases::damage;
use crate::phases::fire::FireChoice;
use crate::phases::helm::{End, Helm};
use crate::questions::speed;
use crate::scenario::Berth;
use crate::table::Table;
use crate::{Choice, Dreadnoughts, Frame, victory};
use battle::{Battle, Suffering};
use gunfire::PLANS;
use margin::{Margin, Scale};
pub use outlook::outlook;
use stakes::{Harm, Stakes};

/// A lead that makes victory *e* times as likely.
pub const LEAD: u16 = 43_000;
/// What a certain victory is worth; a draw is worth nothing, a defeat as much less.
const VICTORY: f32 = 50_000.0;
/// What a point of the margin is worth beside.
const POINT: f32 = 35.0;
/// The part of what the enemy's guns could do that a player reckons with at the least, however many ships he has.
const CAUTION: f32 = 0.3;
/// The same of what his own guns could do.
const CONFIDENCE: f32 = 0.16;
/// Where the enemies are so few, it is also thought over to fire on one of them with all guns.
const FEW: u32 = 4;
/// Points by which a forecast may be out besides what dice do, for each turn to come.
const DOUBT: f32 = 0.8;

/// The score for a seat.
pub fn judge(state: &State<Dreadnoughts>, seat: Seat) -> i32 {
    if state.outcome().is_some() {
        let margin = victory::points(&state.table, seat) - victory::points(&state.table, seat.opponent());
        return (f32::from(margin) * POINT) as i32;
    }
    let (table, clock) = foresee(&state.table, state.frames(), seat);
    let helm = manoeuvre::in_hand(state, &table, seat);
    appraise(&state.table, table, clock, seat, helm, None)
}

/// What the guns of a ship are worth before she comes onto the map, for each die and each point of weight.
const GUNS_TO_COME: i16 = 44;

/// What the judge, who counts guns that can fire, does not see of ships that come onto the map in this turn: in thousandths of the
/// logarithm of the first seat's odds.
pub fn still_to_come(table: &Table) -> i16 {
    let mut odds = 0_i16;
    for ship in table.fleet.due.iter() {
        if matches!(table.vessel(ship).berth, Berth::Enters { turn, .. } if turn == table.turn) {
            let ratings = table.ratings(ship);
            let guns = GUNS_TO_COME.saturating_mul(i16::from(ratings.guns) * i16::from(ratings.weight));
            odds = odds.saturating_add(if table.side(ship) == Seat(0) { guns } else { -guns });
        }
    }
    odds
}

/// The score that a seat can expect of an attack before its dice are thrown; the order in which ships act counts for nothing.
pub fn forecast(state: &State<Dreadnoughts>, seat: Seat, choice: &Choice) -> Option<i32> {
    let (ship, choice) = match (state.frame()?, choice) {
        (Frame::Fire(fire), Choice::Fire(choice)) => (fire.ship(), choice),
        (Frame::AirStrike(_), Choice::AirStrike(AirChoice::Attack { at, extra })) => {
            let now = &state.table;
            let (table, clock) = foresee(now, state.frames(), seat);
            let blow = (*at, gunfire::bombs(now, *at, *extra));
            return Some(appraise(now, table, clock, seat, None, Some(blow)));
        }
        // All fire falls at the same moment, and who moves first matters less than how.
        (Frame::Combat(_) | Frame::Movement(_), _) => return Some(0),
        _ => return None,
    };
    let mut now = state.table.clone();
    let blow = match *choice {
        FireChoice::Guns(target) => {
            let blow = gunfire::salvo(&now, ship, target);
            now.ships[target].fired_at = now.ships[target].fired_at.saturating_add(1);
            now.ships[ship].gun_attacks = now.ships[ship].gun_attacks.saturating_add(1);
            Some((target, blow))
        }
        FireChoice::Torpedoes(target) => {
            let blow = gunfire::spread(&now, ship, target);
            let launcher = &mut now.ships[ship];
            for damage in [&mut launcher.damage, &mut launcher.struck] {
                damage.torpedo_attacks = damage.torpedo_attacks.saturating_sub(1);
            }
            Some((target, blow))
        }
        FireChoice::Hold => None,
    };
    let frames = state.frames().split_last().map_or(&[][..], |(_, before)| before);
    let (table, clock) = foresee(&now, frames, seat);
    Some(appraise(&now, table, clock, seat, None, blow))
}

/// The score of a table as it is and as it will be when guns speak next, with a blow that is about to fall.
fn appraise(
    now: &Table,
    mut table: Table,
    mut clock: Clock,
    seat: Seat,
    helm: Option<Helm>,
    blow: Option<(ShipId, Harm)>,
) -> i32 {
    let (mut stakes, mut settled) = weigh(&mut table, seat);
    if let Some(helm) = helm
        && let Some(end) = manoeuvre::complete(helm, &mut table, seat, &stakes)
    {
        clock.unmoved.remove(helm.ship());
        if matches!(end, End::Off { .. }) || victory::counts_places(&table) {
            (stakes, settled) = weigh(&mut table, seat);
        }
    }
    let waters: f32 = course::prospects(&table, seat) - course::prospects(&table, seat.opponent());
    // Smoke that hides nobody now will be in the way of somebody's guns later.
    let smoke = f32::from(table.smoke.len()) / 100.0;
    let battle = Battle { now, table: &table, clock, side: seat, stakes: &stakes, blow };
    let base = settled + waters - smoke;
    let (own, foes) = (fleet(&table, seat), fleet(&table, seat.opponent()));
    let after = |mut margin: Margin, ships: ShipSet, suffering: &Suffering| {
        for ship in ships.iter() {
            margin.add(&stakes[ship.index()], suffering.of(ship));
        }
        margin
    };
    let theirs = battle.bombardments(seat.opponent(), reckoned(CAUTION, own), &[None]);
    let theirs = theirs[0].each_ref().map(|suffering| after(Margin::new(base), own, suffering));
    let ours = battle.bombardments(seat, reckoned(CONFIDENCE, foes), &focuses(&table, seat));
    let mut margins = Vec::with_capacity(PLANS * ours.len());
    for (number, plans) in ours.iter().enumerate() {
        for plan in 0..PLANS {
            // Often it comes to the same whether ships are told or choose for themselves.
            if ours[..number].iter().all(|before| before[plan] != plans[plan]) {
                margins.push(after(theirs[plan].clone(), foes, &plans[plan]));
            }
        }
    }
    best_of(&table, seat, &margins) as i32
}

/// The part of all that guns could do until the end which is reckoned with: on a single ship all of them fire, the more ships there are
/// the more of the fire is badly shared out, and much is prevented by what both sides do.
fn reckoned(least: f32, targets: ShipSet) -> f32 {
    (1.0 / f32::from(targets.len().max(1) as u8)).max(least)
}

/// The ships of a seat that are afloat or still to come.
fn fleet(table: &Table, seat: Seat) -> ShipSet {
    table.fleet_of(seat).and(table.fleet.afloat.or(table.fleet.due))
}

/// On whom a seat may fire with all guns: on one of a few, or on whoever each ship likes best.
fn focuses(table: &Table, seat: Seat) -> Vec<Option<ShipId>> {
    let enemies = table.fleet_of(seat.opponent()).and(table.fleet.afloat);
    let few = if enemies.len() <= FEW { enemies } else { ShipSet::NONE };
    few.iter().map(Some).chain([None]).collect()
}

/// The stakes of a seat in every ship whose fate is open, and what is settled beyond them.
fn weigh(table: &mut Table, seat: Seat) -> (Vec<Stakes>, f32) {
    let mut stakes = Vec::with_capacity(table.scenario.ships.len());
    let concerned = table.fleet.afloat.or(table.fleet.due);
    let mut settled = 0.0;
    for ship in table.scenario.ids() {
        if concerned.contains(ship) {
            stakes.push(Stakes::of(table, ship, seat));
        } else {
            stakes.push(Stakes::default());
            settled += f32::from(victory::stake(table, ship, seat));
        }
    }
    (stakes, settled)
}

/// Turns to come; this one is half over.
fn turns_left(table: &Table) -> f32 {
    f32::from(table.scenario.turns - table.turn) + 0.5
}

/// The chances of victory and draw with the best of such margins to be expected.
fn best_of(table: &Table, seat: Seat, margins: &[Margin]) -> f32 {
    let levels = &table.scenario.victory;
    let (win, lose) = if seat == levels.measured_for {
        (levels.marginal, levels.other_marginal)
    } else {
        (-levels.other_marginal, -levels.marginal)
    };
    let doubt = DOUBT * turns_left(table).sqrt();
    let above = |distance: f32| distance / (doubt * doubt + distance * distance).sqrt();
    // Margins are whole numbers: half a point more than a draw is a victory.
    let (victory, defeat) = (f32::from(win) - 0.5, f32::from(lose) + 0.5);
    let scale = Scale::new(margins, |points| above(points - victory) + above(points - defeat));
    let scores = margins.iter().map(|margin| {
        let (points, worth) = scale.means(margin);
        worth * VICTORY / 2.0 + points * POINT
    });
    scores.fold(f32::MIN, f32::max)
}

/// The table as it will be when guns speak next, and what happens before they do: hits that wait for the end of the phase have been
/// counted, and the orders that a seat is writing are in force.
fn foresee(now: &Table, frames: &[Frame], seat: Seat) -> (Table, Clock) {
    let mut table = now.clone();
    let mut clock = Clock::default();
    for frame in frames {
        match frame {
            Frame::Combat(combat) => {
                clock.unfired = combat.unnamed();
                clock.unmoved = table.fleet.afloat;
            }
            Frame::Fire(fire) => clock.unfired.insert(fire.ship()),
            Frame::Harassment(_) => clock.unmoved = table.fleet.afloat,
            Frame::Orders(_) => {
                clock.unmoved = table.fleet.afloat;
                for ship in table.fleet_of(seat).and(table.fleet.afloat).iter() {
                    take_orders(&mut table, ship);
                    if *table.ships[ship].to_evade.truth() {
                        table.evading.insert(ship);
                    } else {
                        table.evading.remove(ship);
                    }
                }
            }
            Frame::Movement(movement) => {
                clock.unmoved = movement.unmoved();
                for ship in clock.unmoved.and(table.fleet_of(seat)).and(table.fleet.afloat).iter() {
                    take_orders(&mut table, ship);
                }
            }
            Frame::Helm(helm) if helm.is_at_start() => clock.unmoved.insert(helm.ship()),
            _ => {}
        }
    }
    let afloat = table.fleet.afloat;
    damage::settle(&mut table, afloat, &mut Cx::silent(&mut Fast::new(0)));
    for ship in table.fleet.afloat.iter() {
        table.ships[ship].fired_at = 0;
    }
    table.failed_turrets = ShipSet::NONE;
    (table, clock)
}

fn take_orders(table: &mut Table, ship: ShipId) {
    if speed::under_way(table, ship) {
        table.ships[ship].level = *table.ships[ship].ordered.truth();
    }
}

/// Who has yet to fire in this phase and who moves before guns speak again.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    unfired: ShipSet,
    unmoved: ShipSet,
}

#[cfg(test)]
mod tests {
    use sandtable_engine::Setup;

    use super::*;

    #[test]
    fn guns_that_come_in_this_turn_count_before_they_are_on_the_map() {
        let begin = |scenario: &str| {
            State::<Dreadnoughts>::begin(&Setup::shipped(scenario), &mut Cx::silent(&mut Fast::new(1)))
                .expect("a shipped scenario")
        };
        // Spee's squadron: two armoured cruisers of three dice and weight four, two light ones of two dice and weight one.
        let mut coronel = begin("coronel-1914").table;
        assert_eq!(still_to_come(&coronel), 28 * GUNS_TO_COME);
        // Nobody else comes in the turn after, whoever stayed away.
        coronel.turn += 1;
        assert_eq!(still_to_come(&coronel), 0);
        // Harwood's three cruisers are the second seat's.
        assert!(still_to_come(&begin("river-plate-1939").table) < 0);
        assert_eq!(still_to_come(&begin("falklands-1914").table), 0);
    }
}
