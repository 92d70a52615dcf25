//! A ladder as a page of its own: one file without anything from elsewhere, in the colours and faces of the table.

mod figures;
mod ground;
mod plot;

use std::fmt::{self, Write};

use self::figures::{Escaped, Grouped, Rated};
use super::clock::Seconds;
use super::{LadderReport, Standing};

/// Every colour and size, shared with the page of the table.
const TOKENS: &str = include_str!("../../../../../web/src/tokens.css");

const STYLE: &str = include_str!("style.css");

/// The page of a ladder, whole and in one piece.
pub fn page(report: &LadderReport) -> String {
    let mut page = String::new();
    write_page(&mut page, report).expect("writing to a string does not fail");
    page
}

fn write_page(page: &mut String, report: &LadderReport) -> fmt::Result {
    write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>The ladder</title>\n\
         <style>\n{TOKENS}\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )?;
    write_head(page, report)?;
    write_ratings(page, report)?;
    report.grounds.iter().try_for_each(|ground| ground::write(page, ground))?;
    write_method(page, report)?;
    page.write_str("</main>\n</body>\n</html>\n")
}

fn write_head(page: &mut String, report: &LadderReport) -> fmt::Result {
    page.write_str("<header>\n<p class=\"house\">Sandtable</p>\n<h1>The ladder</h1>\n")?;
    writeln!(page, "<p class=\"lead\">{}</p>\n<dl class=\"facts\">", report.bots.join(", "))?;
    let all = format!(" of {}", Grouped(report.planned));
    let rest = if report.games < report.planned { all.as_str() } else { "" };
    write_fact(page, "games played", &format!("{}{rest}", Grouped(report.games)))?;
    let (bars, passed) = report.bars();
    if bars > 0 {
        write_fact(page, "bars passed", &format!("{passed} of {bars}"))?;
    }
    write_fact(page, "longest thought", &longest_thought(&report.together))?;
    write_fact(page, "seed", &report.seed.to_string())?;
    page.write_str("</dl>\n</header>\n")
}

fn write_fact(page: &mut String, name: &str, value: &str) -> fmt::Result {
    writeln!(page, "<div><dt>{name}</dt><dd>{value}</dd></div>")
}

fn longest_thought(standings: &[Standing]) -> String {
    let times = standings.iter().filter_map(|standing| standing.pondering).map(|pondering| pondering.longest);
    times.reduce(f64::max).map_or("–".into(), |time| Seconds(time).to_string())
}

fn write_ratings(page: &mut String, report: &LadderReport) -> fmt::Result {
    page.write_str(
        "<section>\n<h2>Ratings</h2>\n<p class=\"quiet\">Points of Elo with the interval in which the truth lies \
         95 times in 100; the mean of all is 1500.</p>\n<div class=\"plots\">\n",
    )?;
    let range = plot::range(report);
    for ground in &report.grounds {
        plot::write(page, ground.title, &ground.standings, range)?;
    }
    if report.grounds.len() > 1 {
        plot::write(page, "All games together", &report.together, range)?;
    }
    page.write_str("</div>\n")?;
    write_matrix(page, report)?;
    if report.is_split() {
        page.write_str(
            "<p class=\"quiet\">Ratings with different letters cannot be compared: no chain of games joins these \
             bots.</p>\n",
        )?;
    }
    page.write_str("</section>\n")
}

/// A row for each bot, the strongest on top, and a column for each game.
fn write_matrix(page: &mut String, report: &LadderReport) -> fmt::Result {
    page.write_str(
        "<div class=\"box wide\" tabindex=\"0\" role=\"region\" aria-label=\"Ratings by game\">\n",
    )?;
    page.write_str("<table class=\"matrix\">\n<thead><tr><th scope=\"col\">Bot</th>")?;
    // A single game is all games together.
    let together = report.grounds.len() > 1;
    for title in report.grounds.iter().map(|ground| ground.title).chain(together.then_some("Together")) {
        write!(page, "<th scope=\"col\" class=\"figure\">{}</th>", Escaped(title))?;
    }
    page.write_str("</tr></thead>\n<tbody>\n")?;
    for (number, bot) in report.bots.iter().enumerate().rev() {
        write!(page, "<tr><th scope=\"row\">{bot}</th>")?;
        let standings = report.grounds.iter().map(|ground| &ground.standings);
        let standings = standings.chain(together.then_some(&report.together));
        for standing in standings.map(|standings| &standings[number]) {
            write!(page, "<td class=\"figure\">{}</td>", Rated(standing.rating))?;
        }
        page.write_str("</tr>\n")?;
    }
    page.write_str("</tbody>\n</table>\n</div>\n")
}

fn write_method(page: &mut String, report: &LadderReport) -> fmt::Result {
    writeln!(
        page,
        "<footer>\n<p>Shares have the interval of Wilson; a draw is split among all seats. Ratings follow Bradley \
         and Terry by maximum likelihood, with one game between equals added for each pair that met; their \
         intervals come from the observed information. One bot against several of another is the same model, in \
         which the winner is chosen among the seats.</p>\n<p>What dice give against expectation comes to nothing in the \
         long run, whoever plays: “without luck” it is taken off each game, as much of it as is seen to decide games, \
         and the same games say more surely who is better. Its interval is that of Wilson for the longer series that would say as \
         much with luck; how much longer is measured with two won and two lost games without luck added, so that a short series of \
         victories claims no more than it knows.</p>\n<p>A bar is passed when the share that is known more \
         closely, with luck or without, reaches it, and surely so when the whole interval does. Thoughts are measured by \
         the clock on the wall, with {} games at the same time in the last run; decisions with a single choice are left out. What a bot promises holds at a \
         table, where its thinking is cut short; a ladder lets it think to the end.</p>\n</footer>",
        report.pace.jobs
    )
}
