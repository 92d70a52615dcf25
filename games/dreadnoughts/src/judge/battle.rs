//! Two fleets that fire at each other until the end, and what that makes of the stakes.

use sandtable_engine::Seat;

use super::Clock;
use super::gunfire::{self, Attacker, Barrage, PLANS};
use super::stakes::{Harm, Stakes};
use crate::ids::{ShipId, ShipSet};
use crate::questions::sight;
use crate::table::Table;

/// What the enemies of a fleet are about to suffer, by either plan.
pub type Bombardment = [Suffering; PLANS];

/// Two fleets that fight on until the last turn.
pub struct Battle<'a> {
    /// As things are.
    pub now: &'a Table,
    /// As they will be when guns speak next.
    pub table: &'a Table,
    pub clock: Clock,
    /// Whose stakes they are.
    pub side: Seat,
    pub stakes: &'a [Stakes],
    /// What is about to happen to a ship before all else.
    pub blow: Option<(ShipId, Harm)>,
}

impl Battle<'_> {
    /// What the fire of a side does to its enemies, for each way in which it may be told to share it out. Each ship takes the target
    /// at which her fire changes most, or the one on which all are to fire, where she reaches it.
    pub fn bombardments(&self, side: Seat, eagerness: f32, focuses: &[Option<ShipId>]) -> Vec<Bombardment> {
        let enemies = self.table.fleet_of(side.opponent()).and(self.table.fleet.afloat);
        let untouched = self.untouched(enemies);
        let mut all: Vec<Bombardment> =
            focuses.iter().map(|_| [untouched.clone(), untouched.clone()]).collect();
        // What a ship can do to each enemy is the same however the fire is shared out.
        let mut barrages: [Vec<Barrage>; PLANS] = [Vec::new(), Vec::new()];
        for ship in self.table.fleet_of(side).and(self.now.fleet.afloat).iter() {
            if self.clock.unfired.contains(ship) {
                let at_once = gunfire::attacks_now(self.now, ship, enemies);
                let at_once =
                    at_once.map(|harm| Barrage { harm: harm.times(eagerness), die: Harm::default() });
                barrages[0].clear();
                barrages[0].extend(at_once);
                for (plans, focus) in all.iter_mut().zip(focuses) {
                    for suffering in plans {
                        self.engage(suffering, &barrages[0], false, *focus);
                    }
                }
            }
            if self.table.fleet.afloat.contains(ship) {
                let attacker = Attacker::new(self.table, ship, self.clock.unmoved.contains(ship));
                let beside = sight::beside(self.table, ship);
                barrages.iter_mut().for_each(Vec::clear);
                for enemy in enemies.iter() {
                    let by_plan = attacker.barrage(self.table, beside, enemy);
                    for (plan, Barrage { harm, die }) in barrages.iter_mut().zip(by_plan) {
                        plan.push(Barrage { harm: harm.times(eagerness), die: die.times(eagerness) });
                    }
                }
                for (plans, focus) in all.iter_mut().zip(focuses) {
                    for (suffering, barrages) in plans.iter_mut().zip(&barrages) {
                        self.engage(suffering, barrages, true, *focus);
                    }
                }
            }
        }
        all
    }

    /// Enemies before the fight, but for the blow that is about to fall on one of them.
    fn untouched(&self, enemies: ShipSet) -> Suffering {
        let targets = enemies.iter().map(|ship| {
            let harm = match self.blow {
                Some((struck, harm)) if struck == ship => harm,
                _ => Harm::default(),
            };
            Target { ship, harm, mean: self.stakes[ship.index()].under(harm), engaged: false }
        });
        Suffering { targets: targets.collect() }
    }

    /// Adds a ship's fire at the target that she is told to take, if she harms it, or else where it changes most.
    fn engage(&self, suffering: &mut Suffering, barrages: &[Barrage], for_long: bool, focus: Option<ShipId>) {
        let targets = &mut suffering.targets;
        let told = focus.and_then(|focus| targets.iter().position(|target| target.ship == focus));
        let told = told.and_then(|place| Some((place, targets[place].under_fire(&barrages[place])?)));
        let told = told.filter(|(_, harm)| harm.weight() > 0.05);
        let after = |target: &Target, harm: Harm| Target {
            harm,
            mean: self.stakes[target.ship.index()].under(harm),
            engaged: target.engaged || for_long,
            ..*target
        };
        if let Some((place, harm)) = told {
            targets[place] = after(&targets[place], harm);
            return;
        }
        // Stakes are those of one side: what the fire of the other does to them is a loss.
        let own = self.table.fleet_of(self.side);
        let mut best: Option<(f32, &mut Target, Target)> = None;
        for (target, barrage) in targets.iter_mut().zip(barrages) {
            let Some(harm) = target.under_fire(barrage) else { continue };
            let after = after(target, harm);
            let change = after.mean - target.mean;
            let gain = if own.contains(target.ship) { -change } else { change };
            if gain > best.as_ref().map_or(0.0, |(most, ..)| *most) {
                best = Some((gain, target, after));
            }
        }
        if let Some((_, target, after)) = best {
            *target = after;
        }
    }
}

/// What the enemies of a fleet are about to suffer.
#[derive(Clone, PartialEq)]
pub struct Suffering {
    targets: Vec<Target>,
}

impl Suffering {
    /// What a ship is about to suffer; nothing where nobody can fire on her.
    pub fn of(&self, ship: ShipId) -> Harm {
        let target = self.targets.iter().find(|target| target.ship == ship);
        target.map_or(Harm::default(), |target| target.harm)
    }
}

/// An enemy under fire.
#[derive(Clone, Copy, PartialEq)]
struct Target {
    ship: ShipId,
    harm: Harm,
    /// What the stakes in her come to under that harm.
    mean: f32,
    /// Whether a ship has taken her for its target.
    engaged: bool,
}

impl Target {
    /// What she suffers with one more ship firing at her, if that does her any harm. Who joins others throws a die less (C2.11).
    fn under_fire(&self, barrage: &Barrage) -> Option<Harm> {
        let more = if self.engaged { barrage.harm.plus(barrage.die.times(-1.0)) } else { barrage.harm };
        (more.hits > 0.0).then(|| self.harm.plus(more))
    }
}
