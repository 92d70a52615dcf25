//! The tables of one game: who beat whom, and who thinks how long.

use std::fmt::{self, Write};

use super::figures::{Escaped, Grouped, Percent, Rated};
use crate::Share;
use crate::ladder::clock::Seconds;
use crate::ladder::{GroundResult, PairResult, Standing};

/// A column: its name, and whether figures stand in it.
type Column = (&'static str, bool);

const PAIRS: [Column; 6] = [
    ("Pair", false),
    ("Games", true),
    ("Share of wins", false),
    ("95 %", true),
    ("Without luck", true),
    ("Bar", false),
];

const BOTS: [Column; 6] = [
    ("Bot", false),
    ("Elo", true),
    ("Decisions", true),
    ("Mean thought", true),
    ("Longest", true),
    ("Promised", true),
];

pub(super) fn write(page: &mut String, ground: &GroundResult) -> fmt::Result {
    let GroundResult { title, scenario, seats, pairs, standings, .. } = ground;
    write!(page, "<section>\n<h2>{}</h2>\n<p class=\"quiet\">{}. ", Escaped(title), Escaped(scenario))?;
    match seats {
        2 => page.write_str("Each pair has both sides equally often.")?,
        _ => write!(
            page,
            "The higher bot sits alone against {} of the lower, at each seat equally often; {} is parity.",
            seats - 1,
            Percent(1.0 / f64::from(*seats))
        )?,
    }
    page.write_str("</p>\n")?;
    write_table(page, "pairs", &PAIRS, |page| {
        pairs.iter().rev().try_for_each(|pair| write_pair(page, pair))
    })?;
    write_table(page, "bots", &BOTS, |page| {
        standings.iter().rev().try_for_each(|standing| write_standing(page, standing))
    })?;
    page.write_str("</section>\n")
}

fn write_table(
    page: &mut String,
    class: &str,
    columns: &[Column],
    rows: impl FnOnce(&mut String) -> fmt::Result,
) -> fmt::Result {
    write!(page, "<div class=\"box\">\n<table class=\"{class}\">\n<thead><tr>")?;
    for (name, figures) in columns {
        let class = if *figures { " class=\"figure\"" } else { "" };
        write!(page, "<th scope=\"col\"{class}>{name}</th>")?;
    }
    page.write_str("</tr></thead>\n<tbody>\n")?;
    rows(page)?;
    page.write_str("</tbody>\n</table>\n</div>\n")
}

fn write_pair(page: &mut String, pair: &PairResult) -> fmt::Result {
    let PairResult { higher, lower, games, planned, unfinished, share, merit, bar, .. } = pair;
    let colour = bar.as_ref().map_or("plain", |bar| if bar.passed { "good" } else { "bad" });
    write!(page, "<tr class=\"{colour}\"><th scope=\"row\">{higher} <span>over</span> {lower}</th>")?;
    write!(page, "<td class=\"figure games\">{}", Grouped(*games))?;
    if games + unfinished < *planned {
        write!(page, "<small> of {}</small>", Grouped(*planned))?;
    }
    if *unfinished > 0 {
        write!(page, "<small>, {unfinished} would not end</small>")?;
    }
    page.write_str("</td><td class=\"share\">")?;
    if *games > 0 {
        write_track(page, pair)?;
    }
    page.write_str("</td>")?;
    write_share(page, "all", (*games > 0).then_some(share))?;
    write_share(page, "merit", merit.as_ref())?;
    match bar {
        Some(bar) => {
            let (mark, least) = (if bar.passed { '✓' } else { '✗' }, 100.0 * bar.least);
            let chip = format!("<span class=\"chip\">{mark} {least:.0}\u{202f}%</span>");
            writeln!(page, "<td class=\"verdict\">{chip} {}</td></tr>", bar.verdict())
        }
        None => page.write_str("<td class=\"verdict none\">–</td></tr>\n"),
    }
}

/// A share with its interval, if it is known.
fn write_share(page: &mut String, class: &str, share: Option<&Share>) -> fmt::Result {
    let Some(share) = share else {
        return write!(page, "<td class=\"figure {class} none\">–</td>");
    };
    let (low, high, value) = (100.0 * share.low, 100.0 * share.high, Percent(share.value));
    write!(page, "<td class=\"figure {class}\"><b>{value}</b> <small>{low:.1} to {high:.1}</small></td>")
}

/// The share that is known more closely, as a mark on a line from nothing to all, with its interval, parity and the bar.
fn write_track(page: &mut String, pair: &PairResult) -> fmt::Result {
    let percent = |value: f64| format!("{:.2}%", 100.0 * value);
    let share = pair.closest();
    let (low, width) = (percent(share.low), percent(share.width()));
    page.write_str("<div class=\"track\" aria-hidden=\"true\">")?;
    write!(page, "<i class=\"parity\" style=\"left:{}\"></i>", percent(pair.parity))?;
    write!(page, "<i class=\"spread\" style=\"left:{low};width:{width}\"></i>")?;
    if let Some(bar) = &pair.bar {
        write!(page, "<i class=\"least\" style=\"left:{}\"></i>", percent(bar.least))?;
    }
    write!(page, "<i class=\"value\" style=\"left:{}\"></i></div>", percent(share.value))
}

fn write_standing(page: &mut String, standing: &Standing) -> fmt::Result {
    let mut cells = vec![Rated(standing.rating).to_string()];
    match &standing.pondering {
        Some(time) => cells.extend([
            Grouped(time.decisions).to_string(),
            Seconds(time.mean).to_string(),
            Seconds(time.longest).to_string(),
        ]),
        None => cells.extend(["–".into(), "–".into(), "–".into()]),
    }
    cells.push(format!("{}\u{202f}s", standing.promised));
    let class = if standing.is_late() { " class=\"late\"" } else { "" };
    write!(page, "<tr{class}><th scope=\"row\">{}</th>", standing.bot)?;
    cells.iter().try_for_each(|cell| write!(page, "<td class=\"figure\">{cell}</td>"))?;
    page.write_str("</tr>\n")
}
