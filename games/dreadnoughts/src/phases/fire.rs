//! A ship that has been named attacks, or holds its fire (6.1, 7.3, ruling O1).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use super::gunnery::{Battery, fire, teething};
use super::torpedoes::{check_torpedoes, launch};
use crate::Dreadnoughts;
use crate::events::Event;
use crate::ids::ShipId;
use crate::questions::range::range;
use crate::table::Table;

/// The owner of a named ship picks weapon and target, whoever named it (rulings O1 and F3), and does so just before
/// its throw (ruling F4).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fire {
    battery: Battery,
}

/// One attack in a phase, with guns or with torpedoes (6.1, 7.3), all guns at one target (6.4a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireChoice {
    /// Fire guns at a ship.
    Guns(ShipId),
    /// Launch torpedoes at a ship.
    Torpedoes(ShipId),
    /// Do nothing.
    Hold,
}

/// Whether a ship has anything that it could attack.
pub fn can_attack(table: &Table, ship: ShipId) -> bool {
    let battery = Battery::of(table, ship);
    let mut enemies = table.enemies_of(ship).and(table.fleet.afloat).iter();
    enemies.any(|target| {
        battery.check_guns(table, target).is_ok() || check_torpedoes(table, &battery, target).is_ok()
    })
}

impl Fire {
    /// The turn of a ship to attack.
    pub fn new(table: &Table, ship: ShipId) -> Self {
        Self { battery: Battery::of(table, ship) }
    }

    /// Whose turn it is.
    pub const fn ship(&self) -> ShipId {
        self.battery.ship
    }

    /// The target that the guns really fire at: a ship may be mistaken for another (9.9). None where the mistaken one
    /// cannot be fired on (ruling D1).
    fn recognised(&self, table: &Table, target: ShipId, cx: &mut Cx<Dreadnoughts>) -> Option<ShipId> {
        let ship = self.ship();
        let cases = table.scenario.specials.mistaken.iter();
        let mut fitting =
            cases.filter(|case| case.ship == ship && case.target == target && case.turns.holds(table.turn));
        let Some(case) = fitting.next() else { return Some(target) };
        let die = cx.die(rule!("9.9"));
        if !case.on.contains(die) {
            cx.log(rule!("9.9"), || Event::Recognised { ship, at: target, die });
            return Some(target);
        }
        let at = case.instead;
        cx.log(rule!("9.9"), || Event::Mistaken { ship, meant: target, at, die });
        self.battery.check_guns(table, at).is_ok().then_some(at)
    }

    fn fire_guns(self, table: &mut Table, target: ShipId, cx: &mut Cx<Dreadnoughts>) {
        let ship = self.ship();
        let Some(target) = self.recognised(table, target, cx) else {
            return cx.log(rule!("D1"), || Event::Held { ship });
        };
        let dice = self.battery.gun_dice(table, target) + teething(table, ship, cx);
        // Ruling F2: without dice there is no attack.
        if dice < 1 {
            return cx.log(rule!("F2"), || Event::Held { ship });
        }
        table.fired_guns.insert(ship);
        fire(table, ship, target, dice, cx);
    }
}

impl Step<Dreadnoughts> for Fire {
    type Choice = FireChoice;

    #[inline]
    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.side(self.ship()))
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("6.1"), format!("{} is to fire.", table.name(self.ship())))
            .hint("Pick a target for her guns or torpedoes, or hold her fire.")
            .about(table.vessel(self.ship()).id.clone())
    }

    #[inline]
    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(FireChoice)) {
        each(FireChoice::Hold);
        let enemies = table.enemies_of(self.ship()).and(table.fleet.afloat.or(table.fleet.hulks));
        enemies.iter().for_each(|target| each(FireChoice::Guns(target)));
        if table.ratings(self.ship()).torpedoes > 0 {
            enemies.iter().for_each(|target| each(FireChoice::Torpedoes(target)));
        }
    }

    /// Leaves out what is plainly out of reach, so that search need not ask.
    #[inline]
    fn canonical_candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(FireChoice)) {
        each(FireChoice::Hold);
        let Battery { ship, guns_ready, tubes_ready, .. } = self.battery;
        let enemies = table.enemies_of(ship).and(table.fleet.afloat);
        if guns_ready {
            enemies.iter().for_each(|target| each(FireChoice::Guns(target)));
        }
        if tubes_ready {
            let reach = table.scenario.torpedo_range;
            let near = enemies.iter().filter(|target| range(table, ship, *target) <= reach);
            near.for_each(|target| each(FireChoice::Torpedoes(target)));
        }
    }

    /// Whoever is named could attack when the phase began, and only fire at a target makes it a worse one (6.0).
    #[inline]
    fn has_several(&self, table: &Table, seat: Seat) -> bool {
        let mut enemies = table.enemies_of(self.ship()).and(table.fleet.afloat).iter();
        enemies.all(|target| table.ships[target].fired_at == 0) || self.finds_two(table, seat)
    }

    #[inline]
    fn check(&self, table: &Table, _: Seat, choice: &FireChoice) -> Result<(), Refusal> {
        if let FireChoice::Guns(target) | FireChoice::Torpedoes(target) = choice {
            require!(target.index() < table.scenario.ships.len(), "6.1", "there is no such ship");
        }
        match *choice {
            FireChoice::Guns(target) => self.battery.check_guns(table, target).map(drop),
            FireChoice::Torpedoes(target) => check_torpedoes(table, &self.battery, target).map(drop),
            FireChoice::Hold => Ok(()),
        }
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: FireChoice,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let ship = self.ship();
        match choice {
            FireChoice::Guns(target) => self.fire_guns(table, target, cx),
            FireChoice::Torpedoes(target) => {
                let dice = check_torpedoes(table, &self.battery, target).expect("`check` allowed it");
                launch(table, ship, target, dice, cx);
            }
            FireChoice::Hold => cx.log(rule!("5.2d"), || Event::Held { ship }),
        }
        Next::done(self)
    }
}
