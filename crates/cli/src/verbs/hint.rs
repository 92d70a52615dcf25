//! `sandtable hint`: what a search would choose at a step of a record.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::ensure;
use sandtable_bots::{Patience, Terms};
use sandtable_catalog::{Game, find};
use sandtable_engine::Seat;
use sandtable_engine::advice::{Hint, Suggestion};
use sandtable_engine::erased::AnySession;
use sandtable_engine::odds::MARGIN;
use serde::Serialize;

use crate::common::{RecordArgs, Verdict, json, seat, side_name};

/// How long a search for a hint may take.
const LONGEST: Patience = Patience::of(Duration::from_secs(5));

/// Says what a search would choose at a step of a record, how likely that wins, and why.
///
/// It thinks with what the seat itself can know.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable hint game.json --at 40")]
pub struct Args {
    #[command(flatten)]
    record: RecordArgs,
    /// After how many entries of the record; all of them unless given.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Only this side; all that are asked unless given.
    #[arg(long, value_name = "SIDE")]
    seat: Option<String>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// A seat with its hint.
#[derive(Serialize)]
struct Advised {
    seat: Seat,
    side: String,
    hint: Hint,
}

impl Args {
    /// Searches and says what was found.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let opened = self.record.open_sound(self.at)?;
        let (session, game) = (opened.session.as_ref(), find(&opened.record.head.game)?);
        ensure!(
            session.outcome().is_none(),
            "the match is over at this step; choose an earlier one with --at"
        );
        let wanted = self.seat.as_deref().map(|word| seat(session, word)).transpose()?;
        let asked = session.waiting().iter().filter(|seat| wanted.is_none_or(|wanted| wanted == *seat));
        let advised: Vec<Advised> = asked
            .filter_map(|seat| {
                let hint = search(game, session, seat, opened.record.decisions.len() as u64)?;
                Some(Advised { seat, side: side_name(session, seat), hint })
            })
            .collect();
        ensure!(!advised.is_empty(), "that side is not asked anything at this step");
        if self.json {
            json(out, &advised)?;
            return Ok(Verdict::Good);
        }
        for Advised { side, hint, .. } in &advised {
            writeln!(out, "{side}")?;
            write_hint(out, hint)?;
        }
        Ok(Verdict::Good)
    }
}

/// What a search would choose for a seat, in some seconds.
pub fn search(game: &dyn Game, session: &dyn AnySession, seat: Seat, seed: u64) -> Option<Hint> {
    let begun = Instant::now();
    game.hint(session, seat, &Terms { seed, go_on: &|done| LONGEST.lasts(done, begun.elapsed()) })
}

/// The choices of a hint, the best first. Where there is only one, nobody has tried it out, and no chances are told.
pub fn write_hint(out: &mut dyn Write, hint: &Hint) -> std::io::Result<()> {
    let tried = hint.playouts > 0;
    for (number, Suggestion { offer, chance, error, why, .. }) in (1..).zip(&hint.suggestions) {
        write!(out, "{number:>4}  {}", offer.label)?;
        if tried {
            write!(out, ": {:.0} ± {:.0} % chance of victory", 100.0 * chance, 100.0 * MARGIN * error)?;
        }
        writeln!(out)?;
        for sentence in why {
            writeln!(out, "      {sentence}")?;
        }
    }
    if tried {
        writeln!(out, "      from {} imagined continuations", hint.playouts)
    } else {
        writeln!(out, "      judged at a glance, not tried out")
    }
}
