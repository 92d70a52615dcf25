//! `sandtable load`: what a server takes, and what it costs.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use sandtable_catalog::{GAMES, find};
use sandtable_load::{Plan, run};

use crate::common::{Verdict, print};

/// Plays against a server on this machine, with a data file of its own, and reports rates, latencies and memory.
///
/// Each part starts a server, is bounded in time and number, and removes its data. All of them take a few minutes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable load --part throughput --part memory")]
pub struct Args {
    /// Measures only this part: throughput, steady, idle, memory, long, stored.
    #[arg(long = "part", value_name = "PART")]
    parts: Vec<String>,
    /// The game; the first one unless given.
    #[arg(long)]
    game: Option<String>,
    /// The scenario; the game's first one unless given.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// Seconds that each busy part lasts.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Busy clients.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    clients: u32,
    /// Connections at a steady rate.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    connections: u32,
    /// That rate, in decisions a second.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: u32,
    /// Idle sockets.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..=28_000))]
    idle: u32,
    /// Matches that are weighed.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    matches: u32,
    /// Matches in a full store; a hundredth of them are in the one that it is compared with.
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    stored: u32,
    /// The folder in which the data files are made; its disk is the one that is measured.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Measures and reports.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let game = match &self.game {
            Some(id) => find(id)?,
            None => *GAMES.first().context("there are no games")?,
        };
        let scenario = match self.scenario {
            Some(scenario) => scenario,
            None => game.scenarios().first().context("the game has no scenarios")?.id.clone(),
        };
        let plan = Plan {
            program: std::env::current_exe().context("this program cannot be found")?,
            folder: self.folder,
            game: game.info().id.into(),
            scenario,
            span: Duration::from_secs(self.seconds),
            clients: self.clients as usize,
            connections: self.connections as usize,
            rate: self.rate,
            idle: self.idle as usize,
            matches: self.matches as usize,
            stored: self.stored as usize,
            dormant: Duration::from_secs(35),
            parts: self.parts,
        };
        let runtime = tokio::runtime::Runtime::new().context("the runtime cannot be started")?;
        let report = runtime.block_on(run(&plan, |part| eprintln!("measuring: {part}")))?;
        print(out, self.json, &report)?;
        Ok(Verdict::Good)
    }
}
