//! Ladders in the toy.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandtable_bots::EDITION;
use sandtable_catalog::GAMES;
use sandtable_engine::Setup;
use sandtable_engine::erased::Erased;
use sandtable_lab::ladder::{Ground, LadderPlan, LadderReport, Meetings, ladder, page};
use sandtable_toy::Toy;
use serde_json::Value;

static TOY: Erased<Toy> = Erased::NEW;

fn plan(keep: Option<&Path>) -> LadderPlan<'static> {
    LadderPlan {
        grounds: vec![Ground { game: &TOY, setup: Setup::shipped("small") }],
        bots: vec!["ensign".into(), "random".into()],
        meetings: Meetings::All,
        games: 30,
        seed: 5,
        jobs: 2,
        budget: None,
        keep: keep.map(Path::to_path_buf),
    }
}

fn run(plan: &LadderPlan) -> LadderReport {
    ladder(plan, &mut |_| ()).expect("the toy can be played")
}

fn refusal(plan: &LadderPlan) -> String {
    ladder(plan, &mut |_| ()).expect_err("it cannot be played").to_string()
}

/// All of a report that must be the same on every machine.
fn results(report: &LadderReport) -> Value {
    fn without_clocks(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("pace");
                fields.remove("pondering");
                fields.values_mut().for_each(without_clocks);
            }
            Value::Array(values) => values.iter_mut().for_each(without_clocks),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(report).expect("plain");
    without_clocks(&mut value);
    value
}

/// A folder with a file in it that is not there yet.
fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("ladder.jsonl");
    (folder, path)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("the ladder was kept")
}

#[test]
fn the_better_bot_stands_higher() {
    let report = run(&plan(None));
    assert_eq!((report.games, report.planned), (30, 30));
    assert_eq!(report.bots, ["random", "ensign"]);
    let [random, ensign] = &report.together[..] else { panic!("two bots") };
    let (Some(low), Some(high)) = (random.rating, ensign.rating) else { panic!("both have played") };
    assert!(high.elo > low.elo && high.low < high.elo && high.elo < high.high, "{report}");
    let pair = &report.grounds[0].pairs[0];
    assert!(pair.share.value > 0.5 && pair.bar.is_some(), "{report}");
    let merit = pair.merit.expect("they have played often and thrown dice");
    assert!((merit.value - pair.share.value).abs() < 0.2 && merit.low < merit.high, "{report}");
    let pondering = ensign.pondering.expect("it had choices");
    assert!(pondering.decisions > 0 && pondering.longest >= pondering.mean, "{pondering:?}");
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    assert_eq!(results(&run(&plan(None))), results(&run(&LadderPlan { jobs: 1, ..plan(None) })));
}

#[test]
fn a_ladder_that_was_stopped_comes_to_the_same() {
    let (_folder, path) = file();
    let part = run(&LadderPlan { games: 12, ..plan(Some(&path)) });
    assert_eq!(part.games, 12);
    let kept = text(&path);
    let mut begun = None;
    let whole = ladder(&plan(Some(&path)), &mut |progress| _ = begun.get_or_insert(progress.played));
    assert_eq!(begun, Some(12));
    assert_eq!(results(&whole.expect("it goes on")), results(&run(&plan(None))));
    assert!(text(&path).starts_with(&kept), "what was kept stays");
    // Everything is there now: nothing is played again.
    let all = text(&path);
    assert_eq!(results(&run(&plan(Some(&path)))), results(&run(&plan(None))));
    assert_eq!(text(&path), all);
}

#[test]
fn a_line_that_was_cut_short_is_played_again() {
    let (_folder, path) = file();
    let whole = results(&run(&plan(Some(&path))));
    let all = text(&path);
    for length in [all.len() - 1, all.len() - 20, 10] {
        fs::write(&path, &all[..length]).expect("the file is ours");
        let report = run(&plan(Some(&path)));
        assert!(report.pace.cut_short);
        assert_eq!(results(&report), whole);
        assert!(!run(&plan(Some(&path))).pace.cut_short, "it was mended");
    }
}

#[test]
fn the_file_of_another_ladder_is_refused() {
    let (_folder, path) = file();
    run(&LadderPlan { games: 2, ..plan(Some(&path)) });
    assert!(refusal(&LadderPlan { seed: 6, ..plan(Some(&path)) }).contains("`seed` is 5 there and 6 here"));
    let elsewhere = vec![Ground { game: &TOY, setup: Setup::shipped("long") }];
    let error = refusal(&LadderPlan { grounds: elsewhere, ..plan(Some(&path)) });
    assert!(error.contains("`scenario of toy`"), "{error}");
    let kept = text(&path);
    let other = kept.replacen("\"rules\":", "\"rules\":9", 1);
    assert_ne!(other, kept);
    fs::write(&path, &other).expect("the file is ours");
    assert!(refusal(&plan(Some(&path))).contains("`rules version of toy`"));
    assert_eq!(text(&path), other, "what is refused is not touched");
    let older = kept.replacen(&format!("\"edition\":{EDITION}"), "\"edition\":0", 1);
    assert_ne!(older, kept);
    fs::write(&path, &older).expect("the file is ours");
    assert!(refusal(&plan(Some(&path))).contains("`edition of the bots` is 0 there"));
}

#[test]
fn a_file_that_is_refused_for_one_ground_of_several_gets_none() {
    let (_folder, path) = file();
    run(&LadderPlan { games: 2, ..plan(Some(&path)) });
    let new = || {
        let game = GAMES[0];
        Ground { game, setup: Setup::shipped(&game.scenarios()[0].id) }
    };
    let toy = |scenario| Ground { game: &TOY, setup: Setup::shipped(scenario) };
    let with = |grounds| LadderPlan { grounds, budget: Some(Duration::ZERO), ..plan(Some(&path)) };
    let half = text(&path) + "{\"game\":";
    fs::write(&path, &half).expect("the file is ours");
    assert!(refusal(&with(vec![new(), toy("long")])).contains("`scenario of toy`"));
    assert_eq!(text(&path), half, "not even the half line is gone");
    assert!(run(&with(vec![new(), toy("small")])).pace.cut_short);
    assert_eq!(text(&path).lines().count(), 5, "the seed, two grounds, two games");
}

#[test]
fn a_file_that_was_cut_within_a_letter_goes_on() {
    let (_folder, path) = file();
    let whole = results(&run(&plan(Some(&path))));
    let kept = text(&path);
    fs::write(&path, [kept.as_bytes(), b"{\"ground\":{\"game\":\"caf\xc3"].concat())
        .expect("the file is ours");
    let report = run(&plan(Some(&path)));
    assert!(report.pace.cut_short);
    assert_eq!(results(&report), whole);
    assert_eq!(text(&path), kept);
    let foreign = [kept.as_bytes(), b"\xc3\n"].concat();
    fs::write(&path, &foreign).expect("the file is ours");
    let error = refusal(&plan(Some(&path)));
    assert!(error.contains(&format!("ladder.jsonl:{}:", kept.lines().count() + 1)), "{error}");
    assert_eq!(fs::read(&path).ok(), Some(foreign));
}

#[test]
fn a_file_with_more_than_is_asked_for_gives_what_is_asked_for() {
    let (_folder, path) = file();
    run(&LadderPlan {
        bots: vec!["ensign".into(), "random".into(), "captain".into()],
        games: 4,
        ..plan(Some(&path))
    });
    let part = run(&LadderPlan { games: 2, ..plan(Some(&path)) });
    assert_eq!(results(&part), results(&run(&LadderPlan { games: 2, ..plan(None) })));
}

#[test]
fn a_ladder_too_long_to_be_laid_out_can_be_begun() {
    let endless = run(&LadderPlan { games: u32::MAX, budget: Some(Duration::ZERO), ..plan(None) });
    assert_eq!((endless.games, endless.planned), (0, u64::from(u32::MAX) - 1));
}

#[test]
fn a_file_that_is_none_of_ours_is_not_touched() {
    let (_folder, path) = file();
    let broken = format!("{{\"ladder\":{{\"format\":2,\"seed\":5,\"edition\":{EDITION}}}}}\nnotes\n{{}}\n");
    for foreign in ["notes", "{\"board\": []}\n", &broken] {
        fs::write(&path, foreign).expect("the file is ours");
        let error = refusal(&plan(Some(&path)));
        assert!(error.contains("ladder.jsonl:"), "{error}");
        assert_eq!(text(&path), foreign);
    }
}

#[test]
fn a_ladder_without_time_says_what_it_has() {
    let (_folder, path) = file();
    run(&LadderPlan { games: 4, ..plan(Some(&path)) });
    let report = run(&LadderPlan { budget: Some(Duration::ZERO), ..plan(Some(&path)) });
    assert_eq!((report.games, report.planned), (4, 30));
    let empty = run(&LadderPlan { budget: Some(Duration::ZERO), ..plan(None) });
    assert_eq!(empty.games, 0);
    assert!(empty.together.iter().all(|standing| standing.rating.is_none()));
    assert!(page(&empty).contains("0 of 30"), "an empty ladder has a page too");
}

#[test]
fn what_cannot_be_played_is_explained() {
    let with = |bots: &[&str]| {
        let bots = bots.iter().map(|bot| (*bot).into()).collect();
        refusal(&LadderPlan { bots, ..plan(None) })
    };
    assert!(with(&["captain"]).contains("two different bots"));
    assert!(with(&["captain", "cabin-boy"]).contains("cabin-boy"));
    let twice = || Ground { game: &TOY, setup: Setup::shipped("small") };
    assert!(refusal(&LadderPlan { grounds: vec![twice(), twice()], ..plan(None) }).contains("toy has two"));
}

#[test]
fn a_page_stands_alone_and_has_every_pair() {
    let page = page(&run(&plan(None)));
    for part in ["<!doctype html>", "<svg", "ensign", "random", "Elo"] {
        assert!(page.contains(part), "{part}");
    }
    for foreign in ["http://", "https://", "<script", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
}
