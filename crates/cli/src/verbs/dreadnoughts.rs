//! `sandtable dreadnoughts`: what this game has for itself.

use std::io::Write;
use std::path::PathBuf;

use crate::common::{Verdict, read};

/// Tools for Dreadnoughts & Battlewagons.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable dreadnoughts rate ship.toml")]
pub struct Args {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, clap::Subcommand)]
enum Tool {
    Rate(RateArgs),
}

/// Works out the ratings of a ship from her history.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable dreadnoughts rate ship.toml --json")]
struct RateArgs {
    /// The ship: displacement, armour, guns, speed.
    file: PathBuf,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Runs the tool.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let Tool::Rate(args) = self.tool;
        args.run(out)
    }
}

impl RateArgs {
    fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let _ = (read(&self.file)?, self.json, out);
        anyhow::bail!("not yet");
    }
}
