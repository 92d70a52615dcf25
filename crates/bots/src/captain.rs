//! The player that looks one choice ahead.

use sandtable_engine::chance::{Chance, Fast};
use sandtable_engine::{Cx, RuleRef, Rules, Seat, State};

use crate::{Player, Question, pick};

/// How hard a captain thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptainEffort {
    /// Positions to imagine that agree with all that the seat knows.
    pub worlds: u32,
    /// Throws of the dice to try in each of them.
    pub samples: u32,
}

impl Default for CaptainEffort {
    fn default() -> Self {
        Self { worlds: 4, samples: 6 }
    }
}

/// Takes the choice after which the game's own judge likes the position best, on average over what may be hidden
/// and how the dice may fall. All choices are tried in the same worlds with the same dice.
#[derive(Clone, Debug)]
pub struct Captain {
    effort: CaptainEffort,
    whim: Fast,
    /// The sum of judgements for each choice of the menu; kept to be used again.
    totals: Vec<i64>,
}

impl Captain {
    /// The captain of a seed, with the usual effort.
    pub fn new(seed: u64) -> Self {
        Self::with_effort(seed, CaptainEffort::default())
    }

    /// The captain of a seed who thinks as hard as told.
    pub const fn with_effort(seed: u64, effort: CaptainEffort) -> Self {
        Self { effort, whim: Fast::new(seed), totals: Vec::new() }
    }

    /// Weighs every choice in one world.
    fn weigh<G: Rules>(&mut self, world: &State<G>, question: &Question<G>, samples: u32) {
        let dice = self.whim.word();
        for (choice, total) in question.menu().iter().zip(&mut self.totals) {
            // Each choice meets the same dice, so that luck does not decide between two.
            let mut seeds = Fast::new(dice);
            for sample in 0..samples {
                let mut chance = Fast::new(seeds.word());
                let mut cx = Cx::silent(&mut chance);
                let mut after = world.clone();
                after.take(question.seat(), choice.clone(), &mut cx);
                let certain = !cx.barrier();
                let worth = worth(&after, question.seat());
                if certain && sample == 0 {
                    *total += worth * i64::from(samples);
                    break;
                }
                *total += worth;
            }
        }
    }

    /// One of the choices with the highest sum, each as likely.
    fn best(&mut self) -> usize {
        let highest = self.totals.iter().copied().max().expect("a menu has at least one choice");
        let alike = self.totals.iter().filter(|total| **total == highest).count();
        let pick = pick(&mut self.whim, alike);
        let mut best = self.totals.iter().enumerate().filter(|(_, total)| **total == highest);
        best.nth(pick).map(|(number, _)| number).expect("the pick is one of those that are alike")
    }
}

impl<G: Rules> Player<G> for Captain {
    fn choose(&mut self, question: &Question<G>) -> G::Choice {
        let menu = question.menu();
        if let [only] = menu {
            return only.clone();
        }
        self.totals.clear();
        self.totals.resize(menu.len(), 0);
        let knowledge = question.knowledge();
        let CaptainEffort { worlds, samples } = self.effort;
        for _ in 0..worlds.max(1) {
            let mut dealer = Dealer { source: Fast::new(self.whim.word()), dealt: false };
            let world = knowledge.imagine(&mut dealer);
            if !dealer.dealt {
                // Nothing is hidden: there is just this one world.
                self.weigh(&world, question, (worlds * samples).max(1));
                break;
            }
            self.weigh(&world, question, samples.max(1));
        }
        menu[self.best()].clone()
    }
}

/// More than any judge says of a position that is not over; the shares of up to eight seats divide it.
const VICTORY: i64 = 840 * 100_000;

/// What a position is worth to a seat: what the judge says, and above all who has won.
fn worth<G: Rules>(state: &State<G>, seat: Seat) -> i64 {
    let judged = i64::from(G::judge(state, seat));
    let Some(outcome) = state.outcome() else { return judged };
    let even = VICTORY / i64::from(G::seats(&state.table));
    let share = match i64::from(outcome.winners.len()) {
        0 => even,
        winners if outcome.winners.contains(seat) => VICTORY / winners,
        _ => 0,
    };
    judged + share - even
}

/// Chance that knows whether it was asked.
struct Dealer {
    source: Fast,
    dealt: bool,
}

impl Chance for Dealer {
    fn draw(&mut self, rule: RuleRef, sides: u32) -> u32 {
        self.dealt = true;
        self.source.draw(rule, sides)
    }
}
