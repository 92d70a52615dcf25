//! `sandtable verify`: whether a record follows the rules and its dice are honest.

use std::fmt;
use std::io::Write;

use anyhow::{Context, ensure};
use sandtable_engine::record::{Entry, Record};
use serde::Serialize;

use crate::common::{RecordArgs, Verdict, print};

/// Checks a record: every decision against the rules, the last position, and the dice against the published seed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable verify game.json")]
pub struct Args {
    #[command(flatten)]
    record: RecordArgs,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// What is known of where the draws come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Origin {
    /// All of them from the seed whose hash was published before the first.
    PublishedSeed,
    /// A hash was published; the seed will be when the match is over.
    SealedSeed,
    /// The record promises nothing.
    Unknown,
}

/// What was checked.
#[derive(Serialize)]
struct Checked {
    decisions: usize,
    draws: usize,
    finished: bool,
    origin: Origin,
}

impl Args {
    /// Checks the record and says what was checked.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let opened = self.record.open_sound(None)?;
        let record = &opened.record;
        let outcome = opened.session.outcome().copied();
        match &record.end {
            Some(end) => {
                ensure!(
                    outcome == end.outcome,
                    "the record claims another outcome than its decisions lead to"
                );
            }
            None => ensure!(outcome.is_none(), "the match is over, but the record has no end"),
        }
        let checked = Checked {
            decisions: record.decisions.len(),
            draws: draws(record),
            finished: record.end.is_some(),
            origin: origin(record)?,
        };
        print(out, self.json, &checked)?;
        Ok(Verdict::Good)
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { decisions, draws, finished, origin } = self;
        let dice = match origin {
            Origin::PublishedSeed => "all from the published seed",
            Origin::SealedSeed => "from a seed that is published when the match is over",
            Origin::Unknown => "of which the record does not say where they come from",
        };
        writeln!(f, "{decisions} decisions, {draws} draws, {dice}")?;
        f.write_str("every decision follows the rules; ")?;
        let end = "the last position and the outcome are those that the record names";
        f.write_str(if *finished { end } else { "the match is not over" })
    }
}

/// How many draws the record has, those of the set-up included.
fn draws(record: &Record) -> usize {
    let decided = record.decisions.iter().map(|entry| match entry {
        Entry::Choice { draws, .. } => draws.len(),
        Entry::Undo { .. } => 0,
    });
    record.head.draws.len() + decided.sum::<usize>()
}

/// Compares the draws with the seed, where there is one.
fn origin(record: &Record) -> anyhow::Result<Origin> {
    let hash = &record.head.seed_hash;
    let Some(end) = &record.end else {
        return Ok(if hash.is_empty() { Origin::Unknown } else { Origin::SealedSeed });
    };
    if end.seed.is_empty() {
        ensure!(hash.is_empty(), "the record published the hash of a seed, and not the seed itself");
        return Ok(Origin::Unknown);
    }
    let seed = record.seed().context("the published seed is not 64 hexadecimal digits")?;
    record.stream(seed)?;
    Ok(Origin::PublishedSeed)
}
