//! Throws of the guns and what they do (7.32, 7.33, 7.4).

use sandtable_engine::{Cx, RuleRef, rule};
use tinyvec::ArrayVec;

use crate::data::{self, tables};
use crate::events::{Dice, Event};
use crate::ids::{LeaderId, SHIPS, ShipId, ShipSet, Side};
use crate::table::{Row, Table};
use crate::{DawnOfEmpire, stacks};

/// What a round does, to be applied when all have fired (7.3).
#[derive(Clone, Copy, Debug, Default)]
pub struct Toll {
    /// Damage points of this round.
    pub damage: Row<u8, SHIPS>,
    /// Ships that were hit or disabled, in no order.
    pub struck: ShipSet,
    /// Ships that were disabled.
    pub disabled: ShipSet,
}

/// One throw: its dice and the damage that they do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Salvo {
    /// The dice of the attack.
    pub dice: Dice,
    /// How many hit.
    pub hits: u8,
    /// How many disable.
    pub disables: u8,
    /// The dice of the damage.
    pub harm: Dice,
    /// All damage.
    pub damage: u8,
}

/// Throws so many dice, then one for each hit (7.32). At a port a 5 hits too (7.5).
pub fn fire(count: u8, at_port: bool, rule: RuleRef, cx: &mut Cx<DawnOfEmpire>) -> Salvo {
    let gunnery = &tables().gunnery;
    let mut salvo = Salvo::default();
    for _ in 0..count {
        let face = cx.die(rule);
        salvo.dice.add(face);
        let hit = face == gunnery.hit || (at_port && face == gunnery.disabled);
        salvo.hits += u8::from(hit);
        salvo.disables += u8::from(face == gunnery.disabled && !at_port);
    }
    for _ in 0..salvo.hits {
        let face = cx.die(rule);
        salvo.harm.add(face);
        salvo.damage = salvo.damage.saturating_add(face);
    }
    salvo
}

impl Toll {
    /// Adds what a throw did to a ship.
    pub fn add(&mut self, ship: ShipId, salvo: &Salvo) {
        if salvo.hits > 0 || salvo.disables > 0 {
            self.struck.insert(ship);
        }
        if salvo.disables > 0 {
            self.disabled.insert(ship);
        }
        let damage = &mut self.damage[ship.index()];
        *damage = damage.saturating_add(salvo.damage);
    }

    /// The ships that it damages.
    pub fn hurt(&self) -> ShipSet {
        self.struck.iter().filter(|ship| self.damage[ship.index()] > 0).collect()
    }
}

/// Sinks a ship (7.32, 9.3).
pub fn sink(table: &mut Table, ship: ShipId) {
    stacks::remove(table, ship);
    table.fates.sunk.insert(ship);
    table.melee.sunk.insert(ship);
    table.melee.strike_off(ship);
    table.halves[ship.side().enemy().index()] += tables().points.halves(data::ship(ship).kind);
}

/// Takes a leader who was killed off the chart (7.4, 9.3).
pub fn kill(table: &mut Table, leader: LeaderId, cx: &mut Cx<DawnOfEmpire>) {
    stacks::remove_leader(table, leader);
    table.killed |= 1 << leader.number();
    table.stars[leader.side().enemy().index()] += data::leader(leader).stars;
    cx.log(rule!("7.4"), || Event::LeaderKilled { leader });
}

/// Applies a round: damage, sinkings, leaders. Gives the ships that must leave.
pub fn apply(table: &mut Table, toll: &Toll, cx: &mut Cx<DawnOfEmpire>) -> ShipSet {
    let mut leaving = ShipSet::NONE;
    for ship in toll.struck.iter() {
        let damage = &mut table.damage[ship.index()];
        *damage = damage.saturating_add(toll.damage[ship.index()]);
        let (total, defence) = (*damage, data::ship(ship).defence);
        if total > defence {
            sink(table, ship);
            cx.log(rule!("7.32"), || Event::Sunk { ship });
        } else {
            if toll.damage[ship.index()] > 0 {
                cx.log(rule!("7.33"), || Event::Damaged { ship, points: toll.damage[ship.index()] });
            }
            if toll.disabled.contains(ship) {
                table.melee.disabled.insert(ship);
                leaving.insert(ship);
                cx.log(rule!("7.32"), || Event::Disabled { ship });
            }
        }
    }
    let first = table.melee.initiative;
    for side in [first, first.enemy()] {
        risk_leader(table, side, toll, cx);
    }
    leaving
}

/// A leader dies with his ship, whether the enemy sank her or she was scuttled (7.4, rulings R49 and R57).
pub fn lose_leader(table: &mut Table, side: Side, cx: &mut Cx<DawnOfEmpire>) {
    let lost = table.melee.flagships[side.index()].is_some_and(|ship| table.melee.sunk.contains(ship));
    if lost && let Some(leader) = table.melee.commanders[side.index()].take() {
        table.melee.flagships[side.index()] = None;
        kill(table, leader, cx);
    }
}

/// A leader dies with his ship, or on a 6 if she was damaged (7.4, rulings R33 and R57).
fn risk_leader(table: &mut Table, side: Side, toll: &Toll, cx: &mut Cx<DawnOfEmpire>) {
    lose_leader(table, side, cx);
    let (Some(flagship), Some(leader)) =
        (table.melee.flagships[side.index()], table.melee.commanders[side.index()])
    else {
        return;
    };
    if toll.damage[flagship.index()] == 0 {
        return;
    }
    let die = cx.die(rule!("7.4"));
    let dies = die == tables().gunnery.leader_killed;
    cx.log(rule!("7.4"), || Event::LeaderAtRisk { leader, die, dies });
    if dies {
        kill(table, leader, cx);
        table.melee.commanders[side.index()] = None;
        table.melee.flagships[side.index()] = None;
    }
}

/// Lists of leaders too small to allocate.
pub type Leaders = ArrayVec<[Option<LeaderId>; 4]>;
