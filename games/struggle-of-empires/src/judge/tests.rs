//! The judgement likes what a player would like, and every choice is foretold.

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Seat, Setup, State};

use super::{judge, prospects};
use crate::StruggleOfEmpires;
use crate::ids::{Area, Kind};

fn begin(scenario: &str) -> State<StruggleOfEmpires> {
    State::begin(&Setup::shipped(scenario), &mut Cx::silent(&mut Fast::new(3))).expect("a shipped scenario")
}

#[test]
fn every_choice_of_a_whole_game_is_foretold() {
    for scenario in ["two-powers", "five-powers"] {
        let mut chance = Fast::new(7);
        let mut whim = Fast::new(8);
        let mut state = begin(scenario);
        let mut menu = Vec::new();
        while let Some(seat) = state.waiting().lowest() {
            menu.clear();
            state.menu(seat, &mut menu);
            for choice in &menu {
                let foretold = super::forecast(&state, seat, choice);
                assert!(foretold.is_some(), "{choice:?}");
            }
            let choice = menu[whim.below(menu.len() as u32) as usize].clone();
            state.take(seat, choice, &mut Cx::silent(&mut chance));
        }
    }
}

#[test]
fn points_tokens_and_armies_are_good_and_unrest_is_bad() {
    let state = begin("four-powers");
    let seat = Seat(1);
    let now = judge(&state, seat);
    let with = |change: &dyn Fn(&mut crate::table::Empire)| {
        let mut state = state.clone();
        change(&mut state.table.empires[seat]);
        judge(&state, seat)
    };
    assert!(with(&|empire| empire.points += 1) >= now + 100);
    assert!(with(&|empire| empire.tokens[Area::Ger] += 1) > now);
    assert!(with(&|empire| empire.units_mut(Kind::Army)[Area::Ger.place()] += 3) > now);
    assert!(with(&|empire| empire.gold += 2) > now);
    assert!(with(&|empire| empire.unrest += 1) < now);
    assert!(with(&|empire| empire.unrest = 20) < with(&|empire| empire.unrest = 15));
}

#[test]
fn what_is_good_for_a_rival_is_bad() {
    let state = begin("four-powers");
    let mut other = state.clone();
    other.table.empires[Seat(2)].points += 5;
    assert!(judge(&other, Seat(0)) < judge(&state, Seat(0)));
}

#[test]
fn chances_are_those_of_the_dice() {
    assert_eq!(prospects::chances(0), [401, 198, 401]);
    for margin in -9..9 {
        let [win, tie, lose] = prospects::chances(margin);
        assert!((999..=1001).contains(&(win + tie + lose)));
        assert!(prospects::chances(margin + 1)[0] >= win);
    }
}
