//! What the judge must see, in positions of shipped battles.

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Seat, Setup, State};

use super::stand::Front;
use super::{judge, still, still_after};
use crate::ids::{SIDES, UnitId};
use crate::phases::activation::ActivationChoice;
use crate::phases::march::MarchChoice;
use crate::phases::placement::PlacementChoice;
use crate::questions::formation::Verb;
use crate::table::Marker;
use crate::{Choice, DawnOfBattle, Frame};

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
fn marches_and_leaders_places_are_foretold_as_they_will_be_judged() {
    let (mut takes, mut marches, mut places) = (0, 0, 0);
    let moves = |state: &State<DawnOfBattle>| matches!(state.frame(), Some(Frame::Activation(it)) if it.verb() == Verb::Move);
    wander(|state, seat, menu| {
        let mut foretell = super::forecast(state, seat);
        for choice in menu {
            match choice {
                Choice::March(MarchChoice::Go(_)) => marches += 1,
                Choice::Activation(ActivationChoice::Take(_)) if moves(state) => takes += 1,
                Choice::Placement(PlacementChoice::Place(_)) => places += 1,
                _ => continue,
            }
            let mut after = state.clone();
            after.take(seat, choice.clone(), &mut Cx::silent(&mut Fast::new(1)));
            assert_eq!(foretell(choice), Some(judge(&after, seat)), "{choice:?}");
        }
    });
    assert!(takes.min(marches).min(places) > 20, "{takes} units, {marches} marches, {places} places");
}

#[test]
fn a_marker_changes_nothing_but_near_its_unit() {
    let mut beside_enemies = 0;
    wander(|state, seat, _| {
        let table = &state.table;
        let front = Front::new(table, seat);
        let now = still(&front, seat);
        let pressed = |unit: &UnitId| table.in_enemy_zone(unit.side(), table.units[*unit].hex);
        let units = SIDES.map(|side| table.units_of(side));
        let some = units.map(|units| [units.first(), units.iter().find(pressed)]);
        for unit in some.into_iter().flatten().flatten() {
            let mut after = table.clone();
            after.units[unit].marker = Marker::Done;
            let hex = table.units[unit].hex;
            beside_enemies += usize::from(pressed(&unit));
            let whole = still(&Front::with(&after, front.stakes, front.viewer), seat);
            assert_eq!(still_after(&front, now, &after, &[hex], seat), whole, "{unit:?}");
        }
    });
    assert!(beside_enemies > 100, "{beside_enemies} units beside enemies");
}

/// Random play of some battles; every position is shown with the seat to decide and its menu.
fn wander(mut each: impl FnMut(&State<DawnOfBattle>, Seat, &[Choice])) {
    for id in ["fornham", "hastings", "cannae"] {
        let (mut dice, mut whim) = (Fast::new(6), Fast::new(7));
        let mut state = battle(id);
        let mut menu = Vec::new();
        for _ in 0..1_500 {
            let Some(seat) = state.waiting().lowest() else { break };
            menu.clear();
            state.menu(seat, &mut menu);
            each(&state, seat, &menu);
            let choice = menu[whim.below(menu.len() as u32) as usize].clone();
            state.take(seat, choice, &mut Cx::silent(&mut dice));
        }
    }
}
