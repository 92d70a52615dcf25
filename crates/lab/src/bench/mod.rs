//! How fast a scenario runs, next to random legal chess on the same machine in the same minute.
//!
//! Every figure is the best of several rounds, and what is divided by each other is measured in turn, so that a busy
//! minute of the machine hits both sides. The loops themselves are the catalog's; the watch is here.

mod chess;
mod report;
mod search;
mod watch;

use std::time::Duration;

use sandtable_catalog::{Game, Listing, Workload};
use sandtable_engine::chance::{Chance, Fast, Seeded};
use sandtable_engine::{ScenarioSource, Setup, SetupError, rule};

use crate::real;
pub use report::{Against, BenchReport, Dice, Reference, SearchSpeed};
use watch::{Rate, nanoseconds, rate};

/// Entries of the record before a late decision; past the doubling of its list at 1,024, which short games would pay for.
const LATE: usize = 1_100;

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct BenchPlan {
    /// Rounds of which the best counts.
    pub rounds: u32,
    /// How long random play takes in each round.
    pub round: Duration,
}

impl Default for BenchPlan {
    fn default() -> Self {
        Self { rounds: 3, round: Duration::from_millis(800) }
    }
}

impl BenchPlan {
    /// The time for one of the smaller figures.
    fn short(&self) -> Duration {
        self.round / 8
    }
}

/// Measures a scenario, and compares its decisions with those of another if there is one.
pub fn bench(
    game: &dyn Game,
    setup: &Setup,
    against: Option<&Setup>,
    plan: &BenchPlan,
) -> Result<BenchReport, SetupError> {
    let work = game.workload(setup)?;
    let against = against.map(|setup| Ok((name(setup), game.workload(setup)?))).transpose()?;
    let work = work.as_ref();
    let (ours, chess) = beside_chess(work, Listing::Legal, plan);
    let (search, search_chess) = beside_chess(work, Listing::Search, plan);
    let one_copy = nanoseconds(plan.rounds, plan.short(), |times| work.copy(times));
    let one_set_up = nanoseconds(plan.rounds, plan.short(), |times| (0..times).for_each(|_| work.set_up()));
    let tally = ours.tally;
    Ok(BenchReport {
        game: game.info().id.into(),
        scenario: name(setup),
        ratio: ours.per_second / chess.per_second,
        decisions_per_second: ours.per_second,
        games_per_second: real(tally.games) / ours.seconds,
        mean_length: real(tally.decisions) / real(tally.games),
        branching: real(tally.offered) / real(tally.decisions),
        forced_share: real(tally.forced) / real(tally.decisions + tally.forced),
        ns_per_choice: ours.seconds * 1e9 / real(tally.offered + tally.forced),
        search_ratio: search.per_second / search_chess.per_second,
        search_ns_per_choice: search.seconds * 1e9 / real(search.tally.offered + search.tally.forced),
        position_bytes: work.position_bytes(),
        copy_ns: one_copy,
        set_up_us: one_set_up / 1e3,
        replay_ratio: replay_ratio(work, plan),
        two_jobs_ratio: two_jobs_ratio(work, plan),
        late_ratio: late_ratio(work, plan),
        search: search::speed(work, plan),
        against: against.map(|(scenario, other)| compare(work, scenario, other.as_ref(), plan)),
        chess: Reference {
            decisions_per_second: chess.per_second,
            mean_length: real(chess.tally.decisions) / real(chess.tally.games),
            branching: real(chess.tally.offered) / real(chess.tally.decisions),
        },
        dice: dice(plan),
    })
}

/// The name of a scenario: its id, or the file.
fn name(setup: &Setup) -> String {
    match &setup.scenario {
        ScenarioSource::Shipped { id, .. } => id.clone(),
        ScenarioSource::Own { file, .. } => file.clone(),
    }
}

/// Random play of the game and of chess in turn.
fn beside_chess(work: &dyn Workload, listing: Listing, plan: &BenchPlan) -> (Rate, Rate) {
    let mut best = (Rate::NONE, Rate::NONE);
    for round in 0..u64::from(plan.rounds) {
        let ours = rate(plan.round, |go_on| work.random_play(round, listing, go_on));
        let chess = rate(plan.round, |go_on| chess::random_play(round, go_on));
        best = (best.0.or(ours), best.1.or(chess));
    }
    best
}

/// How much faster a game is played again than at random; decisions with a single choice count in both. They take turns often, so that
/// both find the machine at rest for once.
fn replay_ratio(work: &dyn Workload, plan: &BenchPlan) -> f64 {
    let (mut random, mut again) = (f64::INFINITY, f64::INFINITY);
    for seed in 0..u64::from(plan.rounds) * 4 {
        let games = rate(plan.short(), |go_on| work.random_play(seed, Listing::Legal, go_on));
        random = random.min(games.seconds * 1e9 / real(games.tally.decisions + games.tally.forced));
        let one_replay = nanoseconds(1, plan.short(), |times| work.replay(times));
        again = again.min(one_replay / real(work.script_len() as u64));
    }
    random / again
}

/// How much more two games at the same time get done than one.
fn two_jobs_ratio(work: &dyn Workload, plan: &BenchPlan) -> f64 {
    let round = plan.round / 2;
    let job = |seed| rate(round, |go_on| work.random_play(seed, Listing::Legal, go_on)).per_second;
    let (mut one, mut two) = (0.0_f64, 0.0_f64);
    for seed in 0..u64::from(plan.rounds) {
        one = one.max(job(seed));
        let both = std::thread::scope(|scope| {
            let other = scope.spawn(|| job(seed + 1_000));
            let own = job(seed);
            own + other.join().expect("random play does not fail")
        });
        two = two.max(both);
    }
    two / one
}

/// What the same decisions cost behind a long record, against a short one.
fn late_ratio(work: &dyn Workload, plan: &BenchPlan) -> Option<f64> {
    let (mut early, mut late) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..plan.rounds * 10 {
        early = early.min(watch::rehearsal(work.rehearse(0)?));
        late = late.min(watch::rehearsal(work.rehearse(LATE)?));
    }
    Some(late / early)
}

/// What a decision costs in another scenario, against this one. With the menus of search: a list of all legal choices
/// grows with the pieces by itself.
fn compare(work: &dyn Workload, scenario: String, other: &dyn Workload, plan: &BenchPlan) -> Against {
    let (mut here, mut there) = (0.0_f64, 0.0_f64);
    for seed in 0..u64::from(plan.rounds) {
        here =
            here.max(rate(plan.round / 2, |go_on| work.random_play(seed, Listing::Search, go_on)).per_second);
        there = there
            .max(rate(plan.round / 2, |go_on| other.random_play(seed, Listing::Search, go_on)).per_second);
    }
    Against { scenario, cost_ratio: here / there }
}

/// Throws of a die a second, drawn as the rules draw them.
fn dice(plan: &BenchPlan) -> Dice {
    let per_second = |chance: &mut dyn Chance| {
        let one_throw = nanoseconds(plan.rounds, plan.short(), |times| {
            for _ in 0..times {
                std::hint::black_box(chance.draw(rule!("1"), 6));
            }
        });
        1e9 / one_throw
    };
    Dice {
        fast_per_second: per_second(&mut Fast::new(1)),
        seeded_per_second: per_second(&mut Seeded::new([1; 32])),
    }
}
