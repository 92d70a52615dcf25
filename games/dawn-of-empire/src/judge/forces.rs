//! Forces that may meet: how strong a squadron is, and where those of the enemy may be when the turn's battles are fought.
//!
//! Of the enemy only that is used which lies open: places, numbers, and which ships a stack could have. So the judge says the
//! same whatever secrets are imagined.

use tinyvec::ArrayVec;

use super::{POINT, ship_worth};
use crate::data::{self, Spaces, chart, each_space, tables};
use crate::ids::{AREAS, ShipId, ShipSet, Side, Space};
use crate::questions::reach::patrol_reach;
use crate::table::{Phase, Stack, Table};

/// All chances of the judge are in hundredths.
pub const CERTAIN: i32 = 100;

/// How often squadrons in one area find each other, over all pairs of orders (7.2).
const MEET: i32 = 62;

/// Of the ships of a beaten squadron so many hundredths are lost, by all that battles have shown.
const LOST: i32 = 55;

/// Most ships that a cautious admiral keeps in one squadron; a larger crowd in one place will be split.
const CROWD: u8 = 5;

/// How many movement points an enemy of unknown speed is taken to have.
const USUAL_SPEED: u8 = 5;

/// Ships that fight together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Might {
    /// Dice that they throw (7.32).
    pub dice: i32,
    /// Damage that they stand, and a little for each: a disabled ship is out of it too.
    pub hulls: i32,
    /// What the enemy gains if they are lost.
    pub worth: i32,
}

impl Might {
    /// The might of some ships.
    pub fn of(table: &Table, ships: ShipSet) -> Self {
        ships.iter().fold(Self::default(), |sum, ship| sum.and(Self::one(table, ship)))
    }

    fn one(table: &Table, ship: ShipId) -> Self {
        let card = data::ship(ship);
        let left = card.defence.saturating_sub(table.damage[ship.index()]);
        Self {
            dice: i32::from(table.attack(ship)),
            hulls: i32::from(left) + 2,
            worth: POINT / 2 * i32::from(tables().points.halves(card.kind)) + ship_worth(ship),
        }
    }

    /// Both together.
    pub const fn and(self, other: Self) -> Self {
        Self {
            dice: self.dice + other.dice,
            hulls: self.hulls + other.hulls,
            worth: self.worth + other.worth,
        }
    }

    /// So many parts of so many.
    const fn share(self, parts: i32, of: i32) -> Self {
        Self { dice: self.dice * parts / of, hulls: self.hulls * parts / of, worth: self.worth * parts / of }
    }

    /// How likely these win against others, in hundredths: strength grows with the square of numbers.
    fn beats(self, other: Self) -> i32 {
        let power = |might: Self| i64::from(might.dice) * i64::from(might.hulls);
        let (ours, theirs) = (power(self), power(other));
        let (ours, theirs) = (ours * ours, theirs * theirs);
        if ours + theirs == 0 { CERTAIN / 2 } else { (ours * i64::from(CERTAIN) / (ours + theirs)) as i32 }
    }
}

/// A force of the enemy: how strong, and how likely it is in each area.
#[derive(Clone, Copy, Debug, Default)]
struct Force {
    might: Might,
    likely: [i8; AREAS],
}

/// All forces of an enemy.
pub struct Enemies {
    forces: ArrayVec<[Force; 16]>,
}

/// What is to be expected in an area for a squadron there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Encounter {
    /// How likely the enemy comes at all.
    pub comes: i32,
    /// How likely the area is ours alone in the end.
    pub ours: i32,
    /// How likely we are driven off.
    pub beaten: i32,
    /// What battles bring, less what they cost.
    pub spoils: i32,
}

impl Enemies {
    /// What is known and guessed of the enemies of a side.
    pub fn of(table: &Table, side: Side) -> Self {
        let enemy = side.enemy();
        let mut enemies = Self { forces: ArrayVec::new() };
        if table.phase == Phase::Orders {
            for place in Space::all() {
                enemies.crowd(table, enemy, place);
            }
        } else {
            for (_, stack) in table.stacks_of(enemy).filter(|(_, stack)| stack.count > 1) {
                let settled = stack.moved || table.phase > Phase::Movement || has_moved(table, enemy);
                let likely = if settled { only(stack.place, CERTAIN) } else { spread(enemy, stack.place, 1) };
                enemies.forces.try_push(Force { might: seen(table, stack), likely });
            }
        }
        enemies
    }

    /// Those that lie in one place while orders are written: nobody knows how they will be split.
    fn crowd(&mut self, table: &Table, enemy: Side, place: Space) {
        let mut might = Might::default();
        let (mut count, mut bound) = (0, false);
        for (_, stack) in table.stacks_at(enemy, place) {
            might = might.and(seen(table, stack));
            count += stack.count;
            // Whoever was seen on patrol or blockade coals or anchors now (5.2, 5.4).
            bound |= stack.shown.is_some_and(|order| order.kind.watches());
        }
        if count < 2 {
            return;
        }
        let parts = i32::from(count.div_ceil(CROWD));
        let likely = if bound { only(place, 90) } else { spread(enemy, place, parts) };
        self.forces.try_push(Force { might: might.share(1, parts), likely });
    }

    /// What a squadron meets in an area.
    pub fn encounter(&self, area: Space, might: Might) -> Encounter {
        let mut all = Encounter { ours: CERTAIN, ..Encounter::default() };
        let (mut won, mut alone) = (0, CERTAIN);
        for force in &self.forces {
            let likely = i32::from(force.likely[area.index()]);
            if likely == 0 {
                continue;
            }
            let wins = might.beats(force.might);
            let met = likely * MEET / CERTAIN;
            alone = alone * (CERTAIN - likely) / CERTAIN;
            won += met * wins / CERTAIN;
            all.beaten += met * (CERTAIN - wins) / CERTAIN;
            let stake = force.might.worth * wins - might.worth * (CERTAIN - wins);
            all.spoils += stake / CERTAIN * met / CERTAIN * LOST / CERTAIN;
        }
        all.comes = CERTAIN - alone;
        all.ours = (alone + won).min(CERTAIN);
        all.beaten = all.beaten.min(CERTAIN);
        all
    }
}

/// Whether all stacks of a side that moves have moved: Spain, when the United States are under way (4.0B).
fn has_moved(table: &Table, side: Side) -> bool {
    side == Side::Es && table.stacks_of(Side::Us).any(|(_, stack)| stack.moved)
}

/// The might of a stack as far as anybody can guess.
fn seen(table: &Table, stack: &Stack) -> Might {
    let could = stack.could.and(table.fates.afloat);
    let all = Might::of(table, could);
    let number = could.len() as i32;
    if number == 0 { Might::default() } else { all.share(i32::from(stack.count), number) }
}

/// Surely in one place, if that is at sea.
fn only(place: Space, likely: i32) -> [i8; AREAS] {
    let mut row = [0; AREAS];
    if place.is_area() {
        row[place.index()] = likely as i8;
    }
    row
}

/// Where a force may go: the more there is to gain, the likelier.
fn spread(enemy: Side, place: Space, parts: i32) -> [i8; AREAS] {
    let mut reach: Spaces = patrol_reach(place, USUAL_SPEED, 0);
    for port in each_space(chart().harbours(enemy.enemy())) {
        if chart().approach(place, port) <= USUAL_SPEED {
            reach |= chart().around(port);
        }
    }
    let mut row = [0; AREAS];
    let sum: i32 = each_space(reach).map(|area| attraction(enemy, area)).sum();
    for area in each_space(reach) {
        let likely = 85 * attraction(enemy, area) / sum.max(1) * parts;
        row[area.index()] = likely.min(80) as i8;
    }
    row
}

/// How much an area draws a side: its points, those of the enemy, and ports to shell.
fn attraction(side: Side, area: Space) -> i32 {
    let points = chart().area(area);
    let ports = each_space(chart().around(area)).filter(|port| chart().owner(*port) == Some(side.enemy()));
    let prizes: i32 =
        ports.map(|port| i32::from(tables().points.port) + i32::from(chart().port(port).defence)).sum();
    100 * i32::from(points.points(side)) + 30 * i32::from(points.points(side.enemy())) + 40 * prizes + 12
}
