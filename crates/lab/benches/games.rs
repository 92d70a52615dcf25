//! Single steps, menus, copies and replays of every game's first scenario. A step is timed with the copy it is
//! taken on, and with the check of the choice.

use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use sandtable_catalog::GAMES;
use sandtable_engine::Setup;

fn games(criterion: &mut Criterion) {
    for game in GAMES {
        let scenarios = game.scenarios();
        let first = scenarios.first().expect("every game has a scenario");
        let work = game.workload(&Setup::shipped(&first.id)).expect("shipped scenarios can be set up");
        let mut group = criterion.benchmark_group(format!("{}/{}", game.info().id, first.id));
        let mut time = |name: &str, run: &dyn Fn(u64)| {
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|times| {
                    let start = Instant::now();
                    run(times);
                    start.elapsed()
                });
            });
        };
        time("step", &|times| work.step(times));
        time("menu", &|times| _ = work.menu(times));
        time("copy", &|times| work.copy(times));
        time("replay", &|times| work.replay(times));
        group.finish();
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
