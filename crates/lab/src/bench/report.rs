//! How fast a scenario runs, as data and as a table.

use std::fmt;

use serde::Serialize;

/// How fast a scenario runs.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BenchReport {
    /// The game's id.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Decisions a second against those of chess.
    pub ratio: f64,
    /// Random decisions with two or more choices a second, on one core.
    pub decisions_per_second: f64,
    /// Whole random games a second, on one core.
    pub games_per_second: f64,
    /// Decisions with two or more choices in a game.
    pub mean_length: f64,
    /// Choices in such a decision.
    pub branching: f64,
    /// The share of decisions that were asked and had a single choice. Those that the kernel takes by itself are
    /// not seen and not counted.
    pub forced_share: f64,
    /// Time for each choice that was offered, playing included.
    pub ns_per_choice: f64,
    /// The same ratio where random play picks only from what search looks at.
    pub search_ratio: f64,
    /// Time for each choice that was offered there.
    pub search_ns_per_choice: f64,
    /// The size of a position; nothing of it is on the heap but what all positions share.
    pub position_bytes: usize,
    /// Time to copy a position.
    pub copy_ns: f64,
    /// Time to set the scenario up.
    pub set_up_us: f64,
    /// Decisions a second of a game that is applied again, every decision and draw checked, against random play.
    pub replay_ratio: f64,
    /// Decisions of two games at the same time, against one.
    pub two_jobs_ratio: f64,
    /// The cost of decisions of a match behind a record of 1,000 entries, against the same decisions near its start.
    pub late_ratio: Option<f64>,
    /// How fast the search player is.
    pub search: SearchSpeed,
    /// The comparison with another scenario.
    pub against: Option<Against>,
    /// The reference.
    pub chess: Reference,
    /// Throws of a die.
    pub dice: Dice,
}

/// How fast search is from the middle of a game, with playouts to its end and secrets dealt anew for each.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchSpeed {
    /// Playouts of a search a second, on one core.
    pub playouts_per_second: f64,
    /// The same against plain random games from the same position.
    pub share: f64,
    /// What ten times the playouts take, against the time for one.
    pub tenfold_ratio: f64,
    /// Playouts on two threads, against one.
    pub two_threads_ratio: f64,
}

/// A comparison with another scenario.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Against {
    /// The other scenario.
    pub scenario: String,
    /// What a decision costs there, against here.
    pub cost_ratio: f64,
}

/// Random legal chess on the same machine.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// Decisions with two or more moves a second.
    pub decisions_per_second: f64,
    /// Decisions in a game.
    pub mean_length: f64,
    /// Moves in a decision.
    pub branching: f64,
}

/// Throws of a die a second, to calibrate with.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Dice {
    /// From the quick generator.
    pub fast_per_second: f64,
    /// From the stream of a live match.
    pub seeded_per_second: f64,
}

impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |what: &str, figure: String| writeln!(f, "  {what:<46}{figure:>14}");
        line(&format!("{}, {}", self.game, self.scenario), String::new())?;
        line("R: decisions against chess", format!("{:.2}", self.ratio))?;
        line("decisions a second", count(self.decisions_per_second))?;
        line("games a second", count(self.games_per_second))?;
        line("decisions in a game", format!("{:.1}", self.mean_length))?;
        line("choices in a decision", format!("{:.1}", self.branching))?;
        line("decisions with a single choice", format!("{:.1} %", 100.0 * self.forced_share))?;
        line("time for each offered choice", format!("{:.1} ns", self.ns_per_choice))?;
        line("R with the menus of search", format!("{:.2}", self.search_ratio))?;
        line("time for each of their choices", format!("{:.1} ns", self.search_ns_per_choice))?;
        line("position", format!("{} bytes", self.position_bytes))?;
        line("copy of a position", format!("{:.1} ns", self.copy_ns))?;
        line("set-up", format!("{:.1} us", self.set_up_us))?;
        line("replay against random play", format!("{:.2}", self.replay_ratio))?;
        line("two jobs against one", format!("{:.2}", self.two_jobs_ratio))?;
        let late = self.late_ratio.map_or("no undo here".into(), |ratio| format!("{ratio:.2}"));
        line("decision 1,000 against decision 10", late)?;
        line("playouts of a search a second", count(self.search.playouts_per_second))?;
        line("search against plain playouts", format!("{:.2}", self.search.share))?;
        line("time for ten times the playouts", format!("{:.1}", self.search.tenfold_ratio))?;
        line("search on two threads against one", format!("{:.2}", self.search.two_threads_ratio))?;
        if let Some(against) = &self.against {
            let what = format!("cost of a decision in {}", against.scenario);
            line(&what, format!("{:.2}", against.cost_ratio))?;
        }
        line("chess: decisions a second", count(self.chess.decisions_per_second))?;
        line("chess: decisions in a game", format!("{:.1}", self.chess.mean_length))?;
        line("chess: choices in a decision", format!("{:.1}", self.chess.branching))?;
        line("die throws a second, quick", count(self.dice.fast_per_second))?;
        line("die throws a second, live", count(self.dice.seeded_per_second))
    }
}

/// A whole number with its thousands set apart.
fn count(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(count(12.4), "12");
        assert_eq!(count(999.6), "1,000");
        assert_eq!(count(1_234_567.0), "1,234,567");
    }
}
