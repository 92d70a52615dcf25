//! Two fleets that fire at each other until the end, and what that makes of the stakes.

use sandtable_engine::Seat;

use super::Clock;
use super::gunfire::{Attacker, Barrage, PLANS};
use super::stakes::{Harm, Stakes};
use crate::ids::{MOST_SHIPS, ShipId, ShipSet};
use crate::table::Table;

/// What each ship is about to suffer.
pub type Suffering = [Harm; MOST_SHIPS];

/// Two fleets that fight on until the last turn.
pub struct Battle<'a> {
    /// As things are.
    pub now: &'a Table,
    /// As they will be when guns speak next.
    pub table: &'a Table,
    pub clock: Clock,
    /// Whose stakes they are.
    pub side: Seat,
    pub stakes: &'a [Stakes; MOST_SHIPS],
    /// What is about to happen to a ship before all else.
    pub blow: Option<(ShipId, Harm)>,
}

impl Battle<'_> {
    /// What the fire of a side does to its enemies, by either plan. Each ship takes the target at which her fire changes most,
    /// or the one on which all are to fire, where she reaches it.
    pub fn bombardment(&self, side: Seat, eagerness: f32, all_on: Option<ShipId>) -> [Suffering; PLANS] {
        let enemies = self.table.fleet_of(side.opponent()).and(self.table.fleet.afloat);
        let mut ledgers = [[Target::default(); MOST_SHIPS]; PLANS];
        for ledger in &mut ledgers {
            for enemy in enemies.iter() {
                ledger[enemy.index()].mean = self.stakes[enemy.index()].under(Harm::default());
            }
        }
        if let Some((ship, harm)) = self.blow
            && enemies.contains(ship)
        {
            for ledger in &mut ledgers {
                ledger[ship.index()].harm = harm;
                ledger[ship.index()].mean = self.stakes[ship.index()].under(harm);
            }
        }
        let mut barrages = [[Barrage::default(); MOST_SHIPS]; PLANS];
        for ship in self.table.fleet_of(side).and(self.now.fleet.afloat).iter() {
            if self.clock.unfired.contains(ship) {
                let attacker = Attacker::new(self.now, ship, false);
                for enemy in enemies.iter() {
                    let harm = attacker.attack_now(enemy).times(eagerness);
                    barrages[0][enemy.index()] = Barrage { harm, die: Harm::default() };
                }
                for ledger in &mut ledgers {
                    self.engage(ledger, enemies, &barrages[0], false, all_on);
                }
            }
            if self.table.fleet.afloat.contains(ship) {
                let attacker = Attacker::new(self.table, ship, self.clock.unmoved.contains(ship));
                for enemy in enemies.iter() {
                    for (plan, barrage) in barrages.iter_mut().zip(attacker.barrage(enemy)) {
                        plan[enemy.index()] = Barrage {
                            harm: barrage.harm.times(eagerness),
                            die: barrage.die.times(eagerness),
                        };
                    }
                }
                for (ledger, barrages) in ledgers.iter_mut().zip(&barrages) {
                    self.engage(ledger, enemies, barrages, true, all_on);
                }
            }
        }
        ledgers.map(|ledger| ledger.map(|target| target.harm))
    }

    /// Adds a ship's fire at the target where it changes most. Who joins others throws a die less (C2.11).
    fn engage(
        &self,
        ledger: &mut [Target; MOST_SHIPS],
        enemies: ShipSet,
        barrages: &[Barrage; MOST_SHIPS],
        for_long: bool,
        all_on: Option<ShipId>,
    ) {
        // Stakes are those of one side: what the fire of the other does to them is a loss.
        let gain = if self.table.fleet_of(self.side).and(enemies).is_empty() { 1.0 } else { -1.0 };
        let mut best = (0.0, None, Target::default());
        for enemy in enemies.iter() {
            let (target, barrage) = (&ledger[enemy.index()], &barrages[enemy.index()]);
            let more = if target.engaged { barrage.harm.plus(barrage.die.times(-1.0)) } else { barrage.harm };
            if more.hits <= 0.0 {
                continue;
            }
            let harm = target.harm.plus(more);
            let mean = self.stakes[enemy.index()].under(harm);
            let change = match all_on {
                Some(focus) if focus == enemy && harm.weight() > 0.05 => f32::MAX,
                _ => (mean - target.mean) * gain,
            };
            if change > best.0 {
                best = (change, Some(enemy), Target { harm, mean, engaged: target.engaged || for_long });
            }
        }
        if let (_, Some(enemy), target) = best {
            ledger[enemy.index()] = target;
        }
    }
}

/// An enemy under fire.
#[derive(Clone, Copy, Default)]
struct Target {
    harm: Harm,
    /// What the stakes in her come to under that harm.
    mean: f32,
    /// Whether a ship has taken her for its target.
    engaged: bool,
}
