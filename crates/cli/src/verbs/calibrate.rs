//! `sandtable calibrate`: whether chances mean what they say.

use std::io::Write;

use anyhow::{Context, ensure};
use sandtable_catalog::find;
use sandtable_lab::{CalibrationPlan, calibrate};

use super::simulate::progress;
use crate::common::{Verdict, print};

/// Plays games between bots and compares the chances of victory on the way with how they ended.
///
/// Of all positions in which a side is given 30 in 100 it should win 30 in 100. Says how much of the games the first side took, what a
/// lead should count for, and which edge each scenario should carry.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable calibrate --game dreadnoughts --games 200")]
pub struct Args {
    /// The game.
    #[arg(long)]
    game: String,
    /// The scenarios by their ids; all unless given.
    #[arg(long, value_name = "ID,ID", value_delimiter = ',')]
    scenarios: Vec<String>,
    /// Who plays both sides.
    #[arg(long, value_name = "BOT", default_value = "captain")]
    bot: String,
    /// How many games of each scenario.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// The seed of the series.
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// Games played at the same time; 0 for one on each core.
    #[arg(long, value_name = "J", default_value_t = 0)]
    jobs: usize,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays the games and prints what was found.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let game = find(&self.game)?;
        ensure!(game.info().seats == (2, 2), "{} is not a game of two sides", game.info().id);
        ensure!(self.games > 0, "--games: one at least");
        let known: Vec<String> = game.scenarios().into_iter().map(|card| card.id).collect();
        for wanted in &self.scenarios {
            known.iter().find(|id| *id == wanted).with_context(|| {
                format!(
                    "{} has no scenario `{wanted}`; the scenarios are: {}",
                    game.info().id,
                    known.join(", ")
                )
            })?;
        }
        let scenarios = if self.scenarios.is_empty() { known } else { self.scenarios };
        let bar = progress(self.games * scenarios.len() as u32);
        let plan =
            CalibrationPlan { scenarios, bot: self.bot, games: self.games, seed: self.seed, jobs: self.jobs };
        let found = calibrate(game, &plan, &|| bar.inc(1));
        bar.finish_and_clear();
        print(out, self.json, &found?)?;
        Ok(Verdict::Good)
    }
}
