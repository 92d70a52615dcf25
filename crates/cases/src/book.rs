//! What the cases of a game must show together.

/// Makes the tests of a game's cases: `sandtable_cases::book_tests!(DawnOfEmpire);` in its `tests/cases.rs`.
///
/// All cases pass, every enforced rule has one, and every enforced rule is named in the file that carries it out.
#[macro_export]
macro_rules! book_tests {
    ($game:ty) => {
        const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
        const GAME: $crate::macros::Erased<$game> = $crate::macros::Erased::NEW;

        #[test]
        fn all_cases_pass() {
            let (cases, problems) = $crate::collect(&[CASES]);
            assert!(problems.is_empty(), "{problems:?}");
            let report = $crate::run_cases(&cases, &[&GAME]);
            assert!(report.is_clean(), "{report}");
        }

        #[test]
        fn every_enforced_rule_has_a_case() {
            let (cases, _) = $crate::collect(&[CASES]);
            let coverage = $crate::coverage(&GAME, &cases).expect("rules.toml reads");
            assert!(coverage.is_whole(), "{coverage}");
        }

        #[test]
        fn every_enforced_rule_is_named_where_it_is_carried_out() {
            let problems = $crate::citations(env!("CARGO_MANIFEST_DIR"));
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            assert!(problems.is_empty(), "{}", lines.join("\n"));
        }
    };
}
