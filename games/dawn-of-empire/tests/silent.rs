//! A step on the silent context allocates nothing.

use sandtable_dawn_of_empire::DawnOfEmpire;
use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Rules, Setup, State};

#[test]
fn random_play_allocates_nothing() {
    for scenario in DawnOfEmpire::scenarios() {
        let mut chance = Fast::new(7);
        let setup = Setup::shipped(&scenario.id);
        let start =
            State::<DawnOfEmpire>::begin(&setup, &mut Cx::silent(&mut chance)).expect("it is shipped");
        let mut menu = Vec::with_capacity(512);
        let mut pick = Fast::new(11);
        let mut play = || {
            let mut state = start.clone();
            while let Some(seat) = state.waiting().lowest() {
                menu.clear();
                state.search_menu(seat, &mut menu);
                let choice = menu[pick.below(menu.len() as u32) as usize].clone();
                state.take(seat, choice, &mut Cx::silent(&mut chance));
            }
        };
        // The first game fills what is worked out once.
        play();
        let counted = allocation_counter::measure(play);
        assert_eq!(counted.count_total, 0, "{}", scenario.id);
    }
}

#[test]
fn a_position_is_small() {
    let size = size_of::<State<DawnOfEmpire>>();
    assert!(size <= 4096, "a position has {size} bytes");
}
