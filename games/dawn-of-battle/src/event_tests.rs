//! Events, elephants and options on small tables.

use sandtable_engine::{Seat, Viewer};

use crate::bout::MeleeChoice;
use crate::data::CardId;
use crate::draw::DrawChoice;
use crate::fight_tests::{A, ARCHERS, B, FIVE, FOUR, ONE, SIX, THREE, TWO, Trial, hex, shoot, unit};
use crate::fire::VolleyChoice;
use crate::hand::WindowChoice;
use crate::ids::LeaderId;
use crate::phases::actions::ActionsChoice;
use crate::phases::activation::ActivationChoice;
use crate::play::PlayChoice;
use crate::questions::formation::Verb;
use crate::table::Marker;
use crate::{Choice, Frame};

fn formation(verb: Verb) -> Choice {
    Choice::Actions(ActionsChoice::Formation { leader: LeaderId::of(A, 0), verb })
}

/// A symbol of elephants, die four.
const ELEPHANT: u8 = 18;

#[test]
fn r15_8_3_a_symbol_halts_the_shot_and_tests_every_elephant() {
    let b = "units = [{ type = \"PX\", at = [\"H6\"], facing = 4 }, { type = \"EL\", at = [\"M3\", \"O3\"], facing = 4 }]";
    let mut trial = Trial::new("actions", &ARCHERS.replace("points = 3", "points = 1"), b, "");
    let fire = shoot(&mut trial, &[]).remove(0);
    // Without leaders a natural one alone holds an elephant: the first is held, the second balks.
    let draws = [(A, ELEPHANT), (A, TWO), (B, ONE), (B, TWO), (B, FOUR), (B, SIX)];
    trial.take(A, fire, &draws);
    assert_eq!((trial.marker(unit(B, 1)), trial.marker(unit(B, 2))), (Marker::None, Marker::Active));
    assert!(!trial.disrupted(unit(B, 0)));
    assert!(!trial.state.table.effects.stampede);
}

#[test]
fn r15_8_3_an_elephant_that_runs_enters_the_hex_of_the_compass() {
    let b = "units = [{ type = \"PX\", at = [\"H6\"], facing = 4 }, { type = \"EL\", at = [\"M3\"], facing = 4 }]";
    let mut trial = Trial::new("actions", &ARCHERS.replace("points = 3", "points = 1"), b, "");
    let fire = shoot(&mut trial, &[]).remove(0);
    // The check fails, the control die is a six, and the compass says two: east.
    let draws = [(A, ELEPHANT), (A, TWO), (B, TWO), (B, SIX), (B, 15), (B, 60)];
    trial.take(A, fire, &draws);
    assert_eq!(trial.at(unit(B, 1)), "N3");
    let elephant = &trial.state.table.units[unit(B, 1)];
    assert!(trial.state.table.map().front(elephant.hex, elephant.facing).contains(&hex("O3")));
}

#[test]
fn e11_e12_more_arrows_and_more_wind() {
    let b = "hand = [12]\nunits = [{ type = \"PX\", at = [\"H6\"], facing = 4 }]";
    let archers = ARCHERS.replace("points = 3", "points = 1\nhand = [11, 13]");
    let mut trial = Trial::new("actions", &archers, b, "");
    trial.take(A, formation(Verb::Fire), &[]);
    // The owner is asked about his activation, then the enemy.
    trial.take(A, Choice::Window(WindowChoice::Pass), &[]);
    trial.take(B, Choice::Window(WindowChoice::Pass), &[]);
    trial.take(A, Choice::Activation(ActivationChoice::Take(unit(A, 0))), &[]);
    trial.take(A, Choice::Volley(VolleyChoice::Target(unit(B, 0))), &[]);
    assert_eq!(trial.refused(A, Choice::Volley(VolleyChoice::Card(CardId(13)))), "E13");
    trial.take(A, Choice::Volley(VolleyChoice::Card(CardId(11))), &[]);
    trial.take(A, Choice::Volley(VolleyChoice::Fire), &[]);
    // Four dice; six less two is four, which is no more than two and two.
    trial.take(B, Choice::Volley(VolleyChoice::Card(CardId(12))), &[]);
    trial.take(B, Choice::Volley(VolleyChoice::Pass), &[(A, SIX), (A, TWO), (A, THREE), (A, 17), (B, 15)]);
    assert!(!trial.disrupted(unit(B, 0)));
    assert_eq!(trial.marker(unit(A, 0)), Marker::Done);
}

#[test]
fn r8_6_rapid_fire_is_split_before_the_first_shot() {
    let b = "units = [{ type = \"LI\", at = [\"H6\"], facing = 4 }, { type = \"LI\", at = [\"G6\"], facing = 4 }]";
    let rule =
        "[[rule]]\nkind = \"rapid-fire\"\nside = \"a\"\ntypes = [\"LA\"]\nshots = 3\ntext = \"Longbows.\"\n";
    let mut trial = Trial::new("actions", &ARCHERS.replace("points = 3", "points = 1"), b, rule);
    trial.take(A, formation(Verb::Fire), &[]);
    trial.take(A, Choice::Activation(ActivationChoice::Take(unit(A, 0))), &[]);
    assert_eq!(trial.refused(A, Choice::Volley(VolleyChoice::Split(4))), "8.6.1");
    // Two shots as one with four dice, then a single one; the last split takes itself.
    trial.take(A, Choice::Volley(VolleyChoice::Split(2)), &[]);
    trial.take(A, Choice::Volley(VolleyChoice::Target(unit(B, 0))), &[]);
    trial.take(A, Choice::Volley(VolleyChoice::Fire), &[(A, TWO), (A, THREE), (A, FIVE), (A, 41), (B, FOUR)]);
    assert!(trial.disrupted(unit(B, 0)));
    trial.take(A, Choice::Volley(VolleyChoice::Target(unit(B, 1))), &[]);
    trial.take(A, Choice::Volley(VolleyChoice::Fire), &[(A, ONE), (A, 44), (B, SIX)]);
    assert!(!trial.disrupted(unit(B, 1)));
    assert_eq!(trial.marker(unit(A, 0)), Marker::Done);
}

#[test]
fn e26_old_soldiers_stand_without_a_card() {
    let a = "units = [{ type = \"HI\", at = [\"H8\"], facing = 1 }]";
    let b = "hand = [26]\nunits = [{ type = \"HI\", at = [\"H7\"], facing = 4 }]";
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    trial.melee(B, MeleeChoice::Pass, &[]);
    // Even: chart E at 0 is n-d(+1), chart A at 0 is nothing.
    trial.melee(B, MeleeChoice::Pass, &[(A, 30), (B, 28)]);
    trial.melee(B, MeleeChoice::Pass, &[]);
    trial.take(B, Choice::Draw(DrawChoice::Card(CardId(26))), &[]);
    assert!(!trial.disrupted(unit(B, 0)));
}

#[test]
fn r15_3_2_a_card_repeats_a_draw() {
    let a = "hand = [3]\nunits = [{ type = \"HI\", at = [\"H8\"], facing = 1 }]";
    let b = "units = [{ type = \"HI\", at = [\"H7\"], facing = 4 }]";
    let mut trial = Trial::new("melee", a, b, "switches = { redraws = true }");
    trial.attack(0, "H7", &[]);
    trial.melee(A, MeleeChoice::Pass, &[(A, 30), (B, 28)]);
    trial.melee(A, MeleeChoice::Pass, &[(B, ONE)]);
    // The natural one would stand; the attacker gives a card, and a five does not.
    trial.take(A, Choice::Draw(DrawChoice::Card(CardId(3))), &[(B, FIVE)]);
    assert!(trial.disrupted(unit(B, 0)));
}

#[test]
fn e14_e15_e17_e23_e27_e28_e29_events_of_the_action_cycle() {
    let a = "points = 1\nchits = 7\nhand = [14, 15, 17, 23, 27, 28, 29]\nunits = [{ type = \"LI\", at = [\"H8\"], facing = 1, disrupted = true, marker = \"done\" }]";
    let b = "points = 2\nunits = [{ type = \"LA\", at = [\"H3\", \"J3\"], facing = 4 }, { type = \"LI\", at = [\"F3\"], facing = 4 }]";
    let mut trial = Trial::new("actions", a, b, "");
    let play = |card| Choice::Actions(ActionsChoice::Play(CardId(card)));
    trial.take(A, play(14), &[]);
    assert_eq!(trial.refused(A, Choice::Play(PlayChoice::Unit(unit(B, 2)))), "E14");
    trial.take(A, Choice::Play(PlayChoice::Unit(unit(B, 0))), &[]);
    assert!(trial.state.table.effects.empty_quivers.contains(unit(B, 0)));
    trial.take(A, play(15), &[]);
    assert_eq!(trial.state.table.effects.downpour, 1);
    trial.take(A, play(17), &[]);
    trial.take(A, Choice::Play(PlayChoice::Unit(unit(A, 0))), &[]);
    trial.take(A, Choice::Play(PlayChoice::Face(crate::ids::facing(5).expect("a vertex"))), &[]);
    assert_eq!(trial.state.table.units[unit(A, 0)].facing.index(), 4);
    // Only one unit is disrupted, and only one is Done!: the event finds it by itself.
    trial.take(A, play(23), &[]);
    assert!(!trial.disrupted(unit(A, 0)));
    trial.take(A, play(27), &[]);
    assert_eq!(trial.marker(unit(A, 0)), Marker::None);
    trial.take(A, play(28), &[]);
    trial.take(A, play(29), &[]);
    let points = [A, B].map(|side: Seat| trial.state.table.army(side).points);
    assert_eq!(points, [2, 1]);
}

#[test]
fn e32_lost_messenger_limits_a_formation() {
    let b = "hand = [32]\nunits = [{ type = \"LI\", at = [\"H3\"], facing = 4 }]";
    let mut trial = Trial::new("actions", ARCHERS, b, "");
    trial.take(A, formation(Verb::Move), &[]);
    trial.take(B, Choice::Window(WindowChoice::Card(CardId(32))), &[]);
    assert_eq!(trial.state.table.effects.cap, Some(3));
}

#[test]
fn the_panel_adds_up_what_the_rules_say() {
    let a = "units = [{ type = \"KT\", at = [\"H8\"], facing = 1, marker = \"charge\" }]";
    let b = "points = 1\nunits = [{ type = \"MI\", at = [\"H7\"], facing = 4 }]";
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    let Some(Frame::Melee(melee)) = trial.state.frame() else { panic!("points are asked for") };
    let contest = melee.contest(&trial.state.table, Viewer::Spectator);
    assert_eq!((contest.strengths(), contest.totals()), ((10, 4), [3, -3]));
    let battles = crate::battle_scene::battles(&trial.state, Viewer::Seat(A));
    let tallies = &battles[0].pairings[0].tallies;
    assert_eq!(tallies.iter().map(|tally| tally.total).collect::<Vec<_>>(), [3, -3]);
    for tally in tallies {
        assert_eq!(tally.terms.iter().map(|term| term.figure).sum::<i16>(), tally.total);
    }
    assert!(battles[0].name.contains("charge"));
    let chances = &battles[0].pairings[0].chances;
    assert!(chances.iter().all(|line| (0.0..=1.0).contains(&line.chance)) && chances.len() >= 3);
    // The defender's point goes into the sum before it is spent.
    let exert = Choice::Melee(MeleeChoice::Exert(1));
    let sum = crate::fight_odds::reckoning(&trial.state, B, &exert).expect("a sum");
    assert_eq!(sum.total, 2);
}
