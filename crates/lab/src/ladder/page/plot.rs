//! The plot of ratings with their intervals, a panel for each game.

use std::fmt::{self, Write};

use super::figures::Escaped;
use crate::ladder::{LadderReport, Rating, Standing};

/// The panel in its own units: names to the left, ratings to the right, a row for each bot and the scale below.
const WIDTH: f64 = 360.0;
const LEFT: f64 = 100.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 8.0;
const ROW: f64 = 26.0;
const SCALE: f64 = 24.0;

/// A scale has at most so many steps, so that its figures stand apart.
const MOST_STEPS: f64 = 5.0;

/// The ratings that all panels show, from a round figure to a round figure.
#[derive(Clone, Copy)]
pub(super) struct Range {
    low: f64,
    high: f64,
    step: f64,
}

/// A range with room for every interval of a ladder.
pub(super) fn range(report: &LadderReport) -> Range {
    let standings = report.grounds.iter().flat_map(|ground| &ground.standings).chain(&report.together);
    let ratings: Vec<Rating> = standings.filter_map(|standing| standing.rating).collect();
    let low = ratings.iter().map(|rating| rating.low).fold(1400.0, f64::min);
    let high = ratings.iter().map(|rating| rating.high).fold(1600.0, f64::max);
    let steps = [50.0, 100.0, 200.0, 250.0, 500.0, 1000.0];
    let step = steps.into_iter().find(|step| (high - low) / step <= MOST_STEPS).unwrap_or(2000.0);
    Range { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
}

impl Range {
    /// Where a rating stands in the panel.
    fn x(&self, elo: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (elo - self.low) / (self.high - self.low)
    }

    /// The round figures from end to end.
    fn figures(&self) -> impl Iterator<Item = f64> {
        let Self { low, high, step } = *self;
        std::iter::successors(Some(low), move |figure| Some(figure + step))
            .take_while(move |figure| *figure <= high)
    }
}

/// Writes a panel: the strongest level on top.
pub(super) fn write(page: &mut String, title: &str, standings: &[Standing], range: Range) -> fmt::Result {
    let bottom = TOP + ROW * crate::real(standings.len() as u64);
    let height = bottom + SCALE;
    let title = Escaped(title);
    writeln!(page, "<figure class=\"box\">\n<figcaption>{title}</figcaption>")?;
    writeln!(
        page,
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"Ratings in {title}: {}\">",
        spoken(standings)
    )?;
    for figure in range.figures() {
        let x = range.x(figure);
        let kind = if (figure - 1500.0).abs() < 1e-6 { "mean" } else { "grid" };
        writeln!(page, "<line class=\"{kind}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>")?;
        writeln!(page, "<text class=\"scale\" x=\"{x:.1}\" y=\"{:.1}\">{figure:.0}</text>", bottom + 16.0)?;
    }
    for (row, standing) in standings.iter().rev().enumerate() {
        let y = TOP + ROW * (crate::real(row as u64) + 0.5);
        write_row(page, standing, y, range)?;
    }
    page.write_str("</svg>\n</figure>\n")
}

fn write_row(page: &mut String, standing: &Standing, y: f64, range: Range) -> fmt::Result {
    writeln!(
        page,
        "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        LEFT - 12.0,
        y + 4.5,
        standing.bot
    )?;
    let Some(Rating { elo, low, high, .. }) = standing.rating else { return Ok(()) };
    let (low, high) = (range.x(low), range.x(high));
    writeln!(
        page,
        "<path class=\"spread\" d=\"M{low:.1} {y}H{high:.1}M{low:.1} {:.1}v8M{high:.1} {:.1}v8\"/>",
        y - 4.0,
        y - 4.0
    )?;
    writeln!(page, "<circle class=\"value\" cx=\"{:.1}\" cy=\"{y}\" r=\"4\"/>", range.x(elo))
}

/// The same for those who cannot see it.
fn spoken(standings: &[Standing]) -> String {
    let rated = standings.iter().rev().filter_map(|standing| Some((standing.bot, standing.rating?)));
    let said = rated
        .map(|(bot, rating)| format!("{bot} {:.0}, {:.0} to {:.0}", rating.elo, rating.low, rating.high));
    said.collect::<Vec<_>>().join("; ")
}
