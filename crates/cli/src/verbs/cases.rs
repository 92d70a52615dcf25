//! `sandtable cases`: what the rules must do, checked.

use std::io::Write;
use std::path::PathBuf;

use sandtable_catalog::{GAMES, find};
use sandtable_engine::SetupError;
use sandtable_engine::erased::AnyRules;

use crate::common::{Verdict, print};

/// Runs case files, or says which rules of a game have cases.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sandtable cases games/dreadnoughts/cases\n  sandtable cases --coverage dreadnoughts"
)]
pub struct Args {
    /// Case files, or folders of them.
    #[arg(required_unless_present = "coverage")]
    paths: Vec<PathBuf>,
    /// Lists each rule of this game with its cases, and the rules that have none.
    #[arg(long, value_name = "GAME")]
    coverage: Option<String>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Runs the cases, or holds them against the list of rules.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        match &self.coverage {
            Some(id) => self.cover(id, out),
            None => self.check(out),
        }
    }

    fn check(&self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let games: Vec<&dyn AnyRules> = GAMES.iter().map(|game| *game as &dyn AnyRules).collect();
        let report = sandtable_cases::run(&self.paths, &games);
        print(out, self.json, &report)?;
        Ok(if report.is_clean() { Verdict::Good } else { Verdict::Bad })
    }

    fn cover(&self, id: &str, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let game = find(id)?;
        let usual = [PathBuf::from(format!("games/{id}/cases"))];
        let paths = if self.paths.is_empty() { usual.as_slice() } else { &self.paths };
        let (cases, problems) = sandtable_cases::collect(paths);
        SetupError::unless_empty(problems)?;
        let coverage = sandtable_cases::coverage(game, &cases).map_err(|problems| SetupError { problems })?;
        print(out, self.json, &coverage)?;
        Ok(if coverage.strangers.is_empty() { Verdict::Good } else { Verdict::Bad })
    }
}
