//! Imagined worlds agree with what their seat knows.

use proptest::prelude::*;
use sandtable_engine::chance::{Fast, Odometer};
use sandtable_engine::{Hidden, Knowledge, Rules, Setup, Viewer};
use sandtable_toy::{Card, Choice, Toy};

use crate::table::*;

#[test]
fn a_seat_reckons_with_the_cards_it_does_not_see() {
    let session = dealt(Setup::shipped("small"), Ambush::Blue, &[]);
    let knowledge = Knowledge::of(BLUE, session.state());
    let mut odometer = Odometer::new();
    let (mut ambush, mut all) = (0.0, 0.0);
    loop {
        let world = knowledge.imagine(&mut odometer);
        all += odometer.weight();
        if *world.table.hands[1].truth() == Card::Ambush {
            ambush += odometer.weight();
        }
        if !odometer.advance() {
            break;
        }
    }
    // Blue holds one ambush; of the three cards that it does not see, one is an ambush.
    assert!((all - 1.0_f64).abs() < 1e-12);
    assert!((ambush - 1.0_f64 / 3.0).abs() < 1e-12, "{ambush}");
}

#[test]
fn a_sealed_bid_is_imagined_anew() {
    let mut session = dealt(Setup::shipped("small"), Ambush::Nobody, &[]);
    session.submit(RED, Choice::Bid(3)).expect("legal");
    let knowledge = Knowledge::of(BLUE, session.state());
    let mut chance = Fast::new(1);
    let worlds: Vec<_> = (0..100).map(|_| knowledge.imagine(&mut chance)).collect();
    let firsts = worlds.iter().map(|world| {
        let mut after = world.clone();
        after
            .submit(BLUE, Choice::Bid(1), &mut sandtable_engine::Cx::silent(&mut Fast::new(1)))
            .expect("Blue may bid in every world");
        after.waiting().only().expect("somebody marches first")
    });
    let blue = firsts.filter(|first| *first == BLUE).count();
    assert!(blue > 20, "Red may have bid 0 for all that Blue knows: {blue} of 100");
}

#[test]
#[should_panic(expected = "a fact that this seat does not know")]
fn a_forgotten_fact_cannot_be_read() {
    let session = dealt(Setup::shipped("small"), Ambush::Blue, &[]);
    session.state().forgotten_by(Viewer::Seat(BLUE)).table.hands[1].truth();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn imagined_worlds_agree_with_what_is_known(game in games()) {
        let mut chance = Fast::new(!game.number);
        game.play(|session, _, _| {
            let truth = session.state();
            for seat in [BLUE, RED] {
                let viewer = Viewer::Seat(seat);
                let world = Knowledge::of(seat, truth).imagine(&mut chance);
                assert_eq!(world.forgotten_by(viewer), truth.forgotten_by(viewer));
                assert!(!world.table.hands.iter().chain(&world.table.aside).any(Hidden::is_forgotten));
                Toy::audit(&world).expect("an imagined position is sound");
            }
        });
    }

    #[test]
    fn an_imagined_world_can_be_played_to_its_end(game in games()) {
        let mut session = game.session();
        let mut whim = Fast::new(game.number);
        for _ in 0..game.number % 12 {
            let Some((seat, choice)) = pick(session.state(), &mut whim) else { break };
            session.submit(seat, choice).expect("menus are legal");
        }
        let mut world = Knowledge::of(RED, session.state()).imagine(&mut whim);
        while let Some((seat, choice)) = pick(&world, &mut whim) {
            world.submit(seat, choice, &mut sandtable_engine::Cx::silent(&mut Fast::new(whim.word()))).expect("menus are legal");
        }
        assert!(world.outcome().is_some());
    }
}
