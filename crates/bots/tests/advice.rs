//! Hints and appraisals on the toy.

use sandtable_bots::{AnyPlayer, ErasedPlayer, Terms, appraise, hint, luck, pick, player};
use sandtable_engine::chance::{Fast, Noted, Odometer, Seeded};
use sandtable_engine::erased::AnySession;
use sandtable_engine::record::Entry;
use sandtable_engine::{Cx, Seat, Session, Setup, State};
use sandtable_toy::Toy;

/// A match after so many decisions by captains, where the next has an alternative.
fn match_after(decisions: usize) -> (Session<Toy>, Seat) {
    let mut session =
        Session::<Toy>::seeded(Setup::shipped("small"), Seeded::of_series(3, 0)).expect("it is shipped");
    let mut captain = ErasedPlayer::<Toy>::new(player("captain").expect("it is listed"));
    let mut whim = Fast::new(1);
    loop {
        let seat = session.waiting_seat();
        if session.step() >= decisions && AnySession::menu(&session, seat).len() > 2 {
            return (session, seat);
        }
        let thought = captain.think(&session, seat, &Terms::untimed(whim.word())).expect("it is asked");
        let choice = session.read_choice(&thought.choice).expect("it was just written");
        session.submit(seat, choice).expect("bots choose from the menu");
    }
}

trait Asked {
    fn waiting_seat(&self) -> Seat;
}

impl Asked for Session<Toy> {
    fn waiting_seat(&self) -> Seat {
        self.state().waiting().lowest().expect("the match goes on")
    }
}

#[test]
fn a_hint_names_choices_of_the_menu_and_puts_the_admirals_first() {
    let (session, seat) = match_after(4);
    let terms = Terms::untimed(7);
    let found = hint(&session, seat, &terms).expect("the seat is asked");
    let menu = AnySession::menu(&session, seat);
    assert!((1..=3).contains(&found.suggestions.len()) && found.playouts > 0);
    for suggestion in &found.suggestions {
        let offered = menu.iter().find(|one| one.choice.get() == suggestion.choice.get());
        assert_eq!(offered.expect("it is on the menu").offer, suggestion.offer);
        assert!((0.0..=1.0).contains(&suggestion.chance) && suggestion.error < 0.5);
    }
    let mut admiral = ErasedPlayer::<Toy>::new(player("admiral").expect("it is listed"));
    let choice = admiral.think(&session, seat, &terms).expect("the seat is asked").choice;
    assert_eq!(found.suggestions[0].choice.get(), choice.get());
    let compared = found.suggestions[0].why.last().expect("there are reasons");
    assert!(compared.contains(&found.suggestions[1].offer.label), "{compared}");
}

#[test]
fn who_is_not_asked_gets_no_hint() {
    let (session, _) = match_after(4);
    assert!(hint(&session, Seat(7), &Terms::untimed(7)).is_none());
}

#[test]
fn what_the_search_itself_would_choose_costs_nothing() {
    let (session, seat) = match_after(4);
    let terms = Terms::untimed(7);
    let menu = AnySession::menu(&session, seat);
    let found = menu.iter().map(|one| {
        let chosen = session.read_choice(&one.choice).expect("it is of the menu");
        let found = appraise(session.state(), seat, &chosen, &terms).expect("there is an alternative");
        assert!((found.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{found:?}");
        (found.better == chosen, found.before - found.after)
    });
    let found: Vec<(bool, f64)> = found.collect();
    assert_eq!(found.iter().filter(|(best, _)| *best).count(), 1, "{found:?}");
    assert!(found.iter().filter(|(best, _)| *best).all(|(_, lost)| *lost == 0.0), "{found:?}");
    assert!(found.iter().any(|(_, lost)| *lost > 0.0), "not all choices are the best: {found:?}");
}

#[test]
fn what_is_only_done_in_another_order_costs_nothing() {
    let (mut dice, mut found) = (Fast::new(5), 0);
    for _ in 0..6 {
        let setup = Setup::shipped("small");
        let mut state = State::<Toy>::begin(&setup, &mut Cx::silent(&mut dice)).expect("it is shipped");
        let mut menu = Vec::new();
        while let Some(seat) = state.waiting().lowest() {
            menu.clear();
            state.menu(seat, &mut menu);
            let other = menu.iter().find(|choice| !state.canonical(seat, choice));
            if let Some(appraisal) = other.and_then(|other| appraise(&state, seat, other, &Terms::untimed(3)))
            {
                assert!((appraisal.before - appraisal.after).abs() < 1e-12, "{appraisal:?}");
                found += 1;
            }
            let choice = menu[pick(&mut dice, menu.len())].clone();
            state.take(seat, choice, &mut Cx::silent(&mut dice));
        }
    }
    assert!(found > 0, "search looked at every choice");
}

#[test]
fn luck_is_what_one_seat_gets_from_the_other() {
    let mut thrown = 0;
    for seed in 0..20 {
        let mut session = Session::<Toy>::seeded(Setup::shipped("small"), Seeded::of_series(seed, 0))
            .expect("it is shipped");
        let mut random = ErasedPlayer::<Toy>::new(player("random").expect("it is listed"));
        let mut whim = Fast::new(seed);
        while let Some(seat) = session.state().waiting().lowest() {
            let thought = random.think(&session, seat, &Terms::untimed(whim.word())).expect("it is asked");
            let choice = session.read_choice(&thought.choice).expect("it was just written");
            let before = session.state().clone();
            session.submit(seat, choice.clone()).expect("bots choose from the menu");
            let Some(Entry::Choice { draws, .. }) = session.entry_at(session.step() - 1) else { continue };
            let luck = luck(&before, seat, &choice, &draws, session.step() as u64);
            assert!((luck[0] + luck[1]).abs() < 1e-9, "{luck:?}");
            if draws.is_empty() {
                assert!(luck[0].abs() < 1e-9, "nothing was thrown: {luck:?}");
            }
            thrown += usize::from(luck[0].abs() > 0.001);
        }
    }
    assert!(thrown > 0, "the dice decided nothing in twenty games");
}

#[test]
fn over_all_that_may_fall_luck_comes_to_nothing() {
    let mut weighed = 0;
    let mut dice = Fast::new(1);
    let mut state =
        State::<Toy>::begin(&Setup::shipped("small"), &mut Cx::silent(&mut dice)).expect("it is shipped");
    let mut menu = Vec::new();
    while let Some(seat) = state.waiting().lowest() {
        menu.clear();
        state.menu(seat, &mut menu);
        let choice = menu.swap_remove(pick(&mut dice, menu.len()));
        let mut odometer = Odometer::new();
        let mut sum = 0.0;
        loop {
            let mut noted = Noted { source: &mut odometer, draws: Vec::new() };
            state.clone().take(seat, choice.clone(), &mut Cx::silent(&mut noted));
            let draws = noted.draws;
            let given = luck(&state, seat, &choice, &draws, 0)[seat.index()];
            sum += odometer.weight() * given;
            weighed += usize::from(given.abs() > 0.001);
            if !odometer.advance() {
                break;
            }
        }
        assert!(sum.abs() < 1e-9, "{choice:?} is taken to bring {sum} more than it does");
        state.take(seat, choice, &mut Cx::silent(&mut dice));
    }
    assert!(weighed > 0, "the dice decided nothing");
}
