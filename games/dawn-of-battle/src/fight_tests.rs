//! Fire, melee and events on small tables: the worked examples, and each step that has a rule of its own.

use sandtable_engine::chance::Scripted;
use sandtable_engine::{Cx, Seat, Setup, State};

use crate::bout::MeleeChoice;
use crate::casualties::CasualtyChoice;
use crate::data::{CardId, CardSet};
use crate::draw::DrawChoice;
use crate::fire::VolleyChoice;
use crate::hand::WindowChoice;
use crate::ids::{HexId, UnitId, facing};
use crate::melee_cycle::MeleeCycleChoice;
use crate::phases::actions::ActionsChoice;
use crate::phases::march::MarchChoice;
use crate::play::PlayChoice;
use crate::questions::formation::Verb;
use crate::table::{Fate, Marker};
use crate::{Choice, DawnOfBattle, Frame};

/// A table in the middle of a battle, and the draws that are to come.
pub struct Trial {
    pub state: State<DawnOfBattle>,
}

pub const A: Seat = Seat(0);
pub const B: Seat = Seat(1);

pub fn hex(name: &str) -> HexId {
    HexId::read(name).expect("a hex")
}

/// Unit number `place` of a side, in the order of its list.
pub fn unit(side: Seat, place: usize) -> UnitId {
    UnitId::of(side, place)
}

impl Trial {
    /// Both sides by what stands in their tables of the file, and what else the file says.
    pub fn new(begins: &str, a: &str, b: &str, more: &str) -> Self {
        let text = format!(
            r#"
format = 1
id = "trial"
title = "A trial"
date = "1300"
introduction = "For tests."
{more}
[start]
turn = 2
begins = "{begins}"
initiative = "a"
[a]
name = "Blue"
panic = 40
points = 0
hand = []
{a}
[b]
name = "Red"
panic = 40
points = 0
hand = []
{b}
"#
        );
        // A key that is said twice keeps the last word.
        let text = dedup(&text);
        // Two more units stand eye to eye in a corner, so that the cycle goes on after the fight that is looked at.
        let watch = |text: &str, hex: &str, facing: u8| {
            let end = text.rfind("}]").expect("a list of units");
            let (list, rest) = text.split_at(end + 1);
            format!("{list}, {{ type = \"HI\", at = [\"{hex}\"], facing = {facing} }}{rest}")
        };
        let (blue, red) = text.split_at(text.find("[b]").expect("side B"));
        let text = watch(blue, "B3", 1) + &watch(red, "B2", 4);
        let mut chance = Scripted::default();
        let setup = Setup::own("trial.toml", &text);
        let state =
            State::begin(&setup, &mut Cx::silent(&mut chance)).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(chance.fault, None);
        Self { state }
    }

    /// Takes a choice while these cards come off the decks: number and side, in the order in which they are drawn.
    pub fn take(&mut self, seat: Seat, choice: impl Into<Choice>, draws: &[(Seat, u8)]) -> &mut Self {
        let choice = choice.into();
        let mut left = [A, B].map(|side| self.state.table.army(side).deck.left());
        let mut places = Vec::new();
        for (side, number) in draws {
            let deck = &mut left[side.index()];
            let place = deck.iter().position(|card| card.0 == *number).expect("the card is in the deck");
            places.push(place as u32);
            deck.remove(CardId(*number));
        }
        let mut chance = Scripted::new(places);
        let verdict = self.state.submit(seat, choice.clone(), &mut Cx::silent(&mut chance));
        assert_eq!(verdict, Ok(()), "{choice:?} in {:?}", self.state.frame());
        assert_eq!(chance.fault, None, "{choice:?}");
        assert_eq!(chance.left(), 0, "draws left over after {choice:?}");
        self
    }

    pub fn refused(&self, seat: Seat, choice: impl Into<Choice>) -> &'static str {
        self.state.check(seat, &choice.into()).expect_err("it is refused").rule.0
    }

    pub fn attack(&mut self, place: usize, at: &str, draws: &[(Seat, u8)]) -> &mut Self {
        let choice = MeleeCycleChoice::Attack { unit: unit(A, place), at: hex(at) };
        self.take(A, Choice::MeleeCycle(choice), draws)
    }

    pub fn melee(&mut self, seat: Seat, choice: MeleeChoice, draws: &[(Seat, u8)]) -> &mut Self {
        self.take(seat, Choice::Melee(choice), draws)
    }

    pub fn disrupted(&self, unit: UnitId) -> bool {
        self.state.table.units[unit].disrupted
    }

    fn dead(&self, unit: UnitId) -> bool {
        self.state.table.dead.contains(unit)
    }

    pub fn at(&self, unit: UnitId) -> String {
        self.state.table.units[unit].hex.to_string()
    }

    pub fn marker(&self, unit: UnitId) -> Marker {
        self.state.table.units[unit].marker
    }
}

/// Of two lines with one key in a table the later one stays.
fn dedup(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut head = String::new();
    for line in text.lines() {
        if line.starts_with('[') {
            head = line.to_owned();
        }
        if let Some((key, _)) = line.split_once(" = ")
            && key.chars().all(|letter| letter.is_ascii_lowercase())
            && ["points", "hand", "panic"].contains(&key)
        {
            let start = lines.iter().rposition(|earlier| *earlier == head).unwrap_or(0);
            if let Some(at) =
                lines[start..].iter().position(|earlier| earlier.starts_with(&format!("{key} = ")))
            {
                lines.remove(start + at);
            }
        }
        lines.push(line.to_owned());
    }
    lines.join("\n")
}

// Cards by their faces: 1 of charts B, C, E, H ...; die and chart of each are in data/cards.toml.
/// Chart F, die 4.
const F4: u8 = 7;
/// Chart A, die 5.
const A5: u8 = 28;
/// Chart E, die 5.
const E5: u8 = 26;
/// A die of one.
pub const ONE: u8 = 6;
/// A die of two, gray.
pub const TWO: u8 = 12;
/// A die of three, gray.
pub const THREE: u8 = 2;
/// A die of four, gray.
pub const FOUR: u8 = 40;
/// A die of five, gray.
pub const FIVE: u8 = 11;
/// A die of six, gray.
pub const SIX: u8 = 14;
/// A die of six, black.
const BLACK_SIX: u8 = 22;
/// A die of two, black.
const BLACK_TWO: u8 = 10;

#[test]
fn the_cards_of_these_tests_are_what_they_say() {
    use crate::data::{Chart, Colour, card};
    let read =
        |number: u8| (card(CardId(number)).chart, card(CardId(number)).die, card(CardId(number)).colour);
    assert_eq!((read(F4).0, read(E5).0), (Chart::F, Chart::E));
    assert_eq!((read(A5).0, read(A5).1), (Chart::A, 5));
    let dice = [ONE, TWO, THREE, FOUR, FIVE, SIX].map(|number| read(number).1);
    assert_eq!(dice, [1, 2, 3, 4, 5, 6]);
    assert_eq!((read(SIX).2, read(BLACK_SIX).1, read(BLACK_SIX).2), (Colour::Gray, 6, Colour::Black));
    assert_eq!((read(BLACK_TWO).1, read(BLACK_TWO).2), (2, Colour::Black));
    assert_eq!(CardSet::ALL.len(), 72);
}

const KNIGHTS_AND_PIKES: (&str, &str) = (
    r#"
points = 2
leaders = [{ name = "Dave", values = [3, 2, 2], at = "H8", shown = true }]
units = [{ type = "KT", at = ["H8"], facing = 1 }]
"#,
    r#"
hand = [1]
leaders = [{ name = "Bob", values = [3, 2, 1], at = "H7", shown = true }]
units = [{ type = "PK", at = ["H7"], facing = 2, disrupted = true }]
"#,
);

#[test]
fn r10_3_the_comprehensive_example_card_by_card() {
    let (a, b) = KNIGHTS_AND_PIKES;
    let mut trial = Trial::new("melee", a, b, "");
    let (knights, pikes) = (unit(A, 0), unit(B, 0));
    trial.attack(0, "H7", &[]);
    // Nobody holds Line Relief, but the pikes are infantry and their side holds a card: it is asked.
    trial.melee(B, MeleeChoice::Pass, &[]);
    trial.melee(A, MeleeChoice::Exert(2), &[]);
    let Some(Frame::Melee(melee)) = trial.state.frame() else { panic!("events are asked for") };
    assert_eq!(melee.contest(&trial.state.table, sandtable_engine::Viewer::Spectator).totals(), [3, 0]);
    trial.melee(B, MeleeChoice::Card(CardId(1)), &[(A, F4), (B, A5), (B, ONE), (A, FIVE), (A, TWO)]);
    assert!(!trial.dead(pikes) && trial.disrupted(pikes), "the pikes stand their check");
    assert!(trial.disrupted(knights), "the knights fail theirs: five less one is more than three");
    assert_eq!((trial.marker(knights), trial.marker(pikes)), (Marker::Done, Marker::Done));
}

#[test]
fn r10_2_3_6_points_are_spent_before_the_cards() {
    let (a, b) = KNIGHTS_AND_PIKES;
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    trial.melee(B, MeleeChoice::Pass, &[]);
    assert_eq!(trial.refused(A, Choice::Melee(MeleeChoice::Exert(3))), "10.2.3.6");
    trial.melee(A, MeleeChoice::Exert(1), &[]);
    assert_eq!(trial.state.table.army(A).points, 1);
}

#[test]
fn r10_2_1_only_what_stands_before_the_front_is_attacked() {
    let a = "units = [{ type = \"HI\", at = [\"H8\"], facing = 1 }, { type = \"HI\", at = [\"F8\"], facing = 1, marker = \"done\" }]";
    let b = "units = [{ type = \"MI\", at = [\"H7\", \"I8\", \"F7\"], facing = 4 }]";
    let trial = Trial::new("melee", a, b, "");
    let attack =
        |place, at: &str| Choice::MeleeCycle(MeleeCycleChoice::Attack { unit: unit(A, place), at: hex(at) });
    assert_eq!(trial.refused(A, attack(0, "I8")), "10.2.1");
    assert_eq!(trial.refused(A, attack(1, "F7")), "10.2.1");
    assert!(trial.state.check(A, &attack(0, "H7")).is_ok());
}

#[test]
fn r10_2_6_the_attacker_advances_without_turning() {
    let a = "units = [{ type = \"KT\", at = [\"H8\"], facing = 1 }]";
    let b = "units = [{ type = \"LA\", at = [\"H7\"], facing = 1, disrupted = true, marker = \"done\" }]";
    let mut trial = Trial::new("melee", a, b, "");
    // Size 5, clash 2, rear 2, Done! 1: the most there is. Chart G at +6 eliminates; chart A at -6 does nothing.
    trial.attack(0, "H7", &[(A, 3), (B, A5)]);
    assert!(trial.dead(unit(B, 0)));
    assert_eq!(trial.at(unit(A, 0)), "H7");
    assert_eq!(trial.state.table.units[unit(A, 0)].facing.index(), 0);
    assert_eq!(trial.state.table.army(B).losses, 2);
}

#[test]
fn r10_2_2_light_units_withdraw_and_the_attacker_follows() {
    let a = "units = [{ type = \"HI\", at = [\"H8\"], facing = 1 }]";
    let b = "units = [{ type = \"LI\", at = [\"H7\"], facing = 1 }]";
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    // Half of three, rounded up: two hexes straight on.
    let far: Vec<_> = {
        let mut menu = Vec::new();
        trial.state.menu(B, &mut menu);
        menu
    };
    assert!(far.contains(&Choice::Melee(MeleeChoice::Withdraw(hex("G5")))), "{far:?}");
    assert_eq!(trial.refused(B, Choice::Melee(MeleeChoice::Withdraw(hex("H6")))), "10.2.2");
    trial.melee(B, MeleeChoice::Withdraw(hex("G5")), &[]);
    let ahead = facing(1).expect("a vertex");
    trial.take(B, Choice::March(MarchChoice::Face(ahead)), &[]);
    assert!(trial.disrupted(unit(B, 0)));
    assert_eq!((trial.at(unit(B, 0)), trial.at(unit(A, 0))), ("G5".into(), "H7".into()));
    assert_eq!((trial.marker(unit(B, 0)), trial.marker(unit(A, 0))), (Marker::Done, Marker::Done));
}

#[test]
fn r10_2_2_heavy_foot_and_the_disrupted_stand() {
    let a = "units = [{ type = \"HI\", at = [\"H8\"], facing = 1 }]";
    for (b, card) in [
        ("units = [{ type = \"MI\", at = [\"H7\"], facing = 1 }]", E5),
        ("units = [{ type = \"LI\", at = [\"H7\"], facing = 1, disrupted = true }]", A5),
        ("units = [{ type = \"LI\", at = [\"H7\"], facing = 1, marker = \"done\" }]", A5),
    ] {
        let mut trial = Trial::new("melee", a, b, "");
        // No question: the cards are turned over at once, and none calls for a check.
        trial.attack(0, "H7", &[(A, card), (B, A5)]);
        assert!(
            matches!(trial.state.frame(), Some(Frame::MeleeCycle(_)) | None),
            "{:?}",
            trial.state.frame()
        );
    }
}

#[test]
fn r7_11_4_a_charging_unit_must_attack() {
    let a = "units = [{ type = \"KT\", at = [\"H8\"], facing = 1, marker = \"charge\" }]";
    let b = "units = [{ type = \"PX\", at = [\"H7\"], facing = 4 }]";
    let trial = Trial::new("melee", a, b, "");
    assert_eq!(trial.refused(A, Choice::MeleeCycle(MeleeCycleChoice::Pass)), "7.11.4");
}

#[test]
fn r10_2_7_a_charge_goes_on_once() {
    let a = "units = [{ type = \"KT\", at = [\"H8\"], facing = 1, marker = \"charge\" }]";
    let b = "units = [{ type = \"LA\", at = [\"H7\", \"G6\", \"H5\"], facing = 1, disrupted = true, marker = \"done\" }]";
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[(A, 3), (B, A5)]);
    assert_eq!(trial.refused(A, Choice::Melee(MeleeChoice::Continue(hex("H5")))), "10.2.7");
    trial.melee(A, MeleeChoice::Continue(hex("G6")), &[(A, 38), (B, 33)]);
    assert!(trial.dead(unit(B, 0)) && trial.dead(unit(B, 1)));
    // No third attack: the knights are Done!.
    assert_eq!((trial.at(unit(A, 0)), trial.marker(unit(A, 0))), ("G6".into(), Marker::Done));
}

#[test]
fn r11_4_looters_leave_the_battle() {
    let a = "leaders = [{ name = \"Dave\", values = [3, 2, 1], at = \"H8\", shown = true }]\nunits = [{ type = \"KT\", at = [\"H8\"], facing = 1 }]";
    let b = "units = [{ type = \"CP\", at = [\"H7\"], disrupted = true }, { type = \"MI\", at = [\"A1\"] }]";
    let mut trial = Trial::new("melee", a, b, "");
    // 5 to 2 is +2, clash -1, leader +1: +2. Chart I at +2 is D: the camp falls. The leader draws a six: failed by three.
    trial.attack(0, "H7", &[(A, 16), (B, A5), (A, SIX)]);
    let table = &trial.state.table;
    assert!(trial.dead(unit(B, 0)) && table.gone.contains(unit(A, 0)));
    assert_eq!((table.army(A).losses, table.army(B).losses), (0, 3));
    assert!(table.army(B).pillaged && !table.army(A).pillaged);
    let fates: Vec<Fate> = table.leaders.0.iter().map(|leader| leader.fate).collect();
    assert!(fates.contains(&Fate::Away(5)), "{fates:?}");
}

#[test]
fn r14_6_ex_machina_settles_it_by_dice() {
    let a = "units = [{ type = \"MI\", at = [\"H8\"], facing = 1 }]";
    let b = "units = [{ type = \"MI\", at = [\"H7\"], facing = 4 }]";
    let mut trial = Trial::new("melee", a, b, "");
    // Equal strengths: no modifiers. Six against two is three times as much.
    trial.attack(0, "H7", &[(A, F4), (B, 71), (A, SIX), (B, TWO)]);
    assert!(trial.dead(unit(B, 0)) && trial.disrupted(unit(A, 0)));
}

#[test]
fn e36_ex_machina_can_be_played() {
    let a = "hand = [72]\nunits = [{ type = \"HC\", at = [\"H8\"], facing = 1 }]";
    let b = "units = [{ type = \"HC\", at = [\"H7\"], facing = 4 }]";
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    trial.melee(A, MeleeChoice::Card(CardId(72)), &[(A, THREE), (B, FIVE)]);
    assert!(trial.disrupted(unit(A, 0)) && trial.disrupted(unit(B, 0)));
}

#[test]
fn e5_e7_e8_events_after_the_cards() {
    let a = "hand = [5]\nunits = [{ type = \"HC\", at = [\"H8\"], facing = 1 }]";
    let b = "hand = [7]\nunits = [{ type = \"HC\", at = [\"H7\"], facing = 4, disrupted = true }]";
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    trial.melee(A, MeleeChoice::Pass, &[]);
    // Strength 4 against 3: +1. Chart A at +1 hardly hurts.
    trial.melee(B, MeleeChoice::Pass, &[(A, A5), (B, 33)]);
    trial.melee(A, MeleeChoice::Card(CardId(5)), &[(A, 2)]);
    // Chart I at +1 is d-D(+2); dug in, it is d, which is nothing to the disrupted.
    trial.melee(B, MeleeChoice::Card(CardId(7)), &[]);
    assert!(!trial.dead(unit(B, 0)) && !trial.disrupted(unit(A, 0)));
}

#[test]
fn e10_fresh_infantry_takes_over() {
    let a = "units = [{ type = \"HI\", at = [\"H8\"], facing = 1 }]";
    let b = "hand = [10]\nunits = [{ type = \"MI\", at = [\"H7\"], facing = 4, disrupted = true }, { type = \"PX\", at = [\"H6\"], facing = 1 }, { type = \"HC\", at = [\"I7\"], facing = 4 }]";
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    let relief = |place| Choice::Melee(MeleeChoice::Relief { card: CardId(10), unit: unit(B, place) });
    assert_eq!(trial.refused(B, relief(2)), "E10");
    trial.take(B, relief(1), &[(A, A5), (B, E5)]);
    assert_eq!((trial.at(unit(B, 1)), trial.at(unit(B, 0))), ("H7".into(), "H6".into()));
    assert_eq!(trial.state.table.units[unit(B, 1)].facing.index(), 3);
    assert_eq!((trial.marker(unit(B, 1)), trial.marker(unit(B, 0))), (Marker::Done, Marker::None));
}

#[test]
fn e6_press_on_lets_the_attacker_attack_again() {
    let a = "hand = [6]\nunits = [{ type = \"HC\", at = [\"H8\"], facing = 1 }]";
    let b = "units = [{ type = \"HC\", at = [\"H7\"], facing = 4, disrupted = true }]";
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    trial.melee(A, MeleeChoice::Pass, &[(A, A5), (B, 33)]);
    trial.melee(A, MeleeChoice::Pass, &[]);
    trial.melee(A, MeleeChoice::Card(CardId(6)), &[]);
    assert_eq!(trial.marker(unit(A, 0)), Marker::None);
}

#[test]
fn r8_7_2_guns_fire_before_the_melee() {
    let a = "units = [{ type = \"KT\", at = [\"H8\"], facing = 1, marker = \"charge\" }]";
    let b = "units = [{ type = \"LG\", at = [\"H7\"], facing = 4 }]";
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    trial.melee(B, MeleeChoice::Stand, &[]);
    // Three dice at no distance; six against two and one for armour: the knights are disrupted and charge no more.
    trial.melee(B, MeleeChoice::Shoot, &[(B, SIX), (B, TWO), (B, THREE), (A, TWO)]);
    assert!(trial.disrupted(unit(A, 0)));
    assert_eq!(trial.marker(unit(A, 0)), Marker::Active);
    // Having fired, light gunners may still go (8.7.2.4).
    assert!(trial.state.check(B, &Choice::Melee(MeleeChoice::Stand)).is_ok());
    let mut menu = Vec::new();
    trial.state.menu(B, &mut menu);
    assert!(menu.len() > 1, "{menu:?}");
}

#[test]
fn r8_7_2_10_a_cannon_alone_is_taken_for_a_point() {
    let a = "points = 1\nunits = [{ type = \"HI\", at = [\"H8\"], facing = 1 }]";
    let gun = "{ type = \"AY\", at = [\"H7\"], facing = 4, firepower = 3, limbered = true }";
    let b = &format!("units = [{gun}, {{ type = \"MI\", at = [\"A1\"] }}]");
    let mut trial = Trial::new("melee", a, b, "");
    trial.attack(0, "H7", &[]);
    trial.melee(A, MeleeChoice::Capture, &[]);
    let table = &trial.state.table;
    let guns = table.guns_at(hex("H7"));
    assert_eq!(guns.len(), 1);
    let gun = guns.first().expect("one");
    assert_eq!((gun.side(), table.units[gun].firepower, table.units[gun].disrupted), (A, 3, true));
    assert_eq!((table.army(A).points, table.army(B).losses), (0, 0));
    let mut other = Trial::new("melee", a, b, "");
    other.attack(0, "H7", &[]);
    other.melee(A, MeleeChoice::Destroy, &[]);
    assert_eq!((other.at(unit(A, 0)), other.state.table.army(B).losses), ("H7".into(), 3));
}

#[test]
fn r15_7_a_double_attack_takes_effect_when_both_are_over() {
    let a = "units = [{ type = \"PX\", at = [\"H8\"], facing = 1 }]";
    let b =
        "units = [{ type = \"MM\", at = [\"H7\", \"I7\"], facing = 1, disrupted = true, marker = \"done\" }]";
    let more = "switches = { double-attack = true }";
    let mut trial = Trial::new("melee", a, b, more);
    // Each is +1 size, +2 clash, +2 rear, +1 Done!: six. G eliminates; the answer I at -6 is n-d(-1). The d of the first bout is pending, so
    // that the second n-d can do no more and needs no check.
    let draws = [(A, 3), (B, 2), (A, FOUR), (A, 38), (B, 51)];
    trial.take(A, Choice::MeleeCycle(MeleeCycleChoice::Double(unit(A, 0))), &draws);
    assert!(trial.dead(unit(B, 0)) && trial.dead(unit(B, 1)));
    assert!(trial.disrupted(unit(A, 0)) && !trial.dead(unit(A, 0)), "twice d is no more than d");
    // Both hexes are free: the attacker says which it takes.
    trial.melee(A, MeleeChoice::Advance(hex("I7")), &[]);
    assert_eq!(trial.at(unit(A, 0)), "I7");
}

pub const ARCHERS: &str = "leaders = [{ name = \"Bob\", values = [3, 3, 1], at = \"H9\", shown = true }]\npoints = 3\nunits = [{ type = \"LA\", at = [\"H8\", \"G8\", \"I8\"], facing = 1 }]";

pub fn shoot(trial: &mut Trial, helpers: &[usize]) -> Vec<Choice> {
    let leader = crate::ids::LeaderId::of(A, 0);
    trial.take(A, Choice::Actions(ActionsChoice::Formation { leader, verb: Verb::Fire }), &[]);
    let take = |place| Choice::Activation(crate::phases::activation::ActivationChoice::Take(unit(A, place)));
    trial.take(A, take(0), &[]);
    trial.take(A, Choice::Volley(VolleyChoice::Target(unit(B, 0))), &[]);
    for helper in helpers {
        trial.take(A, Choice::Volley(VolleyChoice::Support(unit(A, *helper))), &[]);
    }
    vec![Choice::Volley(VolleyChoice::Fire)]
}

#[test]
fn r8_5_the_printed_example_of_a_shot() {
    let b = "units = [{ type = \"PX\", at = [\"H6\"], facing = 4 }]";
    for (helpers, hit) in [(&[][..], false), (&[1, 2][..], true)] {
        let mut trial = Trial::new("actions", ARCHERS, b, "");
        let fire = shoot(&mut trial, helpers).remove(0);
        // Points are left after the action: each die may be changed, first by who draws.
        trial.take(A, fire, &[]);
        trial.take(A, Choice::Draw(DrawChoice::Pass), &[(A, THREE), (A, FIVE)]);
        trial.take(A, Choice::Draw(DrawChoice::Pass), &[(B, FOUR)]);
        assert_eq!(trial.disrupted(unit(B, 0)), hit);
        assert_eq!(trial.marker(unit(A, 0)), Marker::Done);
        for place in [1, 2] {
            let expected = if hit { Marker::Done } else { Marker::None };
            assert_eq!(trial.marker(unit(A, place)), expected, "8.5.5");
        }
    }
}

#[test]
fn r5_4_a_point_changes_the_value_by_one() {
    let b = "units = [{ type = \"PX\", at = [\"H6\"], facing = 4 }]";
    let mut trial = Trial::new("actions", ARCHERS, b, "");
    let fire = shoot(&mut trial, &[1]).remove(0);
    trial.take(A, fire, &[]);
    trial.take(A, Choice::Draw(DrawChoice::Raise), &[(A, THREE), (A, FIVE)]);
    // Five, one for support, one for the point: seven against four and two.
    trial.take(A, Choice::Draw(DrawChoice::Pass), &[(B, FOUR)]);
    assert!(trial.disrupted(unit(B, 0)));
    assert_eq!(trial.state.table.army(A).points, 1);
}

#[test]
fn r6_4_a_six_and_black_kill_the_leader_of_a_struck_unit() {
    let b = "leaders = [{ name = \"Eve\", values = [2, 2, 1], at = \"H6\", shown = true }]\nunits = [{ type = \"LI\", at = [\"H6\"], facing = 4 }, { type = \"LI\", at = [\"A1\"] }]";
    for (second, killed) in [(BLACK_TWO, true), (TWO, false)] {
        let mut trial = Trial::new("actions", &ARCHERS.replace("points = 3", "points = 1"), b, "");
        let fire = shoot(&mut trial, &[]).remove(0);
        trial.take(A, fire, &[(A, SIX), (A, FIVE), (B, ONE), (B, BLACK_SIX), (B, second)]);
        assert!(trial.disrupted(unit(B, 0)));
        let table = &trial.state.table;
        let leader = crate::ids::LeaderId::of(B, 0);
        assert_eq!(table.leaders[leader].fate == Fate::Dead, killed);
        assert_eq!(table.army(B).leader_losses, if killed { 15 } else { 0 });
    }
}

#[test]
fn e35_the_guard_saves_a_leader() {
    let b = "hand = [35]\nleaders = [{ name = \"Eve\", values = [2, 2, 1], at = \"H6\", shown = true }]\nunits = [{ type = \"LI\", at = [\"H6\"], facing = 4 }, { type = \"LI\", at = [\"A1\"] }]";
    let mut trial = Trial::new("actions", &ARCHERS.replace("points = 3", "points = 1"), b, "");
    let leader = crate::ids::LeaderId::of(A, 0);
    trial.take(A, Choice::Actions(ActionsChoice::Formation { leader, verb: Verb::Fire }), &[]);
    trial.take(B, Choice::Window(WindowChoice::Pass), &[]);
    let take = Choice::Activation(crate::phases::activation::ActivationChoice::Take(unit(A, 0)));
    trial.take(A, take, &[]);
    trial.take(A, Choice::Volley(VolleyChoice::Target(unit(B, 0))), &[]);
    trial.take(A, Choice::Volley(VolleyChoice::Fire), &[]);
    trial.take(B, Choice::Volley(VolleyChoice::Pass), &[(A, SIX), (A, FIVE), (B, ONE)]);
    trial.take(B, Choice::Casualty(CasualtyChoice::Card(CardId(35))), &[]);
    let leader = crate::ids::LeaderId::of(B, 0);
    assert_eq!(trial.state.table.leaders[leader].fate, Fate::Ready);
}

#[test]
fn e34_loose_tongues_show_a_hand_and_cost_a_card() {
    let a = "points = 1\nhand = [34]\nunits = [{ type = \"LI\", at = [\"H8\"] }]";
    let b = "hand = [3, 9]\nunits = [{ type = \"LI\", at = [\"H2\"] }]";
    let mut trial = Trial::new("actions", a, b, "");
    trial.take(A, Choice::Actions(ActionsChoice::Play(CardId(34))), &[]);
    assert_eq!(trial.refused(A, Choice::Play(PlayChoice::Card(CardId(4)))), "E34");
    trial.take(A, Choice::Play(PlayChoice::Card(CardId(9))), &[]);
    let deck = &trial.state.table.army(B).deck;
    assert_eq!((deck.held, deck.hand.truth().len()), (1, 1));
    assert!(deck.discards.contains(CardId(9)));
}
