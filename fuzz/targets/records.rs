//! Any text as a record: read, replayed as far as it goes, written and read again.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use sandtable_catalog::{Game, find};
use sandtable_engine::chance::Fast;
use sandtable_engine::erased::{AnySession, Loaded};
use sandtable_engine::record::{Record, RecordError};
use sandtable_fuzz::{fast, mutate, play_on};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let record = match Record::read(text) {
        Ok(record) => record,
        Err((error, salvaged)) => {
            assert!(!error.to_string().is_empty());
            let Some(salvaged) = salvaged else { return };
            salvaged
        }
    };
    keeps_its_text(&record);
    match find(&record.head.game) {
        Ok(game) => replay(game, &record, fast(data)),
        Err(unknown) => assert!(!unknown.to_string().is_empty()),
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate(data, size, max_size, seed)
});

/// What was written is read as the same, whatever layout it had before.
fn keeps_its_text(record: &Record) {
    let written = record.write();
    match Record::read(&written) {
        Ok(again) | Err((RecordError::Format { .. }, Some(again))) => assert_eq!(again.write(), written),
        Err((error, _)) => panic!("a record that was just written: {error}\n{written}"),
    }
}

fn replay(game: &dyn Game, record: &Record, mut fast: Fast) {
    if let Some(seed) = record.seed() {
        session(game.replay_seeded(record, seed));
    }
    let Some(mut session) = session(game.replay(record, Box::new(fast.clone()))) else { return };
    play_on(game, session.as_mut(), &mut fast, 20);
    let record = session.record();
    keeps_its_text(&record);
    match game.replay(&record, Box::new(Fast::new(0))) {
        Ok(again) => assert_eq!(again.hash(), session.hash()),
        Err((error, _)) => panic!("the record of a match that was just played: {error}"),
    }
}

/// The match, or what could be played of it.
fn session(loaded: Loaded) -> Option<Box<dyn AnySession>> {
    match loaded {
        Ok(session) => Some(session),
        Err((error, part)) => {
            assert!(!error.to_string().is_empty());
            part
        }
    }
}
