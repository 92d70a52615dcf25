//! A ladder for the terminal.

use std::fmt;

use super::clock::Seconds;
use super::{Bar, GroundResult, LadderReport, PairResult, Standing};

impl fmt::Display for LadderReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "ladder of {}, seed {}: {} of {} games",
            self.bots.join(", "),
            self.seed,
            self.games,
            self.planned
        )?;
        for ground in &self.grounds {
            write!(f, "\n{ground}")?;
        }
        if self.grounds.len() > 1 {
            writeln!(f, "\nall games together\n")?;
            write_standings(f, &self.together)?;
        }
        if self.is_split() {
            writeln!(
                f,
                "ratings with different letters cannot be compared: no chain of games joins these bots"
            )?;
        }
        let (bars, passed) = self.bars();
        if bars > 0 {
            writeln!(f, "\n{passed} of {bars} bars passed")?;
        }
        write!(
            f,
            "{:.1} s with {} jobs; thoughts are measured by the clock on the wall",
            self.pace.seconds, self.pace.jobs
        )
    }
}

impl fmt::Display for GroundResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}, {} seats\n", self.title, self.scenario, self.seats)?;
        let how = if self.seats > 2 { "one over the rest" } else { "pair" };
        let heads = ["games", "draws", "share of wins, 95 %", "without luck"];
        let [games, draws, share, merit] = heads;
        writeln!(f, "{how:<32}{games:>7}{draws:>7}  {share:<26}{merit:<26}bar")?;
        self.pairs.iter().try_for_each(|pair| writeln!(f, "{pair}"))?;
        writeln!(f)?;
        write_standings(f, &self.standings)
    }
}

impl fmt::Display for PairResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = format!("{} over {}", self.higher, self.lower);
        // Shares are formatted first: padding applies to the whole.
        let merit = self.merit.map_or("-".into(), |merit| merit.to_string());
        let share = self.share.to_string();
        write!(f, "{pair:<32}{:>7}{:>7}  {share:<26}{merit:<26}", self.games, self.draws)?;
        match &self.bar {
            Some(bar) => write!(f, "{bar}")?,
            None => f.write_str("-")?,
        }
        if self.unfinished > 0 {
            write!(f, "; {} would not end", self.unfinished)?;
        }
        Ok(())
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} % {}", 100.0 * self.least, self.verdict())
    }
}

fn write_standings(f: &mut fmt::Formatter, standings: &[Standing]) -> fmt::Result {
    let heads = ["decisions", "thought", "longest", "promised"];
    let [decisions, thought, longest, promised] = heads;
    writeln!(f, "{:<16}{:<28}{decisions:>12}{thought:>12}{longest:>12}{promised:>10}", "bot", "Elo, 95 %")?;
    // The strongest on top, as on a ladder.
    standings.iter().rev().try_for_each(|standing| writeln!(f, "{standing}"))
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rating = match &self.rating {
            Some(rating) => {
                let letter = rating.letter().map_or(String::new(), |letter| format!(" {letter}"));
                format!("{:.0} ({:.0} to {:.0}){letter}", rating.elo, rating.low, rating.high)
            }
            None => "-".into(),
        };
        write!(f, "{:<16}{rating:<28}", self.bot)?;
        let Some(time) = &self.pondering else { return f.write_str("-") };
        let (mean, longest) = (Seconds(time.mean).to_string(), Seconds(time.longest).to_string());
        write!(f, "{:>12}{mean:>12}{longest:>12}{:>8} s", time.decisions, self.promised)?;
        if self.is_late() { f.write_str(" exceeded") } else { Ok(()) }
    }
}
