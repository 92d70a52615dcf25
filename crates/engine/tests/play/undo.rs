//! Undo: back to the last draw, reveal or other seat's decision, and never past it.

use proptest::prelude::*;
use sandtable_engine::chance::{Fast, Scripted};
use sandtable_engine::{Audience, Ballot, Cx, Hidden, SeatSet, Session, Setup, Viewer, rule};
use sandtable_toy::{Choice, Event, Toy};

use crate::table::*;

#[test]
fn undo_goes_back_step_by_step() {
    let mut session = dealt(blue_first(), Ambush::Nobody, &[]);
    let start = session.state().hash();
    session.submit(BLUE, take(0)).expect("legal");
    let taken_up = session.state().hash();
    session.submit(BLUE, step(3)).expect("legal");
    assert!(session.can_undo(BLUE) && !session.can_undo(RED));
    session.undo(BLUE).expect("nothing was thrown");
    assert_eq!(session.state().hash(), taken_up);
    session.undo(BLUE).expect("nothing was thrown");
    assert_eq!(session.state().hash(), start);
    assert!(session.undo(BLUE).is_err(), "nothing is left to take back");
    assert_eq!(session.step(), 4, "undo is recorded, not erased");
}

#[test]
fn undo_takes_its_lines_out_of_the_log() {
    let mut session = dealt(blue_first(), Ambush::Nobody, &[]);
    let before = session.log().to_vec();
    session.submit(BLUE, take(0)).expect("legal");
    session.submit(BLUE, step(3)).expect("legal");
    assert!(session.log().len() > before.len());
    session.undo(BLUE).expect("nothing was thrown");
    assert_eq!(session.log(), before);
}

#[test]
fn nobody_takes_back_for_another() {
    let mut session = dealt(blue_first(), Ambush::Nobody, &[]);
    session.submit(BLUE, take(0)).expect("legal");
    let hash = session.state().hash();
    session.undo(RED).expect_err("it was not Red's decision");
    assert_eq!(session.state().hash(), hash);
}

#[test]
fn an_answer_that_throws_the_dice_ends_undo() {
    let mut session = dealt(duel(), Ambush::Red, &[1, 6]);
    session.submit(BLUE, take(0)).expect("legal");
    session.submit(BLUE, step(4)).expect("legal");
    assert!(!session.can_undo(BLUE), "Red has been asked");
    session.submit(RED, PASS).expect("legal");
    assert!(!session.can_undo(BLUE) && !session.can_undo(RED));
}

#[test]
fn a_throw_within_ones_own_march_ends_undo() {
    // Red's card lies open after the first assault, so that Blue's second one is thrown at once.
    let text = "turns = 2\nblue = 3 3 1\nred = 4 4\n";
    let setup =
        Setup::own("throw.txt", text).with("first", sandtable_engine::OptionValue::Word("blue".into()));
    let mut session = dealt(setup, Ambush::Red, &[5, 2, 4, 3]);
    session.submit(BLUE, take(0)).expect("legal");
    session.submit(BLUE, step(4)).expect("legal");
    // 6 against 2 + 2 + 2: Blue falls back.
    session.submit(RED, PLAY).expect("Red holds an ambush");
    session.submit(BLUE, take(1)).expect("the second unit may march");
    assert!(session.can_undo(BLUE));
    // 5 against 3 + 2: beaten off again, without a question to Red in between.
    session.submit(BLUE, step(4)).expect("legal");
    assert_eq!(session.state().waiting().only(), Some(BLUE), "a third unit may still march");
    assert!(!session.can_undo(BLUE));
}

#[test]
fn a_second_bid_is_not_taken_back_after_the_first_was_seen() {
    let mut session = dealt(Setup::shipped("small"), Ambush::Nobody, &[]);
    session.submit(RED, Choice::Bid(2)).expect("legal");
    assert!(!session.can_undo(RED), "others are asked at the same time");
    session.submit(BLUE, Choice::Bid(3)).expect("legal");
    assert_eq!(session.state().waiting().only(), Some(BLUE), "Blue won and is asked again");
    assert!(!session.can_undo(BLUE), "the bids lie open");
}

#[test]
fn another_seats_decision_ends_undo() {
    let mut session = dealt(blue_first(), Ambush::Nobody, &[]);
    session.submit(BLUE, DONE).expect("legal");
    assert_eq!(session.state().waiting().only(), Some(RED));
    assert!(!session.can_undo(BLUE), "Red has been asked");
    session.submit(RED, take(2)).expect("legal");
    assert!(!session.can_undo(BLUE) && session.can_undo(RED));
}

#[test]
fn draws_reveals_and_opened_ballots_are_barriers_and_lines_are_not() {
    let barrier = |act: &dyn Fn(&mut Cx<Toy>)| {
        let mut chance = Scripted::new([0]);
        let mut cx = Cx::silent(&mut chance);
        act(&mut cx);
        cx.barrier()
    };
    let fact = || Hidden::known_to(1, Audience::one(BLUE));
    let mut full = Ballot::new(SeatSet::one(RED));
    let waiting = full.clone();
    full.seal(RED, 1);
    assert!(barrier(&|cx| _ = cx.die(rule!("6.1"))));
    assert!(barrier(&|cx| cx.reveal(&mut fact(), Audience::Everyone)));
    assert!(barrier(&|cx| _ = cx.open(&full)));
    assert!(!barrier(&|cx| _ = cx.open(&waiting)));
    assert!(!barrier(&|cx| cx.log(rule!("1.2"), || Event::Turn { turn: 1 })));
}

/// Takes back all that can be taken back and does it again: the same positions both ways.
fn back_and_forth(session: &mut Session<Toy>, seat: sandtable_engine::Seat, before: &str, choice: &Choice) {
    let after = session.state().hash();
    session.undo(seat).expect("it can be undone");
    assert_eq!(session.state().hash(), before);
    session.submit(seat, choice.clone()).expect("it was legal before");
    assert_eq!(session.state().hash(), after);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn undo_restores_the_position(game in games()) {
        let mut session = game.session();
        let mut whim = Fast::new(game.number);
        while let Some((seat, choice)) = pick(session.state(), &mut whim) {
            let before = session.state().hash();
            session.submit(seat, choice.clone()).expect("menus are legal");
            if session.can_undo(seat) {
                back_and_forth(&mut session, seat, &before, &choice);
            }
        }
    }

    /// A step that can be undone must not have told its seat anything. Played on a copy that has forgotten what
    /// the seat does not know, it reads no secret (that panics) and leads to the same knowledge.
    #[test]
    fn what_can_be_undone_has_told_nothing(game in games()) {
        let mut session = game.session();
        let mut whim = Fast::new(game.number);
        while let Some((seat, choice)) = pick(session.state(), &mut whim) {
            let viewer = Viewer::Seat(seat);
            let mut known = session.state().forgotten_by(viewer);
            session.submit(seat, choice.clone()).expect("menus are legal");
            if session.can_undo(seat) {
                let mut no_dice = Scripted::default();
                known.submit(seat, choice, &mut Cx::silent(&mut no_dice)).expect("it is legal by what the seat knows");
                assert_eq!(no_dice.fault, None);
                assert_eq!(known, session.state().forgotten_by(viewer));
            }
        }
    }
}
