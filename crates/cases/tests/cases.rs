//! Cases of the toy: those that hold, and what is said of those that do not.

use std::path::{Path, PathBuf};

use sandtable_cases::{Failure, citations, collect, coverage, read_text, run, run_cases};
use sandtable_engine::erased::{AnyRules, Erased};
use sandtable_toy::Toy;

const TOY: &dyn AnyRules = &Erased::<Toy>::NEW;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

#[test]
fn good_cases_pass() {
    let report = run(&[folder()], &[TOY]);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.to_string(), "8 passed, 0 failed");
    let json = serde_json::to_value(&report).expect("plain values");
    assert_eq!((&json["passed"], &json["failed"]), (&8.into(), &0.into()));
    assert!(json["cases"][0]["file"].as_str().is_some_and(|file| file.ends_with("4-march.toml")));
}

#[test]
fn what_cannot_be_read_counts_as_failed() {
    let report = run(&[folder().join("scenarios/duel.toml"), folder().join("missing.toml")], &[TOY]);
    assert!(report.to_string().ends_with("\n0 passed, 2 failed"), "{report}");
}

/// What is said of a case of the smallest scenario with these steps.
fn failures(steps: &str) -> Vec<Failure> {
    let head = "title = \"t\"\nrule = \"1.2\"\nscenario = \"small\"\noptions = { first = \"blue\" }\n\
        setup-chance = [4, 3, 2]\n";
    let cases =
        read_text("t.toml", &format!("{head}{steps}")).unwrap_or_else(|problems| panic!("{problems:?}"));
    run_cases(&cases, &[TOY]).failures().cloned().collect()
}

const TAKE: &str = "[[step]]\nseat = \"blue\"\ndo = { march = { take = \"blue-1\" } }\n";

#[test]
fn a_decision_that_does_not_fit_shows_what_is_asked() {
    let failures = failures(&format!("{TAKE}[[step]]\nseat = \"red\"\ndo = {{ march = \"done\" }}\n"));
    let [failure] = failures.as_slice() else { panic!("{failures:?}") };
    assert_eq!((failure.line, failure.step), (9, Some(2)));
    assert_eq!(
        failure.came,
        "refused: it is not your turn to decide (rule 0)\n\
        asked now: blue: Where does Blue 1 go? (rule 4.2)\n  \
        {\"march\":{\"step\":1}}  March to space 1\n  \
        {\"march\":{\"step\":3}}  March to space 3"
    );
}

#[test]
fn each_thing_that_a_step_says_can_fail() {
    for (step, expected, came) in [
        ("seat = 0\ndo = { march = { take = \"ship\" } }", "is taken", "no piece here is called `ship`"),
        (
            "seat = 0\ndo = { march = { take = \"red-1\" } }\nrefused = \"4.4\"",
            "by rule 4.4",
            "your own units (rule 4.1)",
        ),
        (
            "seat = 0\ndo = { march = { take = \"red-1\" } }\nrefused = \"4.1\"\nbecause = \"x\"",
            "…x…",
            "your own",
        ),
        (
            "seat = 0\ndo = { march = { step = 3 } }\nrefused = \"4.1\"\nin-the-way = [\"3\"]",
            "`3` in the way",
            "[]",
        ),
        ("seat = 0\ndo = { march = \"done\" }\nrefused = \"4.1\"", "is refused by rule 4.1", "it is allowed"),
        (
            "seat = 0\ndo = { march = \"done\" }\nchance = [2]",
            "laid out is drawn",
            "left over: 2; drawn: none",
        ),
        (
            "seat = 0\ndo = { march = \"done\" }\nevents = [{ lost = {} }]",
            "the event {\"lost\":{}}",
            "nothing happened",
        ),
        (
            "seat = 0\ndo = { march = \"done\" }\ncites = [\"4.1\"]",
            "a line by rule 4.1, in the order listed",
            "nothing happened",
        ),
        ("seat = 0\ndo = { march = \"done\" }\nwaits = [0, 1]", "asked now: blue, red", "asked now: red"),
        ("seat = 0\nundo = true", "seat 0 takes back", "nothing can be taken back"),
        (
            "seat = 0\nlegal = [{ march = \"done\" }]",
            "only what is listed",
            "also {\"march\":{\"take\":\"blue-1\"}}",
        ),
        ("seat = 0\nlegal = []", "has 0 choices", "3 choices"),
        ("seat = 0\noffers = [{ march = { step = 1 } }]", "is in the menu of blue", "asked now: blue"),
        ("seat = 0\nlacks = [{ march = \"done\" }]", "is not in the menu", "it is"),
        (
            "seat = 0\nlacks = [{ match = \"done\" }]",
            "is not in the menu",
            "cannot be read: unknown variant `match`",
        ),
        ("seat = 0\nasks = \"9.9\"", "blue is asked by rule 9.9", "(rule 4."),
        ("seat = 0\nsays = \"who goes there\"", "the question says \"who goes there\"", "?"),
        ("seat = 1\nasks = \"4.1\"", "red is asked", "asked now: blue"),
        ("seat = 0\nreckons = { of = { march = \"done\" }, total = 1 }", "the sum behind", "there is none"),
        ("seat = 0\nodds = { of = { march = \"done\" }, \"A draw\" = 0.5 }", "A draw 0.5", "0.0000, Exact"),
        (
            "seat = 0\nodds = { of = { march = { step = 9 } }, \"A draw\" = 0.5 }",
            "the odds of",
            "take up a unit first",
        ),
        ("seat = 7\ndo = 1", "seat 7 sits at the table", "the sides are blue, red"),
        ("waits = [\"green\"]", "green sits at the table", "the sides are blue, red"),
        ("until = { box = \"bid\" }", "runs up to the point", "the match is over, Draw; won by: nobody"),
        ("until = { over = true }\nmost = 2", "within 2 decisions", "it is still not there\nasked now: blue"),
        ("until = { waits = [\"green\"] }", "green sits", "blue, red"),
        ("until = { waits = [1] }\nchance = [1]", "laid out is drawn", "left over: 1"),
        (
            "waits = [0]\nexpect = [{ at = \"/table/turm\", is = 1 }]",
            "`/table/turm` is 1",
            "`/table` has no `turm`; it has",
        ),
        ("waits = [0]\nexpect = [{ at = \"/table/turn\", is = 2 }]", "`/table/turn` is 2", "1"),
    ] {
        let found = failures(&format!("[[step]]\n{step}\n"));
        let said =
            found.iter().any(|failure| failure.expected.contains(expected) && failure.came.contains(came));
        assert!(said, "{step}: {found:#?}");
        assert!(found.iter().all(|failure| failure.step == Some(1)));
    }
}

#[test]
fn dice_that_are_missing_name_the_rule() {
    let steps = "[[step]]\nuntil = { waits = [1] }\n[[step]]\nuntil = { waits = [0] }\n\
        [[step]]\nseat = 0\ndo = { march = \"done\" }\n";
    assert_eq!(failures(steps), []);
    let cases = "title = \"t\"\nrule = \"1\"\nscenario = \"small\"\nsetup-chance = [4, 3]\n[[step]]\nwaits = [0, 1]\n";
    let report = run_cases(&read_text("t.toml", cases).expect("whole"), &[TOY]);
    assert!(
        report.to_string().contains("rule 2.2 draws from 1 to 2, but no more faces were laid out"),
        "{report}"
    );
    let bids = "title = \"t\"\nrule = \"1\"\nscenario = \"small\"\nsetup-chance = [4, 3, 2]\n\
        [[step]]\nseat = 0\ndo = { bid = 1 }\n[[step]]\nseat = 1\ndo = { bid = 1 }\nchance = [3]\n";
    let report = run_cases(&read_text("t.toml", bids).expect("whole"), &[TOY]);
    assert!(report.to_string().contains("rule 3.3 draws from 1 to 2, but 3 was laid out"), "{report}");
}

#[test]
fn the_end_is_held_against_what_is_expected() {
    let found = failures("[[step]]\nwaits = [0]\n[expect-outcome]\ngrade = \"draw\"\n");
    assert_eq!((found.len(), found[0].expected.as_str(), found[0].step), (1, "the match is over", None));
    let ending = "[[step]]\nuntil = { over = true }\n\
        [expect-outcome]\ngrade = \"plain\"\nwinners = [\"red\"]\nscores = { blue = 3, green = 1 }\n";
    let found: Vec<String> = failures(ending).into_iter().map(|failure| failure.came).collect();
    assert_eq!(found, ["nobody", "it is Draw", "0 points", "the sides are blue, red"]);
}

#[test]
fn a_set_up_that_does_not_work_says_why() {
    let rest = "title = \"t\"\nrule = \"1\"\n[[expect]]\nat = \"\"\nis-not = 1\n";
    for (head, games, came) in [
        ("scenario = \"huge\"\n", [TOY].as_slice(), "there is no scenario `huge`; allowed: small, long"),
        ("scenario = \"none.toml\"\n", &[TOY], "none.toml"),
        ("scenario = { turns = 0 }\n", &[TOY], "`scenario.turns`"),
        ("scenario = \"small\"\noptions = { fog = true }\n", &[TOY], "there is no such option"),
        ("scenario = \"small\"\ngame = \"chess\"\n", &[TOY], "there is no game `chess`; allowed: toy"),
        ("scenario = \"small\"\n", &[], "the case has no `game`"),
        ("scenario = \"small\"\nsetup-chance = [1, 1, 1, 1]\n", &[TOY], "left over: 1"),
    ] {
        let cases = read_text("t.toml", &format!("{head}{rest}")).expect("whole");
        let report = run_cases(&cases, games);
        assert!(report.failures().any(|failure| failure.came.contains(came)), "{head}: {report}");
    }
}

#[test]
fn no_text_breaks_the_reader_or_the_runner() {
    for file in ["4-march.toml", "6-assault.toml", "runs.toml"] {
        let text = std::fs::read_to_string(folder().join(file)).expect("it is there");
        let lines: Vec<&str> = text.lines().collect();
        for left_out in 0..lines.len() {
            let text: Vec<&str> =
                lines.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, l)| *l).collect();
            let name = folder().join(file).display().to_string();
            if let Ok(cases) = read_text(&name, &text.join("\n")) {
                run_cases(&cases, &[TOY]);
            }
        }
        for (cut, _) in text.char_indices().step_by(7) {
            let _ = read_text(file, &text[..cut]);
        }
    }
}

#[test]
fn coverage_counts_each_number_by_itself() {
    let (cases, problems) = collect(&[folder()]);
    assert!(problems.is_empty());
    let covered = coverage(TOY, &cases).expect("the list is in order");
    let rule = |number: &str| covered.rules.iter().find(|rule| rule.number == number).expect("listed");
    assert_eq!((rule("4.2").cases.len(), rule("4.3").cases.len(), rule("7.4").cases.len()), (2, 1, 0));
    assert!(covered.rules.iter().all(|rule| rule.number != "1.1"), "only what is enforced needs a case");
    assert!(covered.strangers.is_empty() && covered.percentage > 30.0 && covered.percentage < 50.0);
    let text = covered.to_string();
    assert!(text.contains("without cases: 3.1, 3.2"), "{text}");
    assert!(text.ends_with("of 23 enforced rules have cases, 43.5 %"), "{text}");

    let stranger = "title = \"t\"\nrules = [\"4.2\", \"4.2a\"]\nscenario = \"small\"\n[[step]]\nwaits = []\n";
    let covered =
        coverage(TOY, &read_text("t.toml", stranger).expect("whole")).expect("the list is in order");
    assert_eq!(covered.strangers.len(), 1);
    assert!(!covered.is_whole());
    assert!(covered.to_string().contains("4.2a is no rule of this game, but is named by t.toml:1: t"));
}

#[test]
fn the_toy_names_every_enforced_rule_where_it_is_carried_out() {
    let toy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../toy");
    let problems = citations(toy);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn rules_that_no_source_names_are_found() {
    let problems = citations(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/uncited"));
    let found: Vec<(Option<usize>, &str)> =
        problems.iter().map(|problem| (problem.line, problem.what.as_str())).collect();
    assert_eq!(
        found[..2],
        [
            (Some(12), "src/range.rs does not mention rule 2.5"),
            (Some(18), "rule 2.6 is enforced, but no file is named for it"),
        ]
    );
    let missing = "src/torpedoes.rs, named for rule 2.7, cannot be read";
    assert!(found[2].1.starts_with(missing), "{found:?}");
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(citations("nowhere")[0].what.starts_with("cannot be read"));
}
