//! A first look at a menu: what the game's judge says of each choice, in the same worlds with the same dice.

use sandtable_engine::chance::Fast;
use sandtable_engine::{Knowledge, Rules};

use crate::pick;
use crate::worth::{Dealer, Prospects};

/// What is thought of each choice of a menu that has not been dropped.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    /// One for each choice that is left.
    pub trials: Vec<Trial>,
    /// Those that were dropped, the last ones first.
    dropped: Vec<Trial>,
}

/// What is thought of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Its number in the menu.
    pub number: usize,
    /// The sum of judgements.
    pub total: i64,
    /// How many they are.
    pub worlds: u32,
    /// The judgement, where neither dice nor secrets can change it.
    pub certain: Option<i64>,
}

/// What a judgement hung on besides the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Luck {
    /// Nothing.
    Nothing,
    /// What is hidden from the seat.
    Secrets,
    /// The dice.
    Dice,
}

impl Trial {
    /// What the position after the choice is worth on average.
    pub fn mean(&self) -> f64 {
        let total = i32::try_from(self.total).unwrap_or(if self.total < 0 { i32::MIN } else { i32::MAX });
        f64::from(total) / f64::from(self.worlds.max(1))
    }
}

impl Glance {
    /// Begins with a menu of so many choices.
    pub fn begin(&mut self, choices: impl Iterator<Item = usize>) {
        self.trials.clear();
        self.dropped.clear();
        self.trials.extend(choices.map(|number| Trial { number, total: 0, worlds: 0, certain: None }));
    }

    /// Tries the choices that are left in so many worlds, and says what that hung on.
    pub fn explore<G: Rules>(
        &mut self,
        knowledge: &Knowledge<G>,
        menu: &[G::Choice],
        worlds: u32,
        whim: &mut Fast,
    ) -> Luck {
        let seat = knowledge.seat();
        let mut luck = Luck::Nothing;
        for _ in 0..worlds {
            let mut dealer = Dealer::new(whim.word());
            let world = knowledge.imagine(&mut dealer);
            let mut prospects = Prospects::new(&world, seat);
            let dice = whim.word();
            for trial in &mut self.trials {
                trial.worlds += 1;
                trial.total += trial.certain.unwrap_or_else(|| {
                    // Each choice meets the same dice, so that luck does not decide between two.
                    let mut chance = Dealer::new(dice);
                    let worth = prospects.of(&menu[trial.number], &mut chance);
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
    pub fn holds_elsewhere<G: Rules>(
        &mut self,
        knowledge: &Knowledge<G>,
        menu: &[G::Choice],
        whim: &mut Fast,
    ) -> bool {
        let Some(leader) = self.trials.iter().copied().max_by_key(|trial| trial.total) else { return true };
        let all = std::mem::replace(&mut self.trials, vec![leader]);
        self.explore(knowledge, menu, 1, whim);
        let again = self.trials[0].total;
        self.trials = all;
        again == 2 * leader.total
    }

    /// Keeps the better half of the choices.
    pub fn halve(&mut self) {
        self.sort();
        let worse = self.trials.split_off(self.trials.len().div_ceil(2));
        self.dropped.splice(0..0, worse);
    }

    /// One of the choices with the highest sum, each as likely.
    pub fn best(&self, whim: &mut Fast) -> usize {
        let highest = self.trials.iter().map(|trial| trial.total).max().expect("a menu has a choice");
        let best: Vec<usize> =
            self.trials.iter().filter(|trial| trial.total == highest).map(|trial| trial.number).collect();
        best[pick(whim, best.len())]
    }

    /// All choices that were looked at, this one first and the others by what is thought of them.
    pub fn ranking(&mut self, first: usize) -> Vec<Trial> {
        self.sort();
        let mut ranking = self.trials.clone();
        ranking.extend(&self.dropped);
        ranking.sort_by_key(|trial| trial.number != first);
        ranking
    }

    fn sort(&mut self) {
        self.trials.sort_by_key(|trial| (-trial.total, trial.number));
    }
}
