//! Leader counters (2.5.1) and what they cost (17.2.2).

use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::{limits, parse};

pub(super) const FILE: &str = include_str!("../../data/leaders.toml");

/// What stands on a leader's counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[u8; 3]", into = "[u8; 3]")]
pub struct LeaderValues {
    /// The number in the laurel: points, morale, hand (6.1).
    pub command: u8,
    /// How far he commands (6.2).
    pub range: u8,
    /// What he adds in melee (10.2.4.1).
    pub combat: u8,
}

impl From<[u8; 3]> for LeaderValues {
    fn from([command, range, combat]: [u8; 3]) -> Self {
        Self { command, range, combat }
    }
}

impl From<LeaderValues> for [u8; 3] {
    fn from(values: LeaderValues) -> Self {
        [values.command, values.range, values.combat]
    }
}

impl fmt::Display for LeaderValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.command, self.range, self.combat)
    }
}

impl LeaderValues {
    /// Build points (17.2.2).
    pub fn cost(self) -> u16 {
        let build = &limits().build;
        let parts = [
            (self.command, build.command_cost),
            (self.range, build.range_cost),
            (self.combat, build.combat_cost),
        ];
        parts.into_iter().map(|(value, price)| u16::from(value) * u16::from(price)).sum()
    }

    /// What his death adds to the losses of 13.3.
    pub fn loss(self) -> u16 {
        u16::from(limits().leader_loss) + u16::from(limits().command_loss) * u16::from(self.command)
    }
}

/// A counter that can be bought.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderCounter {
    /// What stands on it.
    pub values: LeaderValues,
    /// How many a side has.
    pub copies: u8,
    /// Where it comes from.
    pub source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeadersFile {
    leader: Vec<LeaderCounter>,
}

/// The leader counters of a side.
pub fn leader_counters() -> &'static [LeaderCounter] {
    static COUNTERS: OnceLock<LeadersFile> = OnceLock::new();
    &COUNTERS.get_or_init(|| parse("leaders.toml", FILE)).leader
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaders_cost_as_the_formula_says() {
        assert_eq!(LeaderValues::from([2, 3, 2]).cost(), 16);
        assert_eq!(LeaderValues::from([1, 1, 1]).cost(), 7);
        assert_eq!(
            [0, 1, 2].map(|command| LeaderValues { command, range: 1, combat: 1 }.loss()),
            [5, 10, 15]
        );
        assert_eq!(leader_counters().len(), 16);
    }
}
