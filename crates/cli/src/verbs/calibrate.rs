//! `sandtable calibrate`: whether chances mean what they say.

use std::io::Write;

use sandtable_catalog::find;
use sandtable_engine::Setup;
use sandtable_lab::{CalibrationPlan, calibrate};

use crate::common::{SeriesArgs, Verdict, print, progress, scenario};

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
    /// Scenarios by their ids, or paths to files of your own; all shipped ones unless given.
    #[arg(long, value_name = "ID|FILE,…", value_delimiter = ',')]
    scenarios: Vec<String>,
    /// Who plays all sides.
    #[arg(long, value_name = "BOT", default_value = "captain")]
    bot: String,
    #[command(flatten)]
    series: SeriesArgs,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays the games and prints what was found.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let game = find(&self.game)?;
        let SeriesArgs { games, seed, jobs } = self.series;
        let wanted = if self.scenarios.is_empty() {
            game.scenarios().into_iter().map(|card| card.id).collect()
        } else {
            self.scenarios
        };
        let scenarios: Vec<(String, Setup)> = wanted
            .iter()
            .map(|wanted| scenario(game, Some(wanted)).map(|(setup, card)| (card.id, setup)))
            .collect::<Result<_, _>>()?;
        let bar = progress(games * scenarios.len() as u32);
        let plan = CalibrationPlan { scenarios, bot: self.bot, games, seed, jobs: jobs.into() };
        let found = calibrate(game, &plan, &|| bar.inc(1));
        bar.finish_and_clear();
        print(out, self.json, &found?)?;
        Ok(Verdict::Good)
    }
}
