//! Reaction fire at a ship that comes close (8.4, by option).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, rule};
use serde::{Deserialize, Serialize};

use super::damage;
use super::gunnery::{check_guns, fire, teething};
use crate::Dreadnoughts;
use crate::data::tables;
use crate::events::Event;
use crate::ids::{Hex, ShipId, ShipSet};
use crate::table::Table;

/// Enemies that may fire at a moving ship, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reaction {
    mover: ShipId,
    /// Ships that may still fire.
    firers: ShipSet,
    /// Ships that have fired.
    fired: ShipSet,
}

/// Fire or let it pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReactionChoice {
    /// Fire guns at the moving ship.
    Fire,
    /// Do not.
    Hold,
}

impl Reaction {
    /// The reaction that a step draws: from enemies that can fire and whose two-hex circle was just entered (ruling
    /// R1), each once in a move. A ship that comes onto the map close to them draws it too (ruling R4). Who can fire,
    /// with how many dice, is as in combat: not a burning ship, at the speed last shown (ruling R3), with a die less
    /// at a ship that was fired at in this turn's combat (ruling R2).
    pub fn drawn_by(table: &Table, mover: ShipId, from: Option<Hex>, done: ShipSet) -> Option<Self> {
        let options = &table.scenario.options;
        if !options.reaction_fire {
            return None;
        }
        let reach = tables().checks.reaction_range;
        let to = table.hex(mover);
        let enemies = table.enemies_of(mover).and(table.fleet.afloat).minus(done);
        let firers: ShipSet = enemies
            .iter()
            .filter(|firer| {
                let own = table.hex(*firer);
                let outside_before = from.is_none_or(|from| own.distance(from) > reach);
                own.distance(to) <= reach
                    && (outside_before || options.reaction_at_any_step)
                    && check_guns(table, *firer, mover).is_ok()
            })
            .collect();
        (!firers.is_empty()).then_some(Self { mover, firers, fired: ShipSet::NONE })
    }

    /// The ships that have fired.
    pub const fn fired(&self) -> ShipSet {
        self.fired
    }

    /// The ship that may fire now.
    pub fn firer(&self) -> ShipId {
        self.firers.first().expect("the box asks only while a ship may fire")
    }

    /// The ship that moves.
    pub const fn mover(&self) -> ShipId {
        self.mover
    }

    /// Ships whose dice are used up by earlier fire, or whose target is gone, are passed over.
    fn next(mut self, table: &Table) -> Next<Dreadnoughts> {
        let able = |firer: &ShipId| check_guns(table, *firer, self.mover).is_ok();
        self.firers = self.firers.iter().filter(able).collect();
        if self.firers.is_empty() { Next::done(self) } else { Next::ask(self) }
    }
}

impl Step<Dreadnoughts> for Reaction {
    type Choice = ReactionChoice;

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.side(self.mover).opponent())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let (firer, mover) = (table.name(self.firer()), table.name(self.mover));
        Prompt::new(rule!("8.4"), format!("{mover} comes within two hexes of {firer}: fire?"))
            .about(table.vessel(self.firer()).id.clone())
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(ReactionChoice)) {
        each(ReactionChoice::Fire);
        each(ReactionChoice::Hold);
    }

    fn check(&self, table: &Table, _: Seat, choice: &ReactionChoice) -> Result<(), Refusal> {
        match choice {
            ReactionChoice::Fire => check_guns(table, self.firer(), self.mover).map(drop),
            ReactionChoice::Hold => Ok(()),
        }
    }

    /// The attack takes effect at once (8.4). A ship so close is not mistaken for another (ruling D3).
    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: ReactionChoice,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let (firer, mover) = (self.firer(), self.mover);
        self.firers.remove(firer);
        if choice == ReactionChoice::Fire {
            let dice = check_guns(table, firer, mover).expect("`check` allowed it");
            cx.log(rule!("8.4"), || Event::Reaction { ship: firer, at: mover });
            self.fired.insert(firer);
            let dice = dice + teething(table, firer, cx);
            // Ruling F2: without dice there is no attack.
            if dice > 0 {
                fire(table, firer, mover, dice, cx);
                damage::settle(table, ShipSet::one(mover), cx);
            }
        }
        self.next(table)
    }
}
