//! The bots play the toy.

use sandtable_bots::{
    AnyPlayer, BOTS, Captain, CaptainEffort, ErasedPlayer, Player, Question, Random, Terms, player,
};
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
fn play(seed: u64, whims: u64, mut seats: Seats) -> (State<Toy>, Vec<Choice>) {
    let (mut state, mut dice) = start(seed);
    let mut whim = Fast::new(whims);
    let (mut menu, mut choices) = (Vec::new(), Vec::new());
    while let Some(seat) = state.waiting().lowest() {
        let question = Question::put(&state, seat, &mut menu).expect("the seat is asked");
        let choice = seats[seat.index()].think(&question, &Terms::untimed(whim.word())).choice;
        choices.push(choice.clone());
        state.submit(seat, choice, &mut Cx::silent(&mut dice)).expect("bots choose from the menu");
    }
    (state, choices)
}

fn bot(name: &str) -> Box<dyn Player<Toy>> {
    player(name).expect("it is listed")
}

fn captain() -> Captain {
    Captain::new(CaptainEffort::FULL)
}

#[test]
fn every_listed_bot_plays_to_the_end_and_the_same_way_for_a_seed() {
    for card in BOTS {
        let both = || [bot(card.id), bot(card.id)];
        let (state, choices) = play(7, 1, both());
        assert!(state.outcome().is_some(), "{}", card.id);
        assert_eq!(play(7, 1, both()).1, choices, "{}", card.id);
    }
}

#[test]
fn another_seed_plays_another_game() {
    let both = || [bot("random"), bot("random")];
    assert_ne!(play(7, 1, both()).1, play(7, 2, both()).1);
}

/// What one bot wins of a series against another, its side changing from game to game.
fn won(one: &str, other: &str, games: u64) -> f64 {
    let game = |seed: u64| {
        let own = Seat((seed % 2) as u8);
        let mut seats: Seats = [bot(other), bot(other)];
        seats[own.index()] = bot(one);
        play(seed, seed + games, seats).0.outcome().expect("games end").share(own, 2)
    };
    (0..games).map(game).sum()
}

#[test]
fn every_level_beats_chance() {
    for card in &BOTS[1..] {
        let won = won(card.id, "random", 60);
        assert!(won > 36.0, "the {} won {won} of 60", card.id);
    }
}

#[test]
fn random_takes_each_choice_about_as_often() {
    let (state, _) = start(1);
    let seat = state.waiting().lowest().expect("somebody begins");
    let mut menu = Vec::new();
    let question = Question::put(&state, seat, &mut menu).expect("the seat is asked");
    let mut taken = vec![0; question.menu().len()];
    for seed in 0..1000 * taken.len() as u64 {
        let choice = Player::<Toy>::think(&mut Random, &question, &Terms::untimed(seed)).choice;
        taken[question.menu().iter().position(|one| *one == choice).expect("it is on the menu")] += 1;
    }
    assert!(taken.iter().all(|count| (850..1150).contains(count)), "{taken:?}");
}

#[test]
fn every_bot_chooses_alike_in_worlds_that_its_seat_cannot_tell_apart() {
    for card in BOTS {
        for seed in 0..12 {
            let (mut state, mut dice) = start(seed);
            let mut menu = Vec::new();
            let mut whim = Fast::new(seed);
            while let Some(seat) = state.waiting().lowest() {
                let terms = Terms::untimed(seed);
                let mut chosen = [1, 2, 3].map(|deal| {
                    let world = Knowledge::of(seat, &state).imagine(&mut Fast::new(deal));
                    let question = Question::put(&world, seat, &mut menu).expect("the seat is asked");
                    bot(card.id).think(&question, &terms).choice
                });
                chosen.sort();
                assert_eq!(chosen[0], chosen[2], "the {} looked at something hidden", card.id);
                let question = Question::put(&state, seat, &mut menu).expect("the seat is asked");
                let choice = bot("random").think(&question, &Terms::untimed(whim.word())).choice;
                state.take(seat, choice, &mut Cx::silent(&mut dice));
            }
        }
    }
}

#[test]
fn an_erased_player_answers_only_when_its_seat_is_asked() {
    let rules: &dyn AnyRules = &Erased::<Toy>::NEW;
    let seed = Seeded::of_series(1, 1);
    let mut session = rules.begin_seeded(Setup::shipped("small"), seed).expect("it is shipped");
    let mut bot = ErasedPlayer::<Toy>::new(Box::new(captain()));
    let terms = Terms::untimed(1);
    while let Some(seat) = session.waiting().lowest() {
        let choice = bot.think(session.as_ref(), seat, &terms).expect("the seat is asked").choice;
        let question = session.question(seat);
        session.submit(seat, question, &choice).expect("bots choose from the menu");
    }
    assert!(session.outcome().is_some());
    assert!(bot.think(session.as_ref(), Seat(0), &terms).is_none());
    let typed = Session::<Toy>::seeded(Setup::shipped("small"), seed).expect("it is shipped");
    assert!(bot.think(&typed as &dyn AnySession, Seat(7), &terms).is_none());
}

#[test]
fn an_unknown_bot_is_answered_with_the_known_ones() {
    let Err(error) = player::<Toy>("midshipman") else { panic!("there is no midshipman") };
    let known = "random, ensign, captain, admiral, grand-admiral";
    assert_eq!(error.to_string(), format!("there is no bot `midshipman`; the bots are: {known}"));
}
