//! Plays a ladder, on all cores.

use std::collections::BTreeMap;
use std::iter;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use sandtable_catalog::{Keep, Match, PlayError};
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::{Seat, Viewer};

use super::LadderError;
use super::book::{Book, Conditions, Entry, Found};
use super::clock::Watch;
use super::plan::{Fixture, Ground, LadderPlan, Pair, by_level, fixtures, lone_seat};
use super::report::{LadderReport, Place};
use crate::MOST_DECISIONS;
use crate::caught::caught;

/// How far a ladder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games played, those found in the file included.
    pub played: usize,
    /// Games in all.
    pub games: usize,
}

/// A game is known by its ground, its bots and its number.
type Known = BTreeMap<(String, String, String, u32), Entry>;

/// Plays a ladder, or goes on with one. `progress` is told at the start and after each game.
pub fn ladder(plan: &LadderPlan, progress: &mut dyn FnMut(Progress)) -> Result<LadderReport, LadderError> {
    let bots = by_level(&plan.bots)?;
    let places = plan.grounds.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let conditions: Vec<Conditions> = places.iter().map(|place| place.conditions.clone()).collect();
    let twice =
        |ground: usize| conditions[..ground].iter().any(|earlier| earlier.game == conditions[ground].game);
    if let Some(again) = (0..conditions.len()).find(|ground| twice(*ground)) {
        return Err(LadderError::Twice { game: conditions[again].game.clone() });
    }
    let (mut book, found) = match &plan.keep {
        Some(path) => Book::open(path, plan.seed, &conditions).map(|(book, found)| (Some(book), found))?,
        None => (None, Found::default()),
    };
    let mut known: Known = found.entries.into_iter().map(|entry| (key(&entry), entry)).collect();
    let pairs = plan.meetings.pairs(bots.len());
    let seats: Vec<u8> = places.iter().map(|place| place.seats).collect();
    let all = fixtures(&seats, &pairs, plan.games);
    let name = |fixture: &Fixture| {
        let Pair { higher, lower } = fixture.pair;
        let game = conditions[fixture.ground].game.clone();
        (game, bots[higher].to_owned(), bots[lower].to_owned(), fixture.number)
    };
    let missing: Vec<Fixture> =
        all.iter().filter(|fixture| !known.contains_key(&name(fixture))).copied().collect();
    let mut played = all.len() - missing.len();
    progress(Progress { played, games: all.len() });
    let start = Instant::now();
    let jobs = jobs(plan);
    let worker = Worker { plan, places: &places, bots: &bots };
    worker.play_all(&missing, jobs, &mut |entry| {
        if let Some(book) = &mut book {
            book.add(&entry)?;
        }
        known.insert(key(&entry), entry);
        played += 1;
        progress(Progress { played, games: all.len() });
        Ok(())
    })?;
    let entries = all.iter().filter_map(|fixture| Some((*fixture, known.get(&name(fixture))?)));
    let mut report = LadderReport::of(plan, &bots, &places, &pairs, &entries.collect::<Vec<_>>());
    report.pace(jobs, start.elapsed(), found.cut_short);
    Ok(report)
}

/// What there is to know of a ground before the first game.
fn place(ground: &Ground) -> Result<Place, LadderError> {
    let Ground { game, setup } = ground;
    let session = game.begin(setup.clone(), Box::new(Fast::new(0))).map_err(PlayError::from)?;
    let head = session.record().head;
    let conditions = Conditions { game: head.game, rules: head.rules, setup: head.setup };
    let options = setup.options.iter().map(|(option, value)| format!("{option} {value}"));
    let scenario: Vec<String> = iter::once(session.scene(Viewer::Umpire).title).chain(options).collect();
    let scenario = scenario.join(", ");
    Ok(Place { conditions, seats: session.seats(), title: game.info().title, scenario })
}

fn key(entry: &Entry) -> (String, String, String, u32) {
    (entry.game.clone(), entry.higher.clone(), entry.lower.clone(), entry.number)
}

fn jobs(plan: &LadderPlan) -> usize {
    if plan.jobs == 0 { thread::available_parallelism().map_or(1, NonZero::get) } else { plan.jobs }
}

/// What a thread needs to play games.
struct Worker<'a> {
    plan: &'a LadderPlan<'a>,
    places: &'a [Place],
    bots: &'a [&'a str],
}

impl Worker<'_> {
    /// Plays games in their order until all are played, the time is up or something fails. Games that have begun are played to
    /// their end: to leave out those that take long would favour whoever wins short ones.
    fn play_all(
        &self,
        fixtures: &[Fixture],
        jobs: usize,
        ended: &mut dyn FnMut(Entry) -> Result<(), LadderError>,
    ) -> Result<(), LadderError> {
        let deadline = self.plan.budget.and_then(|budget| Instant::now().checked_add(budget));
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs.max(1) {
                let (send, next, failed) = (send.clone(), &next, &failed);
                scope.spawn(move || {
                    while !late() && !failed.load(Ordering::Relaxed) {
                        let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            return;
                        };
                        // Nobody listens any more if a game before this has failed.
                        let _ = send.send(self.play(*fixture));
                    }
                });
            }
            drop(send);
            receive.into_iter().try_for_each(|result| {
                result.and_then(&mut *ended).inspect_err(|_| failed.store(true, Ordering::Relaxed))
            })
        })
    }

    fn play(&self, fixture: Fixture) -> Result<Entry, LadderError> {
        let Fixture { ground, pair, number } = fixture;
        let place = &self.places[ground];
        let (higher, lower) = (self.bots[pair.higher], self.bots[pair.lower]);
        let lone = lone_seat(place.seats, number);
        let names: Vec<&str> =
            (0..place.seats).map(|seat| if seat == lone { higher } else { lower }).collect();
        let Ground { game, setup } = &self.plan.grounds[ground];
        let one = Match {
            setup,
            bots: &names,
            // Every pair meets the same dice, and it does not matter who else is on the ladder.
            seed: Seeded::of_series(self.plan.seed, u64::from(number)),
            most_decisions: MOST_DECISIONS,
            keep: Keep::Luck,
        };
        let mut watch = Watch::new(Seat(lone));
        // A fault in the rules names its game, so that it can be played again alone.
        let result = caught(|| game.play_out_watched(&one, &mut watch));
        let (game, higher, lower) = (place.conditions.game.clone(), higher.to_owned(), lower.to_owned());
        let played = match result {
            Ok(played) => played?,
            Err(why) => return Err(LadderError::Broken { game, higher, lower, number, why }),
        };
        let winners = played.outcome.map(|outcome| outcome.winners.iter().collect());
        let luck = played.luck.and_then(|luck| luck.get(usize::from(lone)).copied()).unwrap_or_default();
        let luck = (1e6 * luck).round() as i32;
        let (higher_time, lower_time) = (watch.higher, watch.lower);
        Ok(Entry { game, higher, lower, number, winners, luck, higher_time, lower_time })
    }
}
