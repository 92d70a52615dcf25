//! The melee charts of the cards, and the one of ex Machina (2.7.3, 10.2.5, 14.6).
//!
//! Charts A to I are M1, M2, M3, M4, M5, M6, M7, M8 and M9; that of ex Machina is M10. Two results hang on a check, n-d and d-D; there is no third (R31).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

pub(super) const TEXT: &str = include_str!("../../data/charts.toml");

/// The highest melee strength; the lowest is its opposite (10.2.4).
pub const STRONGEST: i8 = 6;
/// Rows of a chart.
const ROWS: usize = 13;
/// Charts of the normal cards.
pub const CHARTS: usize = 9;

/// What a melee does to a unit, without its morale check (10.2.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// n: nothing.
    #[default]
    Nothing,
    /// d: disrupted; nothing more if it is so already.
    Disrupted,
    /// D: disrupted, or eliminated if it is so already.
    Special,
    /// E: eliminated.
    Eliminated,
}

impl Harm {
    /// One step worse, as after a failed check (2.7.3).
    #[must_use]
    pub const fn worse(self) -> Self {
        match self {
            Self::Nothing => Self::Disrupted,
            Self::Disrupted => Self::Special,
            Self::Special | Self::Eliminated => Self::Eliminated,
        }
    }

    /// As the cards print it.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Nothing => "n",
            Self::Disrupted => "d",
            Self::Special => "D",
            Self::Eliminated => "E",
        }
    }

    /// Whether a unit is gone after it.
    pub const fn kills(self, disrupted: bool) -> bool {
        matches!((self, disrupted), (Self::Eliminated, _) | (Self::Special, true))
    }

    /// Whether a unit that lives is turned over by it.
    pub const fn disrupts(self, disrupted: bool) -> bool {
        !disrupted && matches!(self, Self::Disrupted | Self::Special)
    }
}

/// A cell of a melee chart: what happens if the check succeeds, or if there is none, and the check's modifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Cell {
    /// The milder result.
    pub harm: Harm,
    /// What is added to the draw of the check that a worse result hangs on.
    pub check: Option<i8>,
}

impl Cell {
    /// A result without a check.
    pub const fn plain(harm: Harm) -> Self {
        Self { harm, check: None }
    }

    fn read(text: &str) -> Option<Self> {
        let (name, check) = match text.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
            Some((name, figure)) => (name, Some(figure.parse().ok()?)),
            None => (text, None),
        };
        let harm = match (name, check.is_some()) {
            ("n", false) | ("n-d", true) => Harm::Nothing,
            ("d", false) | ("d-D", true) => Harm::Disrupted,
            ("D", false) => Harm::Special,
            ("E", false) => Harm::Eliminated,
            _ => return None,
        };
        Some(Self { harm, check })
    }

    /// What it does after the check: worse if that failed.
    pub const fn after(self, passed: bool) -> Harm {
        if self.check.is_some() && !passed { self.harm.worse() } else { self.harm }
    }

    /// Whether the check could change anything for a unit: n-d is nothing to a disrupted one, and to one in good order d-D is no worse than d.
    pub const fn matters(self, disrupted: bool) -> bool {
        self.check.is_some() && disrupted == matches!(self.harm, Harm::Disrupted)
    }

    /// One step milder, by Dig In Heels: a check goes, else the result goes down by one.
    #[must_use]
    pub const fn milder(self) -> Self {
        let harm = match (self.harm, self.check) {
            (Harm::Eliminated, _) => Harm::Special,
            (Harm::Special, _) | (Harm::Disrupted, Some(_)) => Harm::Disrupted,
            _ => Harm::Nothing,
        };
        Self::plain(harm)
    }

    /// One step harsher for a disrupted enemy, by No Quarter: d calls for a check with the given modifier, d-D becomes D.
    #[must_use]
    pub const fn harsher(self, modifier: i8) -> Self {
        match (self.harm, self.check) {
            (Harm::Disrupted, None) => Self { harm: Harm::Disrupted, check: Some(modifier) },
            (Harm::Disrupted, Some(_)) => Self::plain(Harm::Special),
            _ => self,
        }
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.check {
            None => f.write_str(self.harm.letter()),
            Some(figure) => {
                let sign = if figure > 0 { "+" } else { "" };
                write!(f, "{}-{}({sign}{figure})", self.harm.letter(), self.harm.worse().letter())
            }
        }
    }
}

/// Which of the nine charts a card has; the tenth is that of ex Machina.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "charts.toml has them")]
pub enum Chart {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    X,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    strengths: Vec<i8>,
    chart: Vec<ChartFile>,
    ex_machina: MachinaFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartFile {
    name: Chart,
    copies: u8,
    cells: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MachinaFile {
    cells: Vec<i8>,
    special: i8,
    eliminated: i8,
}

/// All charts.
#[derive(Debug)]
struct Charts {
    cells: [[Cell; ROWS]; CHARTS],
    /// How many cards have each.
    copies: [u8; CHARTS],
    machina: [i8; ROWS],
    special: i8,
    eliminated: i8,
}

fn read(text: &str) -> Result<Charts, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let expected: Vec<i8> = (-STRONGEST..=STRONGEST).rev().collect();
    if file.strengths != expected || file.chart.len() != CHARTS {
        return Err("nine charts with thirteen rows each are needed".into());
    }
    let mut cells = [[Cell::default(); ROWS]; CHARTS];
    let mut copies = [0; CHARTS];
    for chart in &file.chart {
        if chart.cells.len() != ROWS || chart.name == Chart::X {
            return Err(format!("chart {:?} has not thirteen rows", chart.name));
        }
        for (at, text) in chart.cells.iter().enumerate() {
            cells[chart.name as usize][at] =
                Cell::read(text).ok_or_else(|| format!("`{text}` is no result"))?;
        }
        copies[chart.name as usize] = chart.copies;
    }
    let machina = file.ex_machina.cells.try_into().map_err(|_| "ex Machina has thirteen rows")?;
    let (special, eliminated) = (file.ex_machina.special, file.ex_machina.eliminated);
    Ok(Charts { cells, copies, machina, special, eliminated })
}

static TABLES: LazyLock<Charts> = LazyLock::new(|| read(TEXT).expect("charts.toml is tested"));

/// The row of a melee strength, which is never beyond six either way (10.2.4).
const fn row(strength: i8) -> usize {
    let strength = if strength > STRONGEST {
        STRONGEST
    } else if strength < -STRONGEST {
        -STRONGEST
    } else {
        strength
    };
    (STRONGEST - strength) as usize
}

/// What a normal card does to the enemy at a melee strength (10.2.5); nothing for ex Machina, which is settled otherwise.
#[inline]
pub fn cell(chart: Chart, strength: i8) -> Cell {
    if chart == Chart::X { Cell::default() } else { TABLES.cells[chart as usize][row(strength)] }
}

/// What ex Machina adds to a die at a melee strength (14.6.2).
#[inline]
pub fn machina(strength: i8) -> i8 {
    TABLES.machina[row(strength)]
}

/// What ex Machina does to attacker and defender after their modified dice (14.6). The winner is disrupted; the loser too, or worse if the winner has
/// twice or three times as much. A tie disrupts both, and a total counts at least one (R40).
pub fn machina_outcome(attacker: i8, defender: i8) -> (Harm, Harm) {
    let (attacker, defender) = (attacker.max(1), defender.max(1));
    let loser = |high: i8, low: i8| {
        if high >= low * TABLES.eliminated {
            Harm::Eliminated
        } else if high >= low * TABLES.special {
            Harm::Special
        } else {
            Harm::Disrupted
        }
    };
    if attacker >= defender {
        (Harm::Disrupted, loser(attacker, defender))
    } else {
        (loser(defender, attacker), Harm::Disrupted)
    }
}

/// How many cards have a chart.
pub fn copies(chart: Chart) -> u8 {
    TABLES.copies.get(chart as usize).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Chart; CHARTS] =
        [Chart::A, Chart::B, Chart::C, Chart::D, Chart::E, Chart::F, Chart::G, Chart::H, Chart::I];

    #[test]
    fn r10_3_the_cells_of_the_comprehensive_example() {
        assert_eq!(cell(Chart::F, 3).to_string(), "d-D(+1)");
        assert_eq!(cell(Chart::A, 2).to_string(), "n-d(-1)");
    }

    #[test]
    fn every_chart_is_the_same_ladder_moved() {
        // The cell at a strength depends on the strength and the chart's shift together.
        for (shift, chart) in ALL.into_iter().enumerate() {
            for strength in -STRONGEST..=STRONGEST {
                let rung = strength + shift as i8 - 4;
                if let (true, Some(next)) = (strength > -STRONGEST, ALL.get(shift + 1)) {
                    assert_eq!(cell(chart, strength), cell(*next, strength - 1), "{chart:?} at {strength}");
                }
                let harm = match rung {
                    ..=0 => Harm::Nothing,
                    1..=5 => Harm::Disrupted,
                    6 | 7 => Harm::Special,
                    _ => Harm::Eliminated,
                };
                assert_eq!(cell(chart, strength).harm, harm, "{chart:?} at {strength}");
            }
        }
    }

    #[test]
    fn r2_7_3_a_failed_check_makes_it_one_worse() {
        let tested = Cell::read("d-D(+1)").expect("a result");
        assert_eq!(tested.after(true), Harm::Disrupted);
        assert_eq!(tested.after(false), Harm::Special);
        assert_eq!(Cell::plain(Harm::Disrupted).after(false), Harm::Disrupted);
        assert!(Harm::Special.kills(true) && !Harm::Special.kills(false));
        assert!(Harm::Eliminated.kills(false) && !Harm::Disrupted.kills(true));
        let mild = Cell::read("n-d(0)").expect("a result");
        assert!(mild.matters(false) && !mild.matters(true));
        assert!(tested.matters(true) && !tested.matters(false));
    }

    #[test]
    fn results_go_down_and_up_as_the_events_say() {
        let read = |text| Cell::read(text).expect("a result");
        for (from, to) in [("E", "D"), ("D", "d"), ("d-D(+2)", "d"), ("d", "n"), ("n-d(0)", "n"), ("n", "n")]
        {
            assert_eq!(read(from).milder(), read(to), "{from} goes down to {to}");
        }
        assert_eq!(read("d").harsher(1), read("d-D(+1)"));
        assert_eq!(read("d-D(0)").harsher(1), read("D"));
        assert_eq!(read("n-d(0)").harsher(1), read("n-d(0)"));
    }

    #[test]
    fn r14_6_ex_machina_as_in_its_example() {
        assert_eq!((machina(3), machina(-1)), (1, 0));
        assert_eq!(machina_outcome(4 + machina(3), 2 + machina(-1)), (Harm::Disrupted, Harm::Special));
        assert_eq!(machina_outcome(2 + machina(3), 6 + machina(-1)), (Harm::Special, Harm::Disrupted));
        assert_eq!(machina_outcome(6, 2), (Harm::Disrupted, Harm::Eliminated));
        assert_eq!(machina_outcome(5, 3), (Harm::Disrupted, Harm::Disrupted));
        assert_eq!(machina_outcome(4, 4), (Harm::Disrupted, Harm::Disrupted));
        // A total of nothing counts as one (R40).
        assert_eq!(machina_outcome(2, -1), (Harm::Disrupted, Harm::Special));
        let chart: Vec<i8> = (-6..=6).rev().map(machina).collect();
        assert_eq!(chart, [3, 2, 1, 1, 0, 0, 0, 0, 0, -1, -1, -2, -3]);
    }

    #[test]
    fn r10_2_4_strengths_beyond_six_count_as_six() {
        assert_eq!(cell(Chart::E, 9), cell(Chart::E, 6));
        assert_eq!(machina(-9), -3);
        assert_eq!(ALL.iter().map(|chart| copies(*chart)).sum::<u8>(), 70);
    }
}
