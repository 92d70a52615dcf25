//! `sandtable ladder`: how strong the bots are.

use std::fs;
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sandtable_bots::BOTS;
use sandtable_catalog::{GAMES, Game, find};
use sandtable_lab::ladder::{Ground, LadderPlan, Meetings, Progress, ladder, page, usual_ground};

use crate::common::{SetupArgs, Verdict, game_count, jobs, print};

/// Plays bots against each other in all games and says how strong each of them is.
///
/// Each game is played on its usual ground, a scenario with the options that make it even, unless a scenario or an option is
/// named. Each pair has each seat equally often. With more than two seats the stronger bot sits alone against the weaker one at
/// all others. Ratings are points of Elo by the model of Bradley and Terry. A file that was kept goes on where it stopped; bots
/// of another edition want a new file.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sandtable ladder --games 40 --minutes 30 --keep ladder.jsonl --report ladder.html\n  sandtable ladder --game dreadnoughts --bots captain,random --games 100"
)]
pub struct Args {
    /// The games; all of them unless given.
    #[arg(long = "game", value_name = "GAME", value_delimiter = ',')]
    games: Vec<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// The bots; all of them unless given.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    bots: Vec<String>,
    /// Lets each bot meet only the next stronger one.
    #[arg(long)]
    neighbours: bool,
    /// How many games each pair plays in each game; whole rotations of the seats are played.
    #[arg(long = "games", value_name = "N", default_value_t = 400, value_parser = game_count())]
    count: u32,
    /// The seed of the ladder.
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// Games played at the same time; 0 for one on each core.
    #[arg(long, value_name = "J", default_value_t = 0, value_parser = jobs())]
    jobs: u16,
    /// Begins no game after so many minutes; those that have begun are played to their end.
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// Keeps every finished game in this file, and goes on with what it has.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Writes a page with tables and plots.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays the ladder and prints the report.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let plan = LadderPlan {
            grounds: self.grounds()?,
            bots: self.bots(),
            meetings: if self.neighbours { Meetings::Neighbours } else { Meetings::All },
            games: self.count,
            seed: self.seed,
            jobs: self.jobs.into(),
            budget: self.budget()?,
            keep: self.keep.clone(),
        };
        let bar = progress();
        let told = ladder(&plan, &mut |Progress { played, games }| {
            bar.set_length(games as u64);
            bar.set_position(played as u64);
        });
        bar.finish_and_clear();
        let told = told?;
        if told.pace.cut_short {
            writeln!(
                stderr(),
                "note: the last line of the file was cut short; its game counts as not played"
            )?;
        }
        // Printed first: what took hours to play is not lost because a page cannot be written.
        print(out, self.json, &told)?;
        if let Some(path) = &self.report {
            fs::write(path, page(&told)).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(Verdict::Good)
    }

    /// The games, each with the scenario and the options that were asked for, or its usual ones.
    fn grounds(&self) -> anyhow::Result<Vec<Ground<'static>>> {
        let games: Vec<&'static dyn Game> = match self.games.as_slice() {
            [] => GAMES.to_vec(),
            ids => ids.iter().map(|id| find(id)).collect::<Result<_, _>>()?,
        };
        let special = self.setup.scenario.is_some() || !self.setup.options.is_empty();
        if special && games.len() != 1 {
            bail!("a scenario or an option is of one game: say which with --game");
        }
        let ground = |game: &&'static dyn Game| {
            let usual = usual_ground(game.info().id);
            let scenario = self.setup.scenario.clone();
            let scenario = scenario.or_else(|| usual.map(|usual| usual.scenario.to_owned()));
            let options = match usual {
                Some(usual) if !special => usual.options.iter().map(|option| (*option).to_owned()).collect(),
                _ => self.setup.options.clone(),
            };
            Ok(Ground { game: *game, setup: SetupArgs { scenario, options }.setup(*game)? })
        };
        games.iter().map(ground).collect()
    }

    fn bots(&self) -> Vec<String> {
        if self.bots.is_empty() {
            BOTS.iter().map(|bot| bot.id.to_owned()).collect()
        } else {
            self.bots.clone()
        }
    }

    fn budget(&self) -> anyhow::Result<Option<Duration>> {
        let Some(minutes) = self.minutes else { return Ok(None) };
        let budget = Duration::try_from_secs_f64(60.0 * minutes);
        budget.map(Some).with_context(|| format!("`--minutes {minutes}` is no length of time"))
    }
}

/// A bar on stderr, where somebody is looking.
fn progress() -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} to go");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style.expect("the template is tested by running it"))
}
