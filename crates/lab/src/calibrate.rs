//! Whether chances mean what they say: what was said in games between bots, beside how those ended.
//!
//! Of all positions in which a side is given 30 in 100, it should win 30 in 100. Where that is not so, a steepness mends what the
//! judge's lead counts for in all scenarios, and an edge for each scenario what the judge does not see of it.

use std::fmt;

use rayon::prelude::*;
use sandtable_catalog::{Game, Keep, Match, PlayError};
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::{Seat, Setup};
use serde::Serialize;

use crate::simulate::{play_out, workers};
use crate::{MOST_DECISIONS, Share, SimulateError, real};

/// Games whose chances are looked at.
#[derive(Clone, Debug)]
pub struct CalibrationPlan {
    /// The scenarios: what they are called, and how they are set up.
    pub scenarios: Vec<(String, Setup)>,
    /// Who plays all sides.
    pub bot: String,
    /// How many games of each.
    pub games: u32,
    /// The seed of the series.
    pub seed: u64,
    /// Games played at the same time; 0 for one on each core.
    pub jobs: usize,
}

/// What was said in one scenario, and how its games ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ground {
    /// The scenario.
    pub scenario: String,
    /// What share of the games the first side took.
    pub first: Share,
    /// How well the chances foretold the results: the mean logarithm of what was given to what came; even chances lose
    /// 0.693 between two sides and 1.386 among four.
    pub loss: f64,
    /// The same with the steepness and the edge that fit best.
    pub fitted_loss: f64,
    /// The edge of the first side that fits best, as scenario cards carry it.
    pub edge: i32,
}

/// Positions in which a side was given about the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Band {
    /// How many.
    pub positions: u64,
    /// What it was given, on average.
    pub said: f64,
    /// What it took.
    pub took: f64,
}

/// Whether the chances of a game mean what they say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The game.
    pub game: &'static str,
    /// How many games of each scenario were played.
    pub games: u32,
    /// By scenario.
    pub grounds: Vec<Ground>,
    /// By what a side was given, up to a tenth, up to two, and so on: the first of two sides, or each of more.
    pub bands: [Band; 10],
    /// What leads should count for, as a multiple of what they count for now.
    pub steepness: f64,
}

/// A position on the way: the logarithm of each side's chance, and what it took in the end.
#[derive(Clone, Debug)]
struct Sounding {
    said: Vec<f64>,
    took: Vec<f64>,
}

impl Sounding {
    /// The chances with another steepness, and an edge of the first side.
    fn given(&self, steepness: f64, edge: f64) -> impl Iterator<Item = f64> {
        let odds = move |(side, said): (usize, &f64)| steepness * said + if side == 0 { edge } else { 0.0 };
        let most = self.said.iter().enumerate().map(odds).fold(f64::MIN, f64::max);
        let weight = move |one: (usize, &f64)| (odds(one) - most).exp();
        let sum: f64 = self.said.iter().enumerate().map(weight).sum();
        self.said.iter().enumerate().map(move |one| weight(one) / sum)
    }
}

/// Of so many decisions one is looked at: positions next to each other say nearly the same.
const EVERY: usize = 8;

/// A chance below this is as good as none.
const HOPELESS: f64 = 1e-9;

/// Plays the games. `played` is called after each, from any thread.
pub fn calibrate(
    game: &dyn Game,
    plan: &CalibrationPlan,
    played: &(dyn Fn() + Sync),
) -> Result<Calibration, SimulateError> {
    let pool = workers(plan.jobs)?;
    let mut series = Vec::new();
    for (scenario, setup) in &plan.scenarios {
        let begun = game.begin(setup.clone(), Box::new(Fast::new(plan.seed))).map_err(PlayError::from)?;
        let bots = vec![plan.bot.as_str(); begun.seats().into()];
        let games: Vec<(f64, Vec<Sounding>)> = pool.install(|| {
            let one = |number| {
                let found = sound(game, plan, (setup, &bots), number);
                played();
                found
            };
            (0..plan.games).into_par_iter().map(one).collect::<Result<_, _>>()
        })?;
        let taken = games.iter().map(|(share, _)| share).sum();
        let soundings = games.into_iter().flat_map(|(_, soundings)| soundings).collect();
        series.push((scenario, Share::wilson(taken, f64::from(plan.games)), soundings));
    }
    Ok(compare(game, plan.games, &series))
}

/// Plays a game and says what the first side took of it, and what all were given on the way.
fn sound(
    game: &dyn Game,
    plan: &CalibrationPlan,
    (setup, bots): (&Setup, &[&str]),
    number: u32,
) -> Result<(f64, Vec<Sounding>), SimulateError> {
    let one = Match {
        setup,
        bots,
        seed: Seeded::of_series(plan.seed, u64::from(number)),
        most_decisions: MOST_DECISIONS,
        keep: Keep::Record,
    };
    let played = play_out(game, &one, plan.seed, number)?;
    let seats = bots.len() as u8;
    // A game that was broken off is nobody's.
    let share = |seat| played.outcome.as_ref().map_or(1.0 / f64::from(seats), |end| end.share(seat, seats));
    let took: Vec<f64> = (0..seats).map(Seat).map(share).collect();
    let record = played.record.expect("it was asked for");
    let (mut soundings, mut step) = (Vec::new(), 0);
    let replayed = game.replay_watched(&record, &mut |session, _| {
        if step % EVERY == 0 {
            let said = game.chances(session).iter().map(|chance| chance.max(HOPELESS).ln()).collect();
            soundings.push(Sounding { said, took: took.clone() });
        }
        step += 1;
    });
    replayed.map_err(|(error, _)| SimulateError::Broken {
        number,
        seed: plan.seed,
        why: error.to_string(),
    })?;
    Ok((took[0], soundings))
}

fn compare(game: &dyn Game, games: u32, series: &[(&String, Share, Vec<Sounding>)]) -> Calibration {
    let soundings: Vec<&[Sounding]> = series.iter().map(|(_, _, soundings)| soundings.as_slice()).collect();
    let (steepness, edges) = fit(&soundings);
    let cards = game.scenarios();
    let grounds = series.iter().zip(edges).map(|((scenario, first, soundings), edge)| {
        let balance = cards.iter().find(|card| card.id == **scenario).and_then(|card| card.balance);
        // What is said holds the edge of now, and grows or shrinks with it.
        let now = balance.map_or(0.0, |balance| f64::from(balance.edge));
        Ground {
            scenario: (*scenario).clone(),
            first: *first,
            loss: loss(soundings, 1.0, 0.0),
            fitted_loss: loss(soundings, steepness, edge),
            edge: (now * steepness + edge * 1_000.0).round() as i32,
        }
    });
    let grounds = grounds.collect();
    Calibration { game: game.info().id, games, grounds, bands: bands(&soundings), steepness }
}

fn loss(soundings: &[Sounding], steepness: f64, edge: f64) -> f64 {
    let one = |sounding: &Sounding| -> f64 {
        let given = sounding.given(steepness, edge).zip(&sounding.took);
        given.map(|(given, took)| -took * given.max(HOPELESS).ln()).sum()
    };
    soundings.iter().map(one).sum::<f64>() / real(soundings.len().max(1) as u64)
}

/// The steepness for all and the edge for each series that lose least, found in turn by Newton's method.
fn fit(series: &[&[Sounding]]) -> (f64, Vec<f64>) {
    let (mut steepness, mut edges) = (1.0, vec![0.0; series.len()]);
    for _ in 0..ROUNDS {
        // Slope and curvature of the loss by the steepness, as if one more pair of games had gone as said.
        let (mut slope, mut curve) = (0.0, LITTLE);
        for (soundings, edge) in series.iter().zip(&mut edges) {
            let (mut edge_slope, mut edge_curve) = (LITTLE * *edge, LITTLE);
            for sounding in *soundings {
                let given = sounding.given(steepness, *edge).next().expect("somebody plays");
                edge_slope += given - sounding.took[0];
                edge_curve += given * (1.0 - given);
            }
            *edge -= (edge_slope / edge_curve).clamp(-1.0, 1.0);
            for sounding in *soundings {
                let (mut mean, mut square) = (0.0, 0.0);
                for ((given, said), took) in
                    sounding.given(steepness, *edge).zip(&sounding.said).zip(&sounding.took)
                {
                    slope += (given - took) * said;
                    mean += given * said;
                    square += given * said * said;
                }
                curve += square - mean * mean;
            }
        }
        steepness -= (slope / curve).clamp(-0.5, 0.5);
    }
    (steepness, edges)
}

/// Rounds in which steepness and edges find each other.
const ROUNDS: usize = 60;

/// Keeps edges finite where one side took all.
const LITTLE: f64 = 0.01;

fn bands(series: &[&[Sounding]]) -> [Band; 10] {
    let mut bands = [Band::default(); 10];
    for sounding in series.iter().copied().flatten() {
        // What the second of two takes is what the first does not.
        let told = if sounding.said.len() == 2 { 1 } else { sounding.said.len() };
        for (said, took) in sounding.said.iter().zip(&sounding.took).take(told) {
            let said = said.exp();
            let band = &mut bands[((said * 10.0) as usize).min(9)];
            band.positions += 1;
            band.said += said;
            band.took += took;
        }
    }
    for band in bands.iter_mut().filter(|band| band.positions > 0) {
        band.said /= real(band.positions);
        band.took /= real(band.positions);
    }
    bands
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {} games of each scenario", self.game, self.games)?;
        writeln!(
            f,
            "\n{:<24} {:<24} {:>6} {:>8} {:>7}",
            "scenario", "first side", "loss", "at best", "edge"
        )?;
        for Ground { scenario, first, loss, fitted_loss, edge } in &self.grounds {
            let first = first.to_string();
            writeln!(f, "{scenario:<24} {first:<24} {loss:>6.3} {fitted_loss:>8.3} {edge:>7}")?;
        }
        writeln!(f, "\n{:>8} {:>8} {:>10}", "said", "took", "positions")?;
        for Band { positions, said, took } in self.bands.iter().filter(|band| band.positions > 0) {
            writeln!(f, "{:>6.1} % {:>6.1} % {positions:>10}", 100.0 * said, 100.0 * took)?;
        }
        write!(f, "\nleads should count for {:.2} of what they do", self.steepness)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose results come exactly as often as the chances say after they were bent so.
    fn bent(steepness: f64, edge: f64) -> Vec<Sounding> {
        let all = (-30..=30).map(|step| f64::from(step) / 10.0);
        let said = all.map(|lead| vec![(1.0 / (1.0 + (-lead).exp())).ln(), (1.0 / (1.0 + lead.exp())).ln()]);
        ended(said, steepness, edge)
    }

    fn ended(said: impl Iterator<Item = Vec<f64>>, steepness: f64, edge: f64) -> Vec<Sounding> {
        let told = said.map(|said| Sounding { said, took: Vec::new() });
        let end = |one: Sounding| Sounding { took: one.given(steepness, edge).collect(), ..one };
        told.map(end).collect()
    }

    #[test]
    fn what_bends_the_chances_is_found_and_mends_them() {
        let (one, other) = (bent(0.5, 0.7), bent(0.5, -0.2));
        let (steepness, edges) = fit(&[&one, &other]);
        assert!((steepness - 0.5).abs() < 1e-3, "{steepness}");
        assert!((edges[0] - 0.7).abs() < 1e-2 && (edges[1] + 0.2).abs() < 1e-2, "{edges:?}");
        assert!(loss(&one, steepness, edges[0]) < loss(&one, 1.0, 0.0));
    }

    #[test]
    fn chances_of_three_sides_are_mended_too() {
        let splits = (1..=8).flat_map(|first| (1..10 - first).map(move |second| (first, second)));
        let said = splits.map(|(first, second)| {
            [first, second, 10 - first - second].map(|tenths| (f64::from(tenths) / 10.0).ln()).to_vec()
        });
        let (steepness, edges) = fit(&[&ended(said, 1.8, 0.3)]);
        assert!((steepness - 1.8).abs() < 1e-2 && (edges[0] - 0.3).abs() < 1e-2, "{steepness} {edges:?}");
    }

    #[test]
    fn a_side_that_takes_all_has_an_edge_that_can_be_written() {
        let take = |one: Sounding| Sounding { took: vec![1.0, 0.0], ..one };
        let all: Vec<Sounding> = bent(1.0, 0.0).into_iter().map(take).collect();
        let (steepness, edges) = fit(&[&all]);
        assert!(steepness.is_finite() && edges[0].is_finite() && edges[0] > 0.0, "{steepness} {edges:?}");
    }

    #[test]
    fn good_chances_come_as_often_as_they_say() {
        let soundings = bent(1.0, 0.0);
        for band in bands(&[&soundings]).iter().filter(|band| band.positions > 0) {
            assert!((band.said - band.took).abs() < 1e-9, "{band:?}");
        }
        let even = Sounding { said: vec![0.5f64.ln(); 2], took: vec![1.0, 0.0] };
        assert!((loss(&[even], 1.0, 0.0) - 2f64.ln()).abs() < 1e-9);
    }
}
