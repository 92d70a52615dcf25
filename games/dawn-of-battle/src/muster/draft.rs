//! An army on paper: what was bought, and what it costs (17.2).

use sandtable_engine::{Refusal, require};
use serde::Serialize;

use crate::data::{Kind, LeaderValues, leader_counters, limits};
use crate::ids::{MOST_LEADERS, facing};
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

    /// What a proposed army consists of, one by one.
    fn proposed(army: &UsualArmy) -> impl Iterator<Item = Self> + '_ {
        let ware = |kind| if kind == Kind::Ay { Self::Gun(army.firepower) } else { Self::Unit(kind) };
        let units = army.units.iter().flat_map(move |(kind, count)| (0..*count).map(move |_| ware(*kind)));
        units.chain(army.leaders.iter().copied().map(Self::Leader))
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
        Ware::proposed(army).for_each(|ware| draft.add(ware));
        draft
    }

    /// Whether a side with so many build points could buy the army that a preset proposes.
    pub fn check_usual(army: &UsualArmy, points: u16) -> Result<(), Refusal> {
        let mut draft = Self::default();
        for ware in Ware::proposed(army) {
            draft.check(ware, points)?;
            draft.add(ware);
        }
        Ok(())
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

    /// Whether one more can be bought by a side with so many build points (17.2).
    pub fn check(&self, ware: Ware, points: u16) -> Result<(), Refusal> {
        let known = match ware {
            Ware::Unit(kind) => kind != Kind::Ay,
            Ware::Gun(firepower) => (1..=limits().build.most_firepower).contains(&firepower),
            Ware::Leader(values) => leader_counters().iter().any(|counter| counter.values == values),
        };
        require!(known, "17.2", "there is no such counter");
        if let Ware::Unit(kind) = ware
            && kind.is_camp()
        {
            require!(
                self.camps() == 0,
                "17.2",
                "an army has one camp or one war wagon, and it has it already"
            );
        }
        if let Ware::Leader(values) = ware {
            let most = limits().build.most_command;
            let command = self.command() + values.command;
            require!(command <= most, "17.2.3", "the leaders would have {0} command in all, {1} is the most"; figures command.into(), most.into());
            let copies = leader_counters()
                .iter()
                .find(|counter| counter.values == values)
                .map_or(0, |counter| counter.copies);
            require!(self.count(ware) < copies, "17.2.2", "there is no further counter with these values");
            let most = MOST_LEADERS as i16 - 1;
            require!(i16::from(self.leaders()) < most, "17.2.2", "an army has at most {0} leaders"; figures most, 0);
        } else {
            let most = limits().build.most_units;
            require!(self.units() < most, "R69", "an army has at most {0} units"; figures most.into(), 0);
        }
        let sum = self.cost() + ware.cost();
        require!(sum <= points, "17.2", "that makes {0} build points, and there are {1}"; figures sum.cast_signed(), points.cast_signed());
        Ok(())
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
