//! Series of the toy.

use std::sync::atomic::{AtomicU32, Ordering};

use sandtable_catalog::{Game, Keep, Match};
use sandtable_engine::Setup;
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::erased::{AnyRules, Erased};
use sandtable_engine::record::Record;
use sandtable_lab::bench::{BenchPlan, bench};
use sandtable_lab::{CalibrationPlan, Plan, Report, calibrate, simulate};
use sandtable_toy::Toy;

static TOY: Erased<Toy> = Erased::NEW;

fn plan(bots: &[&str]) -> Plan {
    Plan {
        setup: Setup::shipped("small"),
        bots: bots.iter().map(|bot| (*bot).into()).collect(),
        games: 60,
        seed: 5,
        jobs: 1,
        swap: false,
        records: None,
    }
}

fn run(plan: &Plan) -> Report {
    simulate(&TOY, plan, &|| ()).expect("the toy can be played")
}

/// All of a report that must be the same on every machine.
fn results(report: &Report) -> serde_json::Value {
    let mut value = serde_json::to_value(report).expect("plain");
    value.as_object_mut().expect("a report is an object").remove("pace");
    value
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let one = plan(&["captain", "random"]);
    let two = Plan { jobs: 2, ..one.clone() };
    assert_eq!(results(&run(&one)), results(&run(&two)));
}

#[test]
fn every_game_counts_once() {
    let calls = AtomicU32::new(0);
    let count = || _ = calls.fetch_add(1, Ordering::Relaxed);
    let report = simulate(&TOY, &plan(&["random"]), &count);
    let report = report.expect("the toy can be played");
    assert_eq!(calls.into_inner(), 60);
    assert_eq!(report.seats.iter().map(|seat| seat.wins).sum::<u64>() + report.seats[0].draws, 60);
    let shares: f64 = report.seats.iter().map(|seat| seat.share.value).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
}

#[test]
fn swapping_gives_each_bot_every_seat() {
    let swapped = run(&Plan { swap: true, ..plan(&["captain", "random"]) });
    assert!(swapped.bots[0].share.value > swapped.bots[1].share.value, "{swapped}");
    let straight = run(&plan(&["captain", "random"]));
    assert_eq!(straight.bots[0].wins, straight.seats[0].wins);
}

#[test]
fn a_game_goes_the_same_way_whatever_is_kept_of_it() {
    let setup = Setup::shipped("small");
    for number in 0..20 {
        let bare = Match {
            setup: &setup,
            bots: &["captain", "random"],
            seed: Seeded::of_series(3, number),
            most_decisions: 1_000,
            keep: Keep::Nothing,
        };
        let kept = TOY.play_out(&Match { keep: Keep::Record, ..bare }).expect("it can be played");
        let weighed = TOY.play_out(&Match { keep: Keep::Luck, ..bare }).expect("it can be played");
        let bare = TOY.play_out(&bare).expect("it can be played");
        assert_eq!((bare.outcome, bare.decisions), (weighed.outcome, weighed.decisions));
        let luck = weighed.luck.expect("it was wanted");
        assert!(
            luck.len() == 2 && luck.iter().sum::<f64>().abs() < 1e-9,
            "what one gets the other loses: {luck:?}"
        );
        assert_eq!((bare.outcome, bare.decisions, bare.turn), (kept.outcome, kept.decisions, kept.turn));
        assert!(bare.record.is_none() && bare.luck.is_none());
        let record = kept.record.expect("it was wanted");
        assert!(TOY.replay(&record, Box::new(Fast::new(0))).is_ok());
    }
}

#[test]
fn records_are_kept_where_wanted() {
    let folder = std::env::temp_dir().join(format!("sandtable-lab-{}", std::process::id()));
    run(&Plan { records: Some(folder.clone()), games: 3, ..plan(&["random"]) });
    let text = std::fs::read_to_string(folder.join("toy-000002.json")).expect("the third game was kept");
    std::fs::remove_dir_all(&folder).expect("it was just made");
    let record = Record::read(&text).expect("records read back");
    assert!(record.end.is_some());
}

#[test]
fn what_cannot_be_played_is_explained() {
    let error = |plan: &Plan| simulate(&TOY, plan, &|| ()).expect_err("it cannot be played").to_string();
    assert!(error(&plan(&["random", "random", "random"])).contains("2 seats"));
    assert!(error(&plan(&["midshipman"])).contains("captain"));
    let elsewhere = Plan { setup: Setup::shipped("atlantis"), ..plan(&["random"]) };
    assert!(error(&elsewhere).contains("atlantis") || error(&elsewhere).contains("small"));
}

#[test]
fn a_bench_has_all_its_figures() {
    let plan = BenchPlan { rounds: 1, round: std::time::Duration::from_millis(20) };
    let long = Setup::shipped("long");
    let report = bench(&TOY, &Setup::shipped("small"), Some(&long), &plan).expect("it can be measured");
    for figure in [report.ratio, report.branching, report.copy_ns, report.replay_ratio, report.two_jobs_ratio]
    {
        assert!(figure.is_finite() && figure > 0.0, "{report}");
    }
    let search = [report.search.playouts_per_second, report.search.share, report.search.tenfold_ratio];
    assert!(search.iter().all(|figure| figure.is_finite() && *figure > 0.0), "{report}");
    assert!(report.late_ratio.is_some_and(|ratio| ratio > 0.0), "{report}");
    assert!(report.to_string().contains("chess"));
}

#[test]
fn chances_are_compared_with_results_the_same_way_by_any_number_of_jobs() {
    let plan = CalibrationPlan {
        scenarios: vec![("small".into(), Setup::shipped("small"))],
        bot: "random".into(),
        games: 40,
        seed: 9,
        jobs: 1,
    };
    let found = calibrate(&TOY, &plan, &|| ()).expect("the toy can be played");
    assert_eq!(found, calibrate(&TOY, &CalibrationPlan { jobs: 2, ..plan }, &|| ()).expect("again"));
    let [ground] = &found.grounds[..] else { panic!("{found:?}") };
    assert!(ground.fitted_loss <= ground.loss && ground.loss > 0.0, "{ground:?}");
    // Each game is looked at where it begins, at least.
    assert!(found.bands.iter().map(|band| band.positions).sum::<u64>() >= 40, "{found}");
    assert!(found.to_string().contains("leads should count for"), "{found}");
}
