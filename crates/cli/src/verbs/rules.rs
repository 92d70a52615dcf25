//! `sandtable rules`: the rules of a game in our own words.

use std::io::Write;

use sandtable_catalog::find;

use crate::common::{Verdict, json, print};
use crate::rulebook::section;

/// Prints the rules of a game, or one rule by its number.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable rules dreadnoughts 6.7c")]
pub struct Args {
    /// The game.
    game: String,
    /// The number of a chapter, a rule or a clause, as refusals and log lines cite it.
    number: Option<String>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Prints what was asked for.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let rules = find(&self.game)?.info().rules;
        match &self.number {
            Some(number) => print(out, self.json, &section(rules, number)?)?,
            None if self.json => json(out, &serde_json::json!({ "text": rules }))?,
            None => write!(out, "{rules}")?,
        }
        Ok(Verdict::Good)
    }
}
