//! The bots play the toy.

use sandtable_bots::{AnyPlayer, BOTS, Captain, ErasedPlayer, Player, Question, Random, player};
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::erased::{AnyRules, AnySession, Erased};
use sandtable_engine::{Cx, Knowledge, Seat, Session, Setup, State};
use sandtable_toy::{Choice, Toy};

type Seats = [Box<dyn Player<Toy>>; 2];

fn start(seed: u64) -> (State<Toy>, Fast) {
    let mut dice = Fast::new(seed);
    let state = State::begin(&Setup::shipped("small"), &mut Cx::silent(&mut dice));
    (state.expect("it is shipped"), dice)
}

/// Plays a whole game; gives the last position and all choices.
fn play(seed: u64, mut seats: Seats) -> (State<Toy>, Vec<Choice>) {
    let (mut state, mut dice) = start(seed);
    let (mut menu, mut choices) = (Vec::new(), Vec::new());
    while let Some(seat) = state.waiting().lowest() {
        let question = Question::put(&state, seat, &mut menu).expect("the seat is asked");
        let choice = seats[seat.index()].choose(&question);
        choices.push(choice.clone());
        state.submit(seat, choice, &mut Cx::silent(&mut dice)).expect("bots choose from the menu");
    }
    (state, choices)
}

fn both(name: &str, seed: u64) -> Seats {
    [0, 1].map(|seat| player(name, seed * 2 + seat).expect("it is listed"))
}

#[test]
fn every_listed_bot_plays_to_the_end_and_the_same_way_for_a_seed() {
    for bot in BOTS {
        let (state, choices) = play(7, both(bot.id, 1));
        assert!(state.outcome().is_some(), "{}", bot.id);
        assert_eq!(play(7, both(bot.id, 1)).1, choices, "{}", bot.id);
    }
}

#[test]
fn another_seed_plays_another_game() {
    assert_ne!(play(7, both("random", 1)).1, play(7, both("random", 2)).1);
}

#[test]
fn the_captain_beats_chance() {
    let (mut won, games) = (0.0, 200);
    for seed in 0..games {
        let captain = Seat((seed % 2) as u8);
        let mut seats: Seats = [Box::new(Random::new(seed)), Box::new(Random::new(seed + games))];
        seats[captain.index()] = Box::new(Captain::new(seed));
        won += play(seed, seats).0.outcome().expect("games end").share(captain, 2);
    }
    assert!(won > 130.0, "the captain won {won} of {games}");
}

#[test]
fn random_takes_each_choice_about_as_often() {
    let (state, _) = start(1);
    let seat = state.waiting().lowest().expect("somebody begins");
    let (mut menu, mut player) = (Vec::new(), Random::new(3));
    let question = Question::put(&state, seat, &mut menu).expect("the seat is asked");
    let mut taken = vec![0; question.menu().len()];
    for _ in 0..1000 * taken.len() {
        let choice = Player::<Toy>::choose(&mut player, &question);
        taken[question.menu().iter().position(|one| *one == choice).expect("it is on the menu")] += 1;
    }
    assert!(taken.iter().all(|count| (850..1150).contains(count)), "{taken:?}");
}

#[test]
fn a_captain_chooses_alike_in_worlds_that_its_seat_cannot_tell_apart() {
    for seed in 0..20 {
        let (mut state, mut dice) = start(seed);
        let (mut menu, mut whim) = (Vec::new(), Random::new(seed));
        while let Some(seat) = state.waiting().lowest() {
            let mut chosen = [1, 2, 3].map(|deal| {
                let world = Knowledge::of(seat, &state).imagine(&mut Fast::new(deal));
                let question = Question::put(&world, seat, &mut menu).expect("the seat is asked");
                Player::<Toy>::choose(&mut Captain::new(seed), &question)
            });
            chosen.sort();
            assert_eq!(chosen[0], chosen[2], "the captain looked at something hidden");
            let question = Question::put(&state, seat, &mut menu).expect("the seat is asked");
            let choice = whim.choose(&question);
            state.take(seat, choice, &mut Cx::silent(&mut dice));
        }
    }
}

#[test]
fn an_erased_player_answers_only_when_its_seat_is_asked() {
    let rules: &dyn AnyRules = &Erased::<Toy>::NEW;
    let seed = Seeded::of_series(1, 1);
    let mut session = rules.begin_seeded(Setup::shipped("small"), seed).expect("it is shipped");
    let mut bot = ErasedPlayer::<Toy>::new(Box::new(Captain::new(1)));
    while let Some(seat) = session.waiting().lowest() {
        let choice = bot.choose(session.as_ref(), seat).expect("the seat is asked");
        let question = session.question(seat);
        session.submit(seat, question, &choice).expect("bots choose from the menu");
    }
    assert!(session.outcome().is_some());
    assert!(bot.choose(session.as_ref(), Seat(0)).is_none());
    let typed = Session::<Toy>::seeded(Setup::shipped("small"), seed).expect("it is shipped");
    assert!(bot.choose(&typed as &dyn AnySession, Seat(7)).is_none());
}

#[test]
fn an_unknown_bot_is_answered_with_the_known_ones() {
    let Err(error) = player::<Toy>("admiral", 1) else { panic!("there is no admiral") };
    assert_eq!(error.to_string(), "there is no bot `admiral`; the bots are: random, captain");
}
