//! `sandtable replay`: a record at any step.

use std::io::Write;

use anyhow::Context;
use sandtable_engine::LogLine;
use sandtable_engine::Outcome;
use sandtable_engine::erased::AnySession;
use sandtable_engine::scene::Scene;
use sandtable_engine::text::render;
use serde::Serialize;

use crate::common::{RecordArgs, Verdict, json, outcome_text, side_name, viewer};

/// Shows the position of a record after any number of decisions.
///
/// Of a damaged record it shows what could be read, and says what is wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable replay game.json --at 40 --seat spectator")]
pub struct Args {
    #[command(flatten)]
    record: RecordArgs,
    /// After how many entries of the record; all of them unless given.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// With whose eyes: a side, `spectator`, or `umpire`, who sees everything.
    #[arg(long, value_name = "SEAT", default_value = "umpire")]
    seat: String,
    /// How many of the last lines of the log to show.
    #[arg(long, value_name = "N", default_value_t = 12)]
    lines: usize,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// A position as programs read it.
#[derive(Serialize)]
struct Shown {
    step: usize,
    waiting: Vec<u8>,
    outcome: Option<Outcome>,
    hash: String,
    scene: Scene,
    log: Vec<LogLine>,
    error: Option<String>,
}

impl Args {
    /// Shows the position.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let opened = self.record.open(self.at)?;
        let session = opened.session.as_ref();
        let viewer = viewer(session, &self.seat)?;
        let mut log = session.log(viewer, 0);
        log.drain(..log.len().saturating_sub(self.lines));
        let shown = Shown {
            step: session.step(),
            waiting: session.waiting().iter().map(|seat| seat.0).collect(),
            outcome: session.outcome().copied(),
            hash: session.hash(),
            scene: session.scene(viewer),
            log,
            error: opened.fault.as_ref().map(ToString::to_string),
        };
        if self.json {
            json(out, &shown)?;
        } else {
            writeln!(out, "{}\n", render(&shown.scene).trim_end())?;
            for line in &shown.log {
                writeln!(out, "[{}] {line}", line.rule)?;
            }
            let next = match &shown.outcome {
                Some(outcome) => outcome_text(session, outcome),
                None => format!("Next: {}", names(session).join(", ")),
            };
            writeln!(out, "\n{} decisions. {next}", shown.step)?;
        }
        match opened.fault {
            None => Ok(Verdict::Good),
            Some(fault) => {
                out.flush()?;
                Err(fault).with_context(|| self.record.name())
            }
        }
    }
}

/// The sides that may decide now.
fn names(session: &dyn AnySession) -> Vec<String> {
    session.waiting().iter().map(|seat| side_name(session, seat)).collect()
}
