//! Aircraft of the scenario: attacks after the guns (9.17) and harassment before the move (9.18).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use super::damage;
use super::gunnery;
use crate::Dreadnoughts;
use crate::events::Event;
use crate::ids::{ShipId, ShipSet};
use crate::questions::speed;
use crate::table::Table;

/// Attacks from the air (9.17).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct AirStrike {
    attacked: ShipSet,
    /// Dice beyond the plain ones, to be placed on any of the targets.
    extra: u8,
}

/// The next target of the aircraft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AirChoice {
    /// Attack a ship, with so many of the extra dice.
    Attack {
        /// The target.
        at: ShipId,
        /// Extra dice placed on it.
        extra: u8,
    },
}

/// Whether aircraft attack this turn and have something to attack.
pub fn strike_is_due(table: &Table) -> bool {
    table.scenario.specials.air_attacks.as_ref().is_some_and(|attacks| {
        let targets = table.fleet_of(attacks.side.opponent()).and(table.fleet.afloat);
        table.turn >= attacks.from_turn && !targets.is_empty()
    })
}

impl AirStrike {
    /// The attacks of a turn.
    pub fn new(table: &Table) -> Self {
        let extra = table.scenario.specials.air_attacks.as_ref().map_or(0, |attacks| {
            let carriers = attacks.carriers.and(table.fleet.afloat).len() as u8;
            carriers.saturating_sub(attacks.beyond)
        });
        Self { attacked: ShipSet::NONE, extra }
    }

    fn targets(table: &Table) -> ShipSet {
        let side = table.scenario.specials.air_attacks.as_ref().map_or(Seat(0), |attacks| attacks.side);
        table.fleet_of(side.opponent()).and(table.fleet.afloat)
    }

    /// Targets that may still be named.
    fn left(&self, table: &Table) -> u32 {
        let most =
            table.scenario.specials.air_attacks.as_ref().map_or(0, |attacks| u32::from(attacks.targets));
        most.min(Self::targets(table).len()).saturating_sub(self.attacked.len())
    }
}

impl Step<Dreadnoughts> for AirStrike {
    type Choice = AirChoice;

    fn waiting(&self, table: &Table) -> SeatSet {
        table
            .scenario
            .specials
            .air_attacks
            .as_ref()
            .map_or(SeatSet::NONE, |attacks| SeatSet::one(attacks.side))
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("9.17"), format!("Aircraft: name a target ({} to go).", self.left(table)))
            .hint(format!("{} extra dice are left to place.", self.extra))
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(AirChoice)) {
        for at in Self::targets(table).iter() {
            (0..=self.extra).for_each(|extra| each(AirChoice::Attack { at, extra }));
        }
    }

    fn check(&self, table: &Table, _: Seat, choice: &AirChoice) -> Result<(), Refusal> {
        let AirChoice::Attack { at, extra } = *choice;
        let known = at.index() < table.scenario.ships.len() && Self::targets(table).contains(at);
        require!(known, "9.17", "aircraft attack enemy ships that are afloat on the map");
        let piece = Thing::Piece(u16::from(at.0));
        require!(!self.attacked.contains(at), "9.17", "each attack goes to a different ship"; blocked piece);
        require!(extra <= self.extra, "9.17", "only {0} extra dice are left"; figures i16::from(self.extra), 0);
        let last = self.left(table) == 1;
        require!(!last || extra == self.extra, "9.17", "the last target takes all extra dice that are left");
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: AirChoice,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let AirChoice::Attack { at, extra } = choice;
        let attacks =
            table.scenario.specials.air_attacks.as_ref().expect("the box is entered only with attacks");
        let (dice, weight) = (attacks.dice + extra, attacks.weight);
        let throw = gunnery::throw(dice as i8, cx, rule!("9.17"));
        cx.log(rule!("9.17"), || Event::Air { at, dice: throw });
        let shot = damage::shot_at(table, at, weight);
        damage::resolve(table, at, shot, throw.hits(), cx);
        self.attacked.insert(at);
        self.extra -= extra;
        if self.left(table) > 0 { Next::ask(self) } else { Next::done(self) }
    }
}

/// Harassment from the air (9.18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Harassment {
    left: u8,
}

/// The next ship that aircraft harass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HarassmentChoice {
    /// This one.
    Name(ShipId),
    /// No more.
    Enough,
}

impl Harassment {
    fn targets(table: &Table) -> ShipSet {
        let Some((side, ..)) = table.scenario.specials.harassment else { return ShipSet::NONE };
        let ships = table.fleet_of(side.opponent()).and(table.fleet.afloat).minus(table.harassed);
        ships.iter().filter(|ship| speed::check_evasion(table, *ship).is_ok()).collect()
    }

    fn next(self, table: &Table) -> Next<Dreadnoughts> {
        if self.left == 0 || Self::targets(table).is_empty() { Next::done(self) } else { Next::ask(self) }
    }
}

impl Step<Dreadnoughts> for Harassment {
    type Choice = HarassmentChoice;

    fn enter(mut self, table: &mut Table, _: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        if let Some((_, from_turn, carriers)) = table.scenario.specials.harassment
            && table.turn >= from_turn
        {
            self.left = carriers.and(table.fleet.afloat).len() as u8;
        }
        self.next(table)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        table.scenario.specials.harassment.map_or(SeatSet::NONE, |(side, ..)| SeatSet::one(side))
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("9.18"), format!("Aircraft: name a ship to harass ({} left).", self.left))
            .hint("It must take evasive action this turn.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(HarassmentChoice)) {
        let Some((side, ..)) = table.scenario.specials.harassment else { return };
        let ships = table.fleet_of(side.opponent()).and(table.fleet.afloat);
        ships.iter().for_each(|ship| each(HarassmentChoice::Name(ship)));
        each(HarassmentChoice::Enough);
    }

    fn check(&self, table: &Table, _: Seat, choice: &HarassmentChoice) -> Result<(), Refusal> {
        let HarassmentChoice::Name(ship) = *choice else { return Ok(()) };
        let Some((side, ..)) = table.scenario.specials.harassment else {
            return Err(Refusal::new(rule!("9.18"), "the scenario has no aircraft"));
        };
        let enemies = table.fleet_of(side.opponent()).and(table.fleet.afloat);
        let known = ship.index() < table.scenario.ships.len() && enemies.contains(ship);
        require!(known, "9.18", "aircraft harass enemy ships that are afloat on the map");
        let piece = Thing::Piece(u16::from(ship.0));
        require!(!table.harassed.contains(ship), "9.18", "that ship is harassed already"; blocked piece);
        speed::check_evasion(table, ship)
    }

    /// Ships are named in their order: another order is the same harassment.
    fn canonical(&self, table: &Table, _: Seat, choice: &HarassmentChoice) -> bool {
        match *choice {
            HarassmentChoice::Name(ship) => table.harassed.0 >> ship.0 == 0,
            HarassmentChoice::Enough => true,
        }
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: HarassmentChoice,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        match choice {
            HarassmentChoice::Enough => self.left = 0,
            HarassmentChoice::Name(ship) => {
                self.left -= 1;
                table.harassed.insert(ship);
                cx.log(rule!("9.18"), || Event::Harassed { ship });
            }
        }
        self.next(table)
    }
}
