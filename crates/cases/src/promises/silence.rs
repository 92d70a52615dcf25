//! Play on the silent context asks the machine for no memory: search and training make millions of steps.

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Rules, Setup, State};

use super::Broken;

/// Plays every scenario of the box once with the menus of search while `allocations` counts what its argument asks for.
/// The count is the caller's, because a counting allocator belongs into a test and not into a program.
pub fn silence<G: Rules>(allocations: impl Fn(&mut dyn FnMut()) -> u64) -> Result<(), Broken> {
    silence_from::<G>(|_| true, allocations)
}

/// The same from the position on in which a battle has begun: armies that players put together first take memory.
pub fn silence_from<G: Rules>(
    begun: impl Fn(&State<G>) -> bool,
    allocations: impl Fn(&mut dyn FnMut()) -> u64,
) -> Result<(), Broken> {
    const SEED: u64 = 7;
    for scenario in G::scenarios() {
        let mut chance = Fast::new(SEED);
        let setup = Setup::shipped(&scenario.id);
        let mut start = State::<G>::begin(&setup, &mut Cx::silent(&mut chance)).expect("it is shipped");
        let mut menu = Vec::with_capacity(4096);
        let mut pick = Fast::new(SEED + 1);
        while let (false, Some(seat)) = (begun(&start), start.waiting().lowest()) {
            menu.clear();
            start.search_menu(seat, &mut menu);
            let choice = menu[pick.below(menu.len() as u32) as usize].clone();
            start.take(seat, choice, &mut Cx::silent(&mut chance));
        }
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
        let counted = allocations(&mut play);
        if counted != 0 {
            let what = format!("{counted} allocations in a game of `{}`", scenario.id);
            return Err(Broken { promise: "silence", seed: SEED, game: 1, decision: 0, what });
        }
    }
    Ok(())
}
