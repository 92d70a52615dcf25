//! Odds before the dice: exact where all outcomes can be weighed, sampled otherwise.

use sandtable_engine::odds::{Effort, Forecast, Method, forecast};
use sandtable_engine::{Rules, Session};
use sandtable_toy::Toy;

use crate::table::*;

/// The duel at the point where Red answers Blue's attack.
fn attacked(deal: Ambush) -> Session<Toy> {
    let mut session = dealt(duel(), deal, &[]);
    session.submit(BLUE, take(0)).expect("legal");
    session.submit(BLUE, step(4)).expect("legal");
    session
}

fn chance(forecast: &Forecast, what: &str) -> f64 {
    forecast.lines.iter().find(|line| line.what == what).map_or(0.0, |line| line.chance)
}

#[track_caller]
fn assert_close(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-12, "{found} instead of {wanted}");
}

#[test]
fn every_outcome_is_weighed() {
    let session = attacked(Ambush::Red);
    // A die + 1 against a die + 1: 15 of 36 each way.
    let pass = forecast(session.state(), RED, &PASS, Effort::default());
    assert_eq!(pass.method, Method::Exact);
    assert_close(chance(&pass, "Red loses a unit"), 15.0 / 36.0);
    assert_close(chance(&pass, "Blue loses a unit"), 15.0 / 36.0);
    assert_close(chance(&pass, "Blue wins"), 15.0 / 36.0);
    // A die + 1 against a die + 3: 3 + 2 + 1 of 36 for Blue, 4 equal, the others for Red.
    let play = forecast(session.state(), RED, &PLAY, Effort::default());
    assert_close(chance(&play, "Red loses a unit"), 6.0 / 36.0);
    assert_close(chance(&play, "Blue loses a unit"), 26.0 / 36.0);
    assert!(play.lines.is_sorted_by(|a, b| a.chance >= b.chance), "the likeliest comes first");
    assert!(play.lines.iter().all(|line| line.error == 0.0));
}

#[test]
fn too_many_outcomes_are_sampled() {
    // Red does not see three cards, 6 ways to deal them; two dice: 216 outcomes.
    let session = attacked(Ambush::Red);
    let with = |outcomes| forecast(session.state(), RED, &PASS, Effort { outcomes, samples: 500 }).method;
    assert_eq!(with(216), Method::Exact);
    assert_eq!(with(215), Method::Sampled { samples: 500 });
}

#[test]
fn samples_agree_with_the_exact_figures() {
    let session = attacked(Ambush::Red);
    for choice in [PASS, PLAY] {
        let exact = forecast(session.state(), RED, &choice, Effort::default());
        let effort = Effort { outcomes: 0, samples: 20_000 };
        let sampled = forecast(session.state(), RED, &choice, effort);
        assert_eq!(sampled.lines.len(), exact.lines.len());
        for line in &sampled.lines {
            let off = (line.chance - chance(&exact, &line.what)).abs();
            assert!(line.error > 0.0 && off < 4.0 * line.error, "{line:?} is off by {off}");
        }
        assert_eq!(forecast(session.state(), RED, &choice, effort), sampled, "asking twice gives the same");
    }
}

#[test]
fn odds_do_not_look_at_hidden_cards() {
    // Blue's card differs, Red's does not: Red sees the same figures.
    let [one, other] = [Ambush::Red, Ambush::Both]
        .map(|deal| forecast(attacked(deal).state(), RED, &PLAY, Effort::default()));
    assert_eq!(one, other);
}

#[test]
fn the_reckoning_adds_up() {
    let session = attacked(Ambush::Red);
    for (choice, total) in [(PASS, 0), (PLAY, -2)] {
        let reckoning =
            forecast(session.state(), RED, &choice, Effort::default()).reckoning.expect("an assault");
        assert_eq!(reckoning.terms.iter().map(|term| term.figure).sum::<i16>(), reckoning.total);
        assert_eq!(reckoning.total, total);
    }
    assert_eq!(Toy::reckoning(session.state(), RED, &DONE), None);
}
