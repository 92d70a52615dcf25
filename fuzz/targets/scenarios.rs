//! Any text as a scenario file: refused with reasons, or set up and played.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use sandtable_catalog::{GAMES, Game};
use sandtable_engine::chance::Fast;
use sandtable_engine::{OptionCard, OptionKind, OptionValue, Setup, SetupError};
use sandtable_fuzz::{any_of, fast, mutate, play_on};

const FILE: &str = "fuzz.toml";

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for game in GAMES {
        read_and_play(*game, text, fast(data));
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate(data, size, max_size, seed)
});

fn read_and_play(game: &dyn Game, text: &str, mut fast: Fast) {
    let card = match game.read_scenario(FILE, text) {
        Ok(card) => card,
        Err(error) => return is_told(&error),
    };
    let plain = game.begin(Setup::own(FILE, text), Box::new(fast.clone()));
    plain.expect("a scenario file that was read can be set up");
    let cards: Vec<OptionCard> = game.options().into_iter().chain(card.options).collect();
    let setup = cards.iter().fold(Setup::own(FILE, text), |setup, card| match any_value(card, &mut fast) {
        Some(value) => setup.with(&card.id, value),
        None => setup,
    });
    // A variant may turn out not to work with another.
    match game.begin(setup, Box::new(fast.clone())) {
        Ok(mut session) => play_on(game, session.as_mut(), &mut fast, 40),
        Err(error) => is_told(&error),
    }
}

/// A refusal says something, and every problem names the file.
fn is_told(error: &SetupError) {
    assert!(!error.problems.is_empty());
    for problem in &error.problems {
        assert!(!problem.what.is_empty() && !problem.file.is_empty(), "{problem:?}");
        assert!(problem.line != Some(0), "lines count from 1");
    }
}

/// Now and then a switch is not as usual.
fn any_value(card: &OptionCard, fast: &mut Fast) -> Option<OptionValue> {
    if fast.below(4) != 0 {
        return None;
    }
    Some(match &card.kind {
        OptionKind::Switch { default } => OptionValue::Switch(!default),
        OptionKind::Words { words } => OptionValue::Word(any_of(words, fast)?.clone()),
        OptionKind::Number { least, most, .. } => {
            OptionValue::Number(if fast.below(2) == 0 { *least } else { *most })
        }
    })
}
