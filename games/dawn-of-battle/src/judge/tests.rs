//! What the judge must see, in positions of shipped battles.

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Seat, Setup, State};

use super::judge;
use crate::ids::{SIDES, UnitId};
use crate::phases::march::MarchChoice;
use crate::{Choice, DawnOfBattle};

fn battle(id: &str) -> State<DawnOfBattle> {
    let mut dice = Fast::new(5);
    State::begin(&Setup::shipped(id), &mut Cx::silent(&mut dice)).expect("it is shipped")
}

#[test]
fn what_is_good_for_one_side_is_bad_for_the_other() {
    for id in ["fornham", "hastings", "cannae"] {
        let state = battle(id);
        let sum = judge(&state, Seat(0)) + judge(&state, Seat(1));
        // Both see their own leaders and cards only, so the sums need not cancel to the last point.
        assert!(sum.abs() < 2_000, "{id}: {sum}");
    }
}

#[test]
fn losses_disorder_and_dead_leaders_hurt() {
    let before = battle("fornham");
    for side in SIDES {
        let was = judge(&before, side);
        let unit = before.table.units_of(side).first().expect("there are units");
        let worse = |change: &dyn Fn(&mut crate::Table, UnitId)| {
            let mut after = before.clone();
            change(&mut after.table, unit);
            was - judge(&after, side)
        };
        let disrupted = worse(&|table, unit| table.units[unit].disrupted = true);
        let lost = worse(&|table, unit| {
            let loss = table.loss_of(unit);
            table.lift(unit);
            table.dead.insert(unit);
            table.army_mut(unit.side()).losses += loss;
        });
        assert!(disrupted > 0, "{side:?}: {disrupted}");
        assert!(lost > disrupted, "{side:?}: {lost} against {disrupted}");
    }
}

#[test]
fn a_march_is_foretold_as_it_will_be_judged() {
    let (mut dice, mut whim) = (Fast::new(6), Fast::new(7));
    let mut state = battle("fornham");
    let (mut menu, mut marches) = (Vec::new(), 0);
    for _ in 0..2_000 {
        let Some(seat) = state.waiting().lowest() else { break };
        menu.clear();
        state.menu(seat, &mut menu);
        let mut foretell = super::forecast(&state, seat);
        for choice in menu.iter().filter(|choice| matches!(choice, Choice::March(MarchChoice::Go(_)))) {
            let mut after = state.clone();
            after.take(seat, choice.clone(), &mut Cx::silent(&mut Fast::new(1)));
            assert_eq!(foretell(choice), Some(judge(&after, seat)), "{choice:?}");
            marches += 1;
        }
        drop(foretell);
        let choice = menu[whim.below(menu.len() as u32) as usize].clone();
        state.take(seat, choice, &mut Cx::silent(&mut dice));
    }
    assert!(marches > 100, "{marches} marches were compared");
}
