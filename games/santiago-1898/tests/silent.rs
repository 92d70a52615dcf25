//! A step on the silent context allocates nothing, and a position is quickly copied.

use sandtable_cases::promises::silence;
use sandtable_engine::State;
use sandtable_santiago_1898::Santiago;

#[test]
fn random_play_allocates_nothing() {
    silence::<Santiago>(|play| allocation_counter::measure(play).count_total)
        .unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn a_position_is_small() {
    let size = size_of::<State<Santiago>>();
    assert!(size <= 2048, "a position has {size} bytes");
}
