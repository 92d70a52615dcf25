//! Two worlds that differ only in hidden things look the same, to the byte.

use proptest::prelude::*;
use sandtable_engine::chance::Fast;
use sandtable_engine::erased::AnySession;
use sandtable_engine::{Rules, Seat, Session, State, Viewer};
use sandtable_toy::Toy;

use crate::table::*;

/// All that a viewer is sent of a position, as text.
fn sent(state: &State<Toy>, viewer: Viewer) -> String {
    let scene = serde_json::to_string(&Toy::scene(state, viewer)).expect("plain");
    let Viewer::Seat(seat) = viewer else { return format!("{scene} {:?}", state.waiting()) };
    let mut sifted = Vec::new();
    state.sift(seat, |choice, verdict| {
        let (offer, sum) = (Toy::offer(state, seat, &choice), Toy::reckoning(state, seat, &choice));
        sifted.push((choice, verdict, offer, sum));
    });
    format!("{scene} {:?} {:?} {sifted:?} {:?}", state.waiting(), state.prompt(seat), menu(state, seat))
}

/// What a viewer does not know, dealt anew.
fn other_world(state: &State<Toy>, viewer: Viewer, chance: &mut Fast) -> State<Toy> {
    let mut world = state.forgotten_by(viewer);
    Toy::deal(&mut world, chance);
    world
}

#[test]
fn the_worlds_of_these_tests_do_differ() {
    let session = dealt(blue_first(), Ambush::Blue, &[]);
    let mut chance = Fast::new(1);
    let differing = (0..50).filter(|_| {
        let world = other_world(session.state(), Viewer::Seat(BLUE), &mut chance);
        sent(&world, Viewer::Umpire) != sent(session.state(), Viewer::Umpire)
    });
    assert!(differing.count() > 10);
}

/// Plays the same match twice; Red holds an ambush in one of them and nobody ever plays it.
fn twins(number: u64) -> [Session<Toy>; 2] {
    [Ambush::Both, Ambush::Blue].map(|deal| {
        let mut session = dealt(blue_first(), deal, &[]);
        let mut whim = Fast::new(number);
        while let Some((seat, choice)) = pick(session.state(), &mut whim) {
            let answered = session.state().prompt(seat).is_some_and(|prompt| prompt.rule.0 == "5.1");
            session.submit(seat, if answered { PASS } else { choice }).expect("legal");
        }
        session
    })
}

fn log(session: &Session<Toy>, viewer: Viewer) -> String {
    serde_json::to_string(&AnySession::log(session, viewer, 0)).expect("plain")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn hidden_things_do_not_show(game in games()) {
        let mut chance = Fast::new(!game.number);
        game.play(|session, _, _| {
            for viewer in [Viewer::Seat(BLUE), Viewer::Seat(RED), Viewer::Spectator] {
                let truth = sent(session.state(), viewer);
                let world = other_world(session.state(), viewer, &mut chance);
                assert_eq!(sent(&world, viewer), truth);
                // And nothing that is sent needs a forgotten fact: reading one would panic.
                assert_eq!(sent(&session.state().forgotten_by(viewer), viewer), truth);
            }
        });
    }

    #[test]
    fn the_log_does_not_tell(number in 0..u64::MAX) {
        let [one, other] = twins(number);
        prop_assert_ne!(log(&one, Viewer::Umpire), log(&other, Viewer::Umpire));
        prop_assert_ne!(log(&one, Viewer::Seat(RED)), log(&other, Viewer::Seat(RED)));
        prop_assert_eq!(log(&one, Viewer::Seat(BLUE)), log(&other, Viewer::Seat(BLUE)));
        prop_assert_eq!(log(&one, Viewer::Spectator), log(&other, Viewer::Spectator));
    }
}

#[test]
fn a_dealt_card_is_told_to_its_seat_alone() {
    let session = dealt(blue_first(), Ambush::Blue, &[]);
    let dealt = |viewer| log(&session, viewer).matches("dealt").count();
    // Each line has the word twice: in the event and in the sentence.
    let seats = [Seat(0), Seat(1)].map(|seat| dealt(Viewer::Seat(seat)));
    assert_eq!((seats, dealt(Viewer::Spectator), dealt(Viewer::Umpire)), ([2, 2], 0, 4));
}
