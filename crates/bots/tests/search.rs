//! What the search player promises: the same answer on any number of threads, a budget that is kept, trees that are used again.

use rayon::ThreadPoolBuilder;
use sandtable_bots::{CaptainEffort, Player, Question, Search, SearchEffort, Terms, Thought, chances};
use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Rules, Setup, State};
use sandtable_toy::{Choice, Toy};

const EFFORT: SearchEffort = SearchEffort {
    playouts: 64,
    width: 4,
    captain: Some(CaptainEffort::FULL),
    doubt: 1.0,
    little: 0.002,
    tries: 3,
    throws: 2,
    rounds: u16::MAX,
    horizon: 8,
    lanes: 3,
};

/// Calls `each` with every position of a random game of a seed.
fn walk(seed: u64, mut each: impl FnMut(&State<Toy>, &Question<Toy>)) {
    let mut dice = Fast::new(seed);
    let mut state: State<Toy> =
        State::begin(&Setup::shipped("small"), &mut Cx::silent(&mut dice)).expect("it is shipped");
    let mut menu = Vec::new();
    while let Some(seat) = state.waiting().lowest() {
        let question = Question::put(&state, seat, &mut menu).expect("the seat is asked");
        each(&state, &question);
        let number = dice.below(question.menu().len() as u32);
        let choice = question.menu()[number as usize].clone();
        state.take(seat, choice, &mut Cx::silent(&mut dice));
    }
}

fn think(question: &Question<Toy>, terms: &Terms) -> Thought<Choice> {
    Search::new(EFFORT).think(question, terms)
}

/// All that a thought says, in a form that can be compared.
fn words(thought: &Thought<Choice>) -> String {
    format!("{thought:?}")
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let pools =
        [1, 2, 5].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    walk(3, |_, question| {
        let [one, two, five] =
            pools.each_ref().map(|pool| words(&pool.install(|| think(question, &Terms::untimed(9)))));
        assert_eq!(one, two);
        assert_eq!(one, five);
    });
}

#[test]
fn another_seed_thinks_of_other_worlds() {
    let mut differs = false;
    walk(3, |_, question| {
        differs |= words(&think(question, &Terms::untimed(1))) != words(&think(question, &Terms::untimed(2)));
    });
    assert!(differs);
}

#[test]
fn the_budget_is_kept() {
    walk(5, |_, question| {
        let thought = think(question, &Terms::untimed(4));
        let playouts: u32 = thought.weighed.iter().map(|one| one.playouts).sum();
        // Each halving may round up to a whole world for each choice in each lane.
        assert!(playouts <= 64 + 3 * 4 * 2, "{playouts} playouts");
        for most in 0..=3 {
            let terms = Terms { seed: 4, go_on: &|done| done < most };
            let short = think(question, &terms);
            assert!(
                short.rounds <= most && short.rounds == most.min(thought.rounds),
                "{} rounds",
                short.rounds
            );
        }
    });
}

#[test]
fn a_thought_that_was_cut_short_is_thought_again_alike() {
    walk(6, |_, question| {
        let cut = think(question, &Terms { seed: 2, go_on: &|done| done < 2 });
        let again = think(question, &Terms { seed: 2, go_on: &|done| done < cut.rounds });
        assert_eq!(words(&cut), words(&again));
    });
}

#[test]
fn chances_are_chances_and_the_best_comes_first() {
    walk(8, |_, question| {
        let thought = think(question, &Terms::untimed(3));
        assert!(question.menu().contains(&thought.choice));
        for one in &thought.weighed {
            assert!((0.0..=1.0).contains(&one.chance) && one.error >= 0.0, "{one:?}");
        }
        if let Some(first) = thought.weighed.first() {
            assert_eq!(first.choice, thought.choice);
        }
        assert!(thought.weighed.is_sorted_by(|a, b| a.chance >= b.chance), "{thought:?}");
        if let [first, second, ..] = &thought.weighed[..] {
            assert!(first.apart_from(second) > 0.0, "{thought:?}");
        }
    });
}

#[test]
fn trees_are_used_again_when_the_next_question_was_foreseen() {
    let mut carried = 0;
    for seed in 0..10 {
        let mut dice = Fast::new(seed);
        let mut state: State<Toy> =
            State::begin(&Setup::shipped("small"), &mut Cx::silent(&mut dice)).expect("it is shipped");
        let mut players = [Search::new(EFFORT), Search::new(EFFORT)];
        let mut menu = Vec::new();
        let mut last = None;
        while let Some(seat) = state.waiting().lowest() {
            let question = Question::put(&state, seat, &mut menu).expect("the seat is asked");
            let thought = players[seat.index()].think(&question, &Terms::untimed(dice.word()));
            if thought.carried {
                assert_eq!(last, Some(seat), "somebody else decided in between");
                carried += 1;
            }
            last = Some(seat);
            state.submit(seat, thought.choice, &mut Cx::silent(&mut dice)).expect("it is on the menu");
        }
    }
    assert!(carried > 0, "no question was foreseen in ten games");
}

#[test]
fn a_player_that_forgets_starts_anew() {
    let mut fresh = 0;
    walk(2, |_, question| {
        let mut player = Search::new(EFFORT);
        let first = player.think(question, &Terms::untimed(1));
        Player::<Toy>::forget(&mut player);
        let second = player.think(question, &Terms::untimed(1));
        assert_eq!(words(&first), words(&second));
        fresh += 1;
    });
    assert!(fresh > 0);
}

#[test]
fn a_continuation_is_judged_where_the_next_turn_begins() {
    // A captain whose word counts for nothing: chances are those of playouts alone.
    let effort = SearchEffort { rounds: 1, horizon: u32::MAX, width: usize::MAX, doubt: 1e6, ..EFFORT };
    let mut ends = 0;
    for seed in 0..20 {
        walk(seed, |state, question| {
            let seat = question.knowledge().seat();
            for one in Search::new(effort).think(question, &Terms::untimed(seed)).weighed {
                let [after, other] = [0, 1].map(|dice| {
                    let mut after = state.clone();
                    after.take(seat, one.choice.clone(), &mut Cx::silent(&mut Fast::new(dice)));
                    after
                });
                // Where a choice ends the turn and no dice are thrown, nothing is left to imagine.
                if after == other && Toy::turn(&after) > Toy::turn(state) {
                    let judged = chances(&after)[seat.index()];
                    assert!((one.chance - judged).abs() < 1e-6, "{one:?} {judged}");
                    ends += 1;
                }
            }
        });
    }
    assert!(ends > 0, "a turn ends with a choice somewhere");
}

#[test]
fn what_was_luck_is_told_from_merit() {
    // Playouts alone say how far choices can be told apart.
    let effort = SearchEffort { throws: 0, playouts: 96, doubt: 1e6, little: 0.0, ..EFFORT };
    let noise = |effort: SearchEffort| {
        let mut noise = 0.0;
        for seed in 0..20 {
            walk(seed, |_, question| {
                let weighed = Search::new(effort).think(question, &Terms::untimed(seed)).weighed;
                noise +=
                    weighed.iter().map(|one| one.apart * one.apart * f64::from(one.playouts)).sum::<f64>();
            });
        }
        noise
    };
    let [none, some, many] = [0, 2, 8].map(|throws| noise(SearchEffort { throws, ..effort }));
    assert!(some < 0.9 * none && many < some, "{none} {some} {many}");
}
