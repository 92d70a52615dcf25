//! What may happen after a choice, and how likely it is.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::chance::{Chance, Fast, Odometer};
use crate::{Cx, Knowledge, Reckoning, Rules, Seat, State};

/// So many standard errors stand behind a ±, wherever one is told: nineteen of twenty figures lie within them.
pub const MARGIN: f64 = 2.0;

/// One thing that may happen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Likelihood {
    /// What: `Some damage`.
    pub what: String,
    /// How likely, from 0 to 1.
    pub chance: f64,
    /// The standard error of a sampled figure; 0 for an exact one.
    pub error: f64,
}

/// How the figures were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Method {
    /// Every outcome was weighed.
    Exact,
    /// So many outcomes were tried.
    Sampled {
        /// How many.
        samples: u32,
    },
}

/// The odds of a choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Forecast {
    /// The sum behind the choice, where there is one.
    pub reckoning: Option<Reckoning>,
    /// How the figures were found.
    pub method: Method,
    /// What may happen, the likeliest first.
    pub lines: Vec<Likelihood>,
}

/// How much work a forecast may be.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Outcomes to weigh before sampling instead.
    pub outcomes: u32,
    /// Outcomes to sample.
    pub samples: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { outcomes: 10_000, samples: 4_000 }
    }
}

/// The odds of a legal choice as its seat can know them: hidden facts are dealt anew, never looked at.
pub fn forecast<G: Rules>(truth: &State<G>, seat: Seat, choice: &G::Choice, effort: Effort) -> Forecast {
    let knowledge = Knowledge::of(seat, truth);
    let reckoning = G::reckoning(knowledge.known(), seat, choice);
    if let Some(lines) = G::exact_odds(knowledge.known(), seat, choice) {
        return Forecast { reckoning, method: Method::Exact, lines: sorted(lines) };
    }
    if let Some(lines) = enumerate(&knowledge, choice, effort.outcomes) {
        return Forecast { reckoning, method: Method::Exact, lines };
    }
    let lines = sample(&knowledge, choice, effort.samples);
    Forecast { reckoning, method: Method::Sampled { samples: effort.samples }, lines }
}

fn sorted(mut lines: Vec<Likelihood>) -> Vec<Likelihood> {
    lines.sort_by(|a, b| b.chance.total_cmp(&a.chance).then_with(|| a.what.cmp(&b.what)));
    lines
}

/// Adds the weight of one outcome to everything that a player would say of it.
fn play_once<G: Rules>(
    knowledge: &Knowledge<G>,
    choice: &G::Choice,
    chance: &mut dyn Chance,
) -> impl Iterator<Item = String> + use<G> {
    let before = knowledge.imagine(chance);
    let mut after = before.clone();
    after.take(knowledge.seat(), choice.clone(), &mut Cx::silent(chance));
    let mut remarks: Vec<String> = Vec::new();
    G::remarks(&before, &after, &mut |remark| {
        if !remarks.iter().any(|known| known == remark) {
            remarks.push(remark.to_owned());
        }
    });
    remarks.into_iter()
}

fn enumerate<G: Rules>(knowledge: &Knowledge<G>, choice: &G::Choice, most: u32) -> Option<Vec<Likelihood>> {
    let mut odometer = Odometer::new();
    let mut chances: BTreeMap<String, f64> = BTreeMap::new();
    for _ in 0..most {
        let remarks = play_once(knowledge, choice, &mut odometer);
        let weight = odometer.weight();
        for remark in remarks {
            *chances.entry(remark).or_default() += weight;
        }
        if !odometer.advance() {
            let lines = chances.into_iter().map(|(what, chance)| Likelihood { what, chance, error: 0.0 });
            return Some(sorted(lines.collect()));
        }
    }
    None
}

fn sample<G: Rules>(knowledge: &Knowledge<G>, choice: &G::Choice, samples: u32) -> Vec<Likelihood> {
    // A fixed seed: asking twice gives the same answer.
    let mut chance = Fast::new(1898);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..samples {
        for remark in play_once(knowledge, choice, &mut chance) {
            *counts.entry(remark).or_default() += 1;
        }
    }
    let lines = counts.into_iter().map(|(what, count)| {
        let chance = f64::from(count) / f64::from(samples);
        Likelihood { what, chance, error: (chance * (1.0 - chance) / f64::from(samples)).sqrt() }
    });
    sorted(lines.collect())
}

/// How likely each of several things is; things that come out alike are kept once.
///
/// This is how a game weighs many dice exactly: throw one, merge what is alike, throw the next.
#[derive(Clone, Debug)]
pub struct Spread<T: Ord>(BTreeMap<T, f64>);

impl<T: Ord + Clone> Spread<T> {
    /// One thing that is certain.
    pub fn certain(thing: T) -> Self {
        Self(BTreeMap::from([(thing, 1.0)]))
    }

    /// What becomes of each thing after one more piece of play, over all its draws.
    #[must_use]
    pub fn then<U: Ord + Clone>(&self, mut play: impl FnMut(&T, &mut dyn Chance) -> U) -> Spread<U> {
        let mut spread = BTreeMap::new();
        for (thing, weight) in &self.0 {
            let mut odometer = Odometer::new();
            loop {
                let outcome = play(thing, &mut odometer);
                *spread.entry(outcome).or_insert(0.0) += weight * odometer.weight();
                if !odometer.advance() {
                    break;
                }
            }
        }
        Spread(spread)
    }

    /// The probability of everything that fits.
    pub fn chance(&self, mut fits: impl FnMut(&T) -> bool) -> f64 {
        self.0.iter().filter(|(thing, _)| fits(thing)).map(|(_, weight)| weight).sum()
    }

    /// Everything with its probability.
    pub fn iter(&self) -> impl Iterator<Item = (&T, f64)> {
        self.0.iter().map(|(thing, weight)| (thing, *weight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn a_spread_merges_what_comes_out_alike() {
        let mut sum = Spread::certain(0);
        for _ in 0..3 {
            sum = sum.then(|total, chance| total + chance.draw(rule!("1"), 6) + 1);
        }
        assert_eq!(sum.iter().count(), 16);
        assert!((sum.chance(|total| *total == 10) - 27.0 / 216.0).abs() < 1e-12);
        assert!((sum.chance(|_| true) - 1.0).abs() < 1e-12);
    }
}
