//! A step without a log allocates nothing: search plays millions of them.

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Setup, State};
use sandtable_toy::{Choice, Toy};

/// Plays to the end with choices by whim and gives the number of steps. Menus fill the caller's buffer.
fn play(state: &mut State<Toy>, menu: &mut Vec<Choice>, chance: &mut Fast, log: bool) -> u32 {
    let mut lines = Vec::new();
    let mut steps = 0;
    while let Some(seat) = state.waiting().lowest() {
        menu.clear();
        state.menu(seat, menu);
        let count = u32::try_from(menu.len()).expect("menus are short");
        let choice = menu.swap_remove(chance.below(count) as usize);
        let mut dice = chance.clone();
        chance.word();
        let mut cx = if log { Cx::logged(&mut dice, &mut lines) } else { Cx::silent(&mut dice) };
        state.submit(seat, choice, &mut cx).expect("menus are legal");
        steps += 1;
    }
    steps
}

#[test]
fn a_silent_step_allocates_nothing() {
    let begin = |chance: &mut Fast| State::<Toy>::begin(&Setup::shipped("long"), &mut Cx::silent(chance));
    let mut menu = Vec::with_capacity(512);
    for number in 0..50 {
        let mut chance = Fast::new(number);
        let mut state = begin(&mut chance).expect("the set-up works");
        let mut steps = 0;
        let silent = allocation_counter::measure(|| steps = play(&mut state, &mut menu, &mut chance, false));
        assert!(steps > 10, "{steps} steps are no match");
        assert_eq!(silent.count_total, 0, "{silent:?} in {steps} steps");
        assert!(state.outcome().is_some());
    }
    let mut chance = Fast::new(0);
    let mut state = begin(&mut chance).expect("the set-up works");
    let logged = allocation_counter::measure(|| _ = play(&mut state, &mut menu, &mut chance, true));
    assert!(logged.count_total > 0, "a log needs memory, or nothing was counted");
}
