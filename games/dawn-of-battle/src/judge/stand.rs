//! Where units stand: the enemies before them and those before whom they stand, the line, the way to the enemy, the ground.

use arrayvec::ArrayVec;
use sandtable_engine::{Seat, Viewer};

use super::odds::{self, CERTAIN};
use super::ranks::Ranks;
use super::worth::Stakes;
use crate::contest::{self, Party};
use crate::data::Kind;
use crate::fire;
use crate::ids::{Facing, HexId, MOST_UNITS, UnitId, UnitSet};
use crate::shot::cover;
use crate::sight::{ARCS_REACH, arcs};
use crate::strength::{Contest, Played};
use crate::table::{Marker, Phase, Table};
use crate::victory;

/// Of what an attack promises, in hundredths, what it counts before it is made: the enemy may strike first or go away.
const PROMISE: i32 = 40;
/// The same of an attack that the enemy may make.
const THREAT: i32 = 30;
/// What a side that is behind fears, in hundredths of what the other fears: if it does not attack it has lost.
const BOLD: i32 = 58;
/// From this turn on a side is eager even if nobody is ahead: the day may end.
const LATE: u8 = 5;
/// In the melee cycle an attack that is not made is no promise any more this turn.
const PASSED: i32 = 19;
/// What a hex of distance from the enemy costs, for each point of strength.
const APPROACH: i32 = 8;
/// Beyond this distance a hex costs no more than the others before it.
const FAR: i32 = 20;
/// How far from the enemy disrupted units want to be.
const RALLY: i32 = 6;
/// A friend shoulder to shoulder: neither of the two has that flank open.
const SHOULDER: i32 = 20;
/// Far from the enemy the line may open while it marches: only a part of that counts, one in so many.
const MARCHING: i32 = 5;
/// From here on the line counts in full, in hexes from the enemy.
const FORMED: i32 = 3;
/// A unit that is near the enemy with no friend beside it.
const ALONE: i32 = 57;
/// Near, in hexes.
const NEAR: i32 = 3;
/// An enemy whom a unit faces, by his distance; the same against it if it does not.
const FACES: [i32; SEEN as usize + 1] = [115, 98, 45, 32, 12, 10];
/// Enemies up to this distance are faced.
const SEEN: i32 = ARCS_REACH as i32;
/// The ground near the enemy, for each point that it adds in melee.
const GROUND: i32 = 94;
/// A target in range and arc, in hundredths of what a shot at it promises.
const AIMED: i32 = 27;
/// Where the enemy shoots, in hundredths of what his shot promises.
const SHOT_AT: i32 = 15;
/// How near missile troops of little strength want to be.
const BOWSHOT: i32 = 2;
/// An enemy camp draws as an enemy this much nearer would: it is worth a victory point.
const CAMP: i8 = 2;
/// What a hex of distance from the enemy's camp costs a unit of a side that must attack.
const RAID: i32 = 33;
/// Who moves so far goes for the camp.
const FAST: u8 = 3;

/// A table with what is needed again and again to judge where units stand.
pub struct Front<'a> {
    pub table: &'a Table,
    pub stakes: Stakes,
    pub viewer: Viewer,
    morale: [i8; 2],
    /// Whether a side must attack: it is behind in victory points, or nobody is ahead and the day grows late.
    eager: [bool; 2],
    ranks: [Ranks; 2],
}

/// A place in which a unit could stand.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Where.
    pub hex: HexId,
    /// Facing where.
    pub facing: Facing,
    /// With which marker.
    pub marker: Marker,
}

impl Place {
    /// As it stands.
    pub fn of(table: &Table, unit: UnitId) -> Self {
        let unit = &table.units[unit];
        Self { hex: unit.hex, facing: unit.facing, marker: unit.marker }
    }
}

impl<'a> Front<'a> {
    /// A table as a seat sees it.
    pub fn new(table: &'a Table, seat: Seat) -> Self {
        Self::with(table, Stakes::new(table), Viewer::Seat(seat))
    }

    /// The same with stakes that are known.
    pub fn with(table: &'a Table, stakes: Stakes, viewer: Viewer) -> Self {
        let morale = crate::ids::SIDES.map(|side| table.morale(side) as i8 - table.weariness(side));
        let points = crate::ids::SIDES.map(|side| victory::points(table, side));
        let even = points[0] == points[1] && table.turn >= LATE;
        let eager = [even || points[0] < points[1], even || points[1] < points[0]];
        let ranks = crate::ids::SIDES.map(|side| Ranks::of(table, side, CAMP));
        Self { table, stakes, viewer, morale, eager, ranks }
    }

    /// Morale less fatigue.
    pub const fn morale(&self, side: Seat) -> i8 {
        self.morale[side.index()]
    }

    /// What harm of given chances costs a unit's side.
    fn suffers(&self, unit: UnitId, [disrupted, dead]: [i32; 2]) -> i32 {
        let life = self.stakes.life(self.table, unit);
        let order = self.stakes.order(self.table, unit);
        let already = if self.table.units[unit].disrupted { order } else { 0 };
        (disrupted * order + dead * (life - already)) / CERTAIN
    }

    /// What a melee promises its attacker, on average over the cards (10.2.5).
    pub fn melee(
        &self,
        contest: &Contest,
        attacker: Option<UnitId>,
        defender: Option<UnitId>,
        shelter: i8,
    ) -> i32 {
        let [own, other] = contest.totals();
        let struck = |unit: Option<UnitId>, strength: i8, shelter: i8| {
            unit.map_or(0, |unit| {
                let morale = self.morale[unit.side().index()] - shelter;
                self.suffers(unit, odds::harm(strength, morale, self.table.units[unit].disrupted))
            })
        };
        struck(defender, own, shelter) - struck(attacker, other, 0)
    }

    /// What an attack of a unit in some place on another in some place promises.
    fn attack(&self, (attacker, from): (UnitId, Place), (defender, at): (UnitId, Place)) -> i32 {
        let table = self.table;
        let mut facts = contest::contest(
            table,
            (Party::Unit(attacker), from.hex.hex(), 0, false),
            (Party::Unit(defender), at.hex, 0),
            false,
            Played::default(),
            self.viewer,
        );
        facts.from = vector(table, from.hex, (defender, at));
        facts.attacker.charging = from.marker == Marker::Charge;
        facts.defender.charging = at.marker == Marker::Charge && facts.from == crate::strength::Vector::Front;
        facts.defender.done = at.marker == Marker::Done;
        self.melee(&facts, Some(attacker), Some(defender), table.ground(at.hex).card().morale)
    }

    /// What a shot at a unit promises, with so many dice and so much added.
    pub fn shot(&self, dice: u8, bonus: i8, target: UnitId) -> i32 {
        let lead = bonus - cover(self.table, target);
        odds::hit(dice, lead) * self.stakes.blow(self.table, target) / CERTAIN
    }

    /// The best shot of a unit as it stands.
    pub fn best_shot(&self, unit: UnitId) -> i32 {
        let table = self.table;
        if fire::check_firer(table, unit).is_err() {
            return 0;
        }
        let mut best = 0;
        for target in table.units_of(unit.side().opponent()).iter() {
            let distance = table.units[unit].hex.distance(table.units[target].hex);
            if distance <= 5 && fire::check_target(table, unit, target, false).is_ok() {
                let dice = fire::draws(table, unit, distance) * fire::shots(table, unit);
                best = best.max(self.shot(dice, 0, target));
            }
        }
        best
    }

    /// How good a place is for a unit, but for what it is worth anywhere.
    pub fn place(&self, unit: UnitId, place: Place) -> i32 {
        self.spot(unit, place.hex, place.marker).facing(place.facing)
    }

    /// A hex as a unit with a marker would find it.
    pub fn spot(&self, unit: UnitId, hex: HexId, marker: Marker) -> Spot<'_> {
        let table = self.table;
        let (side, piece) = (unit.side(), &table.units[unit]);
        let card = piece.kind.card();
        let figures = table.figures(unit);
        let (still, gun) = (piece.kind.is_camp(), piece.kind == Kind::Ay);
        let fights = !gun && !still && marker != Marker::Done;
        let shoots = (figures.attack > 0 || card.gunpowder) && fire::check_firer(table, unit).is_ok();
        let range = if card.gunpowder { figures.strength.saturating_sub(1) } else { card.range };
        let goes = self.eager[side.index()] && figures.movement >= FAST;
        let mut spot = Spot {
            front: self,
            unit,
            hex,
            marker,
            shoots,
            nearest: i32::MAX,
            shot_at: 0,
            raid: 0,
            seen: ArrayVec::new(),
        };
        let enemies = &self.ranks[side.opponent().index()];
        let Some((distances, nearest)) = enemies.from(hex) else { return spot };
        spot.nearest = i32::from(nearest.max(1));
        for (&enemy, &distance) in enemies.units.iter().zip(&distances) {
            let foe = table.units[enemy].kind;
            let distance = i32::from(distance);
            if goes && foe.is_camp() {
                spot.raid = RAID * distance;
            }
            if distance > SEEN {
                continue;
            }
            let other = Place::of(table, enemy);
            let mut seen = Seen {
                hex: other.hex,
                arcs: arcs(hex, other.hex),
                faced: 0,
                aimed: 0,
                promise: 0,
                threat: None,
            };
            if !still && !foe.is_camp() {
                seen.faced = FACES[distance as usize];
            }
            if shoots && distance <= i32::from(range) && foe.card().exposed {
                seen.aimed = self.shot(fire::draws(table, unit, distance as u8), 0, enemy);
            }
            let bows = table.figures(enemy).attack;
            if bows > 0 && distance <= i32::from(foe.card().range) && card.exposed {
                let harm = odds::hit(bows, -figures.defence) * self.stakes.blow(table, unit) / CERTAIN;
                spot.shot_at = spot.shot_at.max(harm);
            }
            if distance == 1 {
                if fights {
                    // Which way the attacker faces makes no difference as long as the enemy is before him.
                    let place = Place { hex, facing: piece.facing, marker };
                    seen.promise = self.attack((unit, place), (enemy, other));
                }
                let threatens = !gun && !foe.is_camp() && other.marker != Marker::Done;
                seen.threat = (threatens && table.controls(enemy, hex)).then_some((enemy, other));
            }
            spot.seen.push(seen);
        }
        spot
    }

    /// All units of a side where they stand.
    pub fn line(&self, side: Seat) -> i32 {
        self.line_of(self.table.units_of(side))
    }

    /// Some units where they stand.
    pub fn line_of(&self, units: UnitSet) -> i32 {
        units.iter().map(|unit| self.place(unit, Place::of(self.table, unit))).sum()
    }
}

/// A hex as a unit would find it, whatever it faces there: worked out once for all vertices.
pub struct Spot<'a> {
    front: &'a Front<'a>,
    unit: UnitId,
    hex: HexId,
    marker: Marker,
    /// Whether the unit has missiles to use.
    shoots: bool,
    /// How far the nearest enemy is, a camp counted as nearer.
    nearest: i32,
    /// The best shot of an enemy at it.
    shot_at: i32,
    /// What it costs to be far from the enemy's camp.
    raid: i32,
    seen: ArrayVec<Seen, MOST_UNITS>,
}

/// An enemy near a hex.
struct Seen {
    hex: HexId,
    /// The facings that have him in their arc, a bit for each.
    arcs: u8,
    /// What facing him counts.
    faced: i32,
    /// What a shot at him promises who faces him.
    aimed: i32,
    /// What an attack on him promises who has him before his front.
    promise: i32,
    /// Who he is and where, if he may attack.
    threat: Option<(UnitId, Place)>,
}

impl Spot<'_> {
    /// How good it is for the unit to stand there facing a vertex.
    pub fn facing(&self, facing: Facing) -> i32 {
        let Self { front, unit, hex, marker, nearest, .. } = *self;
        let table = front.table;
        let (side, piece) = (unit.side(), &table.units[unit]);
        let place = Place { hex, facing, marker };
        let before = table.map().front(hex, facing);
        let (mut promise, mut threat, mut threats, mut faces, mut aimed) = (0, 0, 0, 0, 0);
        for enemy in &self.seen {
            if enemy.arcs >> facing.index() & 1 == 1 {
                faces += enemy.faced;
                aimed = aimed.max(enemy.aimed);
            } else {
                faces -= enemy.faced;
            }
            if before.contains(&enemy.hex) {
                promise = promise.max(enemy.promise);
            }
            if let Some(attacker) = enemy.threat {
                let harm = front.attack(attacker, (unit, place)).max(0);
                threats += harm;
                threat = threat.max(harm);
            }
        }
        let passed = table.phase == Phase::Melee && table.army(side).passed;
        let promised = promise * if passed { PASSED } else { PROMISE } / 100;
        // The second and the third attack on the same unit find it shaken, or Done!.
        let eager = front.eager[side.index()];
        let bold = if eager { BOLD } else { 100 };
        let feared = (threat + (threats - threat) / 2) * THREAT / 100 * bold / 100;
        let mut sum = promised - feared + aimed * AIMED / 100 - self.shot_at * SHOT_AT / 100;
        if piece.kind.is_camp() || nearest == i32::MAX {
            return sum;
        }
        // In good order: a unit is not drawn less for having been shaken.
        let strength = i32::from(piece.kind.card().good.strength.max(2));
        let archer = self.shoots && strength <= 3;
        let wanted = if archer || piece.kind == Kind::Ay { BOWSHOT } else { 1 };
        let away = (nearest.min(FAR) - wanted).abs();
        let hexes = if piece.disrupted {
            // It has to rally first, and loses nothing by that while it is far away all the same.
            away.max(RALLY - wanted) + (RALLY - nearest).max(0) / 2
        } else {
            away
        };
        sum -= APPROACH * strength * hexes;
        sum += faces + self.shoulders(facing) - self.raid;
        let ground = table.ground(hex).card();
        let (into, inside, out_of) = (ground.into, ground.inside, ground.out_of);
        if nearest <= NEAR {
            sum += GROUND * i32::from(inside - into + out_of.min(0));
        }
        sum
    }

    /// Friends beside the unit, and whether it is alone before the enemy.
    fn shoulders(&self, facing: Facing) -> i32 {
        let (table, unit) = (self.front.table, self.unit);
        let friend =
            |hex| table.troops_at(hex).is_some_and(|other| other != unit && other.side() == unit.side());
        let mut beside = 0;
        for flank in table.map().flanks(self.hex, facing) {
            let closed = !flank.exists() || table.land.cost(flank).is_none();
            beside += i32::from(friend(flank) || closed);
        }
        let mut sum = beside * if self.nearest > FORMED { SHOULDER / MARCHING } else { SHOULDER };
        if beside == 0 && self.nearest <= NEAR {
            let alone = !table.map().around(self.hex).iter().any(|hex| friend(*hex));
            sum -= if alone { ALONE } else { ALONE / 2 };
        }
        sum
    }
}

/// From where a unit in some place is attacked.
fn vector(table: &Table, from: HexId, (unit, at): (UnitId, Place)) -> crate::strength::Vector {
    use crate::strength::Vector;
    if table.units[unit].kind.is_camp() || table.map().front(at.hex, at.facing).contains(&from) {
        Vector::Front
    } else if table.map().flanks(at.hex, at.facing).contains(&from) {
        Vector::Flank
    } else {
        Vector::Rear
    }
}
