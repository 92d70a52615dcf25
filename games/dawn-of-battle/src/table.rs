//! What lies on the table: units, leaders, armies, markers. Fields and plain accessors, no rules.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use sandtable_engine::{Audience, Cx, Hidden, Seat};
use serde::{Deserialize, Serialize, Serializer};

use crate::DawnOfBattle;
use crate::data::{Figures, Kind, LeaderValues, Terrain, limits};
use crate::deck::Deck;
use crate::effects::Effects;
use crate::field::{Country, Field};
use crate::ids::{Facing, HEXES, HexId, HexSet, LEADERS, LeaderId, PostId, SIDES, UNITS, UnitId, UnitSet};
use crate::scenario::Scenario;

/// A row of values too long for what serialisation knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<T, const N: usize>(pub [T; N]);

impl<T: Serialize, const N: usize> Serialize for Row<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<T> Index<UnitId> for Row<T, UNITS> {
    type Output = T;

    #[inline]
    fn index(&self, unit: UnitId) -> &T {
        &self.0[unit.index()]
    }
}

impl<T> IndexMut<UnitId> for Row<T, UNITS> {
    #[inline]
    fn index_mut(&mut self, unit: UnitId) -> &mut T {
        &mut self.0[unit.index()]
    }
}

impl<T> Index<PostId> for Row<T, LEADERS> {
    type Output = T;

    #[inline]
    fn index(&self, post: PostId) -> &T {
        &self.0[post.index()]
    }
}

impl<T> IndexMut<PostId> for Row<T, LEADERS> {
    #[inline]
    fn index_mut(&mut self, post: PostId) -> &mut T {
        &mut self.0[post.index()]
    }
}

impl<T> Index<LeaderId> for Row<T, LEADERS> {
    type Output = T;

    #[inline]
    fn index(&self, leader: LeaderId) -> &T {
        &self.0[leader.slot()]
    }
}

impl<T> IndexMut<LeaderId> for Row<T, LEADERS> {
    #[inline]
    fn index_mut(&mut self, leader: LeaderId) -> &mut T {
        &mut self.0[leader.slot()]
    }
}

/// The steps of a turn as people see them (4.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Before the first turn.
    #[default]
    SetUp,
    /// 4.1, 4.4.
    Leaders,
    /// 4.2.
    Points,
    /// 4.3.
    Initiative,
    /// 15.5, with the melees of those who have lost it.
    Restraint,
    /// 4.5.
    Actions,
    /// 4.6.
    Melee,
    /// 4.7.
    TurnEnd,
}

/// The marker that a unit bears (2.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marker {
    /// None.
    #[default]
    None,
    /// Has acted and may still attack (2.3.1).
    Active,
    /// Has acted and may not attack (2.3.3).
    Done,
    /// Is charging (2.3.2).
    Charge,
}

/// A unit as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Unit {
    /// Where it is; nowhere off the map.
    pub hex: HexId,
    /// The vertex it faces (7.3).
    pub facing: Facing,
    /// Its type.
    pub kind: Kind,
    /// The marker it bears.
    pub marker: Marker,
    /// Whether its reverse shows: disrupted, or of a cannon limbered (8.7.2.7).
    pub disrupted: bool,
    /// The firepower of a cannon (3.3.4).
    pub firepower: u8,
}

impl Default for Unit {
    fn default() -> Self {
        Self {
            hex: HexId::NOWHERE,
            facing: Facing::default(),
            kind: Kind::Li,
            marker: Marker::None,
            disrupted: false,
            firepower: 0,
        }
    }
}

/// What has become of a leader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// There is no such leader.
    #[default]
    Absent,
    /// Can be on the map: he counts for points and morale (6.1).
    Ready,
    /// Comes with reinforcements on the given turn.
    Due(u8),
    /// Off the map until the given turn (6.4, 11.4).
    Away(u8),
    /// Killed.
    Dead,
}

/// A leader as all know him.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Leader {
    /// What stands on his counter (2.5.1).
    pub values: LeaderValues,
    /// What has become of him.
    pub fate: Fate,
    /// A counter without a leader (15.13).
    pub dummy: bool,
}

/// A leader's counter on the map this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Post {
    /// Where it lies; nowhere if it is not on the map.
    pub hex: HexId,
    /// Where it was placed this turn (2.3.9).
    pub home: HexId,
    /// Who lies under it; the enemy knows once it was turned up.
    pub who: Hidden<LeaderId>,
    /// How far he was carried from there at most: beyond his range he forms nothing any more this turn (6.3). His range may be a secret.
    pub strayed: u8,
    /// Whether he has fought alone this turn and is Done! (15.12.2, 10.2.8).
    pub done: bool,
}

impl Post {
    /// No counter.
    pub const NONE: Self = Self::at(HexId::NOWHERE, Hidden::open(LeaderId(0)));

    /// A counter that is laid into a hex.
    pub const fn at(hex: HexId, who: Hidden<LeaderId>) -> Self {
        Self { hex, home: hex, who, strayed: 0, done: false }
    }
}

/// Whether an army of barbarians has used its charge (15.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Roar {
    /// Not yet.
    #[default]
    Saved,
    /// This turn.
    Now,
    /// On an earlier turn.
    Spent,
}

/// What belongs to an army as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a marker that lies or does not lie beside the army"
)]
pub struct Army {
    /// The action deck and the hand (2.7).
    pub deck: Deck,
    /// Unspent action points (2.3.4).
    pub points: u8,
    /// Chits that are not banked (5.7).
    pub pool: u8,
    /// What the banked chits are worth (13.5).
    pub banked: u16,
    /// Losses (2.3.5, 12.1).
    pub losses: u16,
    /// The panic level (12.0).
    pub panic_level: u16,
    /// Losses for dead leaders (13.3).
    pub leader_losses: u16,
    /// Steps of fatigue (14.5.3).
    pub fatigue: u8,
    /// Points for heads taken (15.11).
    pub heads: i16,
    /// Whether it has panicked (13.1).
    pub panicked: bool,
    /// Whether its camp or war wagons were taken (13.2).
    pub pillaged: bool,
    /// Whether it has passed in the cycle that is under way (5.0).
    pub passed: bool,
    /// The barbarian charge (15.4).
    pub roar: Roar,
    /// Whether its impetuous units have lost restraint this turn (15.5).
    pub unleashed: bool,
}

fn write_country<S: Serializer>(country: &Arc<Country>, serializer: S) -> Result<S::Ok, S::Error> {
    country.serialize(serializer)
}

/// No unit of the map of hexes.
const NOBODY: u8 = u8::MAX;

/// The whole table.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Table {
    /// What the scenario says; never changes.
    #[serde(skip)]
    pub scenario: Arc<Scenario>,
    /// The ground.
    #[serde(serialize_with = "write_country")]
    pub land: Arc<Country>,
    /// The turn, from 1 (2.3.6).
    pub turn: u8,
    /// The step of the turn.
    pub phase: Phase,
    /// Who holds the initiative (2.3.7).
    pub initiative: Seat,
    /// The box of the initiative marker: turns that it was kept (4.3).
    pub held: u8,
    /// All units.
    pub units: Row<Unit, UNITS>,
    /// Units on the map.
    pub field: UnitSet,
    /// Units that are to come: reinforcements, or not set up yet.
    pub waiting: UnitSet,
    /// Units eliminated.
    pub dead: UnitSet,
    /// Units that left without being a loss: looters (11.4), guns taken (8.7.2.10), cavalry that dismounted (15.10).
    pub gone: UnitSet,
    /// Cannon on the map.
    pub guns: UnitSet,
    /// Units that have left the hex in which they were set up.
    pub stirred: UnitSet,
    /// Leaders' counters on the map.
    pub posts: Row<Post, LEADERS>,
    /// Leaders as all know them.
    pub leaders: Row<Leader, LEADERS>,
    /// The two armies.
    pub army: [Army; 2],
    /// What events have set in force.
    pub effects: Effects,
    /// How far the set-up has come (15.1, 15.2, 15.10, 17).
    pub prepared: u8,
    /// Armies that must panic once the action under way is complete (12.2).
    pub panic_due: [bool; 2],
    /// The unit of each hex, cannon left out. Kept in step with the units.
    #[serde(skip)]
    at: Row<u8, HEXES>,
}

impl Clone for Table {
    /// All but scenario and ground is plain bytes and copied as such.
    #[inline]
    fn clone(&self) -> Self {
        Self { scenario: Arc::clone(&self.scenario), land: Arc::clone(&self.land), ..*self }
    }
}

impl Table {
    /// A table with nothing on it.
    pub fn empty(scenario: Arc<Scenario>, land: Arc<Country>) -> Self {
        let army = SIDES.map(|side| Army {
            deck: Deck::new(side),
            points: 0,
            pool: limits().chits,
            banked: 0,
            losses: 0,
            panic_level: 0,
            leader_losses: 0,
            fatigue: 0,
            heads: 0,
            panicked: false,
            pillaged: false,
            passed: false,
            roar: Roar::Saved,
            unleashed: false,
        });
        Self {
            scenario,
            land,
            turn: 1,
            phase: Phase::SetUp,
            initiative: Seat(0),
            held: 0,
            units: Row([Unit::default(); UNITS]),
            field: UnitSet::NONE,
            waiting: UnitSet::NONE,
            dead: UnitSet::NONE,
            gone: UnitSet::NONE,
            guns: UnitSet::NONE,
            stirred: UnitSet::NONE,
            posts: Row([Post::NONE; LEADERS]),
            leaders: Row([Leader::default(); LEADERS]),
            army,
            effects: Effects::default(),
            prepared: 0,
            panic_due: [false; 2],
            at: Row([NOBODY; HEXES]),
        }
    }

    /// The hexes and who is beside whom.
    #[inline]
    pub fn map(&self) -> &'static Field {
        self.land.field
    }

    /// The ground of a hex (2.4).
    #[inline]
    pub fn ground(&self, hex: HexId) -> Terrain {
        self.land.ground(hex)
    }

    /// The army of a side.
    #[inline]
    pub const fn army(&self, side: Seat) -> &Army {
        &self.army[side.index()]
    }

    /// The army of a side, to be changed.
    #[inline]
    pub const fn army_mut(&mut self, side: Seat) -> &mut Army {
        &mut self.army[side.index()]
    }

    /// Units of a side on the map.
    #[inline]
    pub const fn units_of(&self, side: Seat) -> UnitSet {
        self.field.and(UnitSet::of(side))
    }

    /// The unit of a hex; a cannon only where it is alone.
    #[inline]
    pub fn unit_at(&self, hex: HexId) -> Option<UnitId> {
        if !hex.exists() {
            return None;
        }
        let unit = self.at.0[hex.index()];
        if unit == NOBODY { self.guns_at(hex).first() } else { Some(UnitId(unit)) }
    }

    /// The unit of a hex that is no cannon.
    #[inline]
    pub fn troops_at(&self, hex: HexId) -> Option<UnitId> {
        let unit = if hex.exists() { self.at.0[hex.index()] } else { NOBODY };
        (unit != NOBODY).then_some(UnitId(unit))
    }

    /// The cannon of a hex (8.7.2.6).
    #[inline]
    pub fn guns_at(&self, hex: HexId) -> UnitSet {
        let mut found = UnitSet::NONE;
        for gun in self.guns.iter() {
            if self.units[gun].hex == hex {
                found.insert(gun);
            }
        }
        found
    }

    /// The unit of a side in a hex.
    #[inline]
    pub fn own_at(&self, side: Seat, hex: HexId) -> Option<UnitId> {
        self.unit_at(hex).filter(|unit| unit.side() == side)
    }

    /// The enemy unit of a side in a hex.
    #[inline]
    pub fn foe_at(&self, side: Seat, hex: HexId) -> Option<UnitId> {
        self.unit_at(hex).filter(|unit| unit.side() != side)
    }

    /// Puts a unit into a hex, from another or from off the map.
    pub fn put(&mut self, unit: UnitId, hex: HexId) {
        self.lift(unit);
        self.waiting.remove(unit);
        self.field.insert(unit);
        self.units[unit].hex = hex;
        if self.units[unit].kind == Kind::Ay {
            self.guns.insert(unit);
        } else {
            self.at.0[hex.index()] = unit.0;
        }
    }

    /// Takes a unit off the map.
    pub fn lift(&mut self, unit: UnitId) {
        if !self.field.contains(unit) {
            return;
        }
        let hex = self.units[unit].hex;
        if self.at.0[hex.index()] == unit.0 {
            self.at.0[hex.index()] = NOBODY;
        }
        self.field.remove(unit);
        self.guns.remove(unit);
        self.units[unit].hex = HexId::NOWHERE;
        self.units[unit].marker = Marker::None;
    }

    /// What shows of a unit (2.6), a cannon's firepower for its strength.
    #[inline]
    pub fn figures(&self, unit: UnitId) -> Figures {
        let Unit { kind, disrupted, firepower, .. } = self.units[unit];
        let mut figures = kind.card().figures(disrupted);
        if kind == Kind::Ay {
            figures.strength = firepower;
        }
        figures
    }

    /// What an army loses with a unit (12.1, 15.8.2).
    pub fn loss_of(&self, unit: UnitId) -> u16 {
        let Unit { kind, firepower, .. } = self.units[unit];
        u16::from(if kind == Kind::Ay { firepower } else { kind.card().loss })
    }

    /// The leaders' counters of a side in a hex.
    pub fn posts_in(&self, side: Seat, hex: HexId) -> impl Iterator<Item = PostId> + use<'_> {
        PostId::all_of(side).filter(move |post| hex.exists() && self.posts[*post].hex == hex)
    }

    /// Whether a counter of a leader of the side lies in a hex, whoever it is.
    #[inline]
    pub fn has_post(&self, side: Seat, hex: HexId) -> bool {
        self.posts_in(side, hex).next().is_some()
    }

    /// The counter of a leader on the map. Only his side may ask while he lies face down; to others the counter of one who was turned up is
    /// known whoever lies under the rest.
    pub fn post_of(&self, leader: LeaderId) -> Option<PostId> {
        PostId::all_of(leader.side()).find(|post| {
            let post = &self.posts[*post];
            post.hex.exists() && !post.who.is_forgotten() && *post.who.truth() == leader
        })
    }

    /// Whether a leader was carried out of his range this turn (6.3).
    pub fn is_spent(&self, post: PostId, leader: LeaderId) -> bool {
        self.posts[post].strayed > self.leaders[leader].values.range
    }

    /// Whether a leader of flesh and blood of the side is in a hex. For rules, which know who lies under a counter.
    pub fn led(&self, side: Seat, hex: HexId) -> bool {
        self.posts_in(side, hex).any(|post| !self.leaders[*self.posts[post].who.truth()].dummy)
    }

    /// Turns the leaders of a side in a hex up (4.4, R50); a dummy is taken off the map for good (15.13).
    pub fn reveal_leaders(&mut self, side: Seat, hex: HexId, cx: &mut Cx<DawnOfBattle>) {
        for post in PostId::all_of(side) {
            if hex.exists() && self.posts[post].hex == hex {
                self.reveal(post, cx);
            }
        }
    }

    /// Turns a leader's counter up.
    pub fn reveal(&mut self, post: PostId, cx: &mut Cx<DawnOfBattle>) {
        let known = self.posts[post].who.audience() == Audience::Everyone;
        let leader = *self.posts[post].who.truth();
        if !known {
            cx.reveal(&mut self.posts[post].who, Audience::Everyone);
        }
        if self.leaders[leader].dummy {
            self.posts[post] = Post::NONE;
            self.leaders[leader].fate = Fate::Dead;
        }
    }

    /// Takes a leader's counter off the map.
    pub fn lift_post(&mut self, post: PostId) {
        self.posts[post] = Post::NONE;
    }

    /// Army morale: the command of all leaders that are available (2.5.2, 6.1).
    #[inline]
    pub fn morale(&self, side: Seat) -> u8 {
        LeaderId::all_of(side)
            .map(|leader| &self.leaders[leader])
            .filter(|leader| leader.fate == Fate::Ready)
            .map(|leader| leader.values.command)
            .sum()
    }

    /// What fatigue adds to the morale draws of a side (14.5.3, R38): a step each, but never so much that morale would be less than one.
    #[inline]
    pub fn weariness(&self, side: Seat) -> i8 {
        self.army(side).fatigue.min(self.morale(side).saturating_sub(1)) as i8
    }

    /// The hexes that a side's units control: the front hexes of each (7.6), so that who goes round them is free (R62); all around a camp or war
    /// wagons (11.1); none of a cannon, and leaders have none (R53).
    pub fn zone_of(&self, side: Seat) -> HexSet {
        let map = self.map();
        let mut zone = HexSet::NONE;
        for id in self.units_of(side).minus(self.guns).iter() {
            let unit = &self.units[id];
            if unit.kind.is_camp() {
                map.around(unit.hex).iter().for_each(|hex| zone.insert(*hex));
            } else {
                map.front(unit.hex, unit.facing).iter().for_each(|hex| zone.insert(*hex));
            }
        }
        zone
    }

    /// Whether a unit controls a hex.
    #[inline]
    pub fn controls(&self, unit: UnitId, hex: HexId) -> bool {
        let Unit { hex: from, facing, kind, .. } = self.units[unit];
        match kind {
            Kind::Ay => false,
            kind if kind.is_camp() => self.map().around(from).contains(&hex),
            _ => self.map().front(from, facing).contains(&hex),
        }
    }

    /// Whether an enemy of the side controls a hex.
    #[inline]
    pub fn in_enemy_zone(&self, side: Seat, hex: HexId) -> bool {
        // Only a neighbour can control it.
        let around = self.map().around(hex);
        around.iter().any(|next| {
            self.troops_at(*next).is_some_and(|unit| unit.side() != side && self.controls(unit, hex))
        })
    }
}
