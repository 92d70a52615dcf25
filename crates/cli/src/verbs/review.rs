//! `sandtable review`: what decided a match.

use std::fs;
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget};
use sandtable_catalog::find;
use sandtable_engine::advice::{Fortune, Mistake, Review};
use sandtable_engine::odds::MARGIN;
use sandtable_lab::review::{html, points, review};

use crate::common::{RecordArgs, Verdict, json};

/// Looks at a match afterwards: how the chances went, which decisions cost most, what the dice gave.
///
/// Every decision with an alternative is weighed by a search over what its seat could know.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable review game.json --report game.html")]
pub struct Args {
    #[command(flatten)]
    record: RecordArgs,
    /// About how long it may take; more time gives surer figures. Rather than pass decisions over it takes longer, by fifteen seconds or
    /// so.
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Writes the review as a page of its own, with drawings.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Reviews the match and prints what was found.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let opened = self.record.open_sound(None)?;
        let game = find(&opened.record.head.game)?;
        let bar = ProgressBar::hidden();
        if stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        }
        let told = |done: u32, of: u32| {
            bar.set_length(of.into());
            bar.set_position(done.into());
        };
        let found = review(game, &opened.record, Duration::from_secs(self.seconds), &told)?;
        bar.finish_and_clear();
        if self.json {
            json(out, &found)?;
        } else {
            write_review(out, &found)?;
        }
        if let Some(path) = &self.report {
            fs::write(path, html(&found)).with_context(|| format!("cannot write {}", path.display()))?;
            if !self.json {
                writeln!(out, "the report is in {}", path.display())?;
            }
        }
        Ok(Verdict::Good)
    }
}

fn write_review(out: &mut dyn Write, review: &Review) -> std::io::Result<()> {
    writeln!(out, "{}: {} decisions weighed", review.title, review.decisions)?;
    if review.passed > 0 {
        writeln!(out, "no time for {} that looked less doubtful; --seconds gives more", review.passed)?;
    }
    writeln!(out, "\n{:<24}{:>10}{:>24}{:>18}", "side", "decisions", "points given away", "points by luck")?;
    for seat in &review.seats {
        let lost = format!("{:.1} ± {:.1}", 100.0 * seat.lost, 100.0 * MARGIN * seat.error);
        writeln!(out, "{:<24}{:>10}{lost:>24}{:>18}", seat.name, seat.decisions, points(seat.luck))?;
    }
    let name = |number: u8| {
        review.seats.iter().find(|seat| seat.seat == number).map_or("", |seat| seat.name.as_str())
    };
    writeln!(out, "\nchances of victory by turn")?;
    let mut told_turn = None;
    for moment in &review.moments {
        if told_turn == Some(moment.turn) && moment.seat.is_some() {
            continue;
        }
        told_turn = Some(moment.turn);
        let when = match (moment.seat, moment.turn) {
            (None, _) => "end".into(),
            (_, Some(turn)) => format!("turn {turn}"),
            (_, None) => "start".into(),
        };
        let chances = review.seats.iter().zip(&moment.chances);
        let told: Vec<String> =
            chances.map(|(seat, chance)| format!("{} {:.0} %", seat.name, 100.0 * chance)).collect();
        writeln!(out, "{when:>8}  {}", told.join(", "))?;
    }
    if !review.mistakes.is_empty() {
        writeln!(out, "\nwhat cost most")?;
    }
    for Mistake { step, seat, chosen, better, before, after, error, why, .. } in &review.mistakes {
        let (lost, error) = (100.0 * (before - after), 100.0 * MARGIN * error);
        writeln!(
            out,
            "{lost:>6.1} ± {error:.1} points  {} at {step}: {chosen}; better: {better}",
            name(*seat)
        )?;
        for sentence in why {
            writeln!(out, "          {sentence}")?;
        }
    }
    if !review.throws.is_empty() {
        writeln!(out, "\nwhat chance gave")?;
    }
    for Fortune { step, seat, chosen, what, luck, .. } in &review.throws {
        let luck = points(*luck);
        writeln!(out, "{luck:>6} points  {} at {step}: {chosen}. {}", name(*seat), what.join(" "))?;
    }
    Ok(())
}
