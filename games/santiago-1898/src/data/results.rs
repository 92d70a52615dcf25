//! What the cells of the fire and shock tables say.

use serde::Serialize;

/// What fire does (9.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FireResult {
    /// Steps lost.
    pub steps: u8,
    /// Whether the stack is disorganised.
    pub dis: bool,
}

impl FireResult {
    pub(super) fn read(cell: &str) -> Result<Self, String> {
        Ok(match cell {
            "-" => Self { steps: 0, dis: false },
            "DIS" => Self { steps: 0, dis: true },
            "1" => Self { steps: 1, dis: false },
            "1+DIS" => Self { steps: 1, dis: true },
            "2+DIS" => Self { steps: 2, dis: true },
            _ => return Err(format!("`{cell}` is no result of fire")),
        })
    }

    /// As printed.
    pub const fn word(self) -> &'static str {
        match (self.steps, self.dis) {
            (0, false) => "–",
            (0, true) => "DIS",
            (1, false) => "1",
            (1, true) => "1+DIS",
            _ => "2+DIS",
        }
    }

    /// In words.
    pub const fn told(self) -> &'static str {
        match (self.steps, self.dis) {
            (0, false) => "no effect",
            (0, true) => "disorganised",
            (1, false) => "a step lost",
            (1, true) => "a step lost and disorganised",
            _ => "two steps lost and disorganised",
        }
    }
}

/// What an assault does to one side (9.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Blow {
    /// Steps lost.
    pub steps: u8,
    /// Whether it falls back.
    pub retreat: bool,
}

impl Blow {
    fn read(half: &str) -> Result<Self, String> {
        let (number, retreat) = match half.strip_suffix('R') {
            Some(rest) => (rest, true),
            None => (half, false),
        };
        let steps = match number {
            "" | "-" => 0,
            number => number.parse().map_err(|_| format!("`{half}` is no result of an assault"))?,
        };
        Ok(Self { steps, retreat })
    }

    fn word(self) -> String {
        match (self.steps, self.retreat) {
            (0, false) => "–".into(),
            (0, true) => "R".into(),
            (steps, false) => steps.to_string(),
            (steps, true) => format!("{steps}R"),
        }
    }

    fn told(self, who: &str) -> Option<String> {
        let lost = match self.steps {
            0 => None,
            1 => Some("loses a step".to_owned()),
            steps => Some(format!("loses {steps} steps")),
        };
        match (lost, self.retreat) {
            (None, false) => None,
            (None, true) => Some(format!("{who} falls back")),
            (Some(lost), false) => Some(format!("{who} {lost}")),
            (Some(lost), true) => Some(format!("{who} {lost} and falls back")),
        }
    }
}

/// What an assault does to both sides (9.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct ShockResult {
    /// To the attacker.
    pub attacker: Blow,
    /// To the defender.
    pub defender: Blow,
}

impl ShockResult {
    pub(super) fn read(cell: &str) -> Result<Self, String> {
        let (attacker, defender) = cell.split_once('/').ok_or_else(|| format!("`{cell}` has no stroke"))?;
        Ok(Self { attacker: Blow::read(attacker)?, defender: Blow::read(defender)? })
    }

    /// As printed.
    pub fn word(self) -> String {
        format!("{}/{}", self.attacker.word(), self.defender.word())
    }

    /// In words.
    pub fn told(self) -> String {
        match (self.attacker.told("attacker"), self.defender.told("defender")) {
            (None, None) => "no effect".into(),
            (Some(one), None) | (None, Some(one)) => one,
            (Some(attacker), Some(defender)) => format!("{attacker}, {defender}"),
        }
    }
}
