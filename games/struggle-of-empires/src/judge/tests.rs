//! The judgement likes what a player would like, and every choice is foretold.

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Rules, Seat, Setup, State};

use super::{POINT, judge, prospects};
use crate::ids::{Area, Kind};
use crate::phases::turn::TurnChoice;
use crate::{Frame, StruggleOfEmpires};

fn begin(scenario: &str) -> State<StruggleOfEmpires> {
    State::begin(&Setup::shipped(scenario), &mut Cx::silent(&mut Fast::new(3))).expect("a shipped scenario")
}

/// Plays a game at random and looks at each question before it is answered.
fn walk(scenario: &str, mut look: impl FnMut(&State<StruggleOfEmpires>, Seat, &[crate::Choice])) {
    let mut chance = Fast::new(7);
    let mut whim = Fast::new(8);
    let mut state = begin(scenario);
    let mut menu = Vec::new();
    while let Some(seat) = state.waiting().lowest() {
        menu.clear();
        state.menu(seat, &mut menu);
        look(&state, seat, &menu);
        let choice = menu[whim.below(menu.len() as u32) as usize].clone();
        state.take(seat, choice, &mut Cx::silent(&mut chance));
    }
}

#[test]
fn every_choice_of_a_whole_game_is_foretold() {
    for scenario in ["two-powers", "five-powers"] {
        walk(scenario, |state, seat, menu| {
            let mut foresight = super::foresight(state, seat);
            for choice in menu {
                assert!(foresight(choice).is_some(), "{choice:?}");
            }
        });
    }
}

/// It costs no action, so that the others of the menu stay as good as they are.
#[test]
fn a_free_action_is_foretold_beside_the_best_of_the_others() {
    let mut free = 0;
    for scenario in ["two-powers", "five-powers"] {
        walk(scenario, |state, seat, menu| {
            let mut foresight = super::foresight(state, seat);
            let is_free = |choice: &crate::Choice| matches!(choice, crate::Choice::Turn(TurnChoice::Use(_)));
            let others = menu.iter().filter(|choice| !is_free(choice)).filter_map(&mut foresight).max();
            for choice in menu.iter().filter(|choice| is_free(choice)) {
                let (Some(foretold), Some(others)) = (foresight(choice), others) else {
                    panic!("{choice:?}")
                };
                assert!((foretold - others).abs() < 100 * POINT, "{choice:?}: {foretold} beside {others}");
                free += 1;
            }
        });
    }
    assert!(free > 0, "nobody had a free action");
}

/// Whoever looks a round ahead looks past the turns of all others to the beginning of the own one.
#[test]
fn a_round_is_a_turn_of_every_power() {
    let mut acted = 0;
    walk("five-powers", |state, _, _| {
        let turn = StruggleOfEmpires::turn(state);
        let acting = state.frames().iter().find_map(|frame| match frame {
            Frame::Turn(turn) => Some(turn.seat()),
            _ => None,
        });
        let table = &state.table;
        let number =
            acting.map_or(0, |acting| 1 + table.order().position(|seat| seat == acting).expect("she plays"));
        assert_eq!(usize::from(turn % StruggleOfEmpires::ROUND), number);
        acted = acted.max(turn);
    });
    let last = begin("five-powers").table.scenario.rounds;
    assert_eq!(acted / StruggleOfEmpires::ROUND % 16, u16::from(last));
}

#[test]
fn a_lead_counts_for_more_when_less_is_to_come() {
    let (mut leads, mut last) = (Vec::new(), i32::MAX);
    walk("four-powers", |state, _, _| {
        let lead = StruggleOfEmpires::lead(&state.table);
        assert!(lead <= last);
        if lead < last {
            leads.push(lead);
        }
        last = lead;
    });
    // Three wars of six rounds.
    assert_eq!(leads.len(), 18);
    assert!(leads[0] > 8 * leads[17], "{leads:?}");
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
