//! Plays a ladder, on all cores.

use std::collections::BTreeMap;
use std::iter;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Instant;

use sandtable_catalog::{Keep, Match, PlayError};
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::{Seat, Viewer};

use super::LadderError;
use super::book::{Book, Conditions, Entry, Found};
use super::clock::Watch;
use super::plan::{Fixture, Ground, LadderPlan, Pair, by_level, fixtures, lone_seat, whole_rotations};
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
    let pairs = plan.meetings.pairs(bots.len());
    let seats: Vec<u8> = places.iter().map(|place| place.seats).collect();
    // A file may have games of other bots, and more than are asked for now.
    let planned = |entry: &Entry| {
        let ground = conditions.iter().position(|place| place.game == entry.game)?;
        let bot = |name: &str| bots.iter().position(|bot| *bot == name);
        let pair = Pair { higher: bot(&entry.higher)?, lower: bot(&entry.lower)? };
        let wanted = pairs.contains(&pair) && entry.number < whole_rotations(plan.games, seats[ground]);
        wanted.then_some(Fixture { ground, pair, number: entry.number })
    };
    let known = found.entries.into_iter().filter_map(|entry| Some((planned(&entry)?, entry)));
    let known: BTreeMap<Fixture, Entry> = known.collect();
    let all = fixtures(&seats, &pairs, plan.games);
    let rotations = seats.iter().map(|seats| whole_rotations(plan.games, *seats) as usize);
    let games = pairs.len() * rotations.sum::<usize>();
    progress(Progress { played: known.len(), games });
    let start = Instant::now();
    let jobs = jobs(plan);
    let worker = Worker { plan, places: &places, bots: &bots };
    let missing = all.filter(|fixture| !known.contains_key(fixture));
    let mut new = Vec::new();
    worker.play_all(missing, jobs, &mut |fixture, entry| {
        if let Some(book) = &mut book {
            book.add(&entry)?;
        }
        new.push((fixture, entry));
        progress(Progress { played: known.len() + new.len(), games });
        Ok(())
    })?;
    let mut played = known;
    played.extend(new);
    let mut report = LadderReport::of(plan, &bots, &places, &pairs, &played);
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
        fixtures: impl Iterator<Item = Fixture> + Send,
        jobs: usize,
        ended: &mut dyn FnMut(Fixture, Entry) -> Result<(), LadderError>,
    ) -> Result<(), LadderError> {
        let deadline = self.plan.budget.and_then(|budget| Instant::now().checked_add(budget));
        let (fixtures, failed) = (Mutex::new(fixtures), AtomicBool::new(false));
        let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs.max(1) {
                let (send, fixtures, failed) = (send.clone(), &fixtures, &failed);
                scope.spawn(move || {
                    while !late() && !failed.load(Ordering::Relaxed) {
                        let next = fixtures.lock().expect("to name the next game does not fail").next();
                        let Some(fixture) = next else { return };
                        // Nobody listens any more if a game before this has failed.
                        let _ = send.send(self.play(fixture).map(|entry| (fixture, entry)));
                    }
                });
            }
            drop(send);
            receive.into_iter().try_for_each(|result| {
                let ended = result.and_then(|(fixture, entry)| ended(fixture, entry));
                ended.inspect_err(|_| failed.store(true, Ordering::Relaxed))
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
