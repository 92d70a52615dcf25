//! How fast the search player is, against plain random games from the same position.

use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};
use sandtable_catalog::Workload;

use super::{BenchPlan, SearchSpeed};
use crate::real;

/// Measures searches on one and two threads and plain playouts in turn.
pub(super) fn speed(work: &dyn Workload, plan: &BenchPlan) -> SearchSpeed {
    let [one, two] = [1, 2].map(pool);
    let size = size(work, &one, plan.round / 2);
    let (mut random, mut search, mut parallel) = (0.0_f64, 0.0_f64, 0.0_f64);
    let (mut short, mut long) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..plan.rounds {
        let begun = Instant::now();
        work.playouts(u64::from(size));
        random = random.max(f64::from(size) / begun.elapsed().as_secs_f64());
        let single = one.install(|| timed(work, size));
        search = search.max(single.rate());
        parallel = parallel.max(two.install(|| timed(work, size)).rate());
        let small = one.install(|| timed(work, size / 10));
        // Both searches round their playouts up to whole worlds: what counts is the time for each.
        short = short.min(small.seconds / small.playouts);
        long = long.min(single.seconds / single.playouts);
    }
    SearchSpeed {
        playouts_per_second: search,
        share: search / random,
        tenfold_ratio: 10.0 * long / short,
        two_threads_ratio: parallel / search,
    }
}

struct Timed {
    playouts: f64,
    seconds: f64,
}

impl Timed {
    fn rate(&self) -> f64 {
        self.playouts / self.seconds
    }
}

fn timed(work: &dyn Workload, playouts: u32) -> Timed {
    let begun = Instant::now();
    let done = work.search(playouts);
    Timed { playouts: real(done), seconds: begun.elapsed().as_secs_f64() }
}

/// How many playouts of a search fill about so much time.
fn size(work: &dyn Workload, one: &ThreadPool, length: Duration) -> u32 {
    let mut playouts = 100;
    while one.install(|| timed(work, playouts)).seconds < length.as_secs_f64() && playouts < 1 << 24 {
        playouts *= 2;
    }
    playouts
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("a machine has room for two threads")
}
