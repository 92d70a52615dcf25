//! What the tests play with: set-ups, dealt cards, random games.

use proptest::prelude::*;
use sandtable_engine::chance::{Chance, Fast, Scripted, Seed, Seeded};
use sandtable_engine::{OptionValue, RuleRef, Seat, Session, Setup, State};
use sandtable_toy::{AnswerChoice, Choice, MarchChoice, Space, Toy, UnitId};

pub const BLUE: Seat = Seat(0);
pub const RED: Seat = Seat(1);

/// Blue attacks at once: one unit each, side by side, Blue marches first.
pub const DUEL: &str = "title = A duel\nturns = 2\nblue = 3\nred = 4\n";

/// Who is dealt an ambush.
#[derive(Clone, Copy, Debug)]
pub enum Ambush {
    Both,
    Blue,
    Red,
    Nobody,
}

impl Ambush {
    pub fn draws(self) -> [u32; 3] {
        match self {
            Self::Both => [3, 2, 1],
            Self::Blue => [3, 1, 1],
            Self::Red => [3, 1, 0],
            Self::Nobody => [1, 0, 1],
        }
    }
}

/// Draws laid out first, then others.
pub struct Then<C> {
    first: Scripted,
    then: C,
}

impl<C: Chance> Chance for Then<C> {
    fn draw(&mut self, rule: RuleRef, sides: u32) -> u32 {
        if self.first.left() > 0 { self.first.draw(rule, sides) } else { self.then.draw(rule, sides) }
    }
}

/// A match with known cards and then known dice; any dice after them are always the same.
pub fn dealt(setup: Setup, deal: Ambush, dice: &[u32]) -> Session<Toy> {
    let dice = dice.iter().map(|face| face - 1);
    let first = Scripted::new(deal.draws().into_iter().chain(dice));
    Session::begin(setup, Box::new(Then { first, then: Fast::new(1) })).expect("the set-up works")
}

pub fn duel() -> Setup {
    Setup::own("duel.txt", DUEL).with("first", OptionValue::Word("blue".into()))
}

pub fn blue_first() -> Setup {
    Setup::shipped("small").with("first", OptionValue::Word("blue".into()))
}

pub fn take(unit: u8) -> Choice {
    Choice::March(MarchChoice::Take(UnitId(unit)))
}

pub fn step(space: u8) -> Choice {
    Choice::March(MarchChoice::Step(Space(space)))
}

pub const DONE: Choice = Choice::March(MarchChoice::Done);
pub const PASS: Choice = Choice::Answer(AnswerChoice::Pass);
pub const PLAY: Choice = Choice::Answer(AnswerChoice::Play);

/// Every legal choice.
pub fn menu(state: &State<Toy>, seat: Seat) -> Vec<Choice> {
    let mut menu = Vec::new();
    state.menu(seat, &mut menu);
    menu
}

/// A random match: its set-up and the number that decides all choices and draws.
#[derive(Clone, Debug)]
pub struct Game {
    pub setup: Setup,
    pub number: u64,
}

impl Game {
    pub fn seed(&self) -> Seed {
        Seeded::of_series(1898, self.number)
    }

    pub fn session(&self) -> Session<Toy> {
        Session::seeded(self.setup.clone(), self.seed()).expect("the set-up works")
    }

    /// Plays to the end. `each` is called before every decision with the match, who decides, and what.
    pub fn play(&self, mut each: impl FnMut(&mut Session<Toy>, Seat, &Choice)) -> Session<Toy> {
        let mut session = self.session();
        let mut whim = Fast::new(self.number);
        while let Some((seat, choice)) = pick(session.state(), &mut whim) {
            each(&mut session, seat, &choice);
            session.submit(seat, choice).expect("menus are legal");
        }
        assert!(session.state().outcome().is_some(), "somebody is asked until the match is over");
        session
    }
}

/// Any seat that is asked, and anything that it may do.
pub fn pick(state: &State<Toy>, whim: &mut Fast) -> Option<(Seat, Choice)> {
    let seats: Vec<Seat> = state.waiting().iter().collect();
    let seat = *any(&seats, whim)?;
    let menu = menu(state, seat);
    Some((seat, any(&menu, whim).expect("a seat that is asked has a choice").clone()))
}

fn any<'a, T>(items: &'a [T], whim: &mut Fast) -> Option<&'a T> {
    let count = u32::try_from(items.len()).expect("menus are short");
    items.get(whim.below(count.max(1)) as usize)
}

/// Random matches of both scenarios with and without their options.
pub fn games() -> impl Strategy<Value = Game> {
    let setup = (prop::bool::ANY, prop::bool::ANY, prop::sample::select(vec!["bid", "blue", "red"]));
    (setup, any_number()).prop_map(|((long, blizzard, first), number)| {
        let setup = Setup::shipped(if long { "long" } else { "small" })
            .with("blizzard", OptionValue::Switch(blizzard))
            .with("first", OptionValue::Word(first.into()));
        Game { setup, number }
    })
}

fn any_number() -> impl Strategy<Value = u64> {
    prop::num::u64::ANY
}
