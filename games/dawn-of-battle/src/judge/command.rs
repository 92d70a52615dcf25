//! Leaders, action points, events, chits: what an army can do next.

use sandtable_engine::Seat;

use super::stand::Front;
use crate::data::bank_die;
use crate::ids::{LeaderId, PostId};
use crate::table::{Fate, Phase, Roar, Table};

/// A unit within reach of a leader, for each point of its strength: a formation moves for one point.
const REACHED: i32 = 32;
/// The same for the second leader who reaches it.
const REACHED_TWICE: i32 = 4;
/// A leader's place in a hex without a unit while enemies are on the field: they may ride him down.
const EXPOSED: i32 = 750;
/// A leader with a unit that is disrupted, or beside an enemy, for each point of his command: he may fall with it.
const IN_DANGER: i32 = 37;
/// A leader that is available: morale, a larger hand, a point each turn, for each point of command.
const COMMAND: i32 = 1_000;
/// Besides, each leader, for his formation.
const LEADER: i32 = 550;
/// An unspent point before and during the actions.
const POINT: i32 = 345;
/// After a side has passed, or in the melee cycle: for exertion.
const MELEE_POINT: i32 = 115;
/// When the turn ends a point buys an event at most.
const LAST_POINT: i32 = 44;
/// An event in hand.
const EVENT: i32 = 160;
/// A chit that is not banked, for each turn that is left.
const CHIT: i32 = 65;
/// What banked chits count if they earn a point for certain, on the last turn: nearly as much as a point that is won already.
const BANK: i32 = 6_000;
/// So many turns' worth of that counts from the beginning on: a battle may be broken off early.
const BANK_AT_FIRST: i32 = 6;
/// Turns of a battle.
const TURNS: i32 = 10;
/// The initiative: the choice who begins, and the first attack. Less than half a point, or bids would eat up the points of both.
const INITIATIVE: i32 = 50;
/// A barbarian charge that was not used yet.
const ROAR: i32 = 850;
/// A step of fatigue.
const FATIGUE: i32 = 650;

/// What a point is worth now.
pub fn point(table: &Table, side: Seat) -> i32 {
    match table.phase {
        Phase::SetUp | Phase::Leaders | Phase::Points | Phase::Initiative | Phase::Restraint => POINT,
        Phase::Actions if !table.army(side).passed => POINT,
        Phase::Actions | Phase::Melee => MELEE_POINT,
        Phase::TurnEnd => LAST_POINT,
    }
}

/// An army's command: leaders and their places, points, hand, bank.
pub fn command(front: &Front, side: Seat) -> i32 {
    let table = front.table;
    let army = table.army(side);
    let mut sum = i32::from(army.points) * point(table, side) + i32::from(army.deck.held) * EVENT;
    let left = (TURNS - i32::from(table.turn)).max(0);
    sum += i32::from(army.pool) * CHIT * left;
    if army.banked > 0 {
        sum += BANK * i32::from(bank_die(army.banked)) / 6 * (i32::from(table.turn) + BANK_AT_FIRST)
            / (TURNS + BANK_AT_FIRST);
    }
    if table.initiative == side {
        sum += INITIATIVE;
    }
    let barbarians = !table.scenario.special.sides[side.index()].barbarian.is_empty();
    if barbarians && army.roar == Roar::Saved {
        sum += ROAR;
    }
    sum -= FATIGUE * i32::from(army.fatigue);
    for leader in LeaderId::all_of(side).map(|leader| &table.leaders[leader]).filter(|leader| !leader.dummy) {
        let worth = LEADER + COMMAND * i32::from(leader.values.command);
        sum += match leader.fate {
            Fate::Ready => worth,
            Fate::Away(_) | Fate::Due(_) => worth * 2 / 3,
            Fate::Dead | Fate::Absent => 0,
        };
    }
    sum + posts(table, side)
}

/// Leaders' places: whom they reach, and whether they are safe.
fn posts(table: &Table, side: Seat) -> i32 {
    let (mut reached, mut sum) = ([0u8; crate::ids::UNITS], 0);
    for post in PostId::all_of(side) {
        let at = table.posts[post].hex;
        if !at.exists() {
            continue;
        }
        let leader = &table.leaders[*table.posts[post].who.truth()];
        let command = i32::from(leader.values.command) + 1;
        match table.own_at(side, at) {
            None => sum -= EXPOSED,
            Some(unit) => {
                let weak = table.units[unit].disrupted;
                let beside =
                    table.map().around(at).iter().filter(|hex| table.foe_at(side, **hex).is_some()).count();
                sum -= IN_DANGER * command * (i32::from(weak) * 2 + beside as i32);
            }
        }
        if leader.dummy {
            continue;
        }
        for unit in table.units_of(side).iter() {
            if at.distance(table.units[unit].hex) <= leader.values.range {
                reached[unit.index()] += 1;
            }
        }
    }
    for unit in table.units_of(side).iter() {
        let strength = i32::from(table.figures(unit).strength.max(1));
        sum += strength
            * match reached[unit.index()] {
                0 => 0,
                1 => REACHED,
                _ => REACHED + REACHED_TWICE,
            };
    }
    sum
}
