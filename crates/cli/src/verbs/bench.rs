//! `sandtable bench`: how fast games run.

use std::io::Write;
use std::time::Duration;

use sandtable_catalog::{GAMES, Game, find};
use sandtable_lab::bench::{BenchPlan, bench};

use crate::common::{SetupArgs, Verdict, json, scenario};

/// Measures how fast a game runs, next to random legal chess on the same machine.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable bench --game dreadnoughts")]
pub struct Args {
    /// The game; all of them unless given.
    #[arg(long)]
    game: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Another scenario of the game: how much more does a decision cost there?
    #[arg(long, value_name = "ID|FILE", requires = "game")]
    against: Option<String>,
    /// How long random play takes in each of three rounds, from 0.01 to 60.
    #[arg(long, value_name = "SECONDS", default_value = "0.8", value_parser = round)]
    seconds: Duration,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Measures and prints.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let games: Vec<&dyn Game> = match &self.game {
            Some(id) => vec![find(id)?],
            None => GAMES.to_vec(),
        };
        let plan = BenchPlan { round: self.seconds, ..BenchPlan::default() };
        let mut reports = Vec::new();
        for game in games {
            let setup = self.setup.setup(game)?;
            let against = self.against.as_deref().map(|other| scenario(game, Some(other))).transpose()?;
            let report = bench(game, &setup, against.as_ref().map(|(setup, _)| setup), &plan)?;
            if !self.json {
                writeln!(out, "{report}")?;
                out.flush()?;
            }
            reports.push(report);
        }
        if self.json {
            json(out, &reports)?;
        }
        Ok(Verdict::Good)
    }
}

/// The length of a round.
fn round(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=60.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "seconds are a number from 0.01 to 60".into())
}
