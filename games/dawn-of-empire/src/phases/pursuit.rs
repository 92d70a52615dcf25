//! Pursuit: a side that breaks off scatters by speed, and the other may follow for one more round (11.I).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::events::Event;
use crate::gunnery;
use crate::ids::{ShipId, ShipSet, Side, Space};
use crate::phases::battle::{self, exchange};
use crate::phases::control;
use crate::phases::homing::Homing;
use crate::table::{Line, Table};
use crate::{DawnOfEmpire, Frame};

/// One more than the highest speed.
const SPEEDS: usize = 8;

/// A side flees, the other decides whom to follow.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pursuit {
    fleeing: Side,
    area: Space,
    /// The pursuers of each subgroup, by its speed.
    chase: [ShipSet; SPEEDS],
    /// Pursuers that have been told what to do.
    told: ShipSet,
    /// Ships that were damaged in it.
    hurt: ShipSet,
    /// Whether the disabled have gone, so that the others follow.
    fought: bool,
}

/// Whom a ship follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PursuitChoice {
    /// A ship goes after the subgroup of a speed.
    Chase {
        /// The ship.
        ship: ShipId,
        /// The speed of the subgroup.
        speed: u8,
    },
    /// The others let the enemy go.
    Enough,
}

impl Pursuit {
    /// The flight of a side.
    pub fn new(fleeing: Side, area: Space) -> Self {
        Self {
            fleeing,
            area,
            chase: [ShipSet::NONE; SPEEDS],
            told: ShipSet::NONE,
            hurt: ShipSet::NONE,
            fought: false,
        }
    }

    /// The ships that were damaged in it.
    pub fn hurt(&self) -> ShipSet {
        self.hurt
    }

    fn members(table: &Table, side: Side) -> ShipSet {
        table.melee.members(side)
    }

    /// The fleeing ships of a speed, which coaling lowers (5.3).
    fn group(&self, table: &Table, speed: u8) -> ShipSet {
        Self::members(table, self.fleeing)
            .iter()
            .filter(|ship| battle::speed(table, *ship) == speed)
            .collect()
    }

    fn next(&self, table: &Table) -> Option<ShipId> {
        Self::members(table, self.fleeing.enemy())
            .minus(self.told)
            .iter()
            .find(|ship| (0..SPEEDS as u8).any(|speed| self.check_chase(table, *ship, speed).is_ok()))
    }

    fn check_chase(&self, table: &Table, ship: ShipId, speed: u8) -> Result<(), Refusal> {
        let pursuer =
            ship.exists() && Self::members(table, self.fleeing.enemy()).minus(self.told).contains(ship);
        require!(pursuer, "11.I", "that ship is not free to follow");
        require!(
            (speed as usize) < SPEEDS && !self.group(table, speed).is_empty(),
            "11.I",
            "no subgroup has that speed"
        );
        let own = battle::speed(table, ship);
        require!(own >= speed, "11.I", "a ship of speed {0} cannot catch one of {1}"; figures i16::from(own), i16::from(speed));
        Ok(())
    }

    /// The ships of a set in the order of their line.
    fn line(table: &Table, side: Side, ships: ShipSet) -> Line {
        let mut line = Line::new();
        for ship in table.melee.now[side.index()] {
            if ships.contains(ship) {
                line.push(ship);
            }
        }
        line
    }

    /// The area goes to the pursuer whatever he loses in the pursuit, if he could control it when the enemy ran: with two ships at sea
    /// there (11.I, 9.1, ruling R65). Having made the enemy run he has won the battle (ruling R18).
    fn claim_area(&self, table: &mut Table) {
        let (pursuer, bit) = (self.fleeing.enemy(), 1 << self.area.0);
        table.won[pursuer.index()] |= bit;
        if control::counts(table, pursuer, self.area) {
            table.pursued[pursuer.index()] |= bit;
        }
    }

    /// Each subgroup that is followed fights one round.
    fn fight(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        let mut disabled = ShipSet::NONE;
        table.melee.clear_throws();
        self.claim_area(table);
        for speed in 0..SPEEDS as u8 {
            let pursuers = self.chase[usize::from(speed)].and(table.fates.afloat);
            if pursuers.is_empty() {
                continue;
            }
            let fleeing = self.group(table, speed).minus(disabled);
            let mut lines = [Line::new(); 2];
            lines[self.fleeing.index()] = Self::line(table, self.fleeing, fleeing);
            lines[self.fleeing.enemy().index()] =
                Self::line(table, self.fleeing.enemy(), pursuers.minus(disabled));
            if lines.iter().any(tinyvec::ArrayVec::is_empty) {
                continue;
            }
            cx.log(rule!("11.I"), || Event::Pursued { side: self.fleeing.enemy(), speed });
            // A leader helps only those he is with.
            let (commanders, flagships) = (table.melee.commanders, table.melee.flagships);
            for side in Side::BOTH {
                let aboard = flagships[side.index()].is_some_and(|ship| lines[side.index()].contains(&ship));
                if !aboard {
                    table.melee.commanders[side.index()] = None;
                }
            }
            let toll = exchange(table, &lines, table.melee.initiative, cx);
            self.hurt = self.hurt.or(toll.hurt());
            let here = table.melee.commanders;
            disabled = disabled.or(gunnery::apply(table, &toll, cx));
            for side in Side::BOTH {
                let elsewhere = here[side.index()].is_none();
                if elsewhere {
                    table.melee.commanders[side.index()] = commanders[side.index()];
                    table.melee.flagships[side.index()] = flagships[side.index()];
                }
            }
        }
        self.fought = true;
        Next::call(self, Homing::disabled(disabled))
    }
}

impl Step<DawnOfEmpire> for Pursuit {
    type Choice = PursuitChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if self.next(table).is_none() { self.fight(table, cx) } else { Next::ask(self) }
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.seat(self.fleeing.enemy()))
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("11.I"), "The enemy runs. Which ships follow which of his?").hint(
            "A ship can catch only enemies that are no faster. One round is fought, then the rest escape.",
        )
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(PursuitChoice)) {
        for ship in Self::members(table, self.fleeing.enemy()).minus(self.told).iter() {
            for speed in 0..SPEEDS as u8 {
                if !self.group(table, speed).is_empty() {
                    each(PursuitChoice::Chase { ship, speed });
                }
            }
        }
        each(PursuitChoice::Enough);
    }

    fn check(&self, table: &Table, _: Seat, choice: &PursuitChoice) -> Result<(), Refusal> {
        match *choice {
            PursuitChoice::Chase { ship, speed } => self.check_chase(table, ship, speed),
            PursuitChoice::Enough => Ok(()),
        }
    }

    fn canonical(&self, table: &Table, _: Seat, choice: &PursuitChoice) -> bool {
        match *choice {
            PursuitChoice::Chase { ship, .. } => self.next(table) == Some(ship),
            PursuitChoice::Enough => true,
        }
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: PursuitChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        match choice {
            PursuitChoice::Chase { ship, speed } => {
                self.chase[usize::from(speed)].insert(ship);
                self.told.insert(ship);
                if self.next(table).is_some() {
                    return Next::ask(self);
                }
                self.fight(table, cx)
            }
            PursuitChoice::Enough => self.fight(table, cx),
        }
    }

    fn resume(mut self, _: Frame, table: &mut Table, _: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if self.fought {
            self.fought = false;
            let rest = Self::members(table, self.fleeing);
            return Next::call(self, Homing::by_speed(rest));
        }
        Next::done(self)
    }
}
