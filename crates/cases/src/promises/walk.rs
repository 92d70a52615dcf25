//! Random games with somebody who watches every position.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sandtable_engine::chance::{Fast, Seed, Seeded};
use sandtable_engine::{Rules, Seat, Session, Setup, State};

use super::{Broken, Kept, Trial};
use crate::play::panic_message;
use crate::script::any_of;

/// One in so many choices comes from the whole menu, the others from the part that search looks at.
const WHOLE_MENU: u32 = 8;

/// A position of a random game.
pub struct Point<'a, G: Rules> {
    pub session: &'a mut Session<G>,
    /// What will be decided here; nothing at the end of the game.
    pub next: Option<(Seat, G::Choice)>,
    /// Decisions that have been made.
    pub decision: u32,
    /// What the game was set up with.
    pub setup: &'a Setup,
    pub seed: Seed,
    /// For whatever the watcher wants to have at random. It has no part in the game.
    pub luck: &'a mut Fast,
}

/// Plays random games and has every position looked at, the last one too.
pub fn walk<G: Rules>(
    promise: &'static str,
    setup: &Setup,
    trial: Trial,
    mut watch: impl FnMut(&mut Point<G>) -> Result<(), String>,
) -> Result<Kept, Broken> {
    let mut kept = Kept::default();
    for game in 0..trial.games {
        let mut decision = 0;
        let one_game = || one_game(setup, trial, game, &mut decision, &mut watch);
        let what = match catch_unwind(AssertUnwindSafe(one_game)) {
            Ok(Ok(())) => {
                kept.games += 1;
                kept.decisions += u64::from(decision);
                continue;
            }
            Ok(Err(what)) => what,
            Err(panic) => format!("the program broke down: {}", panic_message(panic.as_ref())),
        };
        return Err(Broken { promise, seed: trial.seed, game, decision, what });
    }
    Ok(kept)
}

fn one_game<G: Rules>(
    setup: &Setup,
    trial: Trial,
    game: u32,
    decision: &mut u32,
    watch: &mut impl FnMut(&mut Point<G>) -> Result<(), String>,
) -> Result<(), String> {
    let seed = Seeded::of_series(trial.seed, u64::from(game));
    let mut player = Fast::new(trial.seed ^ (u64::from(game) << 32));
    let mut luck = Fast::new(player.word());
    let mut session = begin::<G>(setup, seed)?;
    let mut menu = Vec::new();
    loop {
        let goes_on = session.state().outcome().is_none() && *decision < trial.decisions;
        let next = if goes_on { Some(pick(session.state(), &mut player, &mut menu)?) } else { None };
        let mut point =
            Point { session: &mut session, next, decision: *decision, setup, seed, luck: &mut luck };
        watch(&mut point)?;
        let Some((seat, choice)) = point.next.take() else { return Ok(()) };
        let refused =
            |choice: &G::Choice, why: String| format!("{choice:?} is in the menu of {seat}, but: {why}");
        session.submit(seat, choice.clone()).map_err(|refusal| refused(&choice, refusal.sentence()))?;
        *decision += 1;
    }
}

/// A match whose draws come from a seed.
pub fn begin<G: Rules>(setup: &Setup, seed: Seed) -> Result<Session<G>, String> {
    Session::seeded(setup.clone(), seed).map_err(|error| format!("set-up: {error}"))
}

fn pick<G: Rules>(
    state: &State<G>,
    player: &mut Fast,
    menu: &mut Vec<G::Choice>,
) -> Result<(Seat, G::Choice), String> {
    let waiting = state.waiting();
    let Some(seat) = waiting.iter().nth(player.below(waiting.len().max(1)) as usize) else {
        return Err("the match goes on, but nobody is asked".to_owned());
    };
    menu.clear();
    if player.below(WHOLE_MENU) == 0 {
        state.menu(seat, menu);
    } else {
        state.search_menu(seat, menu);
    }
    if menu.is_empty() {
        return Err(format!("{seat} is asked and has nothing to choose"));
    }
    let at = any_of(menu.len(), player);
    Ok((seat, menu.swap_remove(at)))
}

/// Everyone at the table.
pub fn seats<G: Rules>(state: &State<G>) -> impl Iterator<Item = Seat> + use<G> {
    (0..G::seats(&state.table)).map(Seat)
}
