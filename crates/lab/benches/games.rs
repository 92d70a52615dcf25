//! Single steps, menus, copies and replays of every game's first scenario.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use sandtable_catalog::GAMES;
use sandtable_engine::Setup;

fn games(criterion: &mut Criterion) {
    for game in GAMES {
        let scenarios = game.scenarios();
        let first = scenarios.first().expect("every game has a scenario");
        let work = game.workload(&Setup::shipped(&first.id)).expect("shipped scenarios can be set up");
        let mut group = criterion.benchmark_group(format!("{}/{}", game.info().id, first.id));
        group.bench_function("step", |bencher| bencher.iter(|| work.step(1)));
        group.bench_function("menu", |bencher| bencher.iter(|| black_box(work.menu(1))));
        group.bench_function("copy", |bencher| bencher.iter(|| work.copy(1)));
        group.bench_function("replay", |bencher| bencher.iter(|| work.replay(1)));
        group.finish();
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
