//! A review as one page that needs nothing else: text, tables, and the curve as a drawing.

use std::cmp::Ordering;
use std::fmt::Write as _;

use sandtable_engine::advice::{Fortune, Mistake, Moment, Review, SeatReview};
use sandtable_engine::odds::MARGIN;

use super::points::{in_points, points, rise};

const STYLE: &str = include_str!("report.css");

/// The size of the drawing, and the frame around its plot.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 34.0;

/// The page.
pub fn html(review: &Review) -> String {
    let title = escape(&review.title);
    let parts = [
        format!("<h1>{title}</h1>\n{}", lead(review)),
        section("How the chances went", &curve(review)),
        section("Decisions and luck", &table(review)),
        section("What cost most", &mistakes(review)),
        section("What chance gave", &throws(review)),
    ];
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}: a review</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
        parts.concat()
    )
}

fn section(title: &str, body: &str) -> String {
    format!("<section>\n<h2>{title}</h2>\n{body}</section>\n")
}

fn lead(review: &Review) -> String {
    let Review { decisions, playouts, passed, .. } = review;
    let rest = if *passed > 0 {
        format!("; for {passed} that looked less doubtful there was no time")
    } else {
        String::new()
    };
    format!(
        "<p class=\"lead\">{decisions} decisions were weighed in {playouts} imagined continuations{rest}. Chances are a search's opinion from what the \
         seat that decided could know; luck is what dice and cards gave beyond what was to be expected of them. A point is a \
         hundredth of a sure victory; those of all decisions are added up.</p>\n"
    )
}

/// The chances of all seats from the first decision to the end.
fn curve(review: &Review) -> String {
    let last = review.moments.last().map_or(1, |moment| moment.step).max(1);
    let across = |step: u32| LEFT + (WIDTH - LEFT - RIGHT) * f64::from(step) / f64::from(last);
    let mut drawing = format!(
        "<figure>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Chances of victory by seat\">\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let y = up(f64::from(percent) / 100.0);
        let right = WIDTH - RIGHT;
        line(
            &mut drawing,
            &format!("<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"),
        );
        let (x, y) = (LEFT - 8.0, y + 4.0);
        line(&mut drawing, &format!("<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{percent} %</text>"));
    }
    for (step, turn) in turns(&review.moments) {
        let (x, y) = (across(step), HEIGHT - BOTTOM);
        line(
            &mut drawing,
            &format!("<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{y}\" y2=\"{}\"/>", y + 5.0),
        );
        line(
            &mut drawing,
            &format!("<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{turn}</text>", y + 19.0),
        );
    }
    for (number, seat) in review.seats.iter().enumerate() {
        let points = review.moments.iter().filter_map(|moment| {
            let chance = moment.chances.get(number)?;
            Some(format!("{:.1},{:.1}", across(moment.step), up(*chance)))
        });
        let points: Vec<String> = points.collect();
        let (colour, name) = (colour(seat), escape(&seat.name));
        line(
            &mut drawing,
            &format!(
                "<polyline class=\"curve\" stroke=\"{colour}\" points=\"{}\"><title>{name}</title></polyline>",
                points.join(" ")
            ),
        );
    }
    for mistake in &review.mistakes {
        let Some(seat) = seat(review, mistake.seat) else { continue };
        let (x, y, colour) = (across(mistake.step), up(mistake.before), colour(seat));
        let said = escape(&format!("{}: {}", seat.name, mistake.chosen));
        line(
            &mut drawing,
            &format!(
                "<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"><title>{said}</title></circle>"
            ),
        );
    }
    drawing.push_str("</svg>\n<figcaption>Chance of victory");
    drawing.push_str(if turns(&review.moments).is_empty() { "" } else { ", by turn" });
    drawing.push_str("; a dot is a decision that cost much. ");
    let end = review.moments.last();
    for (number, seat) in review.seats.iter().enumerate() {
        let chance = end.and_then(|end| end.chances.get(number)).map_or(0.0, |chance| 100.0 * chance);
        let (colour, name) = (colour(seat), escape(&seat.name));
        line(
            &mut drawing,
            &format!("<span class=\"side\">{}{name}: {chance:.0} % at the end</span>", swatch(&colour)),
        );
    }
    drawing.push_str("</figcaption>\n</figure>\n");
    drawing
}

fn up(chance: f64) -> f64 {
    TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance)
}

/// Where each turn begins, thinned out so that the numbers have room.
fn turns(moments: &[Moment]) -> Vec<(u32, u16)> {
    let mut turns: Vec<(u32, u16)> = Vec::new();
    for moment in moments {
        if let Some(turn) = moment.turn
            && turns.last().is_none_or(|(_, last)| *last != turn)
        {
            turns.push((moment.step, turn));
        }
    }
    let every = turns.len().div_ceil(20).max(1);
    turns.into_iter().step_by(every).collect()
}

fn table(review: &Review) -> String {
    let mut table = String::from(
        "<table>\n<thead><tr><th>Side</th><th class=\"figure\">Decisions</th><th class=\"figure\">Points given away</th>\
         <th class=\"figure\">Points by luck</th></tr></thead>\n<tbody>\n",
    );
    for seat in &review.seats {
        let (name, colour, decisions) = (escape(&seat.name), colour(seat), seat.decisions);
        let error = 100.0 * MARGIN * seat.error;
        line(
            &mut table,
            &format!(
                "<tr><td>{}{name}</td><td class=\"figure\">{decisions}</td>\
                 <td class=\"figure\">{} ± {error:.1}</td><td class=\"figure {}\">{}</td></tr>",
                swatch(&colour),
                in_points(seat.lost),
                tone(seat.luck),
                points(seat.luck)
            ),
        );
    }
    table.push_str("</tbody>\n</table>\n");
    table
}

fn mistakes(review: &Review) -> String {
    if review.mistakes.is_empty() {
        return "<p>No decision cost more than the search can be wrong by.</p>\n".into();
    }
    list(review.mistakes.iter().map(|mistake| {
        let Mistake { turn, seat: number, ask, chosen, better, before, after, error, why, .. } = mistake;
        let name = seat(review, *number).map_or("", |seat| &seat.name);
        let lost = 100.0 * (before - after);
        let mut card = format!(
            "<h3>{}{}: {}</h3>\n<p>{} <b>{}</b> instead.</p>\n\
             <p class=\"small\">Chance of victory {:.0} % with the better choice, {:.0} % with this one: \
             <span class=\"bad\">{lost:.1} ± {:.1} points lost</span>.</p>\n",
            when(*turn),
            escape(name),
            escape(chosen),
            escape(ask),
            escape(better),
            100.0 * before,
            100.0 * after,
            100.0 * MARGIN * error
        );
        for reason in why {
            line(&mut card, &format!("<p class=\"small\">{}</p>", escape(reason)));
        }
        card
    }))
}

fn throws(review: &Review) -> String {
    if review.throws.is_empty() {
        return "<p>No throw and no card changed much.</p>\n".into();
    }
    list(review.throws.iter().map(|throw| {
        let Fortune { turn, seat: number, chosen, what, luck, .. } = throw;
        let name = seat(review, *number).map_or("", |seat| &seat.name);
        format!(
            "<h3>{}{}: {}</h3>\n<p>{}</p>\n<p class=\"small\">{}: <span class=\"{}\">{} points</span></p>\n",
            when(*turn),
            escape(name),
            escape(chosen),
            what.iter().map(|line| escape(line)).collect::<Vec<_>>().join("<br>"),
            escape(name),
            tone(*luck),
            points(*luck)
        )
    }))
}

fn list(cards: impl Iterator<Item = String>) -> String {
    let cards: Vec<String> = cards.collect();
    format!("<ol>\n<li class=\"card\">\n{}</li>\n</ol>\n", cards.join("</li>\n<li class=\"card\">\n"))
}

fn when(turn: Option<u16>) -> String {
    turn.map_or(String::new(), |turn| format!("Turn {turn}, "))
}

fn tone(change: f64) -> &'static str {
    match rise(change) {
        Ordering::Less => "bad",
        Ordering::Equal => "",
        Ordering::Greater => "good",
    }
}

fn seat(review: &Review, number: u8) -> Option<&SeatReview> {
    review.seats.iter().find(|seat| seat.seat == number)
}

/// A colour of the style sheet; names of sides' colours are words.
fn colour(seat: &SeatReview) -> String {
    format!("var(--{})", escape(&seat.colour))
}

fn swatch(colour: &str) -> String {
    format!("<span class=\"swatch\" style=\"background:{colour}\"></span>")
}

fn line(text: &mut String, more: &str) {
    writeln!(text, "{more}").expect("strings take all that is written");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_needs_nothing_else_and_lets_no_name_write_it() {
        let seat = SeatReview {
            seat: 0,
            side: "red".into(),
            name: "Red <script>".into(),
            colour: "brick".into(),
            decisions: 3,
            lost: 0.125,
            error: 0.02,
            luck: -0.05,
        };
        let moment = |step, chance| Moment { step, turn: Some(1), seat: Some(0), chances: vec![chance] };
        let throw = Fortune {
            step: 4,
            turn: Some(1),
            seat: 0,
            chosen: "Fire".into(),
            what: vec!["A step is lost (3)".into(), "The rest flee".into()],
            luck: 0.1,
        };
        let review = Review {
            title: "A & B".into(),
            seats: vec![seat],
            moments: vec![moment(0, 0.5), moment(8, 1.0)],
            mistakes: Vec::new(),
            throws: vec![throw],
            decisions: 3,
            passed: 2,
            playouts: 24,
        };
        let page = html(&review);
        assert!(page.contains("<h1>A &amp; B</h1>") && page.contains("Red &lt;script&gt;"), "{page}");
        assert!(!page.contains("<script") && !page.contains("http"), "{page}");
        assert!(page.contains("points=\"48.0,151.0 884.0,16.0\""), "{page}");
        assert!(page.contains("12.5 ± 4.0<") && page.contains("−5.0<"), "{page}");
        assert!(page.contains("A step is lost (3)<br>The rest flee"), "{page}");
        assert!(page.contains("Red &lt;script&gt;: 100 % at the end"), "{page}");
        assert!(page.contains("for 2 that looked less doubtful there was no time"), "{page}");
    }
}
