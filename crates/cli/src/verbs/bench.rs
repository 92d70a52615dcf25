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
    /// How long random play takes in each of three rounds.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.8)]
    seconds: f64,
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
        let seconds = self.seconds.clamp(0.01, 60.0);
        let plan = BenchPlan { round: Duration::from_secs_f64(seconds), ..BenchPlan::default() };
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
