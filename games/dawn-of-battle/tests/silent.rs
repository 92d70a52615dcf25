//! A step on the silent context allocates nothing, and a position is quickly copied.

use sandtable_cases::promises::silence_from;
use sandtable_dawn_of_battle::{DawnOfBattle, Phase};
use sandtable_engine::State;

#[test]
fn random_play_allocates_nothing() {
    let begun = |state: &State<DawnOfBattle>| state.table.phase != Phase::SetUp;
    silence_from::<DawnOfBattle>(begun, |play| allocation_counter::measure(play).count_total)
        .unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn a_position_is_small() {
    let size = size_of::<State<DawnOfBattle>>();
    assert!(size <= 4096, "a position has {size} bytes");
}
