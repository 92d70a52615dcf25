//! `sandtable simulate`: series of games between bots.

use std::io::Write;
use std::path::PathBuf;

use sandtable_catalog::find;
use sandtable_lab::{Plan, simulate};

use crate::common::{SeriesArgs, SetupArgs, Verdict, print, progress};

/// Plays many games between bots and counts who wins.
///
/// The same seed gives the same results, whatever the number of jobs.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sandtable simulate --game dreadnoughts --bots captain,random --games 200 --swap"
)]
pub struct Args {
    /// The game.
    #[arg(long)]
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// The bots in the order of the seats; a single one plays all of them.
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "captain")]
    bots: Vec<String>,
    #[command(flatten)]
    series: SeriesArgs,
    /// Lets the bots move on by a seat after each game.
    #[arg(long)]
    swap: bool,
    /// Keeps the record of each game in this folder.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays the series and prints the report.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let game = find(&self.game)?;
        let plan = Plan {
            setup: self.setup.setup(game)?,
            bots: self.bots,
            games: self.series.games,
            seed: self.series.seed,
            jobs: self.series.jobs.into(),
            swap: self.swap,
            records: self.record,
        };
        let bar = progress(plan.games);
        let report = simulate(game, &plan, &|| bar.inc(1));
        bar.finish_and_clear();
        print(out, self.json, &report?)?;
        Ok(Verdict::Good)
    }
}
