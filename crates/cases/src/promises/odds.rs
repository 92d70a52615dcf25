//! Odds are probabilities, and exact ones agree with trying.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_engine::chance::Fast;
use sandtable_engine::odds::{Effort, Forecast, forecast};
use sandtable_engine::{Cx, Knowledge, Rules, Seat, Setup, State};

use super::rulebook::Rulebook;
use super::walk::walk;
use super::{Broken, Kept, Trial};

/// One in so many decisions is forecast.
const FORECAST: u32 = 24;
/// No more than so many in a game: they are slow.
const MOST_A_GAME: u32 = 8;
/// The work of a forecast: enough to run both ways of finding it.
const EFFORT: Effort = Effort { outcomes: 200, samples: 60 };
/// How often a choice with exact odds is tried.
const TRIES: u32 = 400;

/// For some decisions of each game: every chance lies between 0 and 1, and where a game tells exact odds, trying
/// the choice many times agrees with them. The first decision of a game is always one of them.
pub fn odds<G: Rules>(setup: &Setup, trial: Trial) -> Result<Kept, Broken> {
    let mut rulebook = None;
    let mut made = 0;
    walk::<G>("odds are what they say", setup, trial, |point| {
        if rulebook.is_none() {
            rulebook = Some(Rulebook::of::<G>()?);
        }
        if point.decision == 0 {
            made = 0;
        }
        let Some((seat, choice)) = &point.next else { return Ok(()) };
        if made >= MOST_A_GAME || (point.decision > 0 && point.luck.below(FORECAST) > 0) {
            return Ok(());
        }
        made += 1;
        let state = point.session.state();
        let forecast = forecast(state, *seat, choice, EFFORT);
        check(&forecast, rulebook.as_ref()).map_err(|what| format!("{choice:?} of {seat}: {what}"))?;
        let knowledge = Knowledge::of(*seat, state);
        if G::exact_odds(knowledge.known(), *seat, choice).is_some() {
            agrees(&knowledge, choice, &forecast, point.luck)
                .map_err(|what| format!("{choice:?} of {seat}: {what}"))?;
        }
        Ok(())
    })
}

fn check(forecast: &Forecast, rulebook: Option<&Rulebook>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for line in &forecast.lines {
        // Sums of many small weights may come out a hair above 1.
        if !(-1e-9..=1.0 + 1e-9).contains(&line.chance) || !line.error.is_finite() || line.error < 0.0 {
            return Err(format!("this is no chance: {line:?}"));
        }
        if !seen.insert(&line.what) {
            return Err(format!("`{}` is listed twice", line.what));
        }
    }
    let terms = forecast.reckoning.iter().flat_map(|reckoning| &reckoning.terms);
    match terms.into_iter().find(|term| rulebook.is_some_and(|rulebook| !rulebook.has(term.rule))) {
        Some(term) => {
            Err(format!("`{}` cites rule {:?}, which the list of rules lacks", term.what, term.rule.0))
        }
        None => Ok(()),
    }
}

/// Tries the choice many times and counts what a player would say of it.
fn agrees<G: Rules>(
    knowledge: &Knowledge<G>,
    choice: &G::Choice,
    exact: &Forecast,
    luck: &mut Fast,
) -> Result<(), String> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..TRIES {
        for remark in try_once(knowledge, knowledge.seat(), choice, luck) {
            *counts.entry(remark).or_default() += 1;
        }
    }
    let exact: BTreeMap<&str, f64> =
        exact.lines.iter().map(|line| (line.what.as_str(), line.chance)).collect();
    let all: BTreeSet<&str> = exact.keys().copied().chain(counts.keys().map(String::as_str)).collect();
    for what in all {
        let chance = exact.get(what).copied().unwrap_or(0.0);
        let tried = f64::from(counts.get(what).copied().unwrap_or(0)) / f64::from(TRIES);
        let error = (chance * (1.0 - chance)).max(0.0) / f64::from(TRIES);
        if (tried - chance).abs() > 5.0 * error.sqrt() + 0.01 {
            return Err(format!(
                "`{what}` is said to have the chance {chance:.4}; {TRIES} tries gave {tried:.4}"
            ));
        }
    }
    Ok(())
}

fn try_once<G: Rules>(
    knowledge: &Knowledge<G>,
    seat: Seat,
    choice: &G::Choice,
    luck: &mut Fast,
) -> BTreeSet<String> {
    let before: State<G> = knowledge.imagine(luck);
    let mut after = before.clone();
    after.take(seat, choice.clone(), &mut Cx::silent(luck));
    let mut remarks = BTreeSet::new();
    G::remarks(&before, &after, &mut |remark| {
        remarks.insert(remark.to_owned());
    });
    remarks
}
