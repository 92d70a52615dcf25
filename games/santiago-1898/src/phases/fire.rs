//! A fire phase (9.1): voluntary, hex by hex.
//!
//! Each unit fires once (9.1b), all who fire at a hex together with one throw, and a hex once in a phase (9.1c, R10). Firing does not keep a unit from
//! an assault (9.1d), and disorganised units fire as always (9.1e); what disorganisation forbids is said with assault and advance (9.1f).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{map, tables, traits};
use crate::events::Event;
use crate::ids::{Force, HexId, HexSet, UnitId, UnitSet};
use crate::phases::hit::Hit;
use crate::phases::naval_fire;
use crate::questions::fire_strength::{has_fire, in_range, modifier, sum};
use crate::table::{Table, Thrown};
use crate::{Frame, Santiago};

/// The fire phase of a force.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fire {
    force: Force,
}

/// What is fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireChoice {
    /// A hex for units.
    Target(HexId),
    /// A hex for the ships (6.2, 6.3).
    Bombard(HexId),
    /// The phase is over.
    End,
}

impl Fire {
    /// The fire phase of a force.
    pub fn of(force: Force) -> Self {
        Self { force }
    }

    /// Who fires.
    pub fn force(&self) -> Force {
        self.force
    }

    /// The hexes that some unit could still fire at.
    fn targets(&self, table: &Table) -> HexSet {
        let mut targets = HexSet::NONE;
        let ready = table.map.and(self.force.units()).minus(table.fired);
        for unit in ready.iter().filter(|unit| has_fire(table, *unit)) {
            let at = table.at[unit];
            let mut look = |hex: HexId| {
                if table.enemy_in(self.force, hex) && !table.spoken_for.contains(hex) {
                    targets.insert(hex);
                }
            };
            // Range is the same there and back.
            if traits(unit).range > 1 {
                map().in_gun_range(at).iter().for_each(&mut look);
            } else {
                map().open_from(at).for_each(&mut look);
            }
        }
        targets
    }

    /// The hexes that ships could still bombard.
    fn bombardable(&self, table: &Table) -> HexSet {
        let mut hexes = HexSet::NONE;
        if !naval_fire::ready(table, self.force) {
            return hexes;
        }
        let reach = naval_fire::in_reach(self.force);
        for unit in table.map.and(self.force.enemy_units()).iter() {
            let hex = table.at[unit];
            if reach.contains(hex) && !table.spoken_for.contains(hex) {
                hexes.insert(hex);
            }
        }
        hexes
    }

    fn go_on(self, table: &Table) -> Next<Santiago> {
        if self.targets(table).is_empty() && self.bombardable(table).is_empty() {
            return Next::done(self);
        }
        Next::ask(self)
    }
}

/// Whether a hex may be fired at at all (R47), and has not been in this phase (9.1c).
fn check_target(table: &Table, force: Force, hex: HexId) -> Result<(), Refusal> {
    let space = Thing::Space(hex.0);
    require!(hex.exists(), "9.1", "this is no hex of the map");
    require!(table.enemy_in(force, hex), "R47", "no enemy unit stands there"; blocked space);
    require!(!table.spoken_for.contains(hex), "9.1c", "this hex has been fired at in this phase"; blocked space);
    Ok(())
}

/// Whether a unit may fire at a hex now.
fn check_firer(table: &Table, force: Force, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    require!(unit.belongs_to(force), "2.1d", "it is not this unit's phase");
    let piece = Thing::Piece(u16::from(unit.0));
    require!(table.map.contains(unit), "9.1", "this unit is not on the map"; blocked piece);
    require!(!unit.is_leader(), "5.2a", "a leader has no fire of his own"; blocked piece);
    require!(has_fire(table, unit), "6.1", "the balloon does not fire"; blocked piece);
    require!(!table.fired.contains(unit), "9.1b", "the unit has fired in this phase"; blocked piece);
    let near = in_range(table, unit, target);
    let mouth = map().side(table.at[unit], target).is_some();
    require!(near || !mouth, "R33", "only guns fire across the harbour mouth"; blocked piece);
    require!(near, "9.1a", "the hex is out of range"; blocked piece);
    Ok(())
}

impl Step<Santiago> for Fire {
    type Choice = FireChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        table.fired = UnitSet::NONE;
        table.spoken_for = HexSet::NONE;
        table.ships_fired = false;
        table.thrown = Thrown::default();
        self.go_on(table)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force.seat())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let ask = format!("{} fire. Which enemy hex is fired at?", self.force.adjective());
        let ships = match self.force {
            Force::Us if naval_fire::ready(table, Force::Us) => {
                " The ships may bombard one hex by the coast."
            }
            Force::Es if naval_fire::ready(table, Force::Es) => {
                " Cervera's guns may fire at one hex near the harbour."
            }
            _ => "",
        };
        Prompt::new(rule!("9.1"), ask).hint(format!("Then the units in range join; each fires once.{ships}"))
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(FireChoice)) {
        self.targets(table).iter().for_each(|hex| each(FireChoice::Target(hex)));
        self.bombardable(table).iter().for_each(|hex| each(FireChoice::Bombard(hex)));
        each(FireChoice::End);
    }

    fn check(&self, table: &Table, _: Seat, choice: &FireChoice) -> Result<(), Refusal> {
        match *choice {
            FireChoice::Target(hex) => {
                check_target(table, self.force, hex)?;
                let anybody = self.targets(table).contains(hex);
                require!(anybody, "9.1a", "no unit that has not fired is in range"; blocked Thing::Space(hex.0));
                Ok(())
            }
            FireChoice::Bombard(hex) => naval_fire::check(table, self.force, hex),
            FireChoice::End => Ok(()),
        }
    }

    fn legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(FireChoice)) {
        self.candidates(table, seat, each);
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(FireChoice)) {
        self.candidates(table, seat, each);
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(self, table: &mut Table, _: Seat, choice: FireChoice, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        match choice {
            FireChoice::Target(target) => {
                let volley = Volley { force: self.force, target, joined: UnitSet::NONE };
                Next::call(self, volley)
            }
            FireChoice::Bombard(target) => {
                let hit = naval_fire::bombard(table, self.force, target, cx);
                Next::call(self, hit)
            }
            FireChoice::End => Next::done(self),
        }
    }

    fn resume(self, _: Frame, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        self.go_on(table)
    }
}

/// Fire at one hex: the units join, then the die is thrown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Volley {
    force: Force,
    target: HexId,
    joined: UnitSet,
}

/// Who fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VolleyChoice {
    /// A unit joins.
    Join(UnitId),
    /// A unit that has joined stays out of it after all.
    Leave(UnitId),
    /// All that can, join.
    All,
    /// The die is thrown.
    Fire,
}

impl Volley {
    /// Who fires.
    pub fn force(&self) -> Force {
        self.force
    }

    /// The hex that is fired at.
    pub fn target(&self) -> HexId {
        self.target
    }

    /// The units that have joined.
    pub fn joined(&self) -> UnitSet {
        self.joined
    }

    /// The units that could join.
    pub fn willing(&self, table: &Table) -> UnitSet {
        let units = table.map.and(self.force.units()).minus(table.fired).minus(self.joined);
        units.iter().filter(|unit| has_fire(table, *unit) && in_range(table, *unit, self.target)).collect()
    }
}

/// Who fires at which hex, with how many factors from elsewhere, and whether in defence.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    pub force: Force,
    pub units: UnitSet,
    pub more: u8,
    pub target: HexId,
    pub defensive: bool,
}

impl Shot {
    /// Throws for it: the column of the factors, the die with its modifiers (9.1, 9.2).
    pub fn throw(self, table: &mut Table, cx: &mut Cx<Santiago>) -> Hit {
        let Self { force, units, more, target, defensive } = self;
        let fire = &tables().fire;
        let factors = sum(table, units).saturating_add(more);
        let column = fire.column(factors);
        let die = cx.die(rule!("9.1"));
        let modified = die as i8 + modifier(table, units, target);
        let result = fire.result(modified, column);
        table.thrown = Thrown { target, die, modified, column: column as u8, assault: false };
        let rule = if defensive { rule!("9.2") } else { rule!("9.1") };
        cx.log(rule, || Event::Fired { force, units, target, factors, die, modified, result, defensive });
        Hit::at(target, result)
    }
}

impl Step<Santiago> for Volley {
    type Choice = VolleyChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force.seat())
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        let ask = format!("Who fires at {}?", map().place(self.target));
        Prompt::new(rule!("9.1"), ask).hint("The factors of all who join are added up for one throw.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(VolleyChoice)) {
        let near = map().in_gun_range(self.target);
        for unit in table
            .map
            .and(self.force.units())
            .minus(self.joined)
            .iter()
            .filter(|unit| near.contains(table.at[*unit]))
        {
            each(VolleyChoice::Join(unit));
        }
        self.joined.iter().for_each(|unit| each(VolleyChoice::Leave(unit)));
        each(VolleyChoice::All);
        each(VolleyChoice::Fire);
    }

    fn check(&self, table: &Table, _: Seat, choice: &VolleyChoice) -> Result<(), Refusal> {
        match *choice {
            VolleyChoice::Join(unit) => {
                require!(!self.joined.contains(unit), "9.1b", "this unit has joined");
                check_firer(table, self.force, unit, self.target)
            }
            VolleyChoice::Leave(unit) => {
                require!(self.joined.contains(unit), "9.1", "this unit has not joined");
                Ok(())
            }
            VolleyChoice::All => {
                require!(!self.willing(table).is_empty(), "9.1b", "nobody else can fire at this hex");
                Ok(())
            }
            VolleyChoice::Fire => {
                require!(!self.joined.is_empty(), "9.1", "nobody has joined yet");
                Ok(())
            }
        }
    }

    fn canonical(&self, _: &Table, _: Seat, choice: &VolleyChoice) -> bool {
        match choice {
            VolleyChoice::All => self.joined.is_empty(),
            VolleyChoice::Fire => !self.joined.is_empty(),
            VolleyChoice::Join(_) | VolleyChoice::Leave(_) => false,
        }
    }

    fn canonical_candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(VolleyChoice)) {
        each(if self.joined.is_empty() { VolleyChoice::All } else { VolleyChoice::Fire });
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: VolleyChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        match choice {
            VolleyChoice::Join(unit) => self.joined.insert(unit),
            VolleyChoice::Leave(unit) => self.joined.remove(unit),
            VolleyChoice::All => self.joined = self.joined.or(self.willing(table)),
            VolleyChoice::Fire => {
                let (units, target) = (self.joined, self.target);
                let shot = Shot { force: self.force, units, more: 0, target, defensive: false };
                let hit = shot.throw(table, cx);
                table.fired = table.fired.or(units);
                table.spoken_for.insert(target);
                return Next::call(self, hit);
            }
        }
        Next::ask(self)
    }

    fn resume(self, _: Frame, _: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        Next::done(self)
    }
}
