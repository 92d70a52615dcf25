//! Questions that change nothing.

use sandtable_engine::odds::{Effort, Method};
use sandtable_engine::{Seat, SubmitError};
use serde_json::Value as Json;

use super::{Table, Then, raw};
use crate::case::{Odds, Questions, Reckons, SeatName};
use crate::pattern::{fits, same};

/// Rounding of figures that were written with three digits.
const ROUNDING: f64 = 0.0005;
/// How far a sampled figure may lie from the true one.
const STANDARD_ERRORS: f64 = 4.0;

impl Table<'_> {
    pub(super) fn ask(&self, seat: Option<&SeatName>, questions: &Questions) -> Then {
        let Some(name) = seat else { return Then::GoOn };
        let Some(seat) = self.seat(name) else { return Then::GoOn };
        if let Some(legal) = &questions.legal {
            self.legal(seat, legal);
        }
        self.offers(seat, &questions.offers);
        self.lacks(seat, &questions.lacks);
        self.asks(seat, questions);
        if let Some(reckons) = &questions.reckons {
            self.reckons(seat, reckons);
        }
        if let Some(odds) = &questions.odds {
            self.odds(seat, odds);
        }
        Then::GoOn
    }

    fn legal(&self, seat: Seat, wanted: &[Json]) {
        let menu = self.menu(seat);
        for choice in wanted.iter().filter(|wanted| !menu.iter().any(|found| fits(wanted, found))) {
            self.fail(&format!("{choice} is in the menu of {}", self.name(seat)), &self.asked_now());
        }
        for choice in menu.iter().filter(|found| !wanted.iter().any(|wanted| fits(wanted, found))) {
            self.fail(
                &format!("the menu of {} is only what is listed", self.name(seat)),
                &format!("also {choice}"),
            );
        }
        if menu.len() != wanted.len() {
            let came = format!("{} choices", menu.len());
            self.fail(&format!("the menu of {} has {} choices", self.name(seat), wanted.len()), &came);
        }
    }

    fn asks(&self, seat: Seat, Questions { asks, says, .. }: &Questions) {
        let Some(prompt) = self.session.prompt(seat) else {
            if asks.is_some() || says.is_some() {
                self.fail(&format!("{} is asked", self.name(seat)), &self.asked_now());
            }
            return;
        };
        if let Some(rule) = asks.as_ref().filter(|rule| prompt.rule.to_string() != **rule) {
            self.fail(&format!("{} is asked by rule {rule}", self.name(seat)), &self.asked_now());
        }
        let words = format!("{} {}", prompt.ask, prompt.hint);
        if let Some(part) = says.as_ref().filter(|part| !words.contains(*part)) {
            self.fail(&format!("the question says \"{part}\""), words.trim());
        }
    }

    fn offers(&self, seat: Seat, wanted: &[Json]) {
        if wanted.is_empty() {
            return;
        }
        let menu = self.menu(seat);
        for choice in wanted.iter().filter(|wanted| !menu.iter().any(|found| fits(wanted, found))) {
            self.fail(&format!("{choice} is in the menu of {}", self.name(seat)), &self.asked_now());
        }
    }

    /// What is not offered must be a choice that can be read: a slip of the pen would never be offered.
    fn lacks(&self, seat: Seat, unwanted: &[Json]) {
        for choice in unwanted {
            let expected = format!("{choice} is not in the menu of {}", self.name(seat));
            // The quickest way to have a choice read and checked without making it.
            match self.session.odds(seat, &raw(choice), Effort { outcomes: 1, samples: 1 }) {
                Ok(_) => self.fail(&expected, "it is"),
                Err(SubmitError::Malformed(error)) => {
                    self.fail(
                        &expected,
                        &format!("the choice cannot be read: {error}\n{}", self.asked_now()),
                    );
                }
                Err(_) if self.menu(seat).iter().any(|found| same(choice, found)) => {
                    self.fail(&expected, "it is");
                }
                Err(_) => {}
            }
        }
    }

    fn reckons(&self, seat: Seat, wanted: &Reckons) {
        let about = format!("the sum behind {}", wanted.of);
        let found = match self.session.reckoning(seat, &raw(&wanted.of)) {
            Ok(Some(found)) => found,
            Ok(None) => return self.fail(&about, "there is none for this choice"),
            Err(error) => return self.fail(&about, &format!("the choice cannot be read: {error}")),
        };
        let terms: Vec<String> = found
            .terms
            .iter()
            .map(|term| format!("{:+} {} (rule {})", term.figure, term.what, term.rule))
            .collect();
        let came = format!("{} in all\n{}", found.total, terms.join("\n"));
        if let Some(total) = wanted.total
            && total != i64::from(found.total)
        {
            self.fail(&format!("{about} is {total}"), &came);
        }
        for (rule, figure) in &wanted.terms {
            let terms = found.terms.iter().filter(|term| term.rule.0 == *rule);
            let sum: i64 = terms.map(|term| i64::from(term.figure)).sum();
            if sum != *figure {
                self.fail(&format!("{about} has {figure:+} by rule {rule}"), &format!("{sum:+}; {came}"));
            }
        }
    }

    fn odds(&self, seat: Seat, wanted: &Odds) {
        let about = format!("the odds of {}", wanted.of);
        let forecast = match self.session.odds(seat, &raw(&wanted.of), Effort::default()) {
            Ok(forecast) => forecast,
            Err(error) => return self.fail(&about, &format!("{error}\n{}", self.asked_now())),
        };
        for (what, chance) in &wanted.chances {
            let found = forecast.lines.iter().find(|line| line.what == *what).map_or(0.0, |line| line.chance);
            let tolerance = match forecast.method {
                Method::Exact => ROUNDING,
                Method::Sampled { samples } => {
                    ROUNDING + STANDARD_ERRORS * (chance * (1.0 - chance) / f64::from(samples)).sqrt()
                }
            };
            if (found - chance).abs() > tolerance {
                let lines: Vec<String> =
                    forecast.lines.iter().map(|line| format!("{:.4}  {}", line.chance, line.what)).collect();
                let came = format!("{found:.4}, {:?}\n{}", forecast.method, lines.join("\n"));
                self.fail(&format!("{about}: {what} {chance}"), &came);
            }
        }
    }
}
