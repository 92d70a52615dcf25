//! Any text as a case file: refused with reasons, or run.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use sandtable_cases::{read_text, run_cases};
use sandtable_catalog::GAMES;
use sandtable_engine::erased::AnyRules;
use sandtable_fuzz::{Bounded, mutate};

/// Cases of one file that are run; the rest would only repeat them.
const MOST: usize = 3;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let cases = match read_text("fuzz.toml", text) {
        Ok(cases) => cases,
        Err(problems) => {
            assert!(!problems.is_empty());
            return problems.iter().for_each(|problem| assert!(!problem.to_string().is_empty()));
        }
    };
    let bounded: Vec<Bounded> = GAMES.iter().map(|game| Bounded(*game)).collect();
    let games: Vec<&dyn AnyRules> = bounded.iter().map(|game| game as &dyn AnyRules).collect();
    // A panic of the rules would be reported as a failure; here the hook of libFuzzer comes first and aborts.
    let report = run_cases(&cases[..cases.len().min(MOST)], &games);
    assert!(!report.to_string().is_empty());
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate(data, size, max_size, seed)
});
