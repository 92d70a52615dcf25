//! A shock phase: assaults, one after the other (9.3).
//!
//! Voluntary, against one neighbouring hex, from several hexes together (9.3a); each unit attacks once and each hex is attacked once (9.3b); each battle is settled
//! before the next (9.3i). After defensive fire the attacker may call it off (9.2d). Then the die is thrown, and losses, retreats and the advance follow in the
//! order of R51.

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{ODDS, ShockResult, map};
use crate::events::Event;
use crate::ids::{Force, HexId, HexSet, UnitId, UnitSet};
use crate::phases::advance::Advance;
use crate::phases::defensive_fire::DefensiveFire;
use crate::phases::losses::{Cause, Losses};
use crate::phases::retreat::Retreat;
use crate::questions::reach::stands_fast;
use crate::questions::shock_odds::{can_assault, check_attacker, die_bonus, odds, result};
use crate::questions::supply::Lines;
use crate::table::{Table, Thrown};
use crate::{Frame, Santiago};

/// The shock phase of a force.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Shock {
    force: Force,
}

/// What is assaulted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShockChoice {
    /// A hex.
    Target(HexId),
    /// The phase is over.
    End,
}

impl Shock {
    /// The shock phase of a force.
    pub fn of(force: Force) -> Self {
        Self { force }
    }

    /// Who attacks.
    pub fn force(&self) -> Force {
        self.force
    }

    /// The hexes that some unit could still assault.
    fn targets(&self, table: &Table) -> HexSet {
        let mut targets = HexSet::NONE;
        let mut lines = None;
        let ready = table.map.and(self.force.units()).minus(table.attacked).minus(table.dis);
        for unit in ready.iter() {
            let mut supplied = None;
            for hex in map().open_from(table.at[unit]) {
                if !table.enemy_in(self.force, hex) || table.spoken_for.contains(hex) || targets.contains(hex)
                {
                    continue;
                }
                let able = *supplied.get_or_insert_with(|| {
                    can_assault(unit)
                        && table.figures(unit).shock > 0
                        && !stands_fast(table, unit)
                        && lines.get_or_insert_with(|| Lines::of(table, self.force)).supply(table, unit)
                });
                if able {
                    targets.insert(hex);
                }
            }
        }
        targets
    }

    fn go_on(self, table: &Table) -> Next<Santiago> {
        if self.targets(table).is_empty() { Next::done(self) } else { Next::ask(self) }
    }
}

impl Step<Santiago> for Shock {
    type Choice = ShockChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        table.attacked = UnitSet::NONE;
        table.spoken_for = HexSet::NONE;
        table.thrown = Thrown::default();
        self.go_on(table)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force.seat())
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        let ask = format!("{} assaults. Which enemy hex is attacked?", self.force.adjective());
        Prompt::new(rule!("9.3"), ask)
            .hint("Then the units beside it join. The defenders fire first, and after that you may still call it off.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(ShockChoice)) {
        self.targets(table).iter().for_each(|hex| each(ShockChoice::Target(hex)));
        each(ShockChoice::End);
    }

    fn check(&self, table: &Table, _: Seat, choice: &ShockChoice) -> Result<(), Refusal> {
        let ShockChoice::Target(hex) = *choice else { return Ok(()) };
        let space = Thing::Space(hex.0);
        require!(hex.exists(), "9.3", "this is no hex of the map");
        require!(table.enemy_in(self.force, hex), "R47", "no enemy unit stands there"; blocked space);
        require!(!table.spoken_for.contains(hex), "9.3b", "this hex has been attacked in this phase"; blocked space);
        if self.targets(table).contains(hex) {
            return Ok(());
        }
        // Say why the first unit beside it cannot.
        let lines = Lines::of(table, self.force);
        for unit in table.map.and(self.force.units()).iter() {
            if map().side(table.at[unit], hex).is_some() {
                check_attacker(table, &lines, unit, hex)?;
            }
        }
        require!(false, "9.3", "no unit of yours is beside it"; blocked space);
        Ok(())
    }

    fn legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(ShockChoice)) {
        self.candidates(table, seat, each);
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(ShockChoice)) {
        self.candidates(table, seat, each);
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(self, _: &mut Table, _: Seat, choice: ShockChoice, _: &mut Cx<Santiago>) -> Next<Santiago> {
        let ShockChoice::Target(target) = choice else { return Next::done(self) };
        let assault = Assault::on(self.force, target);
        Next::call(self, assault)
    }

    fn resume(self, _: Frame, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        self.go_on(table)
    }
}

/// How far an assault has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Units join.
    Join,
    /// The defenders have fired, and the attacker decides.
    Decide,
    /// The attacker loses steps.
    AttackerLoses,
    /// The defender loses steps.
    DefenderLoses,
    /// The defender falls back.
    DefenderRetreats,
    /// The attacker falls back.
    AttackerRetreats,
    /// The attacker goes in.
    Advance,
    /// It is over.
    Over,
}

/// An assault on a hex.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Assault {
    force: Force,
    target: HexId,
    joined: UnitSet,
    stage: Stage,
    result: ShockResult,
}

/// Who attacks, and whether.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssaultChoice {
    /// A unit joins.
    Join(UnitId),
    /// A unit that has joined stays out of it after all.
    Leave(UnitId),
    /// All that can, join.
    All,
    /// Forward: first into the defenders' fire, then at them.
    Assault,
    /// Not after that fire.
    CallOff,
}

impl Assault {
    fn on(force: Force, target: HexId) -> Self {
        Self { force, target, joined: UnitSet::NONE, stage: Stage::Join, result: ShockResult::default() }
    }

    /// Who attacks.
    pub fn force(&self) -> Force {
        self.force
    }

    /// The hex that is attacked.
    pub fn target(&self) -> HexId {
        self.target
    }

    /// The units that attack.
    pub fn joined(&self) -> UnitSet {
        self.joined
    }

    /// How far it has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// What the die brought.
    pub fn result(&self) -> ShockResult {
        self.result
    }

    /// The units that could join.
    pub fn willing(&self, table: &Table) -> UnitSet {
        let beside = map().open_beside(self.target);
        let lines = Lines::of(table, self.force);
        let units = table.map.and(self.force.units()).minus(self.joined);
        let near = units.iter().filter(|unit| beside.contains(table.at[*unit]));
        near.filter(|unit| check_attacker(table, &lines, *unit, self.target).is_ok()).collect()
    }

    /// Those who still attack: on the map and not disorganised (9.2c).
    fn still(&self, table: &Table) -> UnitSet {
        self.joined.and(table.map).minus(table.dis)
    }

    fn defenders(&self, table: &Table) -> UnitSet {
        match table.owner(self.target) {
            Some(owner) if owner.fights(self.force) => table.units_in(owner, self.target),
            _ => UnitSet::NONE,
        }
    }

    /// The throw.
    fn strike(mut self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        let odds = odds(table, self.joined, self.target);
        let die = cx.die(rule!("9.3"));
        let modified = (die as i8 + die_bonus(table, self.force)).min(6);
        self.result = result(modified, odds.column);
        table.thrown = Thrown { target: self.target, die, modified, column: odds.column, assault: true };
        let (force, units, target, column, result) =
            (self.force, self.joined, self.target, odds.column, self.result);
        cx.log(rule!("9.3"), || Event::Assaulted { force, units, target, die, modified, column, result });
        self.go_on(table)
    }

    /// The next step of what follows (R51).
    fn go_on(mut self, table: &Table) -> Next<Santiago> {
        loop {
            self.stage = match self.stage {
                Stage::Join | Stage::Decide => Stage::AttackerLoses,
                Stage::AttackerLoses => Stage::DefenderLoses,
                Stage::DefenderLoses => Stage::DefenderRetreats,
                Stage::DefenderRetreats => Stage::AttackerRetreats,
                Stage::AttackerRetreats => Stage::Advance,
                Stage::Advance | Stage::Over => return Next::done(self),
            };
            let (attacker, defender) = (self.result.attacker, self.result.defender);
            match self.stage {
                Stage::AttackerLoses if attacker.steps > 0 => {
                    let losses = Losses::new(self.force, self.joined, attacker.steps, Cause::Assault);
                    return Next::call(self, losses);
                }
                Stage::DefenderLoses if defender.steps > 0 => {
                    let units = self.defenders(table);
                    let force = units.first().map_or(self.force, UnitId::force);
                    let losses = Losses::new(force, units, defender.steps, Cause::Assault);
                    return Next::call(self, losses);
                }
                Stage::DefenderRetreats if defender.retreat => {
                    let retreat = Retreat::of(self.defenders(table));
                    return Next::call(self, retreat);
                }
                Stage::AttackerRetreats if attacker.retreat => {
                    let retreat = Retreat::of(self.joined.and(table.map));
                    return Next::call(self, retreat);
                }
                Stage::Advance if !attacker.retreat && table.count(self.target) == 0 => {
                    let advance = Advance::into(self.force, self.target, self.still(table));
                    return Next::call(self, advance);
                }
                _ => {}
            }
        }
    }
}

impl Step<Santiago> for Assault {
    type Choice = AssaultChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force.seat())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let place = map().place(self.target);
        if self.stage == Stage::Join {
            return Prompt::new(rule!("9.3"), format!("Who assaults {place}?"))
                .hint("Shock factors add up. The defenders will fire at those who come.");
        }
        let odds = ODDS[usize::from(odds(table, self.joined, self.target).column)];
        Prompt::new(rule!("9.2d"), format!("The defenders have fired. Do you assault {place} at {odds}?"))
            .hint("Units that were disorganised have dropped out.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(AssaultChoice)) {
        if self.stage == Stage::Join {
            for unit in table.map.and(self.force.units()).minus(self.joined).iter() {
                if map().side(table.at[unit], self.target).is_some() {
                    each(AssaultChoice::Join(unit));
                }
            }
            self.joined.iter().for_each(|unit| each(AssaultChoice::Leave(unit)));
            each(AssaultChoice::All);
            each(AssaultChoice::Assault);
        } else {
            each(AssaultChoice::Assault);
            each(AssaultChoice::CallOff);
        }
    }

    fn check(&self, table: &Table, _: Seat, choice: &AssaultChoice) -> Result<(), Refusal> {
        let joining = self.stage == Stage::Join;
        match *choice {
            AssaultChoice::Join(unit) => {
                require!(joining, "9.2", "nobody joins after the defenders have fired");
                require!(unit.belongs_to(self.force), "2.1d", "it is not this unit's phase");
                require!(!self.joined.contains(unit), "9.3b", "this unit has joined");
                check_attacker(table, &Lines::of(table, self.force), unit, self.target)
            }
            AssaultChoice::Leave(unit) => {
                require!(
                    joining && self.joined.contains(unit),
                    "9.3",
                    "this unit has not joined, or it is too late"
                );
                Ok(())
            }
            AssaultChoice::All => {
                require!(joining && !self.willing(table).is_empty(), "9.3b", "nobody else can join");
                Ok(())
            }
            AssaultChoice::Assault => {
                require!(!self.joined.is_empty(), "9.3", "nobody has joined yet");
                Ok(())
            }
            AssaultChoice::CallOff => {
                require!(!joining, "9.2d", "an assault is called off after defensive fire");
                Ok(())
            }
        }
    }

    fn canonical(&self, _: &Table, _: Seat, choice: &AssaultChoice) -> bool {
        match choice {
            AssaultChoice::All => self.joined.is_empty(),
            AssaultChoice::Join(_) | AssaultChoice::Leave(_) => false,
            AssaultChoice::Assault | AssaultChoice::CallOff => true,
        }
    }

    fn canonical_candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(AssaultChoice)) {
        if self.stage == Stage::Join {
            each(if self.joined.is_empty() { AssaultChoice::All } else { AssaultChoice::Assault });
        } else {
            each(AssaultChoice::Assault);
            each(AssaultChoice::CallOff);
        }
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: AssaultChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        match choice {
            AssaultChoice::Join(unit) => self.joined.insert(unit),
            AssaultChoice::Leave(unit) => self.joined.remove(unit),
            AssaultChoice::All => self.joined = self.joined.or(self.willing(table)),
            AssaultChoice::Assault if self.stage == Stage::Join => {
                table.attacked = table.attacked.or(self.joined);
                table.spoken_for.insert(self.target);
                table.thrown = Thrown::default();
                let fire = DefensiveFire::new(table, self.target, self.joined);
                return Next::call(self, fire);
            }
            AssaultChoice::Assault => return self.strike(table, cx),
            AssaultChoice::CallOff => {
                cx.log(rule!("9.2d"), || Event::CalledOff { force: self.force, target: self.target });
                self.stage = Stage::Over;
                return Next::done(self);
            }
        }
        Next::ask(self)
    }

    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        if !matches!(child, Frame::DefensiveFire(_)) {
            return self.go_on(table);
        }
        self.joined = self.still(table);
        if self.joined.is_empty() {
            cx.log(rule!("9.2c"), || Event::CalledOff { force: self.force, target: self.target });
            self.stage = Stage::Over;
            return Next::done(self);
        }
        self.stage = Stage::Decide;
        Next::ask(self)
    }
}
