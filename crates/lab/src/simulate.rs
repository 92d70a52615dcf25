//! Series of games between bots, on all cores.

use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;
use sandtable_catalog::{Game, Keep, Match, PlayError, Played};
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::record::Record;
use sandtable_engine::{Setup, Viewer};

use crate::caught::caught;
use crate::tally::Tally;
use crate::{MOST_DECISIONS, Report};

/// A series of games.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Scenario and options.
    pub setup: Setup,
    /// The bots by name, one for each seat; a single one plays all of them.
    pub bots: Vec<String>,
    /// How many games.
    pub games: u32,
    /// The seed of the series; each game has its own.
    pub seed: u64,
    /// Games played at the same time; 0 for one on each core.
    pub jobs: usize,
    /// Whether the bots move on by a seat after each game.
    pub swap: bool,
    /// Where to keep the records, if anywhere.
    pub records: Option<PathBuf>,
}

/// Why a series cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// A game cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The rules or a bot failed in a game.
    #[error("game {number} of the series with seed {seed} failed: {why}")]
    Broken {
        /// Which, from 0.
        number: u32,
        /// The seed of the series.
        seed: u64,
        /// What it died of.
        why: String,
    },
    /// A record cannot be kept.
    #[error("cannot write {}: {error}", path.display())]
    Record {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The threads cannot be started.
    #[error("cannot start {jobs} jobs: {why}")]
    Jobs {
        /// How many.
        jobs: usize,
        /// Why.
        why: String,
    },
}

/// Plays a series. `played` is called after each game, from any thread.
pub fn simulate(game: &dyn Game, plan: &Plan, played: &(dyn Fn() + Sync)) -> Result<Report, SimulateError> {
    let first = game.begin(plan.setup.clone(), Box::new(Fast::new(plan.seed))).map_err(PlayError::from)?;
    let seats = usize::from(first.seats());
    let bots = bots(plan, seats)?;
    if let Some(folder) = &plan.records {
        fs::create_dir_all(folder).map_err(|error| SimulateError::Record { path: folder.clone(), error })?;
    }
    let pool = workers(plan.jobs)?;
    let start = Instant::now();
    let tally = pool.install(|| {
        (0..plan.games)
            .into_par_iter()
            .map(|number| {
                let bot_at = seating(plan, seats, number);
                let result = play(game, plan, &bots, &bot_at, number)?;
                played();
                Ok(Tally::one(&result, &bot_at))
            })
            .try_reduce(Tally::default, |sum, one| Ok::<_, SimulateError>(sum.and(&one)))
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let scene = first.scene(Viewer::Umpire);
    let sides = scene.seated().map(|side| side.name.clone()).collect();
    Ok(Report::of(
        plan,
        game.info().id,
        (scene.title, sides),
        &bots,
        &tally,
        (pool.current_num_threads(), seconds),
    ))
}

/// So many threads; 0 for one on each core.
pub(crate) fn workers(jobs: usize) -> Result<rayon::ThreadPool, SimulateError> {
    let jobs = if jobs == 0 { std::thread::available_parallelism().map_or(1, NonZero::get) } else { jobs };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    pool.map_err(|error| SimulateError::Jobs { jobs, why: error.to_string() })
}

/// The names of the bots, one for each seat.
fn bots(plan: &Plan, seats: usize) -> Result<Vec<&str>, PlayError> {
    match plan.bots.as_slice() {
        [one] => Ok(vec![one; seats]),
        several if several.len() == seats => Ok(several.iter().map(String::as_str).collect()),
        several => Err(PlayError::Seats { bots: several.len(), seats: seats.try_into().unwrap_or(u8::MAX) }),
    }
}

/// The number of the bot at each seat in a game.
fn seating(plan: &Plan, seats: usize, number: u32) -> Vec<usize> {
    let shift = if plan.swap { number as usize % seats } else { 0 };
    (0..seats).map(|seat| (seat + shift) % seats).collect()
}

fn play(
    game: &dyn Game,
    plan: &Plan,
    bots: &[&str],
    bot_at: &[usize],
    number: u32,
) -> Result<Played, SimulateError> {
    let names: Vec<&str> = bot_at.iter().map(|bot| bots[*bot]).collect();
    let one = Match {
        setup: &plan.setup,
        bots: &names,
        seed: Seeded::of_series(plan.seed, u64::from(number)),
        most_decisions: MOST_DECISIONS,
        keep: if plan.records.is_some() { Keep::Record } else { Keep::Nothing },
    };
    let mut played = play_out(game, &one, plan.seed, number)?;
    if let (Some(folder), Some(record)) = (&plan.records, played.record.take()) {
        keep(folder, game.info().id, number, &record)?;
    }
    Ok(played)
}

/// Plays a game of a series. A fault in the rules names its game, so that it can be played again alone.
pub(crate) fn play_out(
    game: &dyn Game,
    one: &Match,
    seed: u64,
    number: u32,
) -> Result<Played, SimulateError> {
    let result = caught(|| game.play_out(one));
    Ok(result.map_err(|why| SimulateError::Broken { number, seed, why })??)
}

fn keep(folder: &Path, game: &str, number: u32, record: &Record) -> Result<(), SimulateError> {
    let path = folder.join(format!("{game}-{number:06}.json"));
    fs::write(&path, record.write()).map_err(|error| SimulateError::Record { path, error })
}
