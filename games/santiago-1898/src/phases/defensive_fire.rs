//! Defensive fire: the defenders fire at those who attack them, before the assault (9.2).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::map;
use crate::ids::{ES, Force, HexId, HexSet, UnitId, UnitSet};
use crate::phases::fire::Shot;
use crate::phases::naval_fire;
use crate::questions::fire_strength::has_fire;
use crate::table::Table;
use crate::{Frame, Santiago};

/// The most defenders of a hex.
const MOST: usize = 6;

/// The defenders of a hex aim, then their fire is settled hex by hex.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct DefensiveFire {
    force: Force,
    defended: HexId,
    /// The hexes of the attack that have not been settled.
    hexes: HexSet,
    defenders: UnitSet,
    /// The hex that each defender has picked, in the order of the defenders.
    aims: [HexId; MOST],
    /// The hex that Cervera's guns join in (6.3b).
    guns: HexId,
    settling: bool,
}

/// Who fires at which hex of the attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefensiveFireChoice {
    /// A defender picks a hex.
    Aim {
        /// The defender.
        unit: UnitId,
        /// The hex.
        at: HexId,
    },
    /// All who have not picked one pick this.
    All(HexId),
    /// Cervera's guns join in (6.3b).
    Guns(HexId),
    /// The rest hold their fire.
    Done,
}

impl DefensiveFire {
    /// The fire of a hex at those who attack it: only its own units, and Cervera's guns (9.2b).
    pub fn new(table: &Table, defended: HexId, attackers: UnitSet) -> Self {
        let force = table.owner(defended).unwrap_or_default();
        let defenders =
            table.units_in(force, defended).iter().filter(|unit| has_fire(table, *unit)).take(MOST).collect();
        Self {
            force,
            defended,
            hexes: attackers.iter().map(|unit| table.at[unit]).collect(),
            defenders,
            aims: [HexId::NOWHERE; MOST],
            guns: HexId::NOWHERE,
            settling: false,
        }
    }

    /// Who fires.
    pub fn force(&self) -> Force {
        self.force
    }

    /// The hex that is attacked.
    pub fn defended(&self) -> HexId {
        self.defended
    }

    /// The hexes of the attack.
    pub fn hexes(&self) -> &HexSet {
        &self.hexes
    }

    /// The defenders with the hexes that they have picked.
    pub fn aims(&self) -> impl Iterator<Item = (UnitId, HexId)> {
        let aims = self.aims;
        self.defenders.iter().enumerate().map(move |(number, unit)| (unit, aims[number]))
    }

    /// Whether the guns may still join in.
    fn guns_ready(&self, table: &Table) -> bool {
        self.force.seat() == ES
            && !self.guns.exists()
            && naval_fire::ready(table, Force::Es)
            && naval_fire::in_reach(Force::Es).contains(self.defended)
    }

    fn is_aimed_at(&self, at: HexId) -> bool {
        self.aims().any(|(_, aim)| aim == at)
    }

    fn aim(&mut self, only: Option<UnitId>, at: HexId) {
        for (number, unit) in self.defenders.iter().enumerate() {
            if !self.aims[number].exists() && only.is_none_or(|only| only == unit) {
                self.aims[number] = at;
            }
        }
    }

    fn go_on(self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        let open = self.aims().any(|(_, aim)| !aim.exists());
        let joins = self.guns_ready(table) && self.aims().any(|(_, aim)| aim.exists());
        if open || joins { Next::ask(self) } else { self.settle(table, cx) }
    }

    /// Settles the fire at the next hex (9.2c).
    fn settle(mut self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        self.settling = true;
        while let Some(target) = self.hexes.first() {
            self.hexes.remove(target);
            let units: UnitSet =
                self.aims().filter(|(_, aim)| *aim == target).map(|(unit, _)| unit).collect();
            // Whoever was there may be gone by now.
            if units.is_empty() || !table.enemy_in(self.force, target) {
                continue;
            }
            let more = if self.guns == target { naval_fire::factors(Force::Es) } else { 0 };
            let shot = Shot { force: self.force, units, more, target, defensive: true };
            let hit = shot.throw(table, cx);
            return Next::call(self, hit);
        }
        Next::done(self)
    }
}

impl Step<Santiago> for DefensiveFire {
    type Choice = DefensiveFireChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        self.go_on(table, cx)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force.seat())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let ask = format!("{} is attacked. At which hex do the defenders fire?", map().place(self.defended));
        let guns =
            if self.guns_ready(table) { " Cervera's guns may join in where a unit fires." } else { "" };
        Prompt::new(rule!("9.2"), ask)
            .hint(format!("All at one hex, or each at its own; a throw for each hex.{guns}"))
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(DefensiveFireChoice)) {
        for at in self.hexes.iter() {
            if self.aims().any(|(_, aim)| !aim.exists()) {
                each(DefensiveFireChoice::All(at));
            }
            for (unit, _) in self.aims().filter(|(_, aim)| !aim.exists()) {
                each(DefensiveFireChoice::Aim { unit, at });
            }
            if self.guns_ready(table) {
                each(DefensiveFireChoice::Guns(at));
            }
        }
        each(DefensiveFireChoice::Done);
    }

    fn check(&self, table: &Table, _: Seat, choice: &DefensiveFireChoice) -> Result<(), Refusal> {
        let picks = |at: HexId| -> Result<(), Refusal> {
            require!(self.hexes.contains(at), "9.2a", "no attack comes from there"; blocked Thing::Space(at.0));
            Ok(())
        };
        match *choice {
            DefensiveFireChoice::Aim { unit, at } => {
                let piece = Thing::Piece(u16::from(unit.0));
                require!(
                    unit.exists() && self.defenders.contains(unit),
                    "9.2b",
                    "only units of the attacked hex fire"
                );
                let free = self.aims().any(|(known, aim)| known == unit && !aim.exists());
                require!(free, "9.2a", "the unit has picked its hex"; blocked piece);
                picks(at)
            }
            DefensiveFireChoice::All(at) => {
                require!(
                    self.aims().any(|(_, aim)| !aim.exists()),
                    "9.2a",
                    "all units have picked their hex"
                );
                picks(at)
            }
            DefensiveFireChoice::Guns(at) => {
                picks(at)?;
                require!(self.force == Force::Es, "6.3", "Cervera's guns fire for Spain");
                require!(table.fleet_left == 0, "4.2d", "Cervera's fleet has left");
                require!(
                    !table.guns_fired && !self.guns.exists(),
                    "R31",
                    "Cervera's guns have fired this turn"
                );
                let near = naval_fire::in_reach(Force::Es).contains(self.defended);
                require!(near, "6.3b", "the attacked hex is farther than three hexes from the harbour");
                require!(self.is_aimed_at(at), "R46", "the guns join only where a unit fires"; blocked Thing::Space(at.0));
                Ok(())
            }
            DefensiveFireChoice::Done => Ok(()),
        }
    }

    fn canonical(&self, _: &Table, _: Seat, choice: &DefensiveFireChoice) -> bool {
        let open = self.aims().any(|(_, aim)| !aim.exists());
        match choice {
            DefensiveFireChoice::Aim { .. } => false,
            DefensiveFireChoice::Done => !open,
            DefensiveFireChoice::All(_) | DefensiveFireChoice::Guns(_) => true,
        }
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: DefensiveFireChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        match choice {
            DefensiveFireChoice::Aim { unit, at } => self.aim(Some(unit), at),
            DefensiveFireChoice::All(at) => self.aim(None, at),
            DefensiveFireChoice::Guns(at) => {
                self.guns = at;
                table.guns_fired = true;
            }
            DefensiveFireChoice::Done => return self.settle(table, cx),
        }
        self.go_on(table, cx)
    }

    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        self.settle(table, cx)
    }
}
