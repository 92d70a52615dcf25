//! `sandtable odds`: what the choices of a position could lead to.

use std::io::Write;

use anyhow::{bail, ensure};
use sandtable_engine::odds::{Effort, Forecast, MARGIN, Method};
use sandtable_engine::{Prompt, Seat};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::common::{RecordArgs, Verdict, json, side_name};

/// Shows the odds of the choices at a step of a record.
///
/// Figures are those that the seat itself can know: what is hidden from it is dealt anew.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable odds game.json --at 40 --choice 2")]
pub struct Args {
    #[command(flatten)]
    record: RecordArgs,
    /// After how many entries of the record; all of them unless given.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Only this choice, by its place in the menu, from 1.
    #[arg(long, value_name = "K")]
    choice: Option<usize>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// A choice with its odds.
#[derive(Serialize)]
struct Shown {
    number: usize,
    #[serde(rename = "do")]
    choice: Box<RawValue>,
    label: String,
    odds: Forecast,
}

/// A seat's question with the odds of its choices.
#[derive(Serialize)]
struct Asked {
    seat: Seat,
    side: String,
    prompt: Option<Prompt>,
    choices: Vec<Shown>,
}

impl Args {
    /// Shows the odds.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let opened = self.record.open_sound(self.at)?;
        let session = opened.session.as_ref();
        ensure!(
            session.outcome().is_none(),
            "the match is over at this step; choose an earlier one with --at"
        );
        let mut asked = Vec::new();
        for seat in session.waiting().iter() {
            let menu = session.menu(seat);
            if let Some(number) = self.choice.filter(|number| !(1..=menu.len()).contains(number)) {
                bail!(
                    "there is no choice {number}; {} has choices 1 to {}",
                    side_name(session, seat),
                    menu.len()
                );
            }
            let mut choices = Vec::new();
            for (number, one) in (1..).zip(menu) {
                if self.choice.is_none_or(|wanted| wanted == number) {
                    let odds = session.odds(seat, &one.choice, Effort::default())?;
                    choices.push(Shown { number, choice: one.choice, label: one.offer.label, odds });
                }
            }
            asked.push(Asked { seat, side: side_name(session, seat), prompt: session.prompt(seat), choices });
        }
        if self.json {
            json(out, &asked)?;
            return Ok(Verdict::Good);
        }
        for asked in &asked {
            let question = asked.prompt.as_ref().map_or("", |prompt| &prompt.ask);
            writeln!(out, "{}: {question}", asked.side)?;
            for shown in &asked.choices {
                writeln!(out, "{:>4}  {}", shown.number, shown.label)?;
                write_forecast(out, &shown.odds)?;
            }
        }
        Ok(Verdict::Good)
    }
}

/// The sum behind a choice and what may come of it, indented.
pub fn write_forecast(out: &mut dyn Write, forecast: &Forecast) -> std::io::Result<()> {
    if let Some(reckoning) = &forecast.reckoning {
        writeln!(
            out,
            "      {}",
            [reckoning.title.as_str(), &reckoning.subtitle].join("; ").trim_end_matches("; ")
        )?;
        for term in &reckoning.terms {
            writeln!(out, "      {:>+4}  {} ({})", term.figure, term.what, term.rule)?;
        }
        writeln!(out, "      {:>4}  {}", reckoning.total, reckoning.unit)?;
        if !reckoning.footnote.is_empty() {
            writeln!(out, "      {}", reckoning.footnote)?;
        }
    }
    if forecast.lines.is_empty() {
        writeln!(out, "      nothing is left to chance")?;
    }
    for line in &forecast.lines {
        let error =
            if line.error > 0.0 { format!(" ± {:.1}", 100.0 * MARGIN * line.error) } else { String::new() };
        writeln!(out, "      {:>5.1} %{error}  {}", 100.0 * line.chance, line.what)?;
    }
    match forecast.method {
        Method::Sampled { samples } => writeln!(out, "      from {samples} samples"),
        Method::Exact => Ok(()),
    }
}
