//! What is being prepared: activations, marches, shots, rallies and melees that have begun count for what they promise, so that somebody who looks one choice
//! ahead sees why to begin them.

use arrayvec::ArrayVec;
use sandtable_engine::{Seat, State};

use super::odds::{self, CERTAIN};
use super::stand::{Front, Place};
use super::worth::Stakes;
use super::{counted_for, still, still_after};
use crate::bout::Stage;
use crate::chances::{Fate, fate};
use crate::data::Kind;
use crate::fire::{self, Volley};
use crate::ids::{Facing, HexId, MOST_UNITS, UnitId, UnitSet};
use crate::melee::Melee;
use crate::phases::march::March;
use crate::phases::rally::Rally;
use crate::questions::charge::charges;
use crate::questions::formation::Verb;
use crate::questions::reach::{Passing, Reach, passes, points, trail};
use crate::table::{Marker, Table};
use crate::{DawnOfBattle, Frame};

/// A unit that moves and fires: what the shot counts in hundredths, since it is not known yet.
const AFTER_MOVING: i32 = 75;
/// What a shot after a move promises where the enemy can be reached.
const MOVING_SHOT: i32 = 280;
/// Guns that are made ready with an enemy in reach, or turned towards him.
const GUNS_READY: i32 = 390;
/// Guns that are made ready to follow an army that has left them behind.
const GUNS_FOLLOW: i32 = 125;
/// What a unit gains at least by marching for the march to be worth its while.
const RESTLESS: i32 = 6;

/// A position with what is being prepared.
pub fn foreseen(state: &State<DawnOfBattle>, front: &Front, seat: Seat) -> i32 {
    let mine = |side: Seat, gain: i32| counted_for(seat, side, gain);
    for frame in state.frames().iter().rev() {
        return match frame {
            Frame::Melee(melee) => melee_under_way(front, still(front, seat), melee, seat),
            Frame::Volley(volley) => volley_under_way(front, still(front, seat), volley, seat),
            Frame::March(march) => still(front, seat) + mine(march.unit().side(), march_gain(front, march)),
            Frame::Rally(rally) => {
                let side = rally.side();
                still(front, seat) + mine(side, rally_gain(front, rally, 0))
            }
            Frame::Activation(activation) if activation.is_fresh() => {
                let gain = members_gain(front, activation.members(), activation.verb());
                still(front, seat) + mine(activation.side(), gain)
            }
            Frame::Activation(_) => still(front, seat),
            _ => continue,
        };
    }
    still(front, seat)
}

/// What the units of an activation gain by it.
pub fn members_gain(front: &Front, members: UnitSet, verb: Verb) -> i32 {
    members.iter().map(|unit| gain(front, unit, verb).max(0)).sum()
}

/// What a unit gains by doing something.
pub fn gain(front: &Front, unit: UnitId, verb: Verb) -> i32 {
    let table = front.table;
    match verb {
        Verb::Move => march_gain(front, &March::new(unit, crate::phases::march::Why::Move)),
        Verb::Fire => fire_gain(front, unit),
        Verb::MoveFire => {
            let nearest = nearest_enemy(table, unit);
            let reach = points(table, unit) + table.units[unit].kind.card().range;
            let shot = if nearest <= reach { MOVING_SHOT } else { 0 };
            march_gain(front, &March::new(unit, crate::phases::march::Why::MoveFire)) + shot
        }
        Verb::FireMove => {
            let back = march_gain(front, &March::new(unit, crate::phases::march::Why::MoveFire));
            front.best_shot(unit) + back * AFTER_MOVING / 100
        }
        Verb::Rally => {
            let table = front.table;
            let side = unit.side();
            let modifier = -i8::from(beside_leader(table, unit));
            let by_itself =
                table.led(side, table.units[unit].hex) || !table.in_enemy_zone(side, table.units[unit].hex);
            let chance = if by_itself { CERTAIN } else { odds::check(modifier, front.morale(side)) };
            front.stakes.order(table, unit) * chance / CERTAIN
        }
        Verb::Unlimber | Verb::Turn | Verb::Limber => guns_gain(table, unit, verb),
    }
}

fn beside_leader(table: &Table, unit: UnitId) -> bool {
    table.map().around(table.units[unit].hex).iter().any(|hex| table.led(unit.side(), *hex))
}

fn nearest_enemy(table: &Table, unit: UnitId) -> u8 {
    let hex = table.units[unit].hex;
    let enemies = table.units_of(unit.side().opponent());
    enemies.iter().map(|enemy| hex.distance(table.units[enemy].hex)).min().unwrap_or(u8::MAX)
}

/// Guns want to be unlimbered with the enemy before them, and limbered when he is out of reach.
fn guns_gain(table: &Table, unit: UnitId, verb: Verb) -> i32 {
    let nearest = nearest_enemy(table, unit);
    let reach = table.units[unit].firepower.saturating_sub(1);
    match verb {
        Verb::Limber => {
            if nearest > reach + 2 {
                GUNS_FOLLOW
            } else {
                -GUNS_FOLLOW
            }
        }
        _ if nearest > reach + 1 => -GUNS_FOLLOW,
        Verb::Turn if fire::may_fire(table, unit) => -GUNS_FOLLOW,
        _ => GUNS_READY,
    }
}

/// A shot for its own sake: what it promises, less the attack that a unit which has shot does not make.
fn fire_gain(front: &Front, unit: UnitId) -> i32 {
    let shot = front.best_shot(unit);
    let place = Place::of(front.table, unit);
    let tired = Place { marker: Marker::Done, ..place };
    shot + front.place(unit, tired) - front.place(unit, place)
}

/// What a march promises: the best place that the unit can reach against the one it has.
pub fn march_gain(front: &Front, march: &March) -> i32 {
    let table = front.table;
    let unit = march.unit();
    if march.turns() {
        return turn_gain(front, march);
    }
    let on_field = table.field.contains(unit);
    let side = unit.side();
    let here = table.units[unit].hex;
    let present = if on_field { front.place(unit, Place::of(table, unit)) } else { -Stakes::arrival() };
    let leaves = on_field && table.in_enemy_zone(side, here) && !table.effects.leave_free.contains(unit);
    let marker = |hex| if leaves && hex != here { Marker::Done } else { Marker::Active };
    let mut best = i32::MIN;
    if let Some(goal) = march.goal() {
        let mut way = None;
        let spot = front.spot(unit, goal, marker(goal));
        for (facing, cost) in Facing::ALL.into_iter().zip(march.facings(table, goal)) {
            let was = best;
            if cost.is_some() {
                best = best.max(spot.facing(facing));
            }
            if best > was {
                way = Some(facing);
            }
        }
        let Some(facing) = way else { return 0 };
        return best - present - jostle(front, march, goal, facing);
    }
    let reach = Reach::new(table, march.order(table));
    for hex in reach.hexes() {
        let spot = front.spot(unit, *hex, marker(*hex));
        for facing in Facing::ALL {
            if reach.at(*hex, facing).is_some() {
                best = best.max(spot.facing(facing));
            }
        }
    }
    if on_field && march.may_charge() && table.units[unit].kind.card().charges && !table.units[unit].disrupted
    {
        let facing = table.units[unit].facing;
        for hex in charges(table, unit) {
            best = best.max(front.place(unit, Place { hex, facing, marker: Marker::Charge }));
        }
    }
    if best == i32::MIN {
        return 0;
    }
    let gain = best - present;
    if on_field && gain < RESTLESS { 0 } else { gain }
}

/// What it costs to push through friends on the way (7.9).
fn jostle(front: &Front, march: &March, goal: HexId, facing: Facing) -> i32 {
    let (table, unit) = (front.table, march.unit());
    let size = table.units[unit].kind.card().size;
    let order = march.order(table);
    let Some(way) = trail(table, order, (goal, facing)) else { return 0 };
    let mut cost = 0;
    for (hex, _) in way.iter().filter(|(hex, _)| *hex != goal) {
        let friend = table.troops_at(*hex).filter(|friend| *friend != unit);
        let Some(friend) = friend.filter(|friend| passes(table, size, *friend) == Passing::Harmful) else {
            continue;
        };
        for pushed in [friend, unit] {
            if !table.units[pushed].disrupted {
                cost += front.stakes.order(table, pushed);
            }
        }
    }
    cost
}

/// A cannon that turns: the best vertex.
fn turn_gain(front: &Front, march: &March) -> i32 {
    let (table, unit) = (front.table, march.unit());
    let now = Place::of(table, unit);
    let best = Facing::ALL.into_iter().map(|facing| front.place(unit, Place { facing, ..now })).max();
    best.unwrap_or(0) - front.place(unit, now)
}

/// What a rally promises; `more` is added to every draw.
pub fn rally_gain(front: &Front, rally: &Rally, more: i8) -> i32 {
    let (table, side) = (front.table, rally.side());
    let units = rally.units().and(table.field);
    let each = |unit: UnitId| {
        if !table.units[unit].disrupted {
            return 0;
        }
        let led = table.led(side, table.units[unit].hex);
        let chance =
            if led { CERTAIN } else { odds::check(rally.modifier(table, unit) + more, front.morale(side)) };
        front.stakes.order(table, unit) * chance / CERTAIN
    };
    units.iter().map(each).sum()
}

/// A shot that is being prepared: its lead and its supporters are Done!, and it hits as often as its dice say.
pub fn volley_under_way(front: &Front, still: i32, volley: &Volley, seat: Seat) -> i32 {
    let table = front.table;
    let (lead, side) = (volley.lead(), volley.lead().side());
    let gain = match volley.target().filter(|target| table.field.contains(*target)) {
        _ if volley.stage() == fire::Aim::Over => 0,
        Some(target) => front.shot(volley.dice_at(table, target), volley.bonus(table), target),
        None => front.best_shot(lead),
    };
    let (mut after, mut hexes) = (table.clone(), ArrayVec::<HexId, MOST_UNITS>::new());
    for unit in volley.support().iter().chain([lead]) {
        after.units[unit].marker = Marker::Done;
        hexes.push(after.units[unit].hex);
    }
    // A supporter does not shoot for itself.
    let given_up: i32 = volley.support().iter().map(|unit| front.best_shot(unit)).sum();
    let gain = gain - given_up;
    still_after(front, still, &after, &hexes, seat) + counted_for(seat, side, gain)
}

/// A melee under way: both will be Done!, and harm comes as the cards that lie or are still to be drawn say.
pub fn melee_under_way(front: &Front, still: i32, melee: &Melee, seat: Seat) -> i32 {
    let table = front.table;
    let (mut after, mut hexes) = (table.clone(), ArrayVec::<HexId, MOST_UNITS>::new());
    let (attacker, side) = (melee.attacker().unit(), melee.attacker().side());
    for unit in melee.all_bouts().iter().filter_map(|bout| bout.target.unit()).chain(attacker) {
        if after.field.contains(unit) {
            after.units[unit].marker = Marker::Done;
            hexes.push(after.units[unit].hex);
        }
    }
    let promise = promise(front, melee);
    still_after(front, still, &after, &hexes, seat) + counted_for(seat, side, promise)
}

/// What a melee still promises its attacker.
fn promise(front: &Front, melee: &Melee) -> i32 {
    let table = front.table;
    let bout = melee.bout();
    let (attacker, defender) = (melee.attacker().unit(), bout.target.unit());
    if bout.withdrew || bout.killed || melee.stage() >= Stage::Harm {
        return 0;
    }
    if let Some(gun) = defender
        && table.units[gun].kind == Kind::Ay
    {
        return front.stakes.life(table, gun);
    }
    if bout.cards[0].is_some() && !bout.by_machina() {
        let struck =
            |unit: Option<UnitId>, at: usize| unit.map_or(0, |unit| cell_harm(front, melee, unit, at, 0));
        return struck(defender, 1) - struck(attacker, 0);
    }
    let mut fight = *melee;
    let mut sum = 0;
    for now in 0..melee.all_bouts().len() {
        fight.now = now as u8;
        let contest = fight.contest(table, front.viewer);
        let target = fight.bout().target.unit();
        let own = if now == 0 { attacker } else { None };
        sum += front.melee(&contest, own, target, fight.shelter(table, 1));
    }
    sum
}

/// What the cell before a unit does to it; `more` is added to its check.
pub fn cell_harm(front: &Front, melee: &Melee, unit: UnitId, at: usize, more: i8) -> i32 {
    let (table, cell) = (front.table, melee.bout().cells[at]);
    let disrupted = table.units[unit].disrupted;
    let cost = |harm| match fate(harm, disrupted) {
        Fate::Unhurt => 0,
        Fate::Disrupted => front.stakes.order(table, unit),
        Fate::Eliminated => {
            let order = if disrupted { front.stakes.order(table, unit) } else { 0 };
            front.stakes.life(table, unit) - order
        }
    };
    let morale = front.morale(unit.side()) - melee.shelter(table, at);
    let pass = cell.check.map_or(CERTAIN, |modifier| odds::check(modifier + more, morale));
    (cost(cell.after(true)) * pass + cost(cell.after(false)) * (CERTAIN - pass)) / CERTAIN
}
