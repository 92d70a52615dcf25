//! The player that looks one choice ahead.

use sandtable_engine::chance::{Chance, Fast};
use sandtable_engine::{Cx, Knowledge, RuleRef, Rules, Seat, State};

use crate::{Player, Question, pick};

/// How hard a captain thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptainEffort {
    /// Worlds in which every choice of the menu is tried after the first, each with its own dice.
    pub worlds: u32,
    /// Positions to judge in all, more or less: the better half of the choices is tried in more worlds, then the better half
    /// of that, until so many have been judged.
    pub positions: u32,
}

impl Default for CaptainEffort {
    fn default() -> Self {
        Self { worlds: 2, positions: 60 }
    }
}

/// Takes the choice after which the game's own judge likes the position best, on average over what may be hidden
/// and how the dice may fall. All choices are tried in the same worlds with the same dice.
#[derive(Clone, Debug)]
pub struct Captain {
    effort: CaptainEffort,
    whim: Fast,
    /// What is thought of each choice of the menu that has not been dropped; kept to be used again.
    trials: Vec<Trial>,
}

/// What a captain thinks of a choice.
#[derive(Clone, Copy, Debug)]
struct Trial {
    /// Its number in the menu.
    number: usize,
    /// The sum of judgements.
    total: i64,
    /// The judgement, where neither dice nor secrets can change it.
    certain: Option<i64>,
}

/// What a judgement hung on besides the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Luck {
    Nothing,
    Secrets,
    Dice,
}

impl Captain {
    /// The captain of a seed, with the usual effort.
    pub fn new(seed: u64) -> Self {
        Self::with_effort(seed, CaptainEffort::default())
    }

    /// The captain of a seed who thinks as hard as told.
    pub const fn with_effort(seed: u64, effort: CaptainEffort) -> Self {
        Self { effort, whim: Fast::new(seed), trials: Vec::new() }
    }

    /// Tries the choices that are left in so many worlds, and says what that hung on.
    fn explore<G: Rules>(&mut self, knowledge: &Knowledge<G>, menu: &[G::Choice], worlds: u32) -> Luck {
        let seat = knowledge.seat();
        let mut luck = Luck::Nothing;
        for _ in 0..worlds {
            let mut dealer = Dealer { source: Fast::new(self.whim.word()), dealt: false };
            let world = knowledge.imagine(&mut dealer);
            let dice = self.whim.word();
            for trial in &mut self.trials {
                trial.total += trial.certain.unwrap_or_else(|| {
                    // Each choice meets the same dice, so that luck does not decide between two.
                    let mut chance = Dealer { source: Fast::new(dice), dealt: false };
                    let worth = prospect(&world, seat, &menu[trial.number], &mut chance);
                    match (chance.dealt, dealer.dealt) {
                        (true, _) => luck = Luck::Dice,
                        (false, true) => luck = luck.max(Luck::Secrets),
                        (false, false) => trial.certain = Some(worth),
                    }
                    worth
                });
            }
        }
        luck
    }

    /// Whether the choice that looks best after one world is worth the same in another.
    fn holds_elsewhere<G: Rules>(&mut self, knowledge: &Knowledge<G>, menu: &[G::Choice]) -> bool {
        let Some(leader) = self.trials.iter().copied().max_by_key(|trial| trial.total) else { return true };
        let all = std::mem::replace(&mut self.trials, vec![leader]);
        self.explore(knowledge, menu, 1);
        let again = self.trials[0].total;
        self.trials = all;
        again == 2 * leader.total
    }

    /// Keeps the better half of the choices.
    fn halve(&mut self) {
        self.trials.sort_by_key(|trial| (-trial.total, trial.number));
        self.trials.truncate(self.trials.len().div_ceil(2));
    }

    /// One of the choices with the highest sum, each as likely.
    fn best(&mut self) -> usize {
        let highest =
            self.trials.iter().map(|trial| trial.total).max().expect("a menu has at least one choice");
        self.trials.retain(|trial| trial.total == highest);
        self.trials[pick(&mut self.whim, self.trials.len())].number
    }
}

impl<G: Rules> Player<G> for Captain {
    fn choose(&mut self, question: &Question<G>) -> G::Choice {
        let menu = question.menu();
        if let [only] = menu {
            return only.clone();
        }
        self.trials.clear();
        self.trials.extend((0..menu.len()).map(|number| Trial { number, total: 0, certain: None }));
        let knowledge = question.knowledge();
        let CaptainEffort { mut worlds, positions } = self.effort;
        let luck = self.explore(&knowledge, menu, 1);
        // Secrets that make no difference to the best choice are taken to make none at all.
        if luck == Luck::Secrets && self.holds_elsewhere(&knowledge, menu) {
            return menu[self.best()].clone();
        }
        let mut judged = menu.len() as u32;
        loop {
            let settled = self.trials.iter().all(|trial| trial.certain.is_some());
            // One throw of the dice says little, even where all choices look alike.
            let tried = judged > menu.len() as u32;
            let alike = tried && self.trials.iter().all(|trial| trial.total == self.trials[0].total);
            if settled || alike || judged >= positions {
                return menu[self.best()].clone();
            }
            self.explore(&knowledge, menu, worlds.max(1));
            judged += worlds.max(1) * self.trials.len() as u32;
            if self.trials.len() > 2 {
                self.halve();
            }
            worlds *= 2;
        }
    }
}

/// What winning counts for; the shares of up to eight seats divide it. A judge that knows how likely victory is speaks in
/// the same measure, so that a small risk of losing at once does not outweigh everything else.
const VICTORY: i64 = 840 * 119;

/// What a choice leads to: what the game foretells of it, or the worth of the position after it.
fn prospect<G: Rules>(world: &State<G>, seat: Seat, choice: &G::Choice, chance: &mut Dealer) -> i64 {
    if let Some(foretold) = G::forecast(world, seat, choice) {
        return i64::from(foretold);
    }
    let mut after = world.clone();
    after.take(seat, choice.clone(), &mut Cx::silent(chance));
    worth(&after, seat)
}

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
