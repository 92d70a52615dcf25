//! An army on paper: what was bought, and what it costs (17.2).

use serde::Serialize;

use crate::data::{Kind, LeaderValues, leader_counters, limits};
use crate::ids::facing;
use crate::scenario::{LeaderLine, Scenario, Station, UnitLine, UsualArmy};
use crate::table::Marker;

/// The most firepower that a cannon can be bought with, and the number of leader counters; the data say the same.
const FIREPOWERS: usize = 5;
const COUNTERS: usize = 16;

/// What a player has bought so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Draft {
    units: [u8; Kind::COUNT],
    /// Cannon by firepower.
    guns: [u8; FIREPOWERS],
    /// Leaders by their counters.
    leaders: [u8; COUNTERS],
}

/// Something that can be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ware {
    /// A unit that is no cannon.
    Unit(Kind),
    /// A cannon of this firepower.
    Gun(u8),
    /// A leader.
    Leader(LeaderValues),
}

impl Ware {
    /// Everything that there is to buy.
    pub fn all() -> impl Iterator<Item = Self> {
        let units = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Ay).map(Self::Unit);
        let guns = (1..=limits().build.most_firepower).map(Self::Gun);
        units.chain(guns).chain(leader_counters().iter().map(|counter| Self::Leader(counter.values)))
    }

    /// What it costs (17.2.1, 17.2.2): a camp or war wagons nothing, a cannon by its firepower, a leader by the formula.
    pub fn cost(self) -> u16 {
        match self {
            Self::Unit(kind) => kind.card().cost.map_or(0, u16::from),
            Self::Gun(firepower) => u16::from(firepower) * u16::from(limits().build.firepower_cost),
            Self::Leader(values) => values.cost(),
        }
    }

    /// Its part of a key: `hi`, `ay-3`, `leader-2-3-2`.
    pub fn key(self) -> String {
        match self {
            Self::Unit(kind) => kind.key().to_owned(),
            Self::Gun(firepower) => format!("{}-{firepower}", Kind::Ay.key()),
            Self::Leader(values) => format!("leader-{values}"),
        }
    }

    /// What it is called.
    pub fn name(self) -> String {
        match self {
            Self::Unit(kind) => kind.card().name.clone(),
            Self::Gun(firepower) => format!("{} of firepower {firepower}", Kind::Ay.card().name),
            Self::Leader(values) => format!("Leader {values}"),
        }
    }
}

impl Draft {
    /// The army that a preset proposes.
    pub fn usual(army: &UsualArmy) -> Self {
        let mut draft = Self::default();
        for (kind, count) in &army.units {
            for _ in 0..*count {
                draft.add(if *kind == Kind::Ay { Ware::Gun(army.firepower) } else { Ware::Unit(*kind) });
            }
        }
        army.leaders.iter().for_each(|values| draft.add(Ware::Leader(*values)));
        draft
    }

    fn slot(&mut self, ware: Ware) -> Option<&mut u8> {
        match ware {
            Ware::Unit(kind) => self.units.get_mut(kind as usize),
            Ware::Gun(firepower) => self.guns.get_mut(usize::from(firepower).checked_sub(1)?),
            Ware::Leader(values) => {
                let at = leader_counters().iter().position(|counter| counter.values == values)?;
                self.leaders.get_mut(at)
            }
        }
    }

    /// Buys one.
    pub fn add(&mut self, ware: Ware) {
        if let Some(count) = self.slot(ware) {
            *count += 1;
        }
    }

    /// Gives one back.
    pub fn remove(&mut self, ware: Ware) {
        if let Some(count) = self.slot(ware) {
            *count = count.saturating_sub(1);
        }
    }

    /// How many were bought.
    pub fn count(&self, ware: Ware) -> u8 {
        self.clone().slot(ware).map_or(0, |count| *count)
    }

    fn wares(&self) -> impl Iterator<Item = (Ware, u8)> + '_ {
        Ware::all().map(|ware| (ware, self.count(ware))).filter(|(_, count)| *count > 0)
    }

    /// What it costs in all.
    pub fn cost(&self) -> u16 {
        self.wares().map(|(ware, count)| ware.cost() * u16::from(count)).sum()
    }

    /// Command of its leaders in all (17.2.3).
    pub fn command(&self) -> u8 {
        let leaders = self.wares().filter_map(|(ware, count)| match ware {
            Ware::Leader(values) => Some(values.command * count),
            _ => None,
        });
        leaders.sum()
    }

    /// How many leaders it has.
    pub fn leaders(&self) -> u8 {
        self.leaders.iter().sum()
    }

    /// How many units it has, camp or war wagons included.
    pub fn units(&self) -> u8 {
        self.units.iter().chain(&self.guns).sum()
    }

    /// How many camps and war wagons it has.
    pub fn camps(&self) -> u8 {
        Kind::ALL.into_iter().filter(|kind| kind.is_camp()).map(|kind| self.units[kind as usize]).sum()
    }

    /// Strength in good order, camp and war wagons left out; elephants count what is lost with them, cannon their firepower.
    pub fn strength(&self) -> u16 {
        let units = self.wares().map(|(ware, count)| {
            let one = match ware {
                Ware::Unit(kind) if kind.is_camp() => 0,
                Ware::Unit(kind) => kind.card().loss,
                Ware::Gun(firepower) => firepower,
                Ware::Leader(_) => 0,
            };
            u16::from(one) * u16::from(count)
        });
        units.sum()
    }

    /// The panic level of 17.5: half of its strength, rounded up (R57).
    pub fn panic_level(&self) -> u16 {
        (self.strength() * limits().build.panic_share).div_ceil(100)
    }

    /// Puts the army into a scenario, to be deployed.
    pub fn enlist(&self, scenario: &mut Scenario, side: usize) {
        let army = &mut scenario.armies[side];
        army.panic = self.panic_level();
        for (ware, count) in self.wares() {
            for number in 1..=count {
                match ware {
                    Ware::Unit(kind) => army.units.push(unit_line(kind, 0)),
                    Ware::Gun(firepower) => army.units.push(unit_line(Kind::Ay, firepower)),
                    Ware::Leader(values) => army.leaders.push(leader_line(values, number)),
                }
            }
        }
    }
}

fn unit_line(kind: Kind, firepower: u8) -> UnitLine {
    UnitLine {
        kind,
        name: kind.card().name.clone(),
        firepower,
        station: Station::Deployed,
        facing: facing(1).expect("1 is a facing"),
        disrupted: false,
        marker: Marker::None,
    }
}

fn leader_line(values: LeaderValues, number: u8) -> LeaderLine {
    LeaderLine {
        name: if number == 1 { format!("Leader {values}") } else { format!("Leader {values}, the other") },
        key: format!("leader-{values}-{number}"),
        values,
        at: None,
        returns: None,
        with_reinforcements: false,
        dead: false,
        shown: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::SHELF;

    #[test]
    fn the_data_fit_the_paper() {
        assert_eq!(usize::from(limits().build.most_firepower), FIREPOWERS);
        assert_eq!(leader_counters().len(), COUNTERS);
    }

    #[test]
    fn the_usual_armies_cost_what_their_sides_have() {
        let mut found = Vec::new();
        for scenario in SHELF.plain().iter().filter(|scenario| scenario.build.is_some()) {
            for army in &scenario.armies {
                let draft = Draft::usual(army.usual.as_ref().expect("presets propose armies"));
                found.push((draft.cost(), draft.strength(), draft.panic_level(), draft.command()));
            }
        }
        assert_eq!(found, [(100, 41, 21, 3), (100, 58, 29, 2), (125, 59, 30, 3), (100, 53, 27, 3)]);
    }
}
