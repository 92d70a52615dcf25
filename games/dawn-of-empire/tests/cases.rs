//! All cases of the game pass, and every enforced rule has one and is named in its source file.

use sandtable_cases::{citations, collect, coverage, run_cases};
use sandtable_dawn_of_empire::DawnOfEmpire;
use sandtable_engine::erased::Erased;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");

#[test]
fn all_cases_pass() {
    let (cases, problems) = collect(&[CASES]);
    assert!(problems.is_empty(), "{problems:?}");
    let report = run_cases(&cases, &[&Erased::<DawnOfEmpire>::NEW]);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn every_enforced_rule_has_a_case() {
    let (cases, _) = collect(&[CASES]);
    let coverage = coverage(&Erased::<DawnOfEmpire>::NEW, &cases).expect("rules.toml reads");
    assert!(coverage.is_whole(), "{coverage}");
}

#[test]
fn every_enforced_rule_is_named_where_it_is_carried_out() {
    let problems: Vec<String> =
        citations(env!("CARGO_MANIFEST_DIR")).iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
