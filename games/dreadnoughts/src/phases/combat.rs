//! The combat phase: the first player names the ships one by one (5.2).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use super::air::{AirStrike, strike_is_due};
use super::damage;
use super::fire::{Fire, can_attack};
use super::gunnery::{Occasion, check_firer};
use crate::ids::{ShipId, ShipSet};
use crate::scenario::Weapon;
use crate::table::Table;
use crate::{Dreadnoughts, Frame};

/// The combat phase. Nothing that happens in it takes effect before its end (5.2a), so the ships that can attack are
/// known from its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Combat {
    /// Ships that can attack and have not been named yet: each is named once (5.2d, ruling O2).
    unnamed: ShipSet,
    /// Whether the aircraft have had their turn (9.17).
    air_done: bool,
}

/// Which ship acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CombatChoice {
    /// This ship, of either side (5.2b).
    Name(ShipId),
}

impl Combat {
    /// Ships still to be named.
    pub fn unnamed(&self) -> ShipSet {
        self.unnamed
    }

    /// Goes on with the next ship, the aircraft, or the end of the phase.
    fn next(mut self, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        if !self.unnamed.is_empty() {
            return Next::ask(self);
        }
        if !self.air_done && strike_is_due(table) {
            self.air_done = true;
            return Next::call(self, AirStrike::new(table));
        }
        damage::settle(table, table.fleet.afloat, cx);
        Next::done(self)
    }
}

impl Step<Dreadnoughts> for Combat {
    type Choice = CombatChoice;

    fn enter(mut self, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        table.fired_guns_before = table.fired_guns;
        table.fired_guns = ShipSet::NONE;
        self.unnamed = table.fleet.afloat.iter().filter(|ship| can_attack(table, *ship)).collect();
        self.next(table, cx)
    }

    #[inline]
    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.scenario.first_player)
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("5.2b"), "Which ship fires next?")
            .hint("You set the order for both sides; each ship's owner picks its weapon and target.")
    }

    #[inline]
    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(CombatChoice)) {
        table.fleet.afloat.iter().map(CombatChoice::Name).for_each(each);
    }

    /// Who can attack is known from the beginning of the phase, so that nobody need be asked again.
    #[inline]
    fn legal(&self, _: &Table, _: Seat, each: &mut impl FnMut(CombatChoice)) {
        self.unnamed.iter().map(CombatChoice::Name).for_each(each);
    }

    #[inline]
    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(CombatChoice)) {
        self.legal(table, seat, each);
    }

    #[inline]
    fn has_several(&self, _: &Table, _: Seat) -> bool {
        self.unnamed.len() > 1
    }

    #[inline]
    fn check(&self, table: &Table, _: Seat, choice: &CombatChoice) -> Result<(), Refusal> {
        let CombatChoice::Name(ship) = *choice;
        if ship.index() < table.scenario.ships.len() && self.unnamed.contains(ship) {
            return Ok(());
        }
        let known = ship.index() < table.scenario.ships.len() && table.fleet.afloat.contains(ship);
        require!(known, "5.2d", "only ships that are afloat on the map fire");
        let piece = Thing::Piece(u16::from(ship.0));
        check_firer(table, ship, Weapon::Guns, Occasion::Combat)?;
        require!(can_attack(table, ship), "5.2d", "the ship has no target that it could attack"; blocked piece);
        Err(Refusal::new(rule!("5.2c"), "that ship has had its turn to fire in this phase").blocked_by(piece))
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: CombatChoice,
        _: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let CombatChoice::Name(ship) = choice;
        self.unnamed.remove(ship);
        Next::call(self, Fire::new(table, ship))
    }

    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        self.next(table, cx)
    }
}
