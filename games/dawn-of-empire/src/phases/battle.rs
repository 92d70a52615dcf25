//! Battle lines, rounds of fire, breaking off (7.3, 8.0).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{self, chart, tables};
use crate::events::Event;
use crate::gunnery::{self, Toll};
use crate::ids::{OrderKind, ShipId, ShipSet, Side, Space};
use crate::melee::Melee;
use crate::phases::combat::target_here;
use crate::phases::homing::Homing;
use crate::phases::pursuit::Pursuit;
use crate::questions::battle_line;
use crate::table::{Line, NO_STACK, Table};
use crate::{DawnOfEmpire, Frame, knowledge};

/// Two squadrons fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Battle {
    area: Space,
    stacks: [u8; 2],
    initiative: Side,
    stage: Stage,
    /// Ships that are breaking off.
    leaving: ShipSet,
    /// Ships that have been given a place among their equals.
    told: ShipSet,
    /// Damaged ships whose place is settled until they are hit again.
    settled: ShipSet,
    /// Whether the side with initiative will look for others in this area.
    hunts_on: bool,
}

/// Where a battle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// The faster side may break off.
    Breaking(Side),
    /// A side places ships of equal damage (7.34).
    Reforming(Side),
    /// The guns are ready.
    Ready,
    /// Disabled ships are on their way home.
    Homing,
    /// Ships that broke off are on their way home.
    Leaving,
}

/// What may be decided in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleChoice {
    /// The whole squadron breaks off before the first round.
    BreakOff,
    /// A ship breaks off.
    Leave(ShipId),
    /// A damaged ship is the next of those with equal damage.
    Ahead(ShipId),
    /// The others fight on.
    FightOn,
    /// A round is fought.
    Fire,
}

impl Battle {
    /// A battle in an area between two stacks, after which the side with initiative may have others to look for.
    pub fn new(area: Space, stacks: [u8; 2], initiative: Side, hunts_on: bool) -> Self {
        Self {
            area,
            stacks,
            initiative,
            stage: Stage::Ready,
            leaving: ShipSet::NONE,
            told: ShipSet::NONE,
            settled: ShipSet::NONE,
            hunts_on,
        }
    }

    fn members(table: &Table, side: Side) -> ShipSet {
        table.melee.members(side)
    }

    /// The side's ships that are faster than every enemy (8.2).
    fn faster(table: &Table, side: Side) -> ShipSet {
        let fastest = Self::members(table, side.enemy()).iter().map(|ship| speed(table, ship)).max();
        let fastest = fastest.unwrap_or(u8::MAX);
        Self::members(table, side).iter().filter(|ship| speed(table, *ship) > fastest).collect()
    }

    /// The side that may break off now: before the first round only as a whole (8.2, ruling R45).
    fn may_break(table: &Table) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| {
            let faster = Self::faster(table, *side);
            if table.melee.round == 0 { faster == Self::members(table, *side) } else { !faster.is_empty() }
        })
    }

    /// One round: both lines fire, and nothing takes effect before all have fired (7.3, 7.32).
    fn round(&mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> ShipSet {
        table.melee.round += 1;
        table.melee.clear_throws();
        let lines = table.melee.now;
        let round = table.melee.round;
        let area = self.area;
        cx.log(rule!("7.3"), || Event::Round { area, round });
        let toll = exchange(table, &lines, self.initiative, cx);
        self.settled = self.settled.minus(toll.hurt());
        gunnery::apply(table, &toll, cx)
    }

    /// After a round and its departures: the end (8.1), or lines for another one (7.34), which the first round
    /// knew nothing of (ruling R58).
    fn after_round(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        // Also after the last round: a port is attacked in the order in which the line then stands (ruling R6).
        for side in Side::BOTH {
            let line = battle_line::reform(table, &table.melee.now[side.index()]);
            set_line(table, side, line);
        }
        self.place_equals(table, &Side::BOTH, cx)
    }

    /// Who has ships left in the battle.
    fn left(table: &Table) -> [bool; 2] {
        Side::BOTH.map(|side| !Self::members(table, side).is_empty())
    }

    /// Whether the line of a side will be needed again in this area: here, before a port, or against others.
    fn fights_on(&self, table: &Table, side: Side) -> bool {
        Self::left(table) == [true, true]
            || target_here(table, side, self.area).is_some()
            || (self.hunts_on && side == self.initiative)
    }

    /// Ships of a side whose place among those of equal damage is for their owner to say (7.34).
    fn equals(&self, table: &Table, side: Side) -> ShipSet {
        let damage = |ship: ShipId| table.damage[ship.index()];
        let ships = Self::members(table, side).minus(self.told);
        let equal = |ship: &ShipId| {
            let alike: ShipSet = ships.iter().filter(|other| damage(*other) == damage(*ship)).collect();
            damage(*ship) > 0 && alike.len() > 1 && !alike.minus(self.settled).is_empty()
        };
        ships.iter().filter(equal).collect()
    }

    /// Asks the first of the sides that has such ships; then the battle goes on.
    fn place_equals(
        mut self,
        table: &mut Table,
        sides: &[Side],
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        let asks = |side: &&Side| self.fights_on(table, **side) && !self.equals(table, **side).is_empty();
        if let Some(side) = sides.iter().find(asks) {
            self.stage = Stage::Reforming(*side);
            return Next::ask(self);
        }
        self.told = ShipSet::NONE;
        self.settled = Side::BOTH.iter().fold(ShipSet::NONE, |set, side| set.or(Self::members(table, *side)));
        self.next_question(table, cx)
    }

    /// Puts a ship before those of equal damage that have not been told their place.
    fn put_ahead(&mut self, table: &mut Table, side: Side, ship: ShipId) {
        let mut line = table.melee.now[side.index()];
        let damage = table.damage[ship.index()];
        let first = line
            .iter()
            .position(|other| table.damage[other.index()] == damage && !self.told.contains(*other));
        let place = line.iter().position(|other| *other == ship);
        if let (Some(first), Some(place)) = (first, place) {
            line[first..=place].rotate_right(1);
        }
        self.told.insert(ship);
        set_line(table, side, line);
    }

    /// The end, if one side is gone; else who may break off does so, or the guns are ready.
    fn next_question(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if Self::left(table) != [true, true] {
            return self.end(table, cx);
        }
        self.stage = match Self::may_break(table) {
            Some(side) => Stage::Breaking(side),
            None => Stage::Ready,
        };
        Next::ask(self)
    }

    /// The battle is over: who is left has won (7.32, 8.1), and who was driven off has no say in control (9.1E).
    fn end(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        let left = Self::left(table);
        let bit = 1 << self.area.0;
        for side in Side::BOTH {
            if left[side.index()] {
                table.won[side.index()] |= bit;
            } else {
                table.driven[side.index()] |= bit;
            }
        }
        let winner = match left {
            [true, false] => Some(Side::Us),
            [false, true] => Some(Side::Es),
            _ => None,
        };
        let area = self.area;
        cx.log(rule!("8.1"), || Event::BattleOver { area, winner });
        table.melee = Melee::default();
        Next::done(self)
    }

    /// Ships break off by speed; with 11.I the enemy may follow.
    fn break_off(mut self, table: &mut Table, side: Side, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        table.driven[side.index()] |= 1 << self.area.0;
        let area = self.area;
        cx.log(rule!("8.2"), || Event::BreaksOff { side, area });
        if table.scenario.options.speed_subgroups {
            let pursuit = Pursuit::new(side, self.area);
            self.stage = Stage::Leaving;
            return Next::call(self, pursuit);
        }
        self.stage = Stage::Leaving;
        let homing = Homing::by_speed(self.leaving);
        self.leaving = ShipSet::NONE;
        Next::call(self, homing)
    }
}

/// The speed of a ship in the battle for breaking off and for pursuit: those that coal lose a point (5.3).
pub fn speed(table: &Table, ship: ShipId) -> u8 {
    let side = ship.side();
    let shown = table.stack(side, table.melee.stacks[side.index()]).shown;
    let coals = shown.is_some_and(|order| order.kind == OrderKind::Coal);
    table.movement(ship).saturating_sub(if coals { tables().coaling.slowed } else { 0 })
}

/// Forms a side's line, on the chart and in its owner's list.
fn set_line(table: &mut Table, side: Side, line: Line) {
    table.melee.now[side.index()] = line;
    table.with_fleet(side, |fleet| {
        for (rank, ship) in line.iter().enumerate() {
            fleet.berth_mut(*ship).rank = rank as u8;
        }
    });
}

/// All fire of a round: the side with the initiative first, front to rear, each throw followed by its damage (ruling R30).
pub fn exchange(table: &mut Table, lines: &[Line; 2], first: Side, cx: &mut Cx<DawnOfEmpire>) -> Toll {
    let mut toll = Toll::default();
    table.melee.fought = *lines;
    for side in [first, first.enemy()] {
        let (line, enemies) = (&lines[side.index()], &lines[side.enemy().index()]);
        let targets = battle_line::targets(table, line, enemies.len());
        let stars = table.melee.commanders[side.index()].map_or(0, |leader| data::leader(leader).stars);
        for (place, target) in enemies.iter().enumerate() {
            let mut dice = 0;
            let mut firing = None;
            for (number, ship) in line.iter().enumerate() {
                if usize::from(targets[number]) == place {
                    firing = firing.or(Some(*ship));
                    // A leader adds a die to each of his first ships (7.4).
                    dice += table.attack(*ship) + u8::from(number < usize::from(stars));
                }
            }
            let Some(ship) = firing else { continue };
            let salvo = gunnery::fire(dice, false, rule!("7.32"), cx);
            toll.add(*target, &salvo);
            table.melee.keep_throw(side, place, salvo.dice.faces());
            let at = *target;
            cx.log(rule!("7.32"), || Event::Fired { ship, at, dice: salvo.dice, harm: salvo.harm });
        }
    }
    toll
}

/// Lays a battle out for everybody to see (7.31): leaders are aboard the first ships (7.4).
pub fn lay_out(table: &mut Table, area: Space, stacks: [u8; 2], initiative: Side, cx: &mut Cx<DawnOfEmpire>) {
    let mut melee = Melee { area, stacks, initiative, ..Melee::default() };
    for side in Side::BOTH {
        let number = stacks[side.index()];
        if number == NO_STACK {
            continue;
        }
        let owner = table.owner(side);
        cx.reveal(&mut table.fleets[side.index()], owner);
        knowledge::show(table, side, number);
        let fleet = table.fleet(side);
        melee.now[side.index()] = fleet.line(side, number);
        melee.commanders[side.index()] = fleet.leader(side, number);
        melee.flagships[side.index()] =
            melee.commanders[side.index()].and_then(|_| fleet.front(side, number));
    }
    table.melee = melee;
}

impl Step<DawnOfEmpire> for Battle {
    type Choice = BattleChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        lay_out(table, self.area, self.stacks, self.initiative, cx);
        let area = self.area;
        cx.log(rule!("7.31"), || Event::BattleBegins { area });
        self.next_question(table, cx)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        let side = match self.stage {
            Stage::Breaking(side) | Stage::Reforming(side) => side,
            _ => self.initiative,
        };
        SeatSet::one(table.seat(side))
    }

    /// A round is begun by hand, so that both can look at the lines before it.
    fn automatic(&self) -> bool {
        self.stage != Stage::Ready
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let place = chart().name(self.area);
        match self.stage {
            Stage::Breaking(_) if table.melee.round == 0 => Prompt::new(
                rule!("8.2"),
                format!("Battle in the {place}: your ships are all faster. Break off or fight?"),
            )
            .hint("A squadron that breaks off goes to the nearest port and gives up the area."),
            Stage::Breaking(_) => Prompt::new(rule!("8.2"), "Which of your faster ships break off?").hint(
                "They go to the nearest port; a side that breaks off cannot control the area this turn.",
            ),
            Stage::Reforming(_) => {
                Prompt::new(rule!("7.34"), "Which of your equally damaged ships goes first in the line?")
                    .hint("Damaged ships fall back behind the others; among equals the order is yours.")
            }
            _ => Prompt::new(
                rule!("7.3"),
                format!("Battle in the {place}: fight round {}.", table.melee.round + 1),
            )
            .hint("Both lines fire at once. A 6 hits for a die of damage, a 5 sends the ship home."),
        }
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(BattleChoice)) {
        match self.stage {
            Stage::Breaking(_) if table.melee.round == 0 => {
                each(BattleChoice::BreakOff);
                each(BattleChoice::FightOn);
            }
            Stage::Breaking(side) => {
                for ship in Self::members(table, side).minus(self.leaving).iter() {
                    each(BattleChoice::Leave(ship));
                }
                each(BattleChoice::FightOn);
            }
            Stage::Reforming(side) => {
                for ship in self.equals(table, side).iter() {
                    each(BattleChoice::Ahead(ship));
                }
                each(BattleChoice::FightOn);
            }
            _ => each(BattleChoice::Fire),
        }
    }

    fn check(&self, table: &Table, _: Seat, choice: &BattleChoice) -> Result<(), Refusal> {
        match (self.stage, *choice) {
            (Stage::Breaking(_), BattleChoice::BreakOff) => {
                require!(table.melee.round == 0, "8.2", "after the first round ships break off one by one");
                Ok(())
            }
            (Stage::Breaking(side), BattleChoice::Leave(ship)) => {
                require!(
                    table.melee.round > 0,
                    "8.2",
                    "before the first round only a whole squadron breaks off"
                );
                let here = Self::members(table, side).contains(ship);
                require!(here, "8.2", "that is no ship of yours in this battle");
                let piece = Thing::Piece(u16::from(ship.0));
                require!(!self.leaving.contains(ship), "8.2", "she breaks off already"; blocked piece);
                let fast = Self::faster(table, side).contains(ship);
                require!(fast, "8.2", "only ships faster than every enemy break off"; blocked piece);
                Ok(())
            }
            (Stage::Reforming(side), BattleChoice::Ahead(ship)) => {
                let equal = ship.exists() && self.equals(table, side).contains(ship);
                require!(equal, "7.34", "only ships of equal damage are placed by their owner");
                Ok(())
            }
            (Stage::Breaking(_) | Stage::Reforming(_), BattleChoice::FightOn)
            | (Stage::Ready, BattleChoice::Fire) => Ok(()),
            _ => Err(Refusal::new(rule!("7.3"), "the battle is not at that point")),
        }
    }

    /// Search has ships break off in the order of their numbers.
    fn canonical(&self, _: &Table, _: Seat, choice: &BattleChoice) -> bool {
        match *choice {
            BattleChoice::Leave(ship) => self.leaving.iter().all(|before| before < ship),
            // The order among equals hardly matters, so that search lets it stand.
            BattleChoice::Ahead(_) => false,
            _ => true,
        }
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: BattleChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        match (self.stage, choice) {
            (Stage::Breaking(side), BattleChoice::BreakOff) => {
                self.leaving = Self::members(table, side);
                self.break_off(table, side, cx)
            }
            (Stage::Breaking(side), BattleChoice::Leave(ship)) => {
                self.leaving.insert(ship);
                if Self::faster(table, side).minus(self.leaving).is_empty() {
                    return self.break_off(table, side, cx);
                }
                Next::ask(self)
            }
            (Stage::Breaking(side), BattleChoice::FightOn) if !self.leaving.is_empty() => {
                self.break_off(table, side, cx)
            }
            (Stage::Reforming(side), choice) => {
                if let BattleChoice::Ahead(ship) = choice {
                    self.put_ahead(table, side, ship);
                    if !self.equals(table, side).is_empty() {
                        return Next::ask(self);
                    }
                }
                let rest = if side == Side::Us { &Side::BOTH[1..] } else { &[] };
                self.place_equals(table, rest, cx)
            }
            (Stage::Breaking(_), _) => {
                self.stage = Stage::Ready;
                Next::ask(self)
            }
            _ => {
                let leaving = self.round(table, cx);
                self.stage = Stage::Homing;
                Next::call(self, Homing::disabled(leaving))
            }
        }
    }

    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        match (self.stage, child) {
            (Stage::Leaving, Frame::Pursuit(pursuit)) => {
                // The pursuit was the last round: the side that broke off is gone (11.I).
                self.leaving = ShipSet::NONE;
                self.settled = self.settled.minus(pursuit.hurt());
                self.after_round(table, cx)
            }
            (Stage::Leaving, _) => {
                if Self::left(table) == [true, true] {
                    // Those too slow to leave fight another round.
                    self.stage = Stage::Ready;
                    Next::ask(self)
                } else {
                    self.end(table, cx)
                }
            }
            _ => self.after_round(table, cx),
        }
    }
}
