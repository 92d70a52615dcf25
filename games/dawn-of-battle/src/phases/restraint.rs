//! Restraint of impetuous units (15.5): a morale check for each army that has some, and what they do when it fails.

use arrayvec::ArrayVec;
use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::casualties::Casualty;
use crate::draw::{Draw, Purpose};
use crate::events::Event;
use crate::fire::{self, Volley};
use crate::ids::{Facing, HexId, SIDES, UnitId, UnitSet};
use crate::impetuous::{engages, restless};
use crate::melee_cycle::MeleeCycle;
use crate::movement::disarray;
use crate::offers::unit_key;
use crate::phases::march::{March, Why};
use crate::questions::charge::charges;
use crate::questions::reach::{Order, Reach};
use crate::table::{Marker, Roar, Table};
use crate::{DawnOfBattle, Frame};

/// Impetuous units before the action cycle.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Restraint {
    stage: Stage,
    side: Seat,
    /// Points spent on the check.
    spent: u8,
    /// Units that still have to close with the enemy.
    left: UnitSet,
    /// Units that have engaged him.
    engaged: UnitSet,
    /// Who rides.
    unit: UnitId,
    /// Whether that unit has fired.
    fired: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// Points may be spent on the check.
    #[default]
    Spend,
    /// The check is being drawn.
    Check,
    /// The unit is to ride.
    Ride,
    /// The unit fires before it rides.
    FireFirst,
    /// The unit rides.
    Riding,
    /// The unit fires after it has ridden.
    FireAfter,
    /// The leader of a unit that has engaged nobody is in danger (6.4).
    Leader,
    /// Those who have engaged the enemy fight.
    Melee,
}

/// What is decided about impetuous units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestraintChoice {
    /// A point: one off the draw (15.5).
    Spend,
    /// Draw.
    Check,
    /// The unit goes to this hex, one of those that are equally good (15.5.1.1).
    Ride(HexId),
    /// The unit charges to this hex (15.5.1.5).
    Charge(HexId),
    /// The unit fires before it goes (15.5.1.2).
    Fire,
}

impl Restraint {
    /// Whether an army has impetuous units that could lose restraint.
    pub fn needed(table: &Table) -> bool {
        SIDES.into_iter().any(|side| !restless(table, side).is_empty())
    }

    /// Who rides now.
    pub const fn unit(&self) -> UnitId {
        self.unit
    }

    /// Whether points are asked for.
    pub fn asks_for_points(&self) -> bool {
        self.stage == Stage::Spend
    }

    /// The next army checks: the holder of the initiative first; then those who have lost restraint ride.
    fn check_from(
        mut self,
        side: Option<Seat>,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let mut next = side;
        while let Some(side) = next {
            (self.side, self.spent, self.stage) = (side, 0, Stage::Spend);
            if !restless(table, side).is_empty() {
                return Next::ask(self);
            }
            next = (side == table.initiative).then(|| side.opponent());
        }
        self.ride_from(Some(table.initiative), table, cx)
    }

    fn ride_from(
        mut self,
        side: Option<Seat>,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        if let Some(side) = side {
            self.side = side;
            self.left = if table.army(side).unleashed { restless(table, side) } else { UnitSet::NONE };
            return self.next(table, cx);
        }
        let engaged: UnitSet = self.engaged.iter().filter(|unit| table.field.contains(*unit)).collect();
        if engaged.is_empty() {
            return Next::done(self);
        }
        self.stage = Stage::Melee;
        Next::call(self, MeleeCycle::impetuous(table, engaged))
    }

    /// The next unit rides; one that has the enemy before it stays (15.5.1.3).
    fn next(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        while let Some(unit) = self.left.first() {
            self.left.remove(unit);
            (self.unit, self.fired) = (unit, false);
            if !table.field.contains(unit) || table.units[unit].disrupted {
                continue;
            }
            if is_engaged(table, unit) {
                self.engaged.insert(unit);
                continue;
            }
            self.stage = Stage::Ride;
            return Next::ask(self);
        }
        let next = (self.side == table.initiative).then(|| self.side.opponent());
        self.ride_from(next, table, cx)
    }

    /// The unit has done what it could: it has engaged the enemy, if disrupted on the way or not (15.5.1.3), or is disrupted (15.5.1.4), which endangers a
    /// leader with it (6.4). It is Active! after its move (7.5), and attacks all the same, also if it has fired.
    fn settled(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let unit = self.unit;
        if !table.field.contains(unit) {
            return self.next(table, cx);
        }
        if is_engaged(table, unit) {
            self.engaged.insert(unit);
            if table.units[unit].marker != Marker::Charge {
                table.units[unit].marker = Marker::Active;
            }
            return self.next(table, cx);
        }
        let was_disrupted = table.units[unit].disrupted;
        disarray(table, unit);
        table.units[unit].marker = Marker::Active;
        cx.log(rule!("15.5.1.4"), || Event::Scattered { unit });
        let (side, hex) = (unit.side(), table.units[unit].hex);
        if was_disrupted || !table.has_post(side, hex) {
            return self.next(table, cx);
        }
        self.stage = Stage::Leader;
        Next::call(self, Casualty::struck(side, hex))
    }

    fn may_fire(&self, table: &Table) -> bool {
        table.units[self.unit].kind.card().moves_and_fires
            && !table.units[self.unit].disrupted
            && !self.fired
            && fire::may_fire(table, self.unit)
    }
}

/// Whether an enemy stands in one of a unit's front hexes.
fn is_engaged(table: &Table, unit: UnitId) -> bool {
    let at = &table.units[unit];
    engages(table, unit.side(), at.hex, at.facing)
}

/// How far a hex is from the nearest enemy unit.
fn nearest_enemy(table: &Table, side: Seat, hex: HexId) -> u8 {
    let enemies = table.units_of(side.opponent()).iter();
    enemies.map(|enemy| hex.distance(table.units[enemy].hex)).min().unwrap_or(u8::MAX)
}

/// How far the enemies beside a hex are from where a unit starts, the nearest of them; without any, farther than all.
fn quarry(table: &Table, unit: UnitId, hex: HexId) -> u8 {
    let start = table.units[unit].hex;
    let enemies = table.map().around(hex).iter().filter_map(|next| table.foe_at(unit.side(), *next));
    enemies.map(|enemy| start.distance(table.units[enemy].hex)).min().unwrap_or(u8::MAX)
}

/// The hexes to which a unit goes: beside the nearest enemy whom it can reach, or as near to the enemy as it gets, by the cheapest way, through friends
/// if it must be (15.5.1.1), and if it can be where it engages him (15.5.1).
fn goals(table: &Table, unit: UnitId) -> ArrayVec<HexId, 64> {
    let side = unit.side();
    let reach = Reach::new(table, Order::of(table, unit).headlong());
    let stands_off = |hex: HexId| {
        let mut faced = Facing::ALL.into_iter().filter(|facing| reach.at(hex, *facing).is_some());
        !faced.any(|facing| engages(table, side, hex, facing))
    };
    let rank = |hex: HexId| {
        (quarry(table, unit, hex), nearest_enemy(table, side, hex), reach.cost(hex), stands_off(hex))
    };
    let best = reach.hexes().iter().map(|hex| rank(*hex)).min();
    reach.hexes().iter().copied().filter(|hex| Some(rank(*hex)) == best).take(64).collect()
}

impl Step<DawnOfBattle> for Restraint {
    type Choice = RestraintChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let first = table.initiative;
        self.check_from(Some(first), table, cx)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        if self.stage == Stage::Spend {
            let morale = table.morale(self.side);
            return Prompt::new(rule!("15.5"), "Your impetuous units want to charge. Hold them back?").hint(
                format!(
                    "A draw of {morale} or less holds them; each point takes one off. {} points so far.",
                    self.spent
                ),
            );
        }
        let name = table.name(self.unit);
        Prompt::new(rule!("15.5.1"), format!("{name} have lost restraint: by which way?"))
            .hint("They go as near to the enemy as they can.")
            .about(unit_key(table, self.unit))
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(RestraintChoice)) {
        if self.stage == Stage::Spend {
            each(RestraintChoice::Spend);
            each(RestraintChoice::Check);
            return;
        }
        goals(table, self.unit).into_iter().for_each(|hex| each(RestraintChoice::Ride(hex)));
        charges(table, self.unit).into_iter().for_each(|hex| each(RestraintChoice::Charge(hex)));
        each(RestraintChoice::Fire);
    }

    fn check(&self, table: &Table, _: Seat, choice: &RestraintChoice) -> Result<(), Refusal> {
        match *choice {
            RestraintChoice::Spend | RestraintChoice::Check => {
                require!(self.stage == Stage::Spend, "15.5", "restraint has been drawn for");
                let points = table.army(self.side).points;
                require!(
                    *choice == RestraintChoice::Check || points > 0,
                    "15.5",
                    "you have no action point left"
                );
            }
            RestraintChoice::Ride(hex) => {
                require!(self.stage == Stage::Ride, "15.5", "draw for restraint first");
                require!(
                    goals(table, self.unit).contains(&hex),
                    "15.5.1.1",
                    "it takes the shortest way to the nearest enemy"
                );
            }
            RestraintChoice::Charge(hex) => {
                require!(self.stage == Stage::Ride, "15.5", "draw for restraint first");
                require!(
                    charges(table, self.unit).contains(&hex),
                    "7.11",
                    "a charge goes straight on over clear ground, at least three hexes, and ends beside an enemy"
                );
                require!(
                    goals(table, self.unit).contains(&hex),
                    "15.5.1.1",
                    "it takes the shortest way to the nearest enemy"
                );
                let facing = table.units[self.unit].facing;
                require!(
                    engages(table, self.side, hex, facing),
                    "15.5.1.5",
                    "its charge would not end before the enemy"
                );
            }
            RestraintChoice::Fire => {
                require!(self.stage == Stage::Ride, "15.5", "draw for restraint first");
                require!(self.may_fire(table), "15.5.1.2", "it cannot fire before it goes");
            }
        }
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: RestraintChoice,
        _: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let (side, unit) = (self.side, self.unit);
        match choice {
            RestraintChoice::Spend => {
                table.army_mut(side).points -= 1;
                self.spent += 1;
                Next::ask(self)
            }
            RestraintChoice::Check => {
                self.stage = Stage::Check;
                let modifier = -(self.spent as i8);
                Next::call(self, Draw::check(side, modifier, Purpose::Restraint))
            }
            RestraintChoice::Ride(hex) => {
                self.stage = Stage::Riding;
                Next::call(self, March::towards(unit, Why::Impetuous, hex))
            }
            RestraintChoice::Charge(hex) => {
                self.stage = Stage::Riding;
                Next::call(self, March::charging(unit, hex))
            }
            RestraintChoice::Fire => {
                (self.stage, self.fired) = (Stage::FireFirst, true);
                Next::call(self, Volley::by(unit, UnitSet::NONE))
            }
        }
    }

    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let side = self.side;
        match self.stage {
            Stage::Check => {
                let Frame::Draw(draw) = child else { unreachable!("a check is a draw") };
                if !draw.passed() {
                    let barbarians = !table.scenario.special.sides[side.index()].barbarian.is_empty();
                    let army = table.army_mut(side);
                    army.unleashed = true;
                    if barbarians && army.roar == Roar::Saved {
                        army.roar = Roar::Now;
                    }
                    cx.log(rule!("15.5"), || Event::Unleashed { side });
                }
                let next = (side == table.initiative).then(|| side.opponent());
                self.check_from(next, table, cx)
            }
            Stage::FireFirst => {
                if !table.field.contains(self.unit) {
                    return self.next(table, cx);
                }
                table.units[self.unit].marker = Marker::None;
                self.stage = Stage::Ride;
                Next::ask(self)
            }
            Stage::Riding if self.may_fire(table) && table.units[self.unit].marker != Marker::Charge => {
                table.units[self.unit].marker = Marker::None;
                (self.stage, self.fired) = (Stage::FireAfter, true);
                let unit = self.unit;
                Next::call(self, Volley::by(unit, UnitSet::NONE))
            }
            Stage::Riding | Stage::FireAfter => self.settled(table, cx),
            Stage::Leader => self.next(table, cx),
            Stage::Spend | Stage::Ride | Stage::Melee => Next::done(self),
        }
    }
}
