//! Formations (5.2): who can act with a leader, and what a unit can do.

use sandtable_engine::{Refusal, Seat, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::Kind;
use crate::fire;
use crate::ids::{HexId, HexSet, LeaderId, PostId, UnitId, UnitSet};
use crate::questions::reach::points;
use crate::table::{Fate, Marker, Table};

/// What the units of an activation do, all the same (5.2, 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// Move (7.0); a cannon limbered.
    Move,
    /// Ranged fire (8.0).
    Fire,
    /// Move, then fire (7.10).
    MoveFire,
    /// Fire, then move (7.10).
    FireMove,
    /// Rally (9.0).
    Rally,
    /// A cannon is made ready to move (8.7.2.8).
    Limber,
    /// A cannon is made ready to fire, facing anywhere (8.7.2.8).
    Unlimber,
    /// A cannon turns in its hex (8.7.2.9).
    Turn,
}

impl Verb {
    /// What formations do.
    pub const OF_FORMATIONS: [Self; 5] =
        [Self::Move, Self::Fire, Self::MoveFire, Self::FireMove, Self::Rally];
    /// What cannon do.
    pub const OF_GUNS: [Self; 5] = [Self::Move, Self::Fire, Self::Limber, Self::Unlimber, Self::Turn];
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Move,
        Self::Fire,
        Self::MoveFire,
        Self::FireMove,
        Self::Rally,
        Self::Limber,
        Self::Unlimber,
        Self::Turn,
    ];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Fire => "fire",
            Self::MoveFire => "move and fire",
            Self::FireMove => "fire and move",
            Self::Rally => "rally",
            Self::Limber => "limber",
            Self::Unlimber => "unlimber",
            Self::Turn => "turn",
        }
    }

    /// Whether moving is part of it.
    pub const fn moves(self) -> bool {
        matches!(self, Self::Move | Self::MoveFire | Self::FireMove)
    }
}

/// Whether a unit could do something now, whoever activates it, without events that are still to be played (R81). Units with a marker have acted (5.2).
pub fn able(table: &Table, unit: UnitId, verb: Verb) -> Result<(), Refusal> {
    let at = &table.units[unit];
    let card = at.kind.card();
    require!(at.marker == Marker::None, "5.2", "it has acted already this turn"; blocked Thing::Piece(u16::from(unit.0)));
    if at.kind == Kind::Ay {
        return gun_able(table, unit, verb);
    }
    match verb {
        Verb::Move => {
            require!(points(table, unit) > 0, "7.1", "it cannot move");
        }
        Verb::Fire => {
            fire::check_firer(table, unit)?;
            require!(fire::may_fire(table, unit), "8.2", "it has no target in range, arc and sight");
        }
        Verb::MoveFire | Verb::FireMove => {
            require!(card.moves_and_fires, "7.10", "its kind does not move and fire");
            require!(!at.disrupted, "7.10", "a disrupted unit does not move and fire");
            require!(!table.effects.empty_quivers.contains(unit), "E14", "its quivers are empty");
            require!(
                verb == Verb::MoveFire || fire::may_fire(table, unit),
                "8.2",
                "it has no target in range, arc and sight"
            );
        }
        Verb::Rally => {
            require!(at.disrupted, "9.0", "it is in good order");
            require!(at.kind != Kind::Cp, "9.6", "a camp does not rally");
        }
        Verb::Limber | Verb::Unlimber | Verb::Turn => {
            return Err(Refusal::new(rule!("8.7.2.8"), "only cannon are limbered and unlimbered"));
        }
    }
    Ok(())
}

fn gun_able(table: &Table, unit: UnitId, verb: Verb) -> Result<(), Refusal> {
    let limbered = table.units[unit].disrupted;
    match verb {
        Verb::Move => {
            require!(limbered, "8.7.2.8", "a cannon must be limbered before it moves");
            require!(points(table, unit) > 0, "7.1", "it cannot move");
        }
        Verb::Fire => {
            require!(!limbered, "8.7.2.8", "a limbered cannon does not fire");
            require!(fire::may_fire(table, unit), "8.2", "it has no target in range, arc and sight");
        }
        Verb::Limber => require!(!limbered, "8.7.2.8", "it is limbered"),
        Verb::Unlimber => require!(limbered, "8.7.2.8", "it is unlimbered"),
        Verb::Turn => {}
        Verb::MoveFire | Verb::FireMove => {
            return Err(Refusal::new(rule!("7.10"), "its kind does not move and fire"));
        }
        Verb::Rally => return Err(Refusal::new(rule!("9.0"), "a cannon is never disrupted")),
    }
    Ok(())
}

/// Whether a leader can form a formation (5.2, 6.3). Only his side may ask.
pub fn commands(table: &Table, side: Seat, leader: LeaderId) -> Result<PostId, Refusal> {
    let own = leader.exists() && leader.side() == side;
    require!(own && table.leaders[leader].fate == Fate::Ready, "5.2", "that leader is not available");
    require!(!table.leaders[leader].dummy, "15.13", "a dummy commands nobody");
    let Some(post) = table.post_of(leader) else {
        return Err(Refusal::new(rule!("5.2"), "that leader is not on the map"));
    };
    require!(
        !table.is_spent(post, leader),
        "6.3",
        "he was carried out of his range and forms nothing any more this turn"
    );
    Ok(post)
}

/// The hexes to which a leader's command reaches: within his range, joined to him by hexes that are empty or hold friends (5.2, R7).
pub fn command_area(table: &Table, side: Seat, from: HexId, range: u8) -> HexSet {
    let mut area = HexSet::NONE;
    let mut edge: arrayvec::ArrayVec<HexId, 256> = arrayvec::ArrayVec::new();
    area.insert(from);
    edge.push(from);
    let mut next = 0;
    while next < edge.len() {
        let hex = edge[next];
        next += 1;
        for to in table.map().around(hex) {
            let inside = to.exists() && !area.contains(*to) && from.distance(*to) <= range;
            if inside && table.foe_at(side, *to).is_none() {
                area.insert(*to);
                if !edge.is_full() {
                    edge.push(*to);
                }
            }
        }
    }
    area
}

/// The units that can do something together with a leader (5.2). Cannon belong to no formation (5.3).
pub fn members(table: &Table, side: Seat, leader: LeaderId, verb: Verb) -> UnitSet {
    let Ok(post) = commands(table, side, leader) else { return UnitSet::NONE };
    let range = table.leaders[leader].values.range + table.effects.range_plus;
    let from = table.posts[post].hex;
    let mut members = UnitSet::NONE;
    let mut area = None;
    for unit in table.units_of(side).minus(table.guns).iter() {
        let hex = table.units[unit].hex;
        if from.distance(hex) > range || able(table, unit, verb).is_err() {
            continue;
        }
        let area = area.get_or_insert_with(|| command_area(table, side, from, range));
        if area.contains(hex) {
            members.insert(unit);
        }
    }
    members
}

/// Whether a leader has anybody to do something with.
pub fn has_members(table: &Table, side: Seat, leader: LeaderId, verb: Verb) -> bool {
    !members(table, side, leader, verb).is_empty()
}
