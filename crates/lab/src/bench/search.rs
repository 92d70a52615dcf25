//! How fast the search player is, against plain random games from the same position.

use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};
use sandtable_catalog::Workload;

use super::{BenchPlan, SearchSpeed};
use crate::real;

/// Measures searches on one and two threads and plain playouts in turn. What is compared was measured in the same round, one after the
/// other, so that a machine that is slow for a while is slow for both; the middle one of the rounds counts.
pub(super) fn speed(work: &dyn Workload, plan: &BenchPlan) -> SearchSpeed {
    let [one, two] = [1, 2].map(pool);
    let size = size(work, &one, plan.round / 2);
    let mut best = 0.0_f64;
    let (mut shares, mut tenfolds, mut parallels) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..plan.rounds {
        let begun = Instant::now();
        work.playouts(u64::from(size));
        let random = f64::from(size) / begun.elapsed().as_secs_f64();
        let single = one.install(|| timed(work, size)).rate();
        let parallel = two.install(|| timed(work, size)).rate();
        // Both searches round their playouts up to whole worlds: what counts is the time for each.
        let small = one.install(|| timed(work, size / 10)).rate();
        best = best.max(single);
        shares.push(single / random);
        tenfolds.push(10.0 * small / single);
        parallels.push(parallel / single);
    }
    SearchSpeed {
        playouts_per_second: best,
        share: median(shares),
        tenfold_ratio: median(tenfolds),
        two_threads_ratio: median(parallels),
    }
}

/// The middle one of some figures, of an even number the higher of the two.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_figure_is_not_the_mean() {
        assert!((median(vec![9.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
    }
}
