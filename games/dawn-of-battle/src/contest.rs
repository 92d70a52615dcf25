//! A melee as the table has it: who may attack whom (10.2.1), from where (10.2.3.3), and the facts that its strengths follow from.

use sandtable_engine::{Refusal, Seat, Thing, Viewer, require};
use serde::Serialize;

use crate::data::{Kind, Terrain};
use crate::field::{Hex, Numbering};
use crate::ids::{HexId, PostId, UnitId};
use crate::impetuous::is_unleashed;
use crate::sequence::roars;
use crate::strength::{Contest, Fighter, Played, Vector};
use crate::table::{Marker, Table};

/// Who fights: a unit, or under the code of honour a leader on his own (15.12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// A unit.
    Unit(UnitId),
    /// A leader by his counter.
    Leader(PostId),
}

impl Party {
    /// The unit, if it is one.
    #[inline]
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Self::Unit(unit) => Some(unit),
            Self::Leader(_) => None,
        }
    }

    /// Whose it is.
    #[inline]
    pub const fn side(self) -> Seat {
        match self {
            Self::Unit(unit) => unit.side(),
            Self::Leader(post) => post.side(),
        }
    }

    /// Where it stands; nowhere once it is gone.
    #[inline]
    pub fn hex(self, table: &Table) -> HexId {
        match self {
            Self::Unit(unit) => table.units[unit].hex,
            Self::Leader(post) => table.posts[post].hex,
        }
    }

    /// Whether it is still on the field, or about to enter it.
    #[inline]
    pub fn lives(self, table: &Table) -> bool {
        match self {
            Self::Unit(unit) => table.field.contains(unit) || table.waiting.contains(unit),
            Self::Leader(post) => table.posts[post].hex.exists(),
        }
    }

    /// Whether it is disrupted.
    #[inline]
    pub fn disrupted(self, table: &Table) -> bool {
        self.unit().is_some_and(|unit| table.units[unit].disrupted)
    }

    /// The piece that a refusal shows.
    pub fn thing(self) -> Option<Thing> {
        self.unit().map(|unit| Thing::Piece(u16::from(unit.0)))
    }
}

/// From where an attack out of one hex comes at a unit in another (7.3). A camp has no flank and no rear (11.1), nor has a leader (15.12.2).
pub fn vector(table: &Table, from: Hex, target: Party, at: HexId) -> Vector {
    let Some(unit) = target.unit() else { return Vector::Front };
    let piece = &table.units[unit];
    if piece.kind.is_camp() {
        return Vector::Front;
    }
    let [left, right] = piece.facing.front::<Numbering>();
    match at.hex().side_towards(from) {
        Some(side) if side == left || side == right => Vector::Front,
        Some(side) if side == left.turn(-1) || side == right.turn(1) => Vector::Flank,
        _ => Vector::Rear,
    }
}

/// The best combat bonus among the leaders of a side in a hex whom somebody knows (10.2.4.1, R28).
pub fn leader_bonus(table: &Table, side: Seat, hex: HexId, viewer: Viewer) -> i8 {
    let known = table.posts_in(side, hex).filter_map(|post| table.posts[post].who.seen_by(viewer).copied());
    let bonus = known.map(|leader| &table.leaders[leader]).filter(|leader| !leader.dummy);
    bonus.map(|leader| leader.values.combat as i8).max().unwrap_or(0)
}

/// Whether leaders of a side in a hex lie face down for somebody.
pub fn unknown_leader(table: &Table, side: Seat, hex: HexId, viewer: Viewer) -> bool {
    table.posts_in(side, hex).any(|post| table.posts[post].who.seen_by(viewer).is_none())
}

/// What goes into the sum for one side of a melee.
pub struct Corner {
    /// Who.
    pub party: Party,
    /// The ground under it.
    pub ground: Terrain,
    /// Where its leaders are.
    pub hex: HexId,
    /// Whether the other stands before its front.
    pub frontal: bool,
    /// Points spent on exertion.
    pub exertion: u8,
    /// Whether its leaders are of no use: on an elephant out of hand (15.8.3).
    pub leaderless: bool,
}

/// A side of a melee with all that its strength follows from.
pub fn fighter(table: &Table, corner: &Corner, viewer: Viewer) -> Fighter {
    let Corner { party, ground, hex, frontal, exertion, leaderless } = *corner;
    match party {
        Party::Leader(post) => Fighter {
            kind: None,
            strength: leader_bonus(table, party.side(), hex, viewer).max(0) as u8,
            charging: false,
            barbarian: false,
            impetuous: false,
            done: table.posts[post].done,
            guarded: false,
            ground,
            leader: 0,
            exertion,
        },
        Party::Unit(unit) => {
            let piece = &table.units[unit];
            let special = &table.scenario.special.sides[unit.side().index()];
            let stakes = special.stakes.contains(piece.kind) && !table.stirred.contains(unit);
            let wall = !piece.disrupted && special.is_wall(piece.kind, ground);
            let barbarian = roars(table, unit);
            let leader = if leaderless { 0 } else { leader_bonus(table, unit.side(), hex, viewer) };
            Fighter {
                kind: Some(piece.kind),
                strength: table.figures(unit).strength,
                charging: piece.marker == Marker::Charge && frontal,
                barbarian,
                impetuous: is_unleashed(table, unit),
                done: piece.marker == Marker::Done,
                guarded: stakes || wall,
                ground,
                leader,
                exertion,
            }
        }
    }
}

/// The facts of a melee from a hex, on the sheet or beside it, against a party.
pub fn contest(
    table: &Table,
    attacker: (Party, Hex, u8, bool),
    defender: (Party, HexId, u8),
    split: bool,
    played: Played,
    viewer: Viewer,
) -> Contest {
    let (party, from, exertion, leaderless) = attacker;
    let (target, at, resistance) = defender;
    let direction = vector(table, from, target, at);
    // Whoever attacks from beside the map stands on clear ground, and the counters of his leaders lie on the hex that he attacks (7.8, R76).
    let stand = HexId::of(from).filter(|hex| table.map().contains(*hex));
    let (ground, hex) = match stand {
        Some(stand) => (table.ground(stand), party.hex(table)),
        None => (Terrain::Clear, at),
    };
    let own = Corner { party, ground, hex, frontal: true, exertion, leaderless };
    let other = Corner {
        party: target,
        ground: table.ground(at),
        hex: at,
        frontal: direction == Vector::Front,
        exertion: resistance,
        leaderless: false,
    };
    Contest {
        attacker: fighter(table, &own, viewer),
        defender: fighter(table, &other, viewer),
        from: direction,
        split,
        played,
    }
}

/// Who defends a hex against a side: its troops, else a cannon alone, else under the code of honour a leader (15.12.2).
pub fn defender_of(table: &Table, side: Seat, hex: HexId) -> Option<Party> {
    if let Some(unit) = table.foe_at(side, hex) {
        return Some(Party::Unit(unit));
    }
    if !table.scenario.options.honour || table.unit_at(hex).is_some() {
        return None;
    }
    table.posts_in(side.opponent(), hex).next().map(Party::Leader)
}

/// Whether a unit may attack the enemy in a hex (10.2.1): it bears no Done!, is none of those that never attack (11.3), and has the enemy before its front.
pub fn check_attack(table: &Table, unit: UnitId, at: HexId) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(unit.0));
    require!(unit.exists() && table.field.contains(unit), "10.2.1", "only units on the field attack");
    let own = &table.units[unit];
    require!(!own.kind.is_camp(), "11.3", "camps and war wagons never attack"; blocked piece);
    require!(own.kind != Kind::Ay, "8.7.2.10", "a cannon never attacks"; blocked piece);
    require!(own.marker != Marker::Done, "10.2.1", "a unit that bears Done! does not attack"; blocked piece);
    require!(defender_of(table, unit.side(), at).is_some(), "10.2.1", "there is no enemy to attack");
    require!(table.controls(unit, at), "10.2.1", "the enemy is not in one of the two front hexes"; blocked piece);
    Ok(())
}

/// Whether a unit has an enemy before its front that it may attack.
pub fn can_attack(table: &Table, unit: UnitId) -> bool {
    let piece = &table.units[unit];
    if piece.marker == Marker::Done || !piece.hex.exists() {
        return false;
    }
    table.map().front(piece.hex, piece.facing).into_iter().any(|at| check_attack(table, unit, at).is_ok())
}
