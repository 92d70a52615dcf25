//! `sandtable simulate`: series of games between bots.

use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sandtable_catalog::find;
use sandtable_lab::{Plan, simulate};

use crate::common::{SetupArgs, Verdict, print};

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
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// The seed of the series.
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// Games played at the same time; 0 for one on each core.
    #[arg(long, value_name = "J", default_value_t = 0)]
    jobs: usize,
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
            games: self.games,
            seed: self.seed,
            jobs: self.jobs,
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

/// A bar on stderr, where somebody is looking.
pub fn progress(games: u32) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} to go");
    let bar = ProgressBar::with_draw_target(Some(u64::from(games)), ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style.expect("the template is tested by running it"))
}
